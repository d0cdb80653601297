"""Tensions, lowered to core: every name that decides one or shows the decision is looked up."""

from __future__ import annotations

from typing import assert_never

from kittens_dsl.core import tensions as core
from kittens_dsl.elaborate.rules import list_clauses
from kittens_dsl.elaborate.scope import Report, Scope
from kittens_dsl.elaborate.unknown import find_reading, look_up
from kittens_dsl.names.book import Book
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.syntax.ast.declarations import Decision, Tension
from kittens_dsl.syntax.ast.words import Word


def lower_tension(tension: Tension, book: Book, report: Report) -> core.Tension:
    """A tension; a decision whose name nobody declared is a problem, and so is one that nothing shows."""
    decisions = [_lower_decision(decision, tension, book, report) for decision in tension.decisions]
    for scene in tension.shown:
        look_up("K118", "scene", scene, book.scenes, report)
    if not tension.shown and any(decision.sort in ("ruling", "reading") for decision in tension.decisions):
        report.add(
            Problem(
                "K410",
                f"no scene shows how {tension.name.text} is decided",
                label="decided, and not shown",
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


def _lower_decision(decision: Decision, tension: Tension, book: Book, report: Report) -> core.Decision | None:
    match decision.sort:
        case "reading":
            return _lower_reading(decision, book, report)
        case "ruling":
            return _lower_ruling(decision.name, tension, book, report)
        case "property":
            return _lower_property(decision.name, book, report)
        case other:
            assert_never(other)


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


def _lower_ruling(name: Word, tension: Tension, book: Book, report: Report) -> core.Decision | None:
    """A ruling decides what its clauses speak of, and a scene that shows it is written from one that holds."""
    if not look_up("K118", "ruling", name, book.rulings, report):
        return None
    ruling = book.rulings[name.text]
    holding = list_clauses(ruling.cites)
    if not {*holding, *list_clauses(ruling.over)}.intersection(list_clauses(tension.cites)):
        report.add(
            Problem(
                "K414",
                f"ruling {name.text} says nothing of the clauses of {tension.name.text}",
                label="about other clauses",
                notes=(Note("the ruling", ruling.name.span),),
                helps=(f"{tension.name.text} cites {', '.join(list_clauses(tension.cites))}",),
                span=name.span,
            )
        )
    shown = [book.scenes[scene.text] for scene in tension.shown if scene.text in book.scenes]
    if shown and not any(set(holding).intersection(list_clauses(scene.cites)) for scene in shown):
        report.add(
            Problem(
                "K415",
                f"no scene of {tension.name.text} is written from a clause that holds by ruling {name.text}",
                label=f"{', '.join(holding)} hold" + ("s" if len(holding) == 1 else ""),
                helps=("name a scene that cites one of them: `shown by SCENE`",),
                span=tension.shown[0].span,
            )
        )
    return core.Decision("ruling", name.text, "" if ruling.words is None else ruling.words.text)


def _lower_property(name: Word, book: Book, report: Report) -> core.Decision | None:
    if not look_up("K118", "property", name, book.properties, report):
        return None
    return core.Decision("property", name.text, book.properties[name.text].words.text)
