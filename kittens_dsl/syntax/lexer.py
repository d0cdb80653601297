"""Text to tokens: words by what the parser can take, indentation as opening and closing tokens."""

import re
from collections.abc import Iterator
from typing import Literal

from kittens_dsl.syntax.automaton import Automaton
from kittens_dsl.syntax.tree import Token

NEWLINE, INDENT, DEDENT = "_NL", "_INDENT", "_DEDENT"
UNKNOWN, OPEN_QUOTE = "UNKNOWN", "OPEN_QUOTE"

DEEPEST = 40
"""Levels of blocks, brackets open in one line, and cases that follow one `if`."""

LONGEST = 300
"""Words, quotations and marks in one line."""

Reason = Literal["between", "too deep", "line too deep"]

_TOKEN = re.compile(
    r"""
    [ \t]*
    (?: (?P<NAME>[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*(?![\w]))
    | (?P<line>(?:--[^\n]*)?(?:\n[ \t]*(?:--[^\n]*)?)+)
    | (?P<STRING>"[^"\n]+")
    | (?P<INT>[0-9]+(?![\w]))
    | (?P<CLAUSE>[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*(?![\w]))
    | (?P<mark>'s(?![\w])|[\[\](),])
    | (?P<rest>(?:--[^\n]*)?\Z)
    | (?P<UNKNOWN>""|[^\W_][\w.'’-]*|[^"])
    | (?P<OPEN_QUOTE>"[^\n]*)
    )
    """,
    re.VERBOSE,
)


class LayoutError(Exception):
    """Indentation that cannot be read: `reason` says why, `token` where, `opening` what it is measured against."""

    def __init__(self, reason: Reason, token: Token, opening: Token) -> None:
        """All three are known wherever indentation is read."""
        super().__init__(reason)
        self.reason = reason
        self.token = token
        self.opening = opening


def lex(text: str, start: int, end: int, automaton: Automaton) -> Iterator[Token]:
    """The tokens of a stretch of the text, one at a time, as the automaton takes them; LayoutError.

    A word is a keyword where the automaton can take that keyword, and a name elsewhere.
    """
    keywords = automaton.tables.keywords
    layout = _Layout()
    position = start
    last = make_mark(NEWLINE, position)
    while position < end:
        match = _TOKEN.match(text, position, end)
        assert match is not None
        assert match.lastgroup is not None
        kind = match.lastgroup
        start, position = match.span(kind)
        if kind == "line":
            if position < end:
                yield from layout.read_line(text, position, last)
            continue
        if kind == "rest":
            break
        value = text[start:position]
        if kind == "NAME":
            keyword = keywords.get(value)
            if keyword is not None and automaton.takes(keyword):
                kind = keyword
        elif kind == "mark":
            kind = keywords[value]
            layout.count_bracket(value)
        last = Token(kind, value, start, position)
        layout.count(last)
        yield last
    yield from layout.finish(last)


class _Layout:
    """The open blocks and brackets at a place of the text."""

    def __init__(self) -> None:
        self.columns = [0]
        self.openings: list[Token] = []
        self.first: Token | None = None
        self.brackets = 0
        self.length = 0
        self.cases: dict[int, int] = {}

    def count(self, token: Token) -> None:
        """Take note of a token of the line."""
        if self.first is None:
            self.first = token
            self.count_case(token)
        self.length += 1
        if self.length > LONGEST or self.brackets > DEEPEST:
            raise LayoutError("line too deep", token, self.first)

    def count_bracket(self, mark: str) -> None:
        """Take note of a bracket that opens or closes."""
        self.brackets += {"(": 1, ")": -1}.get(mark, 0)

    def count_case(self, token: Token) -> None:
        """Take note of a first word: a chain of `otherwise` is nested as deeply as it is long."""
        column = self.columns[-1]
        self.cases = {each: number for each, number in self.cases.items() if each <= column}
        self.cases[column] = self.cases.get(column, 0) + 1 if token.value == "otherwise" else 0
        if self.cases[column] > DEEPEST:
            raise LayoutError("too deep", token, self.openings[0])

    def read_line(self, text: str, position: int, last: Token) -> Iterator[Token]:
        """The tokens between the line that `last` ends and the next line, whose first word is at `position`."""
        column = position - text.rindex("\n", 0, position) - 1
        yield make_mark(NEWLINE, last.end_pos)
        assert self.first is not None
        here = make_mark(INDENT, position)
        if column > self.columns[-1]:
            self.columns.append(column)
            self.openings.append(self.first)
            if len(self.columns) > DEEPEST:
                raise LayoutError("too deep", here, self.openings[0])
            yield here
        while column < self.columns[-1]:
            self.columns.pop()
            opening = self.openings.pop()
            if column > self.columns[-1]:
                raise LayoutError("between", here, opening)
            yield make_mark(DEDENT, position)
        self.first = None
        self.brackets = self.length = 0

    def finish(self, last: Token) -> Iterator[Token]:
        """The end of the last line and of all open blocks."""
        position = last.end_pos
        yield make_mark(NEWLINE, position)
        for _ in self.openings:
            yield make_mark(DEDENT, position)


def make_mark(kind: str, position: int) -> Token:
    """A token of layout: it takes no place."""
    return Token(kind, "", position, position)
