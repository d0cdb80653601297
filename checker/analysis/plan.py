"""What one `check` runs: tables with the properties asked on each, and the results put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import get_args

from checker.analysis.check import BUILT_IN, Sampling, TableResult, check_table
from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.analysis.engine import REFERENCE, Engine
from checker.analysis.verdict import Verdict, combine_families
from checker.machine.machine import SetupError, TooManyDealsError
from checker.model import Bounds, Progress
from checker.system.build import build_system
from checker.system.lower_terms import BuildError
from checker.system.table import PilePolicy, Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.problem.problem import Problem

SAMPLED_PLAYS = 500


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asks: scope name or file, numbers of players, readings, pile policy ('auto' or one), properties."""

    spec: Path
    scope: str
    players: tuple[int, ...]
    readings: Mapping[str, str]
    pile: str
    bounds: Bounds
    only: frozenset[str] | None = None
    sampling: Sampling | None = None
    engine: Engine = REFERENCE


@dataclass(frozen=True, slots=True)
class Job:
    """One table to search, and the properties (None: all that name no deck of their own) to judge on it."""

    table: Table
    only: frozenset[str] | None
    sampling: Sampling | None = None


def plan_jobs(rules: Rules, request: Request) -> tuple[Job, ...] | tuple[Problem, ...]:
    """The tables of a request: the scope for every number of players, then the decks that properties name."""
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
            decks = [one for one in scopes if isinstance(one, Scope)]
            jobs += [Job(make_table(rules, request, file, players, one), only, sampling) for one in decks]
    return tuple(jobs)


def _sampling(request: Request, file: ScopeFile) -> Sampling | None:
    """The printed inventory is sampled even if nobody says so: no machine could search it."""
    if request.sampling is None and file.contents.full is not None:
        return Sampling(SAMPLED_PLAYS, 0)
    return request.sampling


def _asked(name: str, request: Request) -> bool:
    return request.only is None or name in request.only


def make_table(rules: Rules, request: Request, file: ScopeFile, players: int, scope: Scope) -> Table:
    """A deck as a table, with the readings of file and request; the pile as asked, or as a bag where that is exact."""
    readings = {**file.readings, **request.readings}
    if request.pile != "auto":
        return Table(players, scope, readings, next(one for one in get_args(PilePolicy) if one == request.pile))
    table = Table(players, scope, readings, "bag")
    return table if build_system(rules, table).bag_exact else replace(table, pile="segmented")


def run_jobs(
    rules: Rules,
    jobs: Sequence[Job],
    bounds: Bounds,
    report: Callable[[Job, Progress], None] | None = None,
    engine: Engine = REFERENCE,
) -> tuple[TableResult, ...] | Problem:
    """Search the tables one after another. A table that cannot be dealt or built is a problem, in words.

    An interrupt ends the search of its table and leaves the tables after it out.
    """
    results: list[TableResult] = []
    for job in jobs:
        told = None if report is None else _for_job(report, job)
        try:
            results.append(
                check_table(rules, job.table, bounds, only=job.only, sampling=job.sampling, report=told, engine=engine)
            )
        except KeyboardInterrupt:
            break
        except (BuildError, SetupError, TooManyDealsError) as error:
            return Problem("K520", f"{job.table.players} players, scope {job.table.scope.name}: {error}")
        if results[-1].findings.is_interrupted:
            break
    return tuple(results)


def _for_job(report: Callable[[Job, Progress], None], job: Job) -> Callable[[Progress], None]:
    return lambda progress: report(job, progress)


def all_verdicts(results: Sequence[TableResult]) -> tuple[Verdict, ...]:
    """The verdicts of all tables, those of one property together."""
    order = {name: number for number, name in enumerate(dict.fromkeys(v.name for r in results for v in r.verdicts))}
    return tuple(sorted((v for r in results for v in r.verdicts), key=lambda one: order[one.name]))


def exit_code(verdicts: Sequence[Verdict]) -> int:
    """0 all as expected, 1 something is not, 3 something is undetermined."""
    verdicts = combine_families(verdicts)
    if any(not one.is_as_expected and not one.is_open for one in verdicts):
        return 1
    return 3 if any(one.is_open for one in verdicts) else 0
