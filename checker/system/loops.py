"""Blocks at which a loop closes: an execution that comes to no decision passes one of them again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.system import ir
from checker.system.points import Block
from checker.system.system import System

MOST_TURNS = 1000
"""Times that blocks which close loops may be entered before the next point; then the play stops at fault 0, endless."""


def find_loop_heads(system: System, blocks: Sequence[Block] | None = None) -> frozenset[int]:
    """The blocks at which a depth-first walk closes a cycle of jumps, calls and returns from calls.

    Of some blocks of the system alone, if they are given: as if nothing led out of them.

    A caller that waits goes on as if its callee had returned at once: a loop around a call is closed where the caller
    jumps back.
    """
    after = {block.number: tuple(dict.fromkeys(_follow(system, block.tree))) for block in blocks or system.blocks}
    heads: set[int] = set()
    done: set[int] = set()
    for root in after:
        open_blocks = {root} if root not in done else set()
        path = [(root, iter(after[root]))] if open_blocks else []
        while path:
            number, rest = path[-1]
            target = next(rest, None)
            if target is None:
                path.pop()
                open_blocks.discard(number)
                done.add(number)
            elif target in open_blocks:
                heads.add(target)
            elif target in after and target not in done:
                open_blocks.add(target)
                path.append((target, iter(after[target])))
    return frozenset(heads)


def _follow(system: System, tree: ir.Tree) -> Iterator[int]:
    """The blocks that a tree may go on to before anybody decides."""
    match tree.ending:
        case ir.Jump(block):
            yield block
        case ir.Call(block, _, resume):
            yield block
            waiting = system.locations[resume].resume
            if waiting is not None:
                yield from _follow(system, waiting)
        case ir.Branch(_, then, otherwise):
            yield from _follow(system, then)
            yield from _follow(system, otherwise)
        case _:
            return
