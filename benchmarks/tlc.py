"""TLC beside SPIN on one hand-written model of a small base game: python benchmarks/tlc.py.

The native explorer does not read that model, and TLC does not read what is exported. So the way from native to TLC is a
product: native to SPIN on an exported System (benchmarks/native.py) times SPIN to TLC here. Both of this table search
the same states, counts compared, in processor seconds and by the clock; TLC has two workers. The class path of TLC is
taken from TLC_CLASSPATH. Exit code 1 if a tool is missing, fails or counts differently.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PEERS = Path(__file__).resolve().parent / "peers"
PLAYERS, DEALT, SPARE, COPIES = 2, 1, 1, (1, 1, 1, 0, 1, 0, 2)  # Attack, Skip, Shuffle, See, Favor, Cat, Nope
PILE = sum(COPIES) - PLAYERS * DEALT + PLAYERS - 1 + SPARE
REPETITIONS = 3
SECONDS = 900


@dataclass(frozen=True, slots=True)
class Run:
    """One search as a whole process: states, seconds by the clock and of processors."""

    states: int
    seconds: float
    processor: float


def run(command: list[str], directory: Path, pattern: str, extra: int = 0) -> Run:
    """Run a tool; the last match of the pattern is its number of states."""
    began, worked = time.perf_counter(), os.times()
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=SECONDS, check=False)
    seconds, ended = time.perf_counter() - began, os.times()
    found = re.findall(pattern, done.stdout)
    if not found:
        sys.exit(f"{command[0]}: no count in\n{done.stdout[-800:]}{done.stderr[-800:]}")
    processor = ended.children_user + ended.children_system - worked.children_user - worked.children_system
    return Run(int(found[-1].replace(",", "")) - extra, seconds, processor)


def build_spin(directory: Path) -> list[str]:
    """The command of SPIN's depth-first search."""
    shutil.copy(PEERS / "ek.pml", directory)
    numbers = {"NP": PLAYERS, "HAND": DEALT, "XD": SPARE, "LMAX": PILE}
    numbers |= {f"n{kind}": copies for kind, copies in zip("ASHTFCN", COPIES, strict=True)}
    defines = [f"-D{name}={value}" for name, value in numbers.items()]
    subprocess.run(["spin", *defines, "-a", "ek.pml"], cwd=directory, check=True, capture_output=True)
    flags = ["-O2", "-DSAFETY", "-DNOFAIR", "-DNOREDUCE", "-DMEMLIM=8000", "-w"]
    subprocess.run(["cc", *flags, "-o", "pan", "pan.c"], cwd=directory, check=True)
    return ["./pan", "-m2000000", "-w24", "-n"]


def build_tlc(directory: Path) -> list[str]:
    """The command of TLC with two workers."""
    shutil.copy(PEERS / "EK.tla", directory)
    names = ("NP", "HAND", "XD", "nA", "nS", "nH", "nT", "nF", "nC", "nN")
    values = (PLAYERS, DEALT, SPARE, *COPIES)
    constants = "".join(f"  {name} = {value}\n" for name, value in zip(names, values, strict=True))
    (directory / "EK.cfg").write_text(f"SPECIFICATION Spec\nINVARIANT DeckNeverOut\nCONSTANTS\n{constants}")
    path = os.environ.get("TLC_CLASSPATH")
    if path is None or shutil.which("java") is None:
        sys.exit("TLC is not there: it needs java and TLC_CLASSPATH")
    java = ["java", "-Xmx4g", "-XX:+UseParallelGC", "-cp", path, "tlc2.TLC"]
    return [*java, "-workers", "2", "-deadlock", "-nowarning", "EK.tla"]


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory(prefix="kittens-tlc-") as name:
        directory = Path(name)
        spin, tlc = build_spin(directory), build_tlc(directory)
        runs: dict[str, list[Run]] = {"spin depth first": [], "tlc 2 workers": []}
        for _ in range(REPETITIONS):
            # SPIN counts the state before its first step too.
            runs["spin depth first"].append(run(spin, directory, r"(\d+) states, stored", extra=1))
            runs["tlc 2 workers"].append(run(tlc, directory, r"([\d,]+) distinct states found"))
    if len({one.states for some in runs.values() for one in some}) != 1:
        sys.exit(f"the tools count differently: { {tool: some[0].states for tool, some in runs.items()} }")
    least = statistics.median(one.processor for one in runs["spin depth first"])
    print(f"{'tool':18} {'states':>9} {'clock':>8} {'cpu':>8} {'k states/s':>10} {'ratio':>7}")
    for tool, some in runs.items():
        states, clock = some[0].states, statistics.median(one.seconds for one in some)
        cpu = statistics.median(one.processor for one in some)
        print(f"{tool:18} {states:>9,} {clock:8.2f} {cpu:8.2f} {states / cpu / 1000:10.1f} {cpu / least:7.1f}")


if __name__ == "__main__":
    main()
