"""How far a state is from a failure of a property, guessed from counts: commands that only ever help, repeated.

The relaxed distance of numeric planning (E. Scala, P. Haslum, S. Thiebaux: Heuristics for Numeric Planning via
Subgoaling, IJCAI 2016): the cost of a constraint is the cheapest command that brings it nearer, as often as it takes;
the costs of the constraints of a guard add up. Who acts is forgotten. It guides a search and proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf

from checker.smt.counts.commands import Command, CountSystem, frame_of, post_values
from checker.smt.counts.family import Hit
from checker.smt.counts.image import Image
from checker.smt.counts.linear import PLAYERS, SUM, Count, Linear, variable

ROUNDS = 30


@dataclass(frozen=True, slots=True)
class Gain:
    """A command brings a constraint nearer by `least` each time, and by each of `more` counts as many times as given.

    needs: constraints beside the guard, without which it gains nothing.
    """

    constraint: int
    least: int
    more: tuple[tuple[int, int], ...]
    needs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Helper:
    """A command as it helps: the constraints of its guard, and what it gains."""

    needs: tuple[int, ...]
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class Distances:
    """The tables that distances are computed from. constraints: at least 0 each, of nobody, one player or two."""

    counted: CountSystem
    constraints: tuple[Linear, ...]
    helpers: tuple[Helper, ...]
    goals: tuple[tuple[int, ...], ...]

    def of(self, image: Image) -> float:
        """The distance of an image from the nearest failure; infinite if no commands can lead there."""
        values = self._values(image)
        standing = [self._stand(linear, values) for linear in self.constraints]
        costs = [0.0 if value >= 0 else inf for value in standing]
        for _ in range(ROUNDS):
            if not self._round(standing, costs):
                break
        return min((sum(costs[one] for one in goal) for goal in self.goals), default=inf)

    def _round(self, standing: list[int], costs: list[float]) -> bool:
        changed = False
        for helper in self.helpers:
            before = sum(costs[one] for one in helper.needs)
            if before == inf:
                continue
            for gain in helper.gains:
                cost = costs[gain.constraint]
                if cost <= before + 1:
                    continue
                whole = before + sum(costs[one] for one in gain.needs)
                each = gain.least + sum(factor * max(standing[one] + 1, 1) for one, factor in gain.more)
                if whole < inf and each > 0:
                    times = -(standing[gain.constraint] // each)
                    if whole + times < cost:
                        costs[gain.constraint] = whole + times
                        changed = True
        return changed

    def _values(self, image: Image) -> dict[Count, int]:
        values = dict(image.values)
        for frame in image.agenda:
            for count in frame_of(self.counted.finder, frame):
                values[count] = values.get(count, 0) + 1
        for count, value in list(values.items()):
            if count.holder >= 0:
                whole = count._replace(holder=SUM)
                values[whole] = values.get(whole, 0) + value
        values[PLAYERS] = self.counted.system.table.players
        return values

    def _stand(self, linear: Linear, values: Mapping[Count, int]) -> int:
        """The most that a constraint comes to, whoever its players are (two of them may be the same)."""
        shared, own = linear.constant, dict[int, dict[int, int]]()
        players = range(self.counted.system.table.players)
        for count, factor in linear.terms:
            if count.holder < 0:
                shared += factor * values.get(count, 0)
            else:
                some = own.setdefault(count.holder, dict.fromkeys(players, 0))
                for seat in players:
                    some[seat] += factor * values.get(count._replace(holder=seat), 0)
        return shared + sum(max(some.values()) for some in own.values())


class _Tables:
    def __init__(self) -> None:
        self.numbers: dict[Linear, int] = {}

    def constraint(self, linear: Linear) -> int:
        """The number of a constraint; its players are named in the order in which they occur."""
        names: dict[int, int] = {}
        moved = {
            count: variable(count._replace(holder=names.setdefault(count.holder, len(names))))
            for count, _ in linear.terms
            if count.holder >= 0
        }
        return self.numbers.setdefault(linear.substitute(moved), len(self.numbers))


def make_distances(counted: CountSystem, commands: Iterable[Command], hits: Iterable[Hit]) -> Distances:
    """The tables for the commands of a System and the ways in which a property fails."""
    tables = _Tables()
    some = [(one, tuple(dict.fromkeys(tables.constraint(linear) for linear in one.guard))) for one in commands]
    goals = tuple(tuple(dict.fromkeys(tables.constraint(linear) for linear in hit.guard)) for hit in hits)
    targets = list(tables.numbers.items())
    helpers: list[Helper] = []
    for command, needs in some:
        gains = dict.fromkeys(gain for linear, index in targets for gain in _gains(command, linear, index, tables))
        if gains:
            helpers.append(Helper(needs, tuple(gains)))
    return Distances(counted, tuple(tables.numbers), tuple(helpers), goals)


def _gains(command: Command, linear: Linear, index: int, tables: _Tables) -> Iterable[Gain]:
    holders = sorted({count.holder for count, _ in linear.terms if count.holder >= 0})
    if len(holders) > 1:
        return
    for actor in range(command.actors) if holders else (0,):
        own = {count: variable(count._replace(holder=actor)) for count, _ in linear.terms if count.holder >= 0}
        before = linear.substitute(own)
        change = before.substitute(post_values(command, [count for count, _ in before.terms])).plus(before, -1)
        positive = [(count, factor) for count, factor in change.terms if factor > 0]
        if change.constant <= 0 and not positive:
            continue
        more = tuple((tables.constraint(variable(count).add(-1)), factor) for count, factor in positive)
        if change.constant > 0:
            yield Gain(index, change.constant, (), ())
        for one in more:
            yield Gain(index, 0, (one,), (one[0],))
