"""`kittens check`: search tables, give verdicts, show the shortest play of every violation."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from checker.analysis.plan import Job, Run, exit_code, plan_jobs, run_jobs
from checker.analysis.suspicion import find_suspicions
from checker.cli.engine_options import engine_options, read_engine_options
from checker.cli.table_options import (
    limit_options,
    load,
    make_request,
    parse_readings,
    players_option,
    property_option,
    read_table_options,
    readings_option,
    refuse,
    refuse_ignored,
    sample_option,
    scene_options,
    scope_options,
    seed_option,
    spec_options,
)
from checker.model import Progress
from checker.report.console import make_console
from checker.report.terminal import show_holes, show_plays, show_suspicions, show_tables, show_verdicts
from kittens_dsl.core.rules import EVERY_READING, Rules
from kittens_dsl.problem.problem import Problem

OF_A_TABLE = ("players", "scope", "readings", "deck", "seed")
OF_A_SEARCH = ("properties", "time_limit", "memory_limit", "state_limit", "depth_limit", "sample", "engine", "threads")

ENOUGH_TO_TELL = 100_000
"""Decision points from which on the bytes of each can be told from what the program itself takes."""


@click.command()
@spec_options
@players_option
@scope_options("tiny")
@readings_option
@property_option
@limit_options
@sample_option
@seed_option
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
@click.option("--scenes", "only_scenes", is_flag=True, help="Play the scenes of the specification instead.")
@scene_options
@engine_options
@click.option("--quiet", is_flag=True, help="No plays, just the table of verdicts.")
def check(form: str, only_scenes: bool, only: tuple[str, ...], steps: bool, quiet: bool, **values: object) -> None:
    """Search small tables of the game and say of every property whether it holds.

    Exit codes: 0 all as expected, 1 a violation, 2 the specification or the command is wrong, 3 undetermined.
    Ctrl-C ends the search and shows what was found by then.
    """
    options = read_table_options(values)
    if only_scenes:
        refuse_ignored((*OF_A_TABLE, *OF_A_SEARCH, "quiet"), "a scene says its own table")
    else:
        refuse_ignored(("only", "steps"), "it is about scenes; --scenes plays them")
    if form == "json":
        refuse_ignored(("quiet",), "JSON has everything")
    rules, spec = load(options)
    if only_scenes:
        from checker.cli.scenes import (
            SceneOptions,
            run_scenes,
        )  # not imported for a search: most of them end in no time

        run_scenes(rules, SceneOptions(only, steps, form))
        return
    request = replace(make_request(options, rules, spec, every_reading=True), engine=read_engine_options(values))
    if EVERY_READING in parse_readings(options, rules).values():
        from checker.cli.readings import run_readings

        refuse_ignored(("quiet",), "readings are compared without plays")
        run_readings(rules, request, parse_readings(options, rules), form, show_progress)
        return
    jobs = plan_jobs(rules, request)
    problems = tuple(one for one in jobs if isinstance(one, Problem))
    if problems:
        refuse(problems)
    tables = [one for one in jobs if isinstance(one, Job)]
    if all(one.sampling is None for one in tables):
        refuse_ignored(("seed",), "nothing is played at random; --sample N asks for that")
    if options.sampled is not None:
        refuse_ignored(("lossy", "engine", "threads", "checkpoint"), "random plays are the machine's")
    if all(one.sampling is not None for one in tables):
        refuse_ignored(
            ("state_limit", "depth_limit", "memory_limit"), "random plays store nothing and end by themselves"
        )
    run = run_jobs(rules, tables, request.bounds, show_progress, request.engine)
    if isinstance(run, Problem):
        refuse((run,))
    for remark in dict.fromkeys(one.findings.remark for one in run.results):
        if remark is not None:
            click.echo(remark, err=True)
    if run.is_interrupted:
        click.echo("interrupted: what was not searched to its end is undetermined", err=True)
    _print(rules, run, form, quiet=quiet)
    sys.exit(exit_code(run.verdicts))


def _print(rules: Rules, run: Run, form: str, *, quiet: bool) -> None:
    defaults = {one.name: one.default or one.readings[0][0] for one in rules.ambiguities}
    suspicions = find_suspicions(rules, run.results, run.verdicts)
    if form == "json":
        from checker.report.as_json import list_entries, render_json

        click.echo(render_json(list_entries(rules, run), suspicions, {}))
        return
    console = make_console()
    show_tables(console, run, defaults)
    console.print()
    show_verdicts(console, run.verdicts)
    show_holes(console, run.verdicts, defaults)
    if not quiet:
        show_plays(console, run.results, everything=False)
    show_suspicions(console, suspicions)


def show_progress(job: Job, progress: Progress) -> None:
    """Show on standard error, about once a second, how far the search of a table is."""
    click.echo(
        f"{job.table.players} players, {job.table.scope.name}: {progress.states:,} decision points, "
        f"{progress.rate:,.0f}/s, depth {progress.depth}, queue {progress.queue:,}, "
        f"{progress.memory_bytes / 2**20:,.0f} MiB, {progress.elapsed:.0f} s{_say_forecast(progress)}",
        err=True,
    )


def _say_forecast(progress: Progress) -> str:
    """What the level will come to, once there are enough points to tell."""
    if progress.states < ENOUGH_TO_TELL:
        return ""
    expected = f"{progress.expected_states:,} in {progress.expected_bytes / 2**20:,.0f} MiB"
    return f"; {progress.state_bytes:.0f} bytes a point, this level ends with about {expected}"
