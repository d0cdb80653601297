"""Farkas multipliers for many obligations: Z3 over the rationals names rows that cannot hold together, few of them.

An exact simplex weighs these rows (`simplex`). Commands that differ in guards alone often need the same rows: what was
found for one is tried on the others first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import z3  # type: ignore[import-untyped]  # z3-solver has no types

from checker.smt.candidates.invariant import HERE
from checker.smt.certificate.cases import Group
from checker.smt.certificate.farkas import GOAL, halves_to_refute
from checker.smt.certificate.smtlib import declare, print_constraint
from checker.smt.counts.linear import Constraint, Linear
from checker.smt.proof.simplex import weigh
from checker.smt.proof.solver import Base, make_solver

SHARED = ("invariant", "sum ", "count ")
Weights = dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class Weigher:
    """Groups over the same invariants. bases: solvers, by the shared rows that they know, each behind a mark.

    found: by what is to be refuted, weighted rows that have refuted it before.
    """

    bases: dict[tuple[str, ...], Base] = field(default_factory=dict)
    marks: list[z3.BoolRef] = field(default_factory=list)
    found: dict[Linear, list[tuple[tuple[str, Constraint, Fraction], ...]]] = field(default_factory=dict)

    def find(self, group: Group, goals: Collection[str]) -> Iterator[tuple[str, tuple[Weights, ...] | None]]:
        """Multipliers of some goals of a group, for each half; None if there are none over the rationals."""
        asked = [(name, halves_to_refute(goal)) for name, goal in group.goals if name in goals]
        own = {row: name for name, row in group.rows.items() if not name.startswith(SHARED) or name.startswith(HERE)}
        known = {half: self._known(group, own, half) for _, halves in asked for half in halves}
        left = [half for half, weights in known.items() if weights is None]
        if left:
            known |= dict(zip(left, self._ask(group, left), strict=True))
        for name, halves in asked:
            some = [known[half] for half in halves]
            yield name, tuple(one for one in some if one is not None) if None not in some else None

    def _known(self, group: Group, own: Mapping[Constraint, str], half: Linear) -> Weights | None:
        """What has refuted this before, if all its rows are there."""
        for weighted in self.found.get(half, ()):
            weights: Weights = {}
            for name, row, weight in weighted:
                here = name if name == GOAL or group.rows.get(name) == row else own.get(row)
                if here is None:
                    break
                weights[here] = weights.get(here, Fraction(0)) + weight
            else:
                return weights
        return None

    def _ask(self, group: Group, halves: list[Linear]) -> Iterator[Weights | None]:
        key = tuple(name for name in group.rows if name.startswith(SHARED[0]) and not name.startswith(HERE))
        base = self.bases.get(key)
        if base is None:
            shared = {name: row for name, row in group.rows.items() if name.startswith(SHARED) and HERE not in name}
            base = self.bases[key] = Base(make_solver("QF_LRA", []), shared, set())
            base.tell([*declare(shared.values(), "Real"), *self._marked(shared.values(), 0)])
        own = {name: row for name, row in group.rows.items() if base.rows.get(name) != row}
        negated = [Constraint(half) for half in halves]
        names = [*base.rows, *own]  # the number of each is that of its mark
        base.solver.push()
        base.tell(declare([*own.values(), *negated], "Real"))
        base.tell(self._marked([*own.values(), *negated], len(base.rows)))
        there = [number for number, (name, row) in enumerate(base.rows.items()) if group.rows.get(name) == row]
        there += range(len(base.rows), len(names))
        for number, half in enumerate(halves, len(names)):
            answer = base.solver.check(*(self.marks[one] for one in (*there, number)))
            rows = {}
            if answer == z3.unsat:
                core = {int(str(mark)[3:]) for mark in base.solver.unsat_core()} - {number}
                rows = {names[one]: group.rows[names[one]] for one in sorted(core)}
            weights = weigh(rows, half) if answer == z3.unsat else None
            if weights is not None:
                rows[GOAL] = Constraint(half)
                self.found.setdefault(half, []).append(tuple((one, rows[one], times) for one, times in weights.items()))
            yield weights
        base.solver.pop()

    def _marked(self, rows: Collection[Constraint], first: int) -> list[str]:
        for number in range(len(self.marks), first + len(rows)):
            self.marks.append(z3.Bool(f"row{number}"))
        lines = [f"(declare-const row{number} Bool)" for number in range(first, first + len(rows))]
        return lines + [f"(assert (=> row{number} {print_constraint(row)}))" for number, row in enumerate(rows, first)]
