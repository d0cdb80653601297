"""What the parser makes: tokens, and trees of them named after the rules of the grammar."""

from __future__ import annotations

from typing import NamedTuple


class Token(NamedTuple):
    """A word, a mark or a change of indentation: its terminal, its text, and the offsets where it stands."""

    type: str
    value: str
    start_pos: int
    end_pos: int


class Tree:
    """The alternative of a rule that was found, and what stands for its parts; None for an optional one left out."""

    __slots__ = ("children", "data")

    def __init__(self, data: str, children: list[Child]) -> None:
        self.data = data
        self.children = children


Child = Token | Tree | None
