"""What would fit at a place of the text, in words, from what the parser could take there."""

from collections.abc import Iterable

from kittens_dsl.syntax.automaton import Automaton
from kittens_dsl.syntax.lexer import DEDENT, INDENT, NEWLINE

MOST_LISTED = 24
"""Words in a list of what fits."""

SORTS = {
    "NAME": "a name",
    "STRING": "a card or text in quotation marks",
    "INT": "a number",
    "CLAUSE": "a clause such as CLAUSE-1",
    NEWLINE: "the end of the line",
    INDENT: "an indented block",
    DEDENT: "the end of the block",
    "$END": "the end of the file",
}


def list_fitting(automaton: Automaton) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of the language that fit where the automaton is, and the sorts of other things that do."""
    words = {kind: word for word, kind in automaton.tables.keywords.items()}
    taken = automaton.list_taken()
    return (
        tuple(sorted(words[kind] for kind in taken if kind in words)),
        tuple(SORTS[kind] for kind in SORTS if kind in taken),
    )


def describe_fitting(words: Iterable[str], sorts: Iterable[str]) -> tuple[str, ...]:
    """A help that lists them; none if there is nothing to list."""
    shown = [f"`{word}`" for word in words]
    if len(shown) > MOST_LISTED:
        shown = [*shown[:MOST_LISTED], "..."]
    listed = [*shown, *sorts]
    return (f"what fits here: {', '.join(listed)}",) if listed else ()
