"""Which locals that are players matter to counts: those whose own fields or cards are read or changed.

A player of whom only the place at the table is asked, or only fields that are not counted, need not be kept apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from checker.system import ir
from checker.system.reads import list_bindings, list_compared, list_owners, list_values, walk_parts, walk_trees
from checker.system.system import System


def find_relevant(system: System, tracked: frozenset[str]) -> frozenset[str]:
    """The locals that are owners of counted fields and cards, or are bound to such locals."""
    bound: list[tuple[str, ir.Expression]] = []
    read: list[ir.Expression] = []
    found: set[str] = set()
    for tree in walk_trees(system.blocks, system.locations):
        for instruction in tree.instructions:
            owners = list_owners(instruction)
            found |= _names(owners)
            read += (*owners, *list_values(instruction))
            if isinstance(instruction, ir.Bind):
                bound.append((instruction.local, instruction.value))
        if isinstance(tree.ending, ir.Branch):
            read += list_compared(tree.ending.condition)
        bound += list_bindings(tree.ending)
    for location in system.locations:
        for choice in location.choices:
            read += list_compared(choice.guard)
    for part in walk_parts((*read, *(value for _, value in bound))):
        if isinstance(part, ir.Cell) and part.array in tracked:
            found |= _names(part.indices)
    before = -1
    while before != len(found):
        before = len(found)
        found |= _names(value for local, value in bound if local in found)
    return frozenset(found)


def _names(expressions: Iterable[ir.Expression]) -> set[str]:
    return {one.name for one in expressions if isinstance(one, ir.Local)}
