"""Static questions: which rules and which faults can come to pass in no state that the invariants allow.

A command without a state never happens, for the commands allow more than the rules do; one that has a state may still
be impossible. The invariants are those that Z3 found to prove themselves; no certificate is written.
"""

from __future__ import annotations

from dataclasses import dataclass

from checker.smt.candidates.invariant import Invariant
from checker.smt.candidates.template import ranges
from checker.smt.certificate.obligations import Proof
from checker.smt.counts.commands import Command
from checker.smt.counts.family import Family
from checker.smt.proof.solver import is_satisfiable
from checker.system.draft import ENDLESS, CoveragePoint, FaultPoint


@dataclass(frozen=True, slots=True)
class Answers:
    """never: rules that no state lets come to pass. no_faults: faults without a state; faults: those that have one."""

    never: tuple[CoveragePoint, ...]
    no_faults: tuple[FaultPoint, ...]
    faults: tuple[FaultPoint, ...]


def ask_questions(family: Family, invariants: tuple[Invariant, ...], players: int | None = None) -> Answers:
    """Ask for a state of every command, under the ranges of fields and the given invariants."""
    proof = Proof(family, tuple(dict.fromkeys((*ranges(family.counted), *invariants))), players)
    possible = [command for command in family.counted.commands if _has_state(proof, command)]
    system = family.counted.system
    in_setup = {number for path in family.counted.finder.setup() for number in path.fired}
    fired = in_setup.union(*(command.fired for command in possible))
    setup_rules = {step.name for step in system.rules.setup}
    stops = {fault for command in possible for fault in command.faults}
    play_faults = [(number, one) for number, one in enumerate(system.faults) if not one.in_setup and one != ENDLESS]
    return Answers(
        tuple(
            one
            for number, one in enumerate(system.coverage)
            if one.is_rule and number not in fired and one.origin.rule not in setup_rules
        ),
        tuple(one for number, one in play_faults if number not in stops),
        tuple(one for number, one in play_faults if number in stops),
    )


def _has_state(proof: Proof, command: Command) -> bool:
    explicit = command.actors if proof.players is None else max(proof.players, command.actors)
    return is_satisfiable(proof.rows(proof.given(command, explicit), explicit).values())
