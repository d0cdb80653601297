"""One source to the declarations in it, each parsed on its own, so that a mistake in one hides none in the next."""

import re
from collections.abc import Iterator

from lark import Token, Tree, UnexpectedToken
from lark.utils import TextSlice

from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.span import Span
from kittens_dsl.source.text import Source
from kittens_dsl.syntax.ast.declarations import Declaration, File
from kittens_dsl.syntax.build.declarations import build_declaration
from kittens_dsl.syntax.grammar import load_parser
from kittens_dsl.syntax.lexer import LayoutError

_MARGIN = re.compile(r"^(?!--|[ \t]|\n|\Z)", re.MULTILINE)
"""The start of a line that says something at the left margin."""

_INDENTED = re.compile(r"^[ \t]+(?!--)\S", re.MULTILINE)


def parse_source(source: Source) -> tuple[File, tuple[Problem, ...]]:
    """The file, without the declarations that could not be read, and why those could not."""
    declarations: list[Declaration] = []
    problems: list[Problem] = []
    for start, end in _find_chunks(source.text):
        parsed = _parse_chunk(source, start, end)
        if isinstance(parsed, Problem):
            problems.append(parsed)
        else:
            declarations.append(parsed)
    return File(source.name, tuple(declarations)), tuple(problems)


def _find_chunks(text: str) -> Iterator[tuple[int, int]]:
    """The offsets of each declaration: from a line at the left margin to the next such line."""
    starts = [match.start() for match in _MARGIN.finditer(text)]
    yield from zip(starts, [*starts[1:], len(text)], strict=True)


def _parse_chunk(source: Source, start: int, end: int) -> Declaration | Problem:
    try:
        tree = load_parser().parse(TextSlice(source.text, start, end))
    except UnexpectedToken as error:
        return Problem("K010", f"{error.token.value!r} does not fit here", span=_span(error.token, source))
    except LayoutError as error:
        return Problem("K016", error.reason, span=_span(error.token, source))
    declaration = tree.children[0]
    assert isinstance(declaration, Tree)
    return build_declaration(declaration, source)


def _span(token: Token, source: Source) -> Span:
    assert token.start_pos is not None and token.end_pos is not None
    return source.span(token.start_pos, token.end_pos)
