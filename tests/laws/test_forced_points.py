"""Law: what a search stores is every point that is not forced, at the depth that a search of all points gives it.

`EveryPoint` shares no step of the machine's search with it: it starts from the points that follow setup, forced or not,
and goes label by label; forced points are never run through, but weigh 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import pytest

from checker.explore import explore, explore_weighted
from checker.explore.weighted import WeightedExploration
from checker.machine.machine import Machine, RawLabel, State
from checker.model import Bounds, Exploration
from checker.system.build import build_system
from checker.system.table import PilePolicy, Scope, Table
from tests.laws.tables import DEFUSE, KITTEN, base_rules

FIVE_KINDS = dict.fromkeys(("Tacocat", "Cattermelon", "Skip", "Shuffle", "See the Future"), 1)
FIVE_CATS = dict.fromkeys(("Tacocat", "Cattermelon", "Beard Cat", "Hairy Potato Cat", "Rainbow-Ralphing Cat"), 1)
SCOPES: Mapping[str, Table] = {
    name: Table(players, Scope(name, {KITTEN: players - 1, DEFUSE: players} | copies, dealt), readings)
    for name, players, copies, dealt, readings in (
        ("plain", 2, {"Nope": 1, "Attack": 1, "Favor": 1, "Skip": 1}, 1, {}),
        ("a pair", 2, {"Nope": 1, "Tacocat": 2, "Skip": 1}, 1, {"steal-from": "anyone", "own-nope": "others"}),
        ("three players", 3, {"Attack": 1, "Favor": 1, "Skip": 1}, 1, {}),
        ("a duty to the empty hand", 2, {"Favor": 2, "Skip": 1}, 1, {"favor-target": "literal"}),
        ("nobody need defuse", 2, {"Skip": 2, "Nope": 1}, 1, {"defuse-choice": "optional"}),
        ("a Defuse ends all", 3, {"Attack": 3}, 1, {"defuse-ends": "all-turns", "attack-stacking": "replaced"}),
        ("three Attacks", 2, {"Attack": 3}, 1, {"attack-stacking": "capped"}),
        ("a look", 2, {"See the Future": 1, "Shuffle": 1}, 1, {"short-pile": "not-playable", "lone-defuse": "dump"}),
        ("a triple", 2, {"Tacocat": 3, "Skip": 1}, 2, {"triple-asks": "look", "lone-cat": "dump"}),
        ("five kinds", 2, FIVE_KINDS, 2, {"five-own": "earlier", "defuse-ends": "any-turn"}),
        ("debts of the dead", 3, {"Attack": 2, "Skip": 1}, 1, {"owed-by-the-dead": "pass-on"}),
    )
}
LARGER: Mapping[str, Table] = {
    name: Table(players, Scope(name, copies, dealt), readings)
    for name, players, copies, dealt, readings in (
        ("tiny for two", 2, {KITTEN: 1, DEFUSE: 2, "Nope": 2, "Attack": 2, "Favor": 1, "Tacocat": 2}, 2, {}),
        ("tiny for three", 3, {KITTEN: 2, DEFUSE: 3, "Nope": 1, "Attack": 2, "Skip": 1, "Favor": 1}, 1, {}),
        ("kitten held", 3, {KITTEN: 2, DEFUSE: 3, "Attack": 1} | FIVE_CATS, 1, {"five-kitten": "held"}),
    )
}
PILES: tuple[PilePolicy, ...] = ("bag", "ordered")
CASES = [
    *((name, pile) for name in SCOPES for pile in PILES),
    *(pytest.param(name, pile, marks=pytest.mark.slow) for name in LARGER for pile in PILES),
]


@dataclass(slots=True)
class EveryPoint:
    """A machine as a weighted model: every point is a state, and a step from a point with one label weighs 0."""

    machine: Machine
    decisions: set[State] = field(default_factory=set)

    def initial(self) -> Sequence[tuple[State, int]]:
        """The points that follow setup. Forced ones are points like any other, so no mask is left to tell."""
        level, found = {self.machine.begin_setup()}, set[State]()
        while level:
            after = {self.machine.step(state, raw) for state in level for raw, _ in self.machine.labels(state)}
            done = {state for state in after if (at := self.machine.location(state)) is None or not at.in_setup}
            found |= done
            level = after - done
        return [(state, 0) for state in sorted(found)]

    def weighted_successors(self, state: State, /) -> Sequence[tuple[RawLabel, State, int, int]]:
        """The machine's own; beside it, decisions collects the points that are not forced."""
        found = self.machine.weighted_successors(state)
        if len(found) != 1:
            self.decisions.add(state)
        return found

    def hits(self, state: State, /) -> int:
        """The monitors hit at this point."""
        return self.machine.hits(state)

    def is_final(self, state: State, /) -> bool:
        """Whether play properly ends here."""
        return self.machine.is_final(state)


@dataclass(frozen=True, slots=True)
class Searches:
    """Both searches of one table, and the decision points that the second one met."""

    machine: Machine
    plain: Exploration[State]
    weighted: WeightedExploration
    decisions: frozenset[State]


@cache
def search_both(name: str, pile: PilePolicy) -> Searches:
    """Both searches of one of the scopes."""
    table = replace(({**SCOPES, **LARGER})[name], pile=pile)
    machine = Machine(build_system(base_rules(), table))
    plain = explore(machine, Bounds())
    every_point = EveryPoint(machine)
    weighted = explore_weighted(every_point)
    return Searches(machine, plain, weighted, frozenset(every_point.decisions))


@pytest.mark.parametrize(("name", "pile"), CASES)
def test_each_first_hit_is_a_shortest(name: str, pile: PilePolicy) -> None:
    searches = search_both(name, pile)
    assert searches.plain.complete
    assert {monitor: hit.depth for monitor, hit in searches.plain.hits} == dict(searches.weighted.distances)


@pytest.mark.parametrize(("name", "pile"), CASES)
def test_the_stored_states_are_the_points_that_are_not_forced(name: str, pile: PilePolicy) -> None:
    searches = search_both(name, pile)
    assert set(searches.plain.tree.states) == searches.decisions
