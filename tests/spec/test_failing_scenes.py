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


def test_steps_that_were_taken_by_themselves_are_told(play: Play) -> None:
    """TURN-6: a player without a card to play draws, so the turn has come back when the scene looks at it."""
    result = play(f'  given{ONE_WITHOUT}\n  when\n    player 1 plays "Skip"\n  then\n    turn is with player 2')
    (note,) = list_notes(result)
    assert note.startswith("after line 11, 2 steps were taken because nothing else was offered: nobody answers; ")
    assert note.endswith("player 2 chooses to draw a card")
    assert note in result.failures[0]


def test_steps_before_the_first_line_are_told(play: Play) -> None:
    result = play(
        f'  given{NOTHING_TO_PLAY}\n  when\n    player 1 chooses "draw a card"\n  then\n    turn is with player 2'
    )
    assert "not offered: player 1 chooses draw a card" in result.failures[0]
    (note,) = list_notes(result)
    assert note == (
        "before anything is decided, 1 step was taken because nothing else was offered: player 1 chooses to draw a card"
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


def test_what_is_dealt_has_been_seen(play: Play) -> None:
    """SETUP-BASE-3: a Defuse is dealt to everyone, and each sees the own one."""
    assert play('  then\n    player 1 has seen "Defuse"\n    player 2 has seen "Defuse"').passed
