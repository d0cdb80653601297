"""Which locals of a System stand for seats, for kinds, or for the cursor of a loop over seats: found from uses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, assert_never

from checker.system import ir, points
from checker.system.reads import (
    list_bindings,
    list_compared,
    list_kinds,
    list_owners,
    list_values,
    walk_atoms,
    walk_parts,
    walk_trees,
)
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


class _Finder:
    """Collects sorts and equalities of sorts between locals."""

    def __init__(self) -> None:
        self.sorts: dict[str, Sort] = {}
        self.same: list[tuple[str, str]] = []

    def note(self, expression: ir.Expression, sort: Sort) -> None:
        if isinstance(expression, ir.Local):
            self.sorts.setdefault(expression.name, sort)

    def read(self, expressions: Iterable[ir.Expression]) -> None:
        """Note what stands as a seat, a kind or a cursor in expressions."""
        for part in walk_parts(expressions):
            match part:
                case ir.Cell(array, indices):
                    for index, sort in zip(indices, index_sorts(array, len(indices)), strict=True):
                        self.note(index, sort)
                case ir.NextPlayer(player):
                    self.note(player, "seat")
                case ir.SeatFrom(start, steps):
                    self.note(start, "seat")
                    self.note(steps, "cursor")
                case _:
                    pass

    def value(self, expression: ir.Expression) -> Sort | None:
        """The sort of what an expression comes to."""
        match expression:
            case ir.Local(name):
                return self.sorts.get(name)
            case ir.Cell(array):
                return "seat" if array.startswith("token ") else None
            case ir.NextPlayer() | ir.SeatFrom():
                return "seat"
            case ir.Constant() | ir.Operation() | ir.Total():
                return None
            case _:
                assert_never(expression)

    def bind(self, local: str, value: ir.Expression) -> None:
        sort = self.value(value)
        if isinstance(value, ir.Local):
            self.same.append((local, value.name))
        elif sort is not None:
            self.sorts.setdefault(local, sort)

    def test(self, test: ir.Test) -> None:
        self.read(list_compared(test))
        for atom in walk_atoms(test):
            match atom:
                case ir.Comparison(_, ir.Local(left), ir.Local(right)):
                    self.same.append((left, right))
                case ir.Comparison(_, left, right):
                    if "seat" in (self.value(left), self.value(right)):
                        self.note(left, "seat")
                        self.note(right, "seat")
                case ir.IsOneOf(expression, _):
                    self.note(expression, "kind")
                case ir.Known() | ir.IsOver():
                    pass
                case _:
                    assert_never(atom)

    def instruction(self, instruction: ir.Instruction) -> None:
        owners = list_owners(instruction)
        self.read((*list_values(instruction), *owners))
        for owner in owners:
            self.note(owner, "seat")
        for kind in list_kinds(instruction):
            self.note(kind, "kind")
        match instruction:
            case ir.PeekTop(_, local):
                self.sorts.setdefault(local, "kind")
            case ir.Assign(cell, value) if self.value(cell) == "seat":
                self.note(value, "seat")
            case ir.Bind(local, value):
                self.bind(local, value)
            case _:
                pass

    def ending(self, ending: ir.Ending) -> None:
        match ending:
            case ir.Branch(condition):
                self.test(condition)
            case ir.Win(player):
                self.note(player, "seat")
                self.read((player,))
            case _:
                for local, value in list_bindings(ending):
                    self.read((value,))
                    self.bind(local, value)

    def choice(self, choice: points.Choice) -> None:
        self.note(choice.owner, "seat")
        self.read((choice.owner,))
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
        for tree in walk_trees(system.blocks, system.locations):
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
