"""Constraints and obligations as SMT-LIB 2.6 text (C. Barrett, P. Fontaine, C. Tinelli, The SMT-LIB Standard)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from checker.smt.counts.linear import Constraint, Count, Linear, show_count


def symbol(count: Count) -> str:
    """A count as a symbol."""
    return f"|{show_count(count)}|"


def numeral(value: int) -> str:
    """An integer."""
    return str(value) if value >= 0 else f"(- {-value})"


def print_linear(linear: Linear) -> str:
    """An expression."""
    parts = [
        symbol(count) if factor == 1 else f"(* {numeral(factor)} {symbol(count)})" for count, factor in linear.terms
    ]
    if linear.constant or not parts:
        parts.append(numeral(linear.constant))
    return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"


@lru_cache(maxsize=100_000)
def print_constraint(constraint: Constraint) -> str:
    """A constraint."""
    return f"({'=' if constraint.is_equation else '>='} {print_linear(constraint.linear)} 0)"


def declare(constraints: Iterable[Constraint], sort: str = "Int") -> list[str]:
    """The declarations of all counts that occur, in order."""
    counts = {count for constraint in constraints for count, _ in constraint.linear.terms}
    return [f"(declare-const {symbol(count)} {sort})" for count in sorted(counts)]
