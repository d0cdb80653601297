"""Refuting a property at full size: a play of a real deal, found by a search with a guide, and replayed.

Smallest first: decks of a few cards are searched to their end; a shortest play that shows the failure there leads the
search of a printed deck whose deal begins alike. Where no small deck shows it, counts guide the search. Neither a
small play nor counts refute anything: only a play of a real deal does that the machine replays, label by label from
setup on.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import cast

from checker.analysis.check import BUILT_IN, SILENT, STUCK
from checker.analysis.evidence import Point, cut_where_shown, make_teller, replay_labels
from checker.analysis.nearness import measure_nearness
from checker.analysis.real_deals import deal_like, make_guide
from checker.analysis.small_plays import Aim, Budget, SmallDeck, SmallPlay, find_small_plays
from checker.analysis.verifying import FullSize, find_form
from checker.explore.along import search_along
from checker.explore.guided import search_guided
from checker.explore.watch import Watch
from checker.machine.machine import Machine, RawLabel, SetupError, State
from checker.smt.counts.commands import count_system
from checker.smt.counts.distance import make_distances
from checker.smt.counts.family import hits_of
from checker.smt.counts.image import image_reader
from checker.smt.counts.refused import NotCounted
from checker.smt.counts.walk import Cuts
from checker.smt.shape.kinds import find_tested
from checker.smt.shape.sorts import find_sorts
from checker.system.build import build_system
from checker.system.system import Monitor, System
from checker.system.table import Scope, Table

DEALS = 3
MOST_TOLD_APART = 6  # kinds: with more, counting takes longer than it guides
SECONDS = 60.0
POINTS = (15_000, 200_000)  # of a small deck: all decks are tried with the first limit, before any with the next
LIKE = 6  # deals that begin like a small play
EACH = 10.0  # seconds for one of them


@dataclass(frozen=True, slots=True)
class Tables:
    """Where plays are looked for. players: none for all that the boxes allow. decks: how many of each box are mixed."""

    players: tuple[int, ...] = ()
    decks: int = 1
    small: tuple[SmallDeck, ...] = ()


@dataclass(frozen=True, slots=True)
class Refutation:
    """A replayed play that shows the failure (None: none found), on which machine, and what was tried.

    like: the small deck whose play it begins like; None if counts guided the search.
    """

    machine: Machine | None
    points: tuple[Point, ...]
    tried: str
    like: SmallDeck | None = None

    @property
    def players(self) -> int:
        """At which table."""
        assert self.machine is not None
        return self.machine.system.table.players


@dataclass(slots=True)
class _Hunt:
    """One search for one failure: what is looked for, where, until when."""

    game: FullSize
    form: Monitor
    tables: Tables
    budget: Budget
    expanded: int = 0
    machines: dict[int, Machine] = field(default_factory=dict)

    def machine(self, players: int) -> Machine:
        """The machine of the printed decks, piles as bags, or in segments where the order of a pile matters."""
        if players not in self.machines:
            copies = {kind.name: self.tables.decks * kind.copies for kind in self.game.rules.cards}
            table = Table(players, Scope("full", copies), self.game.readings, "bag")
            bags = build_system(self.game.rules, table)
            exact = bags.bag_exact is not False
            self.machines[players] = Machine(
                bags if exact else build_system(self.game.rules, replace(table, pile="segmented"))
            )
        return self.machines[players]

    def can_be_dealt(self, players: int) -> bool:
        """Whether the printed cards suffice."""
        try:
            self.machine(players).sample_deal(random.Random(0))
        except SetupError:
            return False
        return True

    # ---- along the play of a small deck
    def along_small_plays(self, numbers: tuple[int, ...]) -> Refutation | None:
        """Real plays that begin like those of small decks."""
        pile = self.machine(numbers[0]).system.table.pile
        decks = tuple(one for one in self.tables.small if one.players in numbers and one.mixed <= self.tables.decks)
        aim = aim_at(self.form)
        for play in find_small_plays(self.game.rules, self.game.readings, decks, aim, pile, POINTS, self.budget):
            found = self._follow(play, aim)
            if found is not None:
                return found
        return None

    def _follow(self, play: SmallPlay, aim: Aim) -> Refutation | None:
        machine = self.machine(play.deck.players)
        mask, dead_ends = aim(machine.system)
        if play.fault is not None:
            first, faults = len(machine.system.monitors), machine.system.faults
            same = [number for number, one in enumerate(faults) if (one.words, one.origin.rule) == play.fault]
            mask = sum(1 << first + number for number in same)
        watch = Watch(machine, mask, dead_ends)
        guide = make_guide(machine, play, measure_nearness(machine, mask))
        for seed in range(LIKE):
            start, deal = deal_like(machine, play, random.Random(seed) if seed else None)
            found = search_along(watch, start, 0, guide, self.budget.at_most(EACH).is_spent)
            self.expanded += found.expanded
            if found.labels is not None:
                points = _replay(machine, watch, deal, _unforced(machine, start, found.labels))
                return Refutation(machine, points, "", play.deck)
            if self.budget.is_spent():
                break
        return None

    # ---- guided by counts
    def guided_by_counts(self, numbers: tuple[int, ...]) -> Refutation | None:
        """Real plays, each step of which is chosen because the relaxed distance falls. NotCounted."""
        for left, players in zip(range(len(numbers), 0, -1), numbers, strict=True):
            if self.budget.is_spent():
                return None
            machine = self.machine(players)
            monitor = machine.system.monitors.index(find_form(self.form)(machine.system))
            distance = _make_distance(self.game, machine, machine.system.monitors[monitor])
            share = self.budget.share(left)
            for seed in range(DEALS):
                start, deal = machine.sample_deal(random.Random(seed))
                stop = share.share(DEALS - seed).is_spent
                found = search_guided(machine, start, monitor, distance, stop, family=_family)
                self.expanded += found.expanded
                if found.labels is not None:
                    labels = tuple(cast(RawLabel, one) for one in found.labels)  # known as hashables only
                    return Refutation(machine, _replay(machine, Watch(machine, 1 << monitor), deal, labels), "")
        return None


def refute(
    game: FullSize,
    form: Monitor,
    *,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.process_time,
    tables: Tables = Tables(),
) -> Refutation:
    """Look for a play in which a form of a property fails, the smallest tables first. seconds: of processor time."""
    begin = clock()
    fewest = max(box.fewest_players for box in game.rules.boxes)
    most = max(box.most_players for box in game.rules.boxes)
    hunt = _Hunt(game, form, tables, Budget(clock, begin + seconds))
    asked = tables.players or tuple(range(fewest, most + 1))
    numbers = tuple(one for one in asked if hunt.can_be_dealt(one))
    if not numbers:
        return Refutation(None, (), f"no such table can be dealt: {', '.join(map(str, asked))} players")
    found = hunt.along_small_plays(numbers)
    words = ""
    if found is None and not _is_built_in(form):
        try:
            found = hunt.guided_by_counts(numbers)
        except NotCounted as error:
            words = f"; counts did not guide it: {error}"
    if found is not None:
        return found
    tried = f"no play was found on real deals of {min(numbers)} to {max(numbers)} players in {clock() - begin:.0f} s"
    return Refutation(None, (), f"{tried} ({hunt.expanded:,} points looked at){words}")


def _is_built_in(form: Monitor) -> bool:
    return form.rule is not None and form.rule.name in BUILT_IN


def aim_at(form: Monitor) -> Aim:
    """What shows that a form fails: its monitor; of the built-in ones a dead end, or any fault of play."""
    if not _is_built_in(form):
        find = find_form(form)
        return lambda system: (1 << system.monitors.index(find(system)), False)
    assert form.rule is not None
    if form.rule.name == STUCK:
        return lambda system: (0, True)
    assert form.rule.name == SILENT
    return lambda system: (sum(_fault_masks(system)), False)


def _fault_masks(system: System) -> Iterator[int]:
    for number, fault in enumerate(system.faults):
        if not fault.in_setup:
            yield 1 << len(system.monitors) + number


def _family(label: object) -> object:
    """The labels of one choice of one location."""
    return cast(RawLabel, label)[:2]  # the machine's own label, which searches know as a hashable only


def _make_distance(game: FullSize, machine: Machine, monitor: Monitor) -> Callable[[State], float]:
    system = machine.system
    tested = find_tested(system, find_sorts(system))
    single = tested if len(tested) <= MOST_TOLD_APART else game.named_kinds()
    counted = count_system(system, single=single, cuts=Cuts())  # every decision a point: the search meets them all
    distances = make_distances(counted, counted.commands, hits_of(counted, monitor))
    remembered, read = lru_cache(maxsize=200_000)(distances.of), image_reader(counted, machine.layout)
    return lambda state: remembered(read(state))


def _unforced(machine: Machine, start: State, labels: tuple[object, ...]) -> tuple[RawLabel, ...]:
    """The labels of points with a choice, of all labels from a point on."""
    found, state = list[RawLabel](), start
    for one in labels:
        raw = cast(RawLabel, one)  # as above
        if len(machine.labels(state)) > 1:
            found.append(raw)
        state = machine.step(state, raw)
    return tuple(found)


def _replay(
    machine: Machine, watch: Watch[State], deal: tuple[RawLabel, ...], labels: tuple[RawLabel, ...]
) -> tuple[Point, ...]:
    points = replay_labels(make_teller(machine), deal, labels)
    return cut_where_shown(machine, points, lambda state: bool(watch.hits(state)))
