"""Z3 asked whether rows imply goals: a counterexample, the rows that were needed, and Farkas multipliers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import z3

from checker.smt.farkas import halves_to_refute
from checker.smt.linear import Constraint, Count, Linear
from checker.smt.obligations import Group, Obligation, find_invariant

TIMEOUT = 20_000


class Undecided(Exception):
    """Z3 gave no answer in the time allowed."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Counts that meet all rows and not the goal."""

    values: Mapping[Count, int]


def _term(linear: Linear, variables: dict[Count, z3.ArithRef], *, real: bool) -> z3.ArithRef:
    make = z3.Real if real else z3.Int
    parts = [z3.RealVal(linear.constant) if real else z3.IntVal(linear.constant)]
    for count, factor in linear.terms:
        if count not in variables:
            variables[count] = make(str(count))
        parts.append(variables[count] * factor)
    return z3.Sum(parts)


def _formula(constraint: Constraint, variables: dict[Count, z3.ArithRef], *, real: bool = False) -> z3.BoolRef:
    term = _term(constraint.linear, variables, real=real)
    return term == 0 if constraint.is_equation else term >= 0


def find_counterexample(group: Group) -> Counterexample | None:
    """Counts that meet the rows of a group and break one of its goals; None if there are none. Undecided raised."""
    variables: dict[Count, z3.ArithRef] = {}
    solver = z3.SolverFor("QF_LIA")
    solver.set("timeout", TIMEOUT)
    for row in group.rows.values():
        solver.add(_formula(row, variables))
    solver.add(z3.Or([z3.Not(_formula(goal, variables)) for _, goal in group.goals]))
    answer = solver.check()
    if answer == z3.unsat:
        return None
    if answer != z3.sat:
        raise Undecided(group.name)
    model = solver.model()
    return Counterexample(
        {count: model.eval(term, model_completion=True).as_long() for count, term in sorted(variables.items())}
    )


class Prepared:
    """A group asked about again and again while invariants are taken away: its rows are told to Z3 once."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self._variables: dict[Count, z3.ArithRef] = {}
        self._solver = z3.SolverFor("QF_LIA")
        self._solver.set("timeout", TIMEOUT)
        self._marks: dict[str, z3.BoolRef] = {}
        for name, row in group.rows.items():
            invariant = find_invariant(name)
            formula = _formula(row, self._variables)
            if invariant is None:
                self._solver.add(formula)
            else:
                mark = self._marks.setdefault(invariant, z3.Bool(f"holds {len(self._marks)}"))
                self._solver.add(z3.Implies(mark, formula))
        self._goals = [
            (find_invariant(name), z3.Not(_formula(goal, self._variables))) for name, goal in group.goals
        ]

    def find_counterexample(self, kept: Collection[str]) -> Counterexample | None:
        """Counts that meet the rows of the kept invariants and break a goal of them; None if there are none."""
        goals = [broken for invariant, broken in self._goals if invariant is None or invariant in kept]
        if not goals:
            return None
        self._solver.push()
        self._solver.add(z3.Or(goals))
        answer = self._solver.check(*(mark for invariant, mark in self._marks.items() if invariant in kept))
        model = self._solver.model() if answer == z3.sat else None
        self._solver.pop()
        if answer == z3.unsat:
            return None
        if model is None:
            raise Undecided(self.group.name)
        return Counterexample(
            {count: model.eval(term, model_completion=True).as_long() for count, term in self._variables.items()}
        )


def is_satisfiable(rows: Iterable[Constraint]) -> bool:
    """Whether some counts meet all rows: an obligation with premises that nothing meets says nothing."""
    variables: dict[Count, z3.ArithRef] = {}
    solver = z3.SolverFor("QF_LIA")
    solver.set("timeout", TIMEOUT)
    for row in rows:
        solver.add(_formula(row, variables))
    answer = solver.check()
    if answer == z3.unknown:
        raise Undecided
    return bool(answer == z3.sat)


def find_multipliers(obligation: Obligation) -> tuple[dict[str, Fraction], ...] | None:
    """Multipliers of rows that refute each half of the negated goal; None if there are none over the rationals."""
    found: list[dict[str, Fraction]] = []
    for half in halves_to_refute(obligation.goal):
        core = _core(obligation.rows, half)
        multipliers = None if core is None else _solve(core, half)
        if multipliers is None:
            return None
        found.append(multipliers)
    return tuple(found)


def _core(rows: Mapping[str, Constraint], half: Linear) -> dict[str, Constraint] | None:
    variables: dict[Count, z3.ArithRef] = {}
    solver = z3.SolverFor("QF_LRA")
    solver.set("timeout", TIMEOUT)
    names: dict[str, str] = {}
    for index, (name, row) in enumerate(rows.items()):
        mark = z3.Bool(f"row {index}")
        names[str(mark)] = name
        solver.assert_and_track(_formula(row, variables, real=True), mark)
    solver.add(_formula(Constraint(half), variables, real=True))
    answer = solver.check()
    if answer != z3.unsat:
        return None
    wanted = {names[str(mark)] for mark in solver.unsat_core()}
    return {name: row for name, row in rows.items() if name in wanted}


def _solve(rows: Mapping[str, Constraint], half: Linear) -> dict[str, Fraction] | None:
    """Numbers l >= 0 (any sign for equations) with the weighted sum of rows and of `half` a negative constant."""
    solver = z3.SolverFor("QF_LRA")
    solver.set("timeout", TIMEOUT)
    weights = {name: z3.Real(f"weight {index}") for index, name in enumerate(rows)}
    own = z3.Real("weight of the goal")
    sums: dict[Count | None, list[z3.ArithRef]] = {}
    for weight, constraint in [*((weights[name], row) for name, row in rows.items()), (own, Constraint(half))]:
        if not constraint.is_equation:
            solver.add(weight >= 0)
        for count, factor in constraint.linear.terms:
            sums.setdefault(count, []).append(weight * factor)
        sums.setdefault(None, []).append(weight * constraint.linear.constant)
    for count, parts in sums.items():
        solver.add(z3.Sum(parts) == (-1 if count is None else 0))
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    found: dict[str, Fraction] = {}
    for name, weight in [*weights.items(), ("goal", own)]:
        value = model.eval(weight, model_completion=True)
        fraction = Fraction(value.numerator_as_long(), value.denominator_as_long())
        if fraction:
            found[name] = fraction
    return found
