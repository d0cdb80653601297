"""What a search found, and what it says of itself while it runs."""

from collections.abc import Sequence
from typing import Generic

from checker.model.bounds import Limit
from checker.model.protocol import State
from kittens_dsl.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a monitor was first hit, or a deadlock first met.

    successor_index is None for the stored state source_id itself (or, at depth 0, for a forced point before it);
    otherwise the hit lies on a forced point on the way along that successor of source_id. depth counts the labels of
    a trace that shows it.
    """

    source_id: int
    successor_index: int | None
    depth: int


@dataclass(frozen=True, slots=True)
class SearchTree(Generic[State]):
    """The handle from which traces are rebuilt: stored states by id, and the id each was first reached from.

    Ids rise in visiting order, so depth never falls with the id. The parent of start state number i is -1 - i.
    """

    states: Sequence[State]
    parents: Sequence[int]


@dataclass(frozen=True, slots=True)
class Exploration(Generic[State]):
    """The result of a breadth-first search.

    states counts stored states; transitions counts the successors of all states that were wholly expanded. Every
    state at most depth labels from a start is stored and its monitors are read; -1 if not even the start states fit.
    complete says that every reachable state was expanded. Otherwise limit names what stopped the search, or is None
    if it stopped because all the monitors it was to stop for were hit. hits is sorted by monitor.
    """

    states: int
    transitions: int
    depth: int
    complete: bool
    limit: Limit | None
    hits: tuple[tuple[int, Hit], ...]
    deadlock: Hit | None
    tree: SearchTree[State] = field(repr=False, compare=False)

    def first_hit(self, monitor: int) -> Hit | None:
        """Return a hit of least depth on this monitor, or None if it was not hit in what was explored."""
        return next((hit for number, hit in self.hits if number == monitor), None)

    def never_hit(self, monitors: int) -> tuple[int, ...]:
        """Return which of the monitors 0 to monitors - 1 were not hit in what was explored."""
        hit = {number for number, _ in self.hits}
        return tuple(number for number in range(monitors) if number not in hit)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a running search is: counts, states a second since the last report, resident bytes, seconds.

    state_bytes: what the process has grown by for each state, all included. expected: when this level is done, if it
    goes on as it has gone.
    """

    states: int
    rate: float
    depth: int
    queue: int
    memory_bytes: int
    elapsed: float
    state_bytes: float = 0.0
    expected_states: int = 0
    expected_bytes: int = 0
