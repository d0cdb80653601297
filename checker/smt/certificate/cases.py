"""What must be shown, as values: obligations, groups of them with the same rows, cases without invariants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checker.smt.counts.commands import Command
from checker.smt.counts.linear import Constraint, number

FALSE = Constraint(number(-1))


@dataclass(frozen=True, slots=True)
class Obligation:
    """The rows imply the goal, for all integers. Rows have names that are unique."""

    name: str
    rows: Mapping[str, Constraint]
    goal: Constraint


@dataclass(frozen=True, slots=True)
class Group:
    """Obligations with the same rows: those of one command for its actors, say."""

    name: str
    rows: Mapping[str, Constraint]
    goals: tuple[tuple[str, Constraint], ...]
    command: Command | None = None

    def obligations(self) -> Iterator[Obligation]:
        """One by one."""
        for name, goal in self.goals:
            yield Obligation(f"{self.name} / {name}", self.rows, goal)


@dataclass(frozen=True, slots=True)
class Case:
    """A group before invariants are added to its rows: what is given, and how many players are explicit."""

    name: str
    given: tuple[tuple[str, Constraint], ...]
    explicit: int
    goals: tuple[tuple[str, Constraint], ...] = (("never", FALSE),)
    command: Command | None = None
