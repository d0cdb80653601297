"""Whatever is wrong with the compiler or the cache: the right library is loaded, or the reason is said in one line."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from checker.explore import explore
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.native.build import Built, Sizes, build_library, print_system
from checker.native.cache import STALE_SECONDS, Cache
from checker.native.compiler import Compiler, NativeUnavailable, find_compiler
from checker.native.explore import Workshop, explore_native
from checker.system.system import System
from tests.native.games import hand_built

STATES = 43


@pytest.fixture(name="system")
def make_system() -> System:
    return hand_built("a play", 2, "bag")


def count_states(system: System, cache: Path, compiler: Compiler | None = None) -> int:
    workshop = Workshop(compiler or find_compiler(), Cache(cache))
    return explore_native(system, Machine(system).initial(), Bounds(), workshop=workshop).states


def forbid_building(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("nothing is to be compiled here")

    monkeypatch.setattr(Compiler, "compile", fail)


def test_a_second_search_builds_nothing(system: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert count_states(system, tmp_path) == STATES
    forbid_building(monkeypatch)
    assert count_states(system, tmp_path) == STATES


@pytest.mark.parametrize("damage", [b"", b"rubbish", None])
def test_a_damaged_entry_is_built_again(system: System, tmp_path: Path, damage: bytes | None) -> None:
    assert count_states(system, tmp_path) == STATES
    for entry in tmp_path.iterdir():
        contents = entry.read_bytes()
        entry.write_bytes(contents[: len(contents) // 2] if damage is None else damage)
    assert count_states(system, tmp_path) == STATES


def test_a_library_under_the_key_of_another_is_not_loaded(system: System, tmp_path: Path) -> None:
    other = hand_built("draws only", 2, "bag")
    count_states(other, tmp_path)
    [library] = tmp_path.glob("*.library")
    count_states(system, tmp_path / "second")
    [wanted] = (tmp_path / "second").glob("*.library")
    wanted.write_bytes(library.read_bytes()[:-1] + b"x")
    assert count_states(system, tmp_path / "second") == STATES


def test_a_cache_that_cannot_be_made_does_no_harm(system: System, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no directory")
    assert count_states(system, tmp_path / "file" / "cache") == STATES


def test_a_cache_that_cannot_be_written_does_no_harm(
    system: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk and a read-only directory look the same: an OSError at some write."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("checker.native.cache.os.replace", fail)
    assert count_states(system, tmp_path) == STATES
    assert list(tmp_path.iterdir()) == []


def test_a_cache_that_others_may_write_to_is_not_used(system: System, tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    assert count_states(system, tmp_path) == STATES
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_build_left_behind_goes_after_a_day(tmp_path: Path) -> None:
    (tmp_path / "new-abc").write_bytes(b"half of it")
    cache = Cache(tmp_path)
    cache.prune()
    assert (tmp_path / "new-abc").exists()
    cache.prune(now=(tmp_path / "new-abc").stat().st_mtime + STALE_SECONDS + 1)
    assert not (tmp_path / "new-abc").exists()


BUILD_AND_COUNT = """
import sys
from pathlib import Path
from tests.native.games import hand_built
from tests.native.test_build import count_states
print(count_states(hand_built("a play", 2, "bag"), Path(sys.argv[1])))
"""


def start_build(cache: Path) -> subprocess.Popen[str]:
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", BUILD_AND_COUNT, str(cache)]
    return subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True, start_new_session=True)


def test_two_processes_may_build_at_once(tmp_path: Path) -> None:
    builds = [start_build(tmp_path) for _ in range(2)]
    assert [build.communicate(timeout=300)[0].strip() for build in builds] == [str(STATES)] * 2


@pytest.mark.parametrize("seconds", [0.5, 0.9, 1.3])
def test_a_killed_build_leaves_nothing_that_is_loaded(system: System, tmp_path: Path, seconds: float) -> None:
    build = start_build(tmp_path)
    try:
        build.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(build.pid, 9)
        build.communicate()
    assert count_states(system, tmp_path) == STATES


def test_no_compiler_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(NativeUnavailable, match=r"^no C compiler: none of cc, gcc, clang, tcc on the path.*$"):
        find_compiler({"PATH": str(tmp_path)})


def test_a_wrong_compiler_is_said_in_one_line(system: System, tmp_path: Path) -> None:
    script = tmp_path / "cc"
    script.write_text('#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "x.c: error: I do not know C" >&2\nexit 1\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    compiler = find_compiler({"PATH": f"{tmp_path}:/usr/bin:/bin"})
    with pytest.raises(NativeUnavailable, match=r"failed with exit code 1: x\.c: error: I do not know C$"):
        count_states(system, tmp_path / "cache", compiler)


def test_a_compiler_that_makes_rubbish_is_noticed(system: System, tmp_path: Path) -> None:
    script = tmp_path / "cc"
    script.write_text('#!/bin/sh\nwhile [ $# -gt 0 ]; do [ "$1" = -o ] && echo rubbish > "$2"; shift; done\nexit 0\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    compiler = find_compiler({"PATH": f"{tmp_path}:/usr/bin:/bin"})
    with pytest.raises(NativeUnavailable, match="cannot be loaded"):
        count_states(system, tmp_path / "cache", compiler)


def test_portable_packing_gives_the_same_states(system: System, tmp_path: Path) -> None:
    assert count_states(system, tmp_path, replace(find_compiler(), flags=())) == STATES


def test_building_is_deterministic(system: System, tmp_path: Path) -> None:
    starts = [state for state, _ in Machine(system).initial()]
    one, other = (print_system(system, starts, Sizes()) for _ in range(2))
    assert one == other
    compiler = find_compiler()
    assert build_library(one, compiler, Cache(tmp_path / "a")) == build_library(other, compiler, Cache(tmp_path / "b"))


def build_of(system: System, cache: Path, *, quick: bool) -> Built:
    printed = print_system(system, [state for state, _ in Machine(system).initial()], Sizes())
    return build_library(printed, find_compiler(), Cache(cache), quick=quick)


def test_units_that_are_not_there_are_compiled_quickly_for_a_trial(system: System, tmp_path: Path) -> None:
    quick = build_of(system, tmp_path, quick=True)
    assert quick.is_quick
    assert build_of(system, tmp_path, quick=True) == quick
    well = build_of(system, tmp_path, quick=False)
    assert not well.is_quick
    assert well.contents != quick.contents
    assert build_of(system, tmp_path, quick=True) == well


def test_objects_that_are_there_are_taken_for_a_trial(
    system: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_of(system, tmp_path, quick=False)
    next(tmp_path.glob("*.library")).unlink()
    forbid_building(monkeypatch)
    assert not build_of(system, tmp_path, quick=True).is_quick


@pytest.mark.parametrize("trial", [1, STATES - 1, STATES, STATES + 1])
def test_a_trial_that_does_not_end_is_begun_again(system: System, tmp_path: Path, trial: int) -> None:
    """The answer is that of one search, and all units are compiled well if and only if it was begun again."""
    workshop = Workshop(find_compiler(), Cache(tmp_path), trial=trial)
    machine = Machine(system)
    found = explore_native(system, machine.initial(), Bounds(), workshop=workshop)
    assert found == explore(machine, Bounds())
    assert list(found.tree.states) == list(explore(machine, Bounds()).tree.states)
    assert len(list(tmp_path.glob("*.library"))) == (1 if trial >= STATES else 2)


def test_a_limit_below_the_trial_ends_the_search(system: System, tmp_path: Path) -> None:
    workshop = Workshop(find_compiler(), Cache(tmp_path), trial=STATES)
    found = explore_native(system, Machine(system).initial(), Bounds(max_states=20), workshop=workshop)
    assert (found.states, found.limit) == (20, "states")
    assert len(list(tmp_path.glob("*.library"))) == 1
