"""Counting again by other people's programs: SPIN and Rumur run on an exported System, each with a C compiler.

A program that is missing is an error of the run (FileNotFoundError), never a reason to leave the count out.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from checker.machine.machine import Machine
from checker.system.points import Orders

SECONDS = 1800
SPIN_SEARCHES: dict[str, tuple[str, ...]] = {"depth first": (), "collapse": ("-DCOLLAPSE",)}
RUMUR_FAST = ("--pack-state", "off", "--counterexample-trace", "off", "--symmetry-reduction", "off")


@dataclass(frozen=True, slots=True)
class Count:
    """What a program counted: states, transitions, and the bytes of a state as it says itself."""

    states: int
    transitions: int
    state_bytes: int


def list_unshuffled(machine: Machine) -> list[bytes]:
    """The points of setup at which everything is dealt and the last shuffle is next: few, where starts are many.

    A model that begins there chooses the order of the pile by itself, and stores these points too. ValueError if setup
    does not end with a shuffle of a pile whose order counts.
    """
    found: list[bytes] = []
    level = {machine.begin_setup(): None}
    while level:
        after: dict[bytes, None] = {}
        for state in level:
            location = machine.location(state)
            if location is None or not location.in_setup:
                raise ValueError("setup does not end with a shuffle")
            domains = [domain for choice in location.choices for _, domain in choice.binders]
            if any(isinstance(domain, Orders) for domain in domains):
                found.append(state)
            else:
                after |= {machine.step(state, label): None for label, _ in machine.labels(state)}
        level = after
    return found


class RecountError(Exception):
    """A program failed, or stopped before it had seen everything; the words are its own."""


def _run(command: Sequence[str], directory: Path) -> str:
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        words = done.stdout[-1500:] + done.stderr[-1500:]
        raise RecountError(f"{' '.join(command)}: exit code {done.returncode}\n{words}")
    return done.stdout


def _find(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    if found is None:
        raise RecountError(f"no {pattern!r} in:\n{text[-2000:]}")
    return int(float(found.group(1)))


def build_spin(text: str, directory: Path, flags: Sequence[str] = ()) -> list[str]:
    """The command that searches a Promela model; the model is compiled in the directory.

    -o1 and -o2 keep all variables in the state: SPIN leaves out those that nothing reads, and so merges ends of play.
    """
    (directory / "model.pml").write_text(text, encoding="ascii")
    _run(["spin", "-o1", "-o2", "-a", "model.pml"], directory)
    _run(["cc", "-O2", "-w", "-DNOREDUCE", "-DVECTORSZ=4096", *flags, "-o", "pan", "pan.c"], directory)
    return ["./pan", "-m10000000", "-E", "-w24"]


def read_spin(output: str) -> Count:
    """SPIN's counts, the state before the start states included."""
    if "errors: 0" not in output or "Search not completed" in output or "max search depth too small" in output:
        raise RecountError(output[-2000:])
    return Count(
        _find(r"([\d.e+]+) states, stored", output),
        _find(r"([\d.e+]+) transitions", output),
        _find(r"State-vector (\d+) byte", output),
    )


def recount_by_spin(text: str, directory: Path, flags: Sequence[str] = ()) -> Count:
    """States and transitions of a Promela model. RecountError if SPIN does not finish without errors."""
    return read_spin(_run(build_spin(text, directory, flags), directory))


def build_rumur(text: str, directory: Path, options: Sequence[str] = (), flags: Sequence[str] = ("-O1",)) -> list[str]:
    """The command that searches a Murphi model; the model is compiled in the directory."""
    (directory / "model.m").write_text(text, encoding="ascii")
    fixed = ["--deadlock-detection", "off", "--threads", "1", "--output-format", "human-readable"]
    _run(["rumur", *fixed, *options, "-o", "model.c", "model.m"], directory)
    _run(["cc", "-std=c11", *flags, "-w", "-mcx16", "-o", "model", "model.c", "-lpthread", "-latomic"], directory)
    return ["./model"]


def read_rumur(output: str) -> Count:
    """Rumur's counts."""
    if "No error found" not in output:
        raise RecountError(output[-2000:])
    bits = _find(r"size of each state is (\d+) bits", output)
    states = _find(r"State Space Explored:\s+(\d+) states", output)
    return Count(states, _find(r"(\d+) rules fired in", output), -(-bits // 8))


def recount_by_rumur(text: str, directory: Path, flags: Sequence[str] = ("-O1",)) -> Count:
    """States and transitions of a Murphi model. RecountError if Rumur does not finish without errors."""
    return read_rumur(_run(build_rumur(text, directory, flags=flags), directory))
