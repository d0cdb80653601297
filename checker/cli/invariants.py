"""The command `invariants`: a table of the numbered invariants, with a verdict for each set of boxes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
import msgspec

from checker.analysis.decks import ScopeFile, find_scope
from checker.analysis.invariants import Invariant, Standing, join_standings, judge_invariants, read_invariants
from checker.analysis.pairs import PairJob, plan_pairs
from checker.analysis.plan import Job, Request, exit_code, plan_jobs, run_jobs
from checker.cli.check import show_progress
from checker.cli.deck_rows import bound_states, key_job, row_options, run_rows
from checker.cli.engine_options import engine_option, read_engine
from checker.cli.table_options import (
    DEFAULT_SCOPE,
    limit_options,
    list_sets,
    load,
    make_request,
    read_table_options,
    refuse,
    table_options,
)
from checker.report.console import Grid, make_console
from kittens_dsl.core.rules import Rules
from kittens_dsl.problem.problem import Problem
from kittens_dsl.records import dataclass
from kittens_dsl.source.shipped import find_spec_directory


@dataclass(frozen=True, slots=True)
class Column:
    """What one set of boxes gave: the standing of each invariant that a property states, and the points searched."""

    boxes: tuple[str, ...]
    standings: dict[str, Standing]
    states: int
    exit_code: int


@click.command()
@click.option("--boxes", multiple=True, help="A set of boxes, with commas. Repeatable. [default: all of the scope]")
@click.option("--spec", type=click.Path(path_type=Path), help="A folder of .kit files instead of the shipped one.")
@table_options(DEFAULT_SCOPE)
@limit_options
@engine_option
@row_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def invariants(boxes: tuple[str, ...], form: str, workers: int, keep: Path | None, **values: object) -> None:
    """Give every numbered invariant a verdict for every set of boxes: the worst of its properties, players and decks.

    Where no property states it, the table says what looks at it instead. In a family of decks (`--scope pairs`)
    --jobs searches several at a time, and with --keep a run that was interrupted goes on; forms that are put to a
    reading are left to the decks of other scopes. Exit codes: 0 all as expected, 1 a violation, 2 wrong input,
    3 undetermined.
    """
    values = {**values, "beside": ()}
    options = read_table_options({**values, "boxes": "any"})
    spec = options.spec or find_spec_directory()
    listed = read_invariants(spec)
    wrong = tuple(one for one in listed if isinstance(one, Problem))
    if wrong:
        refuse(wrong)
    sets = boxes or list_sets(options.scope, spec)
    columns = [_fill(one, values, workers, keep) for one in sets]
    known = [one for one in listed if isinstance(one, Invariant)]
    if form == "json":
        document = {"invariants": known, "sets": columns}
        click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
    else:
        _show(known, columns)
    codes = {one.exit_code for one in columns}
    sys.exit(1 if 1 in codes else max(codes, default=0))


def _fill(boxes: str, values: dict[str, object], workers: int, keep: Path | None) -> Column:
    """Search the decks of one set of boxes."""
    options = read_table_options({**values, "boxes": boxes})
    rules, spec = load(options)
    request = replace(make_request(options, rules, spec), engine=read_engine(values))
    file = find_scope(request.scope, spec)
    if isinstance(file, ScopeFile) and file.is_family:
        return _fill_family(options.boxes, rules, bound_states(request), workers, keep)
    jobs = plan_jobs(rules, request)
    problems = tuple(one for one in jobs if isinstance(one, Problem))
    if problems:
        refuse(problems)
    some = [one for one in jobs if isinstance(one, Job)]
    run = run_jobs(rules, some, request.bounds, show_progress, request.engine)
    if isinstance(run, Problem):
        refuse((run,))
    states = sum(one.findings.states for one in run.results)
    return Column(options.boxes, judge_invariants(run.verdicts), states, exit_code(run.verdicts))


def _fill_family(boxes: tuple[str, ...], rules: Rules, request: Request, workers: int, keep: Path | None) -> Column:
    """Search every deck of a family once, whichever kinds it is for."""
    jobs = plan_pairs(rules, request)
    problems = tuple(one for one in jobs if isinstance(one, Problem))
    if problems:
        refuse(problems)
    decks: dict[tuple[object, ...], PairJob] = {}
    for one in jobs:
        if isinstance(one, PairJob):
            decks.setdefault(key_job(one)[2:], one)
    found = run_rows(rules, tuple(decks.values()), request, workers, keep)
    refused = [row for row in found.rows if row.refused]
    if refused:
        click.echo(
            f"{len(refused)} decks cannot be dealt; {' + '.join(refused[0].kinds)}: {refused[0].refused}", err=True
        )
    standings = join_standings(row.standings for row in found.rows)
    return Column(boxes, standings, sum(row.states for row in found.rows), found.exit_code)


def _show(listed: Sequence[Invariant], columns: Sequence[Column]) -> None:
    console = make_console()
    for number, column in enumerate(columns, 1):
        console.print(f"{number}: {', '.join(column.boxes)} ({column.states:,} decision points)")
    table = Grid()
    table.add_column("invariant")
    for number in range(1, len(columns) + 1):
        table.add_column(str(number))
    for one in listed:
        table.add_row(f"{one.number} {one.words}", *(_say(one, column) for column in columns))
    console.print(table)
    console.print(
        "holds: in these decks, of every form; * violated where a violation is declared (`kittens check` says why); "
        "in brackets what looks at it where no property does; - not about these boxes",
    )


def _say(invariant: Invariant, column: Column) -> str:
    if not invariant.says_something(column.boxes):
        return "-"
    standing = column.standings.get(invariant.number)
    if standing is None:
        return f"({invariant.how})"
    return {"holds in scope": "holds", "violated as expected": "violated *"}.get(standing, standing)
