"""Checking one table: one search for all properties, one verdict for each of their forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from checker.analysis.evidence import Point, Teller, make_teller, replay_from_setup, tell_trace
from checker.analysis.verdict import Outcome, Verdict
from checker.explore import explore, find_lasso
from checker.machine.machine import Machine, State
from checker.model import Bounds, Exploration, Hit, Progress
from checker.system.build import build_system
from checker.system.system import Monitor, System
from checker.system.table import Table
from kittens_dsl.core.rules import PropertyForm, PropertyRule, Rules
from kittens_dsl.core.terms import Truth

STUCK = "no-stuck-player"
SILENT = "no-missing-rule"


@dataclass(frozen=True, slots=True)
class TableResult:
    """What checking one table gave: the System, its machine, the search, the verdicts."""

    system: System
    machine: Machine
    exploration: Exploration[State]
    verdicts: tuple[Verdict, ...]


def check_table(
    rules: Rules,
    table: Table,
    bounds: Bounds,
    *,
    only: frozenset[str] | None = None,
    report: Callable[[Progress], None] | None = None,
) -> TableResult:
    """Search one table and give a verdict for every form of every property (of `only`, if given).

    BuildError and SetupError if the table cannot be played. A violation or witness without a replay is an error of ours
    (ReplayError), never shown.
    """
    system = build_system(rules, table)
    machine = Machine(system)
    exploration = explore(machine, bounds, report=report)
    judge = _Judge(machine, make_teller(machine), exploration)
    verdicts = [judge.monitor(bit, one) for bit, one in enumerate(system.monitors) if _wanted(one, only)]
    verdicts += [judge.goal(number, one) for number, one in enumerate(system.goals) if _wanted(one, only)]
    if only is None or STUCK in only:
        verdicts.append(judge.stuck())
    if only is None or SILENT in only:
        verdicts.append(judge.faults())
    return TableResult(system, machine, exploration, tuple(verdicts))


def _wanted(monitor: Monitor, only: frozenset[str] | None) -> bool:
    return monitor.rule is not None and (only is None or monitor.rule.name in only)


@dataclass(frozen=True, slots=True)
class _Judge:
    """Turns what one search found into verdicts."""

    machine: Machine
    teller: Teller
    exploration: Exploration[State]

    def monitor(self, bit: int, monitor: Monitor) -> Verdict:
        """A property of points."""
        assert monitor.rule is not None
        assert monitor.form is not None
        hit = self.exploration.first_hit(bit)
        is_witness = monitor.form.mode == "can happen"
        if hit is not None and (is_witness and not self._is_sound_witness()):
            hit = None
        if hit is not None:
            outcome: Outcome = "witnessed" if is_witness else "violated"
            return self._verdict(monitor.rule, monitor.form, outcome, self._evidence(hit, bit))
        if not self.exploration.complete or (is_witness and not self._is_sound_witness()):
            return self._verdict(monitor.rule, monitor.form, "undetermined")
        return self._verdict(monitor.rule, monitor.form, "impossible" if is_witness else "holds in scope")

    def goal(self, number: int, goal: Monitor) -> Verdict:
        """`eventually`: every play ends, and the condition holds where it ends."""
        assert goal.rule is not None
        assert goal.form is not None
        search = find_lasso(self.machine, self.exploration)
        if search.lasso is not None:
            stem = replay_from_setup(self.machine, self.teller, search.lasso.stem)
            return self._verdict(goal.rule, goal.form, "violated", stem)
        holds = self.machine.goals[number]
        for identity, state in enumerate(self.exploration.tree.states):
            if not self.machine.labels(state) and not holds(state):
                hit = Hit(identity, None, 0)
                points = tell_trace(self.machine, self.teller, self.exploration, hit, state.__eq__)
                return self._verdict(goal.rule, goal.form, "violated", points)
        return self._verdict(goal.rule, goal.form, "holds in scope" if search.complete else "undetermined")

    def stuck(self) -> Verdict:
        """Built in: a point without a decision is a win, or a fault that is reported by itself."""
        form = PropertyForm("always", Truth(True))
        rule = PropertyRule(STUCK, "Every point of a play that is not won has a decision.", (), "I03", (form,))
        hit = self.exploration.deadlock
        if hit is None:
            outcome: Outcome = "holds in scope" if self.exploration.complete else "undetermined"
            return self._verdict(rule, form, outcome)
        dead = self.exploration.tree.states[hit.source_id]
        points = tell_trace(self.machine, self.teller, self.exploration, hit, lambda one: one == dead)
        return self._verdict(rule, form, "violated", points)

    def faults(self) -> Verdict:
        """Built in: no play comes to a point where the rules conflict, ask the impossible, or say nothing."""
        form = PropertyForm("always", Truth(True))
        first = len(self.machine.system.monitors)
        found = [(hit.depth, bit, hit) for bit, hit in self.exploration.hits if bit >= first]
        words = "No play stops where rules conflict, ask the impossible or say nothing."
        if not found:
            rule = PropertyRule(SILENT, words, (), None, (form,))
            return self._verdict(rule, form, "holds in scope" if self.exploration.complete else "undetermined")
        _, bit, hit = min(found, key=lambda one: one[:2])
        fault = self.machine.system.faults[bit - first]
        rule = PropertyRule(SILENT, f"{words} Here: {fault.words}.", fault.origin.clauses, None, (form,))
        return self._verdict(rule, form, "violated", self._evidence(hit, bit))

    def _evidence(self, hit: Hit, bit: int) -> tuple[Point, ...]:
        def shown(state: State) -> bool:
            return bool(self.machine.hits(state) >> bit & 1)

        return tell_trace(self.machine, self.teller, self.exploration, hit, shown)

    def _is_sound_witness(self) -> bool:
        return self.machine.system.bag_exact is not False

    def _verdict(
        self, rule: PropertyRule, form: PropertyForm, outcome: Outcome, evidence: tuple[Point, ...] = ()
    ) -> Verdict:
        exploration = self.exploration
        is_built_in = rule.name in (STUCK, SILENT)
        limit = None if exploration.complete else (exploration.limit or "hit")
        return Verdict(
            rule.name,
            rule.words,
            rule.states,
            "built in" if is_built_in else form.mode,
            rule.clauses,
            self.machine.system.table,
            outcome,
            exploration.states,
            exploration.transitions,
            exploration.depth,
            limit,
            evidence,
            form.expect_violated,
            form.expect_clauses,
        )
