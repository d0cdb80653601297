"""The numbers of the shipped decks: pinned, so that a change of the rules or of the lowering cannot pass unseen."""

from __future__ import annotations

import pytest

from checker.analysis.check import TableResult, check_table
from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.model import Bounds
from checker.system.table import Scope, Table
from kittens_dsl.source.shipped import find_spec_directory
from tests.laws.tables import base_rules


def check_deck(scope: str, players: int, **readings: str) -> TableResult:
    """The first deck of a shipped scope, checked with every property."""
    file = find_scope(scope, find_spec_directory())
    assert isinstance(file, ScopeFile)
    deck = make_scopes(file, base_rules(), players)[0]
    assert isinstance(deck, Scope)
    return check_table(base_rules(), Table(players, deck, readings), Bounds())


@pytest.mark.parametrize(
    ("scope", "players", "deals", "states", "transitions", "depth"),
    [
        ("tiny", 2, 51, 26_982, 58_383, 16),
        ("tiny", 3, 33, 21_025, 43_836, 15),
        ("five", 2, 210, 16_572, 36_420, 9),
        ("five", 3, 120, 11_950, 25_997, 10),
    ],
)
def test_the_numbers_of_a_shipped_deck(
    scope: str, players: int, deals: int, states: int, transitions: int, depth: int
) -> None:
    result = check_deck(scope, players)
    found = result.findings
    assert (len(result.machine.initial()), found.states, found.transitions, found.depth) == (
        deals,
        states,
        transitions,
        depth,
    )
    assert found.limit is None
    assert result.system.bag_exact is True


def test_every_property_is_as_expected_on_the_tiny_decks() -> None:
    for players in (2, 3):
        verdicts = check_deck("tiny", players).verdicts
        assert [(one.name, one.form, one.outcome) for one in verdicts if not one.is_as_expected] == []
        assert len(verdicts) >= 30


def test_every_violation_and_witness_was_replayed() -> None:
    verdicts = check_deck("tiny", 2).verdicts
    assert all(bool(one.evidence) == (one.outcome in ("violated", "witnessed")) for one in verdicts)
