"""What one `check` runs: tables with the properties asked on each, and the results put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import get_args

from checker.analysis.check import BUILT_IN, Asked, Sampling, TableResult, check_table, leave_open
from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.analysis.engine import REFERENCE, Engine
from checker.analysis.shortage import find_line, say_shortage
from checker.analysis.verdict import Verdict, combine_families
from checker.machine.machine import SetupError, TooManyDealsError
from checker.model import Bounds, Progress
from checker.native import CheckpointError
from checker.system.build import build_system, complete_readings
from checker.system.lower_terms import BuildError
from checker.system.system import System
from checker.system.table import PilePolicy, Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.problem.problem import Problem

SAMPLED_PLAYS = 500
FRESH = "name another folder, or remove this one to begin anew"


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asks: scope name or file, numbers of players, readings, pile policy ('auto' or one), properties.

    sampled: so many random plays instead of a search. fixed: a table has the readings of the request and no others, so
    that forms which are put to another reading are not asked.
    """

    spec: Path
    scope: str
    players: tuple[int, ...]
    readings: Mapping[str, str]
    pile: str
    bounds: Bounds
    only: frozenset[str] | None = None
    sampled: int | None = None
    seed: int = 0
    fixed: bool = False
    engine: Engine = REFERENCE


@dataclass(frozen=True, slots=True)
class Job:
    """One table to search, and the forms to judge on it. file: where its deck is written."""

    table: Table
    asked: Asked
    sampling: Sampling | None = None
    file: ScopeFile | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Run:
    """What searching the tables gave: a result for each; the verdicts that an interrupt left out."""

    results: tuple[TableResult, ...]
    left_out: tuple[Verdict, ...] = ()

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts of all tables, those of one property together."""
        found = [*(one for result in self.results for one in result.verdicts), *self.left_out]
        order = {name: number for number, name in enumerate(dict.fromkeys(one.name for one in found))}
        return tuple(sorted(found, key=lambda one: order[one.name]))

    @property
    def is_interrupted(self) -> bool:
        """Whether an interrupt cut it short."""
        return bool(self.left_out) or any(one.is_interrupted for one in self.results)


def plan_jobs(rules: Rules, request: Request) -> tuple[Job, ...] | tuple[Problem, ...]:
    """The tables of a request: the scope for every number of players, then the decks that properties name.

    Forms that are put to a reading add tables: the same decks under that reading, and under those that close the hole.
    """
    own_deck = {one.name: one.deck for one in rules.properties if one.deck is not None and _asked(one.name, request)}
    general = frozenset(one.name for one in rules.properties if one.deck is None and _asked(one.name, request))
    wanted: dict[str, frozenset[str] | None] = {request.scope: general | BUILT_IN if own_deck else None}
    if request.only is not None:
        wanted = {request.scope: request.only - set(own_deck)}
    for name, deck in own_deck.items():
        wanted[deck] = (wanted.get(deck) or frozenset()) | {name}
    jobs: list[Job] = []
    for name, only in wanted.items():
        if only is not None and not only:
            continue
        file = find_scope(name, request.spec)
        if not isinstance(file, ScopeFile):
            return file
        for players in request.players:
            scopes = make_scopes(file, rules, players)
            problems = tuple(one for one in scopes if isinstance(one, Problem))
            if problems:
                if name != request.scope and all(one.code == "K513" for one in problems):
                    continue
                return problems
            sampling = _sampling(request, file)
            for chosen in [one for one in scopes if isinstance(one, Scope)]:
                try:
                    jobs.append(Job(make_table(rules, request, file, players, chosen), Asked(only), sampling, file))
                except BuildError as error:
                    return (refuse_table(error, players, chosen, file),)
    return tuple(jobs) if request.fixed else (*jobs, *_plan_readings(rules, request, jobs))


def _plan_readings(rules: Rules, request: Request, jobs: Sequence[Job]) -> list[Job]:
    """The tables for forms that are put to readings which the planned tables do not have."""
    names: dict[tuple[int, str, str], set[str]] = {}
    for rule in rules.properties:
        for form in rule.forms:
            if form.under is None:
                continue
            for number, job in enumerate(jobs):
                if job.asked.includes(rule, form) and job.table.players >= form.fewest_players:
                    for reading in (form.under[1], *form.closed_by):
                        names.setdefault((number, form.under[0], reading), set()).add(rule.name)
    more: list[Job] = []
    for (number, ambiguity, reading), properties in names.items():
        job = jobs[number]
        if complete_readings(rules, job.table).readings[ambiguity] != reading:
            table = replace(job.table, readings={**job.table.readings, ambiguity: reading})
            table = _choose_pile(rules, replace(table, pile="bag")) if request.pile == "auto" else table
            more.append(Job(table, Asked(frozenset(properties), only_readings=True), job.sampling, job.file))
    return more


def refuse_table(error: Exception, players: int, scope: Scope, file: ScopeFile | None = None) -> Problem:
    """The problem of a table that cannot be dealt or built."""
    words = f"{players} players, scope {scope.name}: {error}"
    if isinstance(error, BuildError):
        return Problem(error.code, words, span=error.span)
    if isinstance(error, SetupError):
        span = None if file is None else find_line(error, file, scope)
        return Problem("K520", words + say_shortage(error), span=span)
    return Problem("K520", words)


def _sampling(request: Request, file: ScopeFile) -> Sampling | None:
    """The printed inventory is sampled even if nobody says so: no machine could search it."""
    plays = request.sampled or (SAMPLED_PLAYS if file.contents.full is not None else None)
    return None if plays is None else Sampling(plays, request.seed)


def _asked(name: str, request: Request) -> bool:
    return request.only is None or name in request.only


def make_table(rules: Rules, request: Request, file: ScopeFile, players: int, scope: Scope) -> Table:
    """A deck as a table, with the readings of file and request; the pile as asked, or as a bag where that is exact."""
    table = lay_table(request, file, players, scope)
    return _choose_pile(rules, table) if request.pile == "auto" else table


def lay_table(request: Request, file: ScopeFile, players: int, scope: Scope) -> Table:
    """The same; where the pile is not said it is a bag, and `build_exact` finds out whether it may be."""
    readings = {**file.readings, **request.readings}
    pile: PilePolicy = next((one for one in get_args(PilePolicy) if one == request.pile), "bag")
    return Table(players, scope, readings, pile)


def _choose_pile(rules: Rules, table: Table) -> Table:
    """The table with its piles as bags if nothing is lost by that, else in segments."""
    return build_exact(rules, table).table


def build_exact(rules: Rules, table: Table) -> System:
    """The System of a table whose piles are bags if nothing is lost by that, else in segments."""
    system = build_system(rules, replace(table, pile="bag"))
    return system if system.bag_exact else build_system(rules, replace(table, pile="segmented"))


def run_jobs(
    rules: Rules,
    jobs: Sequence[Job],
    bounds: Bounds,
    report: Callable[[Job, Progress], None] | None = None,
    engine: Engine = REFERENCE,
) -> Run | Problem:
    """Search the tables one after another. A table that cannot be dealt or built is a problem, in words.

    An interrupt ends the search; what was found by then is kept, and the verdicts of the other tables are undetermined.
    """
    results: list[TableResult] = []
    try:
        for job in jobs:
            told = None if report is None else _for_job(report, job)
            try:
                found = check_table(
                    rules, job.table, bounds, asked=job.asked, sampling=job.sampling, report=told, engine=engine
                )
            except (BuildError, SetupError, TooManyDealsError) as error:
                return refuse_table(error, job.table.players, job.table.scope, job.file)
            except CheckpointError as error:
                return Problem("K523", f"the search cannot be kept: {error}", helps=(FRESH,))
            results.append(found)
            if found.is_interrupted:
                break
    except KeyboardInterrupt:
        pass  # whatever was not searched to its end is left out below
    rest = jobs[len(results) :]
    return Run(tuple(results), tuple(one for job in rest for one in leave_open(rules, job.table, job.asked)))


def _for_job(report: Callable[[Job, Progress], None], job: Job) -> Callable[[Progress], None]:
    return lambda progress: report(job, progress)


def exit_code(verdicts: Sequence[Verdict]) -> int:
    """0 all as expected, 1 something is not, 3 something is undetermined."""
    verdicts = combine_families(verdicts)
    if any(not one.is_as_expected and not one.is_open for one in verdicts):
        return 1
    return 3 if any(one.is_open for one in verdicts) else 0
