"""The native explorer beside the machine, minicheck, SPIN and Rumur on the same Systems: python benchmarks/native.py.

Every tool of a row searches the same stored states, counts compared; repetitions go round the tools; medians. A tool
that is missing, fails, does not finish or counts differently ends the run with exit code 1. Prints one table. SPIN and
Rumur get the exported System; minicheck gets the machine's own successor function, and one state more to begin with.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import minicheck

from benchmarks.decks import EVERY_BOX
from benchmarks.well import explore_well
from checker.explore import explore
from checker.explore.gauges import read_memory_bytes
from checker.export import print_murphi, print_promela
from checker.export.promela import EXTRA_STATES
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.system.system import System
from tests.native.games import of_the_specification
from tests.oracles import recount

SCOPES = {
    "tiny-2-bag": ("tiny", 2, "bag", ("base",)),
    "tiny-2-ordered": ("tiny", 2, "ordered", ("base",)),
    "tiny-3-ordered": ("tiny", 3, "ordered", ("base",)),
    "five-2-bag": ("five", 2, "bag", ("base",)),
    "small-3-bag": ("small", 3, "bag", ("base",)),
    "imploding-3-bag": ("tiny", 3, "bag", ("base", "imploding")),
}
SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Run:
    """One search: seconds of the search alone (clock and processor), states, bytes a state (0: unknown)."""

    seconds: float
    processor: float
    states: int
    state_bytes: float = 0.0


def measure(search: Callable[[], int]) -> Run:
    """A search inside this process; memory is what the process grew by."""
    before, began, worked = read_memory_bytes(), time.perf_counter(), time.process_time()
    states = search()
    seconds, processor = time.perf_counter() - began, time.process_time() - worked
    return Run(seconds, processor, states, max(0, read_memory_bytes() - before) / max(1, states))


def measure_command(command: list[str], directory: Path, read: Callable[[str], recount.Count], extra: int) -> Run:
    """A search by a program of its own, built before."""
    began, worked = time.perf_counter(), os.times()
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=SECONDS, check=False)
    seconds, ended = time.perf_counter() - began, os.times()
    if done.returncode:
        raise recount.RecountError(f"{command[0]}: exit code {done.returncode}\n{done.stdout[-1000:]}")
    count = read(done.stdout)
    processor = ended.children_user + ended.children_system - worked.children_user - worked.children_system
    return Run(seconds, processor, count.states - extra, count.state_bytes)


def count_by_minicheck(system: System) -> int:
    """The states that minicheck reaches; its one start state leads to all start states and is not counted.

    It reads all monitors of every state once, as the machine's search does, as one invariant that always holds.
    """
    machine = Machine(system)
    starts = [("start", (state,)) for state, _ in machine.initial()]

    def list_successors(state: tuple[bytes, ...]) -> list[tuple[object, tuple[bytes, ...]]]:
        if not state[0]:
            return [*starts]
        return [(label, (target,)) for label, target, _ in machine.successors(state[0])]

    def read_monitors(fields: dict[str, bytes]) -> bool:
        return not fields["state"] or machine.hits(fields["state"]) >= 0

    protocol = minicheck.Protocol("exported", False, ("state",), (b"",), list_successors, {"read": read_monitors})
    found = minicheck.check_safety(protocol, max_states=10**9)
    if not found["exhaustive"]:
        raise recount.RecountError(f"minicheck: {found}")
    return int(found["reachable_states"]) - 1


def list_tools(system: System, directory: Path, wanted: list[str]) -> dict[str, Callable[[], Run]]:
    """The wanted tools, built and ready to run on one System. The native library is cached from its first run."""

    def is_wanted(name: str) -> bool:
        return any(word in name for word in wanted)

    starts = Machine(system).initial()
    states = [state for state, _ in starts]
    promela, murphi = print_promela(system, states), print_murphi(system, states)
    tools: dict[str, Callable[[], Run]] = {
        "native": lambda: measure(lambda: explore_well(system, starts, Bounds()).states),
        "native 2 threads": lambda: measure(lambda: explore_well(system, starts, Bounds(), threads=2).states),
        "machine": lambda: measure(lambda: explore(Machine(system), Bounds()).states),
        "minicheck": lambda: measure(lambda: count_by_minicheck(system)),
    }
    explore_well(system, starts, Bounds(max_states=len(starts) + 1))
    tools = {name: tool for name, tool in tools.items() if is_wanted(name)}
    for name, flags in recount.SPIN_SEARCHES.items():
        if not is_wanted(f"spin {name}"):
            continue
        place = directory / f"spin {name}"
        place.mkdir()
        command = recount.build_spin(promela, place, flags)
        tools[f"spin {name}"] = lambda c=command, p=place: measure_command(c, p, recount.read_spin, EXTRA_STATES)  # type: ignore[misc]  # bound now
    for name, options in (("rumur", ()), ("rumur fast", recount.RUMUR_FAST)):
        if not is_wanted(name):
            continue
        place = directory / name
        place.mkdir()
        command = recount.build_rumur(murphi, place, options)
        tools[name] = lambda c=command, p=place: measure_command(c, p, recount.read_rumur, 0)  # type: ignore[misc]  # bound now
    return tools


def build_scope(name: str) -> System:
    """A deck of spec/scopes by its name here, or one of benchmarks/decks.py."""
    if name in EVERY_BOX:
        return EVERY_BOX[name].build()
    scope, players, pile, boxes = SCOPES[name]
    return of_the_specification(scope, players, "bag" if pile == "bag" else "ordered", boxes=boxes)


def compare_tools(name: str, repetitions: int, wanted: list[str]) -> dict[str, Run]:
    """Print the rows of one scope; the median run of every tool."""
    system = build_scope(name)
    with tempfile.TemporaryDirectory(prefix="kittens-benchmark-") as directory:
        tools = list_tools(system, Path(directory), ["native", *wanted] if any(wanted) else [""])
        runs: dict[str, list[Run]] = {tool: [] for tool in tools}
        for _ in range(repetitions):
            for tool, run in tools.items():
                runs[tool].append(run())
    counts = {run.states for some in runs.values() for run in some}
    if len(counts) != 1:
        raise recount.RecountError(
            f"{name}: the tools count differently: { {t: r[0].states for t, r in runs.items()} }"
        )
    medians = {tool: find_median(some) for tool, some in runs.items()}
    for tool, one in medians.items():
        print(
            f"{name:22} {tool:18} {one.states:>10,} {one.seconds:8.3f} {one.processor:8.3f} "
            f"{one.states / one.processor / 1000:10.1f} {one.processor / medians['native'].processor:8.1f} "
            f"{one.state_bytes:6.0f}",
            flush=True,
        )
    return medians


def find_median(runs: list[Run]) -> Run:
    """The median of each figure."""
    return Run(
        statistics.median(run.seconds for run in runs),
        statistics.median(run.processor for run in runs),
        runs[0].states,
        statistics.median(run.state_bytes for run in runs),
    )


def print_versions() -> None:
    """What the tools and the machine are, and how the columns are to be read."""
    for command in (["cc", "--version"], ["spin", "-V"], ["rumur", "--version"]):
        print("#", subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0])
    print(f"# {platform.processor() or platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print("# spin: -O2 -DNOREDUCE, depth first or -DCOLLAPSE; rumur: -O1, its defaults or", *recount.RUMUR_FAST)
    print("# seconds by clock and by processor; ratio: processor seconds, the tool to native")
    print(
        "# bytes: native, machine and minicheck what the process grew by, all included; SPIN and Rumur the state alone"
    )
    print(
        f"{'scope':22} {'tool':18} {'states':>10} {'clock':>8} {'cpu':>8} {'k states/s':>10} {'ratio':>8} {'bytes':>6}"
    )


def main() -> None:
    """Parse the options, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scopes", nargs="*", default=list(SCOPES), help=f"of {', '.join([*SCOPES, *EVERY_BOX])}")
    parser.add_argument("--tools", default="", help="only tools whose name has one of these words in it, with commas")
    parser.add_argument("--repetitions", type=int, default=5)
    options = parser.parse_args()
    print_versions()
    for name in options.scopes:
        compare_tools(name, options.repetitions, options.tools.split(","))


if __name__ == "__main__":
    main()
