"""Smallest first: a shortest play of a small deck that shows a failure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from checker.analysis.decks import ScopeFile, make_scopes, read_scope
from checker.analysis.evidence import Point, make_teller, replay_from_setup
from checker.explore import Gauges, explore, rebuild_trace
from checker.explore.watch import Watch
from checker.machine.describe import Describer
from checker.machine.machine import Machine, SetupError, State, TooManyDealsError
from checker.model import Bounds, Trace
from checker.system.build import build_system
from checker.system.label import Label
from checker.system.lower_terms import BuildError
from checker.system.system import System
from checker.system.table import PilePolicy, Scope, Table
from kittens_dsl.core.rules import Rules

Aim = Callable[[System], tuple[int, bool]]
"""What is looked for: a mask of monitors of a System, and whether dead ends are."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much time there is. until: by this clock."""

    clock: Callable[[], float]
    until: float

    def left(self) -> float:
        """Seconds that are left, 0 if none."""
        return max(0.0, self.until - self.clock())

    def share(self, parts: float) -> Budget:
        """A part of what is left."""
        return Budget(self.clock, self.clock() + self.left() / parts)

    def at_most(self, seconds: float) -> Budget:
        """The next seconds, if there are so many."""
        return Budget(self.clock, min(self.until, self.clock() + seconds))

    def is_spent(self, _: int = 0) -> bool:
        """Whether there is none left."""
        return self.clock() >= self.until


@dataclass(frozen=True, slots=True)
class SmallDeck:
    """A deck to look at before the printed one. mixed: how many sets of the boxes it is from."""

    scope: Scope
    players: int
    mixed: int = 1

    @property
    def size(self) -> tuple[int, int]:
        """Players, then cards: smaller decks come first."""
        return self.players, sum(self.scope.copies.values())


@dataclass(frozen=True, slots=True)
class SmallPlay:
    """A play of a small deck: the hands of its deal, its steps, and the fault where it stops (None: none)."""

    deck: SmallDeck
    hands: tuple[Label, ...]
    script: tuple[Label, ...]
    fault: tuple[str, str] | None


def list_small_decks(spec: Path, rules: Rules, readings: Mapping[str, str]) -> tuple[SmallDeck, ...]:
    """Every deck of every scope for the loaded boxes that is neither of a family nor full, the smallest first."""
    found: list[SmallDeck] = []
    for path in sorted((spec / "scopes").glob("*.toml")):
        file = read_scope(path)
        if not isinstance(file, ScopeFile) or file.recipes or file.contents.full is not None:
            continue
        if any(readings.get(name) != reading for name, reading in file.readings.items()):
            continue
        for players in sorted({deck.players for deck in file.contents.deck}):
            scopes = make_scopes(file, rules, players)
            found += [SmallDeck(one, players, file.contents.mixed) for one in scopes if isinstance(one, Scope)]
    return tuple(sorted(found, key=lambda one: (*one.size, one.scope.name)))


def find_small_plays(
    rules: Rules,
    readings: Mapping[str, str],
    decks: Sequence[SmallDeck],
    aim: Aim,
    pile: PilePolicy,
    limits: Iterable[int],
    budget: Budget,
) -> Iterator[SmallPlay]:
    """A shortest play of each of some decks that shows what is looked for, where there is one.

    limits: of decision points, one after the other; with each, the decks are searched that the one before cut short.
    """
    waiting = list(decks)
    for limit in limits:
        cut_short: list[SmallDeck] = []
        for deck in waiting:
            bounds = Bounds(max_states=limit, max_seconds=budget.left())
            if not bounds.max_seconds:
                return
            try:
                machine = Machine(build_system(rules, Table(deck.players, deck.scope, readings, pile)))
                exploration = explore(_watch(machine, aim), bounds, stop_when=1, gauges=Gauges(budget.clock))
            except (BuildError, SetupError, TooManyDealsError):
                continue
            hit = exploration.first_hit(0)
            if hit is not None:
                yield _tell(deck, machine, aim, rebuild_trace(machine, exploration, hit))
            elif not exploration.complete:
                cut_short.append(deck)
        waiting = cut_short


def _watch(machine: Machine, aim: Aim) -> Watch[State]:
    mask, dead_ends = aim(machine.system)
    return Watch(machine, mask, dead_ends)


def _tell(deck: SmallDeck, machine: Machine, aim: Aim, trace: Trace) -> SmallPlay:
    """The play of a trace, up to the first point that shows what is looked for: its end, where play begins so."""
    points, watch = replay_from_setup(machine, make_teller(machine), trace), _watch(machine, aim)
    hits = (number for number, one in enumerate(points) if one.label is not None and watch.hits(one.state))
    shown = next(hits, len(points) - 1)
    hands = tuple(_hands(Describer(machine), points))
    script = tuple(one.label for one in points[: shown + 1] if one.label is not None)
    return SmallPlay(deck, hands, script, _fault(machine, points[shown].state))


def _hands(describer: Describer, points: tuple[Point, ...]) -> Iterator[Label]:
    for before, after in pairwise(points):
        if after.raw is not None and after.label is None:
            yield describer.label(before.state, after.raw)


def _fault(machine: Machine, state: State) -> tuple[str, str] | None:
    if not machine.is_final(state) or machine.is_won(state):
        return None
    fault = machine.system.faults[state[machine.layout.size]]
    return fault.words, fault.origin.rule
