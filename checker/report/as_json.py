"""Verdicts as one JSON document: the same facts as the table on the terminal, with every step of every play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from checker.analysis.check import TableResult
from checker.analysis.suspicion import Suspicions
from checker.analysis.verdict import Verdict, chosen_readings
from checker.report.story import Step, tell_story

Json = dict[str, object]


def verdict_entry(verdict: Verdict, result: TableResult, defaults: Mapping[str, str]) -> Json:
    """One verdict with states, transitions, depth, deck mode, scope and limits."""
    system = result.system
    story = tell_story(result.machine, verdict.evidence) if verdict.evidence else None
    return {
        "property": verdict.name,
        "words": verdict.words,
        "number": verdict.number,
        "form": verdict.form,
        "clauses": list(verdict.clauses),
        "boxes": [box.name for box in system.rules.boxes],
        "players": verdict.table.players,
        "scope": {
            "name": verdict.table.scope.name,
            "copies": dict(verdict.table.scope.copies),
            "dealt": verdict.table.scope.dealt,
            "laid": verdict.table.scope.laid,
            "lacks": list(result.lacking),
        },
        "readings": chosen_readings(verdict.table, defaults),
        "deck": verdict.table.pile,
        "deck_exact": system.bag_exact is not False,
        "engine": result.findings.engine,
        "verdict": verdict.outcome,
        "expected": None
        if verdict.expected_reason is None
        else {
            "reason": verdict.expected_reason,
            "clauses": list(verdict.expected_clauses),
        },
        "as_expected": verdict.is_as_expected,
        "vacuous": verdict.vacuous,
        "states": verdict.states,
        "transitions": verdict.transitions,
        "depth": verdict.depth,
        "limit": verdict.limit,
        "opening": [] if story is None else list(story.opening),
        "steps": [] if story is None else [_step(step) for step in story.steps],
        "ending": [] if story is None else list(story.ending),
    }


def _step(step: Step) -> Json:
    return {
        "number": step.number,
        "who": step.who,
        "what": step.what,
        "happened": list(step.happened),
        "forced": step.forced,
        "rules": [{"rule": one.rule, "clauses": list(one.clauses), "place": one.place} for one in step.citations],
    }


def render_json(entries: Sequence[Json], suspicions: Suspicions | None, extra: Mapping[str, object]) -> str:
    """The whole document."""
    document: Json = {"format": "verdicts", "version": 1, **extra, "verdicts": list(entries)}
    if suspicions is not None:
        document["suspicions"] = suspicions.as_lists()
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()
