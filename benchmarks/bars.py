"""The ratios that the native explorer is held to, in one run: python benchmarks/bars.py [--repetitions 5] [--threads].

Six decks that cover every box; on each, every tool counts the same exported states (benchmarks/native.py). Medians of
each deck, and of all decks the worst ratio counts. Then: the machine beside minicheck on one deck, what a stored state
takes beyond its own bytes, what part of the time is expanding, and how far the rest is from what a table of that size
can take at best (hashbound.c). With --threads two threads beside one, by the clock, on a deck of more than 10^7 states:
only of use where nothing else runs. Exit code 1 if a bar is missed, a tool is missing or a count differs.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import large
from benchmarks.decks import EVERY_BOX
from benchmarks.native import Run, compare_tools, measure, print_versions
from benchmarks.well import explore_well
from checker.explore.gauges import read_memory_bytes
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.native import NativeTree
from checker.system.build import build_system
from checker.system.system import System
from kittens_dsl.driver import load_rules
from kittens_dsl.source.shipped import find_spec_directory

HERE = Path(__file__).resolve().parent
SPINS = ("spin depth first", "spin collapse")
MACHINE_DECK = "tiny-2-bag"
JUST_DOUBLED = 7_000_000


@dataclass(frozen=True, slots=True)
class Bar:
    """A measure, the worst of its figures, and what it must be: at least, or (is_most) at most."""

    words: str
    figure: float
    bar: float
    is_most: bool = False

    @property
    def is_met(self) -> bool:
        """Whether it is as good as asked for."""
        return self.figure <= self.bar if self.is_most else self.figure >= self.bar


def judge_decks(repetitions: int) -> list[Bar]:
    """The rows of all decks, then the worst ratios."""
    spin, rumur = [], []
    for name in EVERY_BOX:
        found = compare_tools(name, repetitions, ["spin", "rumur fast"])
        native = found["native"].processor
        spin.append(min(found[one].processor for one in SPINS) / native)
        rumur.append(found["rumur fast"].processor / native)
    machine = compare_tools(MACHINE_DECK, repetitions, ["machine", "minicheck"])
    return [
        Bar("SPIN, the faster of two searches, to native", min(spin), 3),
        Bar("Rumur, fastest settings, to native", min(rumur), 8),
        Bar("minicheck to machine", machine["minicheck"].processor / machine["machine"].processor, 1),
        Bar("machine, thousand states a second", _thousands(machine["machine"]), 20),
        Bar("machine to native", machine["machine"].processor / machine["native"].processor, 20),
    ]


def _thousands(run: Run) -> float:
    return run.states / run.processor / 1000


def build_large() -> System:
    """The table of large.py."""
    rules = load_rules(find_spec_directory(), boxes=large.BOXES).rules
    assert rules is not None
    return build_system(rules, large.TABLE)


def judge_memory() -> Bar:
    """What the process grows by for each state beyond the state, just after its table of states has doubled."""
    system = build_large()
    starts, before = Machine(system).initial(), read_memory_bytes()
    found = explore_well(system, starts, Bounds(max_states=JUST_DOUBLED))
    assert isinstance(found.tree, NativeTree)
    grown, state = (read_memory_bytes() - before) / found.states, found.tree.library.row_bytes
    print(f"# {found.states:,} states of {state} bytes: {grown:.1f} bytes each, all included")
    return Bar("bytes a state beyond the state, all included", grown - state, 24, is_most=True)


def tell_share(name: str) -> None:
    """Where the time of a search goes (loading apart), and how far storing is from the best that a table can do."""
    system = EVERY_BOX[name].build()
    starts = Machine(system).initial()
    explore_well(system, starts, Bounds())  # built and loaded once, apart from what is measured
    fixed, whole = (
        measure(lambda most=most: explore_well(system, starts, Bounds(max_states=most)).states).processor  # type: ignore[misc]  # bound now
        for most in (len(starts) + 1, None)
    )
    whole -= fixed
    tree = explore_well(system, starts, Bounds()).tree
    assert isinstance(tree, NativeTree)
    began = time.process_time()
    successors = tree.library.count_successors()
    expanding = time.process_time() - began
    best = measure_bound(tree.library.table_slots)
    rest = successors / max(whole - expanding, 1e-9) / 1e6
    print(
        f"# {name}: {expanding / whole:.0%} of {whole:.2f} s is expanding {successors:,} successors (segments, forced"
    )
    print(f"# steps, packing, hashing); the rest takes {rest:.1f} million successors a second, of {best:.1f} million")
    print(f"# random inserts into a table of {tree.library.table_slots:,} slots: {rest / best:.2f} of the bound")


def measure_bound(slots: int) -> float:
    """Millions of random inserts a second into a table of so many slots."""
    with tempfile.TemporaryDirectory(prefix="kittens-bound-") as name:
        program = Path(name) / "hashbound"
        subprocess.run(["cc", "-O2", "-o", str(program), str(HERE / "hashbound.c")], check=True)
        runs = [subprocess.run([str(program), str(slots)], capture_output=True, check=True) for _ in range(5)]
    return statistics.median(float(one.stdout) for one in runs)


def judge_threads(repetitions: int) -> Bar:
    """Two threads beside one, by the clock, in turns, up to 2 * 10^7 states of the deck of large.py."""
    system = build_large()
    starts = Machine(system).initial()
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(repetitions):
        for threads, some in seconds.items():
            began = time.perf_counter()
            explore_well(system, starts, Bounds(max_states=20_000_000), threads=threads)
            some.append(time.perf_counter() - began)
    one, two = (statistics.median(some) for some in seconds.values())
    print(f"# 20,000,000 states: one thread {one:.1f} s, two {two:.1f} s by the clock")
    return Bar("one thread to two, by the clock", one / two, 1.5)


def main() -> None:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--threads", action="store_true", help="two threads beside one as well")
    options = parser.parse_args()
    print_versions()
    bars = judge_decks(options.repetitions)
    bars.append(judge_memory())
    tell_share("all boxes")
    bars += [judge_threads(options.repetitions)] if options.threads else []
    print(f"{'measure':46} {'worst':>8} {'bar':>8}")
    for one in bars:
        sign = "<=" if one.is_most else ">="
        print(f"{one.words:46} {one.figure:8.1f} {sign} {one.bar:5.1f}{'' if one.is_met else '  missed'}")
    sys.exit(0 if all(one.is_met for one in bars) else 1)


if __name__ == "__main__":
    main()
