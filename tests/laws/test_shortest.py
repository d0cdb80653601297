"""Law: depths of breadth-first search are least, by a second search in which stored forced points weigh 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from checker.explore import explore, explore_weighted
from checker.machine.machine import Machine, RawLabel, State
from checker.model import Bounds
from checker.system.build import build_system
from checker.system.table import PilePolicy, Scope, Table
from tests.laws.tables import base_rules

ALWAYS = {"Exploding Kitten": 1, "Defuse": 2}
TABLES: list[tuple[int, dict[str, int], int, dict[str, str], PilePolicy]] = [
    (2, {"Skip": 2, "Nope": 1}, 1, {}, "bag"),
    (2, {"Attack": 2, "Nope": 2}, 1, {}, "bag"),
    (2, {"Attack": 2, "Favor": 1}, 1, {"attack-stacking": "replaced"}, "bag"),
    (2, {"Tacocat": 2, "Nope": 2}, 2, {}, "bag"),
    (2, {"Favor": 2, "Skip": 1}, 1, {"favor-target": "literal"}, "bag"),
    (2, {"Shuffle": 1, "Skip": 1}, 1, {"defuse-choice": "optional"}, "bag"),
    (3, {"Exploding Kitten": 2, "Defuse": 3, "Skip": 2, "Attack": 1}, 1, {}, "bag"),
    (2, {"Skip": 1, "Nope": 1}, 1, {}, "ordered"),
    (2, {"Attack": 1, "Favor": 1}, 1, {}, "ordered"),
    (2, {"Tacocat": 2}, 1, {"defuse-ends": "all-turns"}, "ordered"),
]


@dataclass(frozen=True, slots=True)
class Points:
    """A machine with every point kept, forced ones too."""

    machine: Machine

    def initial(self) -> Sequence[tuple[State, int]]:
        """The very first points after setup."""
        level = {self.machine.begin_setup(): None}
        starts: dict[State, None] = {}
        while level:
            after: dict[State, None] = {}
            for state in level:
                location = self.machine.location(state)
                if location is None or not location.in_setup:
                    starts[state] = None
                    continue
                for raw, _ in self.machine.labels(state):
                    after[self.machine.step(state, raw)] = None
            level = after
        return [(state, 0) for state in starts]

    def weighted_successors(self, state: State, /) -> Sequence[tuple[RawLabel, State, int, int]]:
        """Every label with the next point: a forced one weighs 0."""
        return self.machine.weighted_successors(state)

    def hits(self, state: State, /) -> int:
        """The monitors hit in this point."""
        return self.machine.hits(state)

    def is_final(self, state: State, /) -> bool:
        """Whether the play has ended."""
        return self.machine.is_final(state)


@pytest.mark.parametrize(("players", "copies", "dealt", "readings", "pile"), TABLES)
def test_no_monitor_is_hit_by_fewer_decisions(
    players: int, copies: dict[str, int], dealt: int, readings: dict[str, str], pile: PilePolicy
) -> None:
    table = Table(players, Scope("small", ALWAYS | copies, dealt), readings, pile)
    machine = Machine(build_system(base_rules(), table))
    found = explore(machine, Bounds())
    second = explore_weighted(Points(machine))
    assert found.complete
    assert len(found.hits) >= 3
    assert {monitor: hit.depth for monitor, hit in found.hits} == dict(second.distances)
