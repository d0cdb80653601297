"""Ctrl-C: what was found by then is shown, the rest is undetermined, and the exit code says so."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from checker.analysis.check import _Judge
from checker.analysis.findings import search_table
from checker.analysis.readings import compare_tables
from checker.analysis.scenes import SceneStage
from tests.cli.running import run

Answer = TypeVar("Answer")

SEARCH = "checker.analysis.check.search_table"
DECKS = """
[[deck]]
players = 2
dealt = 1
copies = { "Exploding Kitten" = 1, "Defuse" = 2, "Skip" = 1, "Nope" = 1 }

[[deck]]
players = 3
dealt = 1
copies = { "Exploding Kitten" = 2, "Defuse" = 3, "Skip" = 1 }
"""


@pytest.fixture
def decks(tmp_path: Path) -> str:
    """A scope file with a deck for two players and one for three."""
    path = tmp_path / "decks.toml"
    path.write_text(DECKS)
    return str(path)


def interrupt_at(call: int, function: Callable[..., Answer]) -> Callable[..., Answer]:
    """The function, struck by Ctrl-C at its so-manieth call."""
    calls = 0

    def struck(*arguments: object, **named: object) -> Answer:
        nonlocal calls
        calls += 1
        if calls == call:
            raise KeyboardInterrupt
        return function(*arguments, **named)

    return struck


def test_tables_that_an_interrupt_left_out_are_named_and_undetermined(
    monkeypatch: pytest.MonkeyPatch, decks: str
) -> None:
    monkeypatch.setattr(SEARCH, interrupt_at(2, search_table))
    result = run("check", "--scope", decks, "--property", "living-turn")
    assert result.exit_code == 3
    assert "holds in scope" in result.stdout
    assert "undetermined (interrupted)" in result.stdout
    assert "3 players, scope decks: not searched, interrupted" in result.stdout


def test_an_interrupted_check_is_still_one_json_document(monkeypatch: pytest.MonkeyPatch, decks: str) -> None:
    monkeypatch.setattr(SEARCH, interrupt_at(2, search_table))
    result = run("check", "--scope", decks, "--property", "living-turn", "--format", "json")
    entries = json.loads(result.stdout)["verdicts"]
    assert [(one["players"], one["verdict"], one["limit"]) for one in entries] == [
        (2, "holds in scope", None),
        (3, "undetermined", "interrupted"),
    ]
    assert result.exit_code == 3


def test_an_interrupt_while_a_play_is_replayed_leaves_the_rest_undetermined(
    monkeypatch: pytest.MonkeyPatch, decks: str
) -> None:
    monkeypatch.setattr(_Judge, "monitor", interrupt_at(3, _Judge.monitor))
    result = run("check", "--scope", decks, "--players", "2", "--property", "turn-debt")
    assert result.exit_code == 3
    assert result.stdout.count("holds in scope") == 2
    assert result.stdout.count("undetermined (interrupted)") == 2


def test_a_violation_found_before_the_interrupt_is_still_one(monkeypatch: pytest.MonkeyPatch, decks: str) -> None:
    monkeypatch.setattr(SEARCH, interrupt_at(2, search_table))
    result = run("check", "--scope", decks, "--property", "second-defuse")
    assert result.exit_code == 1
    assert "impossible" in result.stdout
    assert "undetermined (interrupted)" in result.stdout


def test_scenes_that_an_interrupt_left_out_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SceneStage, "play", interrupt_at(4, SceneStage.play))
    result = run("scenes")
    assert result.exit_code == 3
    assert "3 passed, 0 failed" in result.stdout
    assert "not played: interrupted" in result.stdout


def test_a_reading_that_was_run_before_the_interrupt_is_shown(monkeypatch: pytest.MonkeyPatch, decks: str) -> None:
    monkeypatch.setattr(SEARCH, interrupt_at(2, search_table))
    result = run("check", "--scope", decks, "--players", "2", "--property", "one-winner", "--reading", "own-nope=all")
    assert result.exit_code == 3
    assert "under anyone: holds in scope" in result.stdout
    assert "under others: undetermined (interrupted)" in result.stdout
    assert "not compared: interrupted" in result.stdout


def test_a_comparison_that_was_interrupted_is_undetermined(monkeypatch: pytest.MonkeyPatch, decks: str) -> None:
    monkeypatch.setattr("checker.analysis.readings.compare_tables", interrupt_at(2, compare_tables))
    arguments = ("--scope", decks, "--players", "2", "--property", "living-turn", "--reading", "short-pile=all")
    result = run("check", *arguments)
    assert result.exit_code == 3
    assert "undetermined (interrupted): no difference found in" in result.stdout


def _hear_interrupts() -> None:
    """What a shell starts in the background has Ctrl-C ignored, and so has what that starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_real_signal_ends_a_real_search_with_what_it_has() -> None:
    arguments = ["check", "--scope", "small", "--players", "2", "--engine", "machine"]
    command = [sys.executable, "-m", "checker.cli", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=_hear_interrupts) as process:
        assert process.stderr is not None
        assert "decision points" in process.stderr.readline()  # the first line of progress: the search is under way
        os.kill(process.pid, signal.SIGINT)
        out, error = process.communicate(timeout=120)
    assert process.returncode == 3
    assert "Traceback" not in error
    assert "undetermined (interrupted)" in out
    assert "2 players, scope small" in out
