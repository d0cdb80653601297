"""Random plays are reproducible, stay within what search explores, and show what they hit."""

from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.explore import Sample, explore, replay_trace, sample_plays, walk_play
from checker.model import Bounds, Label, Trace
from tests.explore.graphs import draw_tables
from tests.toys import Grid, Jugs, Leap, Ring, Table, TwoLocks


@dataclass(frozen=True)
class Climbing(Grid):
    """A grid on which 'right' is never drawn while there is a choice."""

    def weight(self, label: Label) -> float:
        return 1.0 if label == "up" else 1e-300


def test_a_sample_of_leaps_has_these_numbers() -> None:
    assert sample_plays(Leap(), 50, 1, 20) == Sample(
        plays=50,
        steps=213,
        longest=5,
        ended=50,
        deadlocked=0,
        cut=0,
        hits=((0, Trace(0, ("leap", "leap", "hop"))), (1, Trace(0, ("leap", "leap"))), (2, Trace(0, ()))),
        deadlock=None,
    )


def test_the_same_seed_gives_the_same_sample() -> None:
    assert sample_plays(Ring(4), 20, 7, 30) == sample_plays(Ring(4), 20, 7, 30)


def test_another_seed_gives_another_sample() -> None:
    assert sample_plays(Leap(), 50, 1, 20) != sample_plays(Leap(), 50, 2, 20)


def test_plays_on_a_grid_all_have_its_depth() -> None:
    sample = sample_plays(Grid(4, 3), 30, 1, 100)
    assert (sample.plays, sample.steps, sample.longest, sample.ended) == (30, 150, 5, 30)


def test_a_play_that_ends_at_the_step_limit_is_not_cut() -> None:
    sample = sample_plays(Grid(4, 3), 10, 1, 5)
    assert (sample.ended, sample.cut) == (10, 0)


def test_a_play_beyond_the_step_limit_is_cut() -> None:
    sample = sample_plays(Grid(4, 3), 10, 1, 4)
    assert (sample.ended, sample.cut, sample.longest) == (0, 10, 4)


def test_about_half_of_the_plays_with_two_locks_deadlock() -> None:
    sample = sample_plays(TwoLocks(), 100, 1, 20)
    assert (sample.ended, sample.deadlocked, sample.cut) == (49, 51, 0)


def test_the_deadlock_has_a_trace() -> None:
    assert sample_plays(TwoLocks(), 100, 1, 20).deadlock == Trace(0, ("A takes", "B takes"))


def test_the_broken_ring_is_caught_by_sampling() -> None:
    sample = sample_plays(Ring(3, broken=True), 200, 1, 30)
    assert sample.hits[0] == (0, Trace(0, ((2, "i"), (2, "w"), (1, "i"), (1, "w"))))


def test_the_ring_is_not_caught_by_sampling() -> None:
    assert [monitor for monitor, _ in sample_plays(Ring(3), 200, 1, 30).hits] == [1]


def test_labels_are_drawn_by_their_weights() -> None:
    assert sample_plays(Climbing(9, 2), 50, 1, 100).hits[1] == (1, Trace(0, ("up", "right")))


def test_no_plays_are_an_empty_sample() -> None:
    assert sample_plays(Jugs(), 0, 1, 10) == Sample(0, 0, 0, 0, 0, 0, (), None)


def test_a_model_without_starts_cannot_be_played() -> None:
    with pytest.raises(ValueError, match="the model has no start state to play from"):
        sample_plays(Table((), starts=()), 1, 1, 10)


def test_negative_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="plays and max_steps are not negative, these are 1 and -1"):
        sample_plays(Jugs(), 1, 1, -1)


@settings(database=None, deadline=None)
@given(draw_tables(), st.integers(0, 1000))
def test_sampled_states_are_among_the_explored_ones(table: Table, seed: int) -> None:
    explored = set(explore(table, Bounds()).tree.states)
    assert {visit.state for visit in walk_play(table, table.initial()[0], Random(seed), 20)} <= explored


@settings(database=None, deadline=None)
@given(draw_tables(), st.integers(0, 1000))
def test_a_sampled_hit_is_never_nearer_than_the_search_says(table: Table, seed: int) -> None:
    exploration = explore(table, Bounds())
    for monitor, trace in sample_plays(table, 5, seed, 20).hits:
        hit = exploration.first_hit(monitor)
        assert hit is not None
        assert len(trace.labels) >= hit.depth


@settings(database=None, deadline=None)
@given(draw_tables(), st.integers(0, 1000))
def test_every_sampled_hit_replays(table: Table, seed: int) -> None:
    for monitor, trace in sample_plays(table, 5, seed, 20).hits:
        last = replay_trace(table, trace)[-1]
        assert (last.passed | last.here) >> monitor & 1


@settings(database=None, deadline=None)
@given(st.integers(0, 1000))
def test_sampled_states_of_a_cut_search_are_seen_to_be_missing(seed: int) -> None:
    # The law above has teeth: against a search stopped half way it fails.
    explored = set(explore(Grid(4, 3), Bounds(max_depth=3)).tree.states)
    assert not {visit.state for visit in walk_play(Grid(4, 3), ((0, 0), 0), Random(seed), 20)} <= explored
