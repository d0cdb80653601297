"""`kittens clauses`: which clause is covered by which rules and scenes, and what decides each tension."""

from __future__ import annotations

import sys

import click
import msgspec

from checker.analysis.coverage import ClauseRow, DecisionRow, TensionRow, cover_clauses, cover_tensions
from checker.cli.table_options import load, read_table_options, spec_options
from checker.report.console import make_console


@click.command()
@spec_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def clauses(form: str, **values: object) -> None:
    """Print clause -> rules -> scenes and tension -> decision -> scenes. Exit code 1 on a gap.

    A clause that a rule of play states and no scene shows is marked; it is a gap where every box is loaded, else its
    scenes may need another. Clauses that spec/open.kit leaves open are shown with the reason. Of a ruling, the clauses
    that hold are shown, those that yield, and the rules that carry it out.
    """
    rules, _ = load(read_table_options(values))
    rows, tensions = cover_clauses(rules), cover_tensions(rules)
    gaps = sum(row.is_gap for row in rows) + sum(row.is_gap for row in tensions)
    if form == "json":
        table = {"clauses": rows, "tensions": tensions}
        click.echo(msgspec.json.format(msgspec.json.encode(table), indent=2).decode())
        sys.exit(1 if gaps else 0)
    console = make_console()
    lines = [*(_show_clause(row) for row in rows), "", *(_show_tension(row) for row in tensions), ""]
    silent, unshown = sum(row.is_silent for row in rows), sum(row.lacks_scene for row in rows)
    lines.append(
        f"{len(rows)} clauses, {silent} without rule, scene or reason, {unshown} with a rule that no scene shows"
    )
    if tensions:
        lines.append(f"{len(tensions)} tensions, {sum(row.is_gap for row in tensions)} without a decision")
    for line in lines:
        console.print(line)
    sys.exit(1 if gaps else 0)


def _show_clause(row: ClauseRow) -> str:
    covered = ", ".join((*row.rules, *row.others)) or ("open: " + row.open_reason if row.open_reason else "")
    covered = covered or ("NOTHING" if row.is_silent else "no rule")
    return f"{row.clause:18} {covered}{'  NO SCENE' if row.lacks_scene else _show_scenes(row.scenes)}"


def _show_tension(row: TensionRow) -> str:
    decided = "; ".join(_show_decision(one) for one in row.decisions)
    return f"{row.tension:18} {row.question} -> {decided or 'NOTHING'}{_show_scenes(row.scenes)}"


def _show_decision(row: DecisionRow) -> str:
    held = ", ".join(row.holding) + (f" over {', '.join(row.over)}" if row.over else "")
    carried = f"carried out by {', '.join(row.carried_out_by)}" if row.carried_out_by else ""
    told = "; ".join(one for one in (row.words, held, carried) if one)
    return f"{row.sort} {row.name}" + (f" ({told})" if told else "")


def _show_scenes(scenes: tuple[str, ...]) -> str:
    return f"  scenes: {', '.join(scenes)}" if scenes else ""
