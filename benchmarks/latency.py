"""How long after one card was edited the first verdict is there: python benchmarks/latency.py [--boxes base].

Each run is a whole process, `kittens check` of one property on one table by the native engine, in a copy of spec/ with
one line changed. Warm: everything else is kept from a run before the edit. Cold: nothing is kept, be it parsed files,
tables of the parser or objects. Median of five, by the clock and by processor, with the bars; then where the time of a
warm run goes. Exit code 1 if a run fails, or beyond a bar (by processor: a busy machine does not decide that).
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from kittens_dsl.source.shipped import find_spec_directory

REPETITIONS = 5
WARM_BAR, COLD_BAR = 0.5, 2.0
EDITS = ("your debt becomes {} ", "your debt becomes 2 ")  # of the Attack: a number in its rule, in and out again
STAGES = """
import time
began, marks = time.process_time(), []
def mark(name):
    marks.append((name, time.process_time()))
import checker.cli.check
mark("import of the program")
import sys
from pathlib import Path
from checker.analysis.decks import find_scope, make_scopes
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.native.build import Sizes, build_library, print_system
from checker.native.explore import explore_native, open_workshop
from checker.system.build import build_system
from checker.system.table import Table
from kittens_dsl.driver import load_rules
spec = Path(sys.argv[1])
rules = load_rules(spec, boxes=tuple(sys.argv[2].split(","))).rules
mark("reading and typing the rules")
file = find_scope("tiny", spec)
system = build_system(rules, Table(2, make_scopes(file, rules, 2)[0], dict(file.readings)))
mark("the System of the table")
starts = Machine(system).initial()
mark("the machine and the deals")
printed = print_system(system, [state for state, _ in starts], Sizes())
mark("printing C")
workshop = open_workshop()
build_library(printed, workshop.compiler, workshop.cache, quick=True)
mark("finding the compiler, building (its own time apart)")
found = explore_native(system, starts, Bounds())
mark(f"loading and searching {found.states:,} states")
for (name, at), before in zip(marks, [began, *(at for _, at in marks)]):
    print(f"  {1000 * (at - before):6.0f} ms  {name}")
"""


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of one process and its children."""

    clock: float
    processor: float


def run(command: list[str], cache: Path) -> tuple[Spent, str]:
    """Run a command with a cache directory of its own. Ends the program if it fails."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["XDG_CACHE_HOME"] = str(cache)
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    clock, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout[-800:]}{done.stderr[-800:]}")
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(clock, processor), done.stdout


def edit(spec: Path, number: int) -> None:
    """Change one number in the rule of the Attack; every number gives another file."""
    file = spec / "base.kit"
    text = (find_spec_directory() / "base.kit").read_text(encoding="utf-8")
    old = "      your debt becomes 2 "
    assert text.count(old) == 1, "the edited line of base.kit is no longer there"
    file.write_text(text.replace(old, f"      your debt becomes {3 + number} "), encoding="utf-8")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", default="base")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kittens-latency-") as name:
        directory = Path(name)
        spec, warm = directory / "spec", directory / "warm"
        shutil.copytree(find_spec_directory(), spec)
        command = [sys.executable, "-m", "checker.cli", "check", "--engine", "native", "--players", "2", "--quiet"]
        command += ["--boxes", options.boxes, "--spec", str(spec), "--property", "one-winner"]
        run(command, warm)
        print(f"# seconds, medians of {REPETITIONS}; load {os.getloadavg()[0]:.1f}; {options.boxes}, tiny, 2 players")
        print(f"{'first verdict after an edit':30} {'clock':>7} {'cpu':>7} {'bar':>5}")
        late = False
        for words, bar in (("warm", WARM_BAR), ("cold", COLD_BAR)):
            runs: list[Spent] = []
            for number in range(REPETITIONS):
                edit(spec, number)
                cache = warm if words == "warm" else directory / f"cold {number}"
                runs.append(run(command, cache)[0])
            clock = statistics.median(one.clock for one in runs)
            processor = statistics.median(one.processor for one in runs)
            late |= processor > bar
            print(f"{words:30} {clock:7.2f} {processor:7.2f} {bar:5.1f}{'' if processor <= bar else '  missed'}")
        edit(spec, REPETITIONS)
        print("where the time of a warm run goes, without the report, by processor:")
        print(run([sys.executable, "-c", STAGES, str(spec), options.boxes], warm)[1], end="")
    sys.exit(int(late))


if __name__ == "__main__":
    main()
