"""Readings that make no difference: the same System, or at least the same commands over counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable

from checker.analysis.verifying import FullSize, all_readings
from checker.smt.counts.commands import count_system
from checker.smt.counts.family import fixed_starts
from checker.smt.counts.refused import NotCounted
from checker.system.build import build_system
from checker.system.system import System
from checker.system.table import Scope, Table
from kittens_dsl.records import dataclass

NUMBERS = (2, 3)


@dataclass(frozen=True, slots=True)
class Sameness:
    """Groups of readings of one ambiguity: which give the same System, which the same commands and starts over counts.

    Groups of one reading are left out. What is proved from counts of one reading of a group holds of the others.
    """

    ambiguity: str
    systems: tuple[tuple[str, ...], ...]
    counts: tuple[tuple[str, ...], ...]
    not_counted: tuple[str, ...]


def find_equal_readings(
    game: FullSize, single: tuple[int, ...], report: Callable[[str], None], only: Collection[str] | None = None
) -> tuple[Sameness, ...]:
    """Compare the readings of each ambiguity (of `only`), the others as given, for two and for three players."""
    names = [one.name for one in game.rules.ambiguities if only is None or one.name in only]
    return tuple(_compare(game, name, single, report) for name in names)


def _compare(game: FullSize, ambiguity: str, single: tuple[int, ...], report: Callable[[str], None]) -> Sameness:
    report(f"comparing the readings of {ambiguity}")
    systems: dict[Hashable, list[str]] = {}
    counts: dict[Hashable, list[str]] = {}
    lost: list[str] = []
    names = next([name for name, _, _ in one.readings] for one in game.rules.ambiguities if one.name == ambiguity)
    for name in names:
        readings = all_readings(game.rules, {**game.readings, ambiguity: name})
        scope = Scope("full", {kind.name: kind.copies for kind in game.rules.kinds})
        built = [build_system(game.rules, Table(one, scope, readings, "ordered")) for one in NUMBERS]
        systems.setdefault(tuple(map(_as_key, built)), []).append(name)
        try:
            counts.setdefault(tuple(_as_counts(one, single) for one in built), []).append(name)
        except NotCounted:
            lost.append(name)
    return Sameness(ambiguity, _groups(systems), _groups(counts), tuple(lost))


def _groups(found: dict[Hashable, list[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(names) for names in found.values() if len(names) > 1)


def _as_key(system: System) -> Hashable:
    return (system.arrays, system.blocks, system.locations, system.start, system.entry)


def _as_counts(system: System, single: tuple[int, ...]) -> Hashable:
    counted = count_system(system, single=single)
    commands = tuple(
        (one.top, one.actors, one.guard, one.updates, one.pushed, one.ending, tuple(sorted(one.faults)))
        for one in counted.commands
    )
    starts = tuple(
        (one.premises, tuple((whose, tuple(sorted(values.items()))) for whose, values in one.views))
        for one in fixed_starts(system.table.players, counted)
    )
    return commands, starts
