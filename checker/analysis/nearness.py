"""How far a state is from showing something, by what the tests read: no step is looked at.

The branch distance of search-based testing (P. McMinn: Search-based software test data generation, Software Testing,
Verification and Reliability 14, 2004): a comparison is as far from holding as its sides are apart, conditions that
must all hold add up, of several that would do the nearest counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import assert_never

from checker.machine.machine import Machine, State
from checker.model import list_monitors
from checker.smt.shape.sorts import Sorts, find_sorts
from checker.system import ir
from checker.system.layout import Layout
from checker.system.reads import list_compared, walk_parts
from checker.system.system import System

UNREAD = 1  # how far a test is that cannot be read from the fields


class _UnreadError(Exception):
    """An expression that the fields and the players of the table do not determine."""


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads expressions and tests off the fields of a state."""

    layout: Layout
    won: int

    def value(self, expression: ir.Expression, state: State, seats: Mapping[str, int]) -> int:
        """The value of an expression."""
        match expression:
            case ir.Constant(value):
                return value
            case ir.Local(name):
                if name not in seats:
                    raise _UnreadError
                return seats[name]
            case ir.Cell(array, indices):
                return state[self.layout.index(array, *(self.value(one, state, seats) for one in indices))]
            case ir.Operation(operator, left, right):
                return _combine(operator, self.value(left, state, seats), self.value(right, state, seats))
            case ir.Total(terms):
                return sum(self.value(one, state, seats) for one in terms)
            case ir.NextPlayer() | ir.SeatFrom():
                raise _UnreadError
            case _:
                assert_never(expression)

    def away(self, test: ir.Test, state: State, seats: Mapping[str, int], *, wanted: bool = True) -> float:
        """How far a test is from holding (or from not holding)."""
        match test:
            case ir.Known(value):
                return 0 if value == wanted else UNREAD
            case ir.IsOver():
                return 0 if (self._top(state) == self.won) == wanted else UNREAD
            case ir.Negated(inner):
                return self.away(inner, state, seats, wanted=not wanted)
            case ir.Conjunction(parts) | ir.Disjunction(parts):
                some = [self.away(one, state, seats, wanted=wanted) for one in parts]
                return sum(some) if isinstance(test, ir.Conjunction) == wanted else min(some, default=UNREAD)
            case ir.Comparison() | ir.IsOneOf():
                try:
                    return self._apart(test, state, seats, wanted)
                except _UnreadError:
                    return UNREAD
            case _:
                assert_never(test)

    def _apart(self, test: ir.Comparison | ir.IsOneOf, state: State, seats: Mapping[str, int], wanted: bool) -> float:
        if isinstance(test, ir.IsOneOf):
            value = self.value(test.expression, state, seats)
            return UNREAD if (value in test.values) != wanted else 0
        left, right = self.value(test.left, state, seats), self.value(test.right, state, seats)
        if test.operator == "==":
            return abs(left - right) if wanted else int(left == right)
        strict = (test.operator == "<") == wanted
        over = left - right if wanted else right - left
        return max(0, over + strict)

    def _top(self, state: State) -> int:
        return int.from_bytes(state[len(state) - self.layout.location_bytes :], "big")


def _combine(operator: str, left: int, right: int) -> int:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "min":
            return min(left, right)
        case _:
            return max(left, right)


def measure_nearness(machine: Machine, mask: int) -> Callable[[State], float]:
    """How far a state is from hitting the nearest monitor of a mask; a fault is as far as the tests before its stop."""
    system = machine.system
    reader = _Reader(machine.layout, machine.layout.won)
    seats = range(system.table.players)
    reasons: list[list[tuple[ir.Test, bool, tuple[str, ...]]]] = []
    faults = set[int]()
    for number in list_monitors(mask):
        if number < len(system.monitors):
            reasons.append([(system.monitors[number].test, True, ())])
        else:
            faults.add(number - len(system.monitors))
    sorts = find_sorts(system)
    for tests in _ways_to_stop(system, faults):
        reasons.append([(test, wanted, tuple(_seat_locals(test, sorts))) for test, wanted in tests])

    def away(state: State) -> float:
        return min((sum(nearest(one, state) for one in some) for some in reasons), default=0.0)

    def nearest(one: tuple[ir.Test, bool, tuple[str, ...]], state: State) -> float:
        test, wanted, names = one
        return min(
            reader.away(test, state, dict(zip(names, chosen, strict=True)), wanted=wanted)
            for chosen in product(seats, repeat=len(names))
        )

    return away


def _ways_to_stop(system: System, faults: set[int]) -> Iterator[list[tuple[ir.Test, bool]]]:
    """The tests of one piece of a segment that must come out so for it to stop at one of the faults."""
    if not faults:
        return
    roots: list[tuple[ir.Tree, list[tuple[ir.Test, bool]]]] = [(block.tree, []) for block in system.blocks]
    for location in system.locations:
        roots += [(choice.then, [(choice.guard, True)]) for choice in location.choices]
        roots += [] if location.resume is None else [(location.resume, [])]
    while roots:
        tree, tests = roots.pop()
        match tree.ending:
            case ir.Branch(condition, then, otherwise):
                roots.append((then, [*tests, (condition, True)]))
                roots.append((otherwise, [*tests, (condition, False)]))
            case ir.Stop(fault) if fault in faults:
                yield tests
            case _:
                continue


def _seat_locals(test: ir.Test, sorts: Sorts) -> Iterable[str]:
    """The locals of a test that are players, each once."""
    parts = walk_parts(list_compared(test))
    return dict.fromkeys(one.name for one in parts if isinstance(one, ir.Local) and sorts.find(one.name) == "seat")
