"""Whether obligations say anything: each command under the invariants has a state, which is shown, or it has none.

A command without a state never happens, so that what is to be shown of it is shown of nothing. The rows that exclude it
are named, none of which could be left out: they say whether the rules exclude it, or a premise that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from checker.smt.certificate.obligations import Group, Proof
from checker.smt.counts.commands import Command
from checker.smt.counts.linear import Constraint, Count
from checker.smt.proof.solver import find_core, find_values, is_satisfiable


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


def _is_asked(proof: Proof, players: int | None) -> bool:
    return proof.players is None or proof.players == players


def _find(group: Group) -> Premise:
    if is_satisfiable(group.rows.values()):
        return Premise(group.name, group.command, group.rows, find_values(group.rows.values()))
    return Premise(group.name, group.command, group.rows, None, find_core(group.rows) or ())


def empty_premises(premises: Iterable[Premise]) -> tuple[Premise, ...]:
    """Those that nothing meets."""
    return tuple(one for one in premises if one.model is None)
