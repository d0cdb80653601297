"""Declared and called names that no sentence uses."""

from collections.abc import Iterator

from kittens_dsl.elaborate.scope import Report
from kittens_dsl.names.book import Book
from kittens_dsl.problem.problem import Problem
from kittens_dsl.syntax.ast.words import Word


def find_unused(book: Book, report: Report) -> Iterator[Problem]:
    """A problem for each; asked only when everything else is in order, else it would repeat other mistakes."""
    for noun in book.nouns.values():
        if ("noun", noun.name.text) not in report.used:
            yield _refuse(noun.name)
    for event in book.events.values():
        if ("event", event.phrase.text) not in report.used:
            yield _refuse(event.phrase)
    for ambiguity in book.ambiguities.values():
        if ("ambiguity", ambiguity.name.text) not in report.used:
            yield _refuse(ambiguity.name)
    for span, name in report.called.items():
        if span not in report.used_bindings:
            yield Problem(
                "K121",
                f"nothing is done with the {name}",
                label="called so and never used",
                span=span,
            )


def _refuse(name: Word) -> Problem:
    return Problem(
        "K120",
        f"no rule uses {name.text}",
        label="declared and never used",
        helps=("use it, or leave the declaration out",),
        span=name.span,
    )
