"""Decks that benchmarks search: six that cover every box, and larger ones for single rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from checker.system.build import build_system
from checker.system.system import System
from checker.system.table import PilePolicy, Scope, Table
from kittens_dsl.driver import load_rules

SPEC = Path(__file__).resolve().parents[1] / "spec"


@dataclass(frozen=True, slots=True)
class BenchmarkDeck:
    """A table by what is in its pile and how that is kept."""

    boxes: tuple[str, ...]
    copies: Mapping[str, int]
    pile: PilePolicy
    players: int = 2
    dealt: int = 2
    laid: int | None = None

    def build(self, pile: PilePolicy | None = None, spec: Path = SPEC) -> System:
        """Its System, maybe with the pile kept otherwise."""
        rules = load_rules(spec, boxes=self.boxes).rules
        assert rules is not None
        scope = Scope("benchmark", self.copies, self.dealt, self.laid)
        return build_system(rules, Table(self.players, scope, {}, pile or self.pile))


KITTENS = {"Exploding Kitten": 1, "Imploding Kitten": 1, "Streaking Kitten": 1, "Defuse": 2}
EVERY_BOX: dict[str, BenchmarkDeck] = {
    "base": BenchmarkDeck(
        ("base",),
        {"Exploding Kitten": 1, "Defuse": 2, "Attack": 1, "Skip": 1, "Shuffle": 1, "Favor": 1, "Nope": 2, "Tacocat": 2},
        "bag",
    ),
    "imploding": BenchmarkDeck(
        ("base", "imploding"),
        {
            "Imploding Kitten": 1,
            "Defuse": 2,
            "Draw From the Bottom": 1,
            "Alter the Future (3x)": 1,
            "Shuffle": 1,
            "Targeted Attack (2x)": 1,
            "Nope": 1,
            "Favor": 1,
            "Feral Cat": 1,
        },
        "bag",
    ),
    "streaking": BenchmarkDeck(
        ("base", "streaking"),
        {
            "Exploding Kitten": 2,
            "Streaking Kitten": 1,
            "Defuse": 2,
            "Swap Top and Bottom": 1,
            "Alter the Future (5x)": 1,
            "Favor": 1,
            "Nope": 1,
            "Mark": 1,
            "Attack": 1,
        },
        "segmented",
    ),
    "barking": BenchmarkDeck(
        ("base", "barking"),
        {
            "Exploding Kitten": 1,
            "Defuse": 2,
            "Barking Kitten": 2,
            "Bury": 1,
            "Alter the Future (3x) Now": 1,
            "Shuffle": 1,
            "Nope": 1,
            "Favor": 1,
        },
        "segmented",
        laid=0,
    ),
    "imploding, streaking": BenchmarkDeck(
        ("base", "imploding", "streaking"),
        KITTENS
        | {"Swap Top and Bottom": 1, "Draw From the Bottom": 1, "Nope": 1, "Favor": 1, "Curse of the Cat Butt": 1},
        "bag",
    ),
    "all boxes": BenchmarkDeck(
        ("base", "imploding", "streaking", "barking"),
        KITTENS | {"Barking Kitten": 2, "Bury": 1, "Swap Top and Bottom": 1, "Nope": 1, "Favor": 1},
        "segmented",
        laid=0,
    ),
}

HUNDRED_MILLION = BenchmarkDeck(
    ("base", "imploding", "streaking", "barking"),
    {**EVERY_BOX["all boxes"].copies, "Reverse": 1, "Curse of the Cat Butt": 1, "Nope": 2, "Swap Top and Bottom": 2},
    "segmented",
    laid=0,
)
"""All boxes, with more than 10^8 states."""
