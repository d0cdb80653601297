"""Breadth-first search: exact counts, visiting order, first hits and deadlocks."""

import networkx
import pytest
from hypothesis import given, settings

from checker.explore import explore
from checker.model import Bounds, Exploration, Hit, Model, State
from tests.explore.graphs import build_reachable_graph, draw_tables
from tests.toys import Grid, Jugs, Leap, Rho, Ring, Table, TwoLocks, Watched


def count(model: Model[State]) -> tuple[int, int, int]:
    exploration = explore(model, Bounds())
    assert exploration.complete
    assert exploration.limit is None
    return exploration.states, exploration.transitions, exploration.depth


def explore_all(model: Model[State]) -> Exploration[State]:
    return explore(model, Bounds())


def test_grid_has_12_states_17_transitions_depth_5() -> None:
    assert count(Grid(4, 3)) == (12, 17, 5)


def test_large_grid_has_the_numbers_of_its_formula() -> None:
    assert count(Grid(100, 80)) == (8000, 15820, 178)


def test_jugs_have_16_states_96_transitions_depth_7() -> None:
    assert count(Jugs()) == (16, 96, 7)


def test_ring_of_three_has_36_states_96_transitions_depth_6() -> None:
    assert count(Ring(3)) == (36, 96, 6)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_ring_has_size_times_3_times_2_to_the_others_states(size: int) -> None:
    assert count(Ring(size))[0] == size * 3 * 2 ** (size - 1)


def test_broken_ring_has_more_states() -> None:
    assert count(Ring(3, broken=True)) == (81, 297, 8)


def test_rho_has_7_states_7_transitions_depth_6() -> None:
    assert count(Rho(3, 4)) == (7, 7, 6)


def test_two_locks_have_13_states_14_transitions_depth_6() -> None:
    assert count(TwoLocks()) == (13, 14, 6)


def test_two_locks_in_the_same_order_have_12_states_12_transitions() -> None:
    assert count(TwoLocks(same_order=True)) == (12, 12, 6)


def test_leap_has_7_states_11_transitions_depth_3() -> None:
    assert count(Leap()) == (7, 11, 3)


def test_a_model_without_starts_is_complete_and_empty() -> None:
    assert count(Table((), starts=())) == (0, 0, 0)


def test_states_are_visited_breadth_first_in_successor_order() -> None:
    assert explore_all(Grid(3, 3)).tree.states == [
        (0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (2, 1), (1, 2), (2, 2),
    ]  # fmt: skip


def test_jugs_are_visited_in_this_order() -> None:
    assert explore_all(Jugs()).tree.states == [
        (0, 0), (3, 0), (0, 5), (3, 5), (0, 3), (3, 2), (3, 3), (0, 2),
        (1, 5), (2, 0), (1, 0), (2, 5), (0, 1), (3, 4), (3, 1), (0, 4),
    ]  # fmt: skip


def test_states_are_expanded_once_each_in_visiting_order() -> None:
    watched = Watched(Jugs())
    visited = explore_all(watched).tree.states
    assert watched.asked == visited


def test_the_parent_is_the_first_state_that_leads_there() -> None:
    assert list(explore_all(Grid(3, 3)).tree.parents) == [-1, 0, 0, 1, 1, 2, 3, 4, 6]


def test_the_parent_of_a_start_tells_its_index() -> None:
    assert list(explore_all(Table(((2,), (2,), ()), starts=(1, 0))).tree.parents) == [-1, -2, 0]


def test_a_monitor_is_first_hit_at_least_depth() -> None:
    assert explore_all(Jugs()).first_hit(0) == Hit(13, None, 6)


def test_hits_are_sorted_by_monitor() -> None:
    assert explore_all(Grid(4, 3)).hits == ((0, Hit(11, None, 5)), (1, Hit(4, None, 2)))


def test_monitors_never_hit_are_listed() -> None:
    assert explore_all(Grid(4, 3)).never_hit(4) == (2, 3)


def test_the_ring_keeps_two_out_of_the_critical_section() -> None:
    assert explore_all(Ring(4)).first_hit(0) is None


def test_the_broken_ring_lets_two_into_the_critical_section() -> None:
    assert explore_all(Ring(3, broken=True)).first_hit(0) == Hit(31, None, 4)


def test_a_forced_point_on_the_way_is_a_hit_along_its_successor() -> None:
    assert explore_all(Leap()).first_hit(1) == Hit(2, 1, 2)


def test_a_forced_point_on_a_step_to_a_known_state_is_a_hit() -> None:
    assert explore_all(Rho(3, 4)).first_hit(1) == Hit(6, 0, 7)


def test_a_point_passed_before_the_start_is_a_hit_at_depth_0() -> None:
    assert explore_all(Leap()).first_hit(2) == Hit(0, None, 0)


def test_a_start_state_is_a_hit_at_depth_0() -> None:
    assert explore_all(Rho(0, 2)).first_hit(0) == Hit(0, None, 0)


def test_a_stored_state_one_step_away_beats_a_forced_point_two_steps_away() -> None:
    # State 2 is stored at depth 1; the forced point along 1 -> 3 has depth 2, but is met before 2 is expanded.
    model = Table(((1, 2), (3,), (), ()), here=((2, 1),), masks=(((1, 0), 1),))
    assert explore_all(model).first_hit(0) == Hit(2, None, 1)


def test_the_forced_point_comes_before_the_state_it_leads_to() -> None:
    model = Table(((1,), ()), here=((1, 1),), masks=(((0, 0), 1),))
    assert explore_all(model).first_hit(0) == Hit(0, 0, 1)


def test_many_monitors_may_be_hit_at_once() -> None:
    model = Table(((1,), ()), here=((1, 1 << 70 | 5),))
    assert [monitor for monitor, _ in explore_all(model).hits] == [0, 2, 70]


def test_two_locks_deadlock_after_two_steps() -> None:
    assert explore_all(TwoLocks()).deadlock == Hit(4, None, 2)


def test_locks_in_the_same_order_do_not_deadlock() -> None:
    assert explore_all(TwoLocks(same_order=True)).deadlock is None


def test_a_final_state_is_no_deadlock() -> None:
    assert explore_all(Table(((1,), ()), final=(1,))).deadlock is None


def test_the_first_of_two_deadlocks_is_kept() -> None:
    assert explore_all(Table(((2, 1), (), ()))).deadlock == Hit(1, None, 1)


def test_the_search_goes_on_after_a_hit() -> None:
    assert explore_all(Ring(3, broken=True)).states == 81


def test_the_search_stops_when_it_is_told_to_at_a_hit() -> None:
    exploration = explore(Ring(3, broken=True), Bounds(), stop_when=1)
    assert (exploration.complete, exploration.limit, exploration.states) == (False, None, 32)


def test_the_search_stops_at_a_hit_on_a_forced_point() -> None:
    exploration = explore(Leap(), Bounds(), stop_when=2)
    assert (exploration.complete, exploration.limit, exploration.first_hit(1)) == (False, None, Hit(2, 1, 2))


def test_the_search_stops_at_a_hit_in_a_start_state() -> None:
    exploration = explore(Leap(), Bounds(), stop_when=4)
    assert (exploration.complete, exploration.limit, exploration.states) == (False, None, 1)


def test_the_search_stops_only_when_all_its_monitors_are_hit() -> None:
    exploration = explore(Grid(4, 4), Bounds(), stop_when=0b11)
    assert exploration.hits == ((0, Hit(15, None, 6)), (1, Hit(4, None, 2)))


def test_a_search_for_a_monitor_never_hit_completes() -> None:
    assert explore(Grid(4, 3), Bounds(), stop_when=4).complete


def test_equal_start_states_are_refused() -> None:
    with pytest.raises(ValueError, match="start states are distinct, but number 1 was given before: 0"):
        explore_all(Table(((),), starts=(0, 0)))


def test_a_negative_mask_of_a_model_is_refused() -> None:
    with pytest.raises(ValueError, match="a mask of monitors is not negative, this one is -1"):
        explore_all(Table(((1,), ()), here=((1, -1),)))


def test_a_negative_stop_mask_is_refused() -> None:
    with pytest.raises(ValueError, match="stop_when is a mask of monitors and not negative, this one is -1"):
        explore(Jugs(), Bounds(), stop_when=-1)


def test_an_error_of_the_model_is_not_swallowed() -> None:
    with pytest.raises(IndexError):
        explore_all(Table(((1,),)))


@settings(database=None, deadline=None)
@given(draw_tables())
def test_explored_states_are_the_reachable_ones(table: Table) -> None:
    assert set(explore_all(table).tree.states) == set(build_reachable_graph(table))


@settings(database=None, deadline=None)
@given(draw_tables())
def test_depth_is_the_greatest_distance_from_the_starts(table: Table) -> None:
    lengths = dict(networkx.multi_source_dijkstra_path_length(build_reachable_graph(table), set(table.starts)))
    assert explore_all(table).depth == max(lengths.values())


@settings(database=None, deadline=None)
@given(draw_tables())
def test_two_searches_find_the_same(table: Table) -> None:
    first, second = explore_all(table), explore_all(table)
    assert (first, first.tree) == (second, second.tree)
