"""Which trees of the System can follow on which: branches, jumps, what is called and what waits for it, decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.system import ir
from checker.system.system import System


def walk_on(
    system: System, trees: Iterable[ir.Tree], *, head: int | None = None, past_rest: bool = True
) -> Iterator[ir.Tree]:
    """Some trees and everything that can follow before they return, each once.

    head: a block that is not gone on with, whoever jumps to it. past_rest: whether decisions at rest are gone through.
    """
    waiting, seen = list(trees), set[int]()
    while waiting:
        tree = waiting.pop()
        if id(tree) in seen:
            continue
        seen.add(id(tree))
        yield tree
        match tree.ending:
            case ir.Branch(_, then, otherwise):
                waiting += [then, otherwise]
            case ir.Jump(block) if block != head:
                waiting.append(system.blocks[block].tree)
            case ir.Wait(number) if past_rest or not system.locations[number].at_rest:
                waiting += _at(system, number)
            case ir.Call(block, _, resume):
                waiting += [system.blocks[block].tree, *_at(system, resume)]
            case _:
                continue


def _at(system: System, number: int) -> list[ir.Tree]:
    location = system.locations[number]
    return [*(choice.then for choice in location.choices), *([] if location.resume is None else [location.resume])]
