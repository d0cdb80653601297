"""One source to the declarations in it, each parsed on its own, so that a mistake in one hides none in the next."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.text import Source
from kittens_dsl.syntax.ast.declarations import Counter, Declaration, Event, File, Status, Token, Trait, Zone
from kittens_dsl.syntax.automaton import END, Automaton, UnexpectedTokenError
from kittens_dsl.syntax.build.declarations import build_declaration
from kittens_dsl.syntax.grammar import load_tables
from kittens_dsl.syntax.lexer import NEWLINE, LayoutError, lex, make_mark
from kittens_dsl.syntax.mistakes import explain_layout, explain_token, span_words
from kittens_dsl.syntax.reserved import find_reserved, find_reserved_verb
from kittens_dsl.syntax.tree import Tree

_MARGIN = re.compile(r"^(?!--|[ \t]|\n|\Z)", re.MULTILINE)
"""The start of a line that says something at the left margin."""

Known: TypeAlias = Callable[[int, int], Declaration | None]

_INDENTED = re.compile(r"^[ \t]+(?!--)\S", re.MULTILINE)


def _know_nothing(_start: int, _end: int) -> Declaration | None:
    return None


def parse_source(source: Source, known: Known = _know_nothing) -> tuple[File, tuple[Problem, ...]]:
    """The file, without the declarations that could not be read, and why those could not.

    known: a declaration of which it is known already what it is, by where it starts and ends.
    """
    declarations: list[Declaration] = []
    problems: list[Problem] = list(_find_stray_lines(source))
    for start, end in find_chunks(source.text):
        parsed = known(start, end) or _parse_chunk(source, start, end)
        if isinstance(parsed, Problem):
            problems.append(parsed)
        else:
            declarations.append(parsed)
            problems += _check_name(parsed)
    return File(source.name, tuple(declarations)), tuple(problems)


def _check_name(declaration: Declaration) -> tuple[Problem, ...]:
    """A problem for a name that the sentences about it would not find, because the language keeps the word."""
    match declaration:
        case Zone(name=name) | Token(name=name) | Counter(name=name) | Status(name=name) | Trait(name=name):
            reserved = find_reserved(name)
        case Event(phrase=phrase):
            reserved = find_reserved_verb(phrase)
        case _:
            return ()
    return () if reserved is None else (reserved,)


def _find_stray_lines(source: Source) -> Iterator[Problem]:
    """A problem if the file begins with an indented line."""
    margin, indented = _MARGIN.search(source.text), _INDENTED.search(source.text)
    if indented is not None and (margin is None or indented.start() < margin.start()):
        yield Problem(
            "K015",
            "this line is indented, but it is the first of the file",
            label="belongs to nothing",
            helps=("begin at the left margin",),
            span=span_words(source, source.locate(indented.start())[0]),
        )


def find_chunks(text: str) -> Iterator[tuple[int, int]]:
    """The offsets of each declaration: from a line at the left margin to the next such line."""
    starts = [match.start() for match in _MARGIN.finditer(text)]
    return pairwise((*starts, len(text)))


def _parse_chunk(source: Source, start: int, end: int) -> Declaration | Problem:
    try:
        tree = parse_text(source.text, start, end)
    except UnexpectedTokenError as error:
        return explain_token(error.token, source, (start, end), load_tables())
    except LayoutError as error:
        return explain_layout(error, source)
    declaration = tree.children[0]
    assert isinstance(declaration, Tree)
    return build_declaration(declaration, source)


def parse_text(text: str, start: int, end: int) -> Tree:
    """The tree of one declaration. UnexpectedTokenError or LayoutError if there is none."""
    automaton = Automaton(load_tables())
    token = make_mark(NEWLINE, start)
    for token in lex(text, start, end, automaton):
        automaton.feed(token)
    return automaton.finish(token._replace(type=END, value=""))
