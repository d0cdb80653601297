"""Lemmas: facts that a designer states for the sake of a proof; each is proved, or the step that breaks it is told."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from checker.analysis.verifying import FullSize
from checker.cli.main import commands
from checker.smt.candidates.invariant import Invariant
from checker.smt.candidates.lemmas import list_instances, named_lemmas
from checker.smt.candidates.template import said_by
from checker.smt.counts.family import Hit, count_family
from checker.smt.counts.linear import Constraint, Count, make_linear, variable
from checker.smt.proof.houdini import learn_invariants
from checker.system.lower_terms import LIVING
from kittens_dsl.driver import load_rules

# Whoever takes a coin out of the heap lays a stone aside; coins go on from the purse to the chest later. That no more
# coins are in the chest than stones lie aside is true, but does not prove itself: of the purse it says nothing.
BANK = """box bank "Bank" for 2 to 6 players

token lead
zone heap of the table, seen by everyone, where every card starts
zone purse of the table, seen by everyone
zone chest of the table, seen by everyone
zone aside of the table, seen by everyone

card "Coin" in bank, 3 copies
card "Stone" in bank, 3 copies

rule bank.play [A-1]
  once setup is over
  then
    repeat until the heap is empty
      the lead holder chooses one
        to lend, if the heap has a "Coin" and the heap has a "Stone"
          move 1 "Coin" from the heap to the purse
          move 1 "Stone" from the heap to the aside
        to store, if the purse has a "Coin"
          move 1 "Coin" from the purse to the chest
        to pass
          the lead goes to the player after the lead holder
    the game is won by the lead holder

property covered "Every coin in the chest has its stone." [A-1]
  always
    the number of "Coin" in the chest is at most the number of "Stone" in the aside
"""
LEMMA = """
lemma purse-and-chest "{words}"
  {coins} is at most {most}
"""
CHEST = 'the number of "Coin" in the chest'
BOTH = f'the number of "Coin" in the purse plus {CHEST}'
DECK = '[[deck]]\nplayers = 2\ndealt = 0\ncopies = { "Coin" = 2, "Stone" = 2 }\n'
STONES = 'the number of "Stone" in the aside'


def _write(folder: Path, lemma: str) -> None:
    (folder / "scopes").mkdir()
    (folder / "scopes" / "tiny.toml").write_text(DECK, encoding="utf-8")
    (folder / "bank.kit").write_text(BANK + lemma, encoding="utf-8")


def _prove(folder: Path, lemma: str, *more: str) -> dict[str, dict[str, object]]:
    """What becomes of each property and lemma, by its name."""
    _write(folder, lemma)
    table = ["--spec", str(folder), "--boxes", "bank", "--property", "covered"]
    asked = ["prove", *table, "--time-limit", "1", "--format", "json", *more]
    result = CliRunner().invoke(commands, asked)
    assert result.exit_code in (0, 1, 3), result.output
    return {str(one["property"]): one for one in json.loads(result.stdout)["proofs"]}


def test_without_its_lemma_the_property_is_not_proved(tmp_path: Path) -> None:
    found = _prove(tmp_path, "")
    assert found["covered"]["verdict"] == "undetermined"
    assert "decision: lend" not in str(found["covered"]["step"])
    assert "store" in str(found["covered"]["step"])


def test_with_its_lemma_it_is_and_the_lemma_is_proved_too(tmp_path: Path) -> None:
    kept = tmp_path / "certificates"
    lemma = LEMMA.format(words="Coins are covered from the first.", coins=BOTH, most=STONES)
    found = _prove(tmp_path, lemma, "--certificates", str(kept))
    assert {name: one["verdict"] for name, one in found.items()} == {"covered": "proved", "purse-and-chest": "proved"}
    assert str(found["covered"]["words"]).endswith("with the lemma purse-and-chest")
    assert str(found["purse-and-chest"]["words"]).startswith("a lemma: ")
    for file in (kept / "bank.covered.always.smt2", kept / "bank.purse-and-chest.always.smt2"):
        asked = ["prove", "--spec", str(tmp_path), "--boxes", "bank", "--verify", str(file)]
        assert CliRunner().invoke(commands, asked).exit_code == 0


def test_a_lemma_is_tried_where_no_property_is_asked_about(tmp_path: Path) -> None:
    _write(tmp_path, LEMMA.format(words="Coins are covered from the first.", coins=BOTH, most=STONES))
    rules = load_rules(tmp_path, boxes=("bank",)).rules
    assert rules is not None
    game = FullSize(rules, {})
    family = count_family(game.build, single=game.named_kinds(), players=(2,))
    ((name, facts),) = named_lemmas(family)
    assert (name, len(facts)) == ("purse-and-chest", 1)
    assert set(facts) <= set(learn_invariants(family, players=2).kept)


def test_a_lemma_that_does_not_prove_itself_is_used_by_nobody_and_its_step_is_told(tmp_path: Path) -> None:
    found = _prove(tmp_path, LEMMA.format(words="As the property says.", coins=CHEST, most=STONES))
    assert {one["verdict"] for one in found.values()} == {"undetermined"}
    assert str(found["purse-and-chest"]["words"]).startswith("a lemma, which no proof uses: ")
    step = found["purse-and-chest"]["step"]
    assert isinstance(step, list)
    assert any(line.startswith("decision: ") and "store" in line for line in step)
    assert "  Coin in chest: 0 becomes 1" in step


def test_a_false_lemma_is_refuted_by_a_play_of_a_real_deal(tmp_path: Path) -> None:
    found = _prove(tmp_path, LEMMA.format(words="One coin is all.", coins=BOTH, most="1"))
    assert {name: one["verdict"] for name, one in found.items()} == {
        "covered": "undetermined",
        "purse-and-chest": "refuted",
    }
    step = found["purse-and-chest"]["step"]
    assert isinstance(step, list)
    assert any("lend" in line for line in step)
    assert "  Coin in purse: 1 becomes 2" in step or "  Coin in purse: 0 becomes 1" in step


def test_a_lemma_is_checked_in_small_decks_like_any_property(tmp_path: Path) -> None:
    _write(tmp_path, LEMMA.format(words="One coin is all.", coins=BOTH, most="1"))
    result = CliRunner().invoke(commands, ["check", "--spec", str(tmp_path), "--boxes", "bank", "--players", "2"])
    assert result.exit_code == 1
    assert "purse-and-chest, always: One coin is all." in result.stdout


def test_what_each_player_must_have_only_those_in_the_game_must_have() -> None:
    """Each living player has a card: said of everybody as cards at least as many as lives, 0 for the dead."""
    living, cards = Count(LIVING, 0), Count("zone hand", 0, 0)
    fails = Hit("fails 0", None, 1, (variable(living).add(-1), variable(cards).negate()), frozenset())
    (fact,) = said_by([fails])
    assert fact == Invariant("each", Constraint(make_linear({cards: 1, living: -1})))


TEMPLATE = """
template here-there-aside "As many in two places as of another card in a third."
  for any card "One"
  for any card "Other"
  for any zone here of the table
  for any zone there of the table
  for any zone beyond of the table
  the number of "One" in the here plus the number of "One" in the there is at most the number of "Other" in the beyond
"""
"""What the lemma says, with nothing said of which cards and which places."""

NAMING = """
template coins "One coin here and there."
  for any zone here of the table
  the number of "{card}" in the here is at most 1
"""


def test_a_template_finds_the_lemma_by_itself(tmp_path: Path) -> None:
    told_apart = NAMING.format(card="Coin") + NAMING.format(card="Stone").replace("coins", "stones")
    found = _prove(tmp_path, TEMPLATE + told_apart)
    assert {name: one["verdict"] for name, one in found.items()} == {"covered": "proved"}
    assert "zone purse" in str(found["covered"]["invariants"])


def test_a_template_stands_for_different_cards_and_zones_that_are_counted_apart(tmp_path: Path) -> None:
    _write(tmp_path, TEMPLATE + NAMING.format(card="Coin"))
    rules = load_rules(tmp_path, boxes=("bank",)).rules
    assert rules is not None
    game = FullSize(rules, {})
    family = count_family(game.build, single=game.named_kinds(), players=(2,))
    assert family.counted.system.kinds == ("Coin", "Stone")
    instances = {one.name: list(list_instances(family, one)) for one in family.counted.system.rules.templates}
    assert len(instances["here-there-aside"]) == 2 * 4 * 3 * 2  # of two cards, and three of four zones
    assert len(set(instances["coins"])) == 4
