"""Readings from the command line: holes and what closes them, all readings of a question, pairs told apart."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import Result

from kittens_dsl.source.shipped import find_spec_directory
from tests.cli.running import run

ATTACKS = """
[[deck]]
players = 2
dealt = 1
copies = { "Exploding Kitten" = 1, "Defuse" = 2, "Attack" = 2, "Tacocat" = 1 }
"""


@pytest.fixture
def attacks(tmp_path: Path) -> str:
    """A scope file with two attacks."""
    path = tmp_path / "attacks.toml"
    path.write_text(ATTACKS)
    return str(path)


@pytest.fixture
def bare_spec(tmp_path: Path) -> Path:
    """A copy of the specification without its scopes."""
    copy = Path(shutil.copytree(find_spec_directory(), tmp_path / "spec", ignore=shutil.ignore_patterns("*.toml")))
    shutil.copy(find_spec_directory() / "clauses.toml", copy)
    (copy / "scopes").mkdir(exist_ok=True)
    return copy


@pytest.fixture(scope="module")
def five_kitten() -> Result:
    """The default table of the property about five different cards: nothing is said of readings."""
    return run("check", "--players", "3", "--property", "no-kitten-comes-back")


def test_the_hole_of_five_different_cards_is_found_without_asking_for_a_reading(five_kitten: Result) -> None:
    assert five_kitten.exit_code == 0
    assert "Holes, and the readings that close them" in five_kitten.stdout
    assert "under held of five-kitten: violated *; 11,950 decision points, 26,000 transitions" in five_kitten.stdout


def test_the_readings_that_close_the_hole_are_run_and_counted(five_kitten: Result) -> None:
    closed = "under forbidden of five-kitten (the default): holds in scope; 11,950 decision points, 25,997 transitions"
    assert closed in five_kitten.stdout
    assert "under explodes of five-kitten: holds in scope; 11,952 decision points" in five_kitten.stdout


def test_the_smallest_play_into_the_hole_is_told(five_kitten: Result) -> None:
    told = five_kitten.stdout.partition("violated as expected; shortest play, 3 players, scope five:")[2]
    *_, played, chosen = [line for line in told.splitlines() if line.startswith("  1")]
    assert played.startswith("  16. player 1: plays ")
    assert chosen == "  17. player 1: chooses Exploding Kitten"
    assert "by five.play [COMBO-5-1" in told
    assert "    player 1's hand: Exploding Kitten\n" in told


def test_a_hole_that_does_not_open_is_a_failure(bare_spec: Path) -> None:
    """With too few cats on the table, nothing is violated where a violation is declared: exit code 1."""
    deck = ATTACKS.replace("players = 2", "players = 3")
    deck = deck.replace('Kitten" = 1, "Defuse" = 2', 'Kitten" = 2, "Defuse" = 3')
    (bare_spec / "scopes" / "five.toml").write_text(deck)
    result = run("check", "--spec", str(bare_spec), "--players", "3", "--property", "no-kitten-comes-back")
    assert result.exit_code == 1
    assert "holds in scope (violation expected)" in result.stdout


def test_json_says_which_run_opens_the_hole_and_which_close_it() -> None:
    arguments = ("--players", "3", "--property", "no-kitten-comes-back", "--state-limit", "300")
    entries = json.loads(run("check", *arguments, "--format", "json").stdout)["verdicts"]
    put = {one["put_to"]["reading"]: (one["put_to"]["role"], one["readings"]) for one in entries if one["put_to"]}
    assert put == {
        "held": ("opens", {"five-kitten": "held"}),
        "forbidden": ("closes", {}),
        "explodes": ("closes", {"five-kitten": "explodes"}),
    }


def test_a_reading_under_which_something_unexpected_is_violated_ends_with_1(bare_spec: Path, attacks: str) -> None:
    """Who is attacked under `replaced` never owes more than two turns, under `added` one can owe four."""
    (bare_spec / "properties" / "more.kit").write_text(
        'box base\n\nproperty little-debt "Nobody owes four turns." [BASE-ATTACK-3]\n'
        "  always\n    each player satisfies the debt of them is at most 3\n"
    )
    arguments = ("--players", "2", "--scope", attacks, "--property", "little-debt")
    result = run("check", "--spec", str(bare_spec), *arguments, "--reading", "attack-stacking=all")
    assert result.exit_code == 1
    row = result.stdout.partition("little-debt, always, 2 players, attacks")[2]
    assert "under replaced: holds in scope, " in row
    assert "under added: violated, " in row
    assert "decision points, not expected" in row


def test_readings_without_an_unexpected_violation_end_with_0(attacks: str) -> None:
    result = run(
        "check", "--players", "2", "--scope", attacks, "--property", "deck-lasts", "--reading", "attack-stacking=all"
    )
    assert result.exit_code == 0
    assert "smallest game, in attacks with 2 players" in result.stdout


def test_a_pair_of_readings_that_never_differs_says_where_and_why(bare_spec: Path, attacks: str) -> None:
    arguments = ("--players", "2", "--scope", attacks, "--property", "deck-lasts", "--reading", "five-combo=all")
    result = run("check", "--spec", str(bare_spec), *arguments)
    assert result.exit_code == 0
    pair = result.stdout.partition("yes or no:")[2]
    assert "never differs in attacks with 2 players" in pair
    assert "five.play depends on them and never came to pass" in pair


def test_a_reading_that_no_card_of_the_decks_asks_for_says_which_card_they_lack(bare_spec: Path, attacks: str) -> None:
    arguments = ("--players", "2", "--scope", attacks, "--property", "deck-lasts", "--reading", "short-pile=all")
    result = run("check", "--spec", str(bare_spec), *arguments)
    assert "see-the-future.play is about See the Future, which these decks lack" in result.stdout


def test_a_pair_that_was_not_compared_to_the_end_is_undetermined(bare_spec: Path, attacks: str) -> None:
    arguments = ("--property", "deck-lasts", "--reading", "five-combo=all", "--state-limit", "40")
    result = run("check", "--spec", str(bare_spec), "--players", "2", "--scope", attacks, *arguments)
    assert result.exit_code == 3
    assert "undetermined (state limit): no difference found in" in result.stdout


def test_two_forms_of_one_kind_are_told_apart_by_what_they_say(attacks: str) -> None:
    result = run("check", "--players", "2", "--scope", attacks, "--property", "turn-debt", "--quiet")
    assert "at rest: the debt of the turn holder is at least 1" in result.stdout
    assert "(2)" not in result.stdout
