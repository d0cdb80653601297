"""That every play comes to an end with a winner: put together from what is shown of its parts.

A play that is finite ends where nothing follows. Nothing follows where the game is won, where a fault stops it, and
where a decision offers nothing. So it is enough that every play is finite (a rank), that no fault has a state under the
proved invariants, and that every decision offers something: a choice that nothing guards, or one that comes after a
test of its own, which stops with a fault if there is nothing to choose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checker.smt.questions.questions import Answers
from checker.system.ir import Known
from checker.system.points import Choice, Location, Values
from checker.system.system import Monitor, System
from kittens_dsl.core.terms import GameWon

TESTED = ("card", "pick")


@dataclass(frozen=True, slots=True)
class Ending:
    """finite: what the rank says. open_faults: those that have a state. closed: decisions that may offer nothing."""

    finite: str
    open_faults: tuple[str, ...]
    excluded: int
    closed: tuple[str, ...]

    @property
    def outcome(self) -> str:
        """'proved' if every part is; a part that is not proved refutes nothing."""
        return "proved" if self.finite == "proved" and not self.open_faults and not self.closed else "undetermined"

    @property
    def words(self) -> str:
        """The parts, one after the other."""
        faults = f"{self.excluded} faults have no state (Z3, no certificate)"
        left = f", {len(self.open_faults)} are not excluded by counts" if self.open_faults else ""
        closed = f"{len(self.closed)} decisions may offer nothing" if self.closed else "every decision offers something"
        return f"every play is finite: {self.finite}; {faults}{left}; {closed}"

    @property
    def missing(self) -> tuple[str, ...]:
        """What stands in the way, line by line."""
        return (*(f"a fault: {one}" for one in self.open_faults), *(f"a decision: {one}" for one in self.closed))


def goals_of_winning(system: System) -> tuple[Monitor, ...]:
    """The properties that say of every play that it ends with the game won."""
    return tuple(one for one in system.goals if one.form is not None and one.form.condition == GameWon())


def put_together(system: System, finite: str, answers: Answers) -> Ending:
    """The parts of one System."""
    faults = tuple(dict.fromkeys(f"{one.origin.rule}: {one.words}" for one in answers.faults))
    return Ending(finite, faults, len(answers.no_faults), tuple(dict.fromkeys(_closed(system))))


def _closed(system: System) -> Iterator[str]:
    for location in system.locations:
        if location.resume is None and not any(_is_open(location, one) for one in location.choices):
            yield location.name


def _is_open(location: Location, choice: Choice) -> bool:
    """Whether a choice can be had wherever the decision is come to: that of a card stands behind its own test."""
    some = all(domain.values for _, domain in choice.binders if isinstance(domain, Values))
    return some and (choice.guard == Known(True) or (choice.verb in TESTED and len(location.choices) == 1))
