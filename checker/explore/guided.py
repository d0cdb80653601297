"""Best-first search for one hit, guided by a guess of the distance: not exhaustive, nor need what it finds be shortest.

The weighted A* of I. Pohl (Heuristic search viewed as path finding in a graph, Artificial Intelligence 1, 1970).
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf
from typing import Generic, Protocol

from checker.model import Label, Model, State

WEIGHT = 4
MOST = 12  # labels of one family


@dataclass(frozen=True, slots=True)
class Guided(Generic[State]):
    """What was found: the labels from the start to a hit, None if the search ended without. expanded: states."""

    labels: tuple[Label, ...] | None
    expanded: int


@dataclass(slots=True)
class _Node(Generic[State]):
    state: State
    parent: int
    label: Label
    depth: int


class Linked(Protocol):
    """A node of a search tree: the number of its parent (-1 for none) and the label that led here."""

    @property
    def parent(self) -> int: ...
    @property
    def label(self) -> Label: ...


def list_labels(nodes: Sequence[Linked], number: int, last: Label) -> tuple[Label, ...]:
    """The way to a node and a label on."""
    found = [last]
    while (node := nodes[number]).parent >= 0:
        found.append(node.label)
        number = node.parent
    return tuple(reversed(found))


@dataclass(slots=True)
class _Frontier(Generic[State]):
    """Nodes met, each once, and those to be expanded, the most promising first."""

    distance: Callable[[State], float]
    nodes: list[_Node[State]] = field(default_factory=list)
    seen: set[State] = field(default_factory=set)
    waiting: list[tuple[float, int]] = field(default_factory=list)

    def add(self, node: _Node[State]) -> None:
        """A node to be expanded, unless its state was met or nothing can lead on from it."""
        if node.state in self.seen:
            return
        self.seen.add(node.state)
        guess = self.distance(node.state)
        if guess < inf:
            self.nodes.append(node)
            heappush(self.waiting, (WEIGHT * guess + node.depth, len(self.nodes) - 1))


def search_guided(
    model: Model[State],
    start: State,
    monitor: int,
    distance: Callable[[State], float],
    stop: Callable[[int], bool],
    *,
    family: Callable[[Label], Hashable] = lambda label: None,
) -> Guided[State]:
    """Look for a hit of a monitor from one state. stop: asked with the number of states expanded.

    Of the labels of one family a few, spread evenly, stand for all: the search is not exhaustive anyway.
    """
    if model.hits(start) >> monitor & 1:
        return Guided((), 0)
    frontier: _Frontier[State] = _Frontier(distance)
    frontier.add(_Node(start, -1, None, 0))
    expanded = 0
    while frontier.waiting and not stop(expanded):
        _, number = heappop(frontier.waiting)
        node = frontier.nodes[number]
        expanded += 1
        families: dict[Hashable, list[tuple[Label, State]]] = {}
        for label, target, passed in model.successors(node.state):
            if target not in frontier.seen and (passed | model.hits(target)) >> monitor & 1:
                return Guided(list_labels(frontier.nodes, number, label), expanded)
            families.setdefault(family(label), []).append((label, target))
        for some in families.values():
            for label, target in some[:: -(-len(some) // MOST)]:
                frontier.add(_Node(target, number, label, node.depth + 1))
    return Guided(None, expanded)
