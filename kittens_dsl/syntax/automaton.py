"""The parser: an LALR automaton over tables, that can also be asked what it could take."""

from __future__ import annotations

from kittens_dsl.syntax.tables import Alternative, Part, Tables
from kittens_dsl.syntax.tree import Child, Token, Tree

END = "$END"


class UnexpectedTokenError(Exception):
    """A token that the parser cannot take."""

    def __init__(self, token: Token) -> None:
        super().__init__(token)
        self.token = token


class Automaton:
    """A parser in the middle of a text."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._states = [tables.start]
        self._values: list[Child] = []

    def feed(self, token: Token) -> None:
        """Go on by a token. UnexpectedTokenError if it cannot come here."""
        kind, states, stack = token[0], self.tables.states, self._states
        action = states[stack[-1]].get(kind)
        while action is not None and action < 0:
            self._reduce(self.tables.alternatives[~action])
            action = states[stack[-1]].get(kind)
        if action is None:
            raise UnexpectedTokenError(token)
        stack.append(action)
        self._values.append(token)

    def finish(self, token: Token) -> Tree:
        """The tree of the whole text; the token stands for its end."""
        states, stack = self.tables.states, self._states
        while stack[-1] != self.tables.end:
            action = states[stack[-1]].get(END)
            if action is None:
                raise UnexpectedTokenError(token)
            self._reduce(self.tables.alternatives[~action])
        tree = self._values[-1]
        assert isinstance(tree, Tree)
        return tree

    def _reduce(self, alternative: Alternative) -> None:
        rule, size, name, is_open, parts, nones = alternative
        stack, values = self._states, self._values
        children: list[Child] = []
        if size:
            children = values[-size:]
            del values[-size:], stack[-size:]
        if parts is not None:
            children = _choose(children, parts, nones)
        values.append(children[0] if is_open and len(children) == 1 else Tree(name, children))
        stack.append(self.tables.states[stack[-1]][rule])

    def takes(self, kind: str) -> bool:
        """Whether such a token can really come now: LALR tables alone say yes too often, before a reduction."""
        states, stack = self.tables.states, self._states
        depth, extra = len(stack), [stack[-1]]  # the stack is stack[:depth] without its top, then extra
        while True:
            action = states[extra[-1]].get(kind)
            if action is None:
                return kind == END and extra[-1] == self.tables.end
            if action >= 0:
                return True
            alternative = self.tables.alternatives[~action]
            size = alternative.size
            if size >= len(extra):
                depth -= size - len(extra) + 1
                extra = [stack[depth - 1]]
            else:
                del extra[len(extra) - size :]
            extra.append(states[extra[-1]][alternative.rule])

    def list_taken(self) -> frozenset[str]:
        """The terminals that can come now."""
        return frozenset(kind for kind in self.tables.states[self._states[-1]] if kind.isupper() and self.takes(kind))


def _choose(children: list[Child], parts: tuple[Part, ...], nones: int) -> list[Child]:
    """The children of a tree: rules that give their own parts in the tree above are taken apart."""
    chosen: list[Child] = []
    for place, is_opened, before in parts:
        if before:
            chosen += [None] * before
        child = children[place]
        if not is_opened:
            chosen.append(child)
        elif isinstance(child, Tree):
            chosen += child.children
    if nones:
        chosen += [None] * nones
    return chosen
