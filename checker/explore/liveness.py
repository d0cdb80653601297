"""Endless plays: cycles in an explored model, told as lassos."""

from array import array
from collections import deque
from itertools import pairwise

from checker.explore.trace import ReplayError, follow_labels, rebuild_trace_to, replay_trace
from checker.model import Exploration, Hit, Label, Lasso, Model, State, Visit
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class LassoSearch:
    """A lasso, if one was found; without one, only a complete search says that there is none."""

    lasso: Lasso | None
    complete: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """What speaks against 'every play ends properly': an endless play, or a deadlock."""

    lasso: Lasso | None
    deadlock: Hit | None
    complete: bool

    def holds(self) -> bool | None:
        """Say whether every play ends properly; None, which is not a pass, if a limit was reached."""
        if self.lasso is not None or self.deadlock is not None:
            return False
        return True if self.complete else None


@dataclass(frozen=True, slots=True)
class _Graph:
    """Successor ids in compressed rows: those of state i are targets[offsets[i]:offsets[i + 1]]."""

    offsets: "array[int]"
    targets: "array[int]"

    def row(self, source: int) -> "array[int]":
        return self.targets[self.offsets[source] : self.offsets[source + 1]]


def find_lasso(model: Model[State], exploration: Exploration[State], *, goal: int = 0) -> LassoSearch:
    """Look for an endless play that, from some point on, never hits a monitor of the goal mask (0: any endless play).

    So goal 0 asks whether every play is finite; another goal asks whether it is hit again and again in every endless
    play. Hits on forced points count. Searches the states of this exploration, whose successors are computed again.
    The stem is a shortest one, and the cycle a shortest one through the state where the stem ends.
    """
    graph = _build_graph(model, exploration, goal)
    entry = min((min(component) for component in find_cyclic_components(graph.offsets, graph.targets)), default=None)
    if entry is None:
        return LassoSearch(None, exploration.complete)
    states = exploration.tree.states
    path = _find_cycle(graph, entry)
    cycle = tuple(_find_label(model, states[source], states[target], goal) for source, target in pairwise(path))
    stem = rebuild_trace_to(model, exploration, entry)
    return LassoSearch(Lasso(stem, cycle), exploration.complete)


def check_every_play_ends(model: Model[State], exploration: Exploration[State]) -> Ending:
    """Decide 'every play ends in a final state': no endless play and no deadlock in this exploration."""
    search = find_lasso(model, exploration)
    return Ending(search.lasso, exploration.deadlock, search.complete)


def replay_lasso(model: Model[State], lasso: Lasso) -> tuple[Visit[State], ...]:
    """Return the visits of the stem and of one round of the cycle; ReplayError if the cycle does not close."""
    if not lasso.cycle:
        raise ReplayError("the lasso is wrong: its cycle has no label")
    stem = replay_trace(model, lasso.stem)
    entry = stem[-1].state
    cycle = follow_labels(model, entry, lasso.cycle)
    if cycle[-1].state != entry:
        raise ReplayError(f"the lasso is wrong: its cycle leaves {entry!r} and ends in {cycle[-1].state!r}")
    return (*stem, *cycle)


def _build_graph(model: Model[State], exploration: Exploration[State], goal: int) -> _Graph:
    """Number the successors of every explored state, leaving out unexplored ones and steps that hit the goal."""
    numbers = {state: number for number, state in enumerate(exploration.tree.states)}
    on_goal = {number for state, number in numbers.items() if model.hits(state) & goal} if goal else set()
    offsets, targets = array("q", [0]), array("i")
    for state in exploration.tree.states:
        for _, target, passed in model.successors(state):
            number = numbers.get(target)
            if number is not None and not passed & goal and number not in on_goal:
                targets.append(number)
        offsets.append(len(targets))
    return _Graph(offsets, targets)


def find_cyclic_components(offsets: "array[int]", targets: "array[int]") -> list[list[int]]:
    """Return the strongly connected components that hold a cycle, each as node numbers.

    The graph is in compressed rows: the successors of node i are targets[offsets[i]:offsets[i + 1]].
    Tarjan (1972), with an explicit stack; nodes are numbered from 1 as they are met, 0 is not met yet.
    """
    count = len(offsets) - 1
    met, low, next_edge = array("i", [0]) * count, array("i", [0]) * count, array("q", offsets[:-1])
    on_stack = bytearray(count)
    stack: list[int] = []
    components: list[list[int]] = []
    clock = 0
    for root in range(count):
        if met[root]:
            continue
        path = [root]
        while path:
            node = path[-1]
            if not met[node]:
                clock += 1
                met[node] = low[node] = clock
                stack.append(node)
                on_stack[node] = 1
            edge, row_end = next_edge[node], offsets[node + 1]
            while edge < row_end:
                target = targets[edge]
                if not met[target]:
                    break
                if on_stack[target] and low[target] < low[node]:
                    low[node] = low[target]
                edge += 1
            next_edge[node] = edge
            if edge < row_end:
                path.append(targets[edge])
                continue
            path.pop()
            if low[node] != met[node]:
                continue
            component = []
            while True:
                member = stack.pop()
                on_stack[member] = 0
                component.append(member)
                if member == node:
                    break
            if len(component) > 1 or node in targets[offsets[node] : row_end]:
                components.append(component)
    return components


def _find_cycle(graph: _Graph, entry: int) -> list[int]:
    """Return the nodes of a shortest cycle through entry, which stands first and last."""
    came_from: dict[int, int] = {}
    queue = deque([entry])
    while entry not in came_from:
        source = queue.popleft()
        for target in graph.row(source):
            if target not in came_from:
                came_from[target] = source
                queue.append(target)
    path = [entry, came_from[entry]]
    while path[-1] != entry:
        path.append(came_from[path[-1]])
    path.reverse()
    return path


def _find_label(model: Model[State], source: State, target: State, goal: int) -> Label:
    for label, successor, passed in model.successors(source):
        if successor == target and not passed & goal:
            return label
    raise ReplayError(f"the model changed: it no longer leads from {source!r} to {target!r}")
