"""Running through a family of decks: rows as they are done, kept in a file if one is named, progress on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click

from checker.analysis.kept import keep_rows
from checker.analysis.pairs import PairJob, PairRow, check_pairs
from checker.analysis.plan import Request
from checker.cli.table_options import refuse
from kittens_dsl.core.rules import Rules
from kittens_dsl.problem.problem import Problem
from kittens_dsl.records import dataclass

MOST_STATES = 60_000
_Command = TypeVar("_Command", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a family in the order of its decks; whether an interrupt left some out."""

    rows: tuple[PairRow, ...]
    interrupted: bool = False

    @property
    def exit_code(self) -> int:
        """0 all as expected, 1 a finding, 2 no deck can be dealt, 3 something is undetermined."""
        if any(not one.is_expected and one.outcome == "violated" for row in self.rows for one in row.findings):
            return 1
        if self.rows and all(row.refused for row in self.rows):
            return 2
        return 3 if self.interrupted or any(row.limit is not None for row in self.rows) else 0


def row_options(command: _Command) -> _Command:
    """--jobs and --keep."""
    keep = click.Path(path_type=Path)
    command = click.option("--keep", type=keep, help="A file for the rows: a run begun again goes on from it.")(command)
    return click.option(
        "--jobs", "workers", type=click.IntRange(1), default=1, show_default=True, help="Decks at the same time."
    )(command)


def bound_states(request: Request) -> Request:
    """The request with the limit that every deck of a family has, if it names none."""
    if request.bounds.max_states is not None:
        return request
    return replace(request, bounds=replace(request.bounds, max_states=MOST_STATES))


def run_rows(rules: Rules, jobs: Sequence[PairJob], request: Request, workers: int, keep: Path | None) -> Rows:
    """Search the decks that the file has no row of yet. A file that cannot be used is refused in words."""
    try:
        return _run(rules, jobs, request, workers, keep)
    except OSError as error:
        refuse((Problem("K001", f"{keep}: {error.strerror or error}"),))


def _run(rules: Rules, jobs: Sequence[PairJob], request: Request, workers: int, keep: Path | None) -> Rows:
    kept = None if keep is None else keep_rows(keep, rules, request)
    rows = {} if kept is None else {key_row(one): one for one in kept.read()}
    left = [job for job in jobs if key_job(job) not in rows]
    interrupted = False
    try:
        for number, row in enumerate(check_pairs(rules, left, request.bounds, workers, request.engine), 1):
            rows[key_row(row)] = row
            if kept is not None:
                kept.add(row)
            if number % 10 == 0:
                points = sum(one.states for one in rows.values())
                click.echo(f"{number:,} of {len(left):,} decks, {points:,} decision points", err=True)
    except KeyboardInterrupt:
        interrupted = True
    return Rows(tuple(rows[key] for job in jobs if (key := key_job(job)) in rows), interrupted)


def key_row(row: PairRow) -> tuple[object, ...]:
    """What tells the rows of one run apart."""
    return (*row.kinds, row.players, *sorted(row.copies.items()))


def key_job(job: PairJob) -> tuple[object, ...]:
    """The key of the row that a job yields."""
    return (*job.kinds, job.table.players, *sorted(job.table.scope.copies.items()))
