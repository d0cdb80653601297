"""Scenes that fail say what may be the reason: steps taken by themselves, a situation that cannot come about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from checker.analysis.scenes import SceneResult, SceneStage
from kittens_dsl.driver import load_rules
from kittens_dsl.source.shipped import find_spec_directory

Play = Callable[[str], SceneResult]

TWO_WITH_A_CHOICE = """
    hand of player 1 has "Skip", "Attack"
    hand of player 2 has "Skip", "Attack"
    pile has "Tacocat", "Beard Cat", "Exploding Kitten"
    turn is with player 1"""
ONE_WITHOUT = """
    hand of player 1 has "Skip", "Attack"
    hand of player 2 has "Tacocat"
    pile has "Tacocat", "Beard Cat", "Exploding Kitten"
    turn is with player 1
    debt of player 1 is 1"""

NOTHING_TO_PLAY = """
    hand of player 1 has "Tacocat"
    hand of player 2 has "Skip", "Attack"
    pile has "Tacocat", "Beard Cat", "Exploding Kitten"
    turn is with player 1
    debt of player 1 is 1"""


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Plays one scene of the base box, given from `given` on."""

    def play_text(text: str) -> SceneResult:
        path = tmp_path / "judged.kit"
        path.write_text(f"box base\n\nscene judged [BASE-SKIP-1] for 2 players\n{text}\n", encoding="utf-8")
        loaded = load_rules(find_spec_directory(), boxes=("base",), beside=(path,))
        assert loaded.rules is not None
        (scene,) = (one for one in loaded.rules.scenes if one.name == "judged")
        return SceneStage(loaded.rules).play(scene)

    return play_text


def list_notes(result: SceneResult) -> tuple[str, ...]:
    """The notes of the first failure."""
    return result.failed[0].notes


def test_a_scene_ends_with_its_action(play: Play) -> None:
    """TURN-6: player 2 can do nothing but draw, and has not done so when the scene looks at the table."""
    when = '  when\n    player 1 plays "Skip"\n'
    assert play(f"  given{ONE_WITHOUT}\n{when}  then\n    turn is with player 2\n    debt of player 2 is 1").passed


def test_a_draw_without_a_choice_may_be_said(play: Play) -> None:
    when = '  when\n    player 1 plays "Skip"\n    player 2 chooses "draw a card"\n'
    assert play(f"  given{ONE_WITHOUT}\n{when}  then\n    turn is with player 1").passed


def test_a_draw_without_a_choice_need_not_be_said_before_a_later_line(play: Play) -> None:
    when = '  when\n    player 1 plays "Skip"\n    player 1 plays "Attack"\n'
    then = '  then\n    turn is with player 2\n    the debt of player 2 is 2\n    the hand of player 2 has "Tacocat"'
    assert play(f"  given{ONE_WITHOUT}\n{when}{then}").passed


def test_a_situation_is_looked_at_as_it_is_given(play: Play) -> None:
    assert play(f"  given{NOTHING_TO_PLAY}\n  then\n    turn is with player 1").passed


def test_steps_that_were_taken_by_themselves_are_told(play: Play) -> None:
    result = play(f'  given{ONE_WITHOUT}\n  when\n    player 1 plays "Skip"\n  then\n    turn is with player 1')
    (note,) = list_notes(result)
    assert note == "after line 11, 1 step was taken because nothing else was offered: nobody answers"
    assert note in result.failures[0]


def test_steps_before_the_first_line_are_told(play: Play) -> None:
    result = play(f'  given{NOTHING_TO_PLAY}\n  when\n    player 1 plays "Skip"\n  then\n    turn is with player 2')
    assert 'not offered: player 1 plays "Skip"' in result.failures[0]
    (note,) = list_notes(result)
    assert note == (
        'before anything is decided, 1 step was taken because nothing else was offered: player 1 chooses "draw a card"'
    )


def test_a_scene_that_fails_where_somebody_can_choose_has_no_such_note(play: Play) -> None:
    given = f"{TWO_WITH_A_CHOICE}\n    debt of player 1 is 1"
    assert list_notes(play(f"  given{given}\n  then\n    turn is with player 2")) == ()


def test_nobody_answers_may_be_said_where_nobody_could(play: Play) -> None:
    given = f"{TWO_WITH_A_CHOICE}\n    debt of player 1 is 1"
    when = '  when\n    player 1 plays "Skip"\n    nobody answers\n'
    assert play(f"  given{given}\n{when}  then\n    turn is with player 2").passed


def test_nobody_answers_is_said_once_for_each_window(play: Play) -> None:
    given = f"{TWO_WITH_A_CHOICE}\n    debt of player 1 is 1"
    when = '  when\n    player 1 plays "Skip"\n    nobody answers\n    nobody answers\n'
    result = play(f"  given{given}\n{when}  then\n    turn is with player 2")
    assert result.failures[0].startswith("line 13: not offered: nobody answers")


def test_a_situation_that_no_play_comes_to_is_told(play: Play) -> None:
    """TURN-12: whoever has the turn owes one; a scene that forgets the debt starts elsewhere."""
    result = play(f"  given{TWO_WITH_A_CHOICE}\n  then\n    turn is with player 2")
    assert list_notes(result) == ("already the given situation breaks turn-debt",)


def test_what_the_situation_breaks_is_no_failure(play: Play) -> None:
    assert play(f"  given{TWO_WITH_A_CHOICE}\n  then\n    turn is with player 1").passed


OWING = f"{TWO_WITH_A_CHOICE}\n    debt of player 1 is 1"
DRAWS = '  when\n    player 1 chooses "draw a card"\n'


@pytest.mark.parametrize(
    "line",
    [
        'player 1 has seen "Beard Cat"',
        'player 1 has not seen "Tacocat"',
        "player 2 has won",
        'the pile has "Tacocat" from the top',
        "nobody can go on",
        "nobody can join",
    ],
)
def test_what_does_not_hold_is_shown_at_its_own_line(play: Play, line: str) -> None:
    (failed,) = play(f"  given{OWING}\n{DRAWS}  then\n    turn is with player 2\n    {line}").failed
    assert (failed.span.start_line, failed.span.start_column) == (14, 5)


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ('player 1 has seen "Skip"', True),  # TURN-2: the own hand
        ('player 1 has seen "Attack"', False),
        ('player 2 has seen "Attack"', True),
        ('player 1 has seen "Nope"', True),  # TURN-9: what is discarded lies open
        ('player 2 has seen "Tacocat"', False),
        ('player 1 has seen "Defuse"', False),  # it lies in the box, as all that is not given
    ],
)
def test_what_lies_open_from_the_first_has_been_seen(play: Play, line: str, *, holds: bool) -> None:
    given = OWING.replace('1 has "Skip", "Attack"', '1 has "Skip"\n    discard has "Nope"')
    assert play(f"  given{given}\n  then\n    {line}").passed == holds
    contrary = line.replace("has seen", "has not seen")
    assert play(f"  given{given}\n  then\n    {contrary}").passed != holds


@pytest.mark.parametrize(("kind", "holds"), [("Nope", True), ("Exploding Kitten", False)])
def test_what_is_so_in_some_deal_only(play: Play, kind: str, *, holds: bool) -> None:
    """SETUP-BASE-2, SETUP-BASE-4: any card but a kitten may be dealt; whether it was is chance."""
    (*failed,) = play(f'  then\n    in some deal the hand of player 1 has a "{kind}"').failed
    assert [one.words for one in failed] == ([] if holds else ["this holds in none of 300 random deals"])


def test_what_is_dealt_has_been_seen(play: Play) -> None:
    """SETUP-BASE-3: a Defuse is dealt to everyone, and each sees the own one."""
    assert play('  then\n    player 1 has seen "Defuse"\n    player 2 has seen "Defuse"').passed


GIVER = """
    hand of player 1 has "Favor", "Tacocat", "Tacocat"
    hand of player 2 has "Skip", "Skip", "Attack"
    pile has "Exploding Kitten", "Beard Cat"
    turn is with player 1
    debt of player 1 is 1"""
GIFT = '  when\n    player 1 plays "Favor" on player 2\n'
THEFT = '  when\n    player 1 plays "Tacocat", "Tacocat" on player 2\n'


def test_what_a_player_can_give_is_asked(play: Play) -> None:
    """BASE-FAVOR-2: whoever gives chooses."""
    then = '  then\n    player 2 can give "Skip"\n    player 2 cannot give "Defuse"\n    player 1 cannot take "Skip"'
    assert play(f"  given{GIVER}\n{GIFT}{then}").passed


def test_a_gift_that_is_not_offered_is_told(play: Play) -> None:
    result = play(f'  given{GIVER}\n{GIFT}  then\n    player 2 can give "Defuse"')
    assert result.failed[0].words == 'not offered: player 2 gives "Defuse"'
    assert result.failed[0].instead == 'offered: player 2 gives "Attack"; player 2 gives "Skip"'


def test_a_gift_that_should_be_refused_is_told(play: Play) -> None:
    result = play(f'  given{GIVER}\n{GIFT}  then\n    player 2 cannot give "Skip"')
    assert result.failed[0].words == 'this should be refused: player 2 gives "Skip"'


def test_what_nobody_is_asked_for_is_not_refused(play: Play) -> None:
    """A `cannot` that is true wherever one looks says nothing."""
    result = play(f'  given{GIVER}\n  then\n    player 2 cannot give "Skip"')
    assert result.failed[0].words.startswith("nobody is asked for this here, so that it says nothing: player 2 gives")


def test_the_odds_of_a_theft_are_asked(play: Play) -> None:
    """COMBO-2-1: a random card, uniform over cards."""
    then = '  then\n    chance can pick "Skip", 4 of 6\n    chance can pick "Attack", 1 of 3\n'
    assert play(f'  given{GIVER}\n{THEFT}{then}    player 1 cannot pick "Skip"').passed


def test_wrong_odds_are_told(play: Play) -> None:
    result = play(f'  given{GIVER}\n{THEFT}  then\n    chance can pick "Skip", 1 of 2')
    assert (result.failed[0].words, result.failed[0].instead) == ('chance picks "Skip" is not 1 of 2', "it is 2 of 3")


DEFUSER = """
    hand of player 1 has "Defuse"
    hand of player 2 has "Skip", "Attack"
    pile has "Exploding Kitten", "Beard Cat", "Beard Cat"
    turn is with player 1
    debt of player 1 is 1"""
DRAW = '  when\n    player 1 chooses "draw a card"\n'


def test_places_between_equal_cards_are_offered(play: Play) -> None:
    """BASE-DEFUSE-3: anywhere; two of the three places cannot be told apart."""
    then = "  then\n" + "\n".join(f"    player 1 can put it at place {place}" for place in (1, 2, 3))
    assert play(f"  given{DEFUSER}\n{DRAW}{then}\n    player 1 cannot put it at place 4").passed


def test_a_place_below_the_pile_is_refused(play: Play) -> None:
    result = play(f"  given{DEFUSER}\n{DRAW}    player 1 puts it at place 4\n  then\n    turn is with player 2")
    assert result.failed[0].words == "not offered: player 1 puts it at place 4"


def test_what_can_be_chosen_is_asked(play: Play) -> None:
    then = '  then\n    player 1 can choose "draw a card"\n    player 2 cannot choose "draw a card"'
    assert play(f"  given{DEFUSER}\n{then}").passed


def test_a_scene_may_be_about_a_clause_that_is_open(tmp_path: Path) -> None:
    """BASE-NOPE-9 is declared open in spec/open.kit: no rule states it, but a question may be put about it."""
    path = tmp_path / "asked.kit"
    path.write_text(
        f"box base\nscene asked [BASE-NOPE-9] for 2 players\n  given{GIVER}\n  then\n    turn is with player 1\n"
    )
    assert load_rules(find_spec_directory(), boxes=("base",), beside=(path,)).problems == ()
