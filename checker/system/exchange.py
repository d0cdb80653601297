"""Is a bag enough for the pile? Forward must-analysis: do all orders of a pile stay equally possible?"""

from __future__ import annotations

from typing import assert_never

from checker.system import ir
from checker.system.system import System


def is_bag_exact(system: System) -> bool:
    """Whether the order of every pile is exchangeable at every stored location and before every take.

    Putting a card at a fixed place of a pile pins it; a shuffle makes all orders equally possible again; taking,
    looking, inserting anywhere and changing the places of cards whatever they are keep what was. Joins are AND; a
    return may go to any location that waits.
    """
    if not system.pile_zones:
        return True
    analysis = _Analysis(system)
    return analysis.run()


class _Analysis:
    """The facts at the entry of blocks and locations: True, False, or not reached yet (absent)."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._blocks: dict[int, bool] = {system.start: False}
        self._locations: dict[int, bool] = {}
        self._returned: bool | None = None
        self._exact = True

    def run(self) -> bool:
        """The fixpoint, then the answer."""
        before: object = None
        while before != (now := (dict(self._blocks), dict(self._locations), self._returned)):
            before = now
            for number, fact in list(self._blocks.items()):
                self._tree(self._system.blocks[number].tree, fact)
            for number, fact in list(self._locations.items()):
                location = self._system.locations[number]
                self._exact &= fact or location.in_setup
                for choice in location.choices:
                    self._tree(choice.then, fact)
            if self._returned is not None:
                for location in self._system.locations:
                    if location.resume is not None:
                        self._tree(location.resume, self._returned)
        return self._exact

    def _tree(self, tree: ir.Tree, fact: bool) -> None:
        for instruction in tree.instructions:
            match instruction:
                case ir.Mix():
                    fact = True
                case ir.Transfer(target=target, anywhere=anywhere):
                    fact &= anywhere or target.zone not in self._system.pile_zones
                case ir.TransferAll(_, _, target, _):
                    fact &= target.zone not in self._system.pile_zones
                case ir.TransferHand(_, _, target):
                    fact &= target.zone not in self._system.pile_zones
                case (
                    ir.Arrange()
                    | ir.Turn()
                    | ir.SwapEnds()
                    | ir.Loosen()
                    | ir.Pin()
                    | ir.PeekTop()
                    | ir.Assign()
                    | ir.Bind()
                    | ir.ObserveTop()
                    | ir.ObserveZone()
                    | ir.Fired()
                ):
                    pass
                case _:
                    assert_never(instruction)
        self._ending(tree.ending, fact)

    def _ending(self, ending: ir.Ending, fact: bool) -> None:
        match ending:
            case ir.Branch(_, then, otherwise):
                self._tree(then, fact)
                self._tree(otherwise, fact)
            case ir.Jump(block) | ir.Call(block):
                self._blocks[block] = self._blocks.get(block, True) and fact
            case ir.Wait(location):
                self._locations[location] = self._locations.get(location, True) and fact
            case ir.Return():
                self._returned = fact if self._returned is None else self._returned and fact
            case ir.Win() | ir.Stop():
                pass
            case _:
                assert_never(ending)
