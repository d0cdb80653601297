"""Linear expressions with integer coefficients over counts, and constraints on them. No solver is imported here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

Number = int | Fraction
GLOBAL, SUM = -1, -2
NO_KIND = -1


class Count(NamedTuple):
    """An integer variable: a field of the state (or of the agenda), whose it is, and of which class of kinds.

    holder: GLOBAL, SUM (the sum over all players) or the number of an acting player. kind: a class, or NO_KIND.
    """

    name: str
    holder: int = GLOBAL
    kind: int = NO_KIND


PLAYERS = Count("players")
Terms = tuple[tuple[Count, int], ...]


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum of counts with coefficients (sorted, none 0) and a constant."""

    terms: Terms
    constant: int

    @property
    def is_constant(self) -> bool:
        """Whether no count occurs."""
        return not self.terms

    def plus(self, other: Linear, factor: int = 1) -> Linear:
        """This and `factor` times another."""
        if not other.terms:
            return Linear(self.terms, self.constant + factor * other.constant)
        sums = dict(self.terms)
        for count, coefficient in other.terms:
            sums[count] = sums.get(count, 0) + factor * coefficient
        return make_linear(sums, self.constant + factor * other.constant)

    def add(self, number: int) -> Linear:
        """This and a number."""
        return Linear(self.terms, self.constant + number)

    def negate(self) -> Linear:
        """The opposite."""
        return Linear(tuple((count, -coefficient) for count, coefficient in self.terms), -self.constant)

    def substitute(self, values: Mapping[Count, Linear]) -> Linear:
        """Every count that has a value replaced by it, all at once."""
        if not any(count in values for count, _ in self.terms):
            return self
        sums: dict[Count, int] = {}
        constant = self.constant
        for count, coefficient in self.terms:
            value = values.get(count)
            if value is None:
                sums[count] = sums.get(count, 0) + coefficient
                continue
            constant += coefficient * value.constant
            for inner, factor in value.terms:
                sums[inner] = sums.get(inner, 0) + coefficient * factor
        return make_linear(sums, constant)

    def evaluate(self, values: Mapping[Count, int]) -> int:
        """The number that it is for given counts."""
        return self.constant + sum(coefficient * values[count] for count, coefficient in self.terms)


def make_linear(terms: Mapping[Count, int], constant: int = 0) -> Linear:
    """A linear expression from coefficients in any order."""
    return Linear(tuple(sorted((count, factor) for count, factor in terms.items() if factor)), constant)


def number(value: int) -> Linear:
    """A constant."""
    return Linear((), value)


@lru_cache(maxsize=100_000)
def variable(count: Count) -> Linear:
    """A count itself."""
    return Linear(((count, 1),), 0)


def ways_to_compare(operator: str, gap: Linear, *, wanted: bool) -> tuple[tuple[Linear, ...], ...]:
    """When `0 operator gap` comes out as wanted: in some way all expressions of it are at least 0."""
    match operator, wanted:
        case ("<=", True):
            return ((gap,),)
        case ("<=", False):
            return ((gap.negate().add(-1),),)
        case ("<", True):
            return ((gap.add(-1),),)
        case ("<", False):
            return ((gap.negate(),),)
        case (_, True):
            return ((gap, gap.negate()),)
        case _:
            return ((gap.add(-1),), (gap.negate().add(-1),))


def total(parts: Iterable[Linear]) -> Linear:
    """The sum of several expressions."""
    sums: dict[Count, int] = {}
    constant = 0
    for part in parts:
        constant += part.constant
        for count, coefficient in part.terms:
            sums[count] = sums.get(count, 0) + coefficient
    return make_linear(sums, constant)


@dataclass(frozen=True, slots=True)
class Constraint:
    """`linear` is at least 0, or exactly 0."""

    linear: Linear
    is_equation: bool = False

    def holds(self, values: Mapping[Count, Number]) -> bool:
        """Whether it holds for given counts."""
        value = self.linear.constant + sum(factor * values[count] for count, factor in self.linear.terms)
        return value == 0 if self.is_equation else value >= 0

    def substitute(self, values: Mapping[Count, Linear]) -> Constraint:
        """The constraint on other counts."""
        return Constraint(self.linear.substitute(values), self.is_equation)

    def halves(self) -> tuple[Linear, ...]:
        """The expressions that must be at least 0."""
        return (self.linear, self.linear.negate()) if self.is_equation else (self.linear,)


def show_linear(linear: Linear, spell: Mapping[Count, str] | None = None) -> str:
    """A linear expression in words, positive terms first."""
    parts: list[str] = []
    for count, coefficient in sorted(linear.terms, key=lambda term: (term[1] < 0, term[0])):
        name = show_count(count) if spell is None else spell[count]
        sign = "-" if coefficient < 0 else "+" if parts else ""
        factor = "" if abs(coefficient) == 1 else f"{abs(coefficient)} "
        parts.append(f"{sign}{' ' if parts else ''}{factor}{name}")
    if linear.constant or not parts:
        sign = "-" if linear.constant < 0 else "+" if parts else ""
        parts.append(f"{sign}{' ' if parts else ''}{abs(linear.constant)}")
    return " ".join(parts)


@lru_cache(maxsize=100_000)
def show_count(count: Count) -> str:
    """A count as a name that is unique within one proof."""
    holder = {GLOBAL: "", SUM: " of all"}.get(count.holder, f" of {holder_name(count.holder)}")
    return f"{count.name}{'' if count.kind == NO_KIND else f' [{count.kind}]'}{holder}"


def holder_name(holder: int) -> str:
    """An acting player as a letter."""
    return chr(ord("A") + holder)


def find_tightest(constraints: Iterable[Linear]) -> dict[Terms, int]:
    """Constraints `linear >= 0` by their terms, the strongest constant for each."""
    found: dict[Terms, int] = {}
    for linear in constraints:
        found[linear.terms] = min(found.get(linear.terms, linear.constant), linear.constant)
    return found
