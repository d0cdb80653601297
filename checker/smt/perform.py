"""Instructions of the System over counts: what each changes on a path, in every way in which it can come out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from checker.smt.evaluate import Terms
from checker.smt.linear import GLOBAL, Count, Linear, number, total, variable
from checker.smt.run import HandOf, Run, Value
from checker.system import ir
from checker.system.lower_terms import DIRECTION, LIVING


@dataclass(frozen=True, slots=True)
class Performer:
    """Performs instructions. `kinds`: how many kinds there are."""

    terms: Terms
    kinds: int

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
                yield from self._transfer_all(kinds, source, target, run)
            case ir.TransferHand(hand, source, target):
                yield from self._transfer_hand(hand, source, target, run)
            case ir.PeekTop(pile, local):
                run.ignore("which card lies on top")
                for top in range(self.kinds):
                    after = run.copy()
                    after.locals[local] = number(top)
                    if after.assume(after.read(Count(f"zone {pile}", GLOBAL, top)).add(-1), self.terms.most):
                        yield after
            case ir.Assign(cell, value):
                yield from self._assign(cell, value, run)
            case ir.Bind(local, value):
                for found, after in self.terms.read(value, run):
                    after.locals[local] = found
                    yield after
            case ir.Fired(one):
                run.fired = (*run.fired, one)
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

    def _transfer(self, amount: Value, which: Value, source: ir.Place, target: ir.Place, run: Run) -> Iterator[Run]:
        assert isinstance(which, Linear), "a kind is always known"
        for giver, first in self._owner(source, run):
            for taker, after in self._owner(target, first):
                given = amount if isinstance(amount, Linear) else variable(after.new_count("cards moved", giver))
                there = Count(f"zone {source.zone}", giver, which.constant)
                here = Count(f"zone {target.zone}", taker, which.constant)
                after.write(there, after.read(there).plus(given, -1))
                after.write(here, after.read(here).plus(given))
                yield after

    def _turn(self, which: Value, shown: Value, place: ir.Place, run: Run) -> Iterator[Run]:
        assert isinstance(which, Linear), "a kind is always known"
        assert isinstance(shown, Linear), "a kind is always known"
        for seat, after in self._owner(place, run):
            there, here = (Count(f"zone {place.zone}", seat, one.constant) for one in (which, shown))
            after.write(there, after.read(there).add(-1))
            after.write(here, after.read(here).add(1))
            yield after

    def _transfer_all(self, kinds: tuple[int, ...], source: ir.Place, target: ir.Place, run: Run) -> Iterator[Run]:
        for giver, first in self._owner(source, run):
            for taker, after in self._owner(target, first):
                for kind in kinds:
                    there = Count(f"zone {source.zone}", giver, kind)
                    here = Count(f"zone {target.zone}", taker, kind)
                    given = after.read(there)
                    after.write(here, after.read(here).plus(given))  # in this order: a move to itself loses the cards
                    after.write(there, number(0))
                yield after

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
                    after.assume(left, self.terms.most)
                    after.write(there, left)
                    after.write(here, after.read(here).plus(given))
                gap = total(dealt).add(-bound.cards)
                if after.assume(gap, self.terms.most) and after.assume(gap.negate(), self.terms.most):
                    yield after

    def _assign(self, cell: ir.Cell, value: ir.Expression, run: Run) -> Iterator[Run]:
        if cell.array in (LIVING, DIRECTION):
            run.after.clear()
        if cell.array not in self.terms.tracked and not cell.array.startswith("token "):
            yield run
            return
        for found, before in self.terms.read(value, run):
            if cell.array.startswith("token ") and cell.indices:
                yield before
                continue
            if cell.array.startswith("token "):
                seat = self.terms.seat(found)
                before.tokens.pop(cell.array, None)
                if seat is not None:
                    before.tokens[cell.array] = seat
                yield before
                continue
            for count, after in self.terms.find_count(cell, before):
                if count is not None:
                    if not isinstance(found, Linear):
                        found = variable(after.new_count(cell.array, count.holder))
                    after.write(count, found)
                    yield after
                    continue
                index = cell.indices[0]
                for actor, last in self.terms.actors(after):  # somebody: anybody
                    last.ignore(f"whose {cell.array}")
                    assert not isinstance(index, ir.Cell)
                    value_now = found if isinstance(found, Linear) else variable(last.new_count(cell.array, actor))
                    last.write(Count(cell.array, actor), value_now)
                    yield last
