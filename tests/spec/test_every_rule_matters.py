"""Each rule carries weight: without it a scene or a property goes red, or the rules cannot be built."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.machine.describe import Describer
from checker.machine.machine import Machine
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules, SetupStep
from tests.laws.tables import base_rules, rules_of
from tests.spec.leaving_out import DECKS, Boxes, list_clauses, what_goes_red, without

ALL = ("base", "imploding", "streaking", "barking")
FEWER = (("base", "imploding"), ("base", "streaking"), ("base", "barking"))
"""Sets of boxes whose scenes are asked first: they have fewer."""

NAMES = list(list_clauses(base_rules()))
OTHERS = [name for name in list_clauses(rules_of(*ALL)) if name not in NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_without_this_rule_something_goes_red(name: str) -> None:
    assert what_goes_red(("base",), name) is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_without_this_rule_of_another_box_something_goes_red(name: str) -> None:
    smaller = [boxes for boxes in FEWER if name in list_clauses(rules_of(*boxes))]
    assert any(what_goes_red(boxes, name) is not None for boxes in (*smaller, ALL))


@pytest.mark.parametrize("boxes", [("base",), pytest.param(("base", "barking"), marks=pytest.mark.slow)])
def test_a_rule_that_does_nothing_is_not_missed(boxes: Boxes) -> None:
    """The control: what is said to go red is not red anyhow."""
    rules = rules_of(*boxes)
    idle = SetupStep("base.idle", "base", ("SETUP-BASE-1",), ())
    assert boxes in DECKS
    assert what_goes_red(boxes, "base.idle", replace(rules, setup=(idle, *rules.setup))) is None


# ---- what the deal makes possible ----------------------------------------------------------------------------------
def most_defuses(rules: Rules, reading: str) -> int:
    """How many Defuses a hand holds at most when play begins, over all deals of a deck with a spare one."""
    deck = Scope("spare", {"Exploding Kitten": 1, "Defuse": 3, "Skip": 3}, 1)
    machine = Machine(build_system(rules, Table(2, deck, {"opening-defuses": reading})))
    describer = Describer(machine)
    hands = [describer.cards(state, "hand", seat) for state, _ in machine.initial() for seat in range(2)]
    return max(hand.count("Defuse") for hand in hands)


@pytest.mark.parametrize(("reading", "most"), [("exactly-one", 1), ("at-least-one", 2)])
def test_a_hand_opens_with_two_defuses_only_where_the_spares_are_shuffled_in(reading: str, most: int) -> None:
    """SETUP-BASE-3: dealt one Defuse beside the seven cards; whether a spare one may be among these is the question."""
    assert most_defuses(base_rules(), reading) == most


def test_without_the_early_spares_no_hand_opens_with_two_defuses() -> None:
    assert most_defuses(without(base_rules(), "base.early-spares"), "at-least-one") == 1
