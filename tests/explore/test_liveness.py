"""Endless plays are found where there are any, told as lassos that replay, and never denied by an incomplete search."""

from array import array

import networkx
import pytest
from hypothesis import given, settings

from checker.explore import ReplayError, check_every_play_ends, explore, find_lasso, replay_lasso
from checker.explore.liveness import find_cyclic_components
from checker.model import Bounds, Lasso, Model, State, Trace
from tests.explore.graphs import build_reachable_graph, draw_tables
from tests.toys import Grid, Jugs, Rho, Ring, Table, TwoLocks


def find(model: Model[State], goal: int = 0) -> Lasso | None:
    search = find_lasso(model, explore(model, Bounds()), goal=goal)
    assert search.complete
    return search.lasso


def ends(model: Model[State], bounds: Bounds) -> bool | None:
    return check_every_play_ends(model, explore(model, bounds)).holds()


def test_the_circle_is_found_with_its_tail() -> None:
    assert find(Rho(2, 3)) == Lasso(Trace(0, ("from 0", "from 1")), ("from 2", "from 3", "from 4"))


def test_a_self_loop_is_a_cycle_of_one_label() -> None:
    assert find(Table(((1,), (1,)))) == Lasso(Trace(0, (0,)), (0,))


def test_a_grid_has_no_endless_play() -> None:
    assert find(Grid(4, 3)) is None


def test_two_ways_to_one_state_are_no_cycle() -> None:
    assert find(Table(((1, 2), (3,), (3,), ()))) is None


def test_the_cycle_with_the_shortest_stem_is_told() -> None:
    assert find(Table(((1, 2), (3,), (2,), (3,)))) == Lasso(Trace(0, (1,)), (0,))


def test_the_shortest_cycle_through_the_end_of_the_stem_is_told() -> None:
    assert find(Table(((1, 2), (2,), (0,)))) == Lasso(Trace(0, ()), (1, 0))


def test_the_stem_names_its_start() -> None:
    assert find(Table(((), (1,)), starts=(0, 1))) == Lasso(Trace(1, ()), (0,))


def test_a_goal_on_the_cycle_is_hit_again_and_again() -> None:
    assert find(Rho(3, 4), goal=1) is None


def test_a_goal_on_a_forced_point_of_the_cycle_is_hit_again_and_again() -> None:
    assert find(Rho(3, 4), goal=2) is None


def test_a_goal_that_is_not_on_the_cycle_is_missed_for_ever() -> None:
    assert find(Rho(3, 4), goal=4) == find(Rho(3, 4))


def test_a_goal_on_the_stem_only_is_missed_for_ever() -> None:
    assert find(Table(((1,), (1,)), here=((0, 1),)), goal=1) == Lasso(Trace(0, (0,)), (0,))


def test_the_cycle_goes_round_the_label_that_hits_the_goal() -> None:
    assert find(Table(((0, 0),), masks=(((0, 0), 1),)), goal=1) == Lasso(Trace(0, ()), (1,))


def test_the_token_may_go_round_without_anybody_critical() -> None:
    assert find(Ring(3), goal=2) == Lasso(Trace(0, ()), ("pass", "pass", "pass"))


def test_every_play_on_a_grid_ends() -> None:
    assert ends(Grid(4, 3), Bounds()) is True


def test_a_deadlock_is_no_proper_end() -> None:
    assert ends(TwoLocks(), Bounds()) is False


def test_locks_in_the_same_order_let_every_play_end() -> None:
    assert ends(TwoLocks(same_order=True), Bounds()) is True


def test_an_endless_play_does_not_end() -> None:
    assert ends(Jugs(), Bounds()) is False


def test_an_incomplete_search_without_a_lasso_decides_nothing() -> None:
    assert ends(Grid(4, 3), Bounds(max_states=11)) is None


def test_an_incomplete_search_before_the_circle_closes_decides_nothing() -> None:
    assert ends(Rho(3, 4), Bounds(max_depth=5)) is None


def test_a_lasso_in_an_incomplete_search_decides() -> None:
    assert ends(Ring(5), Bounds(max_states=50)) is False


def test_replay_walks_the_stem_and_one_round() -> None:
    visits = replay_lasso(Rho(1, 2), Lasso(Trace(0, ("from 0",)), ("from 1", "from 2")))
    assert [visit.state for visit in visits] == [0, 1, 2, 1]


def test_replay_blames_a_lasso_that_does_not_close() -> None:
    with pytest.raises(ReplayError, match="the lasso is wrong: its cycle leaves 1 and ends in 2"):
        replay_lasso(Rho(1, 2), Lasso(Trace(0, ("from 0",)), ("from 1",)))


def test_replay_blames_a_lasso_without_a_cycle() -> None:
    with pytest.raises(ReplayError, match="the lasso is wrong: its cycle has no label"):
        replay_lasso(Rho(1, 2), Lasso(Trace(0, ("from 0",)), ()))


def test_a_long_road_does_not_exhaust_the_stack() -> None:
    lasso = find(Rho(5000, 5000))
    assert lasso is not None
    assert (len(lasso.stem.labels), len(lasso.cycle)) == (5000, 5000)


@settings(database=None, deadline=None)
@given(draw_tables())
def test_a_lasso_is_found_just_where_networkx_finds_a_cycle(table: Table) -> None:
    acyclic = networkx.is_directed_acyclic_graph(build_reachable_graph(table))
    assert (find(table) is None) == acyclic


@settings(database=None, deadline=None)
@given(draw_tables())
def test_every_lasso_replays_and_its_cycle_misses_the_goal(table: Table) -> None:
    lasso = find(table, goal=1)
    if lasso is not None:
        visits = replay_lasso(table, lasso)
        assert not any((visit.passed | visit.here) & 1 for visit in visits[len(lasso.stem.labels) + 1 :])


@settings(database=None, deadline=None)
@given(draw_tables())
def test_cyclic_components_are_those_of_networkx(table: Table) -> None:
    graph: networkx.DiGraph[int, dict[str, object], dict[str, object]] = networkx.DiGraph()
    graph.add_nodes_from(range(len(table.edges)))
    graph.add_edges_from((source, target) for source, row in enumerate(table.edges) for target in row)
    expected = {
        frozenset(component)
        for component in networkx.strongly_connected_components(graph)
        if len(component) > 1 or any(graph.has_edge(node, node) for node in component)
    }
    offsets, targets = array("q", [0]), array("i")
    for row in table.edges:
        targets.extend(row)
        offsets.append(len(targets))
    assert {frozenset(component) for component in find_cyclic_components(offsets, targets)} == expected
