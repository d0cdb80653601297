"""Z3 asked whether rows imply goals: a counterexample, or the invariants that were needed."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import z3  # type: ignore[import-untyped]  # z3-solver has no types

from checker.smt.candidates.invariant import HERE, find_invariant
from checker.smt.certificate.cases import Group
from checker.smt.certificate.smtlib import declare, print_constraint, symbol
from checker.smt.counts.linear import Constraint, Count

LIMIT = 50_000_000


class Undecided(Exception):
    """Z3 gave no answer in the time allowed."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Counts that meet all rows and not the goal."""

    values: Mapping[Count, int]


def make_solver(logic: str, lines: Iterable[str]) -> z3.Solver:
    """A solver that has been told some text."""
    solver = z3.SolverFor(logic)
    solver.set("rlimit", LIMIT)
    solver.from_string("\n".join(lines))
    return solver


def read_model(solver: z3.Solver, counts: Collection[Count]) -> dict[Count, int]:
    """What a satisfied solver says of counts."""
    found = solver.model()
    values = {str(one): value.as_long() for one in found.decls() if z3.is_int_value(value := found[one])}
    return {count: values.get(symbol(count).strip("|"), 0) for count in counts}


@dataclass(frozen=True, slots=True)
class Base:
    """A solver that knows the rows which many groups share. declared: what it has been told the sort of."""

    solver: z3.Solver
    rows: Mapping[str, Constraint]
    declared: set[str]

    def tell(self, lines: Iterable[str]) -> None:
        """Add text, leaving out declarations that the solver has had (it keeps them when popped)."""
        fresh = [one for one in dict.fromkeys(lines) if not (one.startswith("(declare") and one in self.declared)]
        self.declared.update(line for line in fresh if line.startswith("(declare"))
        self.solver.from_string("\n".join(fresh))


class Session:
    """Many groups over the same invariants: what they share is told to Z3 once, each invariant behind a mark."""

    def __init__(self) -> None:
        self._marks: dict[str, str] = {}
        self._bases: dict[tuple[str, ...], Base] = {}

    def prepare(self, group: Group) -> Prepared:
        """A group ready to be asked about with some of its invariants taken away."""
        key = tuple(name for name in group.rows if name.startswith("invariant") and not name.startswith(HERE))
        base = self._bases.get(key)
        if base is None:
            shared = ("invariant", "sum ", "count ")
            rows = {name: row for name, row in group.rows.items() if name.startswith(shared) and HERE not in name}
            base = Base(make_solver("QF_LIA", []), rows, set())
            base.tell([*declare(rows.values()), *self._marked(rows)])
            self._bases[key] = base
        own = {name: row for name, row in group.rows.items() if base.rows.get(name) != row}
        lines = [*declare([*own.values(), *(goal for _, goal in group.goals)]), *self._marked(own)]
        broken = []
        for name, goal in group.goals:
            invariant = find_invariant(name)
            asked = f"(not {print_constraint(goal)})"
            broken.append(asked if invariant is None else f"(and {self._mark(invariant)} {asked})")
        used = {find_invariant(name) for name in (*group.rows, *(name for name, _ in group.goals))}
        marks = {one: self._mark(one) for one in used if one is not None}
        lines = [f"(declare-const {mark} Bool)" for mark in marks.values()] + lines
        return Prepared(group, base, tuple(lines), f"(assert (or {' '.join(broken)} false))", marks)

    def _mark(self, invariant: str) -> str:
        return self._marks.setdefault(invariant, f"holds{len(self._marks)}")

    def _marked(self, rows: Mapping[str, Constraint]) -> list[str]:
        lines: list[str] = []
        declared: dict[str, None] = {}
        for name, row in rows.items():
            invariant = find_invariant(name)
            text = print_constraint(row)
            if invariant is not None:
                mark = self._mark(invariant)
                declared[mark] = None
                text = f"(=> {mark} {text})"
            lines.append(f"(assert {text})")
        return [f"(declare-const {mark} Bool)" for mark in declared] + lines


@dataclass(frozen=True, slots=True)
class Prepared:
    """A group with a solver that knows its shared rows, and the text of its own ones. asked: that a goal is broken.

    marks: of its invariants. needed: those with which Z3 has shown the group once, if it has.
    """

    group: Group
    base: Base
    lines: tuple[str, ...]
    asked: str
    marks: Mapping[str, str]
    needed: list[frozenset[str]] = field(default_factory=list)

    def is_shown(self, kept: AbstractSet[str]) -> bool:
        """Whether the group has been shown already with some of the kept invariants alone."""
        return any(one <= kept for one in self.needed)

    def find_needed(self, goal: Constraint, among: Container[str]) -> frozenset[str] | None:
        """Some of the given invariants, or else of all, with which the rows imply a goal; None if they do not."""
        marks = [z3.Bool(mark) for one, mark in self.marks.items() if one in among]
        others = [z3.Bool(mark) for one, mark in self.marks.items() if one not in among]
        solver = self.base.solver
        solver.push()
        self.base.tell([*self.lines, f"(assert (not {print_constraint(goal)}))"])
        answer = solver.check(*marks)
        if answer != z3.unsat and others:
            answer = solver.check(*marks, *others)
        core = {str(one) for one in solver.unsat_core()} if answer == z3.unsat else set()
        solver.pop()
        return frozenset(one for one, mark in self.marks.items() if mark in core) if answer == z3.unsat else None

    def find_counterexample(self, kept: AbstractSet[str]) -> Counterexample | None:
        """Counts that meet the rows of the kept invariants and break a goal of them; None if there are none."""
        assumed = {mark: z3.Bool(mark) if one in kept else z3.Not(z3.Bool(mark)) for one, mark in self.marks.items()}
        solver = self.base.solver
        solver.push()
        self.base.tell([*self.lines, self.asked])
        answer = solver.check(*assumed.values())
        if answer == z3.unsat:
            core = {str(one) for one in solver.unsat_core()}
            self.needed.append(frozenset(one for one, mark in self.marks.items() if mark in core))
        everything = [*self.group.rows.values(), *(goal for _, goal in self.group.goals)]
        counts = {count for one in everything for count, _ in one.linear.terms}
        values = read_model(solver, counts) if answer == z3.sat else {}
        solver.pop()
        if answer == z3.unsat:
            return None
        if answer != z3.sat:
            raise Undecided(self.group.name)
        return Counterexample(values)


def find_counterexample(group: Group, session: Session | None = None) -> Counterexample | None:
    """Counts that meet the rows of a group and break one of its goals; None if there are none. Undecided raised.

    session: of other groups over the same invariants.
    """
    names = {find_invariant(name) for name in (*group.rows, *(name for name, _ in group.goals))}
    return (session or Session()).prepare(group).find_counterexample({name for name in names if name is not None})


def is_satisfiable(rows: Collection[Constraint]) -> bool:
    """Whether some counts meet all rows: an obligation with premises that nothing meets says nothing."""
    solver = make_solver("QF_LIA", [*declare(rows), *(f"(assert {print_constraint(row)})" for row in rows)])
    answer = solver.check()
    if answer == z3.unknown:
        raise Undecided("premises")
    return bool(answer == z3.sat)


def find_core(rows: Mapping[str, Constraint]) -> tuple[str, ...] | None:
    """Rows that no counts meet together, none of which can be left out; None if some counts meet all."""
    lines = declare(rows.values())
    names = list(rows)
    lines += [f"(declare-const row{index} Bool)" for index in range(len(names))]
    lines += [f"(assert (=> row{index} {print_constraint(rows[name])}))" for index, name in enumerate(names)]
    solver = make_solver("QF_LIA", lines)
    kept = list(range(len(names)))
    if _check(solver, kept) == z3.sat:
        return None
    for index in range(len(names)):
        fewer = [one for one in kept if one != index]
        if len(fewer) < len(kept) and _check(solver, fewer) == z3.unsat:
            kept = [one for one in fewer if f"row{one}" in {str(mark) for mark in solver.unsat_core()}]
    return tuple(names[one] for one in kept)


def _check(solver: z3.Solver, kept: Iterable[int]) -> z3.CheckSatResult:
    answer = solver.check(*(z3.Bool(f"row{one}") for one in kept))
    if answer == z3.unknown:
        raise Undecided("setup")
    return answer


def find_values(rows: Collection[Constraint]) -> Mapping[Count, int]:
    """Counts that meet all rows, which must be satisfiable."""
    solver = make_solver("QF_LIA", [*declare(rows), *(f"(assert {print_constraint(row)})" for row in rows)])
    if solver.check() != z3.sat:
        raise Undecided("setup")
    return read_model(solver, {count for row in rows for count, _ in row.linear.terms})
