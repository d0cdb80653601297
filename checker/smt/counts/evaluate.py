"""Expressions and tests of the System over counts: every way they can come out, each with what it assumes.

Atoms that are not linear over counts (positions, seat order, token holders, fields that are not tracked) may come out
either way; each is noted on the path as not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from checker.smt.counts.groups import Group, Groups, is_lasting
from checker.smt.counts.linear import GLOBAL, NO_KIND, SUM, Count, Linear, number, total, variable, ways_to_compare
from checker.smt.counts.loops import NOTHING, Memory
from checker.smt.counts.refused import TooManyActors
from checker.smt.counts.run import Run, Seat, SomeOf, Value, join, tighten
from checker.smt.counts.sums import Summer, Whole
from checker.smt.counts.tokens import name_token, note_apart, note_nobody_of, rely
from checker.smt.shape.patterns import ANYBODY, find_instances
from checker.smt.shape.sorts import Sorts, index_sorts
from checker.system import ir
from checker.system.lower_terms import LIVING

WON = Count("over: won")
STOPPED = Count("over: stopped")


@dataclass(frozen=True, slots=True)
class Terms:
    """How terms are read. `seats`: concrete seats (else players are named as they act, at most `limit`)."""

    sorts: Sorts
    players: int
    dimensions: Mapping[str, int]
    most: Mapping[str, int]
    tracked: frozenset[str]
    groups: Groups
    summer: Summer
    relevant: frozenset[str] = frozenset()
    seats: bool = False
    limit: int = 3
    memory: Memory = NOTHING
    momentary: frozenset[str] = frozenset()  # statuses that are off wherever a path begins or ends

    def assume(self, run: Run, linear: Linear) -> bool:
        """Add `linear >= 0` to a path, or what it implies of groups; no if that is contradicted."""
        if linear.terms and all(is_lasting(one) for one, _ in linear.terms):
            follows = tighten(run.facts, linear)
            if follows is not None:
                return follows
        return run.assume(self.groups.weaken(linear, self._group_reader(run)), self.most)

    def write(self, run: Run, count: Count, value: Linear) -> None:
        """A field changes: what was known of single kinds and zones in it, holds no longer."""
        groups = [(count.name, holder, count.kind) for holder in (count.holder, SUM)]
        for terms in [one for one in run.facts if any(self.groups.is_of(part, groups) for part, _ in one)]:
            del run.facts[terms]
        if count.name in self.momentary and value == number(0):
            run.values.pop(count, None)
        else:
            run.write(count, value)

    def _group_reader(self, run: Run) -> Callable[[Group], Linear]:
        def read(group: Group) -> Linear:
            zone, holder, one = group
            return self.sum_over_players(run, zone, one) if holder == SUM else run.read(Count(zone, holder, one))

        return read

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
            case ir.Total():
                yield from self._total(expression, run)
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
        if cell.array.startswith("token "):
            yield from self._token(cell, run)
            return
        if cell.array not in self.tracked | self.momentary:
            run.ignore(cell.array)
            yield None, run
            return
        for count, after in self.find_count(cell, run):
            if count is None:
                after.ignore(f"{cell.array} of somebody")
                yield None, after
            elif cell.array in self.momentary and isinstance(count, Count):
                yield after.values.get(count, number(0)), after
            else:
                yield (after.read(count) if isinstance(count, Count) else count), after

    def find_count(self, cell: ir.Cell, run: Run) -> Iterator[tuple[Count | Linear | None, Run]]:
        """The field of a cell; an expression if it is not counted by itself; None if it is not known which."""
        sorts = index_sorts(cell.array, len(cell.indices))
        ways: list[tuple[int | None, Value, Run]] = [(GLOBAL, None, run)]
        for index, sort in zip(cell.indices, sorts, strict=True):
            further: list[tuple[int | None, Value, Run]] = []
            for holder, kind, before in ways:
                for value, after in self.read(index, before):
                    further.append((self.seat(value), kind, after) if sort == "seat" else (holder, value, after))
            ways = further
        for holder, kind, after in ways:
            if "kind" not in sorts:
                yield None if holder is None else Count(cell.array, holder), after
                continue
            one = self.groups.class_of(kind)
            if holder is None or one is None:
                yield None, after
            elif self.groups.size(cell.array, one) == 1:
                yield Count(cell.array, holder, one), after
            else:
                yield self.groups.part(cell.array, holder, kind), after

    def find_token(self, cell: ir.Cell, run: Run) -> Iterator[tuple[str | None, Run]]:
        """The name of a token, of the table or of an acting player; None if it is not known whose."""
        if not cell.indices:
            yield cell.array, run
        for index in cell.indices:
            for value, after in self.read(index, run):
                seat = self.seat(value)
                yield None if seat is None else name_token(cell.array, seat), after

    def _token(self, cell: ir.Cell, run: Run) -> Iterator[tuple[Value, Run]]:
        for token, before in self.find_token(cell, run):
            if token in before.tokens:
                yield Seat(before.tokens[token]), before
                continue
            for actor, after in self.actors(before):
                if token is not None:
                    after.tokens[token] = actor
                after.ignore(f"who holds {cell.array}")
                if rely(self.memory, after, cell.array, token, actor, self.most):
                    yield Seat(actor), after

    def _combine(self, operator: str, one: Value, other: Value, run: Run) -> Iterator[tuple[Value, Run]]:
        if not isinstance(one, Linear) or not isinstance(other, Linear):
            yield None, run
        elif operator in "+-":
            yield one.plus(other, 1 if operator == "+" else -1), run
        else:
            smaller, greater = (one, other) if operator == "min" else (other, one)
            first, second = run.copy(), run
            if self.assume(first, other.plus(one, -1)):
                yield smaller, first
            if self.assume(second, one.plus(other, -1).add(-1)):
                yield greater, second

    def _total(self, expression: ir.Total, run: Run) -> Iterator[tuple[Value, Run]]:
        plan = self.summer.plan(expression)
        sums = plan.sums
        fixed = total(self._sum_of_all(run, array, kind) for array, kind in sums)
        ways: list[tuple[Linear | None, Run]] = [(fixed, run)]
        for array, _ in sums:
            if array not in self.tracked:
                run.ignore(array)
                ways = [(None, run)]
        for part in (*plan.wholes, *plan.rest):
            further: list[tuple[Linear | None, Run]] = []
            for so_far, before in ways:
                for value, after in self._group(part, before) if isinstance(part, Whole) else self.read(part, before):
                    if so_far is None or not isinstance(value, Linear):
                        further.append((None, after))
                    else:
                        further.append((so_far.plus(value), after))
            ways = further
        for linear, after in ways:
            yield None if linear is None else self.groups.settle(linear, self._group_reader(after)), after

    def _group(self, whole: Whole, run: Run) -> Iterator[tuple[Value, Run]]:
        """All cards of some classes in a zone and its parts."""
        if whole.owner is None:
            yield total(run.read(Count(whole.zone, GLOBAL, one)) for one in whole.classes), run
            return
        for value, after in self.read(whole.owner, run):
            seat = self.seat(value)
            if seat is None:
                after.ignore(f"{whole.zone} of somebody")
                yield None, after
            else:
                yield total(after.read(Count(whole.zone, seat, one)) for one in whole.classes), after

    def _sum_of_all(self, run: Run, array: str, kind: int) -> Linear:
        """The sum of a field over all players, or what stands for it where it is one of a group."""
        if kind == NO_KIND:
            return self.sum_over_players(run, array, NO_KIND)
        one = self.groups.classes[kind]
        if self.groups.size(array, one) == 1:
            return self.sum_over_players(run, array, one)
        return self.groups.part(array, SUM, number(kind))

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
                if self.assume(after, alone):
                    yield Seat(actor), after
            elif self.assume(after, self.living(after, actor).add(-1)):
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
            case ir.Comparison("==", ir.Cell(array) as cell, right) if array.startswith("token "):
                for token, before in self.find_token(cell, run):
                    yield from self._holds(cell, token, right, before, wanted=wanted)
            case ir.Comparison("==", expression, ir.Cell(array) as cell) if array.startswith("token "):
                yield from self.split(ir.Comparison("==", cell, expression), run, wanted=wanted)
            case ir.Comparison(operator, left, right):
                for one, after in self.read(left, run):
                    for other, last in self.read(right, after):
                        yield from self._compare(operator, one, other, last, wanted=wanted)
            case ir.IsOneOf(expression, values):
                for found, after in self.read(expression, run):
                    if isinstance(found, SomeOf):
                        some = {kind in values for kind in self.groups.all_of(found.number)}
                        if wanted in some:
                            after.ignore("which of the cards that are counted together")
                            yield after
                    elif not isinstance(found, Linear) or not found.is_constant:
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
                if self.assume(run, least if wanted else least.add(1).negate()):
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
            ways = join(after for way in ways for after in self.split(part, way.copy(), wanted=sought))
        for way in () if sought else ways:
            note_nobody_of(self.memory, way, parts, self.players)
        yield from ways

    def _some(self, parts: tuple[ir.Test, ...], run: Run, *, sought: bool) -> Iterator[Run]:
        """Disjoint paths: some part comes out as sought, all before it do not."""
        one = find_instances(parts, self.players)
        if one is not None and not self.seats:
            for actor, way in self.actors(run):
                yield from self._of_actor(one, actor, way, wanted=sought)
            return
        before, found = [run], list[Run]()
        for part in parts:
            found += [after for way in before for after in self.split(part, way.copy(), wanted=sought)]
            before = join(after for way in before for after in self.split(part, way.copy(), wanted=not sought))
        yield from join(found)

    def _of_actor(self, test: ir.Test, actor: int, run: Run, *, wanted: bool) -> Iterator[Run]:
        inner = run.copy()
        inner.locals[ANYBODY] = Seat(actor)
        for after in self.split(test, inner, wanted=wanted):
            after.locals.pop(ANYBODY, None)
            yield after

    def _holds(
        self, cell: ir.Cell, token: str | None, other: ir.Expression, run: Run, *, wanted: bool
    ) -> Iterator[Run]:
        """Whether a token is with a player; if so, it is known from now on."""
        for value, after in self.read(other, run):
            if token in after.tokens:
                yield from self._compare("==", Seat(after.tokens[token]), value, after, wanted=wanted)
                continue
            after.ignore(f"who holds {cell.array}")
            seat = self.seat(value)
            if seat is None or token is None:
                yield after
            elif wanted:
                after.tokens[token] = seat
                if rely(self.memory, after, cell.array, token, seat, self.most):
                    yield after
            else:
                note_apart(self.memory, after, ir.Comparison("==", cell, other), token, seat)
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
        if isinstance(one, SomeOf) or isinstance(other, SomeOf):
            if operator != "==" or self.groups.are_same(one, other) is not (not wanted):
                run.ignore("which of the cards that are counted together")
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
        for way in ways_to_compare(operator, gap, wanted=wanted):
            after = run.copy()
            if all(self.assume(after, linear) for linear in way):
                yield after
