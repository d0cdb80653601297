"""Checking one table: one search (or some random plays) for all properties, one verdict for each of their forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from checker.analysis.engine import REFERENCE, Engine
from checker.analysis.evidence import Point
from checker.analysis.findings import Findings, sample_table, search_table
from checker.analysis.verdict import Outcome, Verdict
from checker.machine.machine import Machine
from checker.model import Bounds, Progress
from checker.system.build import build_system
from checker.system.ir import Known
from checker.system.system import Monitor, System
from checker.system.table import Table
from kittens_dsl.core.rules import PropertyForm, PropertyRule, Rules
from kittens_dsl.core.terms import Truth

STUCK = "no-stuck-player"
SILENT = "no-missing-rule"
BUILT_IN = frozenset({STUCK, SILENT})


@dataclass(frozen=True, slots=True)
class Sampling:
    """Random plays in place of a search."""

    plays: int
    seed: int


@dataclass(frozen=True, slots=True)
class TableResult:
    """What checking one table gave: the System, its machine, what was found, the verdicts, the kinds without a copy."""

    system: System
    machine: Machine
    findings: Findings
    verdicts: tuple[Verdict, ...]
    lacking: tuple[str, ...] = ()


def check_table(
    rules: Rules,
    table: Table,
    bounds: Bounds,
    *,
    only: frozenset[str] | None = None,
    sampling: Sampling | None = None,
    report: Callable[[Progress], None] | None = None,
    engine: Engine = REFERENCE,
) -> TableResult:
    """Search one table (or sample it) and give a verdict for every form of every property (of `only`, if given).

    BuildError and SetupError if the table cannot be played. A violation or witness without a replay is an error of ours
    (ReplayError), never shown.
    """
    system = build_system(rules, table)
    machine = Machine(system)
    findings: Findings = (
        search_table(machine, bounds, report, engine)
        if sampling is None
        else sample_table(machine, sampling.plays, sampling.seed, bounds)
    )
    judge = _Judge(system, findings)
    verdicts = [judge.monitor(bit, one) for bit, one in enumerate(system.monitors) if _wanted(one, only)]
    verdicts += [judge.goal(number, one) for number, one in enumerate(system.goals) if _wanted(one, only)]
    if only is None or STUCK in only:
        verdicts.append(judge.stuck())
    if only is None or SILENT in only:
        verdicts.append(judge.faults())
    lacking = tuple(kind.name for kind in rules.cards if kind.name not in system.kinds)
    return TableResult(system, machine, findings, tuple(verdicts), lacking)


def _wanted(monitor: Monitor, only: frozenset[str] | None) -> bool:
    return monitor.rule is not None and (only is None or monitor.rule.name in only)


@dataclass(frozen=True, slots=True)
class _Judge:
    """Turns what was found on a table into verdicts."""

    system: System
    findings: Findings

    def monitor(self, bit: int, monitor: Monitor) -> Verdict:
        """A property of points."""
        assert monitor.rule is not None
        assert monitor.form is not None
        is_witness = monitor.form.mode == "can happen"
        is_sound = not is_witness or self.system.bag_exact is not False
        if self.findings.hit(bit) is not None and is_sound:
            outcome: Outcome = "witnessed" if is_witness else "violated"
            return self._verdict(monitor.rule, monitor.form, outcome, self.findings.show(bit))
        if self.findings.limit is not None or not is_sound:
            return self._verdict(monitor.rule, monitor.form, "undetermined")
        return self._verdict(monitor.rule, monitor.form, "impossible" if is_witness else "holds in scope")

    def goal(self, number: int, goal: Monitor) -> Verdict:
        """`eventually`: every play ends, and the condition holds where it ends."""
        assert goal.rule is not None
        assert goal.form is not None
        return self._unless(goal.rule, goal.form, self.findings.show_end_without(number))

    def stuck(self) -> Verdict:
        """Built in: a point without a decision is a win, or a fault that is reported by itself."""
        form = PropertyForm("always", Truth(True))
        rule = PropertyRule(STUCK, "Every point of a play that is not won has a decision.", (), "I03", (form,))
        return self._unless(rule, form, self.findings.show_dead_end())

    def faults(self) -> Verdict:
        """Built in: no play comes to a point where the rules conflict, ask the impossible, or say nothing."""
        form = PropertyForm("always", Truth(True))
        first = len(self.system.monitors)
        bits = range(first, first + len(self.system.faults))
        found = [(depth, bit) for bit in bits if (depth := self.findings.hit(bit)) is not None]
        words = "No play stops where rules conflict, ask the impossible or say nothing."
        if not found:
            return self._unless(PropertyRule(SILENT, words, (), None, (form,)), form, None)
        _, bit = min(found)
        fault = self.system.faults[bit - first]
        rule = PropertyRule(SILENT, f"{words} Here: {fault.words}.", fault.origin.clauses, None, (form,))
        return self._verdict(rule, form, "violated", self.findings.show(bit))

    def _unless(self, rule: PropertyRule, form: PropertyForm, against: tuple[Point, ...] | None) -> Verdict:
        if against is not None:
            return self._verdict(rule, form, "violated", against)
        return self._verdict(rule, form, "holds in scope" if self.findings.limit is None else "undetermined")

    def _verdict(
        self, rule: PropertyRule, form: PropertyForm, outcome: Outcome, evidence: tuple[Point, ...] = ()
    ) -> Verdict:
        return Verdict(
            rule.name,
            rule.words,
            rule.states,
            "built in" if rule.name in BUILT_IN else form.mode,
            rule.clauses,
            self.system.table,
            outcome,
            self.findings.states,
            self.findings.transitions,
            self.findings.depth,
            self.findings.limit,
            evidence,
            form.expect_violated,
            form.expect_clauses,
            vacuous=outcome == "holds in scope" and self._is_without_case(form),
        )

    def _is_without_case(self, form: PropertyForm) -> bool:
        """Whether the condition held only because its case never came up."""
        numbers = [number for number, one in enumerate(self.system.monitors) if one.form is form]
        if all(self.system.monitors[number].test == Known(False) for number in numbers):
            return bool(numbers)  # the readings alone decide it
        cases = [bit for bit, one in enumerate(self.system.monitors) if one.matters_for in numbers]
        return bool(cases) and all(self.findings.hit(bit) is None for bit in cases)
