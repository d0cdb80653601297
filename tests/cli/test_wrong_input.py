"""Numbers, files and outputs that cannot be: exit code 2 with what was read, never 1, which says something is false."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import run

NO_NUMBERS = [
    (("check", "--memory-limit", "0"), "K521", "'0' is not a number of bytes"),
    (("check", "--memory-limit", "0.2"), "K521", "'0.2' is not a number of bytes"),
    (("check", "--time-limit", "nan"), "K524", "nan is no number of seconds"),
    (("check", "--time-limit", "inf"), "K524", "inf is no number of seconds"),
    (("check", "--players", ""), "K501", "'' is no number of players"),
    (("check", "--players", "3-2"), "K501", "'3-2' is no number of players"),
    (("deal", "--players", "10-2"), "K501", "'10-2' is no number of players"),
    (("deal", "--reading", "spare-defuses=all"), "K517", "under one reading of each ambiguity"),
    (("check", "--reading", "own-nope=anyone", "--reading", "own-nope=others"), "K517", "asked for twice"),
    (("check", "--sample", "2", "--lossy"), "K522", "--lossy would change nothing"),
    (("check", "--sample", "2", "--engine", "native"), "K522", "--engine would change nothing"),
    (("check", "--threads", "2", "--engine", "machine"), "K522", "--threads would change nothing"),
]


@pytest.mark.parametrize(("arguments", "code", "words"), NO_NUMBERS, ids=lambda one: str(one))
def test_what_means_nothing_is_refused_in_words(arguments: tuple[str, ...], code: str, words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert f"error[{code}]" in result.stderr
    assert words in result.stderr


def test_a_range_of_players_is_a_list_of_them() -> None:
    tables = run("check", "--players", "2-3,2", "--state-limit", "1").stdout
    assert [tables.count(f"{number} players, scope tiny: ") for number in (2, 3)] == [1, 1]


def test_a_box_that_needs_another_says_which(tmp_path: Path) -> None:
    result = run("clauses", "--boxes", "imploding")
    assert result.exit_code == 2
    assert result.stderr.count("error[") == 1
    assert "imploding cannot stand without the box base" in result.stderr
    assert "choose base,imploding" in result.stderr


def test_a_folder_that_cannot_be_made_is_refused_before_anything_is_proved(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("prove", "--certificates", str(tmp_path / "file" / "below"))
    assert result.exit_code == 2
    assert "Not a directory" in result.stderr
    assert "..." not in result.stderr


def run_process(*arguments: str, output: int) -> tuple[int, str]:
    """A whole process whose output goes elsewhere: its exit code and what it says of it."""
    command = [sys.executable, "-m", "checker.cli", *arguments]
    finished = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True, check=False)
    return finished.returncode, finished.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_an_output_that_cannot_be_written_is_wrong_input() -> None:
    with Path("/dev/full").open("w") as full:
        code, words = run_process("clauses", output=full.fileno())
    assert code == 2
    assert "No space left" in words
    assert "Traceback" not in words


def test_a_reader_that_has_gone_is_no_violation() -> None:
    command = [sys.executable, "-m", "checker.cli", "show", "--core"]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=buffered) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        words = process.stderr.read()
    assert process.returncode == 141
    assert words == ""


@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [
        (("clauses",), ""),
        (("clauses",), "1"),
        (("clauses", "--format", "json"), ""),
        (("show",), ""),
        (("show",), "1"),
        (("check", "--property", "living-turn", "--players", "2", "--state-limit", "1"), ""),
        (("invariants", "--boxes", "base", "--players", "2", "--state-limit", "1"), ""),
        (("--help",), ""),
        (("pairs", "--help"), ""),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else "unbuffered" if one else "buffered",
)
def test_no_command_takes_a_closed_output_for_a_verdict(arguments: tuple[str, ...], unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "checker.cli", *arguments]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    finished = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    os.close(writing)
    assert finished.returncode == 141
    assert "Error" not in finished.stderr
    assert "Exception" not in finished.stderr


def test_a_reader_that_goes_in_the_middle_of_unbuffered_output_is_noticed() -> None:
    command = [sys.executable, "-m", "checker.cli", "show", "--core"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_a_failing_scene_is_quoted_with_what_there_is_instead(spec: Path) -> None:
    scenes = spec / "scenes" / "skip.kit"
    text = scenes.read_text()
    assert text.count("    turn is with player 2\n    the number of cards in the hand of player 1 is 1\n") == 1
    scenes.write_text(
        text.replace(
            "    turn is with player 2\n    the number of cards in the hand of player 1 is 1\n",
            "    turn is with player 1\n    the number of cards in the hand of player 1 is 7\n",
        )
    )
    result = run("scenes", "--spec", str(spec))
    assert result.exit_code == 1
    assert "13 |     turn is with player 1" in result.stdout
    assert "^^^^^^^^^^^^^^^^^^^^^ it is player 2" in result.stdout
    assert "it is 1\n" in result.stdout
    assert "2 failed" not in result.stdout
    assert "1 failed" in result.stdout
