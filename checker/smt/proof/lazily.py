"""Whether some of a pool of candidates show a case: one is added only where it excludes a counterexample.

So questions are small, although the pool is not. Over the rationals first, for only such an answer has multipliers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import z3  # type: ignore[import-untyped]  # z3-solver has no types

from checker.smt.candidates.invariant import Invariant, find_invariant
from checker.smt.certificate.cases import Case, Group
from checker.smt.certificate.farkas import halves_to_refute
from checker.smt.certificate.obligations import Proof
from checker.smt.certificate.smtlib import declare, print_constraint, symbol
from checker.smt.counts.linear import SUM, Constraint, Count, Number
from checker.smt.proof.solver import Undecided, make_solver, read_model

MOST_ADDED = 6


@dataclass(frozen=True, slots=True)
class Answer:
    """needed: the invariants with which a case was shown, by name; or counts (integers) that break a goal of it."""

    needed: frozenset[str] = frozenset()
    values: Mapping[Count, Number] | None = None


def ask(
    case: Case, everything: Proof, pool: Mapping[str, Invariant], make: Callable[[Iterable[Invariant]], Proof]
) -> Answer:
    """Show a case with as few of a pool as seem to be needed, or tell counts that all of the pool allows.

    everything: the obligations of the whole pool. make: those of what is wanted already and some more.
    """
    more: dict[str, Invariant] = {}
    in_integers = False
    while True:
        answer = _solve(make(more.values()).group(case), in_integers=in_integers)
        if answer.values is None:
            return answer
        added = _excluding(everything.group(case), pool, answer.values)
        if not added and in_integers:
            return answer
        more |= added
        in_integers = in_integers or not added


def _excluding(group: Group, pool: Mapping[str, Invariant], values: Mapping[Count, Number]) -> dict[str, Invariant]:
    """Some candidates that do not allow some counts before a step."""
    counts = complete(group, values)
    found: dict[str, Invariant] = {}
    for name, row in group.rows.items():
        invariant = find_invariant(name)
        if invariant is not None and invariant in pool and invariant not in found and not row.holds(counts):
            found[invariant] = pool[invariant]
    short = sorted(found, key=lambda one: len(found[one].constraint.linear.terms))
    return {one: found[one] for one in short[:MOST_ADDED]}


def complete(group: Group, values: Mapping[Count, Number]) -> dict[Count, Number]:
    """Numbers for the counts that a model says nothing of: nothing lies there, sums are those of who is known."""
    rows = (*group.rows.values(), *(goal for _, goal in group.goals))
    counts = {count for one in rows for count, _ in one.linear.terms}
    found: dict[Count, Number] = {count: 0 for count in counts if count.holder != SUM}
    found.update(values)
    sums: dict[Count, Number] = {}
    for count, value in found.items():
        if count.holder >= 0:
            key = count._replace(holder=SUM)
            sums[key] = sums.get(key, 0) + value
    return {count: sums.get(count, 0) for count in counts} | found


def _solve(group: Group, *, in_integers: bool) -> Answer:
    """Whether the rows of a group imply its goals, over the integers or (what is more) over the rationals."""
    marks: dict[str, str] = {}
    broken = [Constraint(half) for _, goal in group.goals for half in halves_to_refute(goal)]
    lines = declare([*group.rows.values(), *broken], "Int" if in_integers else "Real")
    rows: list[str] = []
    for name, row in group.rows.items():
        invariant = find_invariant(name)
        text = print_constraint(row)
        if invariant is not None:
            text = f"(=> {marks.setdefault(invariant, f'holds{len(marks)}')} {text})"
        rows.append(f"(assert {text})")
    lines += [f"(declare-const {mark} Bool)" for mark in marks.values()]
    some = " ".join(print_constraint(one) for one in broken)
    solver = make_solver("QF_LIA" if in_integers else "QF_LRA", [*lines, *rows, f"(assert (or {some} false))"])
    answer = solver.check(*(z3.Bool(mark) for mark in marks.values()))
    if answer == z3.unsat:
        core = {one.decl().name() for one in solver.unsat_core()}
        return Answer(frozenset(name for name, mark in marks.items() if mark in core))
    if answer != z3.sat:
        raise Undecided(group.name)
    counts = {count for one in (*group.rows.values(), *broken) for count, _ in one.linear.terms}
    return Answer(values=read_model(solver, counts) if in_integers else _read_fractions(solver, counts))


def _read_fractions(solver: z3.Solver, counts: Iterable[Count]) -> dict[Count, Number]:
    found = solver.model()
    values = {one.name(): _read_number(value) for one in found.decls() if z3.is_rational_value(value := found[one])}
    return {count: values.get(symbol(count).strip("|"), 0) for count in counts}


def _read_number(value: z3.RatNumRef) -> Number:
    text = z3.Z3_get_numeral_string(value.ctx_ref(), value.as_ast())
    return Fraction(text) if "/" in text else int(text)
