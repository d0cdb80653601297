"""Small tables for the laws of the native explorer: hand-built games, and decks of the specification by name."""

from __future__ import annotations

from pathlib import Path

from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.system.build import build_system
from checker.system.system import System
from checker.system.table import PilePolicy, Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.driver import load_rules
from tests.system.small_games import draw_and_lose

SPEC = Path(__file__).resolve().parents[2] / "spec"

HAND_BUILT: dict[str, tuple[Rules, dict[str, int]]] = {
    "draws only": (draw_and_lose(), {"Bomb": 1, "Plain": 4}),
    "a play": (draw_and_lose(stop_card=True), {"Bomb": 1, "Plain": 3, "Rest": 1}),
    "answers": (draw_and_lose(stop_card=True, answers=True), {"Bomb": 1, "Plain": 3, "Rest": 2, "Halt": 2}),
}


def hand_built(name: str, players: int, pile: PilePolicy) -> System:
    """A game written in core."""
    rules, copies = HAND_BUILT[name]
    return build_system(rules, Table(players, Scope(name, copies, dealt=1), pile=pile))


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
