"""`kittens invariants`: one row for each invariant, one column for each set of boxes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run

DECKS = """
[[deck]]
name = "a skip"
boxes = ["base"]
players = 2
dealt = 1
copies = { "Exploding Kitten" = 1, "Defuse" = 2, "Skip" = 2, "Tacocat" = 1 }

[[deck]]
name = "a favor"
boxes = ["base"]
players = 2
dealt = 1
copies = { "Exploding Kitten" = 1, "Defuse" = 2, "Favor" = 2, "Tacocat" = 1 }
"""


@pytest.fixture
def decks(tmp_path: Path) -> str:
    """Two decks of the base box."""
    path = tmp_path / "decks.toml"
    path.write_text(DECKS)
    return str(path)


def row(text: str, number: str) -> str:
    """The line of an invariant."""
    return next(line.rstrip() for line in text.splitlines() if line.startswith(number))


def test_two_decks_of_one_set_are_one_verdict(decks: str) -> None:
    """A second Defuse comes to a hand by the Favor alone; so do the verdicts of both decks together say."""
    result = run("invariants", "--scope", decks, "--boxes", "base")
    assert result.exit_code == 0
    assert row(result.stdout, "I02").endswith("holds")
    assert row(result.stdout, "I04").endswith("violated *")
    assert row(result.stdout, "I07").endswith("(random plays)")
    assert row(result.stdout, "I13").endswith("-")


def test_the_sets_of_boxes_are_those_of_the_scope(decks: str) -> None:
    document = json.loads(run("invariants", "--scope", decks, "--format", "json").stdout)
    assert [one["boxes"] for one in document["sets"]] == [["base"]]
    assert len(document["invariants"]) == 35


def test_a_reading_that_breaks_an_invariant_ends_with_1(decks: str) -> None:
    result = run("invariants", "--scope", decks, "--reading", "favor-target=literal")
    assert result.exit_code == 1


def test_a_folder_without_a_list_is_refused(tmp_path: Path) -> None:
    result = run("invariants", "--spec", str(tmp_path))
    assert result.exit_code == 2
    assert "invariants.toml" in result.stderr


FAMILY = """
words = "two kinds"
[family]
together = 2
each = 2
dealt = 1
among = ["Skip", "Shuffle", "Nope"]
always = { "Exploding Kitten" = "players - 1", "Defuse" = "players" }
"""


@pytest.fixture
def family(tmp_path: Path) -> str:
    """Six decks of the base box: every two of three kinds."""
    path = tmp_path / "family.toml"
    path.write_text(FAMILY)
    return str(path)


def test_a_family_is_searched_deck_by_deck_and_goes_on_from_what_it_kept(family: str, tmp_path: Path) -> None:
    """A row a deck in the file; of a run that lost two of them, two are searched again and the table is the same."""
    kept = tmp_path / "rows.jsonl"
    command = ("invariants", "--scope", family, "--boxes", "base", "--players", "2", "--keep", str(kept))
    whole = run(*command)
    assert whole.exit_code == 0
    assert row(whole.stdout, "I02").endswith("holds")
    lines = kept.read_text().splitlines()
    assert len(lines) == 6
    kept.write_text("\n".join(lines[:4]) + "\n")
    assert run(*command).stdout == whole.stdout
    assert len(kept.read_text().splitlines()) == 6


def test_a_reading_that_breaks_an_invariant_in_a_family_ends_with_1(tmp_path: Path) -> None:
    path = tmp_path / "family.toml"
    path.write_text(FAMILY.replace('"Shuffle"', '"Favor"'))
    result = run(
        "invariants", "--scope", str(path), "--boxes", "base", "--players", "2", "--reading", "favor-target=literal"
    )
    assert result.exit_code == 1
    assert "violated" in result.stdout


def test_decks_of_a_family_that_cannot_be_dealt_are_told(tmp_path: Path) -> None:
    """One card for each beside the Defuse: two Nopes are too few for three players; with two Skips they are enough."""
    path = tmp_path / "family.toml"
    path.write_text(FAMILY)
    result = run("invariants", "--scope", str(path), "--boxes", "base", "--players", "3")
    assert result.exit_code == 0
    assert result.stderr.startswith("3 decks cannot be dealt; Nope + Nope: an impossible deal: not enough cards")
    assert row(result.stdout, "I02").endswith("holds")


def test_a_family_of_which_no_deck_can_be_dealt_is_wrong_input(tmp_path: Path) -> None:
    path = tmp_path / "family.toml"
    path.write_text(FAMILY.replace("dealt = 1", "dealt = 5"))
    result = run("invariants", "--scope", str(path), "--boxes", "base", "--players", "2")
    assert result.exit_code == 2
    assert result.stderr.startswith("6 decks cannot be dealt; Nope + Nope: an impossible deal: not enough cards")
    assert run("pairs", "--scope", str(path), "--boxes", "base", "--players", "2").exit_code == 2


def test_a_family_that_is_cut_off_is_undetermined(family: str) -> None:
    result = run("invariants", "--scope", family, "--boxes", "base", "--players", "2", "--state-limit", "3")
    assert result.exit_code == 3
    assert row(result.stdout, "I02").endswith("undetermined")
