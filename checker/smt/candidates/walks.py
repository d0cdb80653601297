"""Random walks over counts: what fails in a state that commands reach is no invariant, and need not be asked of Z3.

Plays are walked for a fixed number of players, with numbers for all counts; nothing rests on them but how soon a
candidate is given up.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import permutations

from checker.smt.candidates.invariant import Invariant
from checker.smt.counts.commands import Command, CountSystem, frame_of, is_agenda
from checker.smt.counts.evaluate import STOPPED, WON
from checker.smt.counts.linear import PLAYERS, SUM, Count, Linear
from checker.smt.counts.paths import Frame, Point

MOST_GUESSED = 2


@dataclass(slots=True)
class Place:
    """Where a walk is: counts by seat (the table's without), the agenda (the top last)."""

    players: int
    values: dict[Count, int]
    agenda: list[Frame] = field(default_factory=list)

    def read(self, count: Count, seats: Mapping[int, int]) -> int:
        """A count of acting players, given who acts."""
        if count == PLAYERS:
            return self.players
        if count.holder == SUM:
            return sum(self.values.get(count._replace(holder=seat), 0) for seat in range(self.players))
        return self.values.get(count if count.holder < 0 else count._replace(holder=seats[count.holder]), 0)

    def compute(self, linear: Linear, seats: Mapping[int, int], guessed: Mapping[Count, int]) -> int:
        """An expression of acting players."""
        return linear.constant + sum(
            factor * (guessed[count] if count in guessed else self.read(count, seats)) for count, factor in linear.terms
        )


def refuted(
    counted: CountSystem, first: Mapping[Count, int], tried: Iterable[Invariant], *, steps: int, seed: int = 0
) -> set[Invariant]:
    """The invariants that fail somewhere on random walks. first: the counts after a setup, frames included."""
    chance = random.Random(seed)
    by_point: dict[Point, list[Command]] = {}
    for command in counted.commands:
        by_point.setdefault(command.top.point, []).append(command)
    begin = _begin(counted, first)
    left = [(one, _instances(one, begin.players)) for one in tried]
    lost: set[Invariant] = set()
    place = _copy(begin)
    for _ in range(steps):
        values = _with_sums(place)
        broken = {one for one, instances in left if _fails(instances, one.constraint.is_equation, values)}
        if broken:
            lost |= broken
            left = [one for one in left if one[0] not in broken]
        after = _step(counted, by_point, place, chance)
        place = _copy(begin) if after is None or after.values.get(WON) or after.values.get(STOPPED) else after
    return lost


def _begin(counted: CountSystem, first: Mapping[Count, int]) -> Place:
    players = counted.system.table.players
    place = Place(players, {count: value for count, value in first.items() if count.holder != SUM})
    for path in counted.finder.setup(counting=True):
        place.agenda = [counted.stand_in(frame) for frame in path.pushed]
        break
    return place


def _copy(place: Place) -> Place:
    return Place(place.players, dict(place.values), list(place.agenda))


def _instances(invariant: Invariant, players: int) -> tuple[Linear, ...]:
    """What an invariant says of each seat."""
    return tuple(invariant.of(seat).linear for seat in (range(players) if invariant.shape == "each" else (0,)))


def _with_sums(place: Place) -> dict[Count, int]:
    values = {PLAYERS: place.players, **place.values}
    for count, value in place.values.items():
        if count.holder >= 0:
            key = count._replace(holder=SUM)
            values[key] = values.get(key, 0) + value
    return values


def _fails(instances: tuple[Linear, ...], is_equation: bool, values: Mapping[Count, int]) -> bool:
    for linear in instances:
        value = linear.constant
        for count, factor in linear.terms:
            value += factor * values.get(count, 0)
        if value < 0 or (is_equation and value):
            return True
    return False


def _step(
    counted: CountSystem, by_point: Mapping[Point, list[Command]], place: Place, chance: random.Random
) -> Place | None:
    """Some command that is possible, done; None if there is none."""
    if not place.agenda:
        return None
    top = place.agenda[-1]
    commands = list(by_point.get(top.point, ()))
    chance.shuffle(commands)
    for command in commands:
        ways = list(_seats(command, top, place.players))
        chance.shuffle(ways)
        for seats in ways:
            counts = {one for linear in (*command.guard, *dict(command.updates).values()) for one, _ in linear.terms}
            numbers = sorted(one for one in counts if "#" in one.name)
            guessed = {one: chance.randint(0, MOST_GUESSED) for one in numbers}
            if _is_possible(command, place, seats, guessed):
                return _do(counted, command, place, seats, guessed)
    return None


def _seats(command: Command, top: Frame, players: int) -> Iterable[dict[int, int]]:
    known: dict[int, int] = {}
    for (_, actor), (_, seat) in zip(command.top.seats, top.seats, strict=True):
        if known.setdefault(actor, seat) != seat:
            return
    if len(set(known.values())) != len(known):
        return
    others = [actor for actor in range(command.actors) if actor not in known]
    free = [seat for seat in range(players) if seat not in known.values()]
    for chosen in permutations(free, len(others)):
        yield {**known, **dict(zip(others, chosen, strict=True))}


def _is_possible(command: Command, place: Place, seats: Mapping[int, int], guessed: Mapping[Count, int]) -> bool:
    if any(place.compute(linear, seats, guessed) < 0 for linear in command.guard):
        return False
    acting = {seat: actor for actor, seat in seats.items()}
    return all(
        place.values.get(Count(name, seat), 0) == 1
        for name, first in command.everyone
        for seat in range(place.players)
        if acting.get(seat, first) >= first
    )


def _do(
    counted: CountSystem, command: Command, place: Place, seats: Mapping[int, int], guessed: Mapping[Count, int]
) -> Place | None:
    after = _copy(place)
    for name, _ in command.everyone:
        for seat in range(place.players):
            after.values[Count(name, seat)] = 0
    for count, value in command.updates:
        if not is_agenda(count):
            now = place.compute(value, seats, guessed)
            if now < 0:
                return None
            after.values[count if count.holder < 0 else count._replace(holder=seats[count.holder])] = now
    if command.drops_agenda:
        after.agenda = []
        return after
    pushed = [Frame(one.point, tuple((local, seats[actor]) for local, actor in one.seats)) for one in command.pushed]
    for frame, change in ((after.agenda.pop(), -1), *((one, 1) for one in pushed)):
        for count in frame_of(counted.finder, frame):
            after.values[count] = after.values.get(count, 0) + change
    after.agenda += pushed
    return after
