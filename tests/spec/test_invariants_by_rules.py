"""Invariants of the catalogue that hold by the rules alone: no other rule does what they forbid.

I22: what takes cards out of the discard pile. I35: what takes a player out of the game. Expected rules by clause.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from checker.system.bodies import list_statements
from checker.system.specialise import fix_body
from kittens_dsl.core.rules import Rule
from kittens_dsl.core.statements import Body, ChooseCard, Move, MoveEvery, Raise
from kittens_dsl.core.terms import KindName
from tests.spec.plays import BOX_SETS, rules_of

FIVE_CARDS = {
    "five.play",
    "feral.five-of-two",
    "feral.five-of-three",
    "feral.five-of-four",
    "streaking.not-the-prize",
}
"""COMBO-5-1, IMPL-FERAL-3, STREAK-SK-6: five different cards take a card from there, whatever the boxes make of it."""

LAID_DOWN = {"barking.play", "barking.both", "barking.second", "blind.bark", "take-that.play"}
"""BARK-BK-1, BARK-ITT-1: the card that was just played comes to lie before a player instead."""

TAKEN = {"base.explode", "imploding.implode", "barking.bear", "blind.bears", "blind.defends"}
"""BASE-EK-2, IMPL-IK-2, BARK-BK-2; where a player defends blindly, BARK-BLIND-BK-2 and STREAK-BLIND-EK-2."""

CLEARED_AWAY = {"barking.lose"}
"""BARK-BK-4, BARK-TOP-4: whoever is out loses what lies before them first, and is out just the same."""

BOXES = pytest.mark.parametrize("boxes", BOX_SETS, ids="+".join)


def list_bodies(boxes: tuple[str, ...]) -> Iterator[tuple[Rule, Body]]:
    """Every rule with what it does under the default readings."""
    rules = rules_of(boxes)
    defaults = {one.name: one.default or one.readings[0][0] for one in rules.ambiguities}
    for rule in rules.rules:
        yield rule, fix_body(rule.body, defaults)


@BOXES
def test_i22_cards_leave_the_discard_pile_by_five_different_cards_alone(boxes: tuple[str, ...]) -> None:
    takes = {
        rule.name
        for rule, body in list_bodies(boxes)
        for one in list_statements(body)
        if (isinstance(one, Move | MoveEvery) and one.source.zone == "discard")
        or (isinstance(one, ChooseCard) and one.zone.zone == "discard")
    }
    assert "five.play" in takes
    assert takes <= FIVE_CARDS | LAID_DOWN


@BOXES
def test_i22_what_is_laid_down_is_the_card_that_was_played(boxes: tuple[str, ...]) -> None:
    for rule, body in list_bodies(boxes):
        if rule.name in LAID_DOWN:
            title = "I'll Take That" if rule.name == "take-that.play" else "Barking Kitten"
            moves = [one for one in list_statements(body) if isinstance(one, Move) and one.source.zone == "discard"]
            assert [(one.kind, one.target.zone) for one in moves] == [(KindName(title), "front")]


@BOXES
def test_i35_nobody_is_taken_but_by_a_kitten_or_a_bark(boxes: tuple[str, ...]) -> None:
    raising = {
        rule.name
        for rule, body in list_bodies(boxes)
        for one in list_statements(body)
        if isinstance(one, Raise) and one.event == "lose"
    }
    assert "base.explode" in raising
    assert raising <= TAKEN | CLEARED_AWAY
