"""Chance is told from choice: wherever a rule of any box has the one for the other, a scene fails."""

from __future__ import annotations

from functools import cache

import pytest

from tests.laws.tables import rules_of
from tests.mutants.changes import CHANCE_IS_CHOICE, CHOICE_IS_CHANCE
from tests.mutants.every_change import Mutant, list_mutants
from tests.spec.leaving_out import first_failure, list_clauses

ALL = ("base", "imploding", "streaking", "barking")
BLIND = ("blind.risk", "blind.defends", "blind.favor", "blind.bears", "blind.potluck")
CROWNS = tuple(f"tower.{name}" for name in ("favor", "pair", "triple", "look"))
BARE = tuple(f"tower.bare-{name}" for name in ("favor", "pair", "triple", "look"))
COVERED = ("now.covered", "share.covered", "alter-five.covered")
ELSE = ("potluck.play", "take-that.hand-over", "garbage.play", "mark.play", "streaking.not-the-prize")
NAMES = (*BLIND, *CROWNS, *BARE, *COVERED, *ELSE, "alter-the-future.play", "streaking.not-given")
COPIES = "feral."
"""Rules that play as in another rule: their text is that of the other one (decision 023)."""


@cache
def swapped() -> tuple[Mutant, ...]:
    """The mutants of the other boxes in which a card is chosen for one that chance picks, or the other way.

    Those of the base box are among the mutants that another test of this folder kills.
    """
    rules, swaps = rules_of(*ALL), (CHANCE_IS_CHOICE, CHOICE_IS_CHANCE)
    base = list_clauses(rules_of("base"))
    mutants = [one for one in list_mutants(rules) if one.what.startswith(swaps)]
    return tuple(one for one in mutants if one.rule not in base and not one.rule.startswith(COPIES))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_chance_for_choice_or_choice_for_chance_is_noticed(name: str) -> None:
    mutants = [one for one in swapped() if one.rule == name]
    clauses = list_clauses(rules_of(*ALL))[name]
    assert [one.name for one in mutants if first_failure(one.rules, clauses) is None] == []
    assert mutants


@pytest.mark.slow
def test_these_are_the_rules_in_which_chance_or_a_player_picks_a_card() -> None:
    assert {one.rule for one in swapped()} == set(NAMES)
