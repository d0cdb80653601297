"""Verdicts: one for each form of each property on one table, with what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from checker.analysis.evidence import Point
from checker.system.table import Table
from kittens_dsl.records import dataclass

Outcome = Literal["holds in scope", "violated", "undetermined", "witnessed", "impossible"]


@dataclass(frozen=True, slots=True)
class Counts:
    """What a verdict rests on: stored states, transitions, levels, and what stopped the search (None: nothing did)."""

    states: int
    transitions: int
    depth: int
    limit: str | None


@dataclass(frozen=True, slots=True)
class Hole:
    """A form that is put to one reading of an ambiguity: the one that opens the hole, or one that closes it."""

    is_open: bool
    ambiguity: str
    reading: str


@dataclass(frozen=True, slots=True)
class Family:
    """The decks behind one verdict: how many, and the names of those that a limit left undetermined."""

    decks: int
    cut_short: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of one form of one property.

    name: of the property. number: the catalogue's invariant it states, or None. form: at rest, always, never, can
    happen, eventually, or 'built in'. evidence: the points of a play that was replayed from setup, for a violation or a
    witness. expected_reason: why this violation is expected, or None. condition: the form's, as written. hole: the
    reading to which the form is put, if it is. family: set if the verdict is that of several decks.
    """

    name: str
    words: str
    number: str | None
    form: str
    clauses: tuple[str, ...]
    table: Table
    outcome: Outcome
    counts: Counts
    evidence: tuple[Point, ...] = ()
    expected_reason: str | None = None
    expected_clauses: tuple[str, ...] = ()
    vacuous: bool = False
    condition: str = ""
    hole: Hole | None = None
    family: Family | None = None

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

    @property
    def label(self) -> str:
        """The form, and the reading to which it is put."""
        return self.form if self.hole is None else f"{self.form}, under {self.hole.reading} of {self.hole.ambiguity}"


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
        deck = (one.name, one.label, one.table.players, one.table.scope.name)
        places[deck] = places.get(deck, 0) + 1
        key = (one.name, one.label, one.table.players, one.table.scope.family, places[deck])
        groups.setdefault(key, []).append(one)
    return tuple(_combine(group) for group in groups.values())


def _combine(group: list[Verdict]) -> Verdict:
    if len(group) == 1:
        return group[0]
    order: tuple[Outcome, ...] = ("violated", "undetermined", "holds in scope")
    if group[0].form == "can happen":
        order = ("witnessed", "undetermined", "impossible")
    worst = min(group, key=lambda one: order.index(one.outcome))
    counts = Counts(
        sum(one.counts.states for one in group),
        sum(one.counts.transitions for one in group),
        max(one.counts.depth for one in group),
        worst.counts.limit,
    )
    return replace(
        worst,
        table=replace(worst.table, scope=replace(worst.table.scope, name=worst.table.scope.family)),
        counts=counts,
        vacuous=all(one.vacuous for one in group),
        family=Family(len(group), tuple(one.table.scope.name for one in group if one.is_open)),
    )
