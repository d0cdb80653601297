"""`kittens prove` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.cli.main import commands


@pytest.mark.slow
def test_the_deck_lasts_for_any_number_of_players(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        commands, ["prove", "--property", "deck-lasts", "--format", "json", "--certificates", str(tmp_path)]
    )
    assert result.exit_code == 0
    (proof,) = json.loads(result.stdout)["proofs"]
    assert (proof["form"], proof["verdict"], proof["players"]) == ("at rest", "proved", "any number of players")
    assert proof["obligations"] > 50
    assert "counter debt" in proof["not_looked_at"]
    (certificate,) = tmp_path.iterdir()
    assert "(check-sat)" in certificate.read_text()


@pytest.mark.slow
def test_what_a_reading_makes_false_is_not_proved() -> None:
    result = CliRunner().invoke(
        commands, ["prove", "--property", "hold-safety", "--reading", "five-kitten=held", "--format", "json"]
    )
    assert result.exit_code == 3
    assert all(one["verdict"] == "undetermined" for one in json.loads(result.stdout)["proofs"])
