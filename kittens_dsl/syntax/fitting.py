"""What would fit at a place of the text, in words, from what the parser could take there."""

from collections.abc import Iterable

from lark import Lark
from lark.lexer import PatternStr
from lark.parsers.lalr_interactive_parser import InteractiveParser

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


def list_fitting(parser: Lark, place: InteractiveParser) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of the language that fit at a place, and the sorts of other things that do."""
    words = {
        terminal.name: terminal.pattern.value
        for terminal in parser.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    accepted: set[str] = place.accepts()  # type: ignore[no-untyped-call]  # Lark has no types here
    return (
        tuple(sorted(words[kind] for kind in accepted if kind in words)),
        tuple(SORTS[kind] for kind in SORTS if kind in accepted),
    )


def describe_fitting(words: Iterable[str], sorts: Iterable[str]) -> tuple[str, ...]:
    """A help that lists them; none if there is nothing to list."""
    shown = [f"`{word}`" for word in words]
    if len(shown) > MOST_LISTED:
        shown = [*shown[:MOST_LISTED], "..."]
    listed = [*shown, *sorts]
    return (f"what fits here: {', '.join(listed)}",) if listed else ()
