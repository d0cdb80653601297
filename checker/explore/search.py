"""Exact breadth-first search, level by level, with the first hit of every monitor."""

from array import array
from collections.abc import Callable
from typing import Generic, Literal, TypeAlias

from checker.explore.gauges import REAL_GAUGES, Gauges
from checker.explore.pace import Pace, Standing
from checker.model import Bounds, Exploration, Hit, Limit, Model, Progress, SearchTree, State, list_monitors
from kittens_dsl.records import dataclass, field

_Stop: TypeAlias = Limit | Literal["hit"]

_LARGEST_CHUNK = 8192


@dataclass(slots=True)
class _Search(Generic[State]):
    """The mutable middle of one search: everything in it is appended to, so an interrupt leaves it usable."""

    bounds: Bounds
    stop_when: int
    states: list[State] = field(default_factory=list)
    parents: "array[int]" = field(default_factory=lambda: array("i"))
    seen: set[State] = field(default_factory=set)
    hits: dict[int, Hit] = field(default_factory=dict)
    not_hit: int = -1
    deadlock: Hit | None = None
    transitions: int = 0
    expanded: int = 0
    depth: int = -1

    def record(self, mask: int, hit: Hit) -> bool:
        """Note the monitors hit here for the first time; say whether the search has all it was to stop for."""
        for monitor in list_monitors(mask):
            self.hits.setdefault(monitor, hit)
        self.not_hit &= ~mask
        return self.stop_when != 0 and not self.stop_when & self.not_hit


def explore(
    model: Model[State],
    bounds: Bounds,
    *,
    stop_when: int = 0,
    report: Callable[[Progress], None] | None = None,
    gauges: Gauges = REAL_GAUGES,
) -> Exploration[State]:
    """Visit every reachable state in breadth-first order, or as many as the bounds allow.

    Every hit and the deadlock are of least depth, the first in visiting order among those. The search does not stop
    at a hit, unless stop_when is a mask of monitors and all of them are hit. States at max_depth are stored and
    their monitors read, but they are not expanded. max_states is exact (start states are all stored, though);
    time and memory are looked at some ten times a second. KeyboardInterrupt, wherever it strikes the search, gives
    what was found so far with limit 'interrupt'. report is called about once a second.
    ValueError if start states are not distinct, a mask is negative, or memory is bounded but cannot be read.
    """
    if stop_when < 0:
        raise ValueError(f"stop_when is a mask of monitors and not negative, this one is {stop_when}")
    if bounds.max_memory_bytes is not None and gauges.memory() <= 0:
        raise ValueError("max_memory_bytes is given, but the memory of this process cannot be read")
    search: _Search[State] = _Search(bounds, stop_when)
    try:
        stop = _store_starts(model, search) or _run_levels(model, search, report, gauges)
    except KeyboardInterrupt:
        stop = "interrupt"
    return _conclude(search, stop)


def _store_starts(model: Model[State], search: _Search[State]) -> _Stop | None:
    enough = False
    for index, (state, passed) in enumerate(model.initial()):
        if state in search.seen:
            raise ValueError(f"start states are distinct, but number {index} was given before: {state!r}")
        search.seen.add(state)
        search.states.append(state)
        search.parents.append(-1 - index)
        mask = passed | model.hits(state)
        if mask & search.not_hit:
            enough = search.record(mask, Hit(index, None, 0))
    if search.bounds.max_states is not None and len(search.states) > search.bounds.max_states:
        return "states"
    search.depth = 0
    return "hit" if enough else None


def _run_levels(
    model: Model[State],
    search: _Search[State],
    report: Callable[[Progress], None] | None,
    gauges: Gauges,
) -> _Stop | None:
    """Expand level after level in chunks of states, between which limits are checked and progress is reported."""
    states = search.states
    pace = Pace(search.bounds, gauges, report, _LARGEST_CHUNK)
    level_begin, level_end = 0, len(states)
    while (begin := search.expanded) < len(states):
        if search.depth == search.bounds.max_depth:
            return "depth"
        stop = _expand_states(model, search, min(begin + pace.chunk, level_end))
        if stop is not None:
            return stop
        standing = Standing(len(states), search.expanded, search.depth, level_begin, level_end)
        if standing.queue and search.expanded == level_end:
            search.depth += 1
            level_begin, level_end = level_end, len(states)
            standing = Standing(len(states), search.expanded, search.depth, level_begin, level_end)
        limit = pace.look(standing, search.expanded - begin)
        if limit is not None:
            return limit
    return None


def _expand_states(model: Model[State], search: _Search[State], end: int) -> _Stop | None:
    """Expand the states from search.expanded to end, all of one level: the inner loop, hence its local names.

    A monitor is read when its state is stored, not when it is expanded: so all hits found while level d is expanded
    have depth d + 1, those on forced points and those in stored states alike, and the first is a shortest.
    One set operation a successor (add, then look at the size) hashes each state once.
    """
    successors, hits = model.successors, model.hits
    states, seen = search.states, search.seen
    store, remember, add = search.states.append, search.parents.append, search.seen.add
    state_limit = -1 if search.bounds.max_states is None else search.bounds.max_states
    known = len(states)
    not_hit = search.not_hit
    depth = search.depth + 1
    for source_id in range(search.expanded, end):
        steps = successors(states[source_id])
        for index, (_, target, passed) in enumerate(steps):
            if passed and passed & not_hit:
                if search.record(passed, Hit(source_id, index, depth)):
                    return "hit"
                not_hit = search.not_hit
            add(target)
            if len(seen) != known:
                if known == state_limit:
                    return "states"
                store(target)
                remember(source_id)
                here = hits(target)
                if here and here & not_hit:
                    if search.record(here, Hit(known, None, depth)):
                        return "hit"
                    not_hit = search.not_hit
                known += 1
        if steps:
            search.transitions += len(steps)
        elif search.deadlock is None and not model.is_final(states[source_id]):
            search.deadlock = Hit(source_id, None, depth - 1)
        search.expanded = source_id + 1
    return None


def _conclude(search: _Search[State], stop: _Stop | None) -> Exploration[State]:
    # An interrupt may strike between the two appends of a state.
    stored = min(len(search.states), len(search.parents))
    del search.states[stored:]
    del search.parents[stored:]
    return Exploration(
        states=stored,
        transitions=search.transitions,
        depth=search.depth,
        complete=stop is None,
        limit=None if stop == "hit" else stop,
        hits=tuple(sorted(search.hits.items())),
        deadlock=search.deadlock,
        tree=SearchTree(search.states, search.parents),
    )
