"""The paths of the segments: from one point of the agenda to the next, through jumps, calls and returns on the way.

A return to a frame that was not pushed on the same path ends the path: the frame below is on top then, whichever it is.
A block met again on one path is cut: it becomes a point of its own ("cut at an event entry and say so").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from checker.smt.agenda import Spot
from checker.smt.alike import Alike
from checker.smt.binding import Binder
from checker.smt.evaluate import STOPPED, WON, Terms
from checker.smt.linear import GLOBAL, Count, Linear, number, variable
from checker.smt.perform import Performer
from checker.smt.run import Pending, Run, Seat, Value
from checker.system import ir, points
from checker.system.lower_terms import DIRECTION
from checker.system.system import System

How = Literal["decision", "resumption", "block"]


class CutNeeded(Exception):
    """A block was met twice on one path."""

    def __init__(self, block: int) -> None:
        super().__init__(block)
        self.block = block


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
    """One path, over counts of kinds: `top` is popped, `pushed` lie on the agenda at its end, the last one on top.

    ending: "returned" if a frame below is resumed next. label: the decision in words. fired: coverage points passed.
    """

    top: Frame | None
    actors: int
    guard: tuple[Linear, ...]
    values: tuple[tuple[Count, Linear], ...]
    pushed: tuple[Frame, ...]
    ending: Literal["waiting", "returned", "won", "stopped"]
    fault: int | None
    unseen: frozenset[str]
    rule: str
    label: str
    fired: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealing:
    """One way through setup: the fault that it ends at (None: play begins), what it needs, the fields after it."""

    fault: int | None
    guard: tuple[Linear, ...]
    values: Mapping[Count, Linear]


@dataclass(frozen=True, slots=True)
class _End:
    run: Run
    ending: Literal["waiting", "returned", "won", "stopped"]
    spot: Spot | None
    fault: int | None


@dataclass(frozen=True, slots=True)
class PathFinder:
    """Enumerates paths of one System. `classes`: the class of each kind. `cuts`: blocks at which paths end.

    alike: kinds of which one path stands for all (None: every path is enumerated).
    """

    system: System
    terms: Terms
    classes: tuple[int, ...]
    cuts: frozenset[int]
    alike: Alike | None = None

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
        """The saved locals of a spot that are players."""
        return tuple(one for one in self.saved(spot) if self.terms.sorts.find(one) == "seat")

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
        for local in self.saved(spot):
            value, sort = values.get(local), self.terms.sorts.find(local)
            if sort == "seat":
                actor = self.terms.seat(value)
                assert actor is not None
                seats.append((local, actor))
            elif sort == "kind":
                known = isinstance(value, Linear) and value.is_constant
                fixed.append((local, self.classes[value.constant] if known and isinstance(value, Linear) else None))
            elif sort == "cursor" or not isinstance(value, Linear) or not value.is_constant:
                fixed.append((local, None))
            else:
                fixed.append((local, value.constant))
        return Frame(Point(spot, tuple(fixed)), tuple(seats))

    def starts(self, point: Point) -> Iterator[Run]:
        """Every way in which a frame of a point can be on top: who its players are, which kinds of the classes."""
        yield from self._starts(point, None)

    def _starts(self, point: Point, alike: tuple[int, ...] | None) -> Iterator[Run]:
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
                some = tuple(kind for kind, one in enumerate(self.classes) if value is None or one == value)
                chain = ((local,), some)
                ways = [after for way in ways for after in self._binder.choose_kinds(chain, alike, way)]
            else:
                for way in ways:
                    way.locals[local] = None if value is None else number(value)
        yield from ways

    # ---- paths
    def paths(self, point: Point) -> Iterator[Path]:
        """Every path that begins with a frame of a point on top."""
        for run in self._starts(point, None if self.alike is None else self.alike.in_spot(point.spot)):
            seats = tuple((local, self._actor(run, local)) for local in self.seat_locals(point.spot))
            top = Frame(point, seats)
            for rule, label, end in self._from(point.spot, run):
                yield from self._finish(top, rule, label, end)

    def setup(self, *, counting: bool = False) -> Iterator[Path]:
        """Every way through setup to the first point of play, seats concrete, nobody having reversed anything.

        counting: counters are followed too, for a setup that counts before it deals.
        """
        whole = self._for_setup(counting=counting)
        for end in whole._setup():
            if end.ending == "waiting":
                yield from whole._finish(None, "setup", "setup", end)

    def dealings(self) -> Iterator[Dealing]:
        """Every way through setup, those included that end at a fault."""
        for end in self._for_setup(counting=True)._setup():
            guard = tuple(Linear(terms, constant) for terms, constant in end.run.guard.items())
            yield Dealing(end.fault, guard, dict(end.run.values))

    def _for_setup(self, *, counting: bool) -> PathFinder:
        counters = {array.name for array in self.system.arrays if array.name.startswith("counter ")}
        known = self.terms.tracked | {DIRECTION} | (counters if counting else set())
        return replace(self, terms=replace(self.terms, seats=True, tracked=known))

    def _setup(self) -> Iterator[_End]:
        run = Run({}, actors=self.terms.players)
        for array in self.system.arrays:
            if array.name.startswith("token ") and not array.dimensions:
                run.tokens[array.name] = array.first
        run.values.update(self._first_values())
        yield from self._tree(self.system.blocks[self.system.start].tree, run)

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

    def _from(self, spot: Spot, run: Run) -> Iterator[tuple[str, str, _End]]:
        if spot.sort == "block":
            block = self.system.blocks[spot.number]
            for end in self._tree(block.tree, run):
                yield block.name, block.name, end
            return
        location = self.system.locations[spot.number]
        if location.resume is not None:
            for end in self._tree(location.resume, run):
                yield location.origin.rule, location.name, end
        for index, choice in enumerate(location.choices):
            alike = None if self.alike is None else self.alike.in_choice(spot, index)
            for chosen in self._binder.bind(choice, run.copy(), alike):
                label = self._label(choice, chosen)
                for end in self._tree(choice.then, chosen):
                    yield choice.origin.rule, label, end

    def _label(self, choice: points.Choice, run: Run) -> str:
        words = [choice.verb]
        for word in choice.words:
            if isinstance(word, points.Text):
                words.append(word.text)
            expressions = word.expressions if isinstance(word, points.KindsWord) else ()
            expressions = (word.expression,) if isinstance(word, points.KindWord) else expressions
            for expression in expressions:
                for value, _ in self.terms.read(expression, run.copy()):
                    if isinstance(value, Linear) and value.is_constant:
                        words.append(self.system.kinds[value.constant])
        return " ".join(words)

    def _finish(self, top: Frame | None, rule: str, label: str, end: _End) -> Iterator[Path]:
        over = end.ending in ("won", "stopped")
        if over:
            end.run.write(WON if end.ending == "won" else STOPPED, number(1))
        frames = [(Spot("location", one.location), dict(one.saved)) for one in end.run.pending if not over]
        frames += [] if end.spot is None else [(end.spot, end.run.locals)]
        for run, pushed in self._freeze_all(frames, end.run):
            yield Path(
                top,
                run.actors,
                tuple(Linear(terms, constant) for terms, constant in sorted(run.guard.items())),
                tuple(sorted((count, value) for count, value in run.values.items() if value != variable(count))),
                pushed,
                end.ending,
                end.fault,
                run.unseen,
                rule,
                label,
                run.fired,
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

    def _tree(self, tree: ir.Tree, run: Run) -> Iterator[_End]:
        performer = Performer(self.terms, len(self.system.kinds))
        ways = [run]
        for instruction in tree.instructions:
            ways = [after for way in ways for after in performer.perform(instruction, way)]
        for way in ways:
            yield from self._end(tree.ending, way)

    def _end(self, ending: ir.Ending, run: Run) -> Iterator[_End]:
        match ending:
            case ir.Branch(condition, then, otherwise):
                for after in self.terms.split(condition, run.copy()):
                    yield from self._tree(then, after)
                for after in self.terms.split(condition, run.copy(), wanted=False):
                    yield from self._tree(otherwise, after)
            case ir.Jump(block, bindings):
                yield from self._jump(block, bindings, run)
            case ir.Call(block, bindings, resume):
                saved = tuple((one, run.locals.get(one)) for one in self.system.locations[resume].saved)
                run.pending = (*run.pending, Pending(resume, saved))
                yield from self._jump(block, bindings, run)
            case ir.Wait(location) if self.system.locations[location].in_setup:
                for choice in self.system.locations[location].choices:
                    for after in self._binder.bind(choice, run.copy()):
                        yield from self._tree(choice.then, after)
            case ir.Wait(location):
                yield _End(run, "waiting", Spot("location", location), None)
            case ir.Return() if run.pending:
                frame = run.pending[-1]
                run.pending = run.pending[:-1]
                run.locals = dict(frame.saved)
                rest = self.system.locations[frame.location].resume
                assert rest is not None
                yield from self._tree(rest, run)
            case ir.Return():
                yield _End(run, "returned", None, None)
            case ir.Win():
                yield _End(run, "won", None, None)
            case ir.Stop(fault):
                yield _End(run, "stopped", None, fault)
            case _:
                assert_never(ending)

    def _jump(self, block: int, bindings: tuple[tuple[str, ir.Expression], ...], run: Run) -> Iterator[_End]:
        ways: list[tuple[dict[str, Value], Run]] = [({}, run)]
        for local, expression in bindings:
            ways = [
                ({**given, local: value}, after)
                for given, before in ways
                for value, after in self.terms.read(expression, before)
            ]
        for given, after in ways:
            names = self.system.blocks[block].parameters
            after.locals = {one: given[one] if one in given else after.locals.get(one) for one in names}
            if block in self.cuts:
                yield _End(after, "waiting", Spot("block", block), None)
                continue
            fixed = tuple(
                value.constant
                for one in names
                if self.terms.sorts.find(one) != "kind"
                and (self.terms.seats or self.terms.sorts.find(one) != "cursor")
                and isinstance(value := after.locals[one], Linear)
                and value.is_constant
            )
            key = (block, fixed)
            if key in after.visited:
                raise CutNeeded(block)
            after.visited |= {key}
            yield from self._tree(self.system.blocks[block].tree, after)
