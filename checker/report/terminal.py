"""Verdicts, stories and suspicions for a person at a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import shorten
from typing import assert_never

from checker.analysis.check import TableResult
from checker.analysis.plan import Run
from checker.analysis.suspicion import Suspicions
from checker.analysis.verdict import Verdict, chosen_readings, combine_families
from checker.report.console import Console, Grid, Text
from checker.report.story import Story, readings_in_words, tell_story
from checker.system.system import System
from checker.system.table import Table

MOST_LISTED = 6  # decks of one family that are listed one by one
LONGEST_CONDITION = 80  # characters that tell two forms of a property apart
STYLES = {
    "holds in scope": "green",
    "witnessed": "green",
    "violated": "red",
    "impossible": "red",
    "undetermined": "yellow",
}


def show_tables(console: Console, run: Run, defaults: Mapping[str, str]) -> None:
    """What was searched: a line for each table, or one for a whole family of decks; what an interrupt left out."""
    families = Counter((one.system.table.scope.family, one.system.table.players) for one in run.results)
    for (family, players), decks in families.items():
        if decks > MOST_LISTED:
            some = [one for one in run.results if _family_of(one.system.table) == (family, players)]
            _show_family(console, f"{players} players, scope {family}", some)
    for result in run.results:
        if families[_family_of(result.system.table)] > MOST_LISTED:
            continue
        system, table, found = result.system, result.system.table, result.findings
        boxes = ", ".join(box.title for box in system.rules.boxes)
        cards = ", ".join(f"{n} {kind}" for kind, n in table.scope.copies.items() if n)
        dealt = "as printed" if table.scope.dealt is None else str(table.scope.dealt)
        dealt += "" if table.scope.laid is None else f", laid out {table.scope.laid}"
        console.print(
            Text(boxes, "bold"),
            f", {table.players} players, scope {table.scope.name}: {cards}; dealt {dealt}; "
            f"{readings_in_words(chosen_readings(table, defaults))}",
        )
        pile = _say_pile(system)
        whole = "all reached" if found.limit is None else f"not all: {found.limit}"
        deals = f"{len(result.machine.initial()):,} deals, " if found.limit is None else ""
        lacks = f"; lacks {', '.join(result.lacking)}" if result.lacking else ""
        console.print(
            f"  {deals}{found.states:,} decision points, {found.transitions:,} transitions, depth {found.depth}, "
            f"{whole}; {pile}{lacks}",
            style="dim",
        )
    for players, scope in dict.fromkeys((one.table.players, one.table.scope.name) for one in run.left_out):
        console.print(f"{players} players, scope {scope}: not searched, interrupted", style="yellow")


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


def _family_of(table: Table) -> tuple[str, int]:
    return table.scope.family, table.players


def _show_family(console: Console, words: str, decks: Sequence[TableResult]) -> None:
    states = sum(one.findings.states for one in decks)
    cut_short = [one for one in decks if one.findings.limit is not None]
    whole = f"{len(cut_short)} decks not to their end" if cut_short else "all reached"
    console.print(f"{words}: {len(decks)} decks, {states:,} decision points, {whole}")
    kinds = [kind.name for kind in decks[0].system.rules.cards]
    present = [{kind.name for kind in one.system.rules.cards} for one in decks]
    everywhere = [kind for kind in kinds if all(kind in some for some in present)]
    nowhere = [kind for kind in decks[0].lacking if not any(kind in some for some in present)]
    console.print(
        f"  every deck has {', '.join(everywhere) or 'no kind'} and lacks the other kinds that its name does not say; "
        f"all of them lack {', '.join(nowhere) or 'nothing'}",
        style="dim",
    )
    for one in cut_short:
        name, found, lacks = one.system.table.scope.name, one.findings, ", ".join(one.lacking)
        console.print(
            f"  cut short: {name} ({found.limit}, {found.states:,} decision points); lacks {lacks}",
            style="yellow",
        )


def show_verdicts(console: Console, verdicts: Sequence[Verdict]) -> None:
    """A table for each scope: one row for every form of every property, one column for every number of players."""
    combined = combine_families(verdicts)
    for scope in dict.fromkeys(one.table.scope.name for one in combined):
        _show_scope(console, scope, [one for one in combined if one.table.scope.name == scope])
        console.print()
    notes = {
        f"  {one.name}, {one.label}: {one.expected_reason} [{', '.join(one.expected_clauses)}]": None
        for one in verdicts
        if one.expected_reason is not None
    }
    if notes:
        console.print("* expected, and why:", style="bold")
        for note in notes:
            console.print(note)


def _show_scope(console: Console, scope: str, verdicts: Sequence[Verdict]) -> None:
    columns = sorted({one.table.players for one in verdicts})
    rows: dict[tuple[str, str, int], dict[int, Verdict]] = {}
    seen: dict[tuple[str, str, int], int] = {}
    for one in verdicts:
        key = (one.name, one.label, one.table.players)
        seen[key] = seen.get(key, 0) + 1
        rows.setdefault((one.name, one.label, seen[key]), {})[one.table.players] = one
    several = {(name, label) for name, label, count in rows if count > 1}
    shown = Grid()
    shown.add_column(f"scope {scope}: property")
    shown.add_column("form")
    for players in columns:
        shown.add_column(f"{players} players", wraps=False)
    ordered = sorted(rows.items(), key=lambda item: all(v.expected_reason is None for v in item[1].values()))
    for (name, label, _), found in ordered:
        first = next(iter(found.values()))
        cells = [_say_outcome(found[players]) if players in found else Text("") for players in columns]
        condition = f": {shorten(first.condition, LONGEST_CONDITION, placeholder=' ...')}"
        form = Text(label + (condition if (name, label) in several else ""))
        shown.add_row(Text(name + (f" [{first.number}]" if first.number else "")), form, *cells)
    console.print(shown)


def _say_outcome(verdict: Verdict) -> Text:
    if verdict.expected_reason is not None:
        words = f"{verdict.outcome} *" if verdict.is_as_expected else f"{verdict.outcome} (violation expected)"
        return Text(words, style="cyan" if verdict.is_as_expected else "yellow" if verdict.is_open else "bold red")
    decks = "" if verdict.family is None else f", {len(verdict.family.cut_short)} of {verdict.family.decks} decks"
    limit = f" ({verdict.counts.limit}{decks})" if verdict.is_open else ""
    return Text(verdict.outcome + limit, style=STYLES[verdict.outcome])


def show_holes(console: Console, verdicts: Sequence[Verdict], defaults: Mapping[str, str]) -> None:
    """Each form that is put to readings: the run under the one that opens a hole, and those under which it closes."""
    groups: dict[tuple[object, ...], list[Verdict]] = {}
    for one in combine_families(verdicts):
        if one.hole is not None:
            key = (one.name, one.form, one.condition, one.hole.ambiguity, one.table.players, one.table.scope.name)
            groups.setdefault(key, []).append(one)
    if not groups:
        return
    console.print("\nHoles, and the readings that close them (the same decks, each run by itself):", style="bold")
    for group in groups.values():
        group.sort(key=lambda one: one.hole is not None and not one.hole.is_open)
        first = group[0]
        where = f"{first.table.players} players, scope {first.table.scope.name}"
        console.print(f"  {first.name}, {first.form}: {first.words} {where}")
        for one in group:
            assert one.hole is not None
            is_default = " (the default)" if defaults.get(one.hole.ambiguity) == one.hole.reading else ""
            reason = f": {one.expected_reason} [{', '.join(one.expected_clauses)}]" if one.expected_reason else ""
            console.print(
                f"    under {one.hole.reading} of {one.hole.ambiguity}{is_default}: {_say_outcome(one).plain}; "
                f"{one.counts.states:,} decision points, {one.counts.transitions:,} transitions{reason}",
            )


def show_story(console: Console, title: str, story: Story) -> None:
    """A play: the table after setup, then one step a line with what happened, the rule, the clause and the place."""
    console.print(title, style="bold")
    for line in story.opening:
        console.print(f"    {line}", style="dim")
    for step in story.steps:
        forced = " (the only way)" if step.forced else ""
        console.print(f"  {step.number}. {step.who}: {step.what}{forced}")
        for line in step.happened:
            console.print(f"       {line}")
        for one in step.citations:
            clauses = ", ".join(one.clauses)
            console.print(f"       by {one.rule} [{clauses}] {one.place}", style="dim")
    console.print("  then:")
    for line in story.ending:
        console.print(f"    {line}", style="dim")


def show_plays(console: Console, results: Sequence[TableResult], *, everything: bool) -> None:
    """The shortest play of each violation, each play once; witnesses and expected violations of `everything` too."""
    told: dict[tuple[object, ...], list[tuple[TableResult, Verdict]]] = {}
    found = [(result, one) for result in results for one in result.verdicts if one.evidence]
    for result, one in sorted(found, key=lambda pair: (pair[1].is_as_expected, len(pair[1].evidence))):
        if one.is_as_expected and not everything and (one.outcome == "witnessed" or _is_told(told, one)):
            continue
        if not _is_told(told, one):
            told.setdefault((id(result), *(point.state for point in one.evidence)), []).append((result, one))
    for group in told.values():
        result, first = group[0]
        expected = "violated as expected" if first.is_as_expected and first.outcome == "violated" else first.outcome
        console.print()
        for _, one in group:
            console.print(f"{one.name}, {one.label}: {one.words}", style="bold")
        title = f"{expected}; shortest play, {first.table.players} players, scope {first.table.scope.name}:"
        show_story(console, title, tell_story(result.machine, first.evidence))


def _is_told(told: dict[tuple[object, ...], list[tuple[TableResult, Verdict]]], verdict: Verdict) -> bool:
    key = (verdict.name, verdict.label, verdict.condition)
    return any((one.name, one.label, one.condition) == key for group in told.values() for _, one in group)


def show_suspicions(console: Console, suspicions: Suspicions) -> None:
    """What never came to pass in the searched tables."""
    lists = suspicions.as_lists()
    if not any(lists.values()):
        console.print("\nNothing to suspect: every rule fired, every card was played.")
        return
    console.print("\nNever seen in these tables (success is suspected):", style="bold")
    for name, items in lists.items():
        if items:
            console.print(f"  {name.replace('_', ' ')}: {', '.join(items)}")
