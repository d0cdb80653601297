"""Exhaustiveness of readings: where one is silent although another speaks, or that no state allows it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from checker.cli.main import commands

BANK = """box bank "Bank" for 2 to 6 players

token lead
zone heap of the table, seen by everyone, where every card starts
zone chest of the table, seen by everyone
event settle by a player

card "Coin" in bank, 3 copies

ambiguity paying "Who pays?" [A-1]
  reading both "Everybody." [A-1]
  reading rich "Who has coins." [A-1]
  default both

rule bank.play [A-1]
  once setup is over
  then
    repeat until the heap has no "Coin"
      the lead holder chooses one
        to lend, if the heap has a "Coin"
          move 1 "Coin" from the heap to the chest
        to settle, if {when}
          the lead holder settles
    the game is won by the lead holder

rule bank.settle [A-1]
  to settle
  then
    the lead goes to the player after the lead holder

rule bank.all [A-1]
  exception to bank.settle
  when you would settle
  and under both of paying
  then instead
    the lead goes to the player after the lead holder

rule bank.rich [A-1]
  exception to bank.settle
  when you would settle
  and under rich of paying
  and the chest has a "Coin"
  then instead
    move 1 "Coin" from the chest to the heap
"""
DECK = '[[deck]]\nplayers = 2\ndealt = 0\ncopies = { "Coin" = 2 }\n'


def _ask(folder: Path, when: str) -> dict[str, dict[str, object]]:
    """What is answered of each reading."""
    (folder / "scopes").mkdir()
    (folder / "scopes" / "tiny.toml").write_text(DECK, encoding="utf-8")
    (folder / "bank.kit").write_text(BANK.format(when=when), encoding="utf-8")
    asked = ["prove", "--questions", "--format", "json", "--spec", str(folder), "--boxes", "bank"]
    result = CliRunner().invoke(commands, asked)
    assert result.exit_code == 0, result.output
    return {str(one["reading"]): one for one in json.loads(result.stdout)["silences"]}


def test_a_reading_that_says_nothing_of_an_empty_chest_is_silent_there(tmp_path: Path) -> None:
    found = _ask(tmp_path, 'the heap has a "Coin"')
    assert found["both"]["answer"] == "never"
    assert (found["rich"]["answer"], found["rich"]["event"]) == ("silent", "settle")
    assert "decision: option settle" in str(found["rich"]["state"])
    assert "in chest" not in str(found["rich"]["state"])


def test_where_the_event_comes_only_with_a_coin_no_reading_is_silent(tmp_path: Path) -> None:
    found = _ask(tmp_path, 'the chest has a "Coin"')
    assert [found[name]["answer"] for name in ("both", "rich")] == ["never", "never"]
