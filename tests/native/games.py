"""Small tables for the laws of the native explorer: hand-built games, and decks of the specification by name."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.decks import EVERY_BOX, SPEC, BenchmarkDeck
from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.system.build import build_system
from checker.system.system import System
from checker.system.table import PilePolicy, Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.driver import load_rules
from tests.system.small_games import draw_and_lose

HAND_BUILT: dict[str, tuple[Rules, dict[str, int]]] = {
    "draws only": (draw_and_lose(), {"Bomb": 1, "Plain": 4}),
    "a play": (draw_and_lose(stop_card=True), {"Bomb": 1, "Plain": 3, "Rest": 1}),
    "answers": (draw_and_lose(stop_card=True, answers=True), {"Bomb": 1, "Plain": 3, "Rest": 2, "Halt": 2}),
}


def hand_built(name: str, players: int, pile: PilePolicy) -> System:
    """A game written in core."""
    rules, copies = HAND_BUILT[name]
    return build_system(rules, Table(players, Scope(name, copies, dealt=1), pile=pile))


SHRUNK: dict[str, dict[str, int]] = {
    "base": {"Nope": 1, "Favor": 0, "Tacocat": 0},
    "imploding": {"Reverse": 1, "Targeted Attack (2x)": 0, "Nope": 0, "Favor": 0, "Feral Cat": 0},
    "streaking": {"Nope": 0, "Mark": 0, "Attack": 0},
    "barking": {"Barking Kitten": 1, "Nope": 0, "Favor": 0},
    "imploding, streaking": {"Nope": 0, "Favor": 0, "Curse of the Cat Butt": 0},
    "all boxes": {"Barking Kitten": 1, "Nope": 0, "Favor": 0},
}
"""Of the decks that benchmarks search, how many copies a small deck has instead of some kinds."""

DECKS: dict[str, BenchmarkDeck] = {
    name: replace(
        deck, copies={kind: copies for kind, copies in {**deck.copies, **SHRUNK[name]}.items() if copies}, dealt=1
    )
    for name, deck in EVERY_BOX.items()
}
"""A small deck for each set of boxes: so few states that any program counts them in no time; one card is dealt."""


def of_the_specification(
    scope: str, players: int, pile: PilePolicy, deck: int = 0, boxes: tuple[str, ...] = ("base",)
) -> System:
    """A deck of spec/scopes for some boxes of the specification."""
    rules = load_rules(SPEC, boxes=boxes).rules
    assert rules is not None
    file = find_scope(scope, SPEC)
    assert isinstance(file, ScopeFile), file
    chosen = make_scopes(file, rules, players)[deck]
    assert isinstance(chosen, Scope), chosen
    return build_system(rules, Table(players, chosen, readings=dict(file.readings), pile=pile))
