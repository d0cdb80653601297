"""What both exports share: numbers for the segments of a System, names for its fields and locals, its start states.

A segment is a case of one loop over `pc`: every block, every label's entry, every caller that goes on; then the
return to the frame on top, the point of every location (stop here, or run through it if it is forced), and 0 (stop). No
word of the rules is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from checker.system import ir, points
from checker.system.layout import Layout, lay_out
from checker.system.system import System
from kittens_dsl.records import dataclass

STOP = 0


class ExportError(Exception):
    """The System asks for something that the exports do not print; the words say what."""


@dataclass(frozen=True, slots=True)
class Ordering:
    """An order that a binder is bound to: of a whole pile, or of its uppermost known cards, at most `number`.

    place: that of the binder among those of its label.
    """

    zone: str
    number: int | None
    place: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Numbers and names. agenda: bytes kept for it; a deeper one stops the other checker with an error of its own."""

    system: System
    layout: Layout
    starts: tuple[bytes, ...]
    agenda: int
    blocks: dict[int, int]
    entries: dict[tuple[int, int], int]
    resumes: dict[int, int]
    decisions: tuple[int, ...]
    locals: dict[str, str]
    most_binders: int
    orderings: dict[str, Ordering]

    @property
    def on_return(self) -> int:
        """The number of the segment that goes on at the frame on top."""
        return 1 + len(self.blocks) + len(self.entries) + len(self.resumes)

    @property
    def points(self) -> dict[int, int]:
        """The number of the segment at the point of each location: it stops, unless the point is forced."""
        return {location: self.on_return + 1 + place for place, location in enumerate(self.decisions)}

    @property
    def won(self) -> int:
        """The location of a play that is won; the next one is that of a play that stopped."""
        return len(self.system.locations)

    def array(self, name: str) -> str:
        """The variable of an array of fields."""
        return f"x{list(self.layout.arrays).index(name)}"


def make_plan(system: System, starts: Sequence[bytes], agenda: int) -> Plan:
    """Everything that can be reached from the start states, numbered."""
    layout = lay_out(system)
    walk = _Walk(system, layout)
    walk.run(starts)
    decisions = sorted(one for one in walk.locations if system.locations[one].resume is None)
    numbers = iter(range(1, 1 << 20))
    blocks = {one: next(numbers) for one in sorted(walk.blocks)}
    choices = [(one, index) for one in decisions for index in range(len(system.locations[one].choices))]
    entries = {one: next(numbers) for one in choices}
    resumes = {one: next(numbers) for one in sorted(walk.locations) if one not in decisions}
    binders = [system.locations[one].choices[index].binders for one, index in choices]
    if any(isinstance(domain, points.Hands) for some in binders for _, domain in some):
        raise ExportError("hands are dealt during play")
    names = {name: f"v{number}" for number, name in enumerate(sorted(walk.names))}
    most_binders = max((len(some) for some in binders), default=0)
    orderings = dict(_list_orderings(binders))
    return Plan(
        system,
        layout,
        tuple(starts),
        agenda,
        blocks,
        entries,
        resumes,
        tuple(decisions),
        names,
        most_binders,
        orderings,
    )


def _list_orderings(binders: Sequence[tuple[tuple[str, points.Domain], ...]]) -> Iterator[tuple[str, Ordering]]:
    for some in binders:
        for place, (name, domain) in enumerate(some):
            if isinstance(domain, points.Orders):
                yield name, Ordering(domain.pile, None, place)
            elif isinstance(domain, points.TopOrders):
                yield name, Ordering(domain.pile, domain.number, place)


class _Walk:
    """Collects what is reached: blocks, locations, and every local that is bound, saved or passed."""

    def __init__(self, system: System, layout: Layout) -> None:
        self._system, self._layout = system, layout
        self.blocks: set[int] = set()
        self.locations: set[int] = set()
        self.names: set[str] = set()

    def run(self, starts: Sequence[bytes]) -> None:
        """Walk from every frame of every start state."""
        for state in starts:
            end = len(state)
            while end > self._layout.size:
                number = int.from_bytes(state[end - self._layout.location_bytes : end], "big")
                if number >= len(self._system.locations):
                    break
                self._location(number)
                end -= self._layout.location_bytes + len(self._system.locations[number].saved)

    def _location(self, number: int) -> None:
        if number in self.locations:
            return
        self.locations.add(number)
        location = self._system.locations[number]
        self.names |= set(location.saved)
        for choice in location.choices:
            self.names |= {name for name, domain in choice.binders}
            self._tree(choice.then)
        if location.resume is not None:
            self._tree(location.resume)

    def _block(self, number: int) -> None:
        if number not in self.blocks:
            self.blocks.add(number)
            self.names |= set(self._system.blocks[number].parameters)
            self._tree(self._system.blocks[number].tree)

    def _tree(self, tree: ir.Tree) -> None:
        self.names |= {one.local for one in tree.instructions if isinstance(one, ir.Bind | ir.PeekTop)}
        match tree.ending:
            case ir.Branch(_, then, otherwise):
                self._tree(then)
                self._tree(otherwise)
            case ir.Jump(block):
                self._block(block)
            case ir.Call(block, _, resume):
                self._location(resume)
                self._block(block)
            case ir.Wait(location):
                self._location(location)
            case ir.Return() | ir.Win() | ir.Stop():
                pass
            case other:
                assert_never(other)


def list_start_values(plan: Plan, state: bytes) -> list[tuple[str, int]]:
    """The variables of a start state that are not 0, with their values."""
    values: list[tuple[str, int]] = []
    for name, array in plan.layout.arrays.items():
        offset = plan.layout.offsets[name]
        fields = state[offset : offset + array.size]
        values += [(f"{plan.array(name)}[{index}]", value) for index, value in enumerate(fields) if value]
    agenda = state[plan.layout.size :]
    if len(agenda) > plan.agenda:
        raise ExportError(f"a start state has an agenda of {len(agenda)} bytes, {plan.agenda} are kept")
    values += [(f"a[{index}]", value) for index, value in enumerate(agenda) if value]
    return [*values, ("n", len(agenda))]
