"""Properties, lowered to core."""

from kittens_dsl.core import rules as core
from kittens_dsl.elaborate.conditions import join_conditions, lower_conditions
from kittens_dsl.elaborate.lemmas import check_linear
from kittens_dsl.elaborate.rules import list_clauses
from kittens_dsl.elaborate.scope import Report, Scope
from kittens_dsl.elaborate.unknown import find_reading
from kittens_dsl.names.book import Book
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.syntax.ast.scenes import Form, Property
from kittens_dsl.syntax.ast.words import Word


def lower_property(stated: Property, book: Book, report: Report) -> core.PropertyRule:
    """A property with the forms of it that can be understood."""
    forms = [_lower_form(form, book, report, is_lemma=stated.is_lemma) for form in stated.forms]
    return core.PropertyRule(
        stated.name.text,
        stated.words.text,
        list_clauses(stated.cites),
        None if stated.states is None else stated.states.text,
        tuple(form for form in forms if form is not None),
        None if stated.deck is None else stated.deck.text,
        stated.is_lemma,
        span=stated.span,
    )


def _lower_form(form: Form, book: Book, report: Report, *, is_lemma: bool) -> core.PropertyForm | None:
    scope = Scope(book, report, "property")
    conditions = lower_conditions(form.conditions, scope)
    if is_lemma and conditions is not None:
        check_linear("lemma", form.conditions, conditions, scope)
    expect = form.expect
    under = None if form.under is None else find_reading(*form.under, scope)
    closing = [] if expect is None else [_find_closing(reading, form, scope) for reading in expect.closed_by]
    if conditions is None:
        return None
    return core.PropertyForm(
        form.mode,
        join_conditions(conditions),
        None if expect is None else expect.reason.text,
        () if expect is None else list_clauses(expect.cites),
        0 if form.fewest is None else form.fewest.value,
        under,
        tuple(reading for reading in closing if reading is not None),
        form.words,
        span=form.span,
    )


def _find_closing(closing: Word, form: Form, scope: Scope) -> str | None:
    """The reading that closes a hole: another one of the ambiguity that the form speaks of."""
    if form.under is None:
        words = "a reading closes what another reading of the same ambiguity opens"
        helps = (
            f"say under which reading it is violated: `{form.mode}, under READING of AMBIGUITY, expect violated ...`",
        )
        scope.report.add(Problem("K230", words, label="closes what?", helps=helps, span=closing.span))
        return None
    reading, ambiguity = form.under
    found = find_reading(closing, ambiguity, scope)
    if found is not None and closing.text == reading.text:
        words = f"the reading {closing.text} cannot close what it opens"
        note = Note("asked under the same reading", reading.span)
        scope.report.add(Problem("K230", words, label="another reading is wanted", notes=(note,), span=closing.span))
    return None if found is None else closing.text
