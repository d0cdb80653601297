"""A search for a hit along a script: the steps of a play of a smaller model, which the larger one need not repeat.

A node is a point and how much of the script has come to pass. Two queues of the same nodes take turns (G. Roeger,
M. Helmert: The More, the Merrier: Combining Heuristic Estimators for Satisficing Planning, ICAPS 2010): one asks first
how much of the script is left, the other how much is left of script and distance together. Once the script has come to
pass, of equals come first those by steps that are akin to some step of it (preferred operators: S. Richter, M. Helmert:
Preferred Operators and Deferred Evaluation in Satisficing Planning, ICAPS 2009). Steps may be put in anywhere, and some
left out. It is neither exhaustive nor is what it finds a shortest play.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from typing import Generic, TypeAlias

from checker.explore.guided import MOST, Guided, list_labels
from checker.explore.watch import Selective
from checker.model import Label, State

LEFT_OUT = 1  # steps of a script that may be passed over at once
DEAR = 2  # how many steps to come one that is passed over is worth

Key: TypeAlias = tuple[float, float, bool, int, int]


@dataclass(frozen=True, slots=True)
class Guide(Generic[State]):
    """What leads a search: the script, how labels are spelled, a guess of the distance of a state from a hit.

    spell: None for a label that can be no step of the script. kin: what steps have in common that are akin, of a
    spelling. family: of labels that are no steps, a few stand for all.
    """

    script: tuple[Hashable, ...]
    spell: Callable[[State, Label], Hashable | None]
    distance: Callable[[State], float]
    kin: Callable[[Hashable], Hashable] = lambda spelling: spelling
    family: Callable[[Label], Hashable] = lambda label: None

    def find_kin(self) -> frozenset[Hashable]:
        """What the steps of the script are like."""
        return frozenset(self.kin(one) for one in self.script)

    def advance(self, done: int, spelling: Hashable | None) -> int | None:
        """How much of the script has come to pass with a step; None if it is no step that comes next."""
        coming = () if spelling is None else self.script[done : done + LEFT_OUT + 1]
        return next((done + number for number, cue in enumerate(coming, 1) if cue == spelling), None)


@dataclass(frozen=True, slots=True)
class _Node(Generic[State]):
    state: State
    done: int
    skipped: int
    parent: int
    label: Label
    depth: int
    akin: bool


@dataclass(slots=True)
class _Frontier(Generic[State]):
    """Nodes met, each once, in two queues; a node that one queue has given is passed over in the other."""

    guide: Guide[State]
    nodes: list[_Node[State]] = field(default_factory=list)
    seen: set[tuple[State, int]] = field(default_factory=set)
    queues: tuple[list[Key], list[Key]] = field(default_factory=lambda: ([], []))
    given: set[int] = field(default_factory=set)

    def add(self, node: _Node[State]) -> None:
        """A node to be expanded, unless it was met."""
        if (node.state, node.done) in self.seen:
            return
        self.seen.add((node.state, node.done))
        number = len(self.nodes)
        self.nodes.append(node)
        to_come, away = len(self.guide.script) - node.done, self.guide.distance(node.state)
        left, strange = to_come + DEAR * node.skipped, to_come == 0 and not node.akin
        heappush(self.queues[0], (left, away, strange, node.depth, number))
        heappush(self.queues[1], (left + away, left, strange, node.depth, number))

    def take(self) -> Iterator[int]:
        """The numbers of nodes to expand, from each queue in turn."""
        turn = 0
        while any(self.queues):
            queue = self.queues[turn] or self.queues[1 - turn]
            turn = 1 - turn
            number = heappop(queue)[-1]
            if number not in self.given:
                self.given.add(number)
                yield number


def search_along(
    model: Selective[State], start: State, monitor: int, guide: Guide[State], stop: Callable[[int], bool]
) -> Guided[State]:
    """Look for a hit of a monitor from one point; the labels of forced points are among those found.

    stop: asked with the number of points expanded. Of the labels of one family that are no step of the script a few,
    spread evenly, stand for all.
    """
    if model.hits(start) >> monitor & 1:
        return Guided((), 0)
    frontier: _Frontier[State] = _Frontier(guide)
    frontier.add(_Node(start, 0, 0, -1, None, 0, False))
    kin, expanded = guide.find_kin(), 0
    for number in frontier.take():
        if stop(expanded):
            break
        expanded += 1
        node = frontier.nodes[number]
        steps: dict[Label, tuple[int, bool]] = {}
        for label, target in model.select(node.state, partial(_choose, guide, kin, node, steps)):
            if model.hits(target) >> monitor & 1:
                return Guided(list_labels(frontier.nodes, number, label), expanded)
            done, akin = steps[label]
            skipped = node.skipped + max(0, done - node.done - 1)
            frontier.add(_Node(target, done, skipped, number, label, node.depth + 1, akin))
    return Guided(None, expanded)


def _choose(
    guide: Guide[State],
    kin: frozenset[Hashable],
    node: _Node[State],
    steps: dict[Label, tuple[int, bool]],
    labels: Sequence[Label],
) -> list[int]:
    """The places of labels to follow: steps of the script and what is akin to one, and of each family a few others.

    Noted in `steps`: how much of the script has come to pass then, and whether the label is akin to a step.
    """
    chosen: list[int] = []
    others: dict[Hashable, list[int]] = {}
    for number, label in enumerate(labels):
        spelling = guide.spell(node.state, label)
        done = guide.advance(node.done, spelling)
        akin = spelling is not None and guide.kin(spelling) in kin
        steps[label] = (node.done if done is None else done, akin)
        if done is not None:
            chosen.append(number)
        else:
            others.setdefault((guide.family(label), akin), []).append(number)
    for some in others.values():
        chosen += some[:: -(-len(some) // MOST)]
    return chosen
