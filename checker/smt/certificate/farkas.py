"""Farkas' lemma as a check in rational arithmetic: multipliers of rows that add up to a contradiction. No solver.

J. Farkas, Theorie der einfachen Ungleichungen, 1902; see A. Schrijver, Theory of Linear and Integer Programming, 1986,
section 7.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checker.smt.counts.linear import Constraint, Count, Linear

GOAL = "goal"


def halves_to_refute(goal: Constraint) -> tuple[Linear, ...]:
    """The negated goal over the integers, as expressions of which one would be at least 0."""
    return tuple(half.negate().add(-1) for half in goal.halves())


def refutes(rows: Mapping[str, Constraint], half: Linear, multipliers: Mapping[str, Fraction]) -> bool:
    """Whether the multipliers add rows and `half` up to a negative constant, none negative but those of equations."""
    sums: dict[Count, Fraction] = {}
    constant = Fraction(0)
    for name, factor in multipliers.items():
        row = Constraint(half) if name == GOAL else rows.get(name)
        if row is None or (factor < 0 and not row.is_equation):
            return False
        constant += factor * row.linear.constant
        for count, coefficient in row.linear.terms:
            sums[count] = sums.get(count, Fraction(0)) + factor * coefficient
    return constant < 0 and not any(sums.values())
