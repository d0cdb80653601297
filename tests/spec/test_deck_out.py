"""Can the deck run out before somebody has won? What catalogue 24 says of sets of boxes, seen in small decks."""

from __future__ import annotations

from functools import cache

import pytest

from checker.analysis.check import TableResult, check_table
from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.analysis.verdict import Verdict
from checker.model import Bounds
from checker.system.table import Scope, Table
from kittens_dsl.source.shipped import find_spec_directory
from tests.laws.tables import rules_of

HOLDS, VIOLATED = "holds in scope", "violated"
STREAKING, BARKING = ("base", "streaking"), ("base", "barking")
KITTEN, HOLDER, CLAIM = "Exploding Kitten", "Streaking Kitten", "I'll Take That"


def search(boxes: tuple[str, ...], players: int, cards: dict[str, int], *readings: tuple[str, str]) -> TableResult:
    """A deck with as many kittens and Defuses as players (setup takes out what is too many), one more card dealt."""
    deck = Scope("deck-out", {KITTEN: players, "Defuse": players, **cards}, 1, 0)
    return check_table(rules_of(*boxes), Table(players, deck, dict(readings)), Bounds())


def find_verdict(result: TableResult, name: str, form: str) -> Verdict:
    return next(one for one in result.verdicts if (one.name, one.form) == (name, form))


def deck_lasts(result: TableResult) -> str:
    return find_verdict(result, "deck-lasts", "at rest").outcome


# ---- as many kittens as players, or one fewer ------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("others", [(), ("barking",)])
@pytest.mark.parametrize(("reading", "expected"), [("players", HOLDS), ("one-fewer", VIOLATED)])
def test_kittens_beside_the_streaking_kitten(
    players: int, others: tuple[str, ...], reading: str, expected: str
) -> None:
    """SETUP-STREAK-7 against SETUP-BASE-4 and SETUP-BARK-9: the one that is held takes nobody."""
    result = search((*STREAKING, *others), players, {HOLDER: 1, "Skip": players}, ("streaking-count", reading))
    assert deck_lasts(result) == expected


@pytest.mark.parametrize(("players", "expected"), [(2, HOLDS), (3, VIOLATED)])
def test_one_kitten_fewer_beside_the_imploding_kitten(players: int, expected: str) -> None:
    """SETUP-IMPL-2, STREAK-SK-7: the only kitten of two players is the Imploding Kitten, which nobody may hold."""
    cards = {HOLDER: 1, "Imploding Kitten": 1, "Skip": players}
    result = search(("base", "imploding", "streaking"), players, cards, ("streaking-count", "one-fewer"))
    assert deck_lasts(result) == expected


# ---- I'll Take That of a player who is out ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("players", "reading", "expected"), [(2, "paid", HOLDS), (3, "paid", VIOLATED), (3, "discarded", HOLDS)]
)
def test_a_claim_of_the_dead(players: int, reading: str, expected: str) -> None:
    """BARK-ITT-2: with three players a kitten may go to somebody who is out; of two, one has won by then."""
    result = search(BARKING, players, {CLAIM: 1, "Skip": players}, ("orphaned-claims", reading))
    assert deck_lasts(result) == expected


# ---- a Streaking Kitten that comes back ------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(("reading", "expected"), [("forbidden", HOLDS), ("held", VIOLATED)])
def test_a_streaking_kitten_that_can_be_taken_back(reading: str, expected: str) -> None:
    """STREAK-SK-6, T77: whoever takes it back from the dead holds the last kitten, and two are left without one."""
    file = find_scope("ban", find_spec_directory())
    assert isinstance(file, ScopeFile)
    deck = make_scopes(file, rules_of(*STREAKING), 3)[0]
    assert isinstance(deck, Scope)
    table = Table(3, deck, {"five-kitten": reading})
    assert deck_lasts(check_table(rules_of(*STREAKING), table, Bounds())) == expected


# ---- two Streaking Kittens in one deck -------------------------------------------------------------------------------
@cache
def check_twins(streaking_kittens: int) -> TableResult:
    file = find_scope("twins", find_spec_directory())
    assert isinstance(file, ScopeFile)
    deck = make_scopes(file, rules_of(*STREAKING), 2)[0]
    assert isinstance(deck, Scope)
    copies = {**deck.copies, HOLDER: streaking_kittens}
    return check_table(rules_of(*STREAKING), Table(2, Scope("twins", copies, deck.dealt)), Bounds())


@pytest.mark.parametrize(("streaking_kittens", "expected"), [(1, HOLDS), (2, VIOLATED)])
def test_the_winner_is_left_alive_by_one_streaking_kitten(streaking_kittens: int, expected: str) -> None:
    """STREAK-SK-2, STREAK-GC-1: what two players give at once may lie over a kitten of either; END-1 wants one left."""
    assert find_verdict(check_twins(streaking_kittens), "the-winner-is-safe", "always").outcome == expected
    assert deck_lasts(check_twins(streaking_kittens)) == expected
