"""What is said anywhere in a body: its statements, those inside others included."""

from __future__ import annotations

from collections.abc import Iterator

from kittens_dsl.core.rules import Rules
from kittens_dsl.core.statements import Body, ChooseOne, ForEach, If, PlayOut, Repeat, ReverseSeats, Statement, Under
from kittens_dsl.core.terms import (
    Compare,
    Condition,
    CountPlayers,
    EachPlayer,
    Either,
    Every,
    HasWon,
    Negation,
    PaidWith,
    PlayCancelled,
    PlayHasTrait,
    SomePlayer,
)


def list_statements(body: Body) -> Iterator[Statement]:
    """Every statement of a body, each before those inside it."""
    for statement in body:
        yield statement
        match statement:
            case If(_, then, otherwise):
                yield from list_statements((*then, *otherwise))
            case Under(_, arms):
                yield from list_statements(tuple(one for _, arm in arms for one in arm))
            case PlayOut(_, _, otherwise):
                yield from list_statements(otherwise)
            case Repeat(_, inner) | ForEach(_, _, _, inner):
                yield from list_statements(inner)
            case ChooseOne(_, options):
                yield from list_statements(tuple(one for option in options for one in option.body))
            case _:
                pass


def may_reverse(rules: Rules) -> bool:
    """Whether some rule turns the seat order round."""
    bodies = [one.body for one in rules.rules] + [one.body for one in rules.setup]
    return any(isinstance(one, ReverseSeats) for body in bodies for one in list_statements(body))


def asks_who_won(rules: Rules) -> bool:
    """Whether some property asks of a player whether they have won."""
    return any(_asks_who_won(form.condition) for one in rules.properties for form in one.forms)


def _asks_who_won(condition: Condition) -> bool:
    match condition:
        case HasWon():
            return True
        case Every(parts) | Either(parts):
            return any(_asks_who_won(part) for part in parts)
        case Negation(inner) | EachPlayer(_, inner) | SomePlayer(_, inner):
            return _asks_who_won(inner)
        case Compare(_, left, right):
            return any(isinstance(one, CountPlayers) and _asks_who_won(one.condition) for one in (left, right))
        case _:
            return False


def asks_of_play(condition: Condition) -> bool:
    """Whether a condition depends on the play that is announced or answered."""
    match condition:
        case PlayHasTrait() | PlayCancelled() | PaidWith():
            return True
        case Every(parts) | Either(parts):
            return any(asks_of_play(part) for part in parts)
        case Negation(inner) | EachPlayer(_, inner) | SomePlayer(_, inner):
            return asks_of_play(inner)
        case _:
            return False


def list_hidings(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Every status that hides a zone of its player, with that zone."""
    return tuple((one.name, one.hides) for one in rules.statuses if one.hides is not None)
