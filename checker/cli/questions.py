"""`kittens prove --questions`: what can never come to pass, and which readings make no difference."""

from __future__ import annotations

import click
import msgspec

from checker.analysis.equal_readings import Sameness, find_equal_readings
from checker.analysis.overlapping import say
from checker.analysis.proving import Prover
from checker.analysis.silences import Silence, find_silences, say_silence
from checker.analysis.verifying import ANY_NUMBER, UNIFORM, FullSize
from checker.report.console import make_console
from checker.smt.counts.refused import NotCounted
from checker.smt.questions.overlaps import Overlap
from checker.smt.questions.questions import Answers
from checker.system.draft import CoveragePoint, FaultPoint
from checker.system.ir import Origin

UNDETERMINED = 3


def ask(game: FullSize, form: str) -> int:
    """Ask, print, and give the exit code: 3 if no commands can be made of the rules, else 0."""
    prover = Prover(game)

    def report(words: str) -> None:
        click.echo(f"{words} ...", err=True)

    try:
        answers = prover.ask(report)
        overlaps = prover.ask_overlaps(report)
        silences = find_silences(game, game.named_kinds(), report)
    except NotCounted as error:
        click.echo(f"undetermined: {error}")
        return UNDETERMINED
    same = find_equal_readings(game, game.named_kinds(), report)
    if form == "json":
        document = {
            "never": [_entry(one.origin, one.words, answers.because[one]) for one in answers.never],
            "faults_never": [_entry(one.origin, one.words, answers.because[one]) for one in answers.no_faults],
            "faults_open": [_entry(one.origin, one.words) for one in answers.faults],
            "overlaps": list(overlaps),
            "silences": list(silences),
            "readings": list(same),
        }
        click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
    else:
        _show(answers, overlaps, silences, same)
    return 0


def _entry(origin: Origin, words: str, because: tuple[str, ...] = ()) -> dict[str, object]:
    return {"rule": origin.rule, "clauses": list(origin.clauses), "words": words, "because": list(because)}


def _show(
    answers: Answers, overlaps: tuple[Overlap, ...], silences: tuple[Silence, ...], same: tuple[Sameness, ...]
) -> None:
    console = make_console()

    def section(title: str, lines: list[str]) -> None:
        console.print(title, style="bold")
        for line in dict.fromkeys(lines) or ("nothing",):
            console.print(f"    {line}")

    def because(point: CoveragePoint | FaultPoint) -> str:
        return (
            "".join(f"\n        by {fact}" for fact in answers.because[point])
            or "\n        no path through the rules comes there"
        )

    rules = [f"{_name(one.origin)}{because(one)}" for one in answers.never]
    section(f"never comes to pass, {ANY_NUMBER} (rules; {UNIFORM}):", rules)
    faults = [f"{_name(one.origin)}: {one.words}{because(one)}" for one in answers.no_faults]
    section("never happens (faults):", faults)
    section(
        "not excluded by counts (faults; none of them need be reachable):",
        [f"{_name(one.origin)}: {one.words}" for one in answers.faults],
    )
    section(
        "rules for one event without an order (could both apply?):",
        [f"{one.one}, {one.other}: {say(one)}" for one in overlaps],
    )
    section(
        "readings under which no rule of an ambiguity speaks of an event although under another one does:",
        [say_silence(one) for one in silences],
    )
    section("readings that are the same game:", _groups({one.ambiguity: one.systems for one in same}))
    section(
        "readings that are the same to counts, so that each proof holds of all:",
        _groups({one.ambiguity: one.counts for one in same}),
    )
    section(
        "readings of which no commands over counts were made:",
        [f"{one.ambiguity}: {', '.join(one.not_counted)}" for one in same if one.not_counted],
    )


def _name(origin: Origin) -> str:
    return f"{origin.rule} [{', '.join(origin.clauses)}]"


def _groups(found: dict[str, tuple[tuple[str, ...], ...]]) -> list[str]:
    return [f"{name}: {' = '.join(group)}" for name, groups in found.items() for group in groups]
