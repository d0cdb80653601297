"""`kittens scenes`: play the scenes of the specification."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click
import msgspec

from checker.analysis.scenes import SceneResult, SceneStage, printed_table
from checker.cli.table_options import load, quote, read_table_options, refuse, scene_options, spec_options
from checker.report.as_json import step_entry
from checker.report.console import Console, make_console
from checker.report.story import Story, tell_story
from checker.report.terminal import show_story
from checker.system.build import build_system
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.scenes import Scene
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.problem.suggest import suggest_names
from kittens_dsl.records import dataclass

MOST_NEAR = 5
"""Names that are offered for one that is none."""


@dataclass(frozen=True, slots=True)
class SceneOptions:
    """Which scenes are played (only: names, parts of names, clauses; none: all), and how they are shown."""

    only: tuple[str, ...]
    steps: bool
    form: str


@click.command()
@spec_options
@scene_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def scenes(only: tuple[str, ...], steps: bool, form: str, **values: object) -> None:
    """Play the scenes of the specification: a situation, decisions, and what must then hold.

    Exit codes: 0 all hold, 1 one does not, 2 the specification or the command is wrong, 3 interrupted.
    """
    rules, _ = load(read_table_options(values))
    run_scenes(rules, SceneOptions(only, steps, form))


def run_scenes(rules: Rules, options: SceneOptions) -> None:
    """Play scenes and leave with 0 if all passed, 1 if one failed, 3 if an interrupt left some out."""
    chosen = choose_scenes(rules.scenes, options.only)
    build_system(rules, printed_table(rules))  # rules that no scene comes to are built as well: this finds mistakes
    stage = SceneStage(rules)
    results: list[SceneResult] = []
    try:
        for scene in chosen:
            results.append(stage.play(scene))
    except KeyboardInterrupt:
        pass  # the scenes that are left are told below
    failed = [one for one in results if not one.passed]
    left = [one.name for one in chosen[len(results) :]]
    if options.form == "json":
        document = {"scenes": [_entry(stage, one, steps=options.steps) for one in results], "not_played": left}
        click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
    else:
        _show(stage, results, left, options)
    sys.exit(1 if failed else 3 if left else 0)


def choose_scenes(scenes: Sequence[Scene], only: Sequence[str]) -> tuple[Scene, ...]:
    """The scenes that some of the words mean, in their order; all without words; exit code 2 where one means none.

    A word means the scene of that name; else those whose name has it as a part, or that are written from that clause.
    """
    meant: set[str] = set()
    for word in only:
        names = {one.name for one in scenes if word == one.name}
        names = names or {one.name for one in scenes if word in one.name or word in one.clauses}
        if not names:
            near = [f"did you mean {one}?" for one in _find_near(word, [one.name for one in scenes])]
            helps = tuple(near) or ("`kittens clauses` lists the scenes of every clause",)
            refuse((Problem("K529", f"no scene of the loaded boxes is called {word}", helps=helps),))
        meant |= names
    return tuple(one for one in scenes if one.name in meant or not only)


def _find_near(wanted: str, names: Sequence[str]) -> list[str]:
    """The names that have most of the words of a name that is none, or words like them."""
    known = {part for name in names for part in name.split("-")}
    asked = [{part, *suggest_names(part, known)} for part in wanted.split("-")]
    shared = {name: sum(not alike.isdisjoint(name.split("-")) for alike in asked) for name in names}
    most = max(shared.values(), default=0)
    return [name for name in names if most and shared[name] == most][:MOST_NEAR]


def _entry(stage: SceneStage, result: SceneResult, *, steps: bool) -> dict[str, object]:
    entry: dict[str, object] = {
        "scene": result.scene.name,
        "clauses": result.scene.clauses,
        "failures": result.failures,
    }
    if steps:
        story = _tell(stage, result)
        entry["opening"], entry["ending"] = story.opening, story.ending
        entry["steps"] = [step_entry(step) for step in story.steps]
    return entry


def _show(stage: SceneStage, results: list[SceneResult], left: list[str], options: SceneOptions) -> None:
    console = make_console()
    failed = [one for one in results if not one.passed]
    for one in results if options.steps else failed:
        if options.steps:
            _show_play(console, stage, one)
        if not one.passed:
            console.print(quote(list_problems(one)))
        console.print()
    total = len(results) + len(left)
    count = f"{total} scene{'' if total == 1 else 's'}, {len(results) - len(failed)} passed, {len(failed)} failed"
    console.print(count + (f", {len(left)} not played: interrupted" if left else ""))


def _tell(stage: SceneStage, result: SceneResult) -> Story:
    """The play of a scene; what is not given lies where every card starts, and is not told."""
    if not result.points:
        return Story((), (), ())  # its situation cannot be given
    machine = stage.machine_of(result.scene)
    starts = next(zone.name for zone in machine.system.rules.zones if zone.starts)
    return tell_story(machine, result.points, without=starts)


def _show_play(console: Console, stage: SceneStage, result: SceneResult) -> None:
    title = f"scene {result.scene.name} [{', '.join(result.scene.clauses)}], {result.scene.players} players:"
    show_story(console, title, _tell(stage, result))


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
