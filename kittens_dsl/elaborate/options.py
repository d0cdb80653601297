"""The options that rules offer, by their words."""

from collections.abc import Iterator

from kittens_dsl.names.blocks import walk_statements
from kittens_dsl.names.book import Book
from kittens_dsl.syntax.ast.statements import ChooseOne, May

DECLINE = "not to "
"""Before the words of an option that somebody may leave."""


def list_options(book: Book) -> tuple[str, ...]:
    """The words of every option, once."""
    return tuple(dict.fromkeys(_walk_options(book)))


def _walk_options(book: Book) -> Iterator[str]:
    for placed in book.rules.values():
        for statement in walk_statements(() if placed.rule.effect is None else placed.rule.effect.block):
            if isinstance(statement, ChooseOne):
                yield from (option.words.text for option in statement.options if option.block is not None)
            elif isinstance(statement, May):
                yield statement.option.words.text
                yield DECLINE + statement.option.words.text
