"""Law: our automaton makes of the shipped rules what Lark's own parser makes of the same tokens, node by node."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from lark import Lark
from lark.common import LexerConf
from lark.lexer import Lexer, LexerState
from lark.lexer import Token as LarkToken
from lark.tree import Tree as LarkTree

from kittens_dsl.source.read import read_source
from kittens_dsl.source.text import Source
from kittens_dsl.syntax.automaton import Automaton
from kittens_dsl.syntax.grammar import load_tables, read_grammar
from kittens_dsl.syntax.lexer import lex
from kittens_dsl.syntax.parse import find_chunks, parse_text
from kittens_dsl.syntax.tree import Child, Token

SPEC = Path(__file__).resolve().parents[2] / "spec"
TOKENS: list[Token] = []


class GivenTokens(Lexer):
    """A lexer that gives the tokens of TOKENS, whatever the text is."""

    def __init__(self, _: LexerConf) -> None:
        pass

    def lex(self, *_: LexerState) -> Iterator[LarkToken]:
        """The tokens, as Lark has them; an empty one would be none for it."""
        for one in TOKENS:
            yield LarkToken(one.type, one.value or "\n", one.start_pos, end_pos=one.end_pos)


@cache
def make_lark() -> Lark:
    return Lark(read_grammar(), parser="lalr", lexer=GivenTokens, keep_all_tokens=True)


def list_tokens(text: str, start: int, end: int) -> list[Token]:
    automaton = Automaton(load_tables())
    found: list[Token] = []
    for token in lex(text, start, end, automaton):
        automaton.feed(token)
        found.append(token)
    return found


def shape_ours(child: Child) -> object:
    match child:
        case Token():
            return child.type, child.start_pos, child.end_pos
        case None:
            return None
        case _:
            return child.data, [shape_ours(one) for one in child.children]


def shape_theirs(child: LarkTree[LarkToken] | LarkToken | None) -> object:
    if isinstance(child, LarkToken):
        return child.type, child.start_pos, child.end_pos
    return None if child is None else (str(child.data), [shape_theirs(one) for one in child.children])


@pytest.mark.parametrize("name", ["base.kit", "streaking.kit", "tensions/barking.kit", "scenes/five.kit"])
def test_trees_are_those_of_lark(name: str) -> None:
    source = read_source(SPEC / name)
    assert isinstance(source, Source)
    chunks = list(find_chunks(source.text))
    assert len(chunks) > 5
    for start, end in chunks:
        TOKENS[:] = list_tokens(source.text, start, end)
        assert shape_ours(parse_text(source.text, start, end)) == shape_theirs(make_lark().parse(""))
