"""Each limit stops the search where it says, is named, and is never taken for completeness."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from types import FrameType
from typing import TypeAlias

import pytest

from checker.explore import REAL_GAUGES, Gauges, explore, search
from checker.model import Bounds, Exploration, Hit, Limit, Progress
from tests.toys import Grid, Jugs, Leap, Ring, Table, TwoLocks, Watched

MEGABYTE = 1 << 20
SEARCHING = {"_store_starts", "_run_levels", "_expand_states", "record"}
TraceFunction: TypeAlias = Callable[[FrameType, str, object], "TraceFunction | None"]


def tick(ticks: Iterator[float]) -> Gauges:
    """Return a clock that tells the next of these seconds each time, and memory that never grows."""
    return Gauges(lambda: next(ticks), lambda: MEGABYTE)


def explore_interrupted_at(line: int) -> Exploration[tuple[int, int]]:
    """Explore the two locks with an interrupt before the nth line that the search's module executes."""
    lines = count(1)

    def interrupt(frame: FrameType, event: str, _: object) -> TraceFunction | None:
        if frame.f_code.co_filename != search.__file__ or frame.f_code.co_name not in SEARCHING:
            return None
        if event == "line" and next(lines) == line:
            raise KeyboardInterrupt
        return interrupt

    before = sys.gettrace()
    sys.settrace(interrupt)
    try:
        return explore(TwoLocks(), Bounds())
    finally:
        sys.settrace(before)


def stop_at(bounds: Bounds) -> tuple[bool, Limit | None, int, int]:
    exploration = explore(Grid(10, 10), bounds)
    return exploration.complete, exploration.limit, exploration.states, exploration.depth


def test_the_state_limit_is_exact() -> None:
    assert stop_at(Bounds(max_states=17)) == (False, "states", 17, 4)


def test_a_state_limit_of_just_enough_completes() -> None:
    assert stop_at(Bounds(max_states=100)) == (True, None, 100, 18)


def test_a_state_limit_one_short_does_not_complete() -> None:
    assert stop_at(Bounds(max_states=99)) == (False, "states", 99, 17)


def test_more_start_states_than_the_limit_leave_no_level_completed() -> None:
    exploration = explore(Table(((), (), ()), starts=(0, 1, 2)), Bounds(max_states=2))
    assert (exploration.limit, exploration.states, exploration.depth) == ("states", 3, -1)


def test_the_depth_limit_stores_its_last_level() -> None:
    assert stop_at(Bounds(max_depth=3)) == (False, "depth", 10, 3)


def test_the_depth_limit_0_keeps_the_start_states() -> None:
    assert stop_at(Bounds(max_depth=0)) == (False, "depth", 1, 0)


def test_a_depth_limit_beyond_the_last_level_completes() -> None:
    assert stop_at(Bounds(max_depth=19)) == (True, None, 100, 18)


def test_a_hit_in_the_last_level_of_the_depth_limit_is_found() -> None:
    assert explore(Jugs(), Bounds(max_depth=6)).first_hit(0) == Hit(13, None, 6)


def test_a_hit_one_level_beyond_the_depth_limit_is_not_found() -> None:
    assert explore(Jugs(), Bounds(max_depth=5)).first_hit(0) is None


def test_a_deadlock_at_the_depth_limit_is_not_seen() -> None:
    assert explore(TwoLocks(), Bounds(max_depth=2)).deadlock is None


def test_transitions_are_those_of_wholly_expanded_states() -> None:
    assert explore(Grid(10, 10), Bounds(max_states=4)).transitions == 2


def test_the_time_limit_stops_at_the_first_look_at_the_clock_past_it() -> None:
    # A slow clock keeps chunks at one state: one look at the start, one after each expanded state.
    exploration = explore(Grid(10, 10), Bounds(max_seconds=5), gauges=tick(map(float, count())))
    assert (exploration.limit, exploration.complete, exploration.transitions) == ("time", False, 10)


def test_a_level_just_completed_counts_when_time_stops_the_search() -> None:
    exploration = explore(Grid(10, 10), Bounds(max_seconds=3), gauges=tick(map(float, count())))
    assert (exploration.states, exploration.depth) == (6, 2)


def test_time_up_with_the_last_state_completes() -> None:
    exploration = explore(Leap(), Bounds(max_seconds=7), gauges=tick(map(float, count())))
    assert (exploration.limit, exploration.complete) == (None, True)


def test_time_up_before_the_last_state_does_not_complete() -> None:
    exploration = explore(Leap(), Bounds(max_seconds=6), gauges=tick(map(float, count())))
    assert (exploration.limit, exploration.complete) == ("time", False)


def test_the_real_clock_stops_the_search() -> None:
    assert explore(Ring(12), Bounds(max_seconds=0.05)).limit == "time"


def test_the_memory_limit_stops_the_search() -> None:
    grows = count(MEGABYTE, MEGABYTE)
    gauges = Gauges(lambda: 0.0, lambda: next(grows))
    exploration = explore(Grid(10, 10), Bounds(max_memory_bytes=4 * MEGABYTE), gauges=gauges)
    assert (exploration.limit, exploration.complete, exploration.states) == ("memory", False, 10)


def test_memory_full_with_the_last_state_completes() -> None:
    exploration = explore(Table(((),), final=(0,)), Bounds(max_memory_bytes=1))
    assert (exploration.limit, exploration.complete) == (None, True)


def test_the_real_memory_gauge_stops_the_search() -> None:
    assert explore(Ring(12), Bounds(max_memory_bytes=MEGABYTE)).limit == "memory"


def test_the_real_memory_gauge_reads_more_than_a_megabyte() -> None:
    assert REAL_GAUGES.memory() > MEGABYTE


def test_a_memory_limit_without_a_gauge_is_refused() -> None:
    with pytest.raises(ValueError, match="the memory of this process cannot be read"):
        explore(Jugs(), Bounds(max_memory_bytes=MEGABYTE), gauges=Gauges(lambda: 0.0, lambda: 0))


@pytest.mark.parametrize("call", range(1, 17))
def test_an_interrupt_keeps_what_was_found(call: int) -> None:
    interrupted, whole = explore(Watched(Jugs(), call), Bounds()), explore(Jugs(), Bounds())
    assert interrupted.limit == "interrupt"
    assert not interrupted.complete
    assert interrupted.tree.states == whole.tree.states[: interrupted.states]
    assert interrupted.tree.parents == whole.tree.parents[: interrupted.states]


def test_an_interrupt_at_the_fifth_expansion_has_four_expanded() -> None:
    exploration = explore(Watched(Jugs(), 5), Bounds())
    assert (exploration.states, exploration.transitions, exploration.depth) == (6, 24, 2)


def test_an_interrupt_at_any_line_of_the_search_keeps_a_sound_prefix() -> None:
    whole = explore(TwoLocks(), Bounds())
    for line in count(1):
        exploration = explore_interrupted_at(line)
        if exploration.complete:
            break
        assert exploration.limit == "interrupt"
        assert exploration.tree.states == whole.tree.states[: exploration.states]
        assert exploration.tree.parents == whole.tree.parents[: exploration.states]
        assert exploration.deadlock in (None, whole.deadlock)
    assert line > 100


def test_an_interrupt_in_the_report_keeps_what_was_found() -> None:
    def interrupt(progress: Progress) -> None:
        raise KeyboardInterrupt

    exploration = explore(Grid(10, 10), Bounds(), report=interrupt, gauges=tick(map(float, count())))
    assert (exploration.limit, exploration.states) == ("interrupt", 3)


def test_progress_is_reported_once_a_second() -> None:
    reports: list[Progress] = []
    half_seconds = (ticks / 2 for ticks in count())
    explore(Grid(10, 10), Bounds(max_states=9), report=reports.append, gauges=tick(half_seconds))
    here = (
        replace(reports[0], expected_states=0, expected_bytes=0),
        replace(reports[1], expected_states=0, expected_bytes=0),
    )
    assert here == (
        Progress(states=5, rate=5.0, depth=1, queue=3, memory_bytes=MEGABYTE, elapsed=1.0),
        Progress(states=8, rate=3.0, depth=2, queue=4, memory_bytes=MEGABYTE, elapsed=2.0),
    )


def test_the_forecast_goes_on_as_the_level_has_gone() -> None:
    """Of the two points of level 1, one is expanded and has given two; of the three of level 2, one has given two."""
    reports: list[Progress] = []
    memory = iter(MEGABYTE + 100 * number for number in (0, 50, 96))
    gauges = Gauges(clock=(ticks / 2 for ticks in count()).__next__, memory=memory.__next__)
    explore(Grid(10, 10), Bounds(max_states=9), report=reports.append, gauges=gauges)
    assert [(one.states, one.expected_states) for one in reports] == [(5, 7), (8, 12)]
    assert [one.state_bytes for one in reports] == [1000, 1200]
    assert [one.expected_bytes for one in reports] == [MEGABYTE + 5000 + 2000, MEGABYTE + 9600 + 4 * 1200]


def test_nothing_is_reported_within_the_first_second() -> None:
    reports: list[Progress] = []
    explore(Grid(10, 10), Bounds(), report=reports.append, gauges=Gauges(lambda: 0.0, lambda: MEGABYTE))
    assert reports == []


def test_the_search_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    explore(Grid(10, 10), Bounds(), report=lambda progress: None, gauges=tick(map(float, count())))
    assert capsys.readouterr() == ("", "")
