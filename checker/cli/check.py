"""`kittens check`: search tables, give verdicts, show the shortest play of every violation."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from checker.analysis.check import TableResult
from checker.analysis.plan import Job, all_verdicts, exit_code, plan_jobs, run_jobs
from checker.analysis.suspicion import find_suspicions
from checker.cli.engine_options import engine_options, read_engine_options
from checker.cli.readings import run_readings
from checker.cli.scenes import run_scenes
from checker.cli.table_options import load, make_request, parse_readings, read_table_options, refuse, table_options
from checker.model import Progress
from checker.report.as_json import render_json, verdict_entry
from checker.report.console import make_console
from checker.report.terminal import show_plays, show_suspicions, show_tables, show_verdicts
from kittens_dsl.core.rules import Rules
from kittens_dsl.problem.problem import Problem


@click.command()
@table_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
@click.option("--scenes", "only_scenes", is_flag=True, help="Play the scenes of the specification instead.")
@engine_options
@click.option("--quiet", is_flag=True, help="No plays, just the table of verdicts.")
def check(form: str, only_scenes: bool, quiet: bool, **values: object) -> None:
    """Search small tables of the game and say of every property whether it holds.

    Exit codes: 0 all as expected, 1 a violation, 2 the specification or the command is wrong, 3 undetermined.
    """
    options = read_table_options(values)
    rules, spec = load(options)
    if only_scenes:
        run_scenes(rules, form)
        return
    request = replace(make_request(options, rules, spec), engine=read_engine_options(values))
    if "all" in parse_readings(options, rules).values():
        run_readings(rules, request, parse_readings(options, rules), form)
        return
    jobs = plan_jobs(rules, request)
    problems = tuple(one for one in jobs if isinstance(one, Problem))
    if problems:
        refuse(problems)
    searched = [one for one in jobs if isinstance(one, Job)]
    results = run_jobs(rules, searched, request.bounds, _progress(), request.engine)
    if isinstance(results, Problem):
        refuse((results,))
    for remark in dict.fromkeys(one.findings.remark for one in results):
        if remark is not None:
            click.echo(remark, err=True)
    _print(rules, results, form, quiet=quiet)
    sys.exit(exit_code(all_verdicts(results)))


def _print(rules: Rules, results: tuple[TableResult, ...], form: str, *, quiet: bool) -> None:
    verdicts = all_verdicts(results)
    defaults = {one.name: one.default or one.readings[0][0] for one in rules.ambiguities}
    suspicions = find_suspicions(rules, results, verdicts)
    if form == "json":
        entries = [verdict_entry(one, result, defaults) for result in results for one in result.verdicts]
        click.echo(render_json(entries, suspicions, {}))
        return
    console = make_console()
    show_tables(console, results, defaults)
    console.print()
    show_verdicts(console, verdicts)
    if not quiet:
        show_plays(console, results, everything=False)
    show_suspicions(console, suspicions)


def _progress() -> ProgressLine:
    return ProgressLine()


class ProgressLine:
    """One line on standard error, about once a second: states, rate, depth, queue, memory, a forecast."""

    def __call__(self, job: Job, progress: Progress) -> None:
        """Show how far the search of a table is."""
        click.echo(
            f"{job.table.players} players, {job.table.scope.name}: {progress.states:,} decision points, "
            f"{progress.rate:,.0f}/s, depth {progress.depth}, queue {progress.queue:,}, "
            f"{progress.memory_bytes / 2**20:,.0f} MiB ({progress.state_bytes:.0f} bytes a point), "
            f"{progress.elapsed:.0f} s; "
            f"this level ends with about {progress.expected_states:,} in {progress.expected_bytes / 2**20:,.0f} MiB",
            err=True,
        )
