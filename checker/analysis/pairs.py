"""Every deck of a family: whether its kinds meet in a play, and what is found there."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace

from checker.analysis.check import Asked, TableResult, check_system
from checker.analysis.decks import find_scope, make_family
from checker.analysis.engine import REFERENCE, Engine
from checker.analysis.families import MemberDeck
from checker.analysis.invariants import Standing, judge_invariants
from checker.analysis.meetings import Meeting, find_meeting
from checker.analysis.plan import Request, build_exact, lay_table
from checker.analysis.verdict import Verdict
from checker.machine.machine import SetupError, TooManyDealsError
from checker.model import Bounds
from checker.system.build import build_system
from checker.system.lower_terms import BuildError
from checker.system.system import System
from checker.system.table import Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.problem.problem import Problem
from kittens_dsl.problem.suggest import help_find


@dataclass(frozen=True, slots=True)
class Finding:
    """One form of a property that does not simply hold on a deck; reason and clauses if the violation is declared."""

    name: str
    form: str
    outcome: str
    is_expected: bool
    reason: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairRow:
    """What became of one deck.

    decisions: of the shortest play in which the kinds meet, or None, and then why_not. limit: what cut the search off.
    refused: why the deck cannot be dealt, if so; then nothing was searched. standings: of the numbered invariants.
    """

    kinds: tuple[str, ...]
    players: int
    copies: dict[str, int]
    pile: str
    states: int = 0
    transitions: int = 0
    limit: str | None = None
    standings: dict[str, Standing] = field(default_factory=dict)
    decisions: int | None = None
    why_not: str = ""
    findings: tuple[Finding, ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True)
class PairJob:
    """One deck to be searched, and the kinds that are to meet in it.

    finds_pile: the piles lie in bags where that is exact, whatever the table says.
    """

    kinds: tuple[str, ...]
    table: Table
    finds_pile: bool = False

    def build(self, rules: Rules) -> System:
        """The System of its table, piles as bags where that is exact if nobody says how they lie."""
        return build_exact(rules, self.table) if self.finds_pile else build_system(rules, self.table)


def plan_pairs(rules: Rules, request: Request, cards: Sequence[str] = ()) -> tuple[PairJob, ...] | tuple[Problem, ...]:
    """A job for every deck of the family in the scope of the request, for every number of players.

    cards: only the pairs with one of these, if any are named.
    """
    file = find_scope(request.scope, request.spec)
    if isinstance(file, tuple):
        return file
    printed = [kind.name for kind in rules.cards]
    unknown = [card for card in cards if card not in printed]
    if unknown:
        helps = help_find(unknown[0], printed)
        return (Problem("K515", f"the loaded boxes have no card {unknown[0]}", helps=helps),)
    jobs: list[PairJob] = []
    for players in request.players:
        for one in make_family(file, rules, players):
            if not isinstance(one, MemberDeck):
                return (one,)
            if not cards or set(cards) & set(one.kinds):
                table = lay_table(request, file, players, one.scope)
                jobs.append(PairJob(one.kinds, table, finds_pile=request.pile == "auto"))
    return tuple(jobs)


def check_pair(rules: Rules, job: PairJob, bounds: Bounds, engine: Engine = REFERENCE) -> PairRow:
    """Search one deck for findings and for a play in which its kinds meet. BuildError if the rules cannot be played."""
    row = PairRow(job.kinds, job.table.players, dict(job.table.scope.copies), job.table.pile)
    try:
        system = job.build(rules)
        result = check_system(rules, system, bounds, engine=engine)
    except (SetupError, TooManyDealsError) as error:
        return replace(row, refused=str(error))
    meeting = find_meeting(result.machine, (job.kinds[0], job.kinds[-1]), bounds.max_states)
    return replace(
        row,
        pile=system.table.pile,
        states=result.findings.states,
        transitions=result.findings.transitions,
        limit=result.findings.limit,
        standings=judge_invariants(result.verdicts),
        decisions=meeting.decisions,
        why_not=_say_why_not(rules, job.kinds, meeting),
        findings=tuple(_list_findings(result)),
    )


def _list_findings(result: TableResult) -> Iterator[Finding]:
    for one in result.verdicts:
        if one.outcome in ("violated", "undetermined"):
            reason = one.expected_reason or ""
            yield Finding(one.name, one.form, one.outcome, one.is_as_expected, reason, one.expected_clauses)


def _say_why_not(rules: Rules, kinds: tuple[str, ...], meeting: Meeting) -> str:
    if meeting.decisions is not None:
        return ""
    if not meeting.complete:
        return "not found within the limit"
    printed = {one.name: one.copies for one in rules.cards}
    if kinds[0] == kinds[-1] and printed[kinds[0]] == 1:
        return "there is one copy of it"
    absent = [kind for kind, alone in zip((kinds[0], kinds[-1]), meeting.alone, strict=True) if not alone]
    if absent and kinds[0] != kinds[-1]:
        return f"{' and '.join(dict.fromkeys(absent))} takes part in no play of this deck"
    return "no play of this deck has both; all plays were looked at"


# ---- many decks ----------------------------------------------------------------------------------------------------
_rules: Rules | None = None


def _receive(rules: Rules) -> None:
    global _rules  # a worker keeps the rules that it was started with
    _rules = rules
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group: the parent alone answers it


def _work(job: PairJob, bounds: Bounds, engine: Engine) -> PairRow:
    assert _rules is not None
    return check_pair(_rules, job, bounds, engine)


def check_pairs(
    rules: Rules, jobs: Sequence[PairJob], bounds: Bounds, workers: int, engine: Engine = REFERENCE
) -> Iterator[PairRow]:
    """The row of every job as soon as it is done, in no order. An interrupt ends the workers and is raised again."""
    if workers == 1:
        for job in jobs:
            yield check_pair(rules, job, bounds, engine)
        return
    with ProcessPoolExecutor(workers, initializer=_receive, initargs=(rules,)) as pool:
        futures: list[Future[PairRow]] = [pool.submit(_work, job, bounds, engine) for job in jobs]
        try:
            for done in as_completed(futures):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


# ---- what closes a finding -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Closing:
    """A reading under which a finding of a table vanishes, with the decision points that were searched."""

    ambiguity: str
    reading: str
    states: int
    clauses: tuple[str, ...]


def find_closings(rules: Rules, table: Table, finding: Verdict, bounds: Bounds) -> tuple[Closing, ...]:
    """Every reading, one at a time beside the readings of the table, under which the form is no longer violated."""
    found: list[Closing] = []
    for ambiguity in rules.ambiguities:
        chosen = table.readings.get(ambiguity.name, ambiguity.default or ambiguity.readings[0][0])
        for name, _, clauses in ambiguity.readings:
            if name == chosen:
                continue
            other = replace(table, readings={**table.readings, ambiguity.name: name})
            try:
                system = build_system(rules, other) if table.pile == "ordered" else build_exact(rules, other)
                result = check_system(rules, system, bounds, asked=Asked(frozenset({finding.name})))
            except (BuildError, SetupError, TooManyDealsError):
                continue
            forms = [one for one in result.verdicts if one.name == finding.name and one.form == finding.form]
            if forms and all(one.outcome == "holds in scope" for one in forms):
                found.append(Closing(ambiguity.name, name, result.findings.states, clauses or ambiguity.clauses))
    return tuple(found)
