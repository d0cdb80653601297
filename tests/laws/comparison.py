"""The System beside the definitional interpreter of core: same offers, chances and situation at every decision."""

from __future__ import annotations

import random

from checker.machine.describe import Describer
from checker.machine.machine import Machine
from checker.system.build import build_system, complete_readings
from checker.system.label import Label
from checker.system.table import Table
from kittens_dsl.core.rules import Rules
from tests.oracles.interpreter import ENDLESS
from tests.oracles.meaning import Meaning
from tests.oracles.situation import Snapshot, snapshot

MOST_FORCED = 5_000
"""Forced steps in a row after which a play is taken to go on for ever."""


def machine_snapshot(machine: Machine, state: bytes) -> Snapshot:
    """A state of the machine in the oracle's canonical form."""
    describer, rules = Describer(machine), machine.system.rules
    seats = range(machine.system.table.players)

    def places(name: str, *, of_player: bool) -> list[tuple[str, int | None]]:
        return [(name, seat) for seat in seats] if of_player else [(name, None)]

    def value(array: str, place: tuple[str, int | None]) -> int:
        return describer.field(state, f"{array} {place[0]}", *(() if place[1] is None else (place[1],)))

    def by_name(place: tuple[str, int | None]) -> tuple[str, int]:
        return place[0], -1 if place[1] is None else place[1]

    zones = []
    for zone in rules.zones:
        for place in places(zone.name, of_player=zone.of_player):
            cards = describer.cards(state, *place)
            if cards:
                zones.append((place, cards if zone.ordered else tuple(sorted(cards))))
    counters = [p for one in rules.counters for p in places(one.name, of_player=one.of_player)]
    tokens = [p for one in rules.tokens for p in places(one.name, of_player=one.of_player)]
    statuses = [p for one in rules.statuses for p in places(one.name, of_player=one.of_player)]
    return Snapshot(
        zones=tuple(sorted(zones, key=lambda item: by_name(item[0]))),
        counters=tuple((place, value("counter", place)) for place in sorted(counters, key=by_name)),
        statuses=tuple(place for place in sorted(statuses, key=by_name) if value("status", place)),
        tokens=tuple((place, value("token", place)) for place in sorted(tokens, key=by_name)),
        in_game=describer.living(state),
        winner=describer.winner(state),
    )


def weights_of(machine: Machine, describer: Describer, state: bytes) -> dict[Label, int]:
    """How likely each label of a point is beside the others."""
    return {describer.label(state, raw): weight for raw, weight in machine.labels(state)}


def compare_play(rules: Rules, table: Table, seed: int, longest: int = 200) -> int:
    """Play one random game in both, from setup on, and compare at every decision; returns the number of decisions.

    AssertionError at the first difference. Only ordered tables: the oracle keeps every pile in order.
    """
    assert table.pile == "ordered"
    machine = Machine(build_system(rules, table))
    describer = Describer(machine)
    meaning = Meaning(rules, complete_readings(rules, table))
    generator = random.Random(seed)
    state = machine.begin_setup()
    decisions = forced = 0
    while decisions < longest:
        offered = describer.labels(state)
        if len(offered) == 1:
            forced += 1
            if forced > MOST_FORCED:
                assert meaning.fault == ENDLESS, meaning.fault
                return decisions
            state = machine.step(state, next(iter(offered.values())))
            continue
        forced = 0
        expected, found = snapshot(meaning.situation), machine_snapshot(machine, state)
        assert (meaning.fault is None) == (describer.fault(state) is None), (meaning.fault, describer.fault(state))
        if meaning.fault is None:
            assert expected == found, f"decision {decisions}: {expected} != {found}"
        theirs = meaning.offers()
        alone = (set(theirs) - set(offered), set(offered) - set(theirs))
        assert set(theirs) == set(offered), f"decision {decisions}: the oracle alone and the System alone {alone}"
        if not theirs:
            return decisions
        if theirs[0].verb != "hand":  # the cards of a hand are drawn one by one, not by a weight of the whole hand
            assert weights_of(machine, describer, state) == {one: meaning.weight(one) for one in theirs}
        label = generator.choice(sorted(theirs, key=repr))
        meaning.take(label)
        state = machine.step(state, offered[label])
        decisions += 1
    return decisions
