"""Certificates of several sets of boxes and readings lie in one folder: their names say what they are of."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.analysis.verifying import FullSize, all_readings
from checker.cli.main import commands
from tests.smt.conftest import base_rules

SHOP = """box shop "Shop" for 2 to 6 players

token lead
zone heap of the table, seen by everyone, where every card starts
zone chest of the table, seen by everyone
zone aside of the table, seen by everyone

card "Coin" in shop, 3 copies

ambiguity price "What does a step cost?" [A-1]
  reading one "a coin" [A-1]
  reading each "every coin" [A-1]
  default one

rule shop.play [A-1]
  once setup is over
  then
    repeat until the heap is empty
      the lead holder chooses one
        to pay, if the heap has a "Coin"
          if under one of price then
            move 1 "Coin" from the heap to the chest
          otherwise
            move every "Coin" from the heap to the chest
        to pass
          the lead goes to the player after the lead holder
    the game is won by the lead holder

property nothing-aside "No coin lies aside." [A-1]
  always
    the aside is empty
"""
STALL = """box stall "Stall" for 2 to 6 players

card "Stone" in stall, 3 copies
"""
DECK = '[[deck]]\nplayers = 2\ndealt = 0\ncopies = { "Coin" = 2 }\n'
SETS = (("shop",), ("shop,stall",), ("shop", "--reading", "price=each"))
FILES = [
    "shop+stall.nothing-aside.always.smt2",
    "shop.nothing-aside.always.smt2",
    "shop.price=each.nothing-aside.always.smt2",
]


def test_certificates_of_three_games_lie_in_one_folder_and_each_is_accepted_for_its_own_alone(tmp_path: Path) -> None:
    (tmp_path / "scopes").mkdir()
    (tmp_path / "scopes" / "tiny.toml").write_text(DECK, encoding="utf-8")
    (tmp_path / "shop.kit").write_text(SHOP, encoding="utf-8")
    (tmp_path / "stall.kit").write_text(STALL, encoding="utf-8")
    kept = tmp_path / "certificates"
    for table in SETS:
        asked = ["prove", "--spec", str(tmp_path), "--boxes", *table, "--property", "nothing-aside"]
        result = CliRunner().invoke(commands, [*asked, "--certificates", str(kept)])
        assert result.exit_code == 0, result.output
    assert sorted(file.name for file in kept.iterdir()) == FILES
    for table in SETS:
        asked = ["prove", "--spec", str(tmp_path), "--boxes", *table]
        verdicts = [CliRunner().invoke(commands, [*asked, "--verify", str(kept / name)]).exit_code for name in FILES]
        assert sorted(verdicts) == [0, 1, 1]


@pytest.mark.parametrize(
    ("readings", "name"),
    [
        ({}, "base.hold-safety.at-rest.smt2"),
        ({"five-kitten": "forbidden"}, "base.hold-safety.at-rest.smt2"),
        ({"five-kitten": "held"}, "base.five-kitten=held.hold-safety.at-rest.smt2"),
    ],
    ids=str,
)
def test_a_reading_is_named_unless_it_is_the_default(readings: dict[str, str], name: str) -> None:
    game = FullSize(base_rules(), all_readings(base_rules(), readings))
    assert game.file_name("hold-safety", "at rest", 1) == name


def test_the_second_form_of_a_property_has_a_file_of_its_own_and_many_readings_fit() -> None:
    usual = all_readings(base_rules(), {})
    names = set[str]()
    for which, left in ((1, "alarm"), (2, "alarm"), (1, "out")):
        others = {
            one.name: one.readings[-1][0] for one in base_rules().ambiguities if one.readings[-1][0] != usual[one.name]
        }
        names.add(
            FullSize(base_rules(), {**usual, **others, "empty-pile": left}).file_name("one-winner", "always", which)
        )
    assert len(names) == 3
    assert max(map(len, names)) < 200
