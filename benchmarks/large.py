"""More than 10^8 stored states of a table with two boxes: python benchmarks/large.py [--threads N].

Prints a line now and then, then what was found; exit code 1 if it is not everything, or not what was found before.
Takes some minutes and 7 GB.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.well import explore_well
from checker.explore.gauges import read_memory_bytes
from checker.machine.machine import Machine
from checker.model import Bounds, Progress
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.driver import load_rules
from kittens_dsl.source.shipped import find_spec_directory

BOXES = ("base", "imploding")
KINDS = {
    "Imploding Kitten": 1,
    "Exploding Kitten": 1,
    "Defuse": 3,
    "Targeted Attack (2x)": 1,
    "Reverse": 1,
    "Draw From the Bottom": 1,
    "Favor": 1,
    "Skip": 1,
    "Nope": 1,
    "Alter the Future (3x)": 1,
    "Attack": 1,
    "Feral Cat": 1,
}
TABLE = Table(3, Scope("large", KINDS, dealt=2), {}, "bag")
FOUND = (157_695_845, 422_904_967, 25)  # states, transitions, depth: one thread, then two


def tell(progress: Progress) -> None:
    """A line now and then."""
    if int(progress.elapsed) % 15 == 0:
        print(
            f"{progress.states:>12,} {progress.rate:>10,.0f}/s depth {progress.depth} {progress.elapsed:.0f} s",
            flush=True,
        )


def main() -> int:
    """Search, print, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    threads = parser.parse_args().threads
    rules = load_rules(find_spec_directory(), boxes=BOXES).rules
    assert rules is not None
    system = build_system(rules, TABLE)
    starts = Machine(system).initial()
    before, began, worked = read_memory_bytes(), time.perf_counter(), time.process_time()
    found = explore_well(system, starts, Bounds(), tell, threads=threads)
    seconds, processor = time.perf_counter() - began, time.process_time() - worked
    size = (read_memory_bytes() - before) / found.states
    print(f"# {', '.join(f'{number} {kind}' for kind, number in KINDS.items())}; 3 players, 2 dealt, pile as a bag")
    print(f"{threads} threads: {found.states:,} states, {found.transitions:,} transitions, depth {found.depth}")
    print(f"{seconds:.0f} s by clock, {processor:.0f} s of processors, {size:.1f} bytes a state, all included")
    is_right = found.complete and (found.states, found.transitions, found.depth) == FOUND
    if not is_right:
        print(f"this is not everything, or not what was found before: {FOUND}")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
