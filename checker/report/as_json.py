"""Verdicts as one JSON document: the same facts as the table on the terminal, with every step of every play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from checker.analysis.check import TableResult
from checker.analysis.plan import Run
from checker.analysis.suspicion import Suspicions
from checker.analysis.verdict import Verdict, chosen_readings
from checker.report.story import Step, tell_story
from kittens_dsl.core.rules import Rules

Json = dict[str, object]


def list_entries(rules: Rules, run: Run) -> list[Json]:
    """Every verdict of a run, table by table; those that an interrupt left out come last."""
    defaults = {one.name: one.default or one.readings[0][0] for one in rules.ambiguities}
    searched = [_entry(rules, one, result, defaults) for result in run.results for one in result.verdicts]
    return [*searched, *(_entry(rules, one, None, defaults) for one in run.left_out)]


def _entry(rules: Rules, verdict: Verdict, result: TableResult | None, defaults: Mapping[str, str]) -> Json:
    """One verdict with states, transitions, depth, deck mode, scope and limits."""
    story = tell_story(result.machine, verdict.evidence) if verdict.evidence and result is not None else None
    copies = verdict.table.scope.copies
    return {
        "property": verdict.name,
        "words": verdict.words,
        "number": verdict.number,
        "form": verdict.form,
        "condition": verdict.condition,
        "put_to": None
        if verdict.hole is None
        else {
            "ambiguity": verdict.hole.ambiguity,
            "reading": verdict.hole.reading,
            "role": "opens" if verdict.hole.is_open else "closes",
        },
        "clauses": list(verdict.clauses),
        "boxes": [box.name for box in rules.boxes],
        "players": verdict.table.players,
        "scope": {
            "name": verdict.table.scope.name,
            "copies": dict(copies),
            "dealt": verdict.table.scope.dealt,
            "laid": verdict.table.scope.laid,
            "lacks": [kind.name for kind in rules.cards if not copies.get(kind.name)],
        },
        "readings": chosen_readings(verdict.table, defaults),
        "deck": verdict.table.pile,
        "deck_exact": None if result is None else result.system.bag_exact is not False,
        "engine": None if result is None else result.findings.engine,
        "verdict": verdict.outcome,
        "expected": None
        if verdict.expected_reason is None
        else {
            "reason": verdict.expected_reason,
            "clauses": list(verdict.expected_clauses),
        },
        "as_expected": verdict.is_as_expected,
        "vacuous": verdict.vacuous,
        "states": verdict.counts.states,
        "transitions": verdict.counts.transitions,
        "depth": verdict.counts.depth,
        "limit": verdict.counts.limit,
        "opening": [] if story is None else list(story.opening),
        "steps": [] if story is None else [step_entry(step) for step in story.steps],
        "ending": [] if story is None else list(story.ending),
    }


def step_entry(step: Step) -> Json:
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
