"""What play can come to: the blocks and locations reached from the start states, and the fields that can change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from checker.system import ir
from checker.system.layout import Layout
from checker.system.reads import walk_trees
from checker.system.system import System
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Reached:
    """Numbers of blocks and locations, rising, that play can come to once setup is over."""

    blocks: tuple[int, ...]
    locations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FieldRange:
    """What one field can hold during play: always `value` if bits is 0, else any number of so many bits."""

    bits: int
    value: int


def find_reached(system: System, layout: Layout, starts: Iterable[bytes]) -> Reached:
    """Everything reached from the frames of the start states, by walking segments."""
    waiting = sorted({frame for state in starts for frame in _frames(system, layout, state)})
    locations: set[int] = set()
    blocks: set[int] = set()
    trees: list[ir.Tree] = []
    while waiting or trees:
        if waiting:
            number = waiting.pop()
            if number not in locations:
                locations.add(number)
                location = system.locations[number]
                trees += [choice.then for choice in location.choices]
                trees += [] if location.resume is None else [location.resume]
            continue
        match trees.pop().ending:
            case ir.Branch(_, then, otherwise):
                trees += [then, otherwise]
            case ir.Jump(block):
                trees += _enter(system, block, blocks)
            case ir.Call(block, _, resume):
                waiting.append(resume)
                trees += _enter(system, block, blocks)
            case ir.Wait(next_one):
                waiting.append(next_one)
            case ir.Return() | ir.Win() | ir.Stop():
                pass
            case other:
                assert_never(other)
    return Reached(tuple(sorted(blocks)), tuple(sorted(locations)))


def _enter(system: System, block: int, blocks: set[int]) -> list[ir.Tree]:
    if block in blocks:
        return []
    blocks.add(block)
    return [system.blocks[block].tree]


def _frames(system: System, layout: Layout, state: bytes) -> Iterator[int]:
    """The locations on the agenda of a state, from the top; none once the play has ended."""
    end = len(state)
    while end > layout.size:
        number = int.from_bytes(state[end - layout.location_bytes : end], "big")
        if number >= len(system.locations):
            return
        yield number
        end -= layout.location_bytes + len(system.locations[number].saved)


def list_trees(system: System, reached: Reached) -> Iterator[ir.Tree]:
    """The trees of reached blocks and locations, branches included."""
    blocks = (system.blocks[number] for number in reached.blocks)
    yield from walk_trees(blocks, (system.locations[number] for number in reached.locations))


def find_ranges(system: System, layout: Layout, reached: Reached, starts: Sequence[bytes]) -> tuple[FieldRange, ...]:
    """The range of every field, in the order of the layout.

    A field that no reached instruction writes and that all start states agree on is fixed. A count of cards is at most
    the copies of its kind (cards only move), and stays 0 where no card of the kind can ever come.
    The caller checks every stored state against these ranges, so a mistake here is noticed and never a wrong count.
    """
    written = _Written(system, layout)
    written.follow(list(list_trees(system, reached)), starts)
    ranges: list[FieldRange] = []
    for array in system.arrays:
        for index in range(array.size):
            offset = layout.offsets[array.name] + index
            values = {state[offset] for state in starts}
            most = array.most
            if array.name.startswith("zone "):
                kind = system.kinds[index % len(system.kinds)]
                most = system.table.scope.copies[system.rules.faces.get(kind, kind)]
            is_fixed = len(values) <= 1 and offset not in written.fields
            bits = 0 if is_fixed else max(most, *values, 0).bit_length()
            ranges.append(FieldRange(bits, min(values, default=0) if is_fixed else 0))
    return tuple(ranges)


class _Written:
    """The fields that instructions may write, by least fixpoint over which zone can hold which kind."""

    def __init__(self, system: System, layout: Layout) -> None:
        self._system, self._layout = system, layout
        self.fields: set[int] = set()

    def follow(self, trees: list[ir.Tree], starts: Sequence[bytes]) -> None:
        """Collect assignments once, then moves until no zone gets a kind that it could not hold before."""
        instructions = [one for tree in trees for one in tree.instructions]
        kinds = len(self._system.kinds)
        holds: set[tuple[str, int]] = set()
        for array in self._system.arrays:
            if array.name.startswith("zone "):
                offset = self._layout.offsets[array.name]
                holds |= {
                    (array.name, index % kinds)
                    for index in range(array.size)
                    if any(state[offset + index] for state in starts)
                }
        grown = True
        while grown:
            before = len(holds)
            for instruction in instructions:
                self._moves(instruction, holds)
            grown = len(holds) != before
        for instruction in instructions:
            self._write(instruction, holds)

    def _moved(self, instruction: ir.Instruction) -> tuple[tuple[int, ...], str, str] | None:
        every = tuple(range(len(self._system.kinds)))
        match instruction:
            case ir.Transfer(_, kind, source, target):
                which = (kind.value,) if isinstance(kind, ir.Constant) else every
                return which, f"zone {source.zone}", f"zone {target.zone}"
            case ir.TransferAll(wanted, source, target):
                return wanted, f"zone {source.zone}", f"zone {target.zone}"
            case ir.TransferHand(_, source, target):
                return every, f"zone {source.zone}", f"zone {target.zone}"
            case _:
                return None

    def _turned(self, turn: ir.Turn) -> tuple[int, int]:
        """The kind that a card is before and after it is turned: both are fixed."""
        assert isinstance(turn.kind, ir.Constant)
        assert isinstance(turn.face, ir.Constant)
        return turn.kind.value, turn.face.value

    def _moves(self, instruction: ir.Instruction, holds: set[tuple[str, int]]) -> None:
        moved = self._moved(instruction)
        if moved is not None:
            which, source, target = moved
            holds |= {(target, kind) for kind in which if (source, kind) in holds}
        elif isinstance(instruction, ir.Turn):
            holds |= {(f"zone {instruction.place.zone}", kind) for kind in self._turned(instruction)[1:]}

    def _write(self, instruction: ir.Instruction, holds: set[tuple[str, int]]) -> None:
        moved = self._moved(instruction)
        if moved is not None:
            which, *zones = moved
            kinds = len(self._system.kinds)
            for zone in zones:
                offset, size = self._layout.offsets[zone], self._layout.arrays[zone].size
                wanted = {kind for kind in which if (zone, kind) in holds}
                self.fields |= {offset + index for index in range(size) if index % kinds in wanted}
                self._touch_pile(zone.removeprefix("zone "))
        match instruction:
            case ir.Turn(place=place):
                kinds = len(self._system.kinds)
                zone = f"zone {place.zone}"
                offset, size = self._layout.offsets[zone], self._layout.arrays[zone].size
                changed = self._turned(instruction)
                self.fields |= {offset + index for index in range(size) if index % kinds in changed}
            case ir.Arrange(pile) | ir.Mix(pile) | ir.Loosen(pile) | ir.Pin(pile) | ir.SwapEnds(pile):
                self._touch_pile(pile)
            case ir.Assign(cell):
                self._touch(cell.array)
            case _:
                pass

    def _touch_pile(self, pile: str) -> None:
        for part in ("loose", "order", "under"):
            self._touch(f"{part} {pile}")

    def _touch(self, array: str) -> None:
        if array in self._layout.offsets:
            offset = self._layout.offsets[array]
            self.fields |= set(range(offset, offset + self._layout.arrays[array].size))
