"""Checking one table: one search (or some random plays) for all properties, one verdict for each of their forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from checker.analysis.engine import REFERENCE, Engine
from checker.analysis.evidence import Point
from checker.analysis.findings import INTERRUPTED, Findings, sample_table, search_table
from checker.analysis.verdict import Counts, Hole, Outcome, Verdict
from checker.machine.machine import Machine
from checker.model import Bounds, Progress
from checker.system.build import build_system, complete_readings
from checker.system.ir import Known
from checker.system.specialise import specialise
from checker.system.system import System
from checker.system.table import Table
from kittens_dsl.core.rules import PropertyForm, PropertyRule, Rules
from kittens_dsl.core.terms import Truth
from kittens_dsl.records import dataclass

Question = tuple[PropertyRule, PropertyForm, Callable[[], Verdict]]

STUCK = "no-stuck-player"
SILENT = "no-missing-rule"
BUILT_IN = frozenset({STUCK, SILENT})

_NEVER_HIT = PropertyForm("always", Truth(True))
STUCK_RULE = PropertyRule(STUCK, "Every point of a play that is not won has a decision.", (), "I03", (_NEVER_HIT,))
SILENT_RULE = PropertyRule(
    SILENT, "No play stops where rules conflict, ask the impossible or say nothing.", (), None, (_NEVER_HIT,)
)


@dataclass(frozen=True, slots=True)
class Sampling:
    """Random plays in place of a search."""

    plays: int
    seed: int


@dataclass(frozen=True, slots=True)
class Asked:
    """Which forms a table is asked for: those of some properties (None: of all), maybe only those put to a reading."""

    names: frozenset[str] | None = None
    only_readings: bool = False

    def includes(self, rule: PropertyRule, form: PropertyForm) -> bool:
        """Whether a form is asked for."""
        if self.names is not None and rule.name not in self.names:
            return False
        return form.under is not None or not self.only_readings


EVERYTHING = Asked()


@dataclass(frozen=True, slots=True)
class TableResult:
    """What checking one table gave: the System, its machine, what was found, the verdicts, the kinds without a copy.

    is_interrupted: the user stopped the search, or the judging of what it found.
    """

    system: System
    machine: Machine
    findings: Findings
    verdicts: tuple[Verdict, ...]
    lacking: tuple[str, ...] = ()
    is_interrupted: bool = False


def check_table(
    rules: Rules,
    table: Table,
    bounds: Bounds,
    *,
    asked: Asked = EVERYTHING,
    sampling: Sampling | None = None,
    report: Callable[[Progress], None] | None = None,
    engine: Engine = REFERENCE,
) -> TableResult:
    """Search one table (or sample it) and give a verdict for every form that it is asked for.

    BuildError and SetupError if the table cannot be played. A violation or witness without a replay is an error of ours
    (ReplayError), never shown. An interrupt leaves undetermined what was not judged by then.
    """
    system = build_system(rules, table)
    return check_system(rules, system, bounds, asked=asked, sampling=sampling, report=report, engine=engine)


def check_system(
    rules: Rules,
    system: System,
    bounds: Bounds,
    *,
    asked: Asked = EVERYTHING,
    sampling: Sampling | None = None,
    report: Callable[[Progress], None] | None = None,
    engine: Engine = REFERENCE,
) -> TableResult:
    """As `check_table`, of a table whose System is built already."""
    machine = Machine(system)
    findings: Findings = (
        search_table(machine, bounds, report, engine)
        if sampling is None
        else sample_table(machine, sampling.plays, sampling.seed, bounds)
    )
    judge = _Judge(system, findings)
    verdicts: list[Verdict] = []
    questions = list(judge.list_questions(asked))
    try:
        for _, _, answer in questions:
            verdicts.append(answer())
    except KeyboardInterrupt:
        verdicts += [_say_open(rule, form, system.table) for rule, form, _ in questions[len(verdicts) :]]
    lacking = tuple(kind.name for kind in rules.cards if kind.name not in system.kinds)
    is_interrupted = findings.is_interrupted or any(one.counts.limit == INTERRUPTED for one in verdicts)
    return TableResult(system, machine, findings, tuple(verdicts), lacking, is_interrupted)


def leave_open(rules: Rules, table: Table, asked: Asked) -> tuple[Verdict, ...]:
    """The verdicts of a table that was not searched because of an interrupt: undetermined, every one."""
    table = complete_readings(rules, table)
    stated = [(rule, form) for rule in specialise(rules, table).properties for form in rule.forms]
    stated.sort(key=lambda one: one[1].mode == "eventually")
    built_in = [(rule, rule.forms[0]) for rule in (STUCK_RULE, SILENT_RULE)]
    return tuple(_say_open(rule, form, table) for rule, form in (*stated, *built_in) if asked.includes(rule, form))


def _say_open(rule: PropertyRule, form: PropertyForm, table: Table) -> Verdict:
    return _make_verdict(rule, form, table, "undetermined", Counts(0, 0, 0, INTERRUPTED))


def _make_verdict(
    rule: PropertyRule,
    form: PropertyForm,
    table: Table,
    outcome: Outcome,
    counts: Counts,
    evidence: tuple[Point, ...] = (),
    *,
    vacuous: bool = False,
) -> Verdict:
    chosen = None if form.under is None else (form.under[0], table.readings[form.under[0]])
    return Verdict(
        rule.name,
        rule.words,
        rule.states,
        "built in" if rule.name in BUILT_IN else form.mode,
        rule.clauses,
        table,
        outcome,
        counts,
        evidence,
        form.expect_violated,
        form.expect_clauses,
        vacuous,
        form.words,
        None if chosen is None else Hole(form.under == chosen, *chosen),
    )


@dataclass(frozen=True, slots=True)
class _Judge:
    """Turns what was found on a table into verdicts."""

    system: System
    findings: Findings

    def list_questions(self, asked: Asked) -> Iterator[Question]:
        """Every form that is asked for, with the way to its verdict: replaying a play takes time."""
        for bit, one in enumerate(self.system.monitors):
            if one.rule is not None and one.form is not None and asked.includes(one.rule, one.form):
                yield one.rule, one.form, partial(self.monitor, bit, one.rule, one.form)
        for number, one in enumerate(self.system.goals):
            if one.rule is not None and one.form is not None and asked.includes(one.rule, one.form):
                yield one.rule, one.form, partial(self.goal, number, one.rule, one.form)
        for rule, answer in ((STUCK_RULE, self.stuck), (SILENT_RULE, self.faults)):
            if asked.includes(rule, rule.forms[0]):
                yield rule, rule.forms[0], answer

    def monitor(self, bit: int, rule: PropertyRule, form: PropertyForm) -> Verdict:
        """A property of points."""
        is_witness = form.mode == "can happen"
        is_sound = not is_witness or self.system.bag_exact is not False
        if self.findings.hit(bit) is not None and is_sound:
            outcome: Outcome = "witnessed" if is_witness else "violated"
            return self._verdict(rule, form, outcome, self.findings.show(bit))
        if self.findings.limit is not None or not is_sound:
            return self._verdict(rule, form, "undetermined")
        return self._verdict(rule, form, "impossible" if is_witness else "holds in scope")

    def goal(self, number: int, rule: PropertyRule, form: PropertyForm) -> Verdict:
        """`eventually`: every play ends, and the condition holds where it ends."""
        return self._unless(rule, form, self.findings.show_end_without(number))

    def stuck(self) -> Verdict:
        """Built in: a point without a decision is a win, or a fault that is reported by itself."""
        return self._unless(STUCK_RULE, STUCK_RULE.forms[0], self.findings.show_dead_end())

    def faults(self) -> Verdict:
        """Built in: no play comes to a point where the rules conflict, ask the impossible, or say nothing."""
        first = len(self.system.monitors)
        bits = range(first, first + len(self.system.faults))
        found = [(depth, bit) for bit in bits if (depth := self.findings.hit(bit)) is not None]
        if not found:
            return self._unless(SILENT_RULE, SILENT_RULE.forms[0], None)
        _, bit = min(found)
        fault = self.system.faults[bit - first]
        rule = replace(SILENT_RULE, words=f"{SILENT_RULE.words} Here: {fault.words}.", clauses=fault.origin.clauses)
        return self._verdict(rule, rule.forms[0], "violated", self.findings.show(bit))

    def _unless(self, rule: PropertyRule, form: PropertyForm, against: tuple[Point, ...] | None) -> Verdict:
        if against is not None:
            return self._verdict(rule, form, "violated", against)
        return self._verdict(rule, form, "holds in scope" if self.findings.limit is None else "undetermined")

    def _verdict(
        self, rule: PropertyRule, form: PropertyForm, outcome: Outcome, evidence: tuple[Point, ...] = ()
    ) -> Verdict:
        found = self.findings
        counts = Counts(found.states, found.transitions, found.depth, found.limit)
        vacuous = outcome == "holds in scope" and self._is_without_case(form)
        return _make_verdict(rule, form, self.system.table, outcome, counts, evidence, vacuous=vacuous)

    def _is_without_case(self, form: PropertyForm) -> bool:
        """Whether the condition held only because its case never came up."""
        numbers = [number for number, one in enumerate(self.system.monitors) if one.form is form]
        if all(self.system.monitors[number].test == Known(False) for number in numbers):
            return bool(numbers)  # the readings alone decide it
        cases = [bit for bit, one in enumerate(self.system.monitors) if one.matters_for in numbers]
        return bool(cases) and all(self.findings.hit(bit) is None for bit in cases)
