"""Least weights by 0-1 breadth-first search: a second, independent answer to 'shortest'."""

from collections import deque

from checker.model import State, WeightedModel, list_monitors
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class WeightedExploration:
    """Every reachable state was visited; distances holds (monitor, least weight of a play that hits it), sorted.

    deadlock is the least weight of a play that ends in a state without successors that is not final, or None.
    """

    states: int
    transitions: int
    distances: tuple[tuple[int, int], ...]
    deadlock: int | None

    def distance(self, monitor: int) -> int | None:
        """Return the least weight of a play that hits this monitor, None if no play does."""
        return next((distance for number, distance in self.distances if number == monitor), None)


def explore_weighted(model: WeightedModel[State]) -> WeightedExploration:
    """Visit every reachable state in order of least weight (Dial's algorithm for weights 0 and 1: one deque).

    A hit on the way along a step is as far as the step's target. ValueError for a weight other than 0 and 1.
    There are no bounds: it is meant for scopes that a bounded search has completed.
    """
    settled: set[State] = set()
    nearest: dict[int, int] = {}
    deadlock: int | None = None
    transitions = 0
    queue: deque[tuple[State, int]] = deque()
    for state, passed in model.initial():
        _note_hits(nearest, passed, 0)
        queue.append((state, 0))
    while queue:
        state, distance = queue.popleft()
        if state in settled:
            continue
        settled.add(state)
        _note_hits(nearest, model.hits(state), distance)
        steps = model.weighted_successors(state)
        if not steps and deadlock is None and not model.is_final(state):
            deadlock = distance
        transitions += len(steps)
        for label, target, weight, passed in steps:
            if weight not in (0, 1):
                raise ValueError(f"a step weighs 0 or 1, but {label!r} from {state!r} weighs {weight}")
            _note_hits(nearest, passed, distance + weight)
            if target not in settled:
                if weight:
                    queue.append((target, distance + 1))
                else:
                    queue.appendleft((target, distance))
    return WeightedExploration(len(settled), transitions, tuple(sorted(nearest.items())), deadlock)


def _note_hits(nearest: dict[int, int], mask: int, distance: int) -> None:
    for monitor in list_monitors(mask):
        if nearest.get(monitor, distance) >= distance:
            nearest[monitor] = distance
