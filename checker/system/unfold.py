"""A System lowered piece by piece, as a play comes to it: for a play or two, of rules that nobody means to search.

A unit is a block that may be entered from anywhere and everything lowered with it. Locals do not outlive a unit, so
that which of them are live is known from the unit alone; a block that is entered from anywhere keeps every parameter.
"""

from __future__ import annotations

from dataclasses import replace

from checker.system.build import begin_draft, lay_out_fields, lower_play, lower_setup
from checker.system.draft import CoveragePoint, FaultPoint, Later
from checker.system.ir import Stop, Tree
from checker.system.layout import check_layout
from checker.system.liveness import Liveness
from checker.system.points import Block, Location
from checker.system.system import System
from checker.system.table import Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Unit:
    """What is lowered in one go. `later`: the blocks met on the way that are units of their own, not yet lowered."""

    blocks: tuple[Block, ...]
    locations: tuple[Location, ...]
    later: tuple[int, ...]


class Unfolding:
    """Rules at a table. `system` grows in place: its blocks, locations, faults and coverage points. It has no monitors.

    A block that waits to be lowered stands in the System by its number, name and parameters, with an empty tree.
    """

    def __init__(self, rules: Rules, table: Table) -> None:
        self._later: dict[int, Later] = {}
        self._draft = begin_draft(replace(rules, properties=()), table, self._later)
        self._blocks: list[Block] = []
        self._locations: list[Location] = []
        self._faults: list[FaultPoint] = []
        self._coverage: list[CoveragePoint] = []
        entry = lower_play(self._draft)
        start = lower_setup(self._draft, entry)
        self.system = System(
            self._draft.rules,
            self._draft.table,
            self._draft.terms.kinds,
            lay_out_fields(self._draft),
            self._blocks,
            self._locations,
            start,
            entry,
            (),
            (),
            self._faults,
            self._coverage,
            None,
            tuple(zone.name for zone in self._draft.rules.zones if zone.ordered),
        )
        self._grow()

    @property
    def apart(self) -> frozenset[int]:
        """The blocks that are units of their own, as far as they are known."""
        return frozenset(self._later)

    def unfold(self, number: int) -> Unit:
        """Lower the unit of a block. To be asked once for each."""
        draft, first_block, first_location = self._draft, len(self._blocks), len(self._locations)
        unit = self._later[number]
        draft.fill_now(number, unit.make)
        own = [number, *(one for one in range(first_block, len(draft.blocks)) if one not in self._later)]
        trees = {one: (name, tree) for one in own for name, tree in [draft.blocks[one]] if tree is not None}
        points = {one: draft.locations[one] for one in range(first_location, len(draft.locations))}
        apart = {one: frozenset(later.parameters) for one, later in self._later.items()}
        blocks, locations = Liveness(trees, points, apart).finish()
        self._grow()
        for block in blocks:
            self._blocks[block.number] = block
        self._locations[first_location:] = locations
        check_layout(self.system)
        return Unit(blocks, locations, tuple(one for one in self._later if one >= first_block))

    def _grow(self) -> None:
        """Places in the System for whatever the draft has numbered by now."""
        draft = self._draft
        for number in range(len(self._blocks), len(draft.blocks)):
            parameters = tuple(sorted(self._later[number].parameters)) if number in self._later else ()
            self._blocks.append(Block(number, draft.blocks[number][0], parameters, Tree((), Stop(0))))
        self._locations += list(draft.locations.values())[len(self._locations) :]
        self._faults += list(draft.faults)[len(self._faults) :]
        self._coverage += list(draft.coverage)[len(self._coverage) :]
