"""Scenes in core: a situation, a script of decisions, and what must then hold."""

from __future__ import annotations

from typing import Literal as OneOf

from kittens_dsl.core.terms import Condition
from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import NOWHERE, Span

Clauses = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """The situation of a scene: cards of zones (a pile from the top), counters, statuses, tokens; and nothing else.

    Each with the seat of its owner (None: of the table); a token with the seat of its holder as well.
    """

    cards: tuple[tuple[str, int | None, tuple[str, ...]], ...] = ()
    counters: tuple[tuple[str, int | None, int], ...] = ()
    statuses: tuple[tuple[str, int | None], ...] = ()
    tokens: tuple[tuple[str, int | None, int], ...] = ()
    gone: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One decision of a scene. verb and arguments as in the labels of the System; seat None = chance or the table.

    odds: of how many ways that weigh alike how many are this one, where a scene asks for it.
    """

    seat: int | None
    verb: OneOf["play", "respond", "pass", "choose card", "choose player", "place", "arrange", "option", "chance"]
    words: str = ""
    cards: tuple[str, ...] = ()
    target: int | None = None
    named: str | None = None
    position: int | None = None
    odds: tuple[int, int] | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class HasSeen:
    """A player has seen a card of a kind, or (positive False) has seen none."""

    seat: int
    kind: str
    positive: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class HasWon:
    """A player has won."""

    seat: int
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class LiesFromTop:
    """The pile is these cards, in this order."""

    kinds: tuple[str, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Stops:
    """The rules ask for what cannot be done."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Full:
    """No loaded box is for more players than there are."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class InSomeDeal:
    """A condition that holds after some deal."""

    condition: Condition
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Scene:
    """A situation, a script of decisions, and what must then hold (conditions, refused decisions), under readings.

    `said`: where each condition of `then` is written. `dealt`: what holds after some deal, if not after each.
    """

    name: str
    clauses: Clauses
    players: int
    given: Given
    script: tuple[ScriptStep, ...]
    then: tuple[Condition, ...]
    seen: tuple[HasSeen, ...] = ()
    pile_from_top: LiesFromTop | None = None
    refused: tuple[ScriptStep, ...] = ()
    offered: tuple[ScriptStep, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    winner: HasWon | None = None
    stops: Stops | None = None
    full: Full | None = None
    dealt: tuple[InSomeDeal, ...] = ()
    said: tuple[Span, ...] = field(default=(), compare=False)
    span: Span = field(default=NOWHERE, compare=False)
