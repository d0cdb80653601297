"""Kinds as rules speak of them: which a test names, which a sum counts, and binders that take them in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from checker.smt.shape.sorts import Sorts
from checker.system import ir, points
from checker.system.reads import (
    list_bindings,
    list_kinds,
    list_operands,
    list_owners,
    list_values,
    walk_atoms,
    walk_trees,
)
from checker.system.system import System

Group = tuple[tuple[int, int], ...]  # how often each kind occurs in one set or sum
Chain = tuple[tuple[str, ...], tuple[int, ...]]  # binders of kinds in ascending order, and their domain


@dataclass(slots=True)
class _Reader:
    """Collects the sets and sums of kinds."""

    sorts: Sorts
    groups: set[Group] = field(default_factory=set)

    def is_kind(self, expression: ir.Expression) -> bool:
        return isinstance(expression, ir.Local) and self.sorts.find(expression.name) == "kind"

    def mark(self, kinds: Iterable[int]) -> None:
        self.groups.add(tuple(sorted(Counter(kinds).items())))

    def kind(self, expression: ir.Expression) -> None:
        """An expression that stands where a kind does."""
        if isinstance(expression, ir.Constant):
            self.mark([expression.value])
        else:
            self.read(expression)

    def read(self, expression: ir.Expression) -> None:
        match expression:
            case ir.Cell(array, (*owner, kind)) if array.startswith("zone "):
                self.all(owner)
                self.kind(kind)
            case ir.Total(terms):
                self._total(terms)
            case _:
                self.all(list_operands(expression))

    def all(self, expressions: Iterable[ir.Expression]) -> None:
        for one in expressions:
            self.read(one)

    def _total(self, terms: tuple[ir.Expression, ...]) -> None:
        """The zone counts of one place in a sum tell apart only which kinds are summed."""
        summed: dict[object, list[int]] = {}
        for term in terms:
            match term:
                case ir.Cell(array, (*owner, ir.Constant(kind))) if array.startswith("zone "):
                    summed.setdefault((array, tuple(owner)), []).append(kind)
                    for index in owner:
                        self.read(index)
                case _:
                    self.read(term)
        for kinds in summed.values():
            self.mark(kinds)

    def test(self, test: ir.Test) -> None:
        for atom in walk_atoms(test):
            match atom:
                case ir.Comparison(_, left, right):
                    read = self.kind if self.is_kind(left) or self.is_kind(right) else self.read
                    read(left)
                    read(right)
                case ir.IsOneOf(expression, values):
                    self.mark(values)
                    self.read(expression)
                case ir.Known() | ir.IsOver():
                    pass
                case _:
                    assert_never(atom)

    def instruction(self, instruction: ir.Instruction) -> None:
        self.all(list_owners(instruction))
        for kind in list_kinds(instruction):
            self.kind(kind)
        match instruction:
            case ir.TransferAll(kinds):
                self.mark(kinds)
            case ir.Bind(local, value):
                self.bind(local, value)
            case _:
                self.all(list_values(instruction))

    def bind(self, local: str, value: ir.Expression) -> None:
        if self.sorts.find(local) == "kind":
            self.kind(value)
        else:
            self.read(value)

    def tree(self, tree: ir.Tree) -> None:
        for instruction in tree.instructions:
            self.instruction(instruction)
        if isinstance(tree.ending, ir.Branch):
            self.test(tree.ending.condition)
        for local, value in list_bindings(tree.ending):
            self.bind(local, value)


def find_groups(system: System, sorts: Sorts) -> tuple[tuple[int, ...], ...]:
    """The sets of kinds that some test names or some sum counts once each, in rules and in properties."""
    reader = _Reader(sorts)
    for tree in walk_trees(system.blocks, system.locations):
        reader.tree(tree)
    for location in system.locations:
        for choice in location.choices:
            reader.test(choice.guard)
    for monitor in system.monitors:
        reader.test(monitor.test)
    groups = [group for group in reader.groups if all(times == 1 for _, times in group)]
    return tuple(sorted(tuple(kind for kind, _ in group) for group in groups))


def find_tested(system: System, sorts: Sorts) -> tuple[int, ...]:
    """The kinds that the rules ask for one by one in the course of play (not: that a play costs), or the properties."""
    reader = _Reader(sorts)
    for tree in walk_trees(system.blocks, system.locations):
        if isinstance(tree.ending, ir.Branch):
            reader.test(tree.ending.condition)
    for monitor in system.monitors:
        reader.test(monitor.test)
    return tuple(sorted({group[0][0] for group in reader.groups if len(group) == 1}))


def chains(choice: points.Choice, sorts: Sorts) -> tuple[Chain, ...]:
    """The binders of kinds as they are bound, those together that the guard has in ascending order."""
    guard = choice.guard
    parts = guard.conditions if isinstance(guard, ir.Conjunction) else (guard,)
    ascending = {
        (part.left.name, part.right.name)
        for part in parts
        if isinstance(part, ir.Comparison)
        and part.operator == "<"
        and isinstance(part.left, ir.Local)
        and isinstance(part.right, ir.Local)
    }
    found: list[Chain] = []
    for local, domain in choice.binders:
        if not isinstance(domain, points.Values) or sorts.find(local) != "kind":
            continue
        if found and (found[-1][0][-1], local) in ascending and found[-1][1] == domain.values:
            found[-1] = ((*found[-1][0], local), domain.values)
        else:
            found.append(((local,), domain.values))
    return tuple(found)
