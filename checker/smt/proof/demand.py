"""Invariants on demand: of all candidates only those that something to be shown needs, and what these need in turn.

Houdini (C. Flanagan and K. Leino, FME 2001) keeps the greatest part of the candidates that implies itself, and asks of
each. Here a candidate is wanted once a counterexample without it was found and it excludes that; so questions are
small. One is given up only where all candidates that are left do not help it, so the answers are those of Houdini:
what follows from its greatest part is shown, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction

import z3  # type: ignore[import-untyped]  # z3-solver has no types

from checker.smt.candidates.invariant import Invariant, find_invariant
from checker.smt.candidates.template import ranges
from checker.smt.certificate.farkas import halves_to_refute
from checker.smt.certificate.obligations import Case, Group, Proof
from checker.smt.certificate.smtlib import declare, print_constraint, symbol
from checker.smt.counts.commands import Command
from checker.smt.counts.family import Family, Hit
from checker.smt.counts.linear import SUM, Constraint, Count, Number
from checker.smt.proof.houdini import filter_starts, gather_candidates
from checker.smt.proof.solver import Undecided, make_solver, read_model

MOST_ADDED = 6
Aim = Callable[[Proof], Iterable[Case]]


@dataclass(frozen=True, slots=True)
class Answer:
    """needed: the invariants with which a case was shown, by name; or counts that break a goal of it."""

    needed: frozenset[str] = frozenset()
    values: Mapping[Count, Number] | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """An obligation that does not hold, with counts that show it."""

    group: Group
    values: dict[Count, int]


@dataclass(slots=True)
class Demand:
    """What is wanted of a pool of candidates (by name), all of which hold at every start.

    fixed: what always holds and is never given up. shown: of each goal of each case, the invariants that it needs.
    everything: the obligations of the whole pool, until that changes.
    """

    family: Family
    players: int | None
    fixed: tuple[Invariant, ...]
    pool: dict[str, Invariant]
    wanted: dict[str, Invariant] = field(default_factory=dict)
    shown: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    is_settled: bool = False
    everything: Proof | None = None

    @property
    def invariants(self) -> tuple[Invariant, ...]:
        """What always holds, and what is wanted beside it."""
        return (*self.fixed, *self.wanted.values())

    def find_failure(self, aim: Aim) -> Failure | None:
        """A case that no part of the pool shows, with counts that all of the pool allows; None if all can be shown.

        With None, the invariants that are wanted show all cases and each other; if not, nothing more is wanted.
        """
        before = dict(self.wanted)
        while True:
            cases = [one for case in aim(self.proof()) if (one := self._open(case)) is not None]
            if not cases and self.is_settled:
                return None
            for case in cases:
                failure = self._show(case)
                if failure is not None:
                    self.wanted = {name: one for name, one in before.items() if name in self.pool}
                    self.is_settled = False
                    return failure
            self._settle()

    def find_counterexample(self, case: Case) -> Failure | None:
        """Counts that all of the pool allows and that break a goal of a case; nothing is wanted for it."""
        answer = self._ask(case)
        return None if answer.values is None else self._tell(case, answer.values)

    def _settle(self) -> None:
        """Show all that is wanted at every command, giving up and wanting more, until nothing is left to be shown."""
        while not self.is_settled:
            self.is_settled = True
            proof = self.proof()
            for command in self.family.counted.commands:
                for whole in proof.step_cases(command):
                    case = self._open(whole)
                    while case is not None:
                        failure = self._show(case)
                        if failure is not None:
                            self._give_up(command, failure)
                        case = self._open(case)

    def _open(self, case: Case) -> Case | None:
        """A case with the goals that are wanted and not shown; None if there are none."""
        there = self.wanted.keys() | {one.name for one in self.fixed}
        goals = tuple((name, goal) for name, goal in case.goals if self._is_open(case, name, there))
        return replace(case, goals=goals) if goals else None

    def _is_open(self, case: Case, name: str, there: Set[str]) -> bool:
        invariant = find_invariant(name)
        needed = self.shown.get((case.name, name))
        return (invariant is None or invariant in there) and (needed is None or not needed <= there)

    def _show(self, case: Case) -> Failure | None:
        """Show a case by what is then wanted, too."""
        answer = self._ask(case)
        if answer.values is not None:
            return self._tell(case, answer.values)
        for name, _ in case.goals:
            self.shown[case.name, name] = answer.needed
        more = {name: self.pool[name] for name in answer.needed if name in self.pool and name not in self.wanted}
        if more:
            self.wanted |= more
            self.is_settled = False
        return None

    def _tell(self, case: Case, values: Mapping[Count, Number]) -> Failure:
        group = self._all().group(case)
        return Failure(group, {count: int(value) for count, value in _complete(group, values).items()})

    def _give_up(self, command: Command, failure: Failure) -> None:
        """Take everything out of the pool that a command breaks from counts that all of the pool allows."""
        name = failure.group.name
        whole = next(one for one in self._all().step_cases(command) if one.name == name)
        values = _complete(self._all().group(whole), failure.values)
        broken = {find_invariant(name) for name, goal in whole.goals if not goal.holds(values)}
        if not any(one in self.pool for one in broken):
            raise Undecided(f"a range or a count below 0 in {name}")
        for lost in [one for one in broken if one is not None]:
            self.pool.pop(lost, None)
            self.wanted.pop(lost, None)
        self.is_settled = False
        self.everything = None

    # ---- asking
    def _ask(self, case: Case) -> Answer:
        """Show a case with as few of the pool as seem to be needed: each that is added excludes a counterexample.

        Over the rationals first, for only such an answer can be certified.
        """
        more: dict[str, Invariant] = {}
        in_integers = False
        while True:
            answer = _solve(self.proof(more.values()).group(case), in_integers=in_integers)
            if answer.values is None:
                return answer
            added = self._excluding(case, answer.values, more)
            if not added and in_integers:
                return answer
            more |= added
            in_integers = in_integers or not added

    def _excluding(
        self, case: Case, values: Mapping[Count, Number], more: Mapping[str, Invariant]
    ) -> dict[str, Invariant]:
        """Some candidates that do not allow some counts before a step."""
        everything = self._all().group(case)
        counts = _complete(everything, values)
        found: dict[str, Invariant] = {}
        for name, row in everything.rows.items():
            invariant = find_invariant(name)
            if invariant in self.pool and invariant not in more and not row.holds(counts):
                found[invariant] = self.pool[invariant]
        short = sorted(found, key=lambda one: len(found[one].constraint.linear.terms))
        return {one: found[one] for one in short[:MOST_ADDED]}

    def _all(self) -> Proof:
        if self.everything is None:
            self.everything = Proof(self.family, (*self.fixed, *self.pool.values()), self.players)
        return self.everything

    def proof(self, more: Iterable[Invariant] = ()) -> Proof:
        """The obligations of what is wanted, and of some invariants more; of the agenda they tell all of the pool."""
        some = dict.fromkeys((*self.fixed, *self.wanted.values(), *more))
        return Proof(self.family, tuple(some), self.players, self._all().names())


def gather(
    family: Family, hits: Iterable[Hit] = (), *, players: int | None = None, extra: Iterable[Invariant] = ()
) -> Demand:
    """Everything that can be wanted, for some properties that may fail in these ways; nothing is wanted yet."""
    candidates = gather_candidates(family, hits, players=players, extra=extra)
    return Demand(family, players, ranges(family.counted), {one.name: one for one in candidates})


def offer(family: Family, known: Iterable[Invariant]) -> Demand:
    """Only some facts, known of other rules, can be wanted, if they hold at every start."""
    fixed = ranges(family.counted)
    started = filter_starts(family, fixed, tuple(one for one in known if one not in fixed), None)
    return Demand(family, None, fixed, {one.name: one for one in started})


def _complete(group: Group, values: Mapping[Count, Number]) -> dict[Count, Number]:
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


def _read_fractions(solver: z3.Solver, counts: Iterable[Count]) -> dict[Count, Fraction]:
    found = solver.model()
    values = {one.name(): value.as_fraction() for one in found.decls() if z3.is_rational_value(value := found[one])}
    return {count: values.get(symbol(count).strip("|"), Fraction(0)) for count in counts}
