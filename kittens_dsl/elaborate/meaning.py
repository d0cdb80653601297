"""The sorts of nouns: a player, a card, a zone, a counter, a token, or one of the few fixed things."""

from __future__ import annotations

from typing import assert_never

from kittens_dsl.core.terms import Kind, Player, ZoneOf
from kittens_dsl.elaborate.scope import CardBinding, Scope
from kittens_dsl.names.book import Noun as Declared
from kittens_dsl.problem.problem import Problem
from kittens_dsl.records import dataclass
from kittens_dsl.syntax.ast import phrases as ast
from kittens_dsl.syntax.ast.declarations import Counter, Status, Token, Trait, Zone


@dataclass(frozen=True, slots=True)
class PlayerMeaning:
    """A player."""

    player: Player


@dataclass(frozen=True, slots=True)
class CardMeaning:
    """A card or a kind of card; `name` if it is bound in the rule, and then it may be known where it lies."""

    kind: Kind
    name: str | None = None
    binding: CardBinding | None = None


@dataclass(frozen=True, slots=True)
class ZoneMeaning:
    """One zone."""

    zone: ZoneOf
    declared: Zone


@dataclass(frozen=True, slots=True)
class EveryZoneMeaning:
    """The zones of a name of all seats."""

    declared: Zone


@dataclass(frozen=True, slots=True)
class CounterMeaning:
    """A counter of a player or of the table."""

    counter: str
    owner: Player | None


@dataclass(frozen=True, slots=True)
class TokenMeaning:
    """A token of the table or of a player."""

    token: str
    owner: Player | None


@dataclass(frozen=True, slots=True)
class ThingMeaning:
    """`the play`, `the game`, `the table`."""

    thing: str


Meaning = PlayerMeaning | CardMeaning | ZoneMeaning | EveryZoneMeaning | CounterMeaning | TokenMeaning | ThingMeaning

SORTS = {
    PlayerMeaning: "a player",
    CardMeaning: "a card",
    ZoneMeaning: "a zone",
    EveryZoneMeaning: "several zones",
    CounterMeaning: "a counter",
    TokenMeaning: "a token",
    ThingMeaning: "none of these",
}


def refuse_sort(noun: ast.Noun, meaning: Meaning, wanted: str, scope: Scope) -> None:
    """The problem of a noun that means something else than what is wanted."""
    sort = f"the {meaning.thing}" if isinstance(meaning, ThingMeaning) else SORTS[type(meaning)]
    scope.report.add(Problem("K201", f"this is {sort}, but {wanted} is needed", label=f"not {wanted}", span=noun.span))


def describe_declared(declared: Declared) -> str:
    """A declaration's sort with its article."""
    match declared:
        case Zone():
            return "a zone"
        case Counter():
            return "a counter"
        case Token():
            return "a token"
        case Status():
            return "a status"
        case Trait():
            return "a trait"
        case _:
            assert_never(declared)
