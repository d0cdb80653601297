"""Whether obligations say anything: each command under the invariants has a state, which is shown, or it has none.

A command without a state never happens, so that what is to be shown of it is shown of nothing. The rows that exclude it
are named, none of which could be left out: they say whether the rules exclude it, or a premise that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from checker.smt.candidates.invariant import find_invariant
from checker.smt.certificate.cases import Case, Group
from checker.smt.certificate.obligations import Proof
from checker.smt.counts.commands import Command, CountSystem
from checker.smt.counts.groups import has_parts
from checker.smt.counts.linear import Constraint, Count, show_linear
from checker.smt.proof.demand import Demand, Failure
from checker.smt.proof.solver import find_core, find_values, is_satisfiable
from checker.smt.proof.words import name_classes, tell_failure

PARTS = "single kinds of cards that are counted together"
BESIDE = ("count ", "sum ", "players")
"""Rows that hold of all counts: no fact of a game."""


@dataclass(frozen=True, slots=True)
class Premise:
    """What is assumed in one group of obligations. model: counts that meet it; core: rows that nothing meets."""

    group: str
    command: Command | None
    rows: Mapping[str, Constraint]
    model: Mapping[Count, int] | None
    core: tuple[str, ...] = ()


def find_premises(proof: Proof) -> tuple[Premise, ...]:
    """The premises of every start and every step, each with a state or with the rows that exclude all."""
    starts = (
        group for start in proof.family.starts if _is_asked(proof, start.players) for group in proof.starts(start)
    )
    steps = (group for command in proof.family.counted.commands for group in proof.steps(command))
    return tuple(_find(group) for groups in (starts, steps) for group in groups)


def never(proof: Proof, command: Command) -> Case:
    """What is assumed where a command happens; it is shown if nothing meets that."""
    explicit = command.actors if proof.players is None else max(proof.players, command.actors)
    return Case(f"never {command.name}", proof.given(command, explicit), explicit, command=command)


def find_premise(proof: Proof, command: Command) -> Premise:
    """A state in which a command can happen, or the rows that exclude all, under the invariants of a proof."""
    return _find(proof.group(never(proof, command)))


def find_state(demand: Demand, command: Command) -> Premise:
    """A state in which a command can happen, or the rows that exclude all, under what can be shown of a pool."""
    possible = demand.find_failure(lambda proof: [never(proof, command)])
    if possible is None:
        return find_premise(demand.proof(), command)
    return Premise(possible.group.name, command, possible.group.rows, possible.values)


def tell_core(counted: CountSystem, premises: Iterable[Premise]) -> tuple[str, ...]:
    """The facts by which these premises have no state, in card words: invariants, and what the steps themselves ask."""
    found: dict[str, None] = {}
    for one in premises:
        for row in one.core:
            invariant = find_invariant(row)
            if invariant is not None:
                found[f"invariant, {name_classes(counted, invariant)}"] = None
            elif not row.startswith(BESIDE):
                constraint = one.rows[row]
                sign = "=" if constraint.is_equation else ">="
                words = f"{show_linear(constraint.linear)} {sign} 0"
                found[f"{row.split()[0]}, {name_classes(counted, words)}"] = None
    return tuple(sorted(found, key=lambda one: not one.startswith("invariant")))


def find_unseen(premise: Premise) -> frozenset[str]:
    """What was not looked at where a command happens: its state may be impossible for that."""
    command = premise.command
    if command is None:
        return frozenset()
    return command.unseen | ({PARTS} if any(map(has_parts, command.guard)) else frozenset[str]())


def tell_state(counted: CountSystem, premise: Premise) -> tuple[str, ...]:
    """The state of a premise that has one, and the decision there, in card words."""
    assert premise.model is not None
    group = Group(premise.group, premise.rows, (), premise.command)
    lines = tell_failure(counted, Failure(group, dict(premise.model)))
    return tuple(one for one in lines if not one.startswith(" "))


def _is_asked(proof: Proof, players: int | None) -> bool:
    return proof.players is None or proof.players == players


def _find(group: Group) -> Premise:
    if is_satisfiable(group.rows.values()):
        return Premise(group.name, group.command, group.rows, find_values(group.rows.values()))
    return Premise(group.name, group.command, group.rows, None, find_core(group.rows) or ())


def empty_premises(premises: Iterable[Premise]) -> tuple[Premise, ...]:
    """Those that nothing meets."""
    return tuple(one for one in premises if one.model is None)
