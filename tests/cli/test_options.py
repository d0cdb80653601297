"""Options that would change nothing are refused; families of decks say which decks were cut short."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run

FAMILY = """
[family]
together = 1
each = 2
dealt = 1
always = { "Exploding Kitten" = "players - 1", "Defuse" = "players", "Nope" = "1", "Tacocat" = "1" }
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("scenes", "--players", "2"),
        ("scenes", "--scope", "small"),
        ("show", "--reading", "own-nope=others"),
        ("show", "--sample", "4"),
        ("clauses", "--deck", "bag"),
        ("clauses", "--time-limit", "3"),
        ("play", "--property", "deck-lasts"),
        ("play", "--sample", "4"),
        ("play", "--state-limit", "4"),
        ("prove", "--scope", "small"),
        ("prove", "--questions", "--players", "3"),
        ("prove", "--verify", "README.md", "--decks", "2"),
        ("prove", "--seed", "3"),
        ("check", "--scenes", "--players", "2"),
        ("check", "--scenes", "--reading", "own-nope=others"),
        ("check", "--scenes", "--quiet"),
        ("check", "--only", "nope-stops-skip"),
        ("check", "--steps"),
        ("check", "--format", "json", "--quiet"),
        ("check", "--seed", "3"),
        ("check", "--sample", "3", "--state-limit", "4"),
        ("check", "--sample", "3", "--depth-limit", "4"),
        ("check", "--reading", "own-nope=all", "--quiet"),
        ("play", "--players", "2,3"),
        ("play", "--reading", "own-nope=all"),
        ("pairs", "--reading", "own-nope=all"),
        ("invariants", "--boxes", "base", "--reading", "own-nope=all"),
        ("prove", "--reading", "own-nope=all"),
    ],
    ids=" ".join,
)
def test_an_option_that_would_change_nothing_is_refused(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "No such option" in result.output or "error[K5" in result.output


def test_the_seed_of_the_printed_inventory_is_used() -> None:
    plays = [
        run(
            "check", "--scope", "full", "--players", "5", "--sample", "1", "--seed", seed, "--property", "living-turn"
        ).stdout
        for seed in ("1", "2", "1")
    ]
    assert plays[0] == plays[2] != plays[1]


def test_decks_of_a_family_that_were_cut_short_are_named_with_what_they_lack(tmp_path: Path) -> None:
    path = tmp_path / "family.toml"
    path.write_text(FAMILY)
    arguments = ("--players", "2", "--scope", str(path), "--property", "living-turn", "--state-limit", "60")
    result = run("check", *arguments)
    assert result.exit_code == 3
    assert "every deck has Exploding Kitten, Defuse" in result.stdout
    cut = [line for line in result.stdout.splitlines() if line.strip().startswith("cut short: ")]
    assert any("family: Skip (state limit, 60 decision points); lacks Attack, Favor, Shuffle" in one for one in cut)
    assert f"undetermined (state limit, {len(cut)} of 13 decks)" in result.stdout


def test_a_decision_can_be_taken_back_and_taken_again(small: str) -> None:
    result = run("play", "--players", "2", "--scope", small, "--seed", "1", answers="1\nu\n1\nq\n")
    first = result.stdout.split("?")
    assert "taken back: " in result.stdout
    assert first[0].splitlines()[-2:] == first[2].splitlines()[-2:]  # the same decisions are offered again
    assert first[1].splitlines()[1:3] == first[3].splitlines()[1:3]  # and the same one does the same


def test_nothing_can_be_taken_back_before_a_decision(small: str) -> None:
    result = run("play", "--players", "2", "--scope", small, "--seed", "1", answers="u\nq\n")
    assert "There is nothing to take back" in result.stdout
    assert result.exit_code == 0


def test_a_number_that_is_not_offered_is_explained(small: str) -> None:
    result = run("play", "--players", "2", "--scope", small, "--seed", "1", answers="99\nq\n")
    assert "There is no decision 99: those that are possible here are 1 to" in result.stdout


def test_what_comes_and_goes_within_one_step_is_not_told(small: str) -> None:
    result = run("play", "--players", "2", "--scope", small, "--seed", "3", answers="r\n" * 60 + "q\n")
    assert "finished" not in result.stdout


def test_the_condition_of_each_form_stands_in_the_document(small: str) -> None:
    result = run("check", "--players", "2", "--scope", small, "--property", "turn-debt", "--format", "json")
    entries = json.loads(result.stdout)["verdicts"]
    assert "the debt of the turn holder is at least 1" in [one["condition"] for one in entries]
