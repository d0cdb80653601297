"""Candidates that fail on a random walk over counts are given up before Z3 is asked about the others."""

from __future__ import annotations

from collections.abc import Iterable

from checker.smt.candidates.invariant import Invariant
from checker.smt.candidates.walks import refuted
from checker.smt.counts.family import Family, Start
from checker.smt.counts.linear import GLOBAL, PLAYERS, Constraint, Count, variable
from checker.smt.proof.solver import find_values, is_satisfiable

STEPS = 300
SEATED = 3


def sieve(family: Family, tried: Iterable[Invariant], players: int | None) -> tuple[Invariant, ...]:
    """The candidates that hold on a walk for one number of players, with the cards as printed where that can be."""
    some = tuple(tried)
    number = SEATED if players is None else players
    counted = next((one for other, one in family.members if other == number), None)
    start = next((one for one in family.starts if one.players == number), None)
    first = None if counted is None or start is None else _first_counts(counted.system.kinds, family, start)
    if counted is None or first is None:
        return some
    lost = refuted(counted, first, some, steps=STEPS)
    return tuple(one for one in some if one not in lost)


def _first_counts(kinds: tuple[str, ...], family: Family, start: Start) -> dict[Count, int] | None:
    """The counts after one deal. None if this way through setup cannot be taken."""
    rows = list(start.rows().values())
    rows.append(Constraint(variable(PLAYERS).add(-start.least), is_equation=True))
    copies = family.counted.system.table.scope.copies
    printed = [
        Constraint(variable(Count("copies", GLOBAL, kind)).add(-copies.get(name, 0)), is_equation=True)
        for kind, name in enumerate(kinds)
    ]
    rows += printed if is_satisfiable([*rows, *printed]) else []
    if not is_satisfiable(rows):
        return None
    values = dict(find_values(rows)) | {PLAYERS: start.least}
    found: dict[Count, int] = {}
    for seat, (_, view) in enumerate(start.views):
        for count, linear in view.items():
            value = linear.constant + sum(factor * values.get(one, 0) for one, factor in linear.terms)
            found[count._replace(holder=seat) if count.holder == 0 else count] = value
    return found
