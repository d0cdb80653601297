"""Which locals that are players matter to counts: those whose own fields or cards are read or changed.

A player of whom only the place at the table is asked, or only fields that are not counted, need not be kept apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from checker.smt.shape.sorts import walk_trees
from checker.system import ir
from checker.system.system import System


class _Reader:
    """Collects locals that are owners of counted fields, and which local is bound to which."""

    def __init__(self, tracked: frozenset[str]) -> None:
        self.tracked = tracked
        self.owners: set[str] = set()
        self.bound: list[tuple[str, str]] = []

    def read(self, expression: ir.Expression) -> None:
        match expression:
            case ir.Constant() | ir.Local():
                return
            case ir.Cell(array, indices):
                for index in indices:
                    if array in self.tracked and isinstance(index, ir.Local):
                        self.owners.add(index.name)
                    self.read(index)
            case ir.Operation(_, left, right):
                self.read(left)
                self.read(right)
            case ir.Total(terms):
                for term in terms:
                    self.read(term)
            case ir.NextPlayer(player):
                self.read(player)
            case ir.SeatFrom(start, steps):
                self.read(start)
                self.read(steps)
            case _:
                assert_never(expression)

    def test(self, test: ir.Test) -> None:
        match test:
            case ir.Known() | ir.IsOver():
                return
            case ir.Comparison(_, left, right):
                self.read(left)
                self.read(right)
            case ir.IsOneOf(expression, _):
                self.read(expression)
            case ir.Conjunction(parts) | ir.Disjunction(parts):
                for part in parts:
                    self.test(part)
            case ir.Negated(inner):
                self.test(inner)
            case _:
                assert_never(test)

    def instruction(self, instruction: ir.Instruction) -> None:
        match instruction:
            case ir.Transfer(count, _, source, target):
                self.read(count)
                self.place(source)
                self.place(target)
            case ir.TransferAll(_, source, target) | ir.TransferHand(_, source, target):
                self.place(source)
                self.place(target)
            case ir.Turn(_, _, place):
                self.place(place)
            case ir.Assign(cell, value):
                self.read(cell)
                self.read(value)
            case ir.Bind(local, value):
                self.bind(local, value)
            case _:
                return

    def place(self, place: ir.Place) -> None:
        if isinstance(place.owner, ir.Local):
            self.owners.add(place.owner.name)
        elif place.owner is not None:
            self.read(place.owner)

    def bind(self, local: str, value: ir.Expression) -> None:
        if isinstance(value, ir.Local):
            self.bound.append((local, value.name))
        else:
            self.read(value)


def _bindings(ending: ir.Ending) -> Iterator[tuple[str, ir.Expression]]:
    match ending:
        case ir.Jump(_, bindings) | ir.Call(_, bindings):
            yield from bindings
        case _:
            return


def find_relevant(system: System, tracked: frozenset[str]) -> frozenset[str]:
    """The locals that are owners of counted fields and cards, or are bound to such locals."""
    reader = _Reader(tracked)
    for tree in walk_trees(system):
        for instruction in tree.instructions:
            reader.instruction(instruction)
        if isinstance(tree.ending, ir.Branch):
            reader.test(tree.ending.condition)
        for local, value in _bindings(tree.ending):
            reader.bind(local, value)
    for location in system.locations:
        for choice in location.choices:
            reader.test(choice.guard)
    found = set(reader.owners)
    before = -1
    while before != len(found):
        before = len(found)
        found |= {value for local, value in reader.bound if local in found}
    return frozenset(found)
