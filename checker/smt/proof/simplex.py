"""Weights of rows that add up to a contradiction, by the simplex method in exact rationals. No solver is imported here.

Phase one alone, with the least index first (R. Bland, New finite pivoting rules for the simplex method, Mathematics of
Operations Research 2(2), 1977), over sparse rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from checker.smt.certificate.farkas import GOAL
from checker.smt.counts.linear import Constraint, Count, Linear

Row = dict[int, Fraction]


@dataclass(slots=True)
class Tableau:
    """Equations `row = right` over variables from 0 on, none negative. basis: -1 where the variable is artificial."""

    rows: list[Row]
    right: list[Fraction]
    basis: list[int]

    def entering(self) -> int | None:
        """The least variable that takes from what the artificial ones still have."""
        gains: Row = {}
        for row, own in zip(self.rows, self.basis, strict=True):
            if own < 0:
                for one, factor in row.items():
                    gains[one] = gains.get(one, Fraction(0)) + factor
        return min((one for one, gain in gains.items() if gain > 0), default=None)

    def leaving(self, column: int) -> int | None:
        """The equation that bounds a variable first, the least of its basis where several do."""
        bounds = [
            (self.right[index] / row[column], self.basis[index], index)
            for index, row in enumerate(self.rows)
            if row.get(column, 0) > 0
        ]
        return min(bounds)[2] if bounds else None

    def pivot(self, index: int, column: int) -> None:
        """Let a variable into the basis for an equation."""
        factor = self.rows[index][column]
        chosen = self.rows[index] = {one: value / factor for one, value in self.rows[index].items()}
        self.right[index] /= factor
        self.basis[index] = column
        for other, row in enumerate(self.rows):
            times = row.get(column)
            if other == index or times is None:
                continue
            for one, value in chosen.items():
                left = row.get(one, Fraction(0)) - times * value
                if left:
                    row[one] = left
                else:
                    row.pop(one, None)
            self.right[other] -= times * self.right[index]


def solve(rows: list[Row], right: list[Fraction]) -> Row | None:
    """Numbers, none negative, that meet all equations; those that are 0 are left out. None if there are none.

    The right sides must not be negative.
    """
    tableau = Tableau(rows, right, [-1] * len(rows))
    while any(own < 0 and value for own, value in zip(tableau.basis, tableau.right, strict=True)):
        column = tableau.entering()
        index = None if column is None else tableau.leaving(column)
        if column is None or index is None:
            return None
        tableau.pivot(index, column)
    return {own: value for own, value in zip(tableau.basis, tableau.right, strict=True) if own >= 0 and value}


def weigh(rows: Mapping[str, Constraint], half: Linear) -> dict[str, Fraction] | None:
    """Weights (none negative but those of equations) of rows and `half` that add up to a negative constant."""
    columns: list[tuple[str, int, Linear]] = [(GOAL, 1, half)]
    for name, row in rows.items():
        columns.append((name, 1, row.linear))
        if row.is_equation:
            columns.append((name, -1, row.linear))
    equations: dict[Count | None, Row] = {None: {}}
    for number, (_, sign, linear) in enumerate(columns):
        for count, factor in linear.terms:
            equations.setdefault(count, {})[number] = Fraction(sign * factor)
        if linear.constant:
            equations[None][number] = Fraction(-sign * linear.constant)
    right = [Fraction(1 if count is None else 0) for count in equations]
    found = solve(list(equations.values()), right)
    if found is None:
        return None
    weights: dict[str, Fraction] = {}
    for number, value in found.items():
        name, sign, _ = columns[number]
        weights[name] = weights.get(name, Fraction(0)) + sign * value
    return {name: value for name, value in weights.items() if value}
