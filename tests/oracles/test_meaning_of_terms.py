"""What the numbers and conditions of core mean."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kittens_dsl.core.terms import (
    ANY_CARD,
    Arithmetic,
    CardFilter,
    Compare,
    Condition,
    CountCards,
    CounterOf,
    CountPlayers,
    EachPlayer,
    Either,
    Every,
    GameWon,
    InGame,
    IsKind,
    KindName,
    Literal,
    Negation,
    Number,
    PlayerAfter,
    PlayersAtTable,
    PlayersLeft,
    PlayerVariable,
    ReadingChosen,
    SamePlayer,
    Seat,
    SomePlayer,
    SumOverPlayers,
    Truth,
)
from tests.oracles.situation import Frame, View
from tests.oracles.toy import BLUE, DISCARD, GREEN, RED, TABLE, hand, place_cards

ONE = PlayerVariable("one")
HAS_CARD = Compare("<", Literal(0), CountCards(hand(ONE)))


@pytest.fixture
def view() -> View:
    """Two living players with cards, and one, who left the game, with cards too."""
    table = replace(TABLE, readings={"which": "first"})
    situation = place_cards(table, [], [[RED], [RED, BLUE], [GREEN] * 3], [RED, BLUE, BLUE])
    situation.in_game[2] = False
    situation.counters["score", 1] = 2
    return View(table, situation)


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (Literal(4), 4),
        (CounterOf("score", Seat(1)), 2),
        (CountCards(DISCARD), 3),
        (CountCards(DISCARD, CardFilter((BLUE, GREEN))), 2),
        (CountCards(DISCARD, ANY_CARD, KindName(RED)), 1),
        (PlayersAtTable(), 3),
        (PlayersLeft(), 2),
        (Arithmetic("plus", Literal(2), Literal(3)), 5),
        (Arithmetic("minus", Literal(2), Literal(3)), -1),
        (Arithmetic("smaller", Literal(2), Literal(3)), 2),
        (Arithmetic("greater", Literal(2), Literal(3)), 3),
        (SumOverPlayers("one", CountCards(hand(ONE))), 6),
        (CountPlayers("one", HAS_CARD), 2),
    ],
)
def test_number(view: View, number: Number, value: int) -> None:
    assert view.number(number, Frame()) == value


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (Compare("=", Literal(2), Literal(2)), True),
        (Compare("<", Literal(2), Literal(2)), False),
        (Compare("<=", Literal(2), Literal(2)), True),
        (IsKind(KindName(RED), (BLUE, RED)), True),
        (IsKind(KindName(RED), (BLUE,)), False),
        (SamePlayer(PlayerAfter(Seat(1)), Seat(0)), True),
        (InGame(Seat(1)), True),
        (InGame(Seat(2)), False),
        (ReadingChosen("which", "first"), True),
        (ReadingChosen("which", "second"), False),
        (GameWon(), False),
        (Every((Truth(True), Truth(False))), False),
        (Every(()), True),
        (Either((Truth(True), Truth(False))), True),
        (Either(()), False),
        (Negation(Truth(False)), True),
        (EachPlayer("one", InGame(ONE)), True),
        (EachPlayer("one", SamePlayer(ONE, Seat(0))), False),
        (SomePlayer("one", SamePlayer(ONE, Seat(1))), True),
        (SomePlayer("one", SamePlayer(ONE, Seat(2))), False),
    ],
)
def test_condition(view: View, condition: Condition, holds: bool) -> None:
    assert view.holds(condition, Frame()) is holds
