"""Templates: linear facts of any cards and zones, which are declared for its condition by the names they are given."""

from dataclasses import replace

from kittens_dsl.core import templates as core
from kittens_dsl.core.counting import list_counts
from kittens_dsl.core.terms import Condition
from kittens_dsl.elaborate.conditions import join_conditions, lower_conditions
from kittens_dsl.elaborate.lemmas import check_linear
from kittens_dsl.elaborate.rules import list_clauses
from kittens_dsl.elaborate.scope import Report, Scope
from kittens_dsl.names.book import Book
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.source.span import Span
from kittens_dsl.syntax.ast.declarations import Card, Zone
from kittens_dsl.syntax.ast.scenes import Template
from kittens_dsl.syntax.ast.words import Digits, Word
from kittens_dsl.syntax.reserved import find_reserved


def lower_template(stated: Template, book: Book, report: Report) -> core.Template | None:
    """A template, or None where its condition cannot be understood."""
    cards = {title.text: _any_card(title) for title in stated.cards}
    zones = {name.text: _any_zone(name, of_player=of_player) for name, of_player in stated.zones}
    if not _are_free(stated, book, report):
        return None
    inside = replace(book, cards={**book.cards, **cards}, nouns={**book.nouns, **zones})
    scope = Scope(inside, report, "property")
    conditions = lower_conditions(stated.conditions, scope)
    if conditions is None:
        return None
    check_linear("template", stated.conditions, conditions, scope)
    condition = join_conditions(conditions)
    _refuse_unused(stated, condition, report)
    return core.Template(
        stated.name.text,
        stated.words.text,
        tuple(cards),
        tuple((name.text, of_player) for name, of_player in stated.zones),
        condition,
        list_clauses(stated.cites),
        span=stated.span,
    )


def _any_card(title: Word) -> Card:
    return Card(title, title, Digits(1, title.span), (), False, (), (), title.span)


def _any_zone(name: Word, *, of_player: bool) -> Zone:
    return Zone(name, of_player, (), False, False, False, None, False, (), name.span)


def _are_free(stated: Template, book: Book, report: Report) -> bool:
    """Whether no name for any card or zone is that of a declared one, or given twice; a problem otherwise."""
    problems: list[Problem] = []
    given: dict[str, Word] = {}
    for word in _list_names(stated):
        first = given.setdefault(word.text, word)
        site = first.span if first is not word else _find_site(word, book)
        reserved = find_reserved(word)
        if reserved is not None:
            problems.append(reserved)
        elif site is not None:
            words = f"{word.text} is the name of something else already"
            notes = (Note("called so here", site),)
            problems.append(Problem("K105", words, label="choose another name", notes=notes, span=word.span))
    for problem in problems:
        report.add(problem)
    return not problems


def _find_site(word: Word, book: Book) -> Span | None:
    """Where a card or a noun of that name is declared."""
    if word.text in book.cards:
        return book.cards[word.text].title.span
    return book.nouns[word.text].name.span if word.text in book.nouns else None


def _refuse_unused(stated: Template, condition: Condition, report: Report) -> None:
    counts = list_counts(condition)
    used = {kind for one in counts for kind in one.filter.kinds or ()} | {one.zone.zone for one in counts}
    for word in _list_names(stated):
        if word.text not in used:
            words = f"nothing is said of any {word.text}"
            report.add(Problem("K121", words, label="called so and never used", span=word.span))


def _list_names(stated: Template) -> tuple[Word, ...]:
    return (*stated.cards, *(name for name, _ in stated.zones))
