"""The weighted search agrees with breadth-first search on what is shortest, and would notice if it did not."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings

from checker.explore import WeightedExploration, explore, explore_weighted
from checker.model import Bounds, Label, Model, State, WeightedModel
from tests.explore.graphs import draw_tables
from tests.toys import Grid, Jugs, Leap, Rho, Ring, Table, TwoLocks, UnitWeights


@dataclass(frozen=True)
class DearLeap(Leap):
    """A broken toy: landing after a leap weighs as much as the leap."""

    weight: int = 1

    def weighted_successors(self, state: Label) -> list[tuple[Label, Label, int, int]]:
        return [(label, target, self.weight, mask) for label, target, _, mask in super().weighted_successors(state)]


@dataclass(frozen=True)
class LateZero:
    """State 3 is met first at weight 1, but it can be had for 0 by a longer way, and with it monitor 0 for 1."""

    def initial(self) -> list[tuple[int, int]]:
        return [(0, 0)]

    def weighted_successors(self, state: int) -> list[tuple[str, int, int, int]]:
        steps = {0: [("a", 3, 1, 0), ("b", 1, 0, 0)], 1: [("c", 2, 0, 0)], 2: [("d", 3, 0, 0)], 3: [("e", 4, 1, 1)]}
        return steps.get(state, [])

    def hits(self, state: int) -> int:
        return int(state == 4) << 1

    def is_final(self, state: int) -> bool:
        return False


def agree(model: Model[State], weighted: WeightedModel[State]) -> bool:
    exploration, found = explore(model, Bounds()), explore_weighted(weighted)
    deadlock = exploration.deadlock.depth if exploration.deadlock else None
    return (tuple((monitor, hit.depth) for monitor, hit in exploration.hits), deadlock) == (
        found.distances,
        found.deadlock,
    )


def test_forced_points_stored_at_weight_0_give_the_same_distances() -> None:
    assert agree(Leap(), Leap())


def test_leap_has_12_states_16_transitions_with_its_forced_points() -> None:
    assert explore_weighted(Leap()) == WeightedExploration(12, 16, ((0, 3), (1, 2), (2, 0)), None)


def test_forced_points_stored_at_weight_1_are_seen_to_disagree() -> None:
    assert explore_weighted(DearLeap()).distance(0) == 5
    assert not agree(Leap(), DearLeap())


def test_a_late_way_of_weight_0_is_preferred() -> None:
    assert explore_weighted(LateZero()) == WeightedExploration(5, 5, ((0, 1), (1, 1)), 1)


def test_a_weight_of_2_is_refused() -> None:
    with pytest.raises(ValueError, match="a step weighs 0 or 1, but 'hop' from 0 weighs 2"):
        explore_weighted(DearLeap(weight=2))


def test_a_monitor_never_hit_has_no_distance() -> None:
    assert explore_weighted(UnitWeights(Grid(3, 3))).distance(2) is None


def test_unit_weights_agree_on_the_grid() -> None:
    assert agree(Grid(5, 4), UnitWeights(Grid(5, 4)))


def test_unit_weights_agree_on_the_jugs() -> None:
    assert agree(Jugs(), UnitWeights(Jugs()))


def test_unit_weights_agree_on_the_broken_ring() -> None:
    assert agree(Ring(3, broken=True), UnitWeights(Ring(3, broken=True)))


def test_unit_weights_agree_on_the_circle() -> None:
    assert agree(Rho(3, 4), UnitWeights(Rho(3, 4)))


def test_unit_weights_agree_on_the_deadlock() -> None:
    assert agree(TwoLocks(), UnitWeights(TwoLocks()))


@settings(database=None, deadline=None)
@given(draw_tables())
def test_unit_weights_agree_on_any_model(table: Table) -> None:
    assert agree(table, UnitWeights(table))


@settings(database=None, deadline=None)
@given(draw_tables())
def test_unit_weights_count_the_same_states_and_transitions(table: Table) -> None:
    exploration, found = explore(table, Bounds()), explore_weighted(UnitWeights(table))
    assert (exploration.states, exploration.transitions) == (found.states, found.transitions)
