"""What frames remember beside their points: who has had a turn in a loop over all players, and numbers that are saved.

A loop over all players binds each of them once: its counter goes up by one from 0 to the number of players, and each
number is one seat. So paths may assume that whoever is bound was not bound before, and at its end that everybody was. A
number that a frame saves is what it was when the frame was pushed, if no other frame that saves it can be there.
All of this is read off the System; where it cannot be, nothing is assumed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from checker.smt.counts.holders import Clearing, astray, find_clearings, find_tokens
from checker.smt.counts.linear import GLOBAL, Count
from checker.smt.shape.agenda import Agenda, Spot, find_agenda
from checker.smt.shape.sorts import Sorts
from checker.system import ir
from checker.system.lower_terms import DIRECTION
from checker.system.points import Block
from checker.system.reads import walk_trees
from checker.system.system import System


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop over all players. name: of the count of those bound so far. inside: the spots at which it is under way.

    local: that is bound. start, steps: the locals that say who has been; turned: in which direction ("": the one
    that there is). clears: the tokens of players that are with nobody after it.
    """

    name: str
    local: str
    start: str
    steps: str
    turned: str
    inside: frozenset[Spot]
    clears: tuple[Clearing, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """A number that frames save. name: of its count. owner: the local that is its player (None: it is the table's)."""

    name: str
    owner: str | None
    spots: frozenset[Spot]


@dataclass(frozen=True, slots=True)
class Memory:
    """binds, backs, ends: by the identity of trees and branches, at which loops bind a player, come round, and end.

    numbers: by the local that is saved. tokens: those of players.
    """

    loops: tuple[Loop, ...] = ()
    binds: Mapping[int, Loop] = field(default_factory=dict)
    backs: Mapping[int, Loop] = field(default_factory=dict)
    ends: Mapping[int, Loop] = field(default_factory=dict)
    numbers: Mapping[str, Number] = field(default_factory=dict)
    tokens: tuple[str, ...] = ()

    def counts(self) -> tuple[Count, ...]:
        """Everything that is remembered, of the player 0 where it is each player's."""
        numbers = (Count(one.name, GLOBAL if one.owner is None else 0) for one in self.numbers.values())
        return (*(Count(one.name, 0) for one in self.loops), *numbers, *self.held())

    def held(self) -> tuple[Count, ...]:
        """What is counted of tokens."""
        left = (Count(one.left) for loop in self.loops for one in loop.clears)
        return (*(Count(astray(token)) for token in self.tokens), *left)


NOTHING = Memory()


def find_memory(system: System, sorts: Sorts, relevant: Iterable[str], tracked: Collection[str]) -> Memory:
    """The loops over all players and the saved numbers of a System that are sure to be what they seem."""
    agenda = find_agenda(system, frozenset(block.number for block in system.blocks))
    saved = _saving(system)
    loops: list[Loop] = []
    binds: dict[int, Loop] = {}
    backs: dict[int, Loop] = {}
    tokens = find_tokens(system)
    ends: dict[int, Loop] = {}
    for block in system.blocks:
        loop = _read_loop(system, block, saved, tokens)
        if loop is not None and _is_alone(agenda, loop.inside):
            assert isinstance(block.tree.ending, ir.Branch)
            loops.append(loop)
            ends[id(block.tree.ending)] = loop
            backs |= {id(tree): loop for tree in _body(system, block) if tree.ending == ir.Jump(block.number)}
            binds |= {id(way): loop for way in _ways(block.tree.ending.otherwise)}
    numbers: dict[str, Number] = {}
    for local in sorted(_counting(system, tracked) & saved.keys()):
        if sorts.find(local) is None and _is_alone(agenda, saved[local]):
            shared = set.intersection(*(set(_saved(system, spot)) for spot in saved[local])) & set(relevant)
            players = sorted(one for one in shared if sorts.find(one) == "seat")
            first = min(saved[local])
            name = f"saved {local.rpartition('.')[0]} at {first.sort} {first.number}"
            numbers[local] = Number(name, players[0] if players else None, saved[local])
    return Memory(tuple(loops), binds, backs, ends, numbers, tokens)


def _counting(system: System, tracked: Collection[str]) -> set[str]:
    """The locals that are bound to how many cards lie somewhere, or to such a local, and to nothing uncounted."""
    values: dict[str, list[ir.Expression]] = {}
    for tree in walk_trees(system.blocks, system.locations):
        for one in tree.instructions:
            if isinstance(one, ir.Bind):
                values.setdefault(one.local, []).append(one.value)
    found: set[str] = set()
    before = -1
    while before != len(found):
        before = len(found)
        found |= {local for local, some in values.items() if any(_is_counting(one, found) for one in some)}
    hidden = {local for local, some in values.items() if any(_is_hidden(one, tracked) for one in some)}
    return found - hidden


def _is_counting(expression: ir.Expression, known: Collection[str]) -> bool:
    match expression:
        case ir.Cell(array):
            return array.startswith("zone ")
        case ir.Local(name):
            return name in known
        case _:
            return False


def _is_hidden(expression: ir.Expression, tracked: Collection[str]) -> bool:
    return isinstance(expression, ir.Cell) and expression.array not in tracked


def _read_loop(
    system: System, head: Block, saved: Mapping[str, frozenset[Spot]], tokens: tuple[str, ...]
) -> Loop | None:
    """A block as the head of a loop over all players, each of whom is bound once before it ends; None if it is none."""
    steps = _counter(head, system.table.players)
    if steps is None:
        return None
    assert isinstance(head.tree.ending, ir.Branch)
    bound = _bound(system, head.tree.ending.otherwise, steps)
    if bound is None:
        return None
    local, start, turned = bound
    body = list(_body(system, head))
    if not _counts_up(system, head, body, (steps, start, turned)):
        return None
    inside = {Spot("block", head.number)} | {spot for spot in _spots(system, body) if spot in saved[steps]}
    clears = find_clearings(system, head, body, local, tokens)
    return Loop(f"visited in {head.number} {head.name}", local, start, steps, turned, frozenset(inside), clears)


def _saved(system: System, spot: Spot) -> tuple[str, ...]:
    if spot.sort == "location":
        return system.locations[spot.number].saved
    return system.blocks[spot.number].parameters


def _saving(system: System) -> dict[str, frozenset[Spot]]:
    """For each local the decisions and callers of play that save it, and the blocks that are given it."""
    spots = [Spot("block", block.number) for block in system.blocks]
    spots += [Spot("location", one.number) for one in system.locations if not one.in_setup]
    found: dict[str, set[Spot]] = {}
    for spot in spots:
        for local in _saved(system, spot):
            found.setdefault(local, set()).add(spot)
    return {local: frozenset(some) for local, some in found.items()}


def _is_alone(agenda: Agenda, spots: frozenset[Spot]) -> bool:
    """Whether two frames of some spots are never on the agenda together."""
    return not any(agenda.may_lie_under(one, other) for one in spots for other in spots)


def _counter(block: Block, players: int) -> str | None:
    """The local that a block compares with the number of players before all else."""
    match block.tree:
        case ir.Tree((), ir.Branch(ir.Comparison("==", ir.Local(name), ir.Constant(value)))) if value == players:
            return name if name in block.parameters else None
        case _:
            return None


def _counts_up(system: System, head: Block, body: list[ir.Tree], locals_: tuple[str, str, str]) -> bool:
    """Whether a counter goes from 0 up by one, each time back to the head, and the loop ends there alone."""
    steps, start, turned = locals_
    up = (steps, ir.Operation("+", ir.Local(steps), ir.Constant(1)))
    first = (steps, ir.Constant(0))
    jump = ir.Jump(head.number)
    inside = {id(tree) for tree in body}
    for tree in walk_trees(system.blocks, system.locations):
        values = [(one.local, one.value) for one in tree.instructions if isinstance(one, ir.Bind)]
        values = [one for one in values if one[0] in locals_ and not (one[0] == turned and id(tree) not in inside)]
        begins = len(values) == 2 and first in values and {local for local, _ in values} == {steps, start}
        if tree.ending == jump and not (values == [up] if id(tree) in inside else begins):
            return False
        if id(tree) not in inside:
            continue
        if (values and tree.ending != jump) or isinstance(tree.ending, ir.Return):
            return False
        if isinstance(tree.ending, ir.Jump | ir.Call) and any(one in locals_ for one, _ in tree.ending.bindings):
            return False
    return True


def _spots(system: System, body: Iterable[ir.Tree]) -> Iterator[Spot]:
    for tree in body:
        match tree.ending:
            case ir.Jump(number):
                yield Spot("block", number)
            case ir.Wait(number) | ir.Call(_, _, number):
                yield Spot("location", number)
            case _:
                continue


def _body(system: System, head: Block) -> Iterator[ir.Tree]:
    """Everything that a turn of a loop can come to in its own frame before the head comes round again."""
    assert isinstance(head.tree.ending, ir.Branch)
    waiting = [head.tree.ending.otherwise]
    seen: set[tuple[str, int]] = set()
    while waiting:
        tree = waiting.pop()
        yield tree
        match tree.ending:
            case ir.Branch(_, then, otherwise):
                waiting += [then, otherwise]
            case ir.Jump(number) if number != head.number and ("block", number) not in seen:
                seen.add(("block", number))
                waiting.append(system.blocks[number].tree)
            case ir.Wait(number) | ir.Call(_, _, number) if ("location", number) not in seen:
                seen.add(("location", number))
                location = system.locations[number]
                waiting += [choice.then for choice in location.choices]
                waiting += [] if location.resume is None else [location.resume]
            case _:
                continue


def _ways(tree: ir.Tree) -> Iterator[ir.Tree]:
    """The first trees that bind anything."""
    if not tree.instructions and isinstance(tree.ending, ir.Branch):
        yield from _ways(tree.ending.then)
        yield from _ways(tree.ending.otherwise)
    else:
        yield tree


def _bound(system: System, tree: ir.Tree, steps: str) -> tuple[str, str, str] | None:
    """The local that is bound to the seat so many steps on, the start, and what keeps the first direction."""
    match tree:
        case ir.Tree((ir.Bind(local, ir.SeatFrom(ir.Local(start), ir.Local(name))), *_)) if name == steps:
            return None if _may_reverse(system) else (local, start, "")
        case ir.Tree(
            (),
            ir.Branch(
                ir.Comparison("==", ir.Local(turned), ir.Cell(array)),
                ir.Tree((ir.Bind(local, ir.SeatFrom(ir.Local(start), ir.Local(name))), *_)),
                ir.Tree(
                    (
                        ir.Bind(
                            other, ir.SeatFrom(ir.Local(begin), ir.Operation("-", ir.Constant(all_), ir.Local(back)))
                        ),
                        *_,
                    )
                ),
            ),
        ) if (array, local, start, name, all_, back) == (DIRECTION, other, begin, steps, system.table.players, steps):
            return local, start, turned
        case _:
            return None


def _may_reverse(system: System) -> bool:
    return any(
        isinstance(one, ir.Assign) and one.cell.array == DIRECTION
        for tree in walk_trees(system.blocks, system.locations)
        for one in tree.instructions
    )
