"""What was found on one table, by an exhaustive search or by random plays: counts, and plays that show things."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import cache, partial
from typing import Protocol

from checker.analysis.engine import Engine, Search, find_end_without, find_endless_play, run_search
from checker.analysis.evidence import (
    Point,
    Teller,
    cut_where_shown,
    make_teller,
    replay_from_setup,
    replay_labels,
    tell_trace,
)
from checker.machine.machine import Machine, RawLabel, State
from checker.model import Bounds, Exploration, Hit, Progress, list_monitors
from checker.native import NativeTree
from kittens_dsl.records import dataclass, field

LONGEST_PLAY = 5_000
INTERRUPTED = "interrupted"
LIMITS = {
    "states": "state limit",
    "depth": "depth limit",
    "time": "time limit",
    "memory": "memory limit",
    "disk": "disk limit",
    "interrupt": INTERRUPTED,
}


class Findings(Protocol):
    """What a verdict rests on. Plays are replayed from setup when they are asked for."""

    @property
    def states(self) -> int:
        """Decision points stored (searched) or met (sampled)."""
        ...

    @property
    def transitions(self) -> int:
        """Labels followed."""
        ...

    @property
    def depth(self) -> int:
        """The longest way from a start that was looked at, in labels."""
        ...

    @property
    def limit(self) -> str | None:
        """What kept this from being everything; None if everything was reached."""
        ...

    @property
    def is_interrupted(self) -> bool:
        """Whether the user stopped it."""
        ...

    @property
    def engine(self) -> str:
        """machine or native."""
        ...

    @property
    def remark(self) -> str | None:
        """One line that the user should read of the engine, or None."""
        ...

    def hit(self, monitor: int) -> int | None:
        """How many labels lead to the first hit of a monitor; None if it was not hit."""
        ...

    def show(self, monitor: int) -> tuple[Point, ...]:
        """The play up to that hit."""
        ...

    def show_dead_end(self) -> tuple[Point, ...] | None:
        """A play to a point without a decision that is not an end; None if there is none."""
        ...

    def show_end_without(self, goal: int) -> tuple[Point, ...] | None:
        """A play that ends without a goal, or the beginning of one that never ends; None if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Searched:
    """The findings of a breadth-first search; every play is a shortest one."""

    machine: Machine
    teller: Callable[[], Teller]
    search: Search

    @property
    def exploration(self) -> Exploration[State]:
        """What the engine explored."""
        return self.search.exploration

    @property
    def engine(self) -> str:
        """The engine that searched."""
        return self.search.engine

    @property
    def remark(self) -> str | None:
        """One line on the engine that the user should read."""
        return self.search.remark

    @property
    def states(self) -> int:
        """Decision points stored."""
        return self.exploration.states

    @property
    def transitions(self) -> int:
        """Labels of stored points."""
        return self.exploration.transitions

    @property
    def depth(self) -> int:
        """Levels searched."""
        return self.exploration.depth

    @property
    def limit(self) -> str | None:
        """The bound that stopped the search, or that it was lossy, with the odds that a state was left out."""
        tree = self.exploration.tree
        if self.exploration.limit == "lossy" and isinstance(tree, NativeTree):
            return f"lossy: odds of {tree.odds:.1g} that a state was left out"
        return None if self.exploration.complete else LIMITS.get(str(self.exploration.limit), "stopped")

    @property
    def is_interrupted(self) -> bool:
        """Whether Ctrl-C stopped the search."""
        return self.exploration.limit == "interrupt"

    def hit(self, monitor: int) -> int | None:
        """The depth of the first hit."""
        found = self.exploration.first_hit(monitor)
        return None if found is None else found.depth

    def show(self, monitor: int) -> tuple[Point, ...]:
        """A shortest play to a hit."""
        found = self.exploration.first_hit(monitor)
        assert found is not None
        return tell_trace(self.machine, self.teller(), self.exploration, found, _shows(self.machine, monitor))

    def show_dead_end(self) -> tuple[Point, ...] | None:
        """A shortest play to a dead end."""
        found = self.exploration.deadlock
        return None if found is None else self._show_state(found.source_id)

    def show_end_without(self, goal: int) -> tuple[Point, ...] | None:
        """The way into a cycle, or to an end that is not the goal."""
        stem = find_endless_play(self.machine, self.exploration)
        if stem is not None:
            return replay_from_setup(self.machine, self.teller(), stem)
        end = find_end_without(self.machine, self.exploration, goal)
        return None if end is None else self._show_state(end)

    def _show_state(self, identity: int) -> tuple[Point, ...]:
        state = self.exploration.tree.states[identity]
        return tell_trace(self.machine, self.teller(), self.exploration, Hit(identity, None, 0), state.__eq__)


@dataclass(frozen=True, slots=True)
class SampledPlay:
    """The labels of one random play, up to something worth showing."""

    deal: tuple[RawLabel, ...]
    labels: tuple[RawLabel, ...]


@dataclass(slots=True)
class Sampled:
    """The findings of random plays; the shortest of them are kept. Never everything."""

    machine: Machine
    teller: Callable[[], Teller]
    plays: int
    states: int = 0
    transitions: int = 0
    depth: int = 0
    hits: dict[int, SampledPlay] = field(default_factory=dict)
    dead_end: SampledPlay | None = None
    ends: dict[int, SampledPlay] = field(default_factory=dict)
    is_interrupted: bool = False
    engine: str = "machine"
    remark: str | None = None

    @property
    def limit(self) -> str | None:
        """Only so many plays were looked at."""
        return f"{self.plays} random plays"

    def hit(self, monitor: int) -> int | None:
        """The labels of the shortest sampled play to a hit."""
        return len(self.hits[monitor].labels) if monitor in self.hits else None

    def show(self, monitor: int) -> tuple[Point, ...]:
        """The shortest sampled play to a hit."""
        play = self.hits[monitor]
        points = replay_labels(self.teller(), play.deal, play.labels)
        return cut_where_shown(self.machine, points, _shows(self.machine, monitor))

    def show_dead_end(self) -> tuple[Point, ...] | None:
        """A sampled play to a dead end."""
        return None if self.dead_end is None else replay_labels(self.teller(), self.dead_end.deal, self.dead_end.labels)

    def show_end_without(self, goal: int) -> tuple[Point, ...] | None:
        """A sampled play that ended without the goal."""
        play = self.ends.get(goal)
        return None if play is None else replay_labels(self.teller(), play.deal, play.labels)


def _teller_of(machine: Machine) -> Callable[[], Teller]:
    """Made when the first play is told: it takes as long as a small search."""
    return cache(partial(make_teller, machine))


def search_table(
    machine: Machine, bounds: Bounds, report: Callable[[Progress], None] | None, engine: Engine
) -> Searched:
    """Search everything, or as much as the bounds allow."""
    return Searched(machine, _teller_of(machine), run_search(machine, bounds, report, engine))


def sample_table(
    machine: Machine, plays: int, seed: int, bounds: Bounds, clock: Callable[[], float] = time.monotonic
) -> Sampled:
    """Deal and play at random, so many times, or until the time is up. The same seed gives the same plays."""
    generator = random.Random(seed)
    found = Sampled(machine, _teller_of(machine), 0)
    start = clock()
    try:
        while found.plays < plays and (bounds.max_seconds is None or clock() - start < bounds.max_seconds):
            _sample_play(found, generator)
            found.plays += 1
    except KeyboardInterrupt:
        found.is_interrupted = True
    return found


def _sample_play(found: Sampled, generator: random.Random) -> None:
    machine = found.machine
    state, deal = machine.sample_deal(generator)
    labels: list[RawLabel] = []
    mask = machine.hits(state)
    while True:
        for monitor in list_monitors(mask):
            if monitor not in found.hits or len(labels) < len(found.hits[monitor].labels):
                found.hits[monitor] = SampledPlay(deal, tuple(labels))
        step = machine.random_step(state, generator) if len(labels) < LONGEST_PLAY else None
        if step is None:
            break
        label, state, passed = step
        labels.append(label)
        mask = passed | machine.hits(state)
    found.states += len(labels) + 1
    found.transitions += len(labels)
    found.depth = max(found.depth, len(labels))
    _note_end(found, state, SampledPlay(deal, tuple(labels)))


def _note_end(found: Sampled, state: State, play: SampledPlay) -> None:
    machine = found.machine
    if machine.labels(state):
        return
    if not machine.is_final(state):
        found.dead_end = found.dead_end or play
    for goal, holds in enumerate(machine.goals):
        if not holds(state):
            found.ends.setdefault(goal, play)


def _shows(machine: Machine, monitor: int) -> Callable[[State], bool]:
    return lambda state: bool(machine.hits(state) >> monitor & 1)
