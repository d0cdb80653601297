"""Why a property is not proved: a start, or a command that leads from where it holds to where it fails."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from checker.smt.certificate.obligations import FALSE, Group, Proof, place
from checker.smt.counts.commands import Command, post_values
from checker.smt.counts.family import Hit
from checker.smt.counts.linear import Constraint
from checker.smt.proof.solver import Counterexample, Session, find_counterexample


def find_offending_start(proof: Proof) -> tuple[Group, Counterexample] | None:
    """A way through setup that breaks one of the invariants of the proof."""
    session = Session()
    for start in proof.family.starts:
        if proof.players is not None and start.players != proof.players:
            continue
        for group in proof.starts(start):
            found = find_counterexample(group, session)
            if found is not None:
                return group, found
    return None


def find_offending_step(proof: Proof, hits: tuple[Hit, ...]) -> tuple[Group, Counterexample] | None:
    """A command after which the property fails in a way in which it did not before, under the invariants."""
    session = Session()
    for command in (*proof.family.counted.commands, *proof.family.counted.visits):
        if proof.players is not None and command.actors > proof.players:
            continue
        for group in _groups(proof, command, hits):
            found = find_counterexample(group, session)
            if found is not None:
                return group, found
    return None


def _groups(proof: Proof, command: Command, hits: tuple[Hit, ...]) -> Iterator[Group]:
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
                rows = proof.rows([*proof.given(command, explicit), *later, before], explicit)
                yield Group(f"step {command.name} to a failure of the property", rows, (("never", FALSE),), command)


def _comes_to(command: Command, hit: Hit) -> bool:
    assert hit.top is not None
    return command.ending == "waiting" and bool(command.pushed) and command.pushed[-1].point == hit.top.point
