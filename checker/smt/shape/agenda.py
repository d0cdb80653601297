"""What can lie under what on the agenda: pairs of adjacent frames, read off calls, closed transitively.

A place is a location or a block at which paths are cut. compilation.md section 3, analysis 8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from checker.system import ir
from checker.system.reads import list_endings
from checker.system.system import System


class Spot(NamedTuple):
    """A location of the System, or a block at which paths are cut."""

    sort: Literal["location", "block"]
    number: int


@dataclass(frozen=True, slots=True)
class Agenda:
    """`under`: for each spot, the spots that may lie anywhere below it."""

    under: dict[Spot, frozenset[Spot]]

    def may_lie_under(self, lower: Spot, upper: Spot) -> bool:
        """Whether a frame of one spot can be below a frame of another."""
        return lower in self.under.get(upper, frozenset())


class _Walk:
    """Everything that one call can have directly on top of the frame that waits for it."""

    def __init__(self, system: System, cuts: frozenset[int], calls: dict[int, set[int]]) -> None:
        self.system, self.cuts, self.calls = system, cuts, calls
        self.blocks: set[int] = set()
        self.spots: set[Spot] = set()

    def block(self, number: int) -> None:
        if number in self.cuts:
            self.spots.add(Spot("block", number))
        if number not in self.blocks:
            self.blocks.add(number)
            self.tree(self.system.blocks[number].tree)

    def location(self, number: int) -> None:
        if Spot("location", number) in self.spots:
            return
        self.spots.add(Spot("location", number))
        location = self.system.locations[number]
        for choice in location.choices:
            self.tree(choice.then)
        if location.resume is not None:
            self.tree(location.resume)

    def tree(self, tree: ir.Tree) -> None:
        for ending in list_endings(tree):
            match ending:
                case ir.Jump(block):
                    self.block(block)
                case ir.Wait(location):
                    self.location(location)
                case ir.Call(block, _, resume):
                    self.calls.setdefault(resume, set()).add(block)
                    self.location(resume)
                case _:
                    pass


def find_agenda(system: System, cuts: frozenset[int]) -> Agenda:
    """The relation for a System whose paths are also cut at some blocks."""
    calls: dict[int, set[int]] = {}
    for tree in (
        *(block.tree for block in system.blocks),
        *(choice.then for location in system.locations for choice in location.choices),
        *(location.resume for location in system.locations if location.resume is not None),
    ):
        _Walk(system, cuts, calls).tree(tree)
    direct: dict[Spot, set[Spot]] = {}
    for resume, callees in sorted(calls.items()):
        walk = _Walk(system, cuts, {})
        for callee in sorted(callees):
            walk.block(callee)
        for spot in walk.spots:
            direct.setdefault(spot, set()).add(Spot("location", resume))
    under: dict[Spot, frozenset[Spot]] = {}
    for spot in direct:
        seen: set[Spot] = set()
        waiting = [spot]
        while waiting:
            for lower in direct.get(waiting.pop(), ()):
                if lower not in seen:
                    seen.add(lower)
                    waiting.append(lower)
        under[spot] = frozenset(seen)
    return Agenda(under)
