"""A template: facts that proofs from counts try, cards and zones left open."""

from __future__ import annotations

from kittens_dsl.core.terms import Condition
from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Template:
    """Facts to be tried in proofs: a linear condition on any cards and zones, all different, by the names used in it.

    zones: each with whether it is a player's.
    """

    name: str
    words: str
    cards: tuple[str, ...]
    zones: tuple[tuple[str, bool], ...]
    condition: Condition
    clauses: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)
