"""The command `pairs`: every pair of kinds in a small deck: do they meet, and what goes wrong where they do."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
import msgspec

from checker.analysis.check import Asked, check_system
from checker.analysis.invariants import join_standings
from checker.analysis.pairs import Finding, PairJob, PairRow, find_closings, plan_pairs
from checker.analysis.plan import Request
from checker.cli.deck_rows import bound_states, key_job, key_row, row_options, run_rows
from checker.cli.engine_options import engine_option, read_engine
from checker.cli.table_options import (
    limit_options,
    load,
    make_request,
    read_table_options,
    refuse,
    spec_options,
    table_options,
)
from checker.report.console import Console, make_console
from checker.report.story import tell_story
from checker.report.terminal import show_story
from kittens_dsl.core.rules import Rules
from kittens_dsl.problem.problem import Problem


@click.command()
@spec_options
@table_options("pairs")
@limit_options
@engine_option
@click.option("--card", "cards", multiple=True, help="Only the pairs with this card. Repeatable.")
@row_options
@click.option("--explain", is_flag=True, help="Expected findings too: the smallest game, what makes it vanish.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def pairs(cards: tuple[str, ...], workers: int, keep: Path | None, form: str, explain: bool, **values: object) -> None:
    """Put every two kinds of cards into a small deck and search it.

    Says of each pair whether some play has both kinds, and of each unexpected finding the smallest game and the
    readings under which it vanishes. Exit codes: 0 all as expected, 1 a finding, 2 wrong input, 3 undetermined.
    """
    options = read_table_options(values)
    rules, spec = load(options)
    request = bound_states(replace(make_request(options, rules, spec), engine=read_engine(values)))
    jobs = plan_pairs(rules, request, cards)
    wrong = tuple(one for one in jobs if isinstance(one, Problem))
    if wrong:
        refuse(wrong)
    planned = [one for one in jobs if isinstance(one, PairJob)]
    found = run_rows(rules, planned, request, workers, keep)
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode({"pairs": found.rows}), indent=2).decode())
    else:
        console = make_console()
        _show(console, request, found.rows)
        _show_findings(console, rules, request, planned, found.rows, explain=explain)
    sys.exit(found.exit_code)


# ---- text ----------------------------------------------------------------------------------------------------------
def _show(console: Console, request: Request, rows: Sequence[PairRow]) -> None:
    def put(text: str, style: str = "") -> None:
        console.print(text, style=style)

    for players in request.players:
        these = [row for row in rows if row.players == players]
        meet = [row for row in these if row.decisions is not None]
        most = max((row.decisions or 0 for row in meet), default=0)
        put(
            f"{players} players: {len(these)} pairs of kinds, {sum(row.states for row in these):,} decision points; "
            f"{len(meet)} meet, each within {most} decisions",
            "bold",
        )
        for row in these:
            if row.decisions is None:
                put(f"  never together: {_name(row)}: {row.refused or row.why_not}")
        cut = [row for row in these if row.limit is not None]
        for row in cut:
            put(f"  not searched to the end: {_name(row)}: {row.limit}, {row.states:,} decision points", "yellow")
    standings = join_standings(row.standings for row in rows)
    for standing in dict.fromkeys(standings.values()):
        numbers = [number for number, one in standings.items() if one == standing]
        put(f"invariants, {standing} in all these decks together: {', '.join(numbers)}")


def _show_findings(
    console: Console,
    rules: Rules,
    request: Request,
    jobs: Sequence[PairJob],
    rows: Sequence[PairRow],
    *,
    explain: bool,
) -> None:
    groups: dict[tuple[str, str, bool], list[tuple[PairRow, Finding]]] = {}
    for row in rows:
        for one in row.findings:
            if one.outcome == "violated":
                groups.setdefault((one.name, one.form, one.is_expected), []).append((row, one))
    for (name, form, is_expected), found in groups.items():
        row, one = min(found, key=lambda pair: pair[0].states)
        where = f"{_name(row)}, {row.players} players"
        if is_expected:
            words = f"violated as expected in {len(found)} decks: {one.reason} [{', '.join(one.clauses)}]"
            words += f"; the smallest is {where}" if explain else ""
        else:
            words = f"violated in {len(found)} decks; the smallest is {where}"
        style = "" if is_expected else "bold red"
        console.print(f"\n{name}, {form}: {words}", style=style)
        if explain or not is_expected:
            job = next(each for each in jobs if key_job(each) == key_row(row))
            _show_smallest(console, rules, request, job, one)


def _show_smallest(console: Console, rules: Rules, request: Request, job: PairJob, finding: Finding) -> None:
    system = job.build(rules)
    asked = Asked(frozenset({finding.name}))
    result = check_system(rules, system, request.bounds, asked=asked, engine=request.engine)
    verdict = next(one for one in result.verdicts if one.form == finding.form and one.outcome == "violated")
    show_story(console, verdict.words, tell_story(result.machine, verdict.evidence))
    closings = find_closings(rules, system.table, verdict, request.bounds)
    if not closings:
        console.print("  no single reading makes it vanish")
    for one in closings:
        words = f"  vanishes under {one.reading} of {one.ambiguity} [{', '.join(one.clauses)}]: holds in scope, "
        console.print(f"{words}{one.states:,} decision points")


def _name(row: PairRow) -> str:
    return " + ".join(dict.fromkeys(row.kinds)) + (" twice" if len(set(row.kinds)) == 1 else "")
