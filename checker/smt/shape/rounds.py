"""Decisions that come round again while their frame is there: windows, and choices in loops. Paths end at them."""

from __future__ import annotations

from collections.abc import Iterator

from checker.smt.shape.agenda import Spot
from checker.system import ir
from checker.system.reads import list_endings
from checker.system.system import System


def find_rounds(system: System) -> frozenset[Spot]:
    """The decisions of play that can follow on themselves with no point of rest between, in one frame."""
    after = {Spot("block", block.number): set(_next(block.tree)) for block in system.blocks}
    for location in system.locations:
        trees = [choice.then for choice in location.choices]
        trees += [] if location.resume is None else [location.resume]
        after[Spot("location", location.number)] = {spot for tree in trees for spot in _next(tree)}
    ends = {Spot("location", one.number) for one in system.locations if one.at_rest or one.in_setup}
    return frozenset(
        spot
        for location in system.locations
        if location.choices and (spot := Spot("location", location.number)) not in ends and _returns(spot, after, ends)
    )


def _next(tree: ir.Tree) -> Iterator[Spot]:
    for ending in list_endings(tree):
        match ending:
            case ir.Jump(block):
                yield Spot("block", block)
            case ir.Wait(location) | ir.Call(_, _, location):
                yield Spot("location", location)
            case _:
                pass


def _returns(spot: Spot, after: dict[Spot, set[Spot]], ends: set[Spot]) -> bool:
    seen: set[Spot] = set()
    waiting = [spot]
    while waiting:
        for one in after[waiting.pop()] - ends:
            if one == spot:
                return True
            if one not in seen:
                seen.add(one)
                waiting.append(one)
    return False
