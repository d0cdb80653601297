"""The table: everything that one game fixes beside the rules: players, readings, copies, cards dealt, pile policy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from kittens_dsl.records import dataclass, field

PilePolicy = Literal["bag", "segmented", "ordered"]
"""How piles are kept: their counts alone; known cards at both ends and counts between them; every card in order."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Which cards are in the game: copies for each kind (a kind left out has none), cards dealt (None: as printed).

    laid: cards dealt to a zone of the table (None: as printed).
    """

    name: str
    copies: Mapping[str, int] = field(default_factory=dict)
    dealt: int | None = None
    laid: int | None = None

    @property
    def family(self) -> str:
        """The name without what tells one deck of a family from another: 'pairs' of 'pairs: A + B'."""
        return self.name.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Table:
    """One configuration of the game. `readings` maps every ambiguity to one of its readings."""

    players: int
    scope: Scope
    readings: Mapping[str, str] = field(default_factory=dict)
    pile: PilePolicy = "bag"
