"""Tensions, lowered to core: every name that decides one or shows the decision is looked up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from kittens_dsl.core import tensions as core
from kittens_dsl.elaborate.rules import list_clauses
from kittens_dsl.elaborate.scope import Report, Scope
from kittens_dsl.elaborate.unknown import find_reading, refuse_unknown
from kittens_dsl.names.book import Book
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.syntax.ast.declarations import Decision, Tension
from kittens_dsl.syntax.ast.words import Word


def lower_tension(tension: Tension, book: Book, report: Report) -> core.Tension:
    """A tension; a decision whose name nobody declared is a problem, and so is one that nothing shows."""
    decisions = [_lower_decision(decision, book, report) for decision in tension.decisions]
    for scene in tension.shown:
        _look_up("K118", "scene", scene, book.scenes, report)
    if not tension.shown and any(decision.sort == "rule" for decision in tension.decisions):
        report.add(
            Problem(
                "K410",
                f"no scene shows how {tension.name.text} is decided",
                label="decided by a rule alone",
                helps=("name a scene in which it matters: `shown by SCENE`",),
                span=tension.name.span,
            )
        )
    return core.Tension(
        tension.name.text,
        tension.question.text,
        tuple(decision for decision in decisions if decision is not None),
        tuple(scene.text for scene in tension.shown),
        list_clauses(tension.cites),
        span=tension.span,
    )


def _lower_decision(decision: Decision, book: Book, report: Report) -> core.Decision | None:
    match decision.sort:
        case "reading":
            return _lower_reading(decision, book, report)
        case "ruling":
            return _lower_ruling(decision.name, book, report)
        case "rule":
            _look_up("K116", "rule", decision.name, [*book.rules, *book.setup], report)
        case "box":
            _look_up("K102", "box", decision.name, book.boxes, report)
        case "property":
            return _lower_property(decision.name, book, report)
        case other:
            assert_never(other)
    assert decision.words is not None
    return core.Decision(decision.sort, decision.name.text, decision.words.text)


def _lower_reading(decision: Decision, book: Book, report: Report) -> core.Decision | None:
    """A reading decides if it is the default: any other is only one that may be tried."""
    assert decision.of is not None
    found = find_reading(decision.name, decision.of, Scope(book, report, "rule"))
    if found is None:
        return None
    ambiguity = book.ambiguities[found[0]]
    default = ambiguity.default
    if default is None or default.text != found[1]:
        report.add(
            Problem(
                "K411",
                f"{found[1]} is not the default of {found[0]}",
                label="decides nothing",
                notes=() if default is None else (Note(f"the default is {default.text}", default.span),),
                span=decision.name.span,
            )
        )
    words = next(each.words.text for each in ambiguity.readings if each.name.text == found[1])
    return core.Decision("reading", f"{found[0]}={found[1]}", words)


def _lower_ruling(name: Word, book: Book, report: Report) -> core.Decision | None:
    if not _look_up("K118", "ruling", name, book.rulings, report):
        return None
    words = book.rulings[name.text].words
    return core.Decision("ruling", name.text, "" if words is None else words.text)


def _lower_property(name: Word, book: Book, report: Report) -> core.Decision | None:
    if not _look_up("K118", "property", name, book.properties, report):
        return None
    return core.Decision("property", name.text, book.properties[name.text].words.text)


def _look_up(code: str, sort: str, name: Word, known: Iterable[str], report: Report) -> bool:
    known = tuple(known)
    if name.text not in known:
        refuse_unknown(code, sort, name, known, report)
    return name.text in known
