"""Which locals of a System stand for seats, for kinds, or for the cursor of a loop over seats: found from uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, assert_never

from checker.system import ir, points
from checker.system.system import System

Sort = Literal["seat", "kind", "cursor"]


@dataclass(frozen=True, slots=True)
class Sorts:
    """The sort of each local; a local without one is a plain number."""

    of: dict[str, Sort]

    def find(self, local: str) -> Sort | None:
        """The sort of a local."""
        return self.of.get(local)


def index_sorts(array: str, dimensions: int) -> tuple[Sort, ...]:
    """What the indices of an array stand for: zones are counted by kind, everything else by seat only."""
    if array.startswith("zone "):
        return ("seat", "kind") if dimensions == 2 else ("kind",)
    return tuple("seat" for _ in range(dimensions))


def walk_trees(system: System) -> Iterator[ir.Tree]:
    """Every tree of a System, branches included."""
    roots = [block.tree for block in system.blocks]
    for location in system.locations:
        roots += [choice.then for choice in location.choices]
        roots += [] if location.resume is None else [location.resume]
    while roots:
        tree = roots.pop()
        yield tree
        if isinstance(tree.ending, ir.Branch):
            roots += [tree.ending.then, tree.ending.otherwise]


class _Finder:
    """Collects sorts and equalities of sorts between locals."""

    def __init__(self) -> None:
        self.sorts: dict[str, Sort] = {}
        self.same: list[tuple[str, str]] = []

    def note(self, expression: ir.Expression, sort: Sort) -> None:
        if isinstance(expression, ir.Local):
            self.sorts.setdefault(expression.name, sort)

    def read(self, expression: ir.Expression) -> Sort | None:
        """Walk an expression; the sort of its value."""
        match expression:
            case ir.Constant():
                return None
            case ir.Local(name):
                return self.sorts.get(name)
            case ir.Cell(array, indices):
                for index, sort in zip(indices, index_sorts(array, len(indices)), strict=True):
                    self.note(index, sort)
                    self.read(index)
                return "seat" if array.startswith("token ") else None
            case ir.Operation(_, left, right):
                self.read(left)
                self.read(right)
                return None
            case ir.Total(terms):
                for term in terms:
                    self.read(term)
                return None
            case ir.NextPlayer(player):
                self.note(player, "seat")
                self.read(player)
                return "seat"
            case ir.SeatFrom(start, steps):
                self.note(start, "seat")
                self.note(steps, "cursor")
                self.read(start)
                return "seat"
            case _:
                assert_never(expression)

    def bind(self, local: str, value: ir.Expression) -> None:
        sort = self.read(value)
        if isinstance(value, ir.Local):
            self.same.append((local, value.name))
        elif sort is not None:
            self.sorts.setdefault(local, sort)

    def test(self, test: ir.Test) -> None:
        match test:
            case ir.Known() | ir.IsOver():
                return
            case ir.Comparison(_, left, right):
                first, second = self.read(left), self.read(right)
                if isinstance(left, ir.Local) and isinstance(right, ir.Local):
                    self.same.append((left.name, right.name))
                elif first == "seat" or second == "seat":
                    self.note(left, "seat")
                    self.note(right, "seat")
            case ir.IsOneOf(expression, _):
                self.note(expression, "kind")
            case ir.Conjunction(parts) | ir.Disjunction(parts):
                for part in parts:
                    self.test(part)
            case ir.Negated(inner):
                self.test(inner)
            case _:
                assert_never(test)

    def place(self, place: ir.Place) -> None:
        if place.owner is not None:
            self.note(place.owner, "seat")
            self.read(place.owner)

    def instruction(self, instruction: ir.Instruction) -> None:
        match instruction:
            case ir.Transfer(count, kind, source, target):
                self.read(count)
                self.note(kind, "kind")
                self.place(source)
                self.place(target)
            case ir.Turn(kind, face, place):
                self.note(kind, "kind")
                self.note(face, "kind")
                self.place(place)
            case ir.TransferAll(_, source, target) | ir.TransferHand(_, source, target):
                self.place(source)
                self.place(target)
            case ir.PeekTop(_, local):
                self.sorts.setdefault(local, "kind")
            case ir.Assign(cell, value):
                if self.read(cell) == "seat":
                    self.note(value, "seat")
                self.read(value)
            case ir.Bind(local, value):
                self.bind(local, value)
            case ir.Pin(_, kind):
                self.note(kind, "kind")
            case (
                ir.Arrange() | ir.Mix() | ir.Loosen() | ir.SwapEnds() | ir.ObserveTop() | ir.ObserveZone() | ir.Fired()
            ):
                return
            case _:
                assert_never(instruction)

    def ending(self, ending: ir.Ending) -> None:
        match ending:
            case ir.Branch(condition):
                self.test(condition)
            case ir.Jump(_, bindings) | ir.Call(_, bindings):
                for local, value in bindings:
                    self.bind(local, value)
            case ir.Win(player):
                self.note(player, "seat")
                self.read(player)
            case ir.Wait() | ir.Return() | ir.Stop():
                return
            case _:
                assert_never(ending)

    def choice(self, choice: points.Choice) -> None:
        self.note(choice.owner, "seat")
        self.read(choice.owner)
        self.test(choice.guard)
        for word in choice.words:
            if isinstance(word, points.KindWord):
                self.note(word.expression, "kind")


def find_sorts(system: System) -> Sorts:
    """The sorts of all locals: uses, then equality carried along until nothing changes."""
    finder = _Finder()
    for location in system.locations:
        for choice in location.choices:
            finder.choice(choice)
    before = -1
    while before != len(finder.sorts):
        before = len(finder.sorts)
        finder.same.clear()
        for tree in walk_trees(system):
            for instruction in tree.instructions:
                finder.instruction(instruction)
            finder.ending(tree.ending)
        for location in system.locations:
            for choice in location.choices:
                finder.test(choice.guard)
        for one, other in finder.same:
            for known, open_ in ((one, other), (other, one)):
                if known in finder.sorts:
                    finder.sorts.setdefault(open_, finder.sorts[known])
    return Sorts(finder.sorts)
