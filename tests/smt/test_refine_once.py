"""Refine once: one thing more is counted where a proof fails at what was not looked at, and the verdict names it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.analysis import refining
from checker.cli.main import commands
from checker.smt.counts.family import Family, Hit
from checker.smt.proof.demand import Demand, gather

MILL = """box mill "Mill" for 2 to 6 players

token lead
zone heap of the table, seen by everyone, where every card starts
zone chest of the table, seen by everyone
counter sacks of the table, from 0 to 5

card "Coin" in mill, 3 copies
card "Stone" in mill, 3 copies

rule mill.play [A-1]
  once setup is over
  then
    repeat until the heap is empty
      the lead holder chooses one
        to pay, if the heap has a "{paid}"
          move 1 "{paid}" from the heap to the chest
        to grind
          if the sacks is less than {most} then
            the sacks grows by 1
        to pass
          the lead goes to the player after the lead holder
    the game is won by the lead holder

property few "There are never more than three sacks." [A-1]
  always
    the sacks is at most 3

property no-stones "No stone comes into the chest." [A-1]
  always
    the chest has no "Stone"
"""
DECK = '[[deck]]\nplayers = 2\ndealt = 0\ncopies = { "Coin" = 2, "Stone" = 2 }\n'


def _prove(folder: Path, text: str, name: str) -> dict[str, object]:
    (folder / "scopes").mkdir()
    (folder / "scopes" / "tiny.toml").write_text(DECK, encoding="utf-8")
    (folder / "mill.kit").write_text(text, encoding="utf-8")
    kept = folder / "certificates"
    table = ["prove", "--spec", str(folder), "--boxes", "mill"]
    asked = [*table, "--property", name, "--time-limit", "1", "--format", "json", "--certificates", str(kept)]
    result = CliRunner().invoke(commands, asked)
    assert result.exit_code in (0, 1, 3), result.output
    (proof,) = json.loads(result.stdout)["proofs"]
    assert isinstance(proof, dict)
    for file in kept.iterdir() if kept.exists() else ():
        assert CliRunner().invoke(commands, [*table, "--verify", str(file)]).exit_code == 0
    return proof


@pytest.mark.parametrize(
    ("name", "more"), [("few", "counter sacks is counted"), ("no-stones", "Stone is told apart")], ids=str
)
def test_with_one_thing_more_it_is_proved_and_the_certificate_accepted(tmp_path: Path, name: str, more: str) -> None:
    proof = _prove(tmp_path, MILL.format(paid="Coin", most=3), name)
    assert proof["verdict"] == "proved", proof
    assert str(proof["words"]).endswith(f"; refined once: {more}")


@pytest.mark.parametrize(
    ("name", "more"), [("few", "counter sacks is counted"), ("no-stones", "Stone is told apart")], ids=str
)
def test_what_is_false_is_not_proved_by_it(tmp_path: Path, name: str, more: str) -> None:
    proof = _prove(tmp_path, MILL.format(paid="Stone", most=4), name)
    assert proof["verdict"] != "proved"
    if proof["verdict"] == "undetermined":
        assert f"refined once: {more}, which did not help" in str(proof["words"])


def test_a_counter_that_begins_higher_is_counted_from_there(tmp_path: Path) -> None:
    proof = _prove(tmp_path, MILL.replace("from 0 to 5", "from 4 to 5").format(paid="Coin", most=3), "few")
    assert proof["verdict"] == "refuted"


def test_forms_that_want_the_same_counted_share_what_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def count(family: Family, hits: Iterable[Hit] = ()) -> Demand:
        some = tuple(hits)
        asked.append(len(some))
        return gather(family, some)

    monkeypatch.setattr(refining, "gather", count)
    again = 'property fewer "Nor more than four." [A-1]\n  always\n    the sacks is at most 4\n'
    (tmp_path / "scopes").mkdir()
    (tmp_path / "scopes" / "tiny.toml").write_text(DECK, encoding="utf-8")
    (tmp_path / "mill.kit").write_text(MILL.format(paid="Coin", most=3) + again, encoding="utf-8")
    table = ["prove", "--spec", str(tmp_path), "--boxes", "mill", "--time-limit", "1", "--format", "json"]
    result = CliRunner().invoke(commands, [*table, "--property", "few", "--property", "fewer"])
    assert result.exit_code == 0, result.output
    words = [one["words"] for one in json.loads(result.stdout)["proofs"]]
    assert len(words) == 2
    assert all("refined once: counter sacks is counted" in one for one in words)
    assert asked == [2]  # once, for the failures of both
