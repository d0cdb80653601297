"""How far a state is from showing something, by what the tests read."""

from __future__ import annotations

import random

import pytest

from checker.analysis.nearness import UNREAD, measure_nearness
from checker.machine.machine import Machine
from checker.system.system import System
from tests.smt.conftest import build_base, named


def _mask(system: System, name: str, mode: str) -> int:
    return 1 << system.monitors.index(named(name, mode)(system))


def test_an_empty_pile_is_as_far_as_there_are_cards() -> None:
    machine = Machine(build_base(2, pile="bag"))
    state, _ = machine.sample_deal(random.Random(1))
    away = measure_nearness(machine, _mask(machine.system, "deck-lasts", "at rest"))
    piles = [machine.layout.index("zone pile", kind) for kind in range(len(machine.system.kinds))]
    assert away(state) == sum(state[one] for one in piles) == 35
    emptied = bytes(0 if number in piles else one for number, one in enumerate(state))
    assert away(emptied) == 0


def test_of_several_players_the_nearest_counts() -> None:
    """A kitten in one hand is enough: one card away for whoever has none, reached with one."""
    machine = Machine(build_base(3, pile="bag"))
    state, _ = machine.sample_deal(random.Random(1))
    away = measure_nearness(machine, _mask(machine.system, "hold-safety", "always"))
    assert away(state) == 1
    held = bytearray(state)
    held[machine.layout.index("zone hand", 2, 0)] = 1
    assert away(bytes(held)) == 0
    assert machine.hits(bytes(held)) & _mask(machine.system, "hold-safety", "always")


@pytest.mark.parametrize("cards", [0, 3])
def test_a_fault_is_as_far_as_the_tests_before_its_stop(cards: int) -> None:
    """A literal Favor stops the play when its target has no card: as many cards away as the smallest hand has.

    Whether the play was cancelled cannot be read off the fields: that is one more.
    """
    machine = Machine(build_base(2, pile="bag", favor_target="literal"))
    fault = next(
        number for number, one in enumerate(machine.system.faults) if one.words.endswith("no card to choose from")
    )
    state, _ = machine.sample_deal(random.Random(1))
    fields = bytearray(state)
    for kind in range(len(machine.system.kinds)):
        fields[machine.layout.index("zone hand", 1, kind)] = cards if kind == 3 else 0
    away = measure_nearness(machine, 1 << len(machine.system.monitors) + fault)
    assert away(bytes(fields)) == cards + UNREAD
