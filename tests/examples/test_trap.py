"""The example of a designer: a box of one card, its clauses, a deck, and what the checker says of its two readings."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from checker.cli.main import commands

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TRAP = EXAMPLES / "trap"
TABLE = ("--with", str(TRAP), "--boxes", "base,trap")
DECK = ("--scope", str(TRAP / "deck.toml"))


def run(command: str, *arguments: str) -> Result:
    """A command with the example beside the shipped rules."""
    result = CliRunner().invoke(commands, [command, *TABLE, *arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_a_kitten_that_comes_back_does_no_harm() -> None:
    assert run("check", *DECK).exit_code == 0


def test_a_kitten_that_leaves_the_game_lets_the_deck_run_out() -> None:
    result = run("check", *DECK, "--reading", "trapped-kitten=gone", "--property", "deck-lasts", "--format", "json")
    assert result.exit_code == 1
    at_rest = [one for one in json.loads(result.stdout)["verdicts"] if one["form"] == "at rest"]
    assert [one["verdict"] for one in at_rest] == ["violated", "violated"]
    rules = {each["rule"] for step in at_rest[0]["steps"] for each in step["rules"]}
    assert "kitten-trap.play" in rules


def test_its_scenes_hold() -> None:
    result = run("scenes")
    assert result.exit_code == 0
    assert " 0 failed" in result.stdout


def test_its_clauses_are_covered_beside_those_of_the_shipped_register() -> None:
    rows = {row["clause"]: row for row in json.loads(run("clauses", "--format", "json").stdout)["clauses"]}
    assert rows["TRAP-2"]["rules"] == ["kitten-trap.play"]
    assert rows["BASE-SKIP-1"]["rules"] == ["skip.play"]


def test_a_rule_of_a_new_box_that_no_scene_shows_is_marked(tmp_path: Path) -> None:
    text = (TRAP / "trap.kit").read_text(encoding="utf-8").partition("scene ")[0]
    (tmp_path / "trap.kit").write_text(text, encoding="utf-8")
    (tmp_path / "clauses.toml").write_text((TRAP / "clauses.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert "NO SCENE" not in run("clauses").stdout
    result = CliRunner().invoke(commands, ["clauses", "--with", str(tmp_path), "--boxes", "base,trap"])
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines() if "NO SCENE" in line] == ["TRAP-2", "TRAP-3"]
    assert "0 without rule, scene or reason, 2 with a rule that no scene shows" in result.stdout


def test_a_clause_that_neither_register_knows_is_refused(tmp_path: Path) -> None:
    text = (TRAP / "trap.kit").read_text(encoding="utf-8").replace("[TRAP-2, TRAP-3]", "[TRAP-2, TRAP-9]", 1)
    (tmp_path / "trap.kit").write_text(text, encoding="utf-8")
    (tmp_path / "clauses.toml").write_text((TRAP / "clauses.toml").read_text(encoding="utf-8"), encoding="utf-8")
    result = CliRunner().invoke(commands, ["scenes", "--with", str(tmp_path), "--boxes", "base,trap"])
    assert result.exit_code == 2
    assert "unknown clause TRAP-9" in result.stderr
    assert f"{tmp_path.as_posix()}/trap.kit" in result.stderr


def test_a_folder_that_is_not_there_is_refused() -> None:
    result = CliRunner().invoke(commands, ["show", "--with", str(EXAMPLES / "trapp")])
    assert result.exit_code == 2
    assert "trapp" in result.stderr
