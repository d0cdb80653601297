"""Which locals are live: the parameters of every block and the saved locals of every location, by least fixpoint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from checker.system import ir, points
from checker.system.reads import list_compared, list_kinds, list_owners, list_values, list_watchers

Names = frozenset[str]
NONE: Names = frozenset()
_Node = tuple[bool, int]  # whether it is a location, and its number


def expression_locals(expression: ir.Expression) -> Names:
    """The locals that an expression reads."""
    match expression:
        case ir.Constant():
            return NONE
        case ir.Local(name):
            return frozenset((name,))
        case _:
            found: set[str] = set()
            _gather((expression,), found)
            return frozenset(found)


def _gather(expressions: Iterable[ir.Expression], found: set[str]) -> None:
    """Add the locals that expressions read. By `walk_parts` a build takes a fifth longer, for sums of fields."""
    for expression in expressions:
        match expression:
            case ir.Cell(_, indices):
                for index in indices:
                    match index:
                        case ir.Constant():
                            pass
                        case ir.Local(name):
                            found.add(name)
                        case _:
                            _gather((index,), found)
            case ir.Constant():
                pass
            case ir.Local(name):
                found.add(name)
            case ir.Operation(_, left, right):
                _gather((left, right), found)
            case ir.Total(terms):
                _gather(terms, found)
            case ir.NextPlayer(player):
                _gather((player,), found)
            case ir.SeatFrom(start, steps):
                _gather((start, steps), found)
            case _:
                assert_never(expression)


def test_locals(test: ir.Test) -> Names:
    """The locals that a test reads."""
    found: set[str] = set()
    _gather(list_compared(test), found)
    return frozenset(found)


def instruction_reads(instruction: ir.Instruction) -> Names:
    """The locals that an instruction reads."""
    found: set[str] = set()
    _gather(list_values(instruction), found)
    _gather(list_kinds(instruction), found)
    _gather(list_owners(instruction), found)
    _gather(list_watchers(instruction), found)
    match instruction:
        case ir.TransferHand(bound) | ir.Arrange(_, bound):
            found.add(bound)
        case _:
            pass
    return frozenset(found)


def _word(word: points.Word) -> Names:
    match word:
        case points.Text() | points.Missing():
            return NONE
        case points.KindWord(expression) | points.NumberWord(expression):
            return expression_locals(expression)
        case points.KindsWord(expressions, local):
            return NONE.union(*(expression_locals(one) for one in expressions), () if local is None else (local,))
        case _:
            assert_never(word)


def domain_locals(domain: points.Domain) -> Names:
    """The locals that a domain reads."""
    match domain:
        case points.Values() | points.Orders() | points.TopOrders():
            return NONE
        case points.Positions(_, kind):
            return expression_locals(kind)
        case points.Hands(place, _):
            return NONE if place.owner is None else expression_locals(place.owner)
        case _:
            assert_never(domain)


def _choice(choice: points.Choice) -> Names:
    """The locals that a choice reads where it is offered, its own binders among them."""
    read = expression_locals(choice.owner) | test_locals(choice.guard)
    read |= NONE if choice.weight is None else expression_locals(choice.weight)
    return read.union(*(_word(word) for word in choice.words))


class Liveness:
    """The fixpoint: live locals of blocks and locations, grown until nothing changes.

    apart: blocks that keep all their parameters, those outside of what is looked at included.
    """

    def __init__(
        self,
        blocks: dict[int, tuple[str, ir.Tree]],
        locations: dict[int, points.Location],
        apart: Mapping[int, Names] = MappingProxyType({}),
    ) -> None:
        self._blocks, self._locations = blocks, locations
        self._parameters: dict[int, Names] = dict.fromkeys(blocks, NONE) | dict(apart)
        self._saved: dict[int, Names] = dict.fromkeys(locations, NONE)
        self._offered = {number: [_choice(one) for one in location.choices] for number, location in locations.items()}
        self._readers: dict[_Node, dict[_Node, None]] = {}
        self._node: _Node = (False, 0)
        nodes = [*((False, one) for one in blocks), *((True, one) for one in locations)]
        waiting: dict[_Node, None] = dict.fromkeys(nodes)
        while waiting:  # the last one first: what is read was mostly numbered after what reads it
            self._node, _ = waiting.popitem()
            is_location, number = self._node
            found = self._saved if is_location else self._parameters
            live = self._location(locations[number]) if is_location else self._tree(blocks[number][1])
            if not is_location and number in apart:
                assert live <= apart[number], f"{blocks[number][0]} reads {sorted(live - apart[number])}"
            elif live != found[number]:
                found[number] = live
                waiting.update(self._readers.get(self._node, {}))

    def finish(self) -> tuple[tuple[points.Block, ...], tuple[points.Location, ...]]:
        """Blocks with parameters and locations with saved locals, calls with just the bindings that are read."""
        blocks = tuple(
            points.Block(number, name, tuple(sorted(self._parameters[number])), self._trim(tree))
            for number, (name, tree) in self._blocks.items()
        )
        locations = tuple(
            replace(
                location,
                saved=tuple(sorted(self._saved[number])),
                choices=tuple(replace(choice, then=self._trim(choice.then)) for choice in location.choices),
                resume=None if location.resume is None else self._trim(location.resume),
            )
            for number, location in self._locations.items()
        )
        return blocks, locations

    def _location(self, location: points.Location) -> Names:
        live = NONE if location.resume is None else self._tree(location.resume)
        for choice, offered in zip(location.choices, self._offered[location.number], strict=True):
            read = offered | self._tree(choice.then)
            for name, domain in reversed(choice.binders):
                read = (read - {name}) | domain_locals(domain)
            live |= read
        return live

    def _tree(self, tree: ir.Tree) -> Names:
        live = self._ending(tree.ending)
        for instruction in reversed(tree.instructions):
            match instruction:
                case ir.Bind(local, _) | ir.PeekTop(_, local):
                    if local not in live:
                        continue
                    live = (live - {local}) | instruction_reads(instruction)
                case _:
                    live |= instruction_reads(instruction)
        return live

    def _ending(self, ending: ir.Ending) -> Names:
        match ending:
            case ir.Branch(condition, then, otherwise):
                return test_locals(condition) | self._tree(then) | self._tree(otherwise)
            case ir.Jump(block, bindings):
                return self._into(block, bindings)
            case ir.Call(block, bindings, resume):
                return self._into(block, bindings) | self._read(self._saved, (True, resume))
            case ir.Wait(location):
                return self._read(self._saved, (True, location))
            case ir.Return() | ir.Stop():
                return NONE
            case ir.Win(player):
                return expression_locals(player)
            case _:
                assert_never(ending)

    def _into(self, block: int, bindings: tuple[tuple[str, ir.Expression], ...]) -> Names:
        wanted = self._read(self._parameters, (False, block))
        live = wanted - {name for name, _ in bindings}
        for name, value in bindings:
            if name in wanted:
                live |= expression_locals(value)
        return live

    def _read(self, found: dict[int, Names], node: _Node) -> Names:
        """What is live at a block or location; whatever reads it is looked at again when that has grown."""
        self._readers.setdefault(node, {})[self._node] = None
        return found[node[1]]

    def _trim(self, tree: ir.Tree) -> ir.Tree:
        live = self._ending(tree.ending)
        kept: list[ir.Instruction] = []
        for instruction in reversed(tree.instructions):
            match instruction:
                case ir.Bind(local, _) | ir.PeekTop(_, local):
                    if local not in live:
                        continue
                    live = (live - {local}) | instruction_reads(instruction)
                case _:
                    live |= instruction_reads(instruction)
            kept.append(instruction)
        return ir.Tree(tuple(reversed(kept)), self._trim_ending(tree.ending))

    def _trim_ending(self, ending: ir.Ending) -> ir.Ending:
        match ending:
            case ir.Branch(condition, then, otherwise):
                return ir.Branch(condition, self._trim(then), self._trim(otherwise))
            case ir.Jump(block, bindings):
                return ir.Jump(block, self._wanted(block, bindings))
            case ir.Call(block, bindings, resume):
                return ir.Call(block, self._wanted(block, bindings), resume)
            case _:
                return ending

    def _wanted(
        self, block: int, bindings: tuple[tuple[str, ir.Expression], ...]
    ) -> tuple[tuple[str, ir.Expression], ...]:
        return tuple((name, value) for name, value in bindings if name in self._parameters[block])
