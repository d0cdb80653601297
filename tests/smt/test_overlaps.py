"""Orders left unsaid: no error where no state allows both rules, else an error that says what counts know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from checker.cli.main import commands

# Every coin that is lent has a stone laid aside for it, which comes back with it.
BANK = """box bank "Bank" for 2 to 6 players

token lead
zone heap of the table, seen by everyone, where every card starts
zone chest of the table, seen by everyone
zone aside of the table, seen by everyone
counter debt of a player, from 0 to 3
event settle by a player

card "Coin" in bank, 3 copies
card "Stone" in bank, 3 copies

rule bank.play [A-1]
  once setup is over
  then
    repeat until the heap has no "Coin"
      the lead holder chooses one
        to lend, if the heap has a "Coin" and the heap has a "Stone"
          move 1 "Coin" from the heap to the chest
          move 1 "Stone" from the heap to the aside
          if the lead holder's debt is less than 3 then
            the lead holder's debt grows by 1
        to settle
          the lead holder settles
        to pass
          the lead goes to the player after the lead holder
    the game is won by the lead holder

rule bank.settle [A-1]
  to settle
  then
    the lead goes to the player after the lead holder

rule bank.owed [A-1]
  exception to bank.settle
  when you would settle
  and {owed}
  then{may} instead
    move 1 "Coin" from the chest to the heap

rule bank.idle [A-1]
  exception to bank.settle
  when you would settle
  and {idle}
  then instead
    the lead goes to the player after the lead holder
"""
LEMMA = """
lemma secured "Every coin in the chest has its stone."
  the number of "Coin" in the chest is at most the number of "Stone" in the aside
"""
DECK = '[[deck]]\nplayers = 2\ndealt = 0\ncopies = { "Coin" = 2, "Stone" = 2 }\n'
COIN, NO_STONE, STONE = 'the chest has a "Coin"', 'the aside has no "Stone"', 'the aside has a "Stone"'


def _run(folder: Path, text: str, *asked: str) -> Result:
    (folder / "scopes").mkdir()
    (folder / "scopes" / "tiny.toml").write_text(DECK, encoding="utf-8")
    (folder / "bank.kit").write_text(text, encoding="utf-8")
    return CliRunner().invoke(commands, [*asked, "--spec", str(folder), "--boxes", "bank"])


def _ask(folder: Path, text: str) -> dict[str, object]:
    """What is answered of the one pair of rules without an order."""
    result = _run(folder, text, "prove", "--questions", "--format", "json")
    assert result.exit_code == 0, result.output
    (pair,) = json.loads(result.stdout)["overlaps"]
    assert isinstance(pair, dict)
    assert (pair["one"], pair["other"]) == ("bank.owed", "bank.idle")
    return pair


def test_an_overlap_that_no_state_allows_is_no_error(tmp_path: Path) -> None:
    result = _run(tmp_path, BANK.format(owed=COIN, idle=NO_STONE, may="") + LEMMA, "check", "--quiet")
    assert result.exit_code == 0, result.output
    assert "note: bank.owed and bank.idle need no order, for no state allows both: invariant" in result.stderr
    assert "K301" not in result.output


def test_what_excludes_it_is_named_in_card_words(tmp_path: Path) -> None:
    pair = _ask(tmp_path, BANK.format(owed=COIN, idle=NO_STONE, may="") + LEMMA)
    assert pair["answer"] == "never"
    (fact, *asked) = pair["because"] if isinstance(pair["because"], list) else []
    assert fact == "invariant, global: zone aside (Stone) - zone chest (Coin) >= 0"
    assert sorted(asked) == ["guard, -zone aside (Stone) >= 0", "guard, zone chest (Coin) - 1 >= 0"]


@pytest.mark.parametrize(
    ("idle", "state"), [(STONE, "1 Stone in aside, 1 Coin in chest"), (NO_STONE, "1 Coin in chest")]
)
def test_an_overlap_that_counts_allow_is_an_error_with_a_state(tmp_path: Path, idle: str, state: str) -> None:
    """Without the lemma nothing says that a coin has its stone; with both there it is a real overlap."""
    result = _run(tmp_path, BANK.format(owed=COIN, idle=idle, may=""), "check", "--quiet")
    assert result.exit_code == 2
    assert "error[K301]: bank.owed and bank.idle can both replace `settle`" in result.stderr
    assert (
        f"both apply in a state that the invariants allow: 2 players at the table; on the table: {state}"
        in result.stderr
    )


def test_what_counts_do_not_see_may_be_so_and_is_named(tmp_path: Path) -> None:
    """Whoever lent is in debt, and nobody is while the chest is empty; but debt is not counted."""
    owed, idle = 'the chest has no "Coin"', "your debt is at least 1"
    pair = _ask(tmp_path, BANK.format(owed=owed, idle=idle, may=""))
    assert (pair["answer"], pair["unseen"]) == ("not excluded", ["counter debt", "who holds token lead"])


def test_of_a_rule_that_its_player_may_decline_nothing_is_excluded(tmp_path: Path) -> None:
    result = _run(tmp_path, BANK.format(owed=COIN, idle=NO_STONE, may=" you may") + LEMMA, "check", "--quiet")
    assert result.exit_code == 2
    assert "not excluded by counts (not looked at: whether a player is offered the one" in result.stderr
