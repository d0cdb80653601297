"""Pairs of kinds: in which plays they meet, what is found where they do, and which readings make a finding vanish."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from checker.analysis.check import SILENT, Asked, check_table
from checker.analysis.meetings import find_meeting
from checker.analysis.pairs import PairJob, PairRow, check_pair, find_closings
from checker.cli.main import commands
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.driver import load_rules
from kittens_dsl.source.shipped import find_spec_directory
from tests.laws.tables import DEFUSE, KITTEN, base_rules

FAMILY = """
[family]
together = 2
each = 1
dealt = 1
always = { "Exploding Kitten" = "players", "Defuse" = "players" }
"""


def deck(copies: dict[str, int], dealt: int = 1) -> Table:
    """A table of two."""
    return Table(2, Scope("deck", {KITTEN: 1, DEFUSE: 2, **copies}, dealt), {})


def meet(table: Table, pair: tuple[str, str], rules: Rules | None = None) -> PairRow:
    """The row of one pair."""
    return check_pair(rules or base_rules(), PairJob(pair, table), Bounds())


def run(*arguments: str) -> Result:
    """The command, as a user runs it."""
    result = CliRunner().invoke(commands, ["pairs", *arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def family(tmp_path: Path) -> str:
    """A family of very small decks."""
    path = tmp_path / "family.toml"
    path.write_text(FAMILY)
    return str(path)


# ---- meetings ------------------------------------------------------------------------------------------------------
def test_one_player_attacks_and_the_other_asks_a_favor() -> None:
    assert meet(deck({"Attack": 1, "Favor": 1}), ("Attack", "Favor")).decisions == 2


def test_a_card_that_one_player_holds_twice_is_played_twice() -> None:
    assert meet(deck({"Attack": 2}), ("Attack", "Attack")).decisions == 2


def test_two_cats_are_played_together() -> None:
    assert meet(deck({"Tacocat": 2, "Skip": 2}, dealt=2), ("Tacocat", "Tacocat")).decisions == 1


def test_a_drawn_kitten_takes_part() -> None:
    row = meet(deck({"Skip": 2}), ("Skip", KITTEN))
    assert row.decisions is not None


def test_one_copy_does_not_meet_itself() -> None:
    row = meet(deck({"Favor": 1, "Skip": 1}), ("Favor", "Favor"))
    assert (row.decisions, row.why_not) == (None, "no play of this deck has both; all plays were looked at")


def test_a_card_without_its_rule_takes_part_in_nothing() -> None:
    rules = base_rules()
    without = replace(rules, rules=tuple(one for one in rules.rules if one.name != "favor.play"))
    row = meet(deck({"Attack": 1, "Favor": 1}), ("Attack", "Favor"), without)
    assert (row.decisions, row.why_not) == (None, "Favor takes part in no play of this deck")


def test_the_only_kitten_of_two_players_leaves_no_other() -> None:
    rules = load_rules(find_spec_directory(), boxes=("base", "imploding")).rules
    assert rules is not None
    row = meet(deck({"Imploding Kitten": 1, "Skip": 2}), (KITTEN, "Imploding Kitten"), rules)
    assert (row.decisions, row.why_not) == (None, f"{KITTEN} takes part in no play of this deck")


def test_a_limit_leaves_it_open() -> None:
    machine = Machine(build_system(base_rules(), deck({"Favor": 1, "Skip": 1})))
    meeting = find_meeting(machine, ("Favor", "Favor"), max_states=5)
    assert (meeting.decisions, meeting.complete) == (None, False)


def test_a_deck_that_cannot_be_dealt_says_why() -> None:
    row = meet(deck({}, dealt=9), (KITTEN, DEFUSE))
    assert row.refused
    assert row.states == 0


# ---- findings ------------------------------------------------------------------------------------------------------
def test_an_impossible_duty_vanishes_under_the_other_readings() -> None:
    table = replace(deck({"Favor": 2, "Skip": 1}), readings={"favor-target": "literal"})
    result = check_table(base_rules(), table, Bounds(), asked=Asked(frozenset({SILENT})))
    (finding,) = result.verdicts
    assert finding.outcome == "violated"
    closings = find_closings(base_rules(), table, finding, Bounds())
    assert [(one.ambiguity, one.reading) for one in closings if one.ambiguity == "favor-target"] == [
        ("favor-target", "able"),
        ("favor-target", "wasted"),
    ]
    assert all(one.states > 0 for one in closings)


# ---- the command ---------------------------------------------------------------------------------------------------
def test_only_the_pairs_with_a_card_are_searched(family: str) -> None:
    result = run("--scope", family, "--players", "2", "--card", "Skip", "--format", "json")
    rows = json.loads(result.stdout)["pairs"]
    assert len(rows) == 13
    assert all("Skip" in row["kinds"] for row in rows)


def test_a_kept_run_is_gone_on_with(family: str, tmp_path: Path) -> None:
    keep = tmp_path / "rows.jsonl"
    arguments = ("--scope", family, "--players", "2", "--card", "Skip", "--keep", str(keep), "--format", "json")
    first = run(*arguments).stdout
    whole = keep.read_bytes()
    lines = whole.splitlines(keepends=True)
    keep.write_bytes(b"".join(lines[:5]) + lines[5][:20])
    assert run(*arguments).stdout == first
    assert len(keep.read_bytes().splitlines()) == len(lines) + 1


def test_rows_of_other_readings_are_not_taken_over(family: str, tmp_path: Path) -> None:
    keep = tmp_path / "rows.jsonl"
    arguments = ("--scope", family, "--players", "2", "--card", "Favor", "--keep", str(keep))
    run(*arguments)
    before = len(keep.read_bytes().splitlines())
    run(*arguments, "--reading", "favor-target=wasted")
    assert len(keep.read_bytes().splitlines()) == 2 * before


def test_a_finding_ends_with_1_and_shows_the_smallest_game(family: str) -> None:
    result = run(
        "--scope", family, "--players", "2", "--card", "Favor", "--reading", "favor-target=literal",
    )  # fmt: skip
    assert result.exit_code == 1
    assert "no-missing-rule, built in: violated in" in result.stdout
    assert "vanishes under able of favor-target" in result.stdout


def test_an_expected_finding_is_explained_if_that_is_asked_for(family: str) -> None:
    """BASE-DEFUSE-3: the kitten is all there is to draw. Skip alone, with it or with a Defuse is too little to deal."""
    arguments = ("--scope", family, "--players", "2", "--card", "Skip")
    assert "the smallest is" not in run(*arguments).stdout
    explained = run(*arguments, "--explain")
    assert explained.exit_code == 0
    assert "nothing-left-hanging, always: violated as expected in 10 decks" in explained.stdout
    assert "; the smallest is " in explained.stdout
    assert "by base.defuse [BASE-DEFUSE-2" in explained.stdout


def test_the_standing_of_each_invariant_is_told_at_the_end(family: str) -> None:
    """I02, one winner, holds; I04, a pile that lasts, is violated as expected where the last card is being defused."""
    lines = run("--scope", family, "--players", "2", "--card", "Skip").stdout.splitlines()
    told = {line.partition(" in all")[0]: line for line in lines if line.startswith("invariants, ")}
    assert "I02" in told["invariants, holds in scope"]
    assert "I04" in told["invariants, violated as expected"]


def test_a_folder_is_no_file_for_rows(family: str, tmp_path: Path) -> None:
    result = run("--scope", family, "--players", "2", "--card", "Favor", "--keep", str(tmp_path))
    assert result.exit_code == 2
    assert str(tmp_path) in result.stderr


def test_an_unknown_card_is_refused(family: str) -> None:
    result = run("--scope", family, "--players", "2", "--card", "Favour")
    assert result.exit_code == 2
    assert "did you mean Favor?" in result.stderr


def test_a_scope_without_a_family_is_refused() -> None:
    result = run("--scope", "five", "--players", "2")
    assert result.exit_code == 2
    assert "no family" in result.stderr
