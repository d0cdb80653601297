"""The counts of cards that a linear condition speaks of, listed and replaced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kittens_dsl.core.terms import (
    Arithmetic,
    Compare,
    Condition,
    CountCards,
    EachPlayer,
    Either,
    Every,
    Negation,
    Number,
    SumOverPlayers,
)

Change = Callable[[CountCards], CountCards]


def map_counts(condition: Condition, change: Change) -> Condition:
    """A condition of a lemma or template with each count of cards replaced."""
    match condition:
        case Compare(_, left, right):
            return replace(condition, left=_map_number(left, change), right=_map_number(right, change))
        case Every(parts):
            return Every(tuple(map_counts(one, change) for one in parts))
        case Either(parts):
            return Either(tuple(map_counts(one, change) for one in parts))
        case Negation(inner):
            return Negation(map_counts(inner, change))
        case EachPlayer(_, inner):
            return replace(condition, condition=map_counts(inner, change))
        case _:
            return condition


def _map_number(number: Number, change: Change) -> Number:
    match number:
        case CountCards():
            return change(number)
        case Arithmetic(_, left, right):
            return replace(number, left=_map_number(left, change), right=_map_number(right, change))
        case SumOverPlayers(_, inner):
            return replace(number, number=_map_number(inner, change))
        case _:
            return number


def list_counts(condition: Condition) -> tuple[CountCards, ...]:
    """Every count of cards in a condition of a lemma or template."""
    found: list[CountCards] = []

    def note(count: CountCards) -> CountCards:
        found.append(count)
        return count

    map_counts(condition, note)
    return tuple(found)


def list_kinds(condition: Condition) -> frozenset[str]:
    """The kinds of which a condition of a lemma or template counts cards."""
    return frozenset(kind for count in list_counts(condition) for kind in count.filter.kinds or ())
