"""A box that a test writes, of two cards and no lemma of its own, and a box without kittens: the method is general."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.analysis.refuting import refute
from checker.analysis.verifying import FullSize, all_readings
from checker.cli.main import commands
from checker.smt.counts.family import count_family
from checker.smt.proof.prove import prove_property
from kittens_dsl.core.rules import Rules
from tests.smt.conftest import base_rules, build_base, named

pytestmark = pytest.mark.slow

GIFT = """box parlour "Parlour" for 2 to 5 players [PARLOUR-1]

card "Gift" in parlour, 3 copies [PARLOUR-1]
  rule gift.play [PARLOUR-1]
    you may play this card on another player
    and your hand is not empty
    it is cancellable
    then
      if your hand is not empty then
        you choose a card of your hand, called present
        move the present to the target's hand, seen by you and the target
"""
LANTERN = """
card "Lantern" in parlour, 2 copies [PARLOUR-2]
  rule lantern.play [PARLOUR-2]
    you may play this card
    it is cancellable
    then
      if the pile has an "{kind}" then
        move 1 "{kind}" from the pile to the discard, seen by everyone
      shuffle the pile
"""
CLAUSES = """[clauses]
PARLOUR-1 = { box = "parlour", words = "a gift" }
PARLOUR-2 = { box = "parlour", words = "a lantern" }
"""


def _prove(folder: Path, kind: str, *more: str) -> dict[str, object]:
    """What becomes of the deck that lasts, with a Lantern that takes a card of a kind out of the pile."""
    (folder / "parlour.kit").write_text(GIFT + LANTERN.format(kind=kind), encoding="utf-8")
    (folder / "clauses.toml").write_text(CLAUSES, encoding="utf-8")
    asked = ["prove", "--with", str(folder), "--boxes", "base,parlour", "--property", "deck-lasts", "--format", "json"]
    result = CliRunner().invoke(commands, [*asked, *more])
    assert result.exit_code in (0, 1), result.output
    (proof,) = json.loads(result.stdout)["proofs"]
    assert isinstance(proof, dict)
    return proof


def test_two_cards_that_spare_the_kittens_are_proved_safe(tmp_path: Path) -> None:
    proof = _prove(tmp_path, "Skip")
    assert (proof["verdict"], proof["players"]) == ("proved", "any number of players")


def test_two_cards_of_which_one_throws_kittens_away_are_refuted_by_a_play(tmp_path: Path) -> None:
    proof = _prove(tmp_path, "Exploding Kitten", "--refute", "--players", "2")
    assert proof["verdict"] == "refuted"
    play = proof["play"]
    assert isinstance(play, dict)
    assert any("lantern.play" in str(step) for step in play["steps"])


def _without_kittens() -> Rules:
    rules = base_rules()
    rest = (one for one in rules.setup if one.name != "base.kittens")
    setup = tuple(replace(one, after=tuple(name for name in one.after if name != "base.kittens")) for one in rest)
    return replace(rules, setup=setup)


def test_without_kittens_the_deck_runs_out() -> None:
    rules = _without_kittens()
    family = count_family(lambda players: build_base(players, rules=rules), single=[0], players=(2,))
    result = prove_property(family, named("deck-lasts", "at rest"), players=2)
    assert result.verdict == "failed step"
    game = FullSize(rules, all_readings(rules, {}))
    refutation = refute(game, named("deck-lasts", "at rest")(game.build(2)))
    assert refutation.machine is not None
