"""`kittens clauses`: which clause is covered by which rules and scenes."""

from __future__ import annotations

import sys

import click
import msgspec

from checker.analysis.coverage import cover_clauses
from checker.cli.table_options import load, read_table_options, spec_options
from checker.report.console import make_console


@click.command()
@spec_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def clauses(form: str, **values: object) -> None:
    """Print clause -> rules -> scenes, and the clauses that spec/open.kit leaves open. Exit code 1 on a gap."""
    rules, _ = load(read_table_options(values))
    rows = cover_clauses(rules)
    gaps = [row for row in rows if row.is_gap]
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode({"clauses": rows}), indent=2).decode())
        sys.exit(1 if gaps else 0)
    console = make_console()
    for row in rows:
        covered = ", ".join((*row.rules, *row.others)) or ("open: " + row.open_reason if row.open_reason else "NOTHING")
        scenes = f"  scenes: {', '.join(row.scenes)}" if row.scenes else ""
        console.print(f"{row.clause:18} {covered}{scenes}", markup=False, highlight=False)
    console.print(f"\n{len(rows)} clauses, {len(gaps)} without rule, scene or reason", highlight=False)
    sys.exit(1 if gaps else 0)
