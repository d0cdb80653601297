"""What rules mean: events and what replaces and follows them, plays and what answers them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.system.label import Label
from checker.system.table import Scope
from kittens_dsl.core.rules import (
    Afterwards,
    Cannot,
    DifferentNames,
    Does,
    Instead,
    PlayRule,
    ResponseRule,
    Rule,
    Ruling,
    SameName,
    SingleCard,
)
from kittens_dsl.core.statements import (
    CancelPlay,
    ChooseCard,
    If,
    Raise,
    SetCounter,
    Statement,
)
from kittens_dsl.core.terms import (
    CardFilter,
    Compare,
    CountCards,
    CounterOf,
    IsKind,
    KindName,
    KindVariable,
    Literal,
    Negation,
    PlayerVariable,
    SamePlayer,
    Seat,
    Truth,
)
from tests.oracles.toy import (
    BLUE,
    DISCARD,
    END,
    GREEN,
    PASS,
    PLAYS,
    RED,
    STOP,
    TABLE,
    YOU,
    begin,
    choose,
    hand,
    point,
    rule,
    score,
    scores,
    words,
)

# ---- events --------------------------------------------------------------------------------------------------------
REST = Raise("rest", Seat(1))
RESTING = rule("toy.rest", Does("rest"), point())


def replacing(name: str, *body: Statement, optional: bool = False) -> Rule:
    return rule(name, Instead("rest", optional), *body)


def test_event_happens_to_its_subject() -> None:
    assert scores(begin((REST,), RESTING)) == [0, 1, 0]


def test_event_knows_its_other_player_and_its_card() -> None:
    guard = IsKind(KindVariable("card"), (RED,))
    does = rule("toy.rest", Does("rest"), point(PlayerVariable("friend")), guard=guard)
    assert scores(begin((Raise("rest", Seat(1), Seat(2), KindName(RED)),), does)) == [0, 0, 1]


def test_cannot_stops_an_event_and_what_follows_it() -> None:
    after = rule("toy.after", Afterwards("rest"), score(0))
    assert scores(begin((REST,), RESTING, after, rule("toy.never", Cannot("rest")))) == [0, 0, 0]


def test_instead_takes_the_place_of_the_event() -> None:
    assert scores(begin((REST,), RESTING, replacing("toy.no", score(2)))) == [0, 0, 1]


def test_same_event_inside_a_replacement_does_not_meet_that_rule_again() -> None:
    assert scores(begin((REST,), RESTING, replacing("toy.twice", REST, REST))) == [0, 2, 0]


def test_another_event_inside_a_replacement_begins_a_new_chain() -> None:
    loses = rule("toy.lose", Does("lose"), If(Compare("<", CounterOf("score", Seat(0)), Literal(2)), (score(0), REST)))
    meaning = begin((REST,), RESTING, loses, replacing("toy.no", Raise("lose", Seat(1))))
    assert scores(meaning) == [2, 0, 0]


def test_optional_replacement_is_offered_to_the_subject() -> None:
    meaning = begin((REST,), RESTING, replacing("toy.may", score(2), optional=True))
    assert meaning.offers() == (Label(1, "apply", ("toy.may",)), Label(1, "decline", ("toy.may",)))


def test_declined_replacement_lets_the_event_happen() -> None:
    meaning = begin((REST,), RESTING, replacing("toy.may", score(2), optional=True))
    meaning.take(Label(1, "decline", ("toy.may",)))
    assert scores(meaning) == [0, 1, 0]


def test_declined_replacement_is_used_up_in_the_chain() -> None:
    meaning = begin((REST,), RESTING, replacing("toy.may", score(2), optional=True), replacing("toy.again", REST))
    meaning.take(Label(1, "decline", ("toy.may",)))
    assert scores(meaning) == [0, 1, 0]


def test_two_mandatory_replacements_without_order_are_a_conflict() -> None:
    assert begin((REST,), RESTING, replacing("toy.a", score(0)), replacing("toy.b", score(2))).fault == "conflict"


def test_exception_comes_before_the_rule_it_is_an_exception_to() -> None:
    exception = replace(replacing("toy.b", score(2)), exception_to=("toy.a",))
    assert scores(begin((REST,), replacing("toy.a", score(0)), exception)) == [0, 0, 1]


def test_rule_that_happens_before_another_comes_first() -> None:
    earlier = replace(replacing("toy.b", score(2)), happens_before=("toy.a",))
    assert scores(begin((REST,), replacing("toy.a", score(0)), earlier)) == [0, 0, 1]


def test_mandatory_and_optional_replacements_need_no_declared_order() -> None:
    meaning = begin((REST,), replacing("toy.a", score(0)), replacing("toy.b", score(2), optional=True))
    assert scores(meaning) == [1, 0, 0]


def test_ruling_decides_between_replacements() -> None:
    ruling = Ruling("toy.ruling", "", (), pairs=(("toy.b", "toy.a"),))
    meaning = begin((REST,), replacing("toy.a", score(0)), replacing("toy.b", score(2)), rulings=(ruling,))
    assert scores(meaning) == [0, 0, 1]


def test_order_by_way_of_a_third_rule_is_an_order() -> None:
    first = replace(replacing("toy.a", score(0)), happens_before=("toy.b",))
    second = replace(replacing("toy.b"), guard=Truth(False), happens_before=("toy.c",))
    assert scores(begin((REST,), first, second, replacing("toy.c", score(2)))) == [1, 0, 0]


def test_afterwards_rules_follow_in_order() -> None:
    doubles = SetCounter("score", YOU, "grows", CounterOf("score", YOU))
    after = (rule("toy.double", Afterwards("rest"), doubles), rule("toy.one", Afterwards("rest"), point()))
    assert scores(begin((REST,), RESTING, *after)) == [0, 3, 0]


# ---- plays and responses -------------------------------------------------------------------------------------------
ACT = rule("red.act", PlayRule(SingleCard(RED), traits=("answerable",)), point())
CANCEL = rule("blue.cancel", ResponseRule(BLUE, "answerable", ("answerable",)), CancelPlay())
ACTED = Label(0, "play", ("red.act", (RED,), None, None))


def test_play_of_one_card_needs_the_card() -> None:
    assert begin((choose(PLAYS, END),), ACT, hands=[[RED, RED]]).offers() == (ACTED, Label(0, "option", ("end",)))


def test_play_by_name_offers_each_kind_with_enough_copies() -> None:
    pair = rule("toy.pair", PlayRule(SameName(2), "other"))
    meaning = begin((choose(PLAYS),), pair, hands=[[RED, GREEN, BLUE, GREEN, RED]])
    pairs = ((RED, RED), (GREEN, GREEN))
    assert words(meaning) == [("toy.pair", cards, target, None) for cards in pairs for target in (1, 2)]


def test_play_of_different_names_offers_each_combination() -> None:
    meaning = begin((choose(PLAYS),), rule("toy.two", PlayRule(DifferentNames(2))), hands=[[GREEN, BLUE, RED, RED]])
    combinations = ((RED, BLUE), (RED, GREEN), (BLUE, GREEN))
    assert words(meaning) == [("toy.two", cards, None, None) for cards in combinations]


def test_play_on_any_player_may_aim_at_oneself() -> None:
    meaning = begin((choose(PLAYS),), rule("toy.any", PlayRule(SingleCard(RED), "any")), hands=[[RED]])
    assert words(meaning) == [("toy.any", (RED,), target, None) for target in (0, 1, 2)]


def test_play_names_each_kind_of_the_scope() -> None:
    table = replace(TABLE, scope=Scope("small", {RED: 2, GREEN: 1}))
    naming = rule("toy.name", PlayRule(SingleCard(RED), names_kind=True))
    meaning = begin((choose(PLAYS),), naming, hands=[[RED]], table=table)
    assert words(meaning) == [("toy.name", (RED,), None, named) for named in (RED, GREEN)]


def test_guard_of_a_play_speaks_of_target_and_played() -> None:
    has_one = Compare("<", Literal(0), CountCards(hand(PlayerVariable("target")), kind=KindVariable("played")))
    meaning = begin(
        (choose(PLAYS, END),), rule("toy.a", PlayRule(SameName(1), "other"), guard=has_one), hands=[[RED, BLUE], [BLUE]]
    )
    assert words(meaning)[:-1] == [("toy.a", (BLUE,), 1, None)]


def test_played_cards_are_moved_at_announcement() -> None:
    meaning = begin((choose(PLAYS, END),), ACT, CANCEL, hands=[[RED], [BLUE]])
    meaning.take(ACTED)
    assert meaning.situation.zones["discard", None] == [RED]


def test_play_without_an_answer_is_carried_out_at_once() -> None:
    meaning = begin((choose(PLAYS, END),), ACT, CANCEL, hands=[[RED]])
    meaning.take(ACTED)
    assert scores(meaning) == [1, 0, 0]


def test_window_offers_each_holder_and_then_the_pass() -> None:
    meaning = begin((choose(PLAYS, END),), ACT, CANCEL, hands=[[RED, BLUE], [], [BLUE]])
    meaning.take(ACTED)
    assert meaning.offers() == (Label(0, "respond", ("blue.cancel",)), Label(2, "respond", ("blue.cancel",)), PASS)


@pytest.mark.parametrize(("answers", "done"), [(0, 1), (1, 0), (2, 1), (3, 0)])
def test_each_answer_flips_what_becomes_of_the_play(answers: int, done: int) -> None:
    meaning = begin((choose(PLAYS, END),), ACT, CANCEL, hands=[[RED], [BLUE] * 4])
    meaning.take(ACTED)
    for label in [Label(1, "respond", ("blue.cancel",))] * answers:
        meaning.take(label)
    meaning.take(PASS)
    assert scores(meaning) == [done, 0, 0]


def test_pass_closes_the_whole_nest() -> None:
    meaning = begin((choose(PLAYS, END), STOP), ACT, CANCEL, hands=[[RED], [BLUE] * 4])
    for label in (ACTED, Label(1, "respond", ("blue.cancel",)), Label(1, "respond", ("blue.cancel",)), PASS):
        meaning.take(label)
    assert meaning.fault == "stop"


def test_actor_is_who_played_the_last_card() -> None:
    others = replace(CANCEL, guard=Negation(SamePlayer(YOU, PlayerVariable("actor"))))
    meaning = begin((choose(PLAYS, END),), ACT, others, hands=[[RED, BLUE], [BLUE, BLUE]])
    meaning.take(ACTED)
    meaning.take(Label(1, "respond", ("blue.cancel",)))
    assert meaning.offers() == (Label(0, "respond", ("blue.cancel",)), PASS)


def test_window_stays_open_after_an_answer_that_opens_none() -> None:
    remark = rule("green.remark", ResponseRule(GREEN, "answerable"), point())
    meaning = begin((choose(PLAYS, END),), ACT, remark, hands=[[RED], [GREEN, GREEN]])
    meaning.take(ACTED)
    meaning.take(Label(1, "respond", ("green.remark",)))
    assert (meaning.offers(), scores(meaning)) == ((Label(1, "respond", ("green.remark",)), PASS), [0, 1, 0])


def test_cards_besides_the_played_ones() -> None:
    prize = ChooseCard(YOU, DISCARD, "prize", CardFilter(besides_played=True))
    plays = rule("toy.two", PlayRule(DifferentNames(2)), prize)
    meaning = begin((choose(PLAYS, END),), plays, hands=[[RED, BLUE]], discard=[GREEN, RED])
    meaning.take(Label(0, "play", ("toy.two", (RED, BLUE), None, None)))
    assert words(meaning) == [(RED,), (GREEN,)]
