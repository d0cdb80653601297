"""The shipped scopes: what they promise of their decks."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.machine.machine import Machine
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.source.shipped import find_spec_directory
from tests.laws.tables import base_rules


def decks_of(scope: str, players: int) -> list[Scope]:
    """The decks of a shipped scope for the base box."""
    file = find_scope(scope, find_spec_directory())
    assert isinstance(file, ScopeFile)
    return [one for one in make_scopes(file, base_rules(), players) if isinstance(one, Scope)]


@pytest.mark.parametrize(("players", "copies"), [(2, 2), (3, 1)])
def test_every_pair_of_kinds_meets_in_a_deck_of_pairs(players: int, copies: int) -> None:
    """Two copies of either for two players; with three one has to do, but of a kind that is to meet itself."""
    printed = {kind.name: kind.copies for kind in base_rules().kinds}
    decks = decks_of("pairs", players)
    lacking = [
        (one, other)
        for one, other in combinations_with_replacement(printed, 2)
        if not any(
            all(deck.copies.get(kind, 0) >= min(2 if one == other else copies, printed[kind]) for kind in (one, other))
            for deck in decks
        )
    ]
    assert lacking == []


@pytest.mark.parametrize("players", [2, 3])
def test_every_deck_of_pairs_can_be_dealt(players: int) -> None:
    rules = base_rules()
    assert all(Machine(build_system(rules, Table(players, deck))).initial() for deck in decks_of("pairs", players))


@pytest.mark.parametrize(("scope", "players"), [("tiny", 2), ("tiny", 3), ("small", 2), ("small", 3), ("five", 3)])
def test_a_deck_holds_a_defuse_for_each_player_and_a_kitten_fewer(scope: str, players: int) -> None:
    (deck,) = decks_of(scope, players)
    assert deck.copies["Defuse"] >= players
    assert deck.copies["Exploding Kitten"] == players - 1


def test_the_full_scope_is_the_printed_inventory() -> None:
    (deck,) = decks_of("full", 5)
    assert sum(deck.copies.values()) == 56
    assert deck.dealt is None
