"""Why a deck cannot be dealt: how many cards a step of setup needs, how many there are, and the line of the scope."""

from __future__ import annotations

from checker.analysis.decks import ScopeFile
from checker.analysis.holds import Reader
from checker.machine.describe import Describer
from checker.machine.machine import SetupError
from checker.system.bodies import list_statements
from checker.system.table import Scope
from kittens_dsl.core.statements import Move
from kittens_dsl.core.terms import KindName, ZoneOf
from kittens_dsl.source.span import Span
from kittens_dsl.source.toml_places import span_entry


def find_move(error: SetupError) -> Move | None:
    """The statement of setup that has too few cards to move; None where another sort of fault stops it."""
    span = error.point.origin.span
    steps = error.machine.system.rules.setup
    moves = (one for step in steps for one in list_statements(step.body) if isinstance(one, Move))
    return next((one for one in moves if one.span == span), None)


def say_shortage(error: SetupError) -> str:
    """What is needed and what is there; '' where that is not known, as for a card of whoever it is the turn of."""
    move = find_move(error)
    if move is None or not isinstance(move.kind, KindName):
        return ""
    reader = Reader(Describer(error.machine), error.state)
    try:
        needed = reader.number(move.number, {})
        there = _count(reader, move.source, move.kind.name)
    except (KeyError, ValueError):
        return ""
    return f": {needed} needed, {there} in the {move.source.zone}"


def _count(reader: Reader, zone: ZoneOf, kind: str) -> int:
    owner = None if zone.owner is None else reader.seat(zone.owner, {})
    return reader.describer.cards(reader.state, zone.zone, owner).count(kind)


def find_line(error: SetupError, file: ScopeFile, scope: Scope) -> Span | None:
    """The entry of the card that is lacking in the deck that a file gives, or all its copies; None for a made deck."""
    move = find_move(error)
    for number, deck in enumerate(file.contents.deck):
        if deck.copies == scope.copies:
            kind = move.kind.name if move is not None and isinstance(move.kind, KindName) else ""
            path = ("deck", number, "copies")
            return span_entry(file.source, (*path, kind)) if kind in deck.copies else span_entry(file.source, path)
    return None
