"""`kittens check --reading NAME=all`: every reading, and the smallest game that tells each pair apart."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import combinations

import click
import msgspec
from rich.console import Console

from checker.analysis.plan import Job, Request, all_verdicts, plan_jobs, run_jobs
from checker.analysis.readings import Comparison, compare_on_decks
from checker.analysis.verdict import Verdict
from checker.analysis.words import say_label
from checker.cli.table_options import refuse
from checker.report.console import make_console
from kittens_dsl.core.rules import Ambiguity, Rules
from kittens_dsl.problem.problem import Problem


def run_readings(rules: Rules, request: Request, chosen: dict[str, str], form: str) -> None:
    """Run every reading of each ambiguity set to 'all', one ambiguity at a time; leave with 0, or 3 if cut short."""
    open_ended = False
    documents: list[dict[str, object]] = []
    console = make_console()
    for ambiguity in rules.ambiguities:
        if chosen.get(ambiguity.name) != "all":
            continue
        outcomes = {reading[0]: _verdicts(rules, request, ambiguity.name, reading[0]) for reading in ambiguity.readings}
        pairs = {
            pair: compare_on_decks(rules, request, ambiguity.name, pair)
            for pair in combinations([reading[0] for reading in ambiguity.readings], 2)
        }
        open_ended |= any(not one[1].complete and one[1].difference is None for one in pairs.values())
        documents.append(_document(ambiguity, outcomes, pairs))
        if form == "text":
            _show(console, rules, ambiguity, outcomes, pairs)
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode({"readings": documents}), indent=2).decode())
    sys.exit(3 if open_ended else 0)


Outcomes = dict[str, dict[str, str]]
Pairs = dict[tuple[str, str], tuple[str, Comparison]]


def _verdicts(rules: Rules, request: Request, name: str, reading: str) -> dict[str, str]:
    """property form players scope -> verdict with its number of decision points, under one reading."""
    one = replace(request, readings={**request.readings, name: reading})
    jobs = plan_jobs(rules, one)
    problems = tuple(job for job in jobs if isinstance(job, Problem))
    if problems:
        refuse(problems)
    results = run_jobs(rules, [job for job in jobs if isinstance(job, Job)], request.bounds, engine=request.engine)
    if isinstance(results, Problem):
        refuse((results,))
    return {_key(verdict): f"{verdict.outcome} ({verdict.states:,})" for verdict in all_verdicts(results)}


def _key(verdict: Verdict) -> str:
    return f"{verdict.name}, {verdict.form}, {verdict.table.players} players, {verdict.table.scope.name}"


def _show(console: Console, rules: Rules, ambiguity: Ambiguity, outcomes: Outcomes, pairs: Pairs) -> None:
    def put(text: str) -> None:
        console.print(text, markup=False, highlight=False)

    put(f"{ambiguity.name}: {ambiguity.question} [{', '.join(ambiguity.clauses)}]")
    for name, words, clauses in ambiguity.readings:
        put(f"  {name}{' (default)' if name == ambiguity.default else ''}: {words} [{', '.join(clauses)}]")
    names = list(outcomes)
    for key in outcomes[names[0]]:
        found = {name: outcomes[name].get(key, "not asked") for name in names}
        kinds = {text.split(" (")[0] for text in found.values()}
        if len(kinds) > 1:
            put(f"\n  {key}")
            for name, text in found.items():
                put(f"      under {name}: {text} decision points")
    for (first, second), (scope, comparison) in pairs.items():
        put(f"\n  {first} or {second}:")
        if comparison.difference is None:
            how = "never differs in" if comparison.complete else "no difference found, stopped early, in"
            put(f"      {how} {scope} ({comparison.pairs:,} pairs of situations)")
            continue
        put(f"      smallest game, in {scope} ({comparison.pairs:,} pairs of situations looked at):")
        for label in comparison.difference.labels:
            who, what = say_label(comparison.difference.system, label)
            put(f"        {who}: {what}")
        put(f"      then under {first}: {_say_side(comparison.difference.first)}")
        put(f"      but under {second}: {_say_side(comparison.difference.second)}")


def _say_side(lines: tuple[str, ...]) -> str:
    return "; ".join(lines) or "none of that"


def _document(ambiguity: Ambiguity, outcomes: Outcomes, pairs: Pairs) -> dict[str, object]:
    return {
        "ambiguity": ambiguity.name,
        "verdicts": outcomes,
        "pairs": [
            {
                "readings": list(pair),
                "scope": scope,
                "pairs": comparison.pairs,
                "complete": comparison.complete,
                "labels": []
                if comparison.difference is None
                else [list(say_label(comparison.difference.system, label)) for label in comparison.difference.labels],
                "first": [] if comparison.difference is None else list(comparison.difference.first),
                "second": [] if comparison.difference is None else list(comparison.difference.second),
            }
            for pair, (scope, comparison) in pairs.items()
        ],
    }
