"""More than 10^8 stored states of a table with all four boxes, counted twice: python benchmarks/hundred_million.py.

The deck of all boxes in decks.py, grown by some cards. Each count is a process of its own, with the same number of
threads (--threads, 2) and at most --memory-limit (16G); a line now and then says how far it is. Then for each the
states, transitions, depth, time, rate and bytes a state, all included. Exit code 1 if a count is not complete, is below
10^8, or is not that of the other. With --cap STATES, for a try, the counts are compared as far as they go.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.decks import HUNDRED_MILLION
from benchmarks.large import tell
from benchmarks.well import explore_well
from checker.cli.table_options import parse_bytes
from checker.explore.gauges import read_memory_bytes
from checker.machine.machine import Machine
from checker.model import Bounds

ENOUGH = 10**8


@dataclass(frozen=True, slots=True)
class Count:
    """What one search found, and what it took."""

    states: int
    transitions: int
    depth: int
    limit: str | None
    seconds: float
    processor: float
    grown: int

    @property
    def found(self) -> tuple[int, int, int]:
        """What must be the same each time."""
        return self.states, self.transitions, self.depth


def count(threads: int, bounds: Bounds) -> Count:
    """Search the deck."""
    system = HUNDRED_MILLION.build()
    starts = Machine(system).initial()
    before, began, worked = read_memory_bytes(), time.perf_counter(), time.process_time()
    found = explore_well(system, starts, bounds, tell, threads=threads)
    seconds, processor = time.perf_counter() - began, time.process_time() - worked
    limit = None if found.limit is None else str(found.limit)
    grown = read_memory_bytes() - before
    return Count(found.states, found.transitions, found.depth, limit, seconds, processor, grown)


def main() -> int:
    """Count twice, print, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory-limit", default="16G")
    parser.add_argument("--cap", type=int)
    options = parser.parse_args()
    deck = HUNDRED_MILLION
    kinds = ", ".join(f"{number} {kind}" for kind, number in deck.copies.items())
    print(
        f"# {', '.join(deck.boxes)}; {deck.players} players, {deck.dealt} dealt, {deck.laid} laid out, pile {deck.pile}"
    )
    print(f"# {len(deck.copies)} kinds: {kinds}", flush=True)
    bounds = Bounds(max_states=options.cap, max_memory_bytes=parse_bytes(options.memory_limit))
    counts: list[Count] = []
    for number in (1, 2):
        with ProcessPoolExecutor(1) as pool:
            one = pool.submit(count, options.threads, bounds).result()
        counts.append(one)
        whole = "all reached" if one.limit is None else f"not all: {one.limit}"
        print(f"{number}: {one.states:,} states, {one.transitions:,} transitions, depth {one.depth}, {whole}")
        print(
            f"   {options.threads} threads: {one.seconds:.0f} s by clock, {one.processor:.0f} s of processors, "
            f"{one.states / one.seconds:,.0f} states/s, {one.grown / one.states:.1f} bytes a state, all included",
            flush=True,
        )
    first, second = counts
    if options.cap is None and (first.limit is not None or second.limit is not None or first.states < ENOUGH):
        print(f"this is not everything, or not {ENOUGH:,} states")
        return 1
    if first.found != second.found:
        print("the two counts differ")
        return 1
    print("both counts are the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
