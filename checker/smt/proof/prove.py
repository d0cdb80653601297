"""`prove_property`: candidates filtered by the start and by every command, the property from what is left, certified.

Houdini (C. Flanagan and K. Leino, FME 2001): the greatest inductive subset of a template; then only what the property
needs is kept, and each obligation gets Farkas multipliers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from checker.smt.candidates.invariant import Invariant, find_invariant
from checker.smt.candidates.lemmas import declared
from checker.smt.candidates.template import candidates, ranges, said_by
from checker.smt.certificate.obligations import FALSE, Group, Proof, can_go_by_steps
from checker.smt.counts.family import Family, Hit, property_hits
from checker.smt.counts.linear import Count
from checker.smt.proof.certify import Certified, Question, certify
from checker.smt.proof.explain import find_offending_start, find_offending_step
from checker.smt.proof.sieve import sieve
from checker.smt.proof.solver import (
    Prepared,
    Session,
    Undecided,
    find_counterexample,
)
from checker.system.system import Monitor, System

Verdict = Literal["proved", "failed step", "undetermined"]


@dataclass(frozen=True, slots=True)
class Failure:
    """An obligation that does not hold, with counts that show it."""

    group: Group
    values: dict[Count, int]


@dataclass(frozen=True, slots=True)
class ProofResult:
    """proved: step, start and property all hold, with a certificate for each obligation.

    tried, kept: numbers of candidate invariants. start_holds, step_holds: reported together always. unseen: atoms that
    were not looked at. infeasible: commands that no state meets. seconds: by stage. by_steps: the property does not
    follow from the invariants, but holds at the start and after every step from where it held.
    """

    verdict: Verdict
    words: str
    players: int | None
    family: Family
    hits: tuple[Hit, ...]
    invariants: tuple[Invariant, ...] = ()
    certified: tuple[Certified, ...] = ()
    failures: tuple[Failure, ...] = ()
    start_holds: bool = False
    step_holds: bool = False
    tried: int = 0
    kept: int = 0
    infeasible: tuple[str, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)
    by_steps: bool = False

    @property
    def unseen(self) -> tuple[str, ...]:
        """Atoms that were not looked at, of commands and property: both branches are allowed."""
        return tuple(sorted({*self.family.counted.unseen, *(one for hit in self.hits for one in hit.unseen)}))


@dataclass(frozen=True, slots=True)
class Learned:
    """The candidates that hold at every start (`started`), and those of them that hold after every command (`kept`)."""

    players: int | None
    tried: tuple[Invariant, ...]
    started: tuple[Invariant, ...]
    kept: tuple[Invariant, ...]
    seconds: dict[str, float]


def learn_invariants(
    family: Family, hits: Iterable[Hit] = (), *, players: int | None = None, extra: Iterable[Invariant] = ()
) -> Learned:
    """The greatest part of the template, of lemmas and `extra`, and of what properties say, that proves itself."""
    clock = _Clock()
    fixed = ranges(family.counted)
    tried = dict.fromkeys((*candidates(family.counted, hits), *declared(family), *extra))
    some = tuple(one for one in tried if one not in fixed)
    walked = sieve(family, some, players)
    clock.stop("walk")
    started = _filter_starts(family, fixed, walked, players)
    clock.stop("start")
    kept = _filter_steps(family, fixed, started, players)
    clock.stop("steps")
    return Learned(players, some, started, kept, clock.seconds)


def keep_invariants(family: Family, known: Iterable[Invariant], *, players: int | None = None) -> Learned:
    """The greatest part of facts that are known of other rules that proves itself under the rules of this family."""
    clock = _Clock()
    fixed = ranges(family.counted)
    some = tuple(one for one in known if one not in fixed)
    started = _filter_starts(family, fixed, some, players)
    kept = _filter_steps(family, fixed, started, players)
    clock.stop("steps")
    return Learned(players, some, started, kept, clock.seconds)


def is_shown(family: Family, hits: tuple[Hit, ...], learned: Learned) -> bool:
    """Whether a property follows from what was learned, or holds step by step: by Z3 alone, without a certificate."""
    everything = (*ranges(family.counted), *learned.kept)
    if not _not_implied(family, everything, hits, learned.players):
        return True
    return _holds_by_steps(Proof(family, everything, learned.players), hits)


def explain(family: Family, hits: tuple[Hit, ...], learned: Learned) -> Failure:
    """A start or a step at which a property fails that is not shown by what was learned, or else a point."""
    everything = (*ranges(family.counted), *learned.kept)
    found = _explain(family, everything, learned, hits)
    return (found or _not_implied(family, everything, hits, learned.players))[0]


def prove_property(
    family: Family,
    find: Callable[[System], Monitor],
    *,
    players: int | None = None,
    learned: Learned | None = None,
    extra: Iterable[Invariant] = (),
) -> ProofResult:
    """Try to prove a property for `players` players, or for any number. `learned`: invariants found already."""
    clock = _Clock()
    hits = property_hits(family, find)
    result = ProofResult("undetermined", "", players, family, hits)
    try:
        known = learned or learn_invariants(family, hits, players=players, extra=extra)
        result = replace(result, tried=len(known.tried), kept=len(known.kept))
        everything = (*ranges(family.counted), *known.kept)
        clock.stop("invariants")
        failures = _not_implied(family, everything, hits, players)
        by_steps = bool(failures) and _holds_by_steps(Proof(family, everything, players), hits)
        clock.stop("property")
        if failures and not by_steps:
            lost = _explain(family, everything, known, hits)
            words = "the property does not follow from the invariants that hold at every step"
            at_start = not any(one.group.name.startswith("start") for one in lost)
            return replace(
                result,
                verdict="failed step",
                words=words,
                invariants=everything,
                failures=(*lost, *failures),
                start_holds=at_start,
                seconds=clock.seconds,
            )
        proof = Proof(family, everything, players)
        needed, certified = certify(proof, ranges(family.counted), Question(hits, by_steps))
        clock.stop("certificates")
        infeasible = _infeasible(Proof(family, needed, players))
        clock.stop("premises")
    except Undecided as undecided:
        return replace(result, words=f"Z3 gave no answer on {undecided}", seconds=clock.seconds)
    result = replace(
        result,
        invariants=needed,
        start_holds=True,
        step_holds=True,
        infeasible=infeasible,
        seconds=clock.seconds,
        by_steps=by_steps,
    )
    if certified is None:
        return replace(result, words="an obligation has no certificate over the rationals")
    return replace(result, verdict="proved", words="start, every step and the property hold", certified=certified)


def prove_lemmas(
    family: Family, lemmas: tuple[Invariant, ...], *, players: int | None = None, learned: Learned | None = None
) -> ProofResult:
    """Prove linear facts for themselves (conservation, say), with the invariants learned as help."""
    clock = _Clock()
    result = ProofResult("undetermined", "", players, family, ())
    fixed = ranges(family.counted)
    try:
        started = _filter_starts(family, fixed, lemmas, players)
        if started != lemmas:
            return replace(result, verdict="failed step", words="a lemma does not hold at the start")
        everything = tuple(dict.fromkeys((*fixed, *lemmas, *(() if learned is None else learned.kept))))
        proof = Proof(family, everything, players)
        needed, certified = certify(proof, (*fixed, *lemmas), Question((), by_steps=False))
    except Undecided as undecided:
        return replace(result, words=f"Z3 gave no answer on {undecided}", start_holds=True)
    clock.stop("certificates")
    result = replace(result, invariants=needed, start_holds=True, seconds=clock.seconds)
    if certified is None:
        return replace(result, verdict="failed step", words="a step has no certificate")
    words = "start and every step hold"
    return replace(result, verdict="proved", words=words, step_holds=True, certified=certified)


def _not_implied(
    family: Family, everything: tuple[Invariant, ...], hits: Iterable[Hit], players: int | None
) -> tuple[Failure, ...]:
    proof = Proof(family, everything, players)
    session = Session()
    found: list[Failure] = []
    for hit in hits:
        some = (_failure(group, session) for group in (*proof.hits(hit), *proof.visits(hit)))
        found += [one for one in (next((one for one in some if one is not None), None),) if one is not None]
    return tuple(found)


def _holds_by_steps(proof: Proof, hits: tuple[Hit, ...]) -> bool:
    session = Session()
    return can_go_by_steps(hits) and all(find_counterexample(one, session) is None for one in proof.by_steps(hits))


class _Clock:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.monotonic()

    def stop(self, stage: str) -> None:
        now = time.monotonic()
        self.seconds[stage] = round(now - self._last, 3)
        self._last = now


def _failure(group: Group, session: Session) -> Failure | None:
    found = find_counterexample(group, session)
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
            while not one.is_shown(kept | always) and (found := one.find_counterexample(kept | always)) is not None:
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
    session = Session()
    return _filter([session.prepare(group) for start in some for group in proof.starts(start)], tried)


def _filter_steps(
    family: Family, fixed: tuple[Invariant, ...], tried: tuple[Invariant, ...], players: int | None
) -> tuple[Invariant, ...]:
    proof = Proof(family, (*fixed, *tried), players)
    groups = [group for command in family.counted.commands for group in proof.steps(command)]
    session = Session()
    return _filter([session.prepare(group) for group in groups], tried)


def _explain(
    family: Family, everything: tuple[Invariant, ...], known: Learned, hits: tuple[Hit, ...]
) -> tuple[Failure, ...]:
    """A start that breaks what the property itself says, or a step that leads to its failure."""
    said = tuple(one for one in said_by(hits) if one not in known.started)
    at_start = find_offending_start(Proof(family, (*everything, *said), known.players)) if said else None
    strong = (*everything, *(one for one in said_by(hits) if one not in everything))
    found = (
        at_start
        or find_offending_step(Proof(family, strong, known.players), hits)
        or find_offending_step(Proof(family, everything, known.players), hits)
    )
    return () if found is None else (Failure(found[0], dict(found[1].values)),)


def _infeasible(proof: Proof) -> tuple[str, ...]:
    """Commands that no state meets under the invariants: their obligations say nothing."""
    session = Session()
    found: list[str] = []
    for command in proof.family.counted.commands:
        explicit = command.actors if proof.players is None else max(proof.players, command.actors)
        rows = proof.rows(proof.given(command, explicit), explicit)
        if find_counterexample(Group(command.name, rows, (("never", FALSE),)), session) is None:
            found.append(command.name)
    return tuple(found)
