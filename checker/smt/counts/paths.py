"""The paths of the System: from one point of the agenda to the next, through jumps, calls, returns and decisions.

A return to a frame that was not pushed on the same path ends the path: the frame below is on top then, whichever it is.
Which decisions are points of their own is a choice (`Cuts`): the others are gone through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from checker.smt.counts.binding import Binder
from checker.smt.counts.evaluate import STOPPED, WON, Terms
from checker.smt.counts.groups import Groups, has_parts
from checker.smt.counts.linear import GLOBAL, Count, Linear, number, variable
from checker.smt.counts.refused import Lasting
from checker.smt.counts.run import Run, Seat, Value
from checker.smt.counts.sums import Summer
from checker.smt.counts.walk import Cuts, End, Ending, Walk
from checker.smt.shape.agenda import Spot
from checker.system import points
from checker.system.lower_terms import DIRECTION
from checker.system.system import System

How = Literal["decision", "resumption", "block"]


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """A kind of frame: a spot, and the values of its saved locals that are not players (kinds by class; None: any)."""

    spot: Spot
    values: tuple[tuple[str, int | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame on the agenda: its point and which acting players its saved locals are."""

    point: Point
    seats: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Path:
    """One path: `top` is popped, `pushed` lie on the agenda at its end, the last one on top.

    ending: "returned" if a frame below is resumed next; "seen" if it goes on: so it is at a decision on its way.
    decided: whether it goes through decisions. labels: decisions in words. fired: coverage points passed.
    """

    top: Frame | None
    actors: int
    guard: tuple[Linear, ...]
    values: tuple[tuple[Count, Linear], ...]
    pushed: tuple[Frame, ...]
    ending: Ending
    fault: int | None
    unseen: frozenset[str]
    decided: bool
    labels: tuple[str, ...]
    fired: frozenset[int]
    everyone: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Dealing:
    """One way through setup: the fault that it ends at (None: play begins), what it needs, the fields after it.

    is_cut: it ends where a loop of setup comes round again, so that what follows is not known.
    """

    fault: int | None
    guard: tuple[Linear, ...]
    values: Mapping[Count, Linear]
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class PathFinder:
    """Enumerates paths of one System. `cuts`: where they end. named: the classes of kinds by which points go."""

    system: System
    terms: Terms
    cuts: Cuts
    named: tuple[int, ...]

    @property
    def classes(self) -> tuple[int, ...]:
        """The class of each kind."""
        return self.terms.groups.classes

    @property
    def _binder(self) -> Binder:
        return Binder(self.terms)

    # ---- points
    def saved(self, spot: Spot) -> tuple[str, ...]:
        """The saved locals of a spot."""
        if spot.sort == "location":
            return self.system.locations[spot.number].saved
        return self.system.blocks[spot.number].parameters

    def seat_locals(self, spot: Spot) -> tuple[str, ...]:
        """The saved locals of a spot that are players who matter."""
        seats = (one for one in self.saved(spot) if self.terms.sorts.find(one) == "seat")
        return tuple(one for one in seats if one in self.terms.relevant)

    def how(self, spot: Spot) -> How:
        """What a spot is."""
        if spot.sort == "block":
            return "block"
        return "decision" if self.system.locations[spot.number].resume is None else "resumption"

    def describe(self, point: Point) -> str:
        """A point in words."""
        spot = point.spot
        name = (self.system.locations if spot.sort == "location" else self.system.blocks)[spot.number].name
        values = ", ".join(f"{local.split('.')[0]} {value}" for local, value in point.values if value is not None)
        return f"{spot.number} {name}{f' ({values})' if values else ''}"

    def _freeze(self, spot: Spot, values: dict[str, Value]) -> Frame:
        seats: list[tuple[str, int]] = []
        fixed: list[tuple[str, int | None]] = []
        matter = self.seat_locals(spot)
        for local in self.saved(spot):
            value, sort = values.get(local), self.terms.sorts.find(local)
            if local in matter:
                actor = self.terms.seat(value)
                assert actor is not None
                seats.append((local, actor))
            elif sort == "kind":
                one = self.terms.groups.class_of(value)
                fixed.append((local, None if one is None else self.named[self.classes.index(one)]))
            elif sort is not None or not isinstance(value, Linear) or not value.is_constant or self._is_number(local):
                fixed.append((local, None))
            else:
                fixed.append((local, value.constant))
        return Frame(Point(spot, tuple(fixed)), tuple(seats))

    def _is_number(self, local: str) -> bool:
        return local in self.terms.memory.numbers

    def number_of(self, local: str, seats: Mapping[str, int]) -> Count:
        """The count of a number that a frame of some players saves."""
        found = self.terms.memory.numbers[local]
        return Count(found.name, GLOBAL if found.owner is None else seats[found.owner])

    def _keep_numbers(self, top: Frame | None, pushed: list[tuple[Frame, dict[str, Value]]], run: Run) -> None:
        """The numbers that the frames save, or 0 where the frame that saved one is gone."""
        now: dict[Count, Value] = {}
        if top is not None:
            known = [one for one in self.saved(top.point.spot) if self._is_number(one)]
            now = dict.fromkeys((self.number_of(one, dict(top.seats)) for one in known), number(0))
        for frame, values in pushed:
            for local in [one for one in self.saved(frame.point.spot) if self._is_number(one)]:
                now[self.number_of(local, dict(frame.seats))] = values.get(local)
        for count, value in now.items():
            if not isinstance(value, Linear) or has_parts(value):
                value = variable(run.new_count(count.name, count.holder))
            run.write(count, value)

    def starts(self, point: Point) -> Iterator[Run]:
        """Every way in which a frame of a point can be on top: who its players are, which kinds of the classes."""
        ways = [Run({}, actors=self.terms.players if self.terms.seats else 0)]
        for local in self.seat_locals(point.spot):
            further: list[Run] = []
            for way in ways:
                for actor, after in self.terms.actors(way):
                    after.locals[local] = Seat(actor)
                    further.append(after)
            ways = further
        for local, value in point.values:
            if self.terms.sorts.find(local) == "kind":
                some = tuple(kind for kind, one in enumerate(self.named) if value is None or one == value)
                ways = [after for way in ways for after in self._binder.choose_kinds(((local,), some), way)]
            else:
                for way in ways:
                    way.locals[local] = None if value is None else number(value)
        for local in [one for one, _ in point.values if self._is_number(one)]:
            for way in ways:
                seats = {one: self._actor(way, one) for one in self.seat_locals(point.spot)}
                way.locals[local] = variable(self.number_of(local, seats))
        yield from ways

    # ---- paths
    def paths(self, point: Point) -> list[Path]:
        """Every path that begins with a frame of a point on top. CutNeeded if they have no end."""
        return self.walk_from(point)[0]

    def walk_from(self, point: Point) -> tuple[list[Path], frozenset[Spot]]:
        """The paths from a point, and the spots that they go through."""
        found: list[Path] = []
        touched: set[Spot] = set()
        for run in self.starts(point):
            seats = tuple((local, self._actor(run, local)) for local in self.seat_locals(point.spot))
            walk = Walk(self.system, self.terms, self.cuts)
            self._begin(walk, point.spot, run)
            found += [path for end in walk.finish() for path in self._finish(Frame(point, seats), end)]
            touched |= walk.touched
        return found, frozenset(touched)

    def _begin(self, walk: Walk, spot: Spot, run: Run) -> None:
        if spot.sort == "block":
            block = self.system.blocks[spot.number]
            walk.begin(block.tree, run, block.name)
            return
        location = self.system.locations[spot.number]
        if location.resume is not None:
            walk.begin(location.resume, run, location.name)
        for choice in location.choices:
            for chosen in self._binder.bind(choice, run.copy()):
                walk.begin(choice.then, chosen, self._label(choice, chosen))

    def setup(self, *, counting: bool = False) -> Iterator[Path]:
        """Every way through setup to the first point of play, seats concrete, nobody having reversed anything.

        counting: counters are followed too, for a setup that counts before it deals.
        """
        whole = self._for_setup(counting=counting)
        for end in whole._setup():
            if end.goal.ending == "waiting":
                yield from whole._finish(None, end)

    def dealings(self) -> Iterator[Dealing]:
        """Every way through setup, those included that end at a fault."""
        for end in self._for_setup(counting=True)._setup():
            if end.goal.ending != "seen":
                guard = tuple(Linear(terms, constant) for terms, constant in end.run.guard.items())
                yield Dealing(end.goal.fault, guard, dict(end.run.values), self._is_cut(end.goal.spot))

    def _is_cut(self, spot: Spot | None) -> bool:
        """Whether a spot is no decision of play."""
        if spot is None:
            return False
        return spot.sort == "block" or self.system.locations[spot.number].in_setup or self.how(spot) != "decision"

    def _for_setup(self, *, counting: bool) -> PathFinder:
        counters = {array.name for array in self.system.arrays if array.name.startswith("counter ")}
        known = self.terms.tracked | {DIRECTION} | (counters if counting else set())
        memory = replace(self.terms.memory, binds={}, backs={}, ends={}, tokens=())
        terms = count_exactly(replace(self.terms, tracked=known, memory=memory), self.system)
        return replace(self, terms=terms)

    def _setup(self) -> list[End]:
        run = Run({}, actors=self.terms.players)
        for array in self.system.arrays:
            if array.name.startswith("token ") and not array.dimensions:
                run.tokens[array.name] = array.first
        run.values.update(self._first_values())
        walk = Walk(self.system, self.terms, self.cuts)
        walk.begin(self.system.blocks[self.system.start].tree, run, "setup")
        return walk.finish()

    def _first_values(self) -> Iterator[tuple[Count, Linear]]:
        starts = next(zone.name for zone in self.system.rules.zones if zone.starts)
        for array in self.system.arrays:
            if array.name not in self.terms.tracked:
                continue
            is_zone = array.name.startswith("zone ")
            owners = range(self.terms.players) if len(array.dimensions) == 1 + is_zone else (GLOBAL,)
            for owner in owners:
                for kind in range(array.dimensions[-1]) if is_zone else (-1,):
                    first = number(array.first)
                    if array.name == f"zone {starts}":
                        first = variable(Count("copies", GLOBAL, kind))
                    yield Count(array.name, owner, kind), first
        yield WON, number(0)
        yield STOPPED, number(0)

    def _actor(self, run: Run, local: str) -> int:
        value = run.locals[local]
        assert isinstance(value, Seat)
        return value.number

    def _label(self, choice: points.Choice, run: Run) -> str:
        words = [choice.verb]
        for word in choice.words:
            if isinstance(word, points.Text):
                words.append(word.text)
            expressions = word.expressions if isinstance(word, points.KindsWord) else ()
            expressions = (word.expression,) if isinstance(word, points.KindWord) else expressions
            for expression in expressions:
                for value, _ in self.terms.read(expression, run.copy()):
                    one = self.terms.groups.class_of(value)
                    if one is not None:
                        words.append(name_class(self.system, self.terms.groups, one))
        return " ".join(words)

    def _finish(self, top: Frame | None, end: End) -> Iterator[Path]:
        run, goal = end.run.copy(), end.goal
        if goal.ending in ("won", "stopped"):
            run.write(WON if goal.ending == "won" else STOPPED, number(1))
        for count in [one for one in run.values if one.name in self.terms.momentary]:
            if goal.ending in ("waiting", "returned"):
                raise Lasting(count.name)
            del run.values[count]
        frames = [(Spot("location", one.location), dict(one.saved)) for one in run.pending]
        frames += [] if goal.spot is None else [(goal.spot, run.locals)]
        for after, pushed in self._freeze_all(frames, run):
            if goal.ending in ("waiting", "returned"):
                self._keep_numbers(top, [(one, values) for one, (_, values) in zip(pushed, frames, strict=True)], after)
            yield Path(
                top,
                after.actors,
                tuple(Linear(terms, constant) for terms, constant in sorted(after.guard.items())),
                tuple(sorted(after.values.items())),
                pushed,
                goal.ending,
                goal.fault,
                after.unseen | end.passed.unseen,
                after.decided,
                tuple(end.passed.labels),
                end.passed.fired,
                after.everyone,
            )

    def _freeze_all(
        self, frames: list[tuple[Spot, dict[str, Value]]], run: Run
    ) -> Iterator[tuple[Run, tuple[Frame, ...]]]:
        """The frames as points and players; a saved player that is not known can be anybody."""
        for spot, values in frames:
            for local in self.seat_locals(spot):
                if self.terms.seat(values.get(local)) is None:
                    for actor, after in self.terms.actors(run):
                        after.ignore("who a saved player is")
                        known = [
                            (one, {**saved, local: Seat(actor)} if saved is values else saved) for one, saved in frames
                        ]
                        yield from self._freeze_all(known, after)
                    return
        yield run, tuple(self._freeze(spot, values) for spot, values in frames)


def count_exactly(terms: Terms, system: System) -> Terms:
    """Seats concrete, every kind and every zone counted by itself."""
    groups = Groups(tuple(range(len(system.kinds))), {}, {}, (1,) * len(system.kinds))
    return replace(terms, seats=True, groups=groups, summer=Summer(groups, terms.players))


def name_class(system: System, groups: Groups, one: int) -> str:
    """A class of kinds in words."""
    kinds = groups.all_of(one)
    return system.kinds[kinds[0]] if len(kinds) == 1 else "other cards"
