"""Instructions of the System over counts: what each changes on a path, in every way in which it can come out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from checker.smt.counts.evaluate import Terms
from checker.smt.counts.groups import Groups, has_parts, is_lasting
from checker.smt.counts.linear import GLOBAL, Count, Linear, number, total, variable
from checker.smt.counts.run import HandOf, Run, Value
from checker.smt.counts.tokens import hand_over, lose_holder
from checker.system import ir
from checker.system.lower_terms import DIRECTION, LIVING


@dataclass(frozen=True, slots=True)
class Performer:
    """Performs instructions. `kinds`: how many kinds there are."""

    terms: Terms
    kinds: int

    def perform_all(self, instructions: tuple[ir.Instruction, ...], run: Run) -> list[Run]:
        """Every path on after some instructions; the given one is used up."""
        ways = [run]
        for some in _together(instructions, self.terms.groups):
            match some:
                case (ir.TransferAll(kinds, _, target), _, *_):
                    places = tuple(one.source for one in some if isinstance(one, ir.TransferAll))
                    ways = [after for way in ways for after in self.transfer_all(kinds, places, target, way)]
                case _:
                    ways = [after for way in ways for after in self.perform(some[0], way)]
        return ways

    def perform(self, instruction: ir.Instruction, run: Run) -> Iterator[Run]:
        """Every path on after an instruction; the given one is used up."""
        match instruction:
            case ir.Transfer(cards, kind, source, target):
                for which, first in self.terms.read(kind, run):
                    for amount, second in self.terms.read(cards, first):
                        yield from self._transfer(amount, which, source, target, second)
            case ir.Turn(kind, face, place):
                for which, first in self.terms.read(kind, run):
                    for shown, second in self.terms.read(face, first):
                        yield from self._turn(which, shown, place, second)
            case ir.TransferAll(kinds, source, target):
                yield from self.transfer_all(kinds, (source,), target, run)
            case ir.TransferHand(hand, source, target):
                yield from self._transfer_hand(hand, source, target, run)
            case ir.PeekTop(pile, local):
                run.ignore("which card lies on top")
                for one in sorted(set(self.terms.groups.classes)):
                    after = run.copy()
                    after.locals[local] = self.terms.groups.choose(one, after)
                    if self.terms.assume(after, after.read(Count(self._zone(pile), GLOBAL, one)).add(-1)):
                        yield after
            case ir.Assign(cell, value):
                yield from self._assign(cell, value, run)
            case ir.Bind(local, value):
                for found, after in self.terms.read(value, run):
                    after.locals[local] = None if isinstance(found, Linear) and has_parts(found) else found
                    yield after
            case ir.Fired(one):
                run.fired |= {one}
                yield run
            case ir.Arrange() | ir.Mix() | ir.Loosen() | ir.Pin() | ir.SwapEnds() | ir.ObserveTop() | ir.ObserveZone():
                yield run
            case _:
                assert_never(instruction)

    def _owner(self, place: ir.Place, run: Run) -> Iterator[tuple[int, Run]]:
        if place.owner is None:
            yield GLOBAL, run
            return
        for value, after in self.terms.read(place.owner, run):
            seat = self.terms.seat(value)
            if seat is not None:
                yield seat, after
            else:
                yield from self.terms.actors(after)

    def _zone(self, zone: str) -> str:
        return self.terms.groups.whole(f"zone {zone}")

    def _which(self, which: Value, run: Run) -> Iterator[tuple[int, Run]]:
        """The class of a kind; of one that only the order of a pile tells, every class."""
        one = self.terms.groups.class_of(which)
        if one is not None:
            yield one, run
            return
        run.ignore("which card lies where in a pile")
        yield from ((each, run.copy()) for each in sorted(set(self.terms.groups.classes)))

    def _transfer(self, amount: Value, which: Value, source: ir.Place, target: ir.Place, run: Run) -> Iterator[Run]:
        for one, begun in self._which(which, run):
            for after, taker in self._transfer_class(amount, one, source, target, begun):
                if (
                    isinstance(amount, Linear)
                    and amount.is_constant
                    and self.terms.groups.size(f"zone {target.zone}", one) > 1
                ):
                    self._remember(which, f"zone {target.zone}", taker, amount.constant, after)
                yield after

    def _remember(self, which: Value, zone: str, taker: int, least: int, run: Run) -> None:
        """What has just come to a place is there."""
        if self.terms.groups.class_of(which) is not None:
            part = self.terms.groups.part(zone, taker, which)
            if all(is_lasting(one) for one, _ in part.terms):
                run.facts[part.terms] = -least

    def _transfer_class(
        self, amount: Value, one: int, source: ir.Place, target: ir.Place, run: Run
    ) -> Iterator[tuple[Run, int]]:
        for giver, first in self._owner(source, run):
            for taker, after in self._owner(target, first):
                known = isinstance(amount, Linear) and not has_parts(amount)
                given = amount if known else variable(after.new_count("cards moved", giver))
                assert isinstance(given, Linear)
                there = Count(self._zone(source.zone), giver, one)
                here = Count(self._zone(target.zone), taker, one)
                self.terms.write(after, there, after.read(there).plus(given, -1))
                # a card of a group is there to be moved, and so are all of them together
                if self.terms.groups.size(there.name, one) == 1 or self.terms.assume(after, after.read(there)):
                    self.terms.write(after, here, after.read(here).plus(given))
                    yield after, taker

    def _turn(self, which: Value, shown: Value, place: ir.Place, run: Run) -> Iterator[Run]:
        for hidden, before in self._which(which, run):
            for face, begun in self._which(shown, before):
                yield from self._turn_class(hidden, face, place, begun)

    def _turn_class(self, hidden: int, face: int, place: ir.Place, run: Run) -> Iterator[Run]:
        for seat, after in self._owner(place, run):
            there, here = (Count(self._zone(place.zone), seat, one) for one in (hidden, face))
            self.terms.write(after, there, after.read(there).add(-1))
            if self.terms.groups.size(there.name, there.kind) == 1 or self.terms.assume(after, after.read(there)):
                self.terms.write(after, here, after.read(here).add(1))
                yield after

    def transfer_all(
        self, kinds: tuple[int, ...], sources: tuple[ir.Place, ...], target: ir.Place, run: Run
    ) -> Iterator[Run]:
        """Move every card of some kinds out of zones that are counted together."""
        for giver, first in self._owner(sources[0], run):
            for taker, after in self._owner(target, first):
                if all(
                    self._move_class(one, kinds, sources, giver, target, taker, after) for one in self._classes(kinds)
                ):
                    yield after

    def _classes(self, kinds: tuple[int, ...]) -> list[int]:
        return sorted({self.terms.groups.classes[kind] for kind in kinds})

    def _move_class(
        self,
        one: int,
        kinds: tuple[int, ...],
        sources: tuple[ir.Place, ...],
        giver: int,
        target: ir.Place,
        taker: int,
        run: Run,
    ) -> bool:
        groups = self.terms.groups
        moved = sum(groups.classes[kind] == one for kind in kinds) * len(sources)
        there, here = Count(self._zone(sources[0].zone), giver, one), Count(self._zone(target.zone), taker, one)
        if there == here and groups.size(there.name, one) > 1:
            return True
        given = run.read(there)
        if moved < groups.size(there.name, one) and given != number(0):
            given = variable(run.new_count(f"some {there.name}", giver))
        left = run.read(there).plus(given, -1)
        self.terms.write(run, here, run.read(here).plus(given))
        self.terms.write(run, there, left)  # in this order: a move to itself loses the cards
        return self.terms.assume(run, left)

    def _transfer_hand(self, hand: str, source: ir.Place, target: ir.Place, run: Run) -> Iterator[Run]:
        bound = run.locals[hand]
        assert isinstance(bound, HandOf)
        for giver, first in self._owner(source, run):
            for taker, after in self._owner(target, first):
                after.fresh += 1
                dealt: list[Linear] = []
                for kind in range(self.kinds):
                    there = Count(f"zone {source.zone}", giver, kind)
                    if after.read(there) == number(0):
                        continue
                    given = variable(Count("dealt", taker, kind))
                    here = Count(f"zone {target.zone}", taker, kind)
                    dealt.append(given)
                    left = after.read(there).plus(given, -1)
                    self.terms.assume(after, left)
                    self.terms.write(after, there, left)
                    self.terms.write(after, here, after.read(here).plus(given))
                gap = total(dealt).add(-bound.cards)
                if self.terms.assume(after, gap) and self.terms.assume(after, gap.negate()):
                    yield after

    def _assign(self, cell: ir.Cell, value: ir.Expression, run: Run) -> Iterator[Run]:
        if cell.array in (LIVING, DIRECTION):
            run.after.clear()
        if cell.array not in self.terms.tracked | self.terms.momentary and not cell.array.startswith("token "):
            yield run
            return
        for found, before in self.terms.read(value, run):
            if cell.array.startswith("token "):
                for token, after in self.terms.find_token(cell, before):
                    hand_over(self.terms.memory, after, cell.array, token, self.terms.seat(found))
                    yield after
                continue
            for count, after in self.terms.find_count(cell, before):
                assert not isinstance(count, Linear), "cards are moved, not assigned"
                if count is not None:
                    if not isinstance(found, Linear):
                        found = variable(after.new_count(cell.array, count.holder))
                    self.terms.write(after, count, found)
                    if cell.array == LIVING:
                        lose_holder(self.terms.memory, after, count.holder)
                    yield after
                    continue
                index = cell.indices[0]
                for actor, last in self.terms.actors(after):  # somebody: anybody
                    last.ignore(f"whose {cell.array}")
                    assert not isinstance(index, ir.Cell)
                    value_now = found if isinstance(found, Linear) else variable(last.new_count(cell.array, actor))
                    self.terms.write(last, Count(cell.array, actor), value_now)
                    if cell.array == LIVING:
                        lose_holder(self.terms.memory, last, actor)
                    yield last


def _together(instructions: tuple[ir.Instruction, ...], groups: Groups) -> list[list[ir.Instruction]]:
    """The instructions in order; those that empty zones which are counted together, one after another, are one."""
    found: list[list[ir.Instruction]] = []
    for one in instructions:
        if found and isinstance(one, ir.TransferAll) and _goes_with(found[-1], one, groups):
            found[-1].append(one)
        else:
            found.append([one])
    return found


def _goes_with(some: list[ir.Instruction], one: ir.TransferAll, groups: Groups) -> bool:
    first = some[0]
    if not isinstance(first, ir.TransferAll):
        return False
    sources = [other.source.zone for other in some if isinstance(other, ir.TransferAll)]
    return (
        (first.kinds, first.target, first.source.owner) == (one.kinds, one.target, one.source.owner)
        and groups.whole(f"zone {first.source.zone}") == groups.whole(f"zone {one.source.zone}")
        and one.source.zone not in sources
    )
