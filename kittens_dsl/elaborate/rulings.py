"""Rulings, lowered to core: clauses that hold, what carries them out, and what a ruling is there for."""

from __future__ import annotations

from collections.abc import Iterator

from kittens_dsl.core import rules as core
from kittens_dsl.elaborate.rules import list_clauses
from kittens_dsl.elaborate.scope import Report
from kittens_dsl.elaborate.unknown import look_up
from kittens_dsl.names.book import Book
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.syntax.ast.declarations import Carrier, Cites, Ruling
from kittens_dsl.syntax.ast.words import Word


def lower_ruling(ruling: Ruling, book: Book, report: Report) -> core.Ruling:
    """A ruling; what carries it out must be there and cite a clause that holds, and something must come of it."""
    for clause in ruling.cites:
        if clause.text in list_clauses(ruling.over):
            report.add(_refuse_both(clause, ruling))
    for carrier in ruling.carriers:
        found = _find_carrier(carrier, book, report)
        if found is not None and not {*list_clauses(ruling.cites)}.intersection(list_clauses(found[1])):
            report.add(_refuse_carrier(carrier, found, ruling))
    for problem in _check_use(ruling, book):
        report.add(problem)
    return core.Ruling(
        ruling.name.text,
        "" if ruling.words is None else ruling.words.text,
        list_clauses(ruling.cites),
        list_clauses(ruling.over),
        tuple(f"box {one.name.text}" if one.sort == "box" else one.name.text for one in ruling.carriers),
        tuple((winner.text, loser.text) for winner, loser in ruling.pairs),
        span=ruling.span,
    )


def _find_carrier(carrier: Carrier, book: Book, report: Report) -> tuple[Word, Cites] | None:
    """The name and the clauses of what carries a ruling out; a problem if nothing is called that."""
    name = carrier.name.text
    if carrier.sort == "box":
        if not look_up("K102", "box", carrier.name, book.boxes, report):
            return None
        return book.boxes[name].name, book.boxes[name].cites
    if not look_up("K116", "rule", carrier.name, [*book.rules, *book.setup], report):
        return None
    if name in book.rules:
        return book.rules[name].rule.name, book.rules[name].rule.cites
    return book.setup[name].step.name, book.setup[name].step.cites


def _refuse_carrier(carrier: Carrier, found: tuple[Word, Cites], ruling: Ruling) -> Problem:
    name, cites = found
    return Problem(
        "K412",
        f"{carrier.name.text} cites none of the clauses that hold by ruling {ruling.name.text}",
        label="carries out something else",
        notes=(Note(f"it cites {', '.join(list_clauses(cites)) or 'nothing'}", name.span),),
        helps=(f"what holds is {', '.join(list_clauses(ruling.cites))}",),
        span=carrier.name.span,
    )


def _refuse_both(clause: Word, ruling: Ruling) -> Problem:
    again = next(word for word in ruling.over if word.text == clause.text)
    return Problem(
        "K416",
        f"clause {clause.text} cannot hold over itself",
        label="yields here",
        notes=(Note("holds here", clause.span),),
        span=again.span,
    )


def _check_use(ruling: Ruling, book: Book) -> Iterator[Problem]:
    """A ruling makes a rule beat another, or decides a tension and says what carries it out."""
    if ruling.pairs:
        return
    if not ruling.carriers:
        yield _refuse_use(ruling, "nothing carries it out", "say which rule does so: `carried out by RULE`")
    names = {one.name.text for tension in book.tensions.values() for one in tension.decisions if one.sort == "ruling"}
    if ruling.name.text not in names:
        name = ruling.name.text
        yield _refuse_use(ruling, "no tension is decided by it", f"write `decided by ruling {name}` below a tension")


def _refuse_use(ruling: Ruling, label: str, help_: str) -> Problem:
    return Problem(
        "K413", f"ruling {ruling.name.text} decides nothing", label=label, helps=(help_,), span=ruling.name.span
    )
