"""What stands in what: the parts of expressions and tests, what instructions read, the trees of a System.

For analyses that ask the same of every place. Where each form means something else (values, code), they match forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from checker.system import ir, points

Bindings = tuple[tuple[str, ir.Expression], ...]


def list_operands(expression: ir.Expression) -> tuple[ir.Expression, ...]:
    """The expressions that one is directly made of."""
    match expression:
        case ir.Constant() | ir.Local():
            return ()
        case ir.Cell(_, indices):
            return indices
        case ir.Operation(_, left, right):
            return (left, right)
        case ir.Total(terms):
            return terms
        case ir.NextPlayer(player):
            return (player,)
        case ir.SeatFrom(start, steps):
            return (start, steps)
        case _:
            assert_never(expression)


def walk_parts(expressions: Iterable[ir.Expression]) -> Iterator[ir.Expression]:
    """Expressions and all that stands in them."""
    waiting = list(expressions)
    while waiting:
        expression = waiting.pop()
        yield expression
        waiting += list_operands(expression)


def walk_atoms(test: ir.Test) -> Iterator[ir.Comparison | ir.IsOneOf | ir.Known | ir.IsOver]:
    """The tests that a test is put together from."""
    match test:
        case ir.Comparison() | ir.IsOneOf() | ir.Known() | ir.IsOver():
            yield test
        case ir.Conjunction(parts) | ir.Disjunction(parts):
            for part in parts:
                yield from walk_atoms(part)
        case ir.Negated(inner):
            yield from walk_atoms(inner)
        case _:
            assert_never(test)


def list_compared(test: ir.Test) -> list[ir.Expression]:
    """The expressions that a test compares, with each other or with values."""
    found: list[ir.Expression] = []
    for atom in walk_atoms(test):
        match atom:
            case ir.Comparison(_, left, right):
                found += (left, right)
            case ir.IsOneOf(expression, _):
                found.append(expression)
            case ir.Known() | ir.IsOver():
                pass
            case _:
                assert_never(atom)
    return found


def list_places(instruction: ir.Instruction) -> tuple[ir.Place, ...]:
    """The zones that an instruction names with their owners."""
    match instruction:
        case (
            ir.Transfer(source=source, target=target)
            | ir.TransferAll(source=source, target=target)
            | ir.TransferHand(source=source, target=target)
        ):
            return (source, target)
        case ir.Turn(place=place) | ir.ObserveZone(place=place):
            return (place,)
        case (
            ir.Arrange()
            | ir.Mix()
            | ir.Loosen()
            | ir.Pin()
            | ir.SwapEnds()
            | ir.PeekTop()
            | ir.Assign()
            | ir.Bind()
            | ir.ObserveTop()
            | ir.Fired()
        ):
            return ()
        case _:
            assert_never(instruction)


def list_kinds(instruction: ir.Instruction) -> tuple[ir.Expression, ...]:
    """The expressions of an instruction that stand for kinds of cards."""
    match instruction:
        case ir.Transfer(kind=kind) | ir.Pin(kind=kind):
            return (kind,)
        case ir.Turn(kind=kind, face=face):
            return (kind, face)
        case _:
            return ()


def list_values(instruction: ir.Instruction) -> tuple[ir.Expression, ...]:
    """What an instruction reads beside kinds, owners and watchers: numbers, places in a pile, fields and values."""
    match instruction:
        case ir.Transfer(count=count, position=position):
            return (count,) if position is None else (count, position)
        case ir.Assign(cell, value):
            return (cell, value)
        case ir.Bind(_, value):
            return (value,)
        case ir.ObserveTop(number=number):
            return (number,)
        case _:
            return ()


def list_owners(instruction: ir.Instruction) -> list[ir.Expression]:
    """Whose zones an instruction names."""
    return [place.owner for place in list_places(instruction) if place.owner is not None]


def list_watchers(instruction: ir.Instruction) -> tuple[ir.Expression, ...]:
    """The seats that see what an instruction does, where they are listed."""
    match instruction:
        case (
            ir.Transfer(watchers=watchers)
            | ir.TransferAll(watchers=watchers)
            | ir.Turn(watchers=watchers)
            | ir.ObserveTop(watchers=watchers)
            | ir.ObserveZone(watchers=watchers)
        ):
            return watchers.seats
        case _:
            return ()


def list_bindings(ending: ir.Ending) -> Bindings:
    """The parameters that an ending hands on."""
    match ending:
        case ir.Jump(_, bindings) | ir.Call(_, bindings, _):
            return bindings
        case ir.Branch() | ir.Wait() | ir.Return() | ir.Win() | ir.Stop():
            return ()
        case _:
            assert_never(ending)


def list_endings(tree: ir.Tree) -> Iterator[ir.Ending]:
    """Every way in which a tree can end."""
    if isinstance(tree.ending, ir.Branch):
        yield from list_endings(tree.ending.then)
        yield from list_endings(tree.ending.otherwise)
    else:
        yield tree.ending


def walk_trees(blocks: Iterable[points.Block], locations: Iterable[points.Location]) -> Iterator[ir.Tree]:
    """Every tree of blocks and locations, branches included."""
    roots = [block.tree for block in blocks]
    for location in locations:
        roots += [choice.then for choice in location.choices]
        roots += [] if location.resume is None else [location.resume]
    while roots:
        tree = roots.pop()
        yield tree
        if isinstance(tree.ending, ir.Branch):
            roots += [tree.ending.then, tree.ending.otherwise]
