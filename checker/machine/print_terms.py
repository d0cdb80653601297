"""Expressions and tests of the System printed as Python over one mutable sequence of bytes `s`."""

from __future__ import annotations

import re
from functools import cache
from typing import assert_never

from checker.system import ir
from checker.system.layout import Layout
from checker.system.lower_terms import DIRECTION, LIVING
from kittens_dsl.records import dataclass


@cache
def local_name(name: str) -> str:
    """A local as a Python name."""
    return "v_" + re.sub(r"\W", "_", name)


@dataclass(frozen=True, slots=True)
class TermPrinter:
    """Prints terms for a layout and a number of players."""

    layout: Layout
    players: int

    def expression(self, expression: ir.Expression) -> str:
        """An expression as Python."""
        match expression:
            case ir.Constant(value):
                return str(value)
            case ir.Local(name):
                return local_name(name)
            case ir.Cell():
                return f"s[{self.index(expression)}]"
            case ir.Operation(operator, left, right):
                one, other = self.expression(left), self.expression(right)
                return f"({one} {operator} {other})" if operator in "+-" else f"{operator}({one}, {other})"
            case ir.Total(terms):
                run = self._run(terms)
                return run or "(" + " + ".join(self.expression(one) for one in terms) + ")"
            case ir.NextPlayer(player):
                return f"next_player(s, {self.expression(player)})"
            case ir.SeatFrom(start, steps):
                forward = f"{self.expression(start)} + {self.expression(steps)}"
                backward = f"{self.expression(start)} - {self.expression(steps)}"
                direction = f"s[{self.layout.index(DIRECTION)}]"
                return f"(({backward}) % {self.players} if {direction} else ({forward}) % {self.players})"
            case _:
                assert_never(expression)

    def _run(self, terms: tuple[ir.Expression, ...]) -> str | None:
        """The sum of neighbouring fields as the sum of a slice."""
        bounds = self._bounds(terms)
        return None if bounds is None else f"sum(s[{bounds[0]}:{bounds[1]}])"

    def _bounds(self, terms: tuple[ir.Expression, ...]) -> tuple[int, int] | None:
        """Where four or more neighbouring fields begin and end; None for any other terms."""
        indices = [self.index(one) for one in terms if isinstance(one, ir.Cell)]
        if len(indices) < 4 or len(indices) != len(terms) or not all(one.isdigit() for one in indices):
            return None
        numbers = [int(one) for one in indices]
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return None
        return numbers[0], numbers[-1] + 1

    def index(self, cell: ir.Cell) -> str:
        """The place of a field: a number, or an expression over locals."""
        array = self.layout.arrays[cell.array]
        fixed = self.layout.offsets[cell.array]
        varying: list[str] = []
        stride = 1
        for index, dimension in reversed(list(zip(cell.indices, array.dimensions, strict=True))):
            if isinstance(index, ir.Constant):
                fixed += index.value * stride
            else:
                text = self.expression(index)
                varying.append(text if stride == 1 else f"{text} * {stride}")
            stride *= dimension
        if not varying:
            return str(fixed)
        return " + ".join([*([str(fixed)] if fixed else []), *reversed(varying)])

    def base(self, place: ir.Place, kinds: int) -> str:
        """The place of the first field of a zone."""
        fixed = self.layout.offsets[f"zone {place.zone}"]
        if place.owner is None:
            return str(fixed)
        if isinstance(place.owner, ir.Constant):
            return str(fixed + place.owner.value * kinds)
        return f"{fixed} + {self.expression(place.owner)} * {kinds}"

    def test(self, test: ir.Test) -> str:
        """A test as Python."""
        match test:
            case ir.Known(value):
                return str(value)
            case ir.Comparison("<=", ir.Constant(1), ir.Total(terms)) if (bounds := self._bounds(terms)) is not None:
                return f"s.count(0, {bounds[0]}, {bounds[1]}) != {len(terms)}"
            case ir.Comparison("==", ir.Total(terms), ir.Constant(0)) if (bounds := self._bounds(terms)) is not None:
                return f"s.count(0, {bounds[0]}, {bounds[1]}) == {len(terms)}"
            case ir.Comparison("<=", ir.Constant(1), right):
                return self.expression(right)
            case ir.Comparison("==", left, ir.Constant(0)):
                return f"not {self.expression(left)}"
            case ir.Comparison(operator, left, right):
                return f"{self.expression(left)} {operator} {self.expression(right)}"
            case ir.IsOneOf(expression, values):
                if len(values) == 1:
                    return f"{self.expression(expression)} == {values[0]}"
                return f"{self.expression(expression)} in {values}"
            case ir.Conjunction(parts):
                return "(" + " and ".join(self.test(one) for one in parts) + ")"
            case ir.Disjunction(parts):
                return "(" + " or ".join(self.test(one) for one in parts) + ")"
            case ir.Negated(inner):
                return f"(not {self.test(inner)})"
            case ir.IsOver():
                return "is_over(s)"
            case _:
                assert_never(test)

    def next_player(self) -> str:
        """The Python function that finds the next living seat."""
        living = self.layout.offsets[LIVING]
        direction = self.layout.index(DIRECTION)
        return (
            "def next_player(s, seat):\n"
            f"    step = -1 if s[{direction}] else 1\n"
            f"    for _ in range({self.players}):\n"
            f"        seat = (seat + step) % {self.players}\n"
            f"        if s[{living} + seat]:\n"
            "            return seat\n"
            "    return seat\n"
        )
