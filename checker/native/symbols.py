"""C names of blocks and locations: the piece they belong to and a number in it; no word of the rules enters C.

The numbers of locations, faults and coverage points are constants of their own, defined in the dispatch piece: so
a piece keeps its text, and its object, when another piece grows.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator

from checker.native.reach import Reached
from checker.system import ir
from checker.system.reads import list_endings
from checker.system.system import System
from kittens_dsl.records import dataclass, field


@dataclass(slots=True)
class Symbols:
    """Names given out so far: of reached blocks and locations at once, of faults and coverage when first asked for."""

    system: System
    blocks: dict[int, str] = field(default_factory=dict)
    locations: dict[int, str] = field(default_factory=dict)
    pieces: dict[str, tuple[list[int], list[int]]] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)
    numbered: dict[tuple[str, str, int], str] = field(default_factory=dict)

    def constant(self, piece: str, family: str, number: int) -> str:
        """The name of a number of the whole System inside one piece."""
        key = (piece, family, number)
        if key not in self.numbered:
            place = sum(1 for other in self.numbered if other[:2] == key[:2])
            self.numbered[key] = f"{family}_{piece}_{place}"
            self.constants[self.numbered[key]] = number
        return self.numbered[key]

    def location_number(self, number: int) -> str:
        """The name of the constant that holds the number of a location."""
        name = f"at_{self.locations[number]}"
        self.constants[name] = number
        return name


def name_symbols(system: System, reached: Reached) -> Symbols:
    """The names of everything reached, rule by rule; of a rule that opens several decisions, one by one."""
    symbols = Symbols(system)
    members: defaultdict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for number in reached.blocks:
        block = system.blocks[number]
        rule = next(_rules_in(system, block.tree), block.name)
        members[rule][0].append(number)
    for number in reached.locations:
        members[system.locations[number].origin.rule][1].append(number)
    pieces: dict[str, tuple[list[int], list[int]]] = {}
    for rule, (blocks, locations) in members.items():
        pieces |= _split(system, rule, blocks, locations)
    for name, (blocks, locations) in pieces.items():
        piece = hashlib.sha256(name.encode()).hexdigest()[:10]
        symbols.pieces[piece] = (blocks, locations)
        symbols.blocks |= {number: f"block_{piece}_{place}" for place, number in enumerate(blocks)}
        symbols.locations |= {number: f"{piece}_{place}" for place, number in enumerate(locations)}
    return symbols


def _split(
    system: System, rule: str, blocks: list[int], locations: list[int]
) -> dict[str, tuple[list[int], list[int]]]:
    """The members of a rule by piece: each decision with the blocks that lead to it or follow it, if there are several.

    What a rule does to every card is lowered for each of them: apart, one card's change leaves the others as they are.
    """
    decisions = [number for number in locations if system.locations[number].choices]
    if len(decisions) < 2:
        return {rule: (blocks, locations)}
    owners: dict[int, int] = {}
    for number in decisions:
        for choice in system.locations[number].choices:
            for ending in list_endings(choice.then):
                if isinstance(ending, ir.Jump):
                    owners.setdefault(ending.block, number)
    for block in blocks:
        for ending in list_endings(system.blocks[block].tree):
            if isinstance(ending, ir.Wait) and ending.location in decisions:
                owners.setdefault(block, ending.location)
    pieces: dict[str, tuple[list[int], list[int]]] = {}

    def find(owner: int | None) -> tuple[list[int], list[int]]:
        name = rule if owner is None else f"{rule} {system.locations[owner].name}"
        return pieces.setdefault(name, ([], []))

    for block in blocks:
        find(owners.get(block))[0].append(block)
    for number in locations:
        find(number if number in decisions else None)[1].append(number)
    return pieces


def _rules_in(system: System, tree: ir.Tree) -> Iterator[str]:
    for instruction in tree.instructions:
        match instruction:
            case ir.Fired(number):
                yield system.coverage[number].origin.rule
            case ir.Bind():
                pass
            case _:
                yield instruction.origin.rule
    if isinstance(tree.ending, ir.Branch):
        yield from _rules_in(system, tree.ending.then)
        yield from _rules_in(system, tree.ending.otherwise)
