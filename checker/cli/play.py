"""`kittens play`: step through a game in the terminal, with undo."""

from __future__ import annotations

import random

import click
from rich.console import Console

from checker.analysis.evidence import Point, Teller, make_teller
from checker.analysis.plan import Job, plan_jobs, refuse_table
from checker.analysis.words import say_label
from checker.cli.table_options import (
    load,
    make_request,
    read_table_options,
    reading_option,
    refuse,
    scope_options,
    seed_option,
    spec_options,
)
from checker.machine.machine import Machine, RawLabel, SetupError
from checker.report.console import make_console
from checker.report.story import describe_table, list_changes, say_happening
from checker.system.build import build_system
from kittens_dsl.problem.problem import Problem

KEYS = "r (chance or a random player decides), u (take back), t (the table), q (end)"


@click.command()
@spec_options
@click.option("--players", help="How many play.  [default: the first number of the scope, or 2]")
@scope_options("tiny")
@reading_option
@seed_option
def play(**values: object) -> None:
    """Step through a game: every decision is yours, chance can be left to chance.

    Answer with a number; r lets chance or a random player decide, u takes the last decision back, t shows the table,
    q ends the game.
    """
    options = read_table_options(values)
    rules, spec = load(options)
    if len(options.players) > 1:
        refuse((Problem("K501", "one game has one number of players", helps=("write --players 2",)),))
    jobs = plan_jobs(rules, make_request(options, rules, spec))
    problems = tuple(one for one in jobs if isinstance(one, Problem))
    if problems:
        refuse(problems)
    job = next(one for one in jobs if isinstance(one, Job))
    machine = Machine(build_system(rules, job.table))
    generator = random.Random(options.seed)
    try:
        start, _ = machine.sample_deal(generator)
    except SetupError as error:
        refuse((refuse_table(error, job.table.players, job.table.scope, job.file),))
    console = make_console()
    console.print(f"{job.table.players} players, scope {job.table.scope.name}", style="dim", highlight=False)
    _play(console, make_teller(machine), Point(start, None, None, True, ()), generator)


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
            _undo(console, teller, points)
        elif answer == "t":
            _show_table(console, teller, points[-1])
        elif answer == "r" and offered:
            weights = [weight for _, weight in offered]
            _take(console, teller, points, generator.choices([raw for raw, _ in offered], weights)[0], forced=False)
        elif answer.isdecimal() and 1 <= int(answer) <= len(offered):
            _take(console, teller, points, offered[int(answer) - 1][0], forced=False)
        else:
            console.print(_explain(answer, len(offered)), markup=False, highlight=False)


def _explain(answer: str, offered: int) -> str:
    """What is wrong with an answer, and what can be said here."""
    if not offered:
        return f"{answer!r} is not possible: the play is over. Say u (take back), t (the table) or q (end)."
    if answer.isdecimal():
        return f"There is no decision {answer}: those that are possible here are 1 to {offered}. Or say {KEYS}."
    return f"{answer!r} is none of: a number from 1 to {offered}, {KEYS}."


def _undo(console: Console, teller: Teller, points: list[Point]) -> None:
    """Take back the last decision, and what was forced after it; nothing where nobody has decided yet."""
    last = next((number for number in reversed(range(1, len(points))) if not points[number].forced), None)
    if last is None:
        console.print("There is nothing to take back: nobody has decided anything yet.")
        return
    label = points[last].label
    assert label is not None
    who, what = say_label(teller.machine.system, label)
    del points[last:]
    console.print(f"taken back: {who} {what}", markup=False, highlight=False, style="bold")


def _take(console: Console, teller: Teller, points: list[Point], raw: RawLabel, *, forced: bool) -> None:
    before = points[-1].state
    point = teller.step(before, raw, forced=forced)
    points.append(point)
    assert point.label is not None
    who, what = say_label(teller.machine.system, point.label)
    console.print(f"{who}: {what}", markup=False, highlight=False, style="bold")
    for happening in list_changes(before, point):
        for line in say_happening(teller.machine, happening):
            console.print(f"    {line}", markup=False, highlight=False)


def _show_table(console: Console, teller: Teller, point: Point) -> None:
    for line in describe_table(teller.describer, point.state):
        console.print(f"  {line}", style="dim", markup=False, highlight=False)
