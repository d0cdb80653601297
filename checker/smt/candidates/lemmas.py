"""Lemmas of the specification as candidate invariants: each is tried in every proof, and must prove itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checker.smt.candidates.invariant import Invariant
from checker.smt.candidates.template import said_by
from checker.smt.counts.family import Family, property_hits
from checker.system.system import Monitor, System


@dataclass(frozen=True, slots=True)
class _Find:
    """The same lemma in the System for another number of players."""

    number: int

    def __call__(self, system: System) -> Monitor:
        return system.monitors[self.number]


def named_lemmas(family: Family) -> Iterator[tuple[str, tuple[Invariant, ...]]]:
    """Each lemma by its name, with the linear facts that it says."""
    for number, monitor in enumerate(family.counted.system.monitors):
        if monitor.rule is not None and monitor.rule.is_lemma:
            yield monitor.rule.name, tuple(said_by(property_hits(family, _Find(number))))


def lemmas(family: Family) -> tuple[Invariant, ...]:
    """The facts of all lemmas."""
    return tuple(fact for _, facts in named_lemmas(family) for fact in facts)
