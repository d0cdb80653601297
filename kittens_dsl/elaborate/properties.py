"""Properties, lowered to core."""

from kittens_dsl.core import rules as core
from kittens_dsl.elaborate.conditions import join_conditions, lower_conditions
from kittens_dsl.elaborate.rules import list_clauses
from kittens_dsl.elaborate.scope import Report, Scope
from kittens_dsl.names.book import Book
from kittens_dsl.syntax.ast.scenes import Form, Property


def lower_property(stated: Property, book: Book, report: Report) -> core.PropertyRule:
    """A property with the forms of it that can be understood."""
    forms = [_lower_form(form, book, report) for form in stated.forms]
    return core.PropertyRule(
        stated.name.text,
        stated.words.text,
        list_clauses(stated.cites),
        None if stated.states is None else stated.states.text,
        tuple(form for form in forms if form is not None),
        None if stated.deck is None else stated.deck.text,
        span=stated.span,
    )


def _lower_form(form: Form, book: Book, report: Report) -> core.PropertyForm | None:
    conditions = lower_conditions(form.conditions, Scope(book, report, "property"))
    if conditions is None:
        return None
    expect = form.expect
    return core.PropertyForm(
        form.mode,
        join_conditions(conditions),
        None if expect is None else expect.reason.text,
        () if expect is None else list_clauses(expect.cites),
        span=form.span,
    )
