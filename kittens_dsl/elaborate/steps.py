"""Steps of setup, lowered to core: those that another step replaces are gone, and the others know what they follow."""

from kittens_dsl.core import rules as core
from kittens_dsl.elaborate.blocks import lower_block
from kittens_dsl.elaborate.rules import list_clauses
from kittens_dsl.elaborate.scope import Report, Scope
from kittens_dsl.names.book import Book
from kittens_dsl.names.steps import resolve_steps


def lower_steps(book: Book, report: Report) -> tuple[core.SetupStep, ...]:
    """The steps that are taken, in the order of the files."""
    after = resolve_steps(book)
    lowered: list[core.SetupStep] = []
    for name, placed in book.setup.items():
        step = placed.step
        body, _ = lower_block(step.block, Scope(book, report, "setup"))
        if name in after:
            lowered.append(
                core.SetupStep(name, placed.box, list_clauses(step.cites), body, after[name], span=step.span)
            )
    return tuple(lowered)
