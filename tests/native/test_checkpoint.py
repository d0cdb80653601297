"""A search that is kept: whatever ends it, another goes on to the same numbers, hits, states, parents and coverage."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from checker.explore.gauges import REAL_GAUGES, Gauges
from checker.machine.machine import Machine
from checker.model import Bounds, Exploration
from checker.native import CheckpointError, Keeping, NativeTree, explore_native
from checker.native.build import Sizes
from checker.native.explore import open_workshop
from checker.system.system import System
from tests.native.games import hand_built, of_the_specification
from tests.native.test_engine import run_command

STATES = 1664  # of the game "answers"


@pytest.fixture(name="system")
def make_system() -> System:
    return hand_built("answers", 2, "bag")


def search(
    system: System,
    folder: Path | None,
    bounds: Bounds | None = None,
    *,
    most_bytes: int | None = None,
    threads: int = 1,
    gauges: Gauges = REAL_GAUGES,
) -> tuple[Exploration[bytes], bytearray]:
    """A search, kept at every chunk, with its coverage."""
    covered = bytearray(max(1, len(system.coverage)))
    keeping = None if folder is None else Keeping(folder, most_bytes, seconds=0.0)
    starts = Machine(system).initial()
    found = explore_native(
        system, starts, bounds or Bounds(), coverage=covered, gauges=gauges, keeping=keeping, threads=threads
    )
    return found, covered


def compare(found: tuple[Exploration[bytes], bytearray], expected: tuple[Exploration[bytes], bytearray]) -> int:
    """How many states both have; that all else is equal is asserted."""
    assert found == expected
    assert list(found[0].tree.states) == list(expected[0].tree.states)
    assert list(found[0].tree.parents) == list(expected[0].tree.parents)
    return found[0].states


def loaded(exploration: Exploration[bytes]) -> int:
    assert isinstance(exploration.tree, NativeTree)
    return exploration.tree.loaded


@pytest.mark.parametrize("most", [20, 300, 1000, 1663])
def test_a_search_goes_on_where_a_limit_stopped_it(system: System, tmp_path: Path, most: int) -> None:
    stopped, _ = search(system, tmp_path, Bounds(max_states=most))
    assert (stopped.limit, stopped.states) == ("states", most)
    found = search(system, tmp_path)
    assert loaded(found[0]) == most
    compare(found, search(system, None))


def test_a_search_in_many_steps_is_one_search(tmp_path: Path) -> None:
    system = of_the_specification("tiny", 2, "ordered")
    for step, most in enumerate(range(1000, 40_000, 5000)):
        search(system, tmp_path, Bounds(max_states=most), threads=1 + step % 3)
    assert compare(search(system, tmp_path), search(system, None)) > 30_000


def test_a_search_that_is_done_is_only_read_again(system: System, tmp_path: Path) -> None:
    search(system, tmp_path)
    found = search(system, tmp_path)
    assert loaded(found[0]) == STATES
    compare(found, search(system, None))


def test_a_search_that_needs_more_room_for_agendas_keeps_it(system: System, tmp_path: Path) -> None:
    workshop = replace(open_workshop(), sizes=Sizes(agenda=2))
    starts = Machine(system).initial()
    keeping = Keeping(tmp_path, seconds=0.0)
    explore_native(system, starts, Bounds(max_states=1000), workshop=workshop, keeping=keeping)
    found = explore_native(system, starts, Bounds(), workshop=workshop, keeping=keeping)
    assert (found.states, loaded(found)) == (STATES, 1000)


def test_an_interrupt_keeps_what_was_found(system: System, tmp_path: Path) -> None:
    ticks = iter([0.0] * 7)

    def interrupt() -> float:
        for tick in ticks:
            return tick
        raise KeyboardInterrupt

    gauges = replace(REAL_GAUGES, clock=interrupt)
    keeping = Keeping(tmp_path, seconds=100.0)
    stopped = explore_native(system, Machine(system).initial(), Bounds(), gauges=gauges, keeping=keeping)
    assert stopped.limit == "interrupt"
    found = search(system, tmp_path)
    assert 0 < loaded(found[0]) == stopped.states < STATES
    compare(found, search(system, None))


SEARCH = """
import sys, time
from dataclasses import replace
from pathlib import Path
from checker.explore.gauges import REAL_GAUGES, Gauges
from tests.native.games import of_the_specification
from tests.native.test_checkpoint import search
def look():
    time.sleep(0.06)  # so that the search is kept often, and cannot end before it is killed
    return time.monotonic()
search(of_the_specification("tiny", 2, "ordered"), Path(sys.argv[1]), gauges=replace(REAL_GAUGES, clock=look))
"""


@pytest.mark.parametrize("seconds", [0.0, 0.004, 0.07, 0.3])
def test_a_killed_search_goes_on(tmp_path: Path, seconds: float) -> None:
    """Killed so long after it was kept for the first time; it had not come to its end."""
    root = Path(__file__).resolve().parents[2]
    killed = subprocess.Popen([sys.executable, "-c", SEARCH, str(tmp_path)], cwd=root, start_new_session=True)
    while not list(tmp_path.glob("*/standing.json")) and killed.poll() is None:
        time.sleep(0.001)
    time.sleep(seconds)
    os.killpg(killed.pid, 9)
    assert killed.wait() == -9
    system = of_the_specification("tiny", 2, "ordered")
    found, expected = search(system, tmp_path), search(system, None)
    assert compare(found, expected) > 30_000
    assert 0 < loaded(found[0]) < expected[0].states


@pytest.mark.parametrize("file", ["states", "parents", "agendas", "standing.json"])
@pytest.mark.parametrize("place", [0.0, 0.5, 0.99, None])
def test_damaged_files_are_noticed(system: System, tmp_path: Path, file: str, place: float | None) -> None:
    """One bit is turned, or the second half of the file is lost."""
    search(system, tmp_path, Bounds(max_states=1000))
    [path] = tmp_path.glob(f"*/{file}")
    contents = bytearray(path.read_bytes())
    if place is None:
        path.write_bytes(contents[: len(contents) // 2])
    else:
        contents[int(place * len(contents))] ^= 2
        path.write_bytes(contents)
    with pytest.raises(CheckpointError, match=r"damaged|cannot be read|another version"):
        search(system, tmp_path)


def test_rows_behind_the_checkpoint_are_not_read(system: System, tmp_path: Path) -> None:
    """As after a kill between two writes."""
    search(system, tmp_path, Bounds(max_states=1000))
    for name in ("states", "parents", "agendas"):
        [path] = tmp_path.glob(f"*/{name}")
        path.write_bytes(path.read_bytes() + b"rubbish")
    assert compare(search(system, tmp_path), search(system, None)) == STATES


def test_files_grow_to_the_limit_and_not_beyond(tmp_path: Path) -> None:
    system = of_the_specification("tiny", 2, "ordered")
    stopped, _ = search(system, tmp_path, most_bytes=300_000)
    assert stopped.limit == "disk"
    assert not stopped.complete
    assert sum(path.stat().st_size for path in tmp_path.glob("*/*") if path.name != "standing.json") <= 300_000
    compare(search(system, tmp_path), search(system, None))


def test_a_full_disk_is_the_same_limit(system: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    search(system, tmp_path, Bounds(max_states=300))
    with monkeypatch.context() as patch:
        patch.setattr("checker.native.checkpoint.os.replace", fail)
        assert search(system, tmp_path)[0].limit == "disk"
    found = search(system, tmp_path)
    assert loaded(found[0]) == 300
    compare(found, search(system, None))


def test_limits_below_what_is_kept_are_refused(system: System, tmp_path: Path) -> None:
    search(system, tmp_path)
    with pytest.raises(CheckpointError, match=r"holds 1,664 states of depth .*, which is beyond the limits"):
        search(system, tmp_path, Bounds(max_states=1000))
    with pytest.raises(CheckpointError, match="beyond the limits"):
        search(system, tmp_path, Bounds(max_depth=3))


def test_two_searches_share_a_folder_but_not_their_files(system: System, tmp_path: Path) -> None:
    other = hand_built("a play", 2, "bag")
    assert [search(one, tmp_path)[0].states for one in (system, other, system)] == [STATES, 43, STATES]


def test_a_search_is_kept_by_one_process_at_a_time(system: System, tmp_path: Path) -> None:
    def start_another(_: object) -> None:
        with pytest.raises(CheckpointError, match="another process keeps its search"):
            search(system, tmp_path)
        raise KeyboardInterrupt

    clock: Callable[[], float] = iter(float(number) for number in range(10_000)).__next__
    keeping = Keeping(tmp_path)
    gauges = replace(REAL_GAUGES, clock=clock)
    found = explore_native(system, Machine(system).initial(), Bounds(), start_another, gauges=gauges, keeping=keeping)
    assert found.limit == "interrupt"


def test_going_on_takes_less_time_than_the_whole(tmp_path: Path) -> None:
    system = of_the_specification("small", 2, "bag")
    began = time.process_time()
    whole, _ = search(system, None)
    middle = time.process_time()
    search(system, tmp_path, Bounds(max_states=whole.states * 9 // 10))
    kept = time.process_time()
    assert search(system, tmp_path)[0] == whole
    assert time.process_time() - kept < middle - began


def test_the_command_goes_on_and_says_so(tmp_path: Path) -> None:
    kept = ("--checkpoint", str(tmp_path), "--property", "one-winner")
    first = run_command(*kept, "--state-limit", "9000")
    assert (first.returncode, "undetermined (state limit)" in first.stdout) == (3, True)
    second = run_command(*kept)
    assert (second.returncode, "holds in scope" in second.stdout) == (0, True)
    assert "went on from 9,000 decision points kept before" in second.stderr
    refused = run_command(*kept, "--state-limit", "100")
    assert (refused.returncode, "K523" in refused.stderr) == (2, True)
