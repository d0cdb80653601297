"""Traces are rebuilt from the search and replayed from labels alone; failures blame the right party."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings

from checker.explore import ReplayError, explore, rebuild_trace, rebuild_trace_to, replay_trace
from checker.model import Bounds, Hit, Model, State, Trace, Visit
from tests.explore.graphs import draw_tables
from tests.toys import Grid, Jugs, Leap, Rho, Ring, Table, TwoLocks


@dataclass(frozen=True)
class Ambiguous:
    """A broken toy: its start offers one label for two steps."""

    def initial(self) -> list[tuple[int, int]]:
        return [(0, 0)]

    def successors(self, state: int) -> list[tuple[str, int, int]]:
        return [("go", 1, 0), ("go", 2, 0)] if state == 0 else []

    def hits(self, state: int) -> int:
        return 0

    def is_final(self, state: int) -> bool:
        return True


def trace_first_hit(model: Model[State], monitor: int) -> Trace:
    exploration = explore(model, Bounds())
    hit = exploration.first_hit(monitor)
    assert hit is not None
    return rebuild_trace(model, exploration, hit)


def test_four_litres_are_measured_by_these_six_pourings() -> None:
    assert trace_first_hit(Jugs(), 0) == Trace(
        0, ("fill big", "big to small", "empty small", "big to small", "fill big", "big to small")
    )


def test_the_broken_ring_lets_two_in_by_these_four_steps() -> None:
    assert trace_first_hit(Ring(3, broken=True), 0) == Trace(0, ((0, "i"), (0, "w"), (1, "i"), (1, "w")))


def test_the_trace_of_a_forced_hit_ends_with_the_label_that_passes_it() -> None:
    assert trace_first_hit(Leap(), 1) == Trace(0, ("leap", "leap"))


def test_the_trace_of_a_hit_on_a_closing_step_goes_round() -> None:
    assert trace_first_hit(Rho(1, 2), 1) == Trace(0, ("from 0", "from 1", "from 2"))


def test_the_trace_of_a_hit_before_the_start_has_no_label() -> None:
    assert trace_first_hit(Leap(), 2) == Trace(0, ())


def test_the_trace_names_the_start_it_came_from() -> None:
    model = Table(((), (2,), (3,), ()), starts=(0, 1), here=((3, 1),))
    assert trace_first_hit(model, 0) == Trace(1, (0, 0))


def test_the_trace_of_the_deadlock_takes_both_locks() -> None:
    exploration = explore(TwoLocks(), Bounds())
    assert exploration.deadlock is not None
    assert rebuild_trace(TwoLocks(), exploration, exploration.deadlock) == Trace(0, ("A takes", "B takes"))


def test_the_first_of_two_labels_to_the_same_state_is_told() -> None:
    assert rebuild_trace_to(Table(((0, 1, 1), ())), explore(Table(((0, 1, 1), ())), Bounds()), 1) == Trace(0, (1,))


def test_a_trace_can_be_rebuilt_after_an_incomplete_search() -> None:
    exploration = explore(Grid(10, 10), Bounds(max_states=8))
    assert rebuild_trace_to(Grid(10, 10), exploration, 7) == Trace(0, ("right", "right", "up"))


def test_a_hit_of_another_exploration_is_refused() -> None:
    with pytest.raises(ValueError, match="no state 16 in an exploration of 16 states"):
        rebuild_trace(Jugs(), explore(Jugs(), Bounds()), Hit(16, None, 3))


def test_rebuilding_blames_a_model_that_lost_a_step() -> None:
    exploration = explore(Grid(3, 3), Bounds())
    with pytest.raises(ReplayError, match=r"the model changed: at step 1 the search went from \(1, 0\) to \(2, 0\)"):
        rebuild_trace_to(Grid(2, 3), exploration, 3)


def test_rebuilding_blames_a_model_that_lost_the_forced_point() -> None:
    exploration = explore(Leap(), Bounds())
    with pytest.raises(ReplayError, match="now has 2 successors, but the hit lies on the way along number 2"):
        rebuild_trace(Leap(), exploration, Hit(2, 2, 2))


def test_replay_shows_states_and_masks() -> None:
    assert replay_trace(Leap(), Trace(0, ("hop", "leap", "leap"))) == (
        Visit(None, 0, 4, 0),
        Visit("hop", 1, 0, 0),
        Visit("leap", 3, 0, 0),
        Visit("leap", 5, 0, 1),
    )


def test_replay_shows_the_mask_of_a_forced_point() -> None:
    assert replay_trace(Leap(), Trace(0, ("leap", "leap")))[-1] == Visit("leap", 4, 2, 0)


def test_replay_blames_the_trace_for_a_label_that_is_not_offered() -> None:
    with pytest.raises(ReplayError) as failure:
        replay_trace(TwoLocks(), Trace(0, ("A takes", "B takes", "A takes")))
    assert str(failure.value) == (
        "the trace is wrong: at step 2 it says 'A takes', which is not offered in state (1, 1); offered: nothing"
    )


def test_replay_lists_the_labels_that_were_offered() -> None:
    with pytest.raises(ReplayError) as failure:
        replay_trace(Grid(3, 3), Trace(0, ("right", "down")))
    assert str(failure.value) == (
        "the trace is wrong: at step 1 it says 'down', which is not offered in state (1, 0); offered: 'right', 'up'"
    )


def test_replay_blames_the_trace_for_a_start_that_does_not_exist() -> None:
    with pytest.raises(ReplayError, match="the trace is wrong: it starts from start state 1, the model has 1"):
        replay_trace(Grid(3, 3), Trace(1, ()))


def test_replay_refuses_a_negative_start() -> None:
    with pytest.raises(ReplayError, match="the trace is wrong: it starts from start state -1"):
        replay_trace(Grid(3, 3), Trace(-1, ()))


def test_replay_blames_the_model_for_one_label_with_two_meanings() -> None:
    with pytest.raises(ReplayError, match="the model is wrong: in state 0 it offers 'go' for 2 different steps"):
        replay_trace(Ambiguous(), Trace(0, ("go",)))


@settings(database=None, deadline=None)
@given(draw_tables())
def test_the_trace_of_every_hit_replays_to_it_in_its_depth(table: Table) -> None:
    exploration = explore(table, Bounds())
    for monitor, hit in exploration.hits:
        visits = replay_trace(table, rebuild_trace(table, exploration, hit))
        assert len(visits) == hit.depth + 1
        assert (visits[-1].passed | visits[-1].here) >> monitor & 1


@settings(database=None, deadline=None)
@given(draw_tables())
def test_the_trace_to_every_state_replays_to_it(table: Table) -> None:
    exploration = explore(table, Bounds())
    for number, state in enumerate(exploration.tree.states):
        assert replay_trace(table, rebuild_trace_to(table, exploration, number))[-1].state == state
