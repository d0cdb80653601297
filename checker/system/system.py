"""The System: the transition system of one table, as fields, blocks, locations, monitors and coverage points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from checker.system.draft import CoveragePoint, FaultPoint
from checker.system.ir import Test
from checker.system.points import Block, Location
from checker.system.table import Table
from kittens_dsl.core.rules import PropertyForm, PropertyRule, Rules
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Array:
    """Fields of one name: sizes of its dimensions (none: one field), the first value and the greatest one.

    by_index: the first value of a field is its index.
    """

    name: str
    dimensions: tuple[int, ...]
    first: int
    most: int
    by_index: bool = False

    @property
    def first_values(self) -> bytes:
        """The first values of all fields."""
        return bytes(range(self.size)) if self.by_index else bytes((self.first,)) * self.size

    @property
    def size(self) -> int:
        """How many fields."""
        product = 1
        for dimension in self.dimensions:
            product *= dimension
        return product


@dataclass(frozen=True, slots=True)
class Monitor:
    """What is watched at every point of play after setup: hit when the test holds (at rest: only at such points).

    matters_for: the number of another monitor, whose condition is a choice of several; this one is hit where the first
    of them is false, so that the rest matters. Never hit, that property holds for want of a case.
    """

    rule: PropertyRule | None
    form: PropertyForm | None
    test: Test
    at_rest: bool
    matters_for: int | None = None

    @property
    def mode(self) -> Literal["at rest", "always", "never", "can happen", "eventually", "fault"]:
        """The form in which the property is put."""
        return "fault" if self.form is None else self.form.mode


@dataclass(frozen=True, slots=True)
class System:
    """A transition system. Only locations with more than one label (or none) are states; the rest is run through.

    kinds: names of the kinds with copies, numbered from 0. start: the block where setup begins. entry: the block where
    play begins once a situation is set. bag_exact: whether keeping the pile as a bag loses nothing (None: no bag).
    """

    rules: Rules
    table: Table
    kinds: tuple[str, ...]
    arrays: tuple[Array, ...]
    blocks: Sequence[Block]
    locations: Sequence[Location]
    start: int
    entry: int
    monitors: tuple[Monitor, ...]
    goals: tuple[Monitor, ...]
    faults: Sequence[FaultPoint]
    coverage: Sequence[CoveragePoint]
    bag_exact: bool | None
    pile_zones: tuple[str, ...]

    @property
    def ordered(self) -> bool:
        """Whether piles are kept in order."""
        return self.table.pile == "ordered"

    @property
    def segmented(self) -> bool:
        """Whether piles are kept in segments."""
        return self.table.pile == "segmented"
