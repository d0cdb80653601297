"""Statuses that may be momentary: set and taken back on the way, so that they say nothing where play can stand still.

Which of them are, is found by whoever goes through the paths; here only those are left out of which it is plain that
nothing after the setting takes them back.
"""

from __future__ import annotations

from checker.smt.shape.following import walk_on
from checker.system import ir
from checker.system.reads import walk_trees
from checker.system.system import System


def list_momentary(system: System) -> frozenset[str]:
    """The statuses that are off at first and, wherever they are set, may be taken back by what follows there."""
    names = {one.name for one in system.arrays if one.name.startswith("status ") and not any(one.first_values)}
    trees = list(walk_trees(system.blocks, system.locations))
    found: set[str] = set()
    for name in names:
        setting = [tree for tree in trees if _sets(tree, name)]
        if setting and all(_takes_back(system, tree, name) for tree in setting):
            found.add(name)
    return frozenset(found)


def _values(tree: ir.Tree, name: str) -> list[ir.Expression]:
    some = [one for one in tree.instructions if isinstance(one, ir.Assign)]
    return [one.value for one in some if one.cell.array == name]


def _sets(tree: ir.Tree, name: str) -> bool:
    return any(value != ir.Constant(0) for value in _values(tree, name))


def _takes_back(system: System, tree: ir.Tree, name: str) -> bool:
    return any(ir.Constant(0) in _values(one, name) for one in walk_on(system, (tree,), past_rest=False))
