"""Why a property is not proved: a start, or a command that leads from where it holds to where it fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations

from checker.smt.candidates.invariant import Invariant
from checker.smt.certificate.cases import Case
from checker.smt.certificate.obligations import Proof, place
from checker.smt.counts.commands import Command, post_values
from checker.smt.counts.family import Hit
from checker.smt.counts.linear import Constraint
from checker.smt.proof.demand import Demand, Failure
from checker.smt.proof.solver import Session, find_counterexample


def find_offending_start(proof: Proof) -> Failure | None:
    """A way through setup that breaks one of the invariants of the proof."""
    session = Session()
    for start in proof.family.starts:
        if proof.players is not None and start.players != proof.players:
            continue
        for group in proof.starts(start):
            found = find_counterexample(group, session)
            if found is not None:
                return Failure(group, dict(found.values))
    return None


def find_offending_step(demand: Demand, said: Iterable[Invariant], hits: tuple[Hit, ...]) -> Failure | None:
    """A command after which the property fails in a way in which it did not before, where all of a pool holds.

    said: what the property itself says, which is taken to hold before as well.
    """
    asked = replace(
        demand, pool=demand.pool | {one.name: one for one in said}, wanted={}, waiting={}, shown={}, everything=None
    )
    proof = asked.proof()
    for command in (*demand.family.counted.commands, *demand.family.counted.visits):
        if demand.players is not None and command.actors > demand.players:
            continue
        for case in _cases(proof, command, hits):
            found = asked.find_counterexample(case)
            if found is not None:
                return found
    return None


def _cases(proof: Proof, command: Command, hits: tuple[Hit, ...]) -> Iterator[Case]:
    explicit = command.actors if proof.players is None else proof.players
    for hit in hits:
        if hit.actors > command.actors or (hit.top is not None and not _comes_to(command, hit)):
            continue
        for chosen in permutations(range(command.actors), hit.actors):
            guard = [place(linear, chosen) for linear in hit.guard]
            counts = [count for linear in guard for count, _ in linear.terms]
            after = post_values(command, counts)
            later = [(f"fails {index}", Constraint(one.substitute(after))) for index, one in enumerate(guard)]
            for index, one in enumerate(guard):
                if one.substitute(after) == one:
                    continue
                before = (f"held {index}", Constraint(one.negate().add(-1)))
                given = (*proof.given(command, explicit), *later, before)
                yield Case(f"step {command.name} to a failure of the property", given, explicit, command=command)


def _comes_to(command: Command, hit: Hit) -> bool:
    assert hit.top is not None
    return command.ending == "waiting" and bool(command.pushed) and command.pushed[-1].point == hit.top.point
