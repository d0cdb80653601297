"""Verdicts, stories and suspicions for a person at a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from checker.analysis.check import TableResult
from checker.analysis.suspicion import Suspicions
from checker.analysis.verdict import Verdict, chosen_readings
from checker.report.story import Story, readings_in_words, tell_story

STYLES = {
    "holds in scope": "green",
    "witnessed": "green",
    "violated": "red",
    "impossible": "red",
    "undetermined": "yellow",
}


def show_tables(console: Console, results: Sequence[TableResult], defaults: Mapping[str, str]) -> None:
    """What was searched: a line for each table, with the kinds that it lacks."""
    for result in results:
        system, table, found = result.system, result.system.table, result.exploration
        boxes = ", ".join(box.title for box in system.rules.boxes)
        cards = ", ".join(f"{n} {kind}" for kind, n in table.scope.copies.items() if n)
        dealt = "as printed" if table.scope.dealt is None else str(table.scope.dealt)
        console.print(
            f"[bold]{boxes}[/], {table.players} players, scope {table.scope.name}: {cards}; dealt {dealt}; "
            f"{readings_in_words(chosen_readings(table, defaults))}",
            highlight=False,
        )
        pile = "pile in order" if system.ordered else f"pile as a bag ({'exact' if system.bag_exact else 'not exact'})"
        whole = "all reached" if found.complete else f"stopped: {found.limit} limit"
        console.print(
            f"  {len(result.machine.initial()):,} deals, {found.states:,} decision points, "
            f"{found.transitions:,} transitions, depth {found.depth}, {whole}; {pile}",
            style="dim",
            highlight=False,
        )


def show_verdicts(console: Console, verdicts: Sequence[Verdict]) -> None:
    """One table: every form of every property on every table, expected violations first."""
    table = RichTable(box=None, pad_edge=False, header_style="bold", expand=False)
    for name in ("property", "", "form", "players", "scope", "verdict", "note"):
        table.add_column(name, overflow="fold")
    ordered = sorted(verdicts, key=lambda one: one.expected_reason is None)
    for one in ordered:
        note = ""
        if one.expected_reason is not None:
            note = f"expected: {one.expected_reason} [{', '.join(one.expected_clauses)}]"
            note = note if one.outcome == "violated" else f"NOT as expected ({one.expected_reason})"
        elif one.is_open:
            note = f"limit reached: {one.limit}"
        elif not one.is_as_expected:
            note = "see the play below"
        style = STYLES[one.outcome] if one.expected_reason is None else "cyan" if one.is_as_expected else "red"
        table.add_row(
            one.name,
            f"[{one.number}]".replace("[", r"\[") if one.number else "",
            one.form,
            str(one.table.players),
            one.table.scope.name,
            Text(one.outcome, style=style),
            Text(note),
        )
    console.print(table)


def show_story(console: Console, title: str, story: Story) -> None:
    """A play: the table after setup, then one step a line with what happened, the rule, the clause and the place."""
    console.print(title, style="bold", highlight=False, markup=False)
    for line in story.opening:
        console.print(f"    {line}", style="dim", highlight=False, markup=False)
    for step in story.steps:
        forced = " (the only way)" if step.forced else ""
        console.print(f"  {step.number}. {step.who}: {step.what}{forced}", highlight=False, markup=False)
        for line in step.happened:
            console.print(f"       {line}", highlight=False, markup=False)
        for one in step.citations:
            clauses = ", ".join(one.clauses)
            console.print(f"       by {one.rule} [{clauses}] {one.place}", style="dim", highlight=False, markup=False)
    console.print("  then:", highlight=False)
    for line in story.ending:
        console.print(f"    {line}", style="dim", highlight=False, markup=False)


def show_plays(console: Console, results: Sequence[TableResult], *, everything: bool) -> None:
    """The shortest play of each violation: one for each property and form, unexpected ones first."""
    shown: set[tuple[str, str]] = set()
    found = [(result, one) for result in results for one in result.verdicts if one.evidence]
    for result, one in sorted(found, key=lambda pair: (pair[1].is_as_expected, len(pair[1].evidence))):
        if (one.name, one.form) in shown or (one.outcome == "witnessed" and not everything):
            continue
        shown.add((one.name, one.form))
        expected = " (as expected)" if one.is_as_expected else ""
        title = (
            f"\n{one.words} {one.form}: {one.outcome}{expected}, {one.table.players} players, {one.table.scope.name}"
        )
        show_story(console, title, tell_story(result.machine, one.evidence))


def show_suspicions(console: Console, suspicions: Suspicions) -> None:
    """What never came to pass in the searched tables."""
    lists = suspicions.as_lists()
    if not any(lists.values()):
        console.print("\nNothing to suspect: every rule fired, every card was played.")
        return
    console.print("\nNever seen in these tables (success is suspected):", style="bold")
    for name, items in lists.items():
        if items:
            console.print(f"  {name.replace('_', ' ')}: {', '.join(items)}", highlight=False, markup=False)
