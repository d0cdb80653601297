"""A certificate for what has been proved: the few invariants that are needed, and multipliers for each obligation.

Obligations are made from needed invariants alone, so that they are small. Only where these do not suffice, all
invariants are asked which of them do: in integers first, where few are needed, and then over the rationals.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction

from checker.smt.candidates.invariant import Invariant, find_invariant
from checker.smt.certificate.cases import Group, Obligation
from checker.smt.certificate.obligations import Proof
from checker.smt.counts.family import Hit
from checker.smt.proof.multipliers import Weigher
from checker.smt.proof.solver import Session

Multipliers = tuple[dict[str, Fraction], ...]
MOST_OPEN, MOST_ADDED = 60, 4


@dataclass(frozen=True, slots=True)
class Certified:
    """An obligation with multipliers for each half of its negated goal."""

    obligation: Obligation
    multipliers: Multipliers


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be certified: what the invariants are to imply beside themselves (see Proof.groups)."""

    hits: tuple[Hit, ...]
    by_steps: bool

    def groups(self, proof: Proof, only: Collection[str] | None = None) -> Iterable[Group]:
        """The groups of obligations; only: the commands by name, if not all."""
        return proof.groups(self.hits, by_steps=self.by_steps, only=only)


def certify(
    whole: Proof, wanted: Iterable[Invariant], question: Question
) -> tuple[tuple[Invariant, ...], tuple[Certified, ...] | None]:
    """The invariants that are needed, those wanted among them, and all obligations of them (None: no weights)."""
    needed = {one.name for one in wanted}
    found: dict[str, Certified] = {}
    session = Session()
    while True:
        small = Proof(whole.family, tuple(one for one in whole.invariants if one.name in needed), whole.players)
        missing = _weigh_all(question.groups(small), found)
        if not missing:
            names = [one.name for group in question.groups(small) for one in group.obligations()]
            return small.invariants, tuple(found[name] for name in names)
        commands = {group.command.name for group, _ in missing if group.command is not None}
        open_ = {f"{group.name} / {goal}" for group, goal in missing}
        more = _find_more(question.groups(whole, commands), open_, needed, session)
        more = more or _weigh_more(question.groups(whole, commands), open_) - needed
        if not more:
            return small.invariants, None
        needed |= more


def _weigh_all(groups: Iterable[Group], found: dict[str, Certified]) -> list[tuple[Group, str]]:
    """Put multipliers to those that are found already; goals that have none are returned, when there are many."""
    weigher = Weigher()
    missing: list[tuple[Group, str]] = []
    for group in groups:
        obligations = {name: one for (name, _), one in zip(group.goals, group.obligations(), strict=True)}
        left = {name: one for name, one in obligations.items() if one.name not in found}
        for name, multipliers in weigher.find(group, left) if left else ():
            if multipliers is None:
                missing.append((group, name))
            else:
                found[left[name].name] = Certified(left[name], multipliers)
        if len(missing) >= MOST_OPEN:
            break
    return missing


def _find_more(
    groups: Iterable[Group], missing: Collection[str], needed: Collection[str], session: Session
) -> set[str]:
    """Invariants that some obligations need beside those needed already, when there are some."""
    more: set[str] = set()
    for group in groups:
        ready = None
        for obligation in group.obligations():
            if obligation.name not in missing:
                continue
            ready = ready or session.prepare(group)
            used = ready.find_needed(obligation.goal, {*needed, *more})
            more |= (used or set()) - set(needed)
        if len(more) >= MOST_ADDED:
            break
    return more


def _weigh_more(groups: Iterable[Group], missing: Collection[str]) -> set[str]:
    """Invariants that refute obligations over the rationals, where those that are needed do so of integers alone."""
    weigher, more = Weigher(), set[str]()
    for group in groups:
        goals = [name for name, _ in group.goals if f"{group.name} / {name}" in missing]
        for _, multipliers in weigher.find(group, goals) if goals else ():
            rows = (find_invariant(row) for weights in multipliers or () for row in weights)
            more |= {one for one in rows if one is not None}
    return more
