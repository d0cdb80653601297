"""`kittens scenes`: play the scenes of the specification."""

from __future__ import annotations

import sys

import click
import msgspec

from checker.analysis.scenes import SceneResult, SceneStage, printed_table
from checker.cli.table_options import load, quote, read_table_options, spec_options
from checker.report.console import make_console
from checker.system.build import build_system
from kittens_dsl.core.rules import Rules
from kittens_dsl.problem.problem import Note, Problem


@click.command()
@spec_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def scenes(form: str, **values: object) -> None:
    """Play every scene of the specification: a situation, decisions, and what must then hold.

    Exit codes: 0 all hold, 1 one does not, 2 the specification is wrong, 3 interrupted.
    """
    rules, _ = load(read_table_options(values))
    run_scenes(rules, form)


def run_scenes(rules: Rules, form: str) -> None:
    """Play all scenes and leave with 0 if all passed, 1 if one failed, 3 if an interrupt left some out."""
    build_system(rules, printed_table(rules))  # rules that no scene comes to are built as well: this finds mistakes
    stage = SceneStage(rules)
    results: list[SceneResult] = []
    try:
        for scene in rules.scenes:
            results.append(stage.play(scene))
    except KeyboardInterrupt:
        pass  # the scenes that are left are told below
    failed = [one for one in results if not one.passed]
    left = [one.name for one in rules.scenes[len(results) :]]
    if form == "json":
        entries = [{"scene": r.scene.name, "clauses": r.scene.clauses, "failures": r.failures} for r in results]
        document = {"scenes": entries, "not_played": left}
        click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
    else:
        _show(results, failed, left)
    sys.exit(1 if failed else 3 if left else 0)


def _show(results: list[SceneResult], failed: list[SceneResult], left: list[str]) -> None:
    console = make_console()
    for one in failed:
        console.print(quote(list_problems(one)), markup=False, highlight=False)
        console.print()
    count = f"{len(results) + len(left)} scenes, {len(results) - len(failed)} passed, {len(failed)} failed"
    console.print(count + (f", {len(left)} not played: interrupted" if left else ""), highlight=False)


def list_problems(result: SceneResult) -> list[Problem]:
    """What failed in a scene as problems, to be quoted with their lines."""
    return [
        Problem(
            "K609",
            f"scene {result.scene.name}: {each.words}",
            span=each.span,
            label=each.instead,
            notes=tuple(Note(words) for words in each.notes),
        )
        for each in result.failed
    ]
