"""`prove_property`: candidates filtered by the start and by every command, the property from what is left, certified.

Houdini (C. Flanagan and K. Leino, FME 2001): the greatest inductive subset of a template; then only what the property
needs is kept, and each obligation gets Farkas multipliers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from checker.smt.family import Family, Hit, property_hits
from checker.smt.linear import Count
from checker.smt.obligations import Group, Invariant, Obligation, Proof, find_invariant
from checker.smt.solver import Prepared, Undecided, find_counterexample, find_multipliers, is_satisfiable
from checker.smt.template import candidates, ranges
from checker.system.system import Monitor, System

Verdict = Literal["proved", "failed step", "undetermined"]
Multipliers = tuple[dict[str, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """An obligation that does not hold, with counts that show it."""

    group: Group
    values: dict[Count, int]


@dataclass(frozen=True, slots=True)
class Certified:
    """An obligation with multipliers for each half of its negated goal."""

    obligation: Obligation
    multipliers: Multipliers


@dataclass(frozen=True, slots=True)
class ProofResult:
    """proved: step, start and property all hold, with a certificate for each obligation.

    tried, kept: numbers of candidate invariants. start_holds, step_holds: reported together always. unseen: atoms that
    were not looked at. infeasible: commands that no state meets. seconds: by stage.
    """

    verdict: Verdict
    words: str
    players: int | None
    family: Family
    hits: tuple[Hit, ...]
    invariants: tuple[Invariant, ...]
    certified: tuple[Certified, ...]
    failures: tuple[Failure, ...]
    start_holds: bool
    step_holds: bool
    tried: int
    kept: int
    infeasible: tuple[str, ...]
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def unseen(self) -> tuple[str, ...]:
        """Atoms that were not looked at, of commands and property: both branches are allowed."""
        return tuple(sorted({*self.family.counted.unseen, *(one for hit in self.hits for one in hit.unseen)}))


def prove_property(
    family: Family,
    find: Callable[[System], Monitor],
    *,
    players: int | None = None,
    extra: Iterable[Invariant] = (),
    template: bool = True,
) -> ProofResult:
    """Try to prove a property for `players` players, or for any number. `extra`: lemmas tried beside the template."""
    clock = _Clock()
    hits = property_hits(family, find)
    fixed = ranges(family.counted)
    tried = tuple(dict.fromkeys((*(candidates(family.counted, hits) if template else ()), *extra)))
    tried = tuple(one for one in tried if one not in fixed)
    try:
        started = _filter_starts(family, fixed, tried, players)
        clock.stop("start")
        kept = _filter_steps(family, fixed, started, players)
        clock.stop("steps")
        proof = Proof(family, (*fixed, *kept), players)
        failures = [_failure(group) for hit in hits for group in proof.hits(hit)]
        clock.stop("property")
        if any(failures):
            some = tuple(one for one in failures if one is not None)
            lost = _explain(family, fixed, kept, hits, tried, started, players)
            words = "the property does not follow from the invariants that hold at every step"
            return ProofResult(
                "failed step", words, players, family, hits, (*fixed, *kept), (), (*lost, *some), True, False,
                len(tried), len(kept), (), clock.seconds,
            )
        needed, certified = _certify(family, fixed, kept, hits, players)
        clock.stop("certificates")
    except Undecided as undecided:
        return ProofResult(
            "undetermined", f"Z3 gave no answer on {undecided}", players, family, hits, (), (), (), False, False,
            len(tried), 0, (), clock.seconds,
        )
    infeasible = _infeasible(Proof(family, needed, players))
    clock.stop("premises")
    if certified is None:
        words = "an obligation has no certificate over the rationals"
        return ProofResult(
            "undetermined", words, players, family, hits, needed, (), (), True, True, len(tried), len(kept), infeasible,
            clock.seconds,
        )
    return ProofResult(
        "proved", "start, every step and the property hold", players, family, hits, needed, certified, (), True, True,
        len(tried), len(kept), infeasible, clock.seconds,
    )


class _Clock:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.monotonic()

    def stop(self, stage: str) -> None:
        now = time.monotonic()
        self.seconds[stage] = round(now - self._last, 3)
        self._last = now


def _failure(group: Group) -> Failure | None:
    found = find_counterexample(group)
    return None if found is None else Failure(group, dict(found.values))


def _broken(group: Group, values: Mapping[Count, int]) -> set[str | None]:
    """The invariants whose goals some counts break; None for a goal that is no invariant."""
    return {find_invariant(name) for name, goal in group.goals if not goal.holds(values)}


def _filter(prepared: list[Prepared], tried: tuple[Invariant, ...]) -> tuple[Invariant, ...]:
    """The greatest subset of the candidates that implies itself in all groups."""
    kept = {one.name for one in tried}
    always = {invariant for one in prepared for name in one.group.rows if (invariant := find_invariant(name))}
    always |= {invariant for one in prepared for name, _ in one.group.goals if (invariant := find_invariant(name))}
    always -= kept
    waiting = list(prepared)
    while waiting:
        before = len(kept)
        for one in waiting:
            while (found := one.find_counterexample(kept | always)) is not None:
                broken = {name for name in _broken(one.group, found.values) if name in kept}
                if not broken:
                    raise Undecided(f"a range or a count below 0 in {one.group.name}")
                kept -= broken
        waiting = prepared if len(kept) < before else []
    return tuple(one for one in tried if one.name in kept)


def _filter_starts(
    family: Family, fixed: tuple[Invariant, ...], tried: tuple[Invariant, ...], players: int | None
) -> tuple[Invariant, ...]:
    proof = Proof(family, (*fixed, *tried), players)
    some = [start for start in family.starts if players is None or start.players == players]
    return _filter([Prepared(group) for start in some for group in proof.starts(start)], tried)


def _filter_steps(
    family: Family, fixed: tuple[Invariant, ...], tried: tuple[Invariant, ...], players: int | None
) -> tuple[Invariant, ...]:
    proof = Proof(family, (*fixed, *tried), players)
    groups = [group for command in family.counted.commands for group in proof.steps(command)]
    return _filter([Prepared(group) for group in groups], tried)


def _explain(
    family: Family,
    fixed: tuple[Invariant, ...],
    kept: tuple[Invariant, ...],
    hits: tuple[Hit, ...],
    tried: tuple[Invariant, ...],
    started: tuple[Invariant, ...],
    players: int | None,
) -> tuple[Failure, ...]:
    """The steps (or starts) that break what the property itself says, under all that does hold."""
    from_hits = [one for one in candidates(family.counted, hits)[-len(hits) :] if one in tried and one not in kept]
    found: list[Failure] = []
    for invariant in from_hits:
        proof = Proof(family, (*fixed, *kept, invariant), players)
        if invariant not in started:
            groups = [group for start in family.starts for group in proof.starts(start)]
        else:
            groups = [group for command in family.counted.commands for group in proof.steps(command)]
        for group in groups:
            failure = _failure(group)
            if failure is not None:
                found.append(failure)
                break
    return tuple(found)


def _certify(
    family: Family,
    fixed: tuple[Invariant, ...],
    kept: tuple[Invariant, ...],
    hits: tuple[Hit, ...],
    players: int | None,
) -> tuple[tuple[Invariant, ...], tuple[Certified, ...] | None]:
    """The invariants that the property needs, found by the rows that its proof uses, and all obligations of them."""
    everything = (*fixed, *kept)
    needed: dict[Invariant, None] = dict.fromkeys(fixed)
    proof = Proof(family, everything, players)
    waiting = [group for hit in hits for group in proof.hits(hit)]
    done: set[Invariant] = set()
    while waiting or set(needed) - done:
        for group in waiting:
            for obligation in group.obligations():
                multipliers = find_multipliers(obligation)
                if multipliers is None:
                    return tuple(needed), None
                needed |= dict.fromkeys(_used(everything, multipliers))
        waiting = []
        todo = [one for one in needed if one not in done]
        done |= set(todo)
        if todo or not waiting:
            names = {one.name for one in todo}
            groups = [group for command in family.counted.commands for group in proof.steps(command)]
            waiting = [_only(group, names, first=len(done) == len(todo)) for group in groups]
            waiting = [group for group in waiting if group.goals]
    final = Proof(family, tuple(needed), players)
    certified: list[Certified] = []
    for group in final.groups(hits):
        for obligation in group.obligations():
            multipliers = find_multipliers(obligation)
            if multipliers is None:
                return tuple(needed), None
            certified.append(Certified(obligation, multipliers))
    return tuple(needed), tuple(certified)


def _only(group: Group, names: set[str], *, first: bool) -> Group:
    goals = tuple(
        (name, goal)
        for name, goal in group.goals
        if find_invariant(name) in names or (first and find_invariant(name) is None)
    )
    return Group(group.name, group.rows, goals, group.command)


def _used(invariants: tuple[Invariant, ...], multipliers: Multipliers) -> list[Invariant]:
    names = {find_invariant(name) for half in multipliers for name in half}
    return [one for one in invariants if one.name in names]


def _infeasible(proof: Proof) -> tuple[str, ...]:
    """Commands that no state meets under the invariants: their obligations say nothing."""
    found: list[str] = []
    for command in proof.family.counted.commands:
        explicit = command.actors if proof.players is None else max(proof.players, command.actors)
        if not is_satisfiable(proof.rows(proof.given(command), explicit).values()):
            found.append(command.name)
    return tuple(found)
