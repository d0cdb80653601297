"""What never changes: the left null space of all updates, found by elimination over the rationals.

T. Murata, Petri Nets: Properties, Analysis and Applications, Proceedings of the IEEE 77(4), 1989 (S-invariants).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from checker.smt.candidates.invariant import Invariant
from checker.smt.counts.commands import Command, CountSystem, is_agenda, post_values
from checker.smt.counts.linear import SUM, Constraint, Count, Linear, make_linear, variable


@dataclass(frozen=True, slots=True)
class Conserved:
    """All sums that no command changes, as integer coefficients; every other such sum is a combination of them."""

    sums: tuple[Linear, ...]


def find_conserved(counted: CountSystem) -> Conserved:
    """The conserved sums of zones and tracked fields of a count system (frames left out)."""
    columns = sorted(
        {_global(count) for command in counted.commands for count, _ in command.updates if not is_agenda(count)}
    )
    rows: set[tuple[int, ...]] = set()
    for command in counted.commands:
        rows |= _rows(command, columns)
    return Conserved(tuple(_null_space([list(map(Fraction, row)) for row in sorted(rows)], columns)))


def is_conserved(counted: CountSystem, invariant: Invariant) -> bool:
    """Whether no command changes the left side of an equation: by computation alone."""
    counts = [count for count, _ in invariant.constraint.linear.terms]
    return all(
        invariant.constraint.linear.substitute(post_values(command, counts)) == invariant.constraint.linear
        for command in counted.commands
    )


def conserved_totals(counted: CountSystem) -> tuple[Invariant, ...]:
    """For each class of kinds: the zones that it is conserved over hold all copies."""
    found: list[Invariant] = []
    for kind in range(len(counted.class_names)):
        arrays = [array for array in counted.arrays if array.name.startswith("zone ")]
        zones = {Count(one.name, SUM if len(one.dimensions) == 2 else -1, kind): 1 for one in arrays}
        total = make_linear({**zones, Count("total", -1, kind): -1})
        found.append(Invariant("global", Constraint(total, is_equation=True)))
    return tuple(one for one in found if is_conserved(counted, one))


def _global(count: Count) -> Count:
    return count if count.holder < 0 else count._replace(holder=SUM)


def _rows(command: Command, columns: list[Count]) -> set[tuple[int, ...]]:
    """One row for each count that a change depends on (and for the constants): what must cancel."""
    changes: dict[Count, Linear] = {}
    for count, value in command.updates:
        if not is_agenda(count):
            key = _global(count)
            before = changes.get(key)
            change = value.plus(variable(count), -1)
            changes[key] = change if before is None else before.plus(change)
    keys: list[Count | None] = [None]
    keys += sorted({count for change in changes.values() for count, _ in change.terms})
    rows: set[tuple[int, ...]] = set()
    places = {count: index for index, count in enumerate(columns)}
    for depends_on in keys:
        row = [0] * len(columns)
        for count, change in changes.items():
            row[places[count]] = change.constant if depends_on is None else dict(change.terms).get(depends_on, 0)
        if any(row):
            rows.add(tuple(row))
    return rows


def _null_space(matrix: list[list[Fraction]], columns: list[Count]) -> list[Linear]:
    pivots: list[int] = []
    for column in range(len(columns)):
        top = len(pivots)
        pivot = next((index for index in range(top, len(matrix)) if matrix[index][column]), None)
        if pivot is None:
            continue
        matrix[top], matrix[pivot] = matrix[pivot], matrix[top]
        first = matrix[top][column]
        matrix[top] = [value / first for value in matrix[top]]
        for index, row in enumerate(matrix):
            if index != top and row[column]:
                times = row[column]
                matrix[index] = [value - times * other for value, other in zip(row, matrix[top], strict=True)]
        pivots.append(column)
    found: list[Linear] = []
    for free in [column for column in range(len(columns)) if column not in pivots]:
        vector = {columns[free]: Fraction(1)}
        for index, column in enumerate(pivots):
            if matrix[index][free]:
                vector[columns[column]] = -matrix[index][free]
        scale = lcm(*(value.denominator for value in vector.values()))
        found.append(make_linear({count: int(value * scale) for count, value in vector.items()}))
    return found
