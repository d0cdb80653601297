"""Small tables for the laws of the native explorer: hand-built games, and decks of the specification by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Deck:
    """A small deck for some boxes of the specification: so few states that any program counts them in no time."""

    boxes: tuple[str, ...]
    copies: Mapping[str, int]
    players: int = 2
    laid: int | None = None

    def build(self, pile: PilePolicy) -> System:
        """Its System, with one card dealt to each player."""
        rules = load_rules(SPEC, boxes=self.boxes).rules
        assert rules is not None
        return build_system(rules, Table(self.players, Scope("small deck", self.copies, 1, self.laid), {}, pile))


DECKS: dict[str, Deck] = {
    "base": Deck(("base",), {"Exploding Kitten": 1, "Defuse": 2, "Nope": 1, "Attack": 1, "Shuffle": 1, "Skip": 1}),
    "imploding": Deck(
        ("base", "imploding"),
        {
            "Imploding Kitten": 1,
            "Defuse": 2,
            "Draw From the Bottom": 1,
            "Alter the Future (3x)": 1,
            "Shuffle": 1,
            "Reverse": 1,
        },
    ),
    "streaking": Deck(
        ("base", "streaking"),
        {
            "Exploding Kitten": 2,
            "Streaking Kitten": 1,
            "Defuse": 2,
            "Swap Top and Bottom": 1,
            "Alter the Future (5x)": 1,
            "Favor": 1,
        },
    ),
    "barking": Deck(
        ("base", "barking"),
        {
            "Exploding Kitten": 1,
            "Defuse": 2,
            "Barking Kitten": 1,
            "Bury": 1,
            "Alter the Future (3x) Now": 1,
            "Shuffle": 1,
        },
        laid=0,
    ),
    "imploding and streaking": Deck(
        ("base", "imploding", "streaking"),
        {
            "Exploding Kitten": 1,
            "Imploding Kitten": 1,
            "Streaking Kitten": 1,
            "Defuse": 2,
            "Swap Top and Bottom": 1,
            "Draw From the Bottom": 1,
        },
    ),
    "all boxes": Deck(
        ("base", "imploding", "streaking", "barking"),
        {
            "Exploding Kitten": 1,
            "Imploding Kitten": 1,
            "Streaking Kitten": 1,
            "Defuse": 2,
            "Barking Kitten": 1,
            "Bury": 1,
            "Swap Top and Bottom": 1,
        },
        laid=0,
    ),
}


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
