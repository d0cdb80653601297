"""What a command imports: most of a small check would be the import of what it does not need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from checker.cli.main import COMMANDS, commands

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {
    "z3",
    "cvc5",
    "lark",
    "interegular",
    "networkx",
    "concurrent.futures",
    "rich",
    "importlib.resources",
}
OF_OTHERS = {
    "checker.smt",
    "checker.export",
    "checker.analysis.pairs",
    "checker.analysis.scenes",
    "checker.cli.scenes",
}
RUN = """
import sys
from checker.cli.main import main
try:
    main()
except SystemExit as end:
    print("\\nMODULES", end.code, *sorted(sys.modules))
"""


def list_imported(*arguments: str, cache: Path) -> set[str]:
    """The modules in a process that has run a command which ends with exit code 0."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
    )
    code, *modules = done.stdout.rpartition("MODULES")[2].split()
    assert code == "0", done.stderr
    return set(modules)


def test_nothing_heavy_is_imported_for_help(tmp_path: Path) -> None:
    assert not list_imported("--help", cache=tmp_path) & (HEAVY | OF_OTHERS)


def test_a_check_imports_nothing_that_is_heavy(tmp_path: Path) -> None:
    """With an empty cache: Lark is not needed to parse, nor rich for a pipe."""
    deck = str(write_scope(tmp_path))
    command = ("check", "--players", "2", "--property", "one-winner", "--quiet", "--scope", deck)
    assert not list_imported(*command, cache=tmp_path / "cache") & (HEAVY | OF_OTHERS)
    assert not list_imported(*command[:-3], "--format", "json", *command[-2:], cache=tmp_path) & (HEAVY | OF_OTHERS)


def test_what_lays_out_is_imported_when_styles_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: who wants colours gets them from rich."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    deck = str(write_scope(tmp_path))
    command = ("check", "--players", "2", "--property", "one-winner", "--quiet", "--scope", deck)
    assert list_imported(*command, cache=tmp_path / "cache") & (HEAVY | OF_OTHERS) == {"rich"}


def write_scope(directory: Path) -> Path:
    """A deck that is searched in no time."""
    file = directory / "deck.toml"
    file.write_text('[[deck]]\nplayers = 2\ndealt = 1\ncopies = { "Exploding Kitten" = 1, "Defuse" = 2, "Skip" = 3 }\n')
    return file


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_they_say_of_themselves(name: str) -> None:
    command = commands.get_command(click.Context(commands), name)
    assert command is not None
    assert COMMANDS[name] == command.get_short_help_str(200)


def test_the_list_is_that_of_a_process() -> None:
    """The control: a command that proves does import its solver."""
    code = "import checker.cli.prove, sys; print('checker.smt' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
