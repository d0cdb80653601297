"""`kittens check --reading NAME=all`: every reading, and the smallest game that tells each pair apart."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click
import msgspec

from checker.analysis.ambiguities import ReadingsResult, run_ambiguity
from checker.analysis.plan import Job, Request
from checker.cli.table_options import refuse
from checker.model import Progress
from checker.report.console import make_console
from checker.report.readings import readings_entry, show_readings
from kittens_dsl.core.rules import EVERY_READING, Rules


def run_readings(
    rules: Rules, request: Request, chosen: dict[str, str], form: str, report: Callable[[Job, Progress], None]
) -> None:
    """Run every reading of each ambiguity set to 'all', one ambiguity at a time.

    Leaves with 1 if something is not as expected under some reading, 3 if something is undetermined, else 0. An
    interrupt ends it; what was found by then is shown.
    """
    console = make_console()
    results: list[ReadingsResult] = []
    left: list[str] = []
    for ambiguity in rules.ambiguities:
        if chosen.get(ambiguity.name) != EVERY_READING:
            continue
        if results and results[-1].is_interrupted:
            left.append(ambiguity.name)
            continue
        found = run_ambiguity(rules, request, ambiguity, report)
        if not isinstance(found, ReadingsResult):
            refuse(found)
        results.append(found)
        if form == "text":
            show_readings(console, found)
    if form == "json":
        document = {"readings": [readings_entry(one) for one in results], "not_run": left}
        click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
    elif left:
        console.print(f"\nnot run, interrupted: {', '.join(left)}", highlight=False)
    codes = {one.exit_code for one in results}
    sys.exit(1 if 1 in codes else 3 if 3 in codes or left else 0)
