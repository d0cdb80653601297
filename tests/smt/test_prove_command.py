"""`kittens prove` as a user meets it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.cli.main import commands


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate that the deck lasts, in a folder of its own; the proof is looked at on the way."""
    folder = tmp_path_factory.mktemp("certificates")
    asked = ["prove", "--property", "deck-lasts", "--format", "json", "--certificates", str(folder)]
    result = CliRunner().invoke(commands, asked)
    assert result.exit_code == 0
    (proof,) = json.loads(result.stdout)["proofs"]
    assert (proof["form"], proof["verdict"], proof["players"]) == ("at rest", "proved", "any number of players")
    assert proof["obligations"] > 50
    assert "counter debt" in proof["not_looked_at"]
    return folder


@pytest.mark.slow
def test_the_deck_lasts_for_any_number_of_players(folder: Path) -> None:
    (certificate,) = folder.iterdir()
    assert "(check-sat)" in certificate.read_text()


@pytest.mark.slow
def test_a_certificate_is_verified_in_seconds_and_without_a_solver(folder: Path) -> None:
    (certificate,) = folder.iterdir()
    asked = (
        "import sys, time\n"
        "from click.testing import CliRunner\n"
        "from checker.cli.main import commands\n"
        f"found = CliRunner().invoke(commands, ['prove', '--verify', {str(certificate)!r}])\n"
        "print(found.exit_code, time.process_time() < 5, sorted({'z3', 'cvc5'} & set(sys.modules)))\n"
        "print(found.output)\n"
    )
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True).stdout
    assert told.startswith("0 True []\n")
    assert "accepted" in told
    assert "deck-lasts, at rest, any number of players" in told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--reading", "five-kitten=held"], "readings, five-kitten: forbidden, not held"),
        (["--boxes", "base,imploding"], "boxes: base, not base, imploding"),
    ],
)
def test_a_certificate_of_another_game_is_rejected(folder: Path, more: list[str], words: str) -> None:
    (certificate,) = folder.iterdir()
    result = CliRunner().invoke(commands, ["prove", "--verify", str(certificate), *more])
    assert result.exit_code == 1
    assert words in result.output


@pytest.mark.slow
def test_a_changed_multiplier_is_named(folder: Path, tmp_path: Path) -> None:
    (certificate,) = folder.iterdir()
    changed = tmp_path / "changed.smt2"
    changed.write_text(certificate.read_text().replace('""goal"": ""1""', '""goal"": ""2""', 1))
    result = CliRunner().invoke(commands, ["prove", "--verify", str(changed)])
    assert result.exit_code == 1
    assert "the multipliers do not prove it" in result.output


def test_what_is_no_certificate_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "empty.smt2"
    file.write_text("(check-sat)")
    result = CliRunner().invoke(commands, ["prove", "--verify", str(file)])
    assert result.exit_code == 1
    assert "no certificate of this program" in result.output


def test_a_certificate_that_is_not_there_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(commands, ["prove", "--verify", str(tmp_path / "none.smt2")])
    assert result.exit_code == 2
    assert "K530" in result.output


@pytest.mark.slow
def test_what_a_reading_makes_false_is_refuted_by_a_play() -> None:
    asked = ["prove", "--property", "hold-safety", "--reading", "five-kitten=held", "--format", "json"]
    result = CliRunner().invoke(commands, asked)
    assert result.exit_code == 1
    for proof in json.loads(result.stdout)["proofs"]:
        assert proof["verdict"] == "refuted"
        assert "Exploding Kitten: the discard to" in str(proof["play"]["steps"][-1]["happened"])


@pytest.mark.slow
def test_a_property_that_counts_cannot_speak_of_is_undetermined() -> None:
    asked = ["prove", "--property", "living-turn", "--format", "json", "--time-limit", "2"]
    result = CliRunner().invoke(commands, asked)
    (proof,) = json.loads(result.stdout)["proofs"]
    assert (result.exit_code, proof["verdict"], proof["play"]) == (3, "undetermined", None)
    assert "no play was found on real deals of 2 to 5 players" in proof["words"]


@pytest.mark.slow
def test_the_deck_lasts_with_the_imploding_box_and_its_certificate_is_verified(tmp_path: Path) -> None:
    table = ["--boxes", "base,imploding"]
    asked = ["prove", "--property", "deck-lasts", *table, "--certificates", str(tmp_path)]
    assert CliRunner().invoke(commands, asked).exit_code == 0
    (certificate,) = tmp_path.iterdir()
    assert CliRunner().invoke(commands, ["prove", "--verify", str(certificate), *table]).exit_code == 0


def test_a_search_alone_proves_nothing_and_tells_its_play() -> None:
    asked = ["prove", "--refute", "--property", "no-missing-rule", "--reading", "favor-target=literal"]
    result = CliRunner().invoke(commands, [*asked, "--players", "2"])
    assert result.exit_code == 1
    assert "no-missing-rule, built in: refuted, 2 players" in result.stdout
    assert "it begins like a shortest play of the small deck tiny" in " ".join(result.stdout.split())
    assert "the play stops: an impossible duty: no card to choose from" in result.stdout


def test_what_no_play_shows_is_undetermined() -> None:
    asked = ["prove", "--refute", "--property", "deck-lasts", "--players", "2", "--time-limit", "1"]
    result = CliRunner().invoke(commands, asked)
    assert result.exit_code == 3
    assert "nothing was to be proved; no play was found on real deals of 2 to 2 players" in " ".join(
        result.stdout.split()
    )
