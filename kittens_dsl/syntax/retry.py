"""Whether a text could be parsed further, if something else stood at a place of it."""

from kittens_dsl.source.text import Source
from kittens_dsl.syntax.automaton import END, Automaton, UnexpectedTokenError
from kittens_dsl.syntax.lexer import DEDENT, INDENT, NEWLINE, LayoutError, lex
from kittens_dsl.syntax.tables import Tables
from kittens_dsl.syntax.tree import Token

OPENER = "then"
"""The word of the language whose line opens the block that says what happens."""


def goes_on(text: str, chunk: tuple[int, int], start: int, end: int, word: str, tables: Tables) -> bool:
    """Whether the next word of the line fits as well, once another word stands at a place."""
    changed = text[:start] + word + text[end:]
    after = start + len(word)
    following = changed[after:].partition("\n")[0]
    refused = _find_refused(changed, chunk[0], chunk[1] + after - end, tables)
    if refused is None:
        return True
    is_next = refused.start_pos == after + len(following) - len(following.lstrip())
    return refused.type in (NEWLINE, INDENT, DEDENT, END) or not is_next


def fits_below_opener(source: Source, line: int, above: int, chunk: tuple[int, int], tables: Tables) -> bool:
    """Whether a line fits, once `then` stands between it and a line above, and the line is indented below that.

    `then` is indented like the one of both that is indented less.
    """
    upper, lower = source.read_line(above), source.read_line(line)
    indentation = min((one[: len(one) - len(one.lstrip())] for one in (upper, lower)), key=len)
    before = source.text[: source.line_starts[above - 1] + len(upper)]
    text = f"{before}\n{indentation}{OPENER}\n{indentation}  {lower.strip()}"
    refused = _find_refused(text, chunk[0], len(text), tables)
    return refused is None or refused.type in (DEDENT, END)  # a block of its own may follow


def _find_refused(text: str, start: int, end: int, tables: Tables) -> Token | None:
    """The first token of a text that the parser cannot take; None where it takes all, or the layout is wrong."""
    walk = Automaton(tables)
    try:
        for token in lex(text, start, end, walk):
            walk.feed(token)
    except UnexpectedTokenError as error:
        return error.token
    except LayoutError:
        return None
    return None
