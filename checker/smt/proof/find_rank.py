"""Z3 looks for a ranking function: each component lowers as many commands as one sum can, raising none."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import z3  # type: ignore[import-untyped]  # z3-solver has no types

from checker.smt.certificate.ranking import Component, change_of, fall_of, measured_counts
from checker.smt.counts.commands import Command, CountSystem
from checker.smt.counts.linear import Count, Linear
from checker.smt.proof.solver import LIMIT

MOST_COMPONENTS = 8


@dataclass(frozen=True, slots=True)
class Ranked:
    """The components found, and the decisions that none of them lowers: none, if every play is finite."""

    rank: tuple[Component, ...]
    left: tuple[Command, ...]


def find_rank(counted: CountSystem) -> Ranked:
    """A rank for all commands, or for as many as possible."""
    measured = measured_counts(counted)
    waiting = [(command, change_of(command, measured)) for command in counted.commands if not command.drops_agenda]
    rank: list[Component] = []
    while any(command.decided for command, _ in waiting) and len(rank) < MOST_COMPONENTS:
        component = _find_component(measured, [changes for _, changes in waiting])
        kept = [one for one in waiting if fall_of(component, one[1]) == 0]
        if len(kept) == len(waiting):
            break
        rank.append(component)
        waiting = kept
    return Ranked(tuple(rank), tuple(command for command, _ in waiting if command.decided))


def _find_component(measured: tuple[Count, ...], changes: list[dict[Count, Linear]]) -> Component:
    solver = z3.Optimize()
    solver.set("rlimit", LIMIT)
    weights = {count: z3.Real(f"weight {index}") for index, count in enumerate(measured)}
    for weight in weights.values():
        solver.add(weight >= 0)
    falls: list[z3.ArithRef] = []
    for index, one in enumerate(changes):
        fall = z3.Real(f"fall {index}")
        sums: dict[Count | None, list[z3.ArithRef]] = {None: []}
        for count, change in one.items():
            sums[None].append(-change.constant * weights[count])
            for term, factor in change.terms:
                sums.setdefault(term, []).append(-factor * weights[count])
        solver.add(fall >= 0, fall <= 1, fall <= z3.Sum(sums.pop(None)))
        for parts in sums.values():
            solver.add(z3.Sum(parts) >= 0)
        falls.append(fall)
    solver.maximize(z3.Sum(falls))
    if solver.check() != z3.sat:
        return {}
    model = solver.model()
    found: dict[Count, Fraction] = {}
    for count, weight in weights.items():
        value = model.eval(weight, model_completion=True)
        found[count] = Fraction(value.numerator_as_long(), value.denominator_as_long())
    scale = lcm(*(value.denominator for value in found.values()))
    return {count: int(value * scale) for count, value in found.items() if value}
