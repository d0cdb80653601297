"""`kittens scenes`: play the scenes of the specification."""

from __future__ import annotations

import sys

import click
import msgspec

from checker.analysis.scenes import SceneResult, play_scenes
from checker.cli.table_options import load, read_table_options, table_options
from checker.report.console import make_console
from kittens_dsl.core.rules import Rules


@click.command()
@table_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def scenes(form: str, **values: object) -> None:
    """Play every scene of the specification: a situation, decisions, and what must then hold."""
    rules, _ = load(read_table_options(values))
    run_scenes(rules, form)


def run_scenes(rules: Rules, form: str) -> None:
    """Play all scenes and leave with 0 if all passed, else 1."""
    results = play_scenes(rules, rules.scenes)
    failed = [one for one in results if not one.passed]
    if form == "json":
        entries = [{"scene": r.scene.name, "clauses": r.scene.clauses, "failures": r.failures} for r in results]
        click.echo(msgspec.json.format(msgspec.json.encode({"scenes": entries}), indent=2).decode())
    else:
        _show(results, failed)
    sys.exit(1 if failed else 0)


def _show(results: tuple[SceneResult, ...], failed: list[SceneResult]) -> None:
    console = make_console()
    for one in failed:
        span = one.scene.span
        console.print(f"scene {one.scene.name} ({span.source}:{span.start_line}) fails:", style="red", markup=False)
        for line in one.failures:
            console.print(f"    {line}", markup=False, highlight=False)
    console.print(f"{len(results)} scenes, {len(results) - len(failed)} passed, {len(failed)} failed", highlight=False)
