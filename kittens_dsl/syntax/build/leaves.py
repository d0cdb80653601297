"""The leaves of a tree, with their places, and the shape of its branches."""

from typing import Literal

from kittens_dsl.source.span import Span
from kittens_dsl.source.text import Source
from kittens_dsl.syntax.ast.words import Digits, Word
from kittens_dsl.syntax.tree import Child as Child
from kittens_dsl.syntax.tree import Token, Tree

Branch = Tree

CONTENT = frozenset(("NAME", "STRING", "INT", "CLAUSE"))
"""The tokens that say something; the others are words of the language, marks and indentation."""


def span_branch(branch: Branch, source: Source) -> Span:
    """From the first word of a branch to its last; all tokens are kept, so its outermost leaves are its ends."""
    return source.span(_find_leaf(branch, 0).start_pos, _find_leaf(branch, -1).end_pos)


def _find_leaf(branch: Branch, end: Literal[0, -1]) -> Token:
    """The first or the last token below a branch."""
    children: list[Child] = [*branch.children]
    child = children[end]
    if child is None:
        child = next(each for each in (children if end == 0 else reversed(children)) if each is not None)
    return child if isinstance(child, Token) else _find_leaf(child, end)


def span_token(token: Token, source: Source) -> Span:
    """The place of a token."""
    return source.span(token.start_pos, token.end_pos)


def expect_branch(child: Child) -> Branch:
    """A child that the grammar says is a branch."""
    assert isinstance(child, Branch)
    return child


def expect_token(child: Child) -> Token:
    """A child that the grammar says is a token."""
    assert isinstance(child, Token)
    return child


def list_children(branch: Branch) -> list[Child]:
    """What a branch says, without the words of the language; None stands for what is optional and not there."""
    return [child for child in branch.children if not isinstance(child, Token) or child.type in CONTENT]


def first_child(child: Child) -> Child:
    """The first thing that a branch says."""
    return list_children(expect_branch(child))[0]


def list_branches(branch: Branch) -> list[Branch]:
    """The children that are branches."""
    return [child for child in branch.children if isinstance(child, Branch)]


def list_below(child: Child) -> list[Branch]:
    """The branches below one that may not be there."""
    return [] if child is None else list_branches(expect_branch(child))


def build_word(child: Child, source: Source) -> Word:
    """A name, a clause, or a quotation without its marks; its span includes them."""
    token = expect_token(child)
    text = token.value[1:-1] if token.type == "STRING" else token.value
    return Word(text, span_token(token, source))


def build_words(children: list[Child], source: Source) -> tuple[Word, ...]:
    """Every child as a word."""
    return tuple(build_word(child, source) for child in children)


def build_digits(child: Child, source: Source) -> Digits:
    """A number."""
    token = expect_token(child)
    return Digits(int(token.value), span_token(token, source))


def build_cites(child: Child, source: Source) -> tuple[Word, ...]:
    """The clauses in square brackets; none where there are no brackets."""
    return () if child is None else build_words(list_children(expect_branch(child)), source)


def build_phrase(child: Child, source: Source) -> Word:
    """Several words as one: the text between the first and the last, single spaces between them."""
    branch = expect_branch(child)
    return Word(read_phrase(branch, source), span_branch(branch, source))


def read_phrase(branch: Branch, source: Source) -> str:
    """The text of a branch as written, with single spaces."""
    span = span_branch(branch, source)
    return " ".join(source.text[span.start_offset : span.end_offset].split())
