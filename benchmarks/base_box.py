"""The figures of the base box on the machine: `python benchmarks/base_box.py`. Exit code 1 if a row is missing.

Rows: reading and typing all of spec/ (best of five), the default check as a whole process, stored decision points a
second with all properties on and without, and one exhausted scope of at least 100,000 decision points. All figures are
processor seconds: a busy machine makes them worse, but less than it does a clock on the wall.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace

from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.explore import explore
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.driver import load_rules
from kittens_dsl.source.shipped import find_spec_directory

LARGE = 100_000


def time_best(action: Callable[[], object], times: int) -> float:
    """The least processor seconds of several runs."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best


def load_all() -> Rules:
    """Every shipped box."""
    loaded = load_rules(find_spec_directory())
    assert loaded.rules is not None
    return loaded.rules


def load_base() -> Rules:
    """The shipped base box."""
    loaded = load_rules(find_spec_directory(), boxes=("base",))
    assert loaded.rules is not None
    return loaded.rules


def find_table(rules: Rules, scope: str, players: int) -> Table:
    """The first deck of a named scope."""
    file = find_scope(scope, find_spec_directory())
    assert isinstance(file, ScopeFile)
    deck = make_scopes(file, rules, players)[0]
    assert isinstance(deck, Scope)
    return Table(players, deck)


def search(rules: Rules, table: Table) -> tuple[int, int, float, bool]:
    """Decision points, transitions, seconds, whether the scope was exhausted."""
    machine = Machine(build_system(rules, table))
    machine.initial()
    start = time.process_time()
    found = explore(machine, Bounds())
    return found.states, found.transitions, time.process_time() - start, found.complete


def main() -> int:
    """Print the table."""
    rules = load_base()
    rows: list[tuple[str, str]] = [("read and type all of spec/, s", f"{time_best(load_all, 5):.3f}")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    finished = subprocess.run(
        [sys.executable, "-m", "checker.cli", "check", "--quiet"], capture_output=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    rows.append(("kittens check, whole process, s", f"{used:.1f}"))
    missing = finished.returncode != 0
    for name, some in (("all properties on", rules), ("no properties", replace(rules, properties=()))):
        states, transitions, seconds, complete = search(some, find_table(rules, "small", 2))
        rows.append((f"small, 2 players, {name}: decision points", f"{states:,} ({transitions:,} transitions)"))
        rows.append((f"small, 2 players, {name}: decision points a second", f"{states / seconds:,.0f}"))
        missing |= not complete or states < LARGE
    for words, figure in rows:
        print(f"{words:70} {figure}")
    if missing:
        print("a row is undetermined or too small: this benchmark has failed")
    return int(missing)


if __name__ == "__main__":
    sys.exit(main())
