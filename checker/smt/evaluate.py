"""Expressions and tests of the System over counts: every way they can come out, each with what it assumes.

Atoms that are not linear over counts (positions, seat order, token holders, fields that are not tracked) may come out
either way; each is noted on the path as not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import assert_never

from checker.smt.linear import GLOBAL, NO_KIND, SUM, Count, Linear, number, total, variable
from checker.smt.patterns import ANYBODY, find_instances
from checker.smt.run import Run, Seat, Value
from checker.smt.sorts import Sorts, index_sorts
from checker.system import ir
from checker.system.lower_terms import LIVING

WON = Count("over: won")
STOPPED = Count("over: stopped")


class NotCounted(Exception):
    """Rules of which no count commands are made; the words say why."""


class TooManyActors(NotCounted):
    """More players act on one path than are split off."""

    def __init__(self) -> None:
        super().__init__("more than three players act in one step")


@dataclass(frozen=True, slots=True)
class Terms:
    """How terms are read. `seats`: concrete seats (else players are named as they act, at most `limit`)."""

    sorts: Sorts
    players: int
    dimensions: Mapping[str, int]
    most: Mapping[str, int]
    tracked: frozenset[str]
    seats: bool = False
    limit: int = 3

    # ---- players
    def actors(self, run: Run) -> Iterator[tuple[int, Run]]:
        """Every player that a seat can be: those who act already, then one more."""
        for actor in range(run.actors):
            yield actor, run.copy()
        if self.seats:
            return
        if run.actors >= self.limit:
            raise TooManyActors
        more = run.copy()
        more.actors += 1
        yield run.actors, more

    def living(self, run: Run, actor: int) -> Linear:
        """Whether a player is in the game by now."""
        return run.read(Count(LIVING, actor))

    def sum_over_players(self, run: Run, array: str, kind: int) -> Linear:
        """The sum of a field over all players by now."""
        if self.seats:
            return total(run.read(Count(array, seat, kind)) for seat in range(self.players))
        parts = [variable(Count(array, SUM, kind))]
        for count, value in run.values.items():
            if count.name == array and count.kind == kind and count.holder >= 0:
                parts.append(value.plus(variable(count), -1))
        return total(parts)

    # ---- expressions
    def read(self, expression: ir.Expression, run: Run) -> Iterator[tuple[Value, Run]]:
        """Every value of an expression with the path on which it has it."""
        match expression:
            case ir.Constant(value):
                yield number(value), run
            case ir.Local(name):
                yield run.locals.get(name), run
            case ir.Cell():
                yield from self._cell(expression, run)
            case ir.Operation(operator, left, right):
                for one, after in self.read(left, run):
                    for other, last in self.read(right, after):
                        yield from self._combine(operator, one, other, last)
            case ir.Total(parts):
                yield from self._total(parts, run)
            case ir.NextPlayer(player):
                for found, after in self.read(player, run):
                    yield from self._next(self.seat(found), after)
            case ir.SeatFrom(start, steps):
                yield from self._seat_from(start, steps, run)
            case _:
                assert_never(expression)

    def seat(self, value: Value) -> int | None:
        """The player that a value stands for."""
        match value:
            case Seat(actor):
                return actor
            case Linear(terms, constant) if self.seats and not terms:
                return constant
            case _:
                return None

    def _cell(self, cell: ir.Cell, run: Run) -> Iterator[tuple[Value, Run]]:
        if cell.array.startswith("token ") and cell.indices:  # of a player: anybody may hold it
            run.ignore(f"who holds the {cell.array} of a player")
            yield from ((Seat(actor), after) for actor, after in self.actors(run))
            return
        if cell.array.startswith("token "):
            yield from self._token(cell.array, run)
            return
        if cell.array not in self.tracked:
            run.ignore(cell.array)
            yield None, run
            return
        for count, after in self.find_count(cell, run):
            if count is None:
                after.ignore(f"{cell.array} of somebody")
                yield None, after
            else:
                yield after.read(count), after

    def find_count(self, cell: ir.Cell, run: Run) -> Iterator[tuple[Count | None, Run]]:
        """The field of a cell; None if it is not known which."""
        sorts = index_sorts(cell.array, len(cell.indices))
        ways: list[tuple[int | None, int | None, Run]] = [(GLOBAL, NO_KIND, run)]
        for index, sort in zip(cell.indices, sorts, strict=True):
            further: list[tuple[int | None, int | None, Run]] = []
            for holder, kind, before in ways:
                for value, after in self.read(index, before):
                    if sort == "seat":
                        further.append((self.seat(value), kind, after))
                    else:
                        known = isinstance(value, Linear) and value.is_constant
                        further.append((holder, value.constant if known and isinstance(value, Linear) else None, after))
            ways = further
        for holder, kind, after in ways:
            yield None if holder is None or kind is None else Count(cell.array, holder, kind), after

    def _token(self, token: str, run: Run) -> Iterator[tuple[Value, Run]]:
        if token in run.tokens:
            yield Seat(run.tokens[token]), run
            return
        for actor, after in self.actors(run):
            after.tokens[token] = actor
            after.ignore(f"who holds {token}")
            yield Seat(actor), after

    def _combine(self, operator: str, one: Value, other: Value, run: Run) -> Iterator[tuple[Value, Run]]:
        if not isinstance(one, Linear) or not isinstance(other, Linear):
            yield None, run
        elif operator in "+-":
            yield one.plus(other, 1 if operator == "+" else -1), run
        else:
            smaller, greater = (one, other) if operator == "min" else (other, one)
            first, second = run.copy(), run
            if first.assume(other.plus(one, -1), self.most):
                yield smaller, first
            if second.assume(one.plus(other, -1).add(-1), self.most):
                yield greater, second

    def _total(self, parts: tuple[ir.Expression, ...], run: Run) -> Iterator[tuple[Value, Run]]:
        flat = tuple(chain.from_iterable(_flatten(part) for part in parts))
        sums, rest = self._whole_sums(flat)
        fixed = total(self.sum_over_players(run, array, kind) for array, kind in sums)
        ways: list[tuple[Linear | None, Run]] = [(fixed, run)]
        for array, _ in sums:
            if array not in self.tracked:
                run.ignore(array)
                ways = [(None, run)]
        for part in rest:
            further: list[tuple[Linear | None, Run]] = []
            for so_far, before in ways:
                for value, after in self.read(part, before):
                    further.append(
                        (so_far.plus(value) if so_far is not None and isinstance(value, Linear) else None, after)
                    )
            ways = further
        yield from ways

    def _whole_sums(self, parts: tuple[ir.Expression, ...]) -> tuple[list[tuple[str, int]], list[ir.Expression]]:
        """The sums over all players among some summands, and the other summands."""
        groups: dict[tuple[str, int], list[int]] = {}
        rest: list[ir.Expression] = []
        for part in parts:
            match part:
                case ir.Cell(array, (ir.Constant(seat),)) if not array.startswith("zone "):
                    groups.setdefault((array, NO_KIND), []).append(seat)
                case ir.Cell(array, (ir.Constant(seat), ir.Constant(kind))):
                    groups.setdefault((array, kind), []).append(seat)
                case _:
                    rest.append(part)
        sums: list[tuple[str, int]] = []
        for (array, kind), seats in groups.items():
            if sorted(seats) == list(range(self.players)):
                sums.append((array, kind))
            else:
                indices = () if kind == NO_KIND else (ir.Constant(kind),)
                rest += [ir.Cell(array, (ir.Constant(seat), *indices)) for seat in seats]
        return sums, rest

    def _next(self, player: int | None, run: Run) -> Iterator[tuple[Value, Run]]:
        if player is not None and player in run.after:
            yield Seat(run.after[player]), run
            return
        run.ignore("seat order")
        for actor, after in self.actors(run):
            if player is not None:
                after.after[player] = actor
            if actor == player:
                alone = self.living(after, actor).plus(self.sum_over_players(after, LIVING, NO_KIND), -1)
                if after.assume(alone, self.most):
                    yield Seat(actor), after
            elif after.assume(self.living(after, actor).add(-1), self.most):
                yield Seat(actor), after

    def _seat_from(self, start: ir.Expression, steps: ir.Expression, run: Run) -> Iterator[tuple[Value, Run]]:
        for first, before in self.read(start, run):
            for moved, after in self.read(steps, before):
                seat = self.seat(first)
                if self.seats and seat is not None and isinstance(moved, Linear) and moved.is_constant:
                    yield Seat((seat + moved.constant) % self.players), after  # setup: nobody has reversed anything
                    continue
                after.ignore("seat order")
                yield from ((Seat(actor), last) for actor, last in self.actors(after))

    # ---- tests
    def split(self, test: ir.Test, run: Run, *, wanted: bool = True) -> Iterator[Run]:
        """Every path on which a test comes out as wanted."""
        match test:
            case ir.Known(value):
                if value == wanted:
                    yield run
            case ir.Comparison(operator, left, right):
                for one, after in self.read(left, run):
                    for other, last in self.read(right, after):
                        yield from self._compare(operator, one, other, last, wanted=wanted)
            case ir.IsOneOf(expression, values):
                for found, after in self.read(expression, run):
                    if not isinstance(found, Linear) or not found.is_constant:
                        after.ignore("a kind that is not known")
                        yield after
                    elif (found.constant in values) == wanted:
                        yield after
            case ir.Conjunction(parts):
                yield from self._every(parts, run, sought=True) if wanted else self._some(parts, run, sought=False)
            case ir.Disjunction(parts):
                yield from self._some(parts, run, sought=True) if wanted else self._every(parts, run, sought=False)
            case ir.Negated(inner):
                yield from self.split(inner, run, wanted=not wanted)
            case ir.IsOver():
                least = run.read(WON).add(-1)
                if run.assume(least if wanted else least.add(1).negate(), self.most):
                    yield run
            case _:
                assert_never(test)

    def _every(self, parts: tuple[ir.Test, ...], run: Run, *, sought: bool) -> Iterator[Run]:
        """Paths on which every part comes out as sought."""
        one = find_instances(parts, self.players)
        if one is not None and not self.seats:  # of all players: assumed of those who act so far
            ways = [run]
            for actor in range(run.actors):
                ways = [after for way in ways for after in self._of_actor(one, actor, way, wanted=sought)]
            for way in ways:
                way.ignore("a condition on every player, assumed of the acting players alone")
            yield from ways
            return
        ways = [run]
        for part in parts:
            ways = [after for way in ways for after in self.split(part, way.copy(), wanted=sought)]
        yield from ways

    def _some(self, parts: tuple[ir.Test, ...], run: Run, *, sought: bool) -> Iterator[Run]:
        """Disjoint paths: some part comes out as sought, all before it do not."""
        one = find_instances(parts, self.players)
        if one is not None and not self.seats:
            for actor, way in self.actors(run):
                yield from self._of_actor(one, actor, way, wanted=sought)
            return
        before = [run]
        for part in parts:
            for way in before:
                yield from self.split(part, way.copy(), wanted=sought)
            before = [after for way in before for after in self.split(part, way.copy(), wanted=not sought)]

    def _of_actor(self, test: ir.Test, actor: int, run: Run, *, wanted: bool) -> Iterator[Run]:
        inner = run.copy()
        inner.locals[ANYBODY] = Seat(actor)
        for after in self.split(test, inner, wanted=wanted):
            after.locals.pop(ANYBODY, None)
            yield after

    def _compare(self, operator: str, one: Value, other: Value, run: Run, *, wanted: bool) -> Iterator[Run]:
        if isinstance(one, Seat) or isinstance(other, Seat):
            first, second = self.seat(one), self.seat(other)
            if first is None or second is None or operator != "==":
                run.ignore("which seat")
                yield run
            elif (first == second) == wanted:
                yield run
            return
        if not isinstance(one, Linear) or not isinstance(other, Linear):
            yield run
            return
        gap = other.plus(one, -1)
        if gap.is_constant:
            if {"==": gap.constant == 0, "<": gap.constant > 0, "<=": gap.constant >= 0}[operator] == wanted:
                yield run
            return
        match operator, wanted:
            case ("<=", True):
                ways: tuple[tuple[Linear, ...], ...] = ((gap,),)
            case ("<=", False):
                ways = ((gap.negate().add(-1),),)
            case ("<", True):
                ways = ((gap.add(-1),),)
            case ("<", False):
                ways = ((gap.negate(),),)
            case (_, True):
                ways = ((gap, gap.negate()),)
            case _:
                ways = ((gap.add(-1),), (gap.negate().add(-1),))
        for way in ways:
            after = run.copy()
            if all(after.assume(linear, self.most) for linear in way):
                yield after


def _flatten(expression: ir.Expression) -> Iterator[ir.Expression]:
    match expression:
        case ir.Total(parts):
            for part in parts:
                yield from _flatten(part)
        case ir.Operation("+", left, right):
            yield from _flatten(left)
            yield from _flatten(right)
        case _:
            yield expression
