"""Invariants: linear facts of the table or of each player, at every point of a play that goes on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from checker.smt.counts.linear import PLAYERS, SUM, Constraint, Count, make_linear, show_linear, variable

Shape = Literal["global", "each"]
HERE = "invariant of the rest here"


@dataclass(frozen=True, slots=True)
class Invariant:
    """A linear fact at every point of play. `each`: of every player, whose own counts have holder 0."""

    shape: Shape
    constraint: Constraint

    @property
    def name(self) -> str:
        """The fact in words, unique within a proof."""
        return _name(self)

    def of(self, holder: int) -> Constraint:
        """The fact for one player (the fact itself if it is global)."""
        return self.constraint if self.shape == "global" or holder == 0 else moved(self.constraint, holder)


def is_own(constraint: Constraint) -> bool:
    """Whether a fact speaks of a player's own counts only, so that it can be summed over players."""
    return all(count.holder == 0 for count, _ in constraint.linear.terms)


@lru_cache(maxsize=10_000)
def moved(constraint: Constraint, holder: int) -> Constraint:
    own = [count for count, _ in constraint.linear.terms if count.holder == 0]
    return constraint.substitute({count: variable(count._replace(holder=holder)) for count in own})


@lru_cache(maxsize=10_000)
def _name(invariant: Invariant) -> str:
    sign = "=" if invariant.constraint.is_equation else ">="
    return f"{invariant.shape}: {show_linear(invariant.constraint.linear)} {sign} 0"


@lru_cache(maxsize=100_000)
def find_invariant(name: str) -> str | None:
    """The name of the invariant that a row or a goal is an instance of; None for other rows and goals."""
    return name.split(" | ", 1)[1] if name.startswith("invariant") else None


@lru_cache(maxsize=10_000)
def of_rest(constraint: Constraint, explicit: int) -> Constraint:
    """A fact of each player's own counts, summed over the players that are not explicit."""
    terms: dict[Count, int] = {PLAYERS: constraint.linear.constant}
    for count, factor in constraint.linear.terms:
        terms[count._replace(holder=SUM)] = factor
        for holder in range(explicit):
            terms[count._replace(holder=holder)] = -factor
    return Constraint(make_linear(terms, -explicit * constraint.linear.constant), constraint.is_equation)
