"""What became of the readings of an ambiguity: rows that differ, and a smallest game for each pair."""

from __future__ import annotations

from checker.analysis.ambiguities import ReadingsResult, list_rows
from checker.analysis.readings import PairResult
from checker.analysis.verdict import Verdict
from checker.analysis.words import say_label
from checker.report.console import Console


def show_readings(console: Console, result: ReadingsResult) -> None:
    """The question and its readings, the verdicts that differ or are not as expected, each pair of readings."""

    def put(text: str) -> None:
        console.print(text)

    ambiguity = result.ambiguity
    put(f"{ambiguity.name}: {ambiguity.question} [{', '.join(ambiguity.clauses)}]")
    for name, words, clauses in ambiguity.readings:
        put(f"  {name}{' (default)' if name == ambiguity.default else ''}: {words} [{', '.join(clauses)}]")
    rows = list_rows(result)
    shown = {key: found for key, found in rows.items() if _is_worth_a_row(found)}
    put(f"\n  {len(rows) - len(shown)} of {len(rows)} verdicts are the same under every reading, and as expected")
    for key, found in shown.items():
        put(f"\n  {key}")
        for name, verdict in found.items():
            put(f"      under {name}: {say_verdict(verdict)}")
    for name in dict.fromkeys(name for found in shown.values() for name, one in found.items() if _is_a_surprise(one)):
        put(f"\n  the plays: kittens check --reading {ambiguity.name}={name}")
    for (first, second), pair in result.pairs.items():
        put(f"\n  {first} or {second}:")
        for line in _say_pair(first, second, pair):
            put(f"      {line}")


def _is_worth_a_row(found: dict[str, Verdict | None]) -> bool:
    outcomes = {None if one is None else one.outcome for one in found.values()}
    return len(outcomes) > 1 or any(one is not None and not one.is_as_expected for one in found.values())


def _is_a_surprise(verdict: Verdict | None) -> bool:
    return verdict is not None and not verdict.is_open and not verdict.is_as_expected


def say_verdict(verdict: Verdict | None) -> str:
    """The verdict with its number of decision points; whether it is as expected, where that is not plain."""
    if verdict is None:
        return "not asked"
    limit = f" ({verdict.counts.limit})" if verdict.is_open and verdict.counts.limit else ""
    words = f"{verdict.outcome}{limit}, {verdict.counts.states:,} decision points"
    if verdict.is_open:
        return words
    if verdict.expected_reason is not None:
        return words + (", as expected" if verdict.is_as_expected else ", although a violation is expected")
    return words + ("" if verdict.is_as_expected else ", not expected")


def _say_pair(first: str, second: str, pair: PairResult) -> list[str]:
    found, decks = pair.comparison, ", ".join(pair.decks)
    if found.difference is not None:
        lines = [f"smallest game, in {decks} ({found.pairs:,} pairs of situations looked at):"]
        for label in found.difference.labels:
            who, what = say_label(found.difference.system, label)
            lines.append(f"  {who}: {what}")
        lines.append(f"then under {first}: {_say_side(found.difference.first)}")
        lines.append(f"but under {second}: {_say_side(found.difference.second)}")
        return lines
    if found.limit is not None and not decks:
        return [f"not compared: {found.limit}"]
    how = "never differs in" if found.limit is None else f"undetermined ({found.limit}): no difference found in"
    lines = [f"{how} {decks or 'any deck'} ({found.pairs:,} pairs of situations), because:"]
    return [*lines, *(f"  {reason}" for reason in pair.reasons)]


def _say_side(lines: tuple[str, ...]) -> str:
    return "; ".join(lines) or "none of that"


def readings_entry(result: ReadingsResult) -> dict[str, object]:
    """The same for JSON."""
    return {
        "ambiguity": result.ambiguity.name,
        "verdicts": {
            reading: {key: _verdict_entry(found[reading]) for key, found in list_rows(result).items()}
            for reading in result.runs
        },
        "pairs": [
            {
                "readings": list(names),
                "decks": list(pair.decks),
                "pairs": pair.comparison.pairs,
                "limit": pair.comparison.limit,
                "differs": pair.comparison.difference is not None,
                "reasons": list(pair.reasons),
                "labels": []
                if (difference := pair.comparison.difference) is None
                else [list(say_label(difference.system, label)) for label in difference.labels],
                "first": [] if difference is None else list(difference.first),
                "second": [] if difference is None else list(difference.second),
            }
            for names, pair in result.pairs.items()
        ],
    }


def _verdict_entry(verdict: Verdict | None) -> dict[str, object] | None:
    if verdict is None:
        return None
    return {
        "verdict": verdict.outcome,
        "as_expected": verdict.is_as_expected,
        "states": verdict.counts.states,
        "transitions": verdict.counts.transitions,
        "limit": verdict.counts.limit,
    }
