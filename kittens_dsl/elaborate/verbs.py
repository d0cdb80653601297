"""Verbs of events in sentences: `draw a card` and `draws a card` are one event."""

from collections.abc import Mapping

from kittens_dsl.syntax.ast import phrases as ast
from kittens_dsl.syntax.ast.declarations import Event


def name_event(phrase: str) -> str:
    """The name of an event in core: its words with hyphens."""
    return phrase.replace(" ", "-")


def inflect(phrase: str) -> str:
    """A phrase in the third person: `take a turn` becomes `takes a turn`."""
    verb, _, rest = phrase.partition(" ")
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        verb = verb[:-1] + "ies"
    elif verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        verb += "es"
    else:
        verb += "s"
    return f"{verb} {rest}" if rest else verb


def conjugate(phrase: str, subject: ast.Noun) -> str:
    """A phrase as it stands after a subject."""
    return phrase if isinstance(subject, ast.You | ast.They) else inflect(phrase)


def find_event(phrase: str, events: Mapping[str, Event]) -> Event | None:
    """The event of a phrase in either person."""
    return events.get(phrase) or next((event for name, event in events.items() if inflect(name) == phrase), None)
