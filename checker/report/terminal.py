"""Verdicts, stories and suspicions for a person at a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import assert_never

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from checker.analysis.check import TableResult
from checker.analysis.suspicion import Suspicions
from checker.analysis.verdict import Verdict, chosen_readings, combine_families
from checker.report.story import Story, readings_in_words, tell_story
from checker.system.system import System

MOST_LISTED = 6  # decks of one family that are listed one by one
STYLES = {
    "holds in scope": "green",
    "witnessed": "green",
    "violated": "red",
    "impossible": "red",
    "undetermined": "yellow",
}


def show_tables(console: Console, results: Sequence[TableResult], defaults: Mapping[str, str]) -> None:
    """What was searched: a line for each table, or one for a whole family of decks."""
    families = Counter((one.system.table.scope.family, one.system.table.players) for one in results)
    for (family, players), decks in families.items():
        if decks > MOST_LISTED:
            some = [one.findings for one in results if one.system.table.scope.family == family]
            states, complete = sum(one.states for one in some), all(one.limit is None for one in some)
            whole = "all reached" if complete else "not all reached"
            console.print(f"{players} players, scope {family}: {decks} decks, {states:,} decision points, {whole}")
    for result in results:
        if families[result.system.table.scope.family, result.system.table.players] > MOST_LISTED:
            continue
        system, table, found = result.system, result.system.table, result.findings
        boxes = ", ".join(box.title for box in system.rules.boxes)
        cards = ", ".join(f"{n} {kind}" for kind, n in table.scope.copies.items() if n)
        dealt = "as printed" if table.scope.dealt is None else str(table.scope.dealt)
        dealt += "" if table.scope.laid is None else f", laid out {table.scope.laid}"
        console.print(
            f"[bold]{boxes}[/], {table.players} players, scope {table.scope.name}: {cards}; dealt {dealt}; "
            f"{readings_in_words(chosen_readings(table, defaults))}",
            highlight=False,
        )
        pile = _say_pile(system)
        whole = "all reached" if found.limit is None else f"not all: {found.limit}"
        deals = f"{len(result.machine.initial()):,} deals, " if found.limit is None else ""
        console.print(
            f"  {deals}{found.states:,} decision points, {found.transitions:,} transitions, depth {found.depth}, "
            f"{whole}; {pile}{_say_lacking(result)}",
            style="dim",
            highlight=False,
        )


def _say_pile(system: System) -> str:
    match system.table.pile:
        case "bag":
            return f"pile as a bag ({'exact' if system.bag_exact else 'not exact'})"
        case "segmented":
            return "pile in segments (exact)"
        case "ordered":
            return "pile in order"
        case _:
            assert_never(system.table.pile)


def _say_lacking(result: TableResult) -> str:
    return f"; lacks {', '.join(result.lacking)}" if result.lacking else ""


def show_verdicts(console: Console, verdicts: Sequence[Verdict]) -> None:
    """A table for each scope: one row for every form of every property, one column for every number of players."""
    combined = combine_families(verdicts)
    for scope in dict.fromkeys(one.table.scope.name for one in combined):
        _show_scope(console, scope, [one for one in combined if one.table.scope.name == scope])
        console.print()
    notes = {
        f"  {one.name}, {one.form}: {one.expected_reason} [{', '.join(one.expected_clauses)}]": None
        for one in verdicts
        if one.expected_reason is not None
    }
    if notes:
        console.print("* expected, and why:", style="bold")
        for note in notes:
            console.print(note, highlight=False, markup=False)


def _show_scope(console: Console, scope: str, verdicts: Sequence[Verdict]) -> None:
    columns = sorted({one.table.players for one in verdicts})
    rows: dict[tuple[str, str, int], dict[int, Verdict]] = {}
    seen: dict[tuple[str, str, int], int] = {}
    for one in verdicts:
        key = (one.name, one.form, one.table.players)
        seen[key] = seen.get(key, 0) + 1
        rows.setdefault((one.name, one.form, seen[key]), {})[one.table.players] = one
    shown = RichTable(box=None, pad_edge=False, header_style="bold")
    shown.add_column(f"scope {scope}: property")
    shown.add_column("form", no_wrap=True)
    for players in columns:
        shown.add_column(f"{players} players", no_wrap=True)
    ordered = sorted(rows.items(), key=lambda item: all(v.expected_reason is None for v in item[1].values()))
    for (name, form, count), found in ordered:
        number = next((f" [{one.number}]" for one in found.values() if one.number), "")
        cells = [_say_outcome(found[players]) if players in found else Text("") for players in columns]
        shown.add_row(Text(name + number), Text(form if count == 1 else f"{form} ({count})"), *cells)
    console.print(shown)


def _say_outcome(verdict: Verdict) -> Text:
    if verdict.expected_reason is not None:
        words = f"{verdict.outcome} *" if verdict.is_as_expected else f"{verdict.outcome} (violation expected)"
        return Text(words, style="cyan" if verdict.is_as_expected else "yellow" if verdict.is_open else "bold red")
    limit = f" ({verdict.limit})" if verdict.is_open else ""
    return Text(verdict.outcome + limit, style=STYLES[verdict.outcome])


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
    """The shortest play of each violation, each play once; witnesses and expected violations of `everything` too."""
    told: dict[tuple[object, ...], list[tuple[TableResult, Verdict]]] = {}
    found = [(result, one) for result in results for one in result.verdicts if one.evidence]
    for result, one in sorted(found, key=lambda pair: (pair[1].is_as_expected, len(pair[1].evidence))):
        if one.is_as_expected and not everything and (one.outcome == "witnessed" or _is_told(told, one)):
            continue
        if not _is_told(told, one):
            told.setdefault(tuple(point.state for point in one.evidence), []).append((result, one))
    for group in told.values():
        result, first = group[0]
        expected = "violated as expected" if first.is_as_expected and first.outcome == "violated" else first.outcome
        console.print()
        for _, one in group:
            console.print(f"{one.name}, {one.form}: {one.words}", style="bold", highlight=False, markup=False)
        title = f"{expected}; shortest play, {first.table.players} players, scope {first.table.scope.name}:"
        show_story(console, title, tell_story(result.machine, first.evidence))


def _is_told(told: dict[tuple[object, ...], list[tuple[TableResult, Verdict]]], verdict: Verdict) -> bool:
    return any(one.name == verdict.name and one.form == verdict.form for group in told.values() for _, one in group)


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
