"""`kittens play`: step through a game in the terminal, with undo."""

from __future__ import annotations

import random

import click
from rich.console import Console

from checker.analysis.evidence import Point, Teller, make_teller
from checker.analysis.plan import Job, plan_jobs
from checker.analysis.words import say_label
from checker.cli.table_options import load, make_request, read_table_options, refuse, table_options
from checker.machine.machine import Machine, RawLabel, SetupError
from checker.report.console import make_console
from checker.report.story import describe_table, say_happening
from checker.system.build import build_system
from kittens_dsl.problem.problem import Problem


@click.command()
@table_options
def play(**values: object) -> None:
    """Step through a game: every decision is yours, chance can be left to chance.

    Answer with a number; r lets chance or a random player decide, u takes the last decision back, t shows the table,
    q ends the game.
    """
    options = read_table_options(values)
    rules, spec = load(options)
    jobs = plan_jobs(rules, make_request(options, rules, spec))
    problems = tuple(one for one in jobs if isinstance(one, Problem))
    if problems:
        refuse(problems)
    job = next(one for one in jobs if isinstance(one, Job))
    machine = Machine(build_system(rules, job.table))
    generator = random.Random(values["seed"] if isinstance(values["seed"], int) else 0)
    try:
        start, _ = machine.sample_deal(generator)
    except SetupError as error:
        refuse((Problem("K520", str(error)),))
    _play(make_console(), make_teller(machine), Point(start, None, None, True, ()), generator)


def _play(console: Console, teller: Teller, start: Point, generator: random.Random) -> None:
    points = [start]
    _show_table(console, teller, start)
    while True:
        offered = teller.machine.labels(points[-1].state)
        if len(offered) == 1:
            _take(console, teller, points, offered[0][0], forced=True)
            continue
        if not offered:
            _show_table(console, teller, points[-1])
            console.print("The play is over. u takes the last decision back, q ends.")
        for number, (raw, _) in enumerate(offered, 1):
            who, what = say_label(teller.machine.system, teller.describer.label(points[-1].state, raw))
            console.print(f"  {number}. {who}: {what}", markup=False, highlight=False)
        try:
            answer = click.prompt("?", default="q" if not offered else "r").strip().lower()
        except click.Abort:  # the end of the input
            return
        if answer == "q":
            return
        if answer == "u":
            _undo(points)
        elif answer == "t":
            _show_table(console, teller, points[-1])
        elif answer == "r" and offered:
            weights = [weight for _, weight in offered]
            _take(console, teller, points, generator.choices([raw for raw, _ in offered], weights)[0], forced=False)
        elif answer.isdecimal() and 1 <= int(answer) <= len(offered):
            _take(console, teller, points, offered[int(answer) - 1][0], forced=False)
        else:
            numbers = f"a number from 1 to {len(offered)}, r, " if offered else ""
            console.print(f"{answer!r} is none of: {numbers}u, t, q", markup=False)


def _undo(points: list[Point]) -> None:
    while len(points) > 1 and points.pop().forced:
        pass


def _take(console: Console, teller: Teller, points: list[Point], raw: RawLabel, *, forced: bool) -> None:
    point = teller.step(points[-1].state, raw, forced=forced)
    points.append(point)
    assert point.label is not None
    who, what = say_label(teller.machine.system, point.label)
    console.print(f"{who}: {what}", markup=False, highlight=False, style="bold")
    for happening in point.happened:
        for line in say_happening(teller.machine, happening):
            console.print(f"    {line}", markup=False, highlight=False)


def _show_table(console: Console, teller: Teller, point: Point) -> None:
    for line in describe_table(teller.describer, point.state):
        console.print(f"  {line}", style="dim", markup=False, highlight=False)
