"""`--engine`: the same verdicts, plays, report and exit code, whichever engine searches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from benchmarks.decks import SPEC
from checker.analysis import engine as engines
from checker.analysis.check import check_table
from checker.analysis.engine import Engine, find_endless_play, run_search
from checker.analysis.verdict import Verdict
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.native import NativeError
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from tests.laws.tables import base_rules, imploding_rules
from tests.native.games import of_the_specification

BASE = {"Exploding Kitten": 1, "Defuse": 2, "Nope": 1, "Attack": 1, "Skip": 1}
TINY = {"Exploding Kitten": 1, "Defuse": 2, "Nope": 2, "Attack": 2, "Favor": 1, "Tacocat": 2}
IMPLODING = {"Imploding Kitten": 1, "Defuse": 2, "Draw From the Bottom": 1, "Alter the Future (3x)": 1, "Reverse": 1}
NATIVE, MACHINE = Engine("native"), Engine("machine")


def compare_engines(rules: Rules, table: Table, bounds: Bounds | None = None, *, threads: int = 1) -> list[Verdict]:
    """Check a table by both; verdicts with their plays, counts and coverage must be equal."""
    by_machine = check_table(rules, table, bounds or Bounds(), engine=MACHINE)
    by_native = check_table(rules, table, bounds or Bounds(), engine=Engine("native", threads))
    assert (by_machine.findings.engine, by_native.findings.engine) == ("machine", "native")
    assert by_native.verdicts == by_machine.verdicts
    assert by_native.machine.fired == by_machine.machine.fired
    return list(by_native.verdicts)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("pile", ["bag", "ordered"])
def test_verdicts_and_plays_are_those_of_the_machine(pile: str, threads: int) -> None:
    table = Table(2, Scope("deck", BASE, 1), {}, "bag" if pile == "bag" else "ordered")
    verdicts = compare_engines(base_rules(), table, threads=threads)
    assert {"violated", "holds in scope", "witnessed"} <= {one.outcome for one in verdicts}


def test_a_second_box_gives_the_verdicts_of_the_machine() -> None:
    verdicts = compare_engines(imploding_rules(), Table(2, Scope("deck", IMPLODING, 1), {}, "bag"))
    assert {"violated", "holds in scope"} <= {one.outcome for one in verdicts}


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("most", [30, 1000, 12_345, 20_000])
def test_a_limit_gives_the_verdicts_and_the_coverage_of_the_machine(most: int, threads: int) -> None:
    verdicts = compare_engines(base_rules(), Table(2, Scope("deck", TINY, 2)), Bounds(max_states=most), threads=threads)
    assert "undetermined" in {one.outcome for one in verdicts}


def test_an_endless_play_is_the_one_that_the_machine_finds() -> None:
    """Nothing is drawn any more: turns go round and round while somebody still holds a card to play."""
    rules = base_rules()
    idle = tuple(replace(one, body=()) if one.name == "base.draw" else one for one in rules.rules)
    system = build_system(replace(rules, rules=idle), Table(2, Scope("deck", BASE, 1)))
    stems = []
    for engine in (MACHINE, NATIVE):
        machine = Machine(system)
        stems.append(find_endless_play(machine, run_search(machine, Bounds(), None, engine).exploration))
    assert stems[0] is not None
    assert stems[0] == stems[1]


def test_that_every_play_ends_is_found_out_without_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    system = of_the_specification("tiny", 2, "bag")
    machine = Machine(system)
    found = run_search(machine, Bounds(), None, NATIVE)
    monkeypatch.setattr(engines, "find_lasso", None)
    assert find_endless_play(machine, found.exploration) is None


def test_the_engine_is_named_in_the_document() -> None:
    for name in ("machine", "native"):
        result = run_command("--engine", name, "--format", "json", "--property", "one-winner")
        entries = json.loads(result.stdout)["verdicts"]
        assert {entry["engine"] for entry in entries} == {name}


def run_command(*arguments: str, compiler: str | None = None) -> subprocess.CompletedProcess[str]:
    """`kittens check` with the tiny deck of two players."""
    environment = dict(os.environ) | ({} if compiler is None else {"NATIVE_CC": compiler})
    command = [sys.executable, "-m", "checker.cli", "check", "--players", "2", "--spec", str(SPEC), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=SPEC.parent)


def test_reports_on_the_terminal_are_the_same() -> None:
    by_machine, by_native, by_both = (
        run_command("--engine", name, "--property", "deck-lasts") for name in ("machine", "native", "auto")
    )
    assert by_machine.stdout == by_native.stdout == by_both.stdout
    assert [one.returncode for one in (by_machine, by_native, by_both)] == [0, 0, 0]


@pytest.mark.parametrize("name", ["native", "auto"])
def test_without_a_compiler_the_machine_does_the_work_and_says_so_once(name: str) -> None:
    found = run_command("--engine", name, "--property", "deck-lasts", compiler="no-such-compiler")
    said = [line for line in found.stderr.splitlines() if "decision points" not in line]
    assert said == [
        "the machine does the work, not the native explorer: there is no compiler 'no-such-compiler' (NATIVE_CC)"
    ]
    assert found.stdout == run_command("--engine", "machine", "--property", "deck-lasts").stdout


def test_small_tables_are_left_to_the_machine_and_large_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    system = of_the_specification("tiny", 2, "bag")
    automatic = Engine("auto")
    found = run_search(Machine(system), Bounds(), None, automatic)
    assert (found.engine, found.exploration.states) == ("native", 26_982)
    few = run_search(Machine(system), Bounds(max_states=engines.ENOUGH_FOR_THE_MACHINE), None, automatic)
    assert (few.engine, few.exploration.limit) == ("machine", "states")
    monkeypatch.setattr(engines, "ENOUGH_FOR_THE_MACHINE", 26_982)
    assert run_search(Machine(system), Bounds(), None, automatic).engine == "machine"


def test_what_native_cannot_do_the_machine_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise NativeError("a field has left its range")

    monkeypatch.setattr(engines, "explore_native", fail)
    found = run_search(Machine(of_the_specification("tiny", 2, "bag")), Bounds(max_states=100), None, NATIVE)
    assert (found.engine, found.exploration.states) == ("machine", 100)
    assert found.remark == "the machine does the work, not the native explorer: a field has left its range"
