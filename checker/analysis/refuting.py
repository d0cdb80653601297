"""Refuting a property at full size: a play of a real deal, found by a search that counts guide, and replayed.

Counts alone refute nothing: what they allow need not be a play. Only a play that the machine replays, label by label
from setup on, and that shows the failure, is a refutation.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import cast

from checker.analysis.evidence import Point, cut_where_shown, make_teller, replay_labels
from checker.analysis.verifying import FullSize, find_form
from checker.explore.guided import search_guided
from checker.machine.machine import Machine, RawLabel, State
from checker.smt.commands import count_system
from checker.smt.distance import make_distances
from checker.smt.evaluate import NotCounted
from checker.smt.family import hits_of
from checker.smt.image import image_reader
from checker.smt.kinds import find_tested
from checker.smt.sorts import find_sorts
from checker.smt.walk import Cuts
from checker.system.build import build_system
from checker.system.system import Monitor, System

DEALS = 3
MOST_TOLD_APART = 6  # kinds: with more, counting takes longer than it guides
SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Refutation:
    """A replayed play that shows the failure (None: none found), on which machine, and what was tried."""

    machine: Machine | None
    points: tuple[Point, ...]
    tried: str

    @property
    def players(self) -> int:
        """At which table."""
        assert self.machine is not None
        return self.machine.system.table.players


def refute(
    game: FullSize, form: Monitor, *, seconds: float = SECONDS, clock: Callable[[], float] = time.process_time
) -> Refutation:
    """Look for a play in which a form of a property fails, for each number of players. seconds: of processor time."""
    begin, expanded, tables = clock(), 0, list[int]()
    fewest = max(box.fewest_players for box in game.rules.boxes)
    most = max(box.most_players for box in game.rules.boxes)
    for players in range(fewest, most + 1):
        if tables and clock() - begin >= 2 * seconds:
            break  # counting the commands of many boxes can take longer than the search
        system = _with_small_piles(game, players)
        tables.append(players)
        machine = Machine(system)
        monitor = system.monitors.index(find_form(form)(system))
        try:
            distance = _make_distance(game, machine, system.monitors[monitor])
        except NotCounted as error:
            return Refutation(None, (), f"no play was looked for: {error}")
        share = (seconds - (clock() - begin)) / (most + 1 - players)
        end = clock() + share
        for seed in range(DEALS):
            start, deal = machine.sample_deal(random.Random(seed))
            stop = partial(_is_late, clock, clock() + (end - clock()) / (DEALS - seed))
            found = search_guided(machine, start, monitor, distance, stop, family=_family)
            expanded += found.expanded
            if found.labels is not None:
                return Refutation(machine, _replay(machine, monitor, deal, found.labels), "")
    words = f"no play was found on real deals of {min(tables)} to {max(tables)} players in {clock() - begin:.0f} s"
    return Refutation(None, (), f"{words} ({expanded:,} points looked at)")


def _is_late(clock: Callable[[], float], until: float, _: int) -> bool:
    return clock() >= until


def _family(label: object) -> object:
    """The labels of one choice of one location."""
    return cast(RawLabel, label)[:2]  # the machine's own label, which searches know as a hashable only


def _with_small_piles(game: FullSize, players: int) -> System:
    """The System with piles as bags, or in segments where the order of a pile matters."""
    table = game.build(players).table
    bags = build_system(game.rules, replace(table, pile="bag"))
    return build_system(game.rules, replace(table, pile="segmented")) if bags.bag_exact is False else bags


def _make_distance(game: FullSize, machine: Machine, monitor: Monitor) -> Callable[[State], float]:
    system = machine.system
    tested = find_tested(system, find_sorts(system))
    single = tested if len(tested) <= MOST_TOLD_APART else game.named_kinds()
    counted = count_system(system, single=single, cuts=Cuts())  # every decision a point: the search meets them all
    distances = make_distances(counted, counted.commands, hits_of(counted, monitor))
    remembered, read = lru_cache(maxsize=200_000)(distances.of), image_reader(counted, machine.layout)
    return lambda state: remembered(read(state))


def _replay(
    machine: Machine, monitor: int, deal: tuple[RawLabel, ...], labels: tuple[object, ...]
) -> tuple[Point, ...]:
    own = tuple(cast(RawLabel, one) for one in labels)  # as above
    points = replay_labels(make_teller(machine), deal, own)
    return cut_where_shown(machine, points, lambda state: bool(machine.hits(state) >> monitor & 1))
