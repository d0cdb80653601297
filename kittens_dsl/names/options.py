"""The options that rules offer, by their words."""

from collections.abc import Iterable, Iterator

from kittens_dsl.names.blocks import walk_statements
from kittens_dsl.syntax.ast.declarations import Rule
from kittens_dsl.syntax.ast.statements import ChooseOne, May

DECLINE = "not to "
"""Before the words of an option that somebody may leave."""


def list_options(rules: Iterable[Rule]) -> tuple[str, ...]:
    """The words of every option, once."""
    return tuple(dict.fromkeys(_walk_options(rules)))


def _walk_options(rules: Iterable[Rule]) -> Iterator[str]:
    for rule in rules:
        for statement in walk_statements(() if rule.effect is None else rule.effect.block):
            if isinstance(statement, ChooseOne):
                yield from (option.words.text for option in statement.options if option.block is not None)
            elif isinstance(statement, May):
                yield statement.option.words.text
                yield DECLINE + statement.option.words.text
