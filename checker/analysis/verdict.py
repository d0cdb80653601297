"""Verdicts: one for each form of each property on one table, with what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from checker.analysis.evidence import Point
from checker.system.table import Table

Outcome = Literal["holds in scope", "violated", "undetermined", "witnessed", "impossible"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of one form of one property.

    name: of the property. number: the catalogue's invariant it states, or None. form: at rest, always, never, can
    happen, eventually, or 'built in'. limit: what stopped the search, or None. evidence: the points of a play that was
    replayed from setup, for a violation or a witness. expected_reason: why this violation is expected, or None.
    """

    name: str
    words: str
    number: str | None
    form: str
    clauses: tuple[str, ...]
    table: Table
    outcome: Outcome
    states: int
    transitions: int
    depth: int
    limit: str | None
    evidence: tuple[Point, ...] = ()
    expected_reason: str | None = None
    expected_clauses: tuple[str, ...] = ()
    vacuous: bool = False

    @property
    def is_as_expected(self) -> bool:
        """Whether nobody need worry: it holds, is witnessed, or is violated where a violation is declared."""
        if self.expected_reason is not None:
            return self.outcome == "violated"
        return self.outcome in ("holds in scope", "witnessed")

    @property
    def is_open(self) -> bool:
        """Whether a limit left it undetermined."""
        return self.outcome == "undetermined"


def chosen_readings(table: Table, defaults: Mapping[str, str]) -> dict[str, str]:
    """The readings of a table that are not the defaults."""
    return {name: reading for name, reading in sorted(table.readings.items()) if defaults.get(name) != reading}


def combine_families(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """One verdict for every form of every property on a family of decks: the worst of them, counts added up.

    A violation anywhere is a violation, and so for a missing witness unless some deck has one; a form that appears more
    than once on a deck is told apart by its place there.
    """
    groups: dict[tuple[object, ...], list[Verdict]] = {}
    places: dict[tuple[object, ...], int] = {}
    for one in verdicts:
        deck = (one.name, one.form, one.table.players, one.table.scope.name)
        places[deck] = places.get(deck, 0) + 1
        key = (one.name, one.form, one.table.players, one.table.scope.family, places[deck])
        groups.setdefault(key, []).append(one)
    return tuple(_combine(group) for group in groups.values())


def _combine(group: list[Verdict]) -> Verdict:
    if len(group) == 1:
        return group[0]
    order: tuple[Outcome, ...] = ("violated", "undetermined", "holds in scope")
    if group[0].form == "can happen":
        order = ("witnessed", "undetermined", "impossible")
    worst = min(group, key=lambda one: order.index(one.outcome))
    return replace(
        worst,
        table=replace(worst.table, scope=replace(worst.table.scope, name=worst.table.scope.family)),
        states=sum(one.states for one in group),
        transitions=sum(one.transitions for one in group),
        depth=max(one.depth for one in group),
        vacuous=all(one.vacuous for one in group),
    )
