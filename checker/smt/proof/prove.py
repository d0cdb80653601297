"""`prove_property`: the invariants that a property needs, found on demand; each obligation gets Farkas multipliers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from checker.smt.candidates.invariant import Invariant
from checker.smt.candidates.template import ranges, said_by
from checker.smt.certificate.cases import FALSE, Group
from checker.smt.certificate.obligations import Proof, can_go_by_steps
from checker.smt.counts.family import Family, Hit, property_hits
from checker.smt.proof.certify import Certified, Question, certify
from checker.smt.proof.demand import Demand, Failure, gather
from checker.smt.proof.explain import find_offending_start, find_offending_step
from checker.smt.proof.houdini import filter_starts
from checker.smt.proof.solver import Session, Undecided, find_counterexample
from checker.system.system import Monitor, System

Verdict = Literal["proved", "failed step", "undetermined"]


@dataclass(frozen=True, slots=True)
class ProofResult:
    """proved: step, start and property all hold, with a certificate for each obligation.

    candidates: how many invariants there were to choose from. start_holds, step_holds: reported together always.
    unseen: atoms that were not looked at. infeasible: commands that no state meets. seconds: by stage. by_steps: the
    property does not follow from the invariants, but holds at the start and after every step from where it held.
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
    candidates: int = 0
    infeasible: tuple[str, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)
    by_steps: bool = False

    @property
    def unseen(self) -> tuple[str, ...]:
        """Atoms that were not looked at, of commands and property: both branches are allowed."""
        return tuple(sorted({*self.family.counted.unseen, *(one for hit in self.hits for one in hit.unseen)}))


def show(demand: Demand, hits: tuple[Hit, ...]) -> tuple[Failure | None, bool]:
    """Want what a property needs. A failure, if it does not follow; whether it is shown step by step only."""
    failure = demand.find_failure(lambda proof: [case for hit in hits for case in proof.state_cases(hit)])
    if failure is None:
        return None, False
    if not (can_go_by_steps(hits) and _begins(demand, hits)):
        return failure, False
    lost = demand.find_failure(lambda proof: [case for hit in hits for case in proof.change_cases(hit)])
    return (None, True) if lost is None else (failure, False)


def _begins(demand: Demand, hits: tuple[Hit, ...]) -> bool:
    """Whether a property holds when play begins."""
    proof, session = demand.proof(), Session()
    groups = [group for hit in hits for start in proof.begun for group in proof.begins(start, hit)]
    return all(find_counterexample(group, session) is None for group in groups)


def explain(demand: Demand, hits: tuple[Hit, ...]) -> Failure | None:
    """A start that breaks what a property says, or a step that leads to its failure, where all of the pool holds."""
    said = tuple(one for one in said_by(hits) if one.name not in demand.pool)
    at_start = find_offending_start(Proof(demand.family, said, demand.players)) if said else None
    return at_start or find_offending_step(demand, said_by(hits), hits) or find_offending_step(demand, (), hits)


def prove_property(
    family: Family,
    find: Callable[[System], Monitor],
    *,
    players: int | None = None,
    demand: Demand | None = None,
    extra: Iterable[Invariant] = (),
) -> ProofResult:
    """Try to prove a property for `players` players, or for any number. `demand`: what others have wanted already."""
    clock = _Clock()
    hits = property_hits(family, find)
    result = ProofResult("undetermined", "", players, family, hits)
    try:
        demand = demand or gather(family, hits, players=players, extra=extra)
        result = replace(result, candidates=len(demand.pool))
        failure, by_steps = show(demand, hits)
        clock.stop("invariants")
        if failure is not None:
            lost = explain(demand, hits)
            words = "the property does not follow from the invariants that hold at every step"
            return replace(
                result,
                verdict="failed step",
                words=words,
                invariants=demand.invariants,
                failures=(failure,) if lost is None else (lost, failure),
                start_holds=lost is None or not lost.group.name.startswith("start"),
                seconds=clock.seconds,
            )
        proof = Proof(family, demand.invariants, players)
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
    family: Family, lemmas: tuple[Invariant, ...], *, players: int | None = None, known: Iterable[Invariant] = ()
) -> ProofResult:
    """Prove linear facts for themselves (conservation, say), with invariants that are known as help."""
    clock = _Clock()
    result = ProofResult("undetermined", "", players, family, ())
    fixed = ranges(family.counted)
    try:
        if filter_starts(family, fixed, lemmas, players) != lemmas:
            return replace(result, verdict="failed step", words="a lemma does not hold at the start")
        proof = Proof(family, tuple(dict.fromkeys((*fixed, *lemmas, *known))), players)
        needed, certified = certify(proof, (*fixed, *lemmas), Question((), by_steps=False))
    except Undecided as undecided:
        return replace(result, words=f"Z3 gave no answer on {undecided}", start_holds=True)
    clock.stop("certificates")
    result = replace(result, invariants=needed, start_holds=True, seconds=clock.seconds)
    if certified is None:
        return replace(result, verdict="failed step", words="a step has no certificate")
    words = "start and every step hold"
    return replace(result, verdict="proved", words=words, step_holds=True, certified=certified)


class _Clock:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.monotonic()

    def stop(self, stage: str) -> None:
        now = time.monotonic()
        self.seconds[stage] = round(now - self._last, 3)
        self._last = now


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
