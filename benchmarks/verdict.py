"""From source to answer, piles as bags, beside SPIN on the same deck with its pile in order.

`python benchmarks/verdict.py [--deck middle]`. Ours is a whole process, `kittens check` of one property: files read,
System built and compiled, table searched, verdict printed; warm (after a run that kept parsed files and objects) and
cold (nothing kept), median of five, by the clock. SPIN's is one run of its compiled model alone, depth first at -O2;
the model chooses the order of the pile itself. Its count is compared with the native one of the same model, and on a
small deck also with that of all ordered starts one by one. Exit code 1 if counts differ, the answer is not there, or a
bar is missed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.latency import run as run_process
from benchmarks.native import measure_command, print_versions
from checker.analysis.decks import ScopeFile, make_scopes, read_scope
from checker.export import print_promela
from checker.export.promela import EXTRA_STATES
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.native import explore_native
from checker.system.build import build_system
from checker.system.system import System
from checker.system.table import PilePolicy, Scope, Table
from kittens_dsl.driver import load_rules
from kittens_dsl.source.shipped import find_spec_directory
from tests.oracles import recount

REPETITIONS = 5
WARM_BAR, COLD_BAR = 50.0, 15.0
COMMON = '"Exploding Kitten" = 1, "Defuse" = 2, "Nope" = 2, "Attack" = 2, "Favor" = 1, "Tacocat" = 2'
DECKS = {
    "small": COMMON,
    "middle": f'{COMMON}, "Skip" = 1, "Cattermelon" = 1',  # 4,885,936 ordered states
    "large": f'{COMMON}, "Skip" = 2, "Cattermelon" = 1',  # 33,206,873
}


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck as a scope file for two players of the base box."""

    file: Path

    def build(self, pile: PilePolicy) -> System:
        """Its System."""
        rules = load_rules(find_spec_directory(), boxes=("base",)).rules
        assert rules is not None
        file = read_scope(self.file)
        assert isinstance(file, ScopeFile), file
        scope = make_scopes(file, rules, 2)[0]
        assert isinstance(scope, Scope), scope
        return build_system(rules, Table(2, scope, {}, pile))


def write_deck(directory: Path, name: str) -> Deck:
    """The scope file of a deck by its name here."""
    file = directory / f"{name}.toml"
    file.write_text(f"[[deck]]\nplayers = 2\ndealt = 2\ncopies = {{ {DECKS[name]} }}\n", encoding="utf-8")
    return Deck(file)


def answer(deck: Deck, cache: Path) -> float:
    """Seconds by the clock from the start of the process to its end, verdict printed."""
    command = [sys.executable, "-m", "checker.cli", "check", "--engine", "native", "--players", "2", "--quiet"]
    command += ["--property", "one-winner", "--scope", str(deck.file), "--deck", "bag"]
    spent, output = run_process(command, cache)
    if "all reached" not in output or "holds in scope" not in output:
        sys.exit(f"no answer:\n{output}")
    return spent.clock


def count_by_spin(deck: Deck, directory: Path) -> tuple[float, int]:
    """Seconds by the clock of SPIN's search, and its states without those before the pile is in order."""
    system = deck.build("ordered")
    deals = recount.list_unshuffled(Machine(system))
    command = recount.build_spin(print_promela(system, deals), directory)
    found = measure_command(command, directory, recount.read_spin, EXTRA_STATES + len(deals))
    return found.seconds, found.states


def count_ordered(deck: Deck, *, by_starts: bool) -> int:
    """The native count of the ordered System: from its starts, or from the points before the pile is in order."""
    system = deck.build("ordered")
    machine = Machine(system)
    if by_starts:
        return explore_native(system, machine.initial(), Bounds()).states
    deals = recount.list_unshuffled(machine)
    return explore_native(system, [(state, 0) for state in deals], Bounds()).states - len(deals)


def main() -> None:
    """Measure, compare, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deck", choices=["middle", "large"], default="large", help="5 or 33 million ordered states")
    chosen = parser.parse_args().deck
    print_versions()
    with tempfile.TemporaryDirectory(prefix="kittens-verdict-") as name:
        directory = Path(name)
        small, deck = write_deck(directory, "small"), write_deck(directory, chosen)
        for one in ("small", "deck"):
            (directory / f"spin {one}").mkdir()
        _, counted = count_by_spin(small, directory / "spin small")
        expected = {count_ordered(small, by_starts=by_starts) for by_starts in (True, False)}
        print(f"# {DECKS['small']}: {counted:,} ordered states by SPIN, {expected} by native")
        if expected != {counted}:
            sys.exit("the counts of the small deck differ")
        warm_cache = directory / "warm"
        answer(deck, warm_cache)
        warm = statistics.median(answer(deck, warm_cache) for _ in range(REPETITIONS))
        cold = statistics.median(answer(deck, directory / f"cold {number}") for number in range(REPETITIONS))
        seconds, states = count_by_spin(deck, directory / "spin deck")
        same = count_ordered(deck, by_starts=False)
        print(
            f"# {DECKS[chosen]}: {states:,} ordered states by SPIN, {same:,} by native; load {os.getloadavg()[0]:.1f}"
        )
        print(f"{'source to answer':14} {'seconds':>9} {'SPIN':>9} {'ratio':>8} {'bar':>6}")
        missed = states != same
        for words, ours, bar in (("warm", warm, WARM_BAR), ("cold", cold, COLD_BAR)):
            missed |= seconds / ours < bar
            print(f"{words:14} {ours:9.2f} {seconds:9.1f} {seconds / ours:8.1f} {bar:6.0f}")
    sys.exit(int(missed))


if __name__ == "__main__":
    main()
