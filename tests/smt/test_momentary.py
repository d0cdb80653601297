"""Statuses that are set and taken back on the way are followed there; they say nothing where play can stand still."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.cli.main import commands
from checker.smt.counts.commands import CountSystem, count_system
from checker.smt.shape.momentary import list_momentary
from checker.system.build import build_system
from checker.system.system import System
from checker.system.table import Scope, Table
from kittens_dsl.driver import load_rules
from tests.smt.conftest import SPEC

# Whoever is busy may take a coin; a coin that comes to anybody else brings a stone into the aside.
SHOP = """box shop "Shop" for 2 to 6 players

token lead
zone heap of the table, seen by everyone, where every card starts
zone aside of the table, seen by everyone
zone hand of a player, seen by its owner
status busy of a player

card "Coin" in shop, 3 copies
  rule shop.stone [A-1]
    whenever a card comes into your hand
    and the card is a "Coin"
    and you are not busy
    then
      if the heap has a "Stone" then
        move 1 "Stone" from the heap to the aside
card "Stone" in shop, 3 copies

event fetch by a player
rule shop.fetch [A-1]
  to fetch
  then
    you are busy
    {first}
    if the heap has a "Coin" then
      move 1 "Coin" from the heap to your hand
    {last}

rule shop.play [A-1]
  once setup is over
  then
    repeat until the heap is empty
      the lead holder chooses one
        to work
          the lead holder fetches
        to pass
          the lead goes to the player after the lead holder
    the game is won by the lead holder

property no-stone "No stone is aside." [A-1]
  always
    the aside is empty

property idle "Nobody is busy." [A-1]
  always
    each player satisfies they are not busy
"""
BACK = "you are no longer busy"
DOZE = "you choose one\n      to doze\n        nothing happens\n      to wake\n        nothing happens"
WAKE = f"you choose one\n      to wake\n        {BACK}\n      to stay\n        nothing happens"
NOTHING = "nothing happens"
DECK = '[[deck]]\nplayers = 2\ndealt = 0\ncopies = { "Coin" = 2, "Stone" = 2 }\n'


def _prove(folder: Path, first: str, last: str) -> dict[str, str]:
    """The verdict of each property."""
    (folder / "scopes").mkdir()
    (folder / "scopes" / "tiny.toml").write_text(DECK, encoding="utf-8")
    (folder / "shop.kit").write_text(SHOP.format(first=first, last=last), encoding="utf-8")
    asked = ["prove", "--spec", str(folder), "--boxes", "shop", "--time-limit", "2", "--format", "json"]
    result = CliRunner().invoke(commands, asked)
    assert result.exit_code in (0, 1, 3), result.output
    return {one["property"]: one["verdict"] for one in json.loads(result.stdout)["proofs"]}


def _system(folder: Path, first: str, last: str) -> System:
    (folder / "shop.kit").write_text(SHOP.format(first=first, last=last), encoding="utf-8")
    rules = load_rules(folder, boxes=("shop",)).rules
    assert rules is not None
    return build_system(rules, Table(3, Scope("all", {"Coin": 2, "Stone": 2}), {}, "ordered"))


def _followed(counted: CountSystem) -> frozenset[str]:
    return counted.finder.terms.momentary


def test_a_status_that_is_taken_back_at_once_is_followed_on_the_way(tmp_path: Path) -> None:
    counted = count_system(_system(tmp_path, NOTHING, BACK), single=[0])
    assert _followed(counted) == {"status busy"}
    assert "status busy" not in counted.unseen
    assert not [one for one in counted.commands for count, _ in one.updates if count.name == "status busy"]


def test_a_status_that_may_last_is_not_looked_at(tmp_path: Path) -> None:
    system = _system(tmp_path, NOTHING, WAKE)
    counted = count_system(system, single=[0])
    assert list_momentary(system) == {"status busy"}  # something takes it back, but not on every path
    assert _followed(counted) == frozenset()
    assert "status busy" in counted.unseen


def test_a_status_that_nothing_takes_back_is_not_tried(tmp_path: Path) -> None:
    assert list_momentary(_system(tmp_path, NOTHING, NOTHING)) == frozenset()


def test_of_the_statuses_of_blind_play_one_is_taken_back_at_once() -> None:
    rules = load_rules(SPEC, boxes=("base", "streaking")).rules
    assert rules is not None
    copies = {kind.name: kind.copies for kind in rules.cards}
    assert list_momentary(build_system(rules, Table(2, Scope("all", copies), {}, "ordered"))) == {"status holding"}


def test_a_status_that_is_asked_for_is_counted_instead(tmp_path: Path) -> None:
    system = _system(tmp_path, NOTHING, BACK)
    counted = count_system(system, single=[0], tracked=frozenset({"status busy"}))
    assert _followed(counted) == frozenset()
    assert "status busy" in counted.finder.terms.tracked


@pytest.mark.parametrize(
    ("first", "last", "no_stone", "idle"),
    [(NOTHING, BACK, "proved", "proved"), (BACK, NOTHING, "refuted", "proved"), (DOZE, BACK, "proved", "refuted")],
    ids=["taken back after the move", "taken back before the move", "on while somebody chooses"],
)
def test_what_the_status_holds_off_is_proved_and_what_is_false_is_refuted(
    tmp_path: Path, first: str, last: str, no_stone: str, idle: str
) -> None:
    verdicts = _prove(tmp_path, first, last)
    assert (verdicts["no-stone"], verdicts["idle"]) == (no_stone, idle)
