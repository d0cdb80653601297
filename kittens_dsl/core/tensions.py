"""Questions on which the texts pull apart, and what decides them."""

from __future__ import annotations

from typing import Literal as OneOf

from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Decision:
    """What decides a tension: a default reading (name `ambiguity=reading`), a ruling or a property, and its words."""

    sort: OneOf["reading", "ruling", "property"]
    name: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Tension:
    """A question on which clauses pull apart or are silent, what decides it, and the scenes that show the decision."""

    name: str
    question: str
    decisions: tuple[Decision, ...]
    scenes: tuple[str, ...]
    clauses: tuple[str, ...]
    span: Span = field(default=NOWHERE, compare=False)
