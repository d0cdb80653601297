"""Expressions and tests of the System printed as C over `const S *s`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from checker.system import ir
from checker.system.layout import Layout
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class TermPrinter:
    """Prints terms inside one C function; `names` maps the locals of that function to C variables."""

    layout: Layout
    won: int
    names: Mapping[str, str]

    def expression(self, expression: ir.Expression) -> str:
        """An expression as C."""
        match expression:
            case ir.Constant(value):
                return str(value) if value >= 0 else f"({value})"
            case ir.Local(name):
                return self.names[name]
            case ir.Cell():
                return f"s->f[{self.index(expression)}]"
            case ir.Operation(operator, left, right):
                one, other = self.expression(left), self.expression(right)
                if operator in "+-":
                    return f"({one} {operator} {other})"
                return f"{'least' if operator == 'min' else 'greatest'}({one}, {other})"
            case ir.Total(terms):
                return "(" + " + ".join(self.expression(one) for one in terms) + ")"
            case ir.NextPlayer(player):
                return f"next_player(s, {self.expression(player)})"
            case ir.SeatFrom(start, steps):
                return f"seat_from(s, {self.expression(start)}, {self.expression(steps)})"
            case _:
                assert_never(expression)

    def index(self, cell: ir.Cell) -> str:
        """The place of a field."""
        array = self.layout.arrays[cell.array]
        return self._index(self.layout.offsets[cell.array], array.dimensions, cell.indices)

    def base(self, place: ir.Place) -> str:
        """The place of the first field of a zone: the count of kind 0."""
        name = f"zone {place.zone}"
        owner = () if place.owner is None else (place.owner,)
        return self._index(self.layout.offsets[name], self.layout.arrays[name].dimensions, (*owner, ir.Constant(0)))

    def _index(self, fixed: int, dimensions: tuple[int, ...], indices: tuple[ir.Expression, ...]) -> str:
        varying: list[str] = []
        stride = 1
        for index, dimension in reversed(list(zip(indices, dimensions, strict=True))):
            if isinstance(index, ir.Constant):
                fixed += index.value * stride
            else:
                varying.append(f"{self.expression(index)} * {stride}" if stride > 1 else self.expression(index))
            stride *= dimension
        return " + ".join([str(fixed), *reversed(varying)])

    def test(self, test: ir.Test) -> str:
        """A test as C."""
        match test:
            case ir.Known(value):
                return str(int(value))
            case ir.Comparison(operator, left, right):
                return f"{self.expression(left)} {operator} {self.expression(right)}"
            case ir.IsOneOf(expression, values):
                one = self.expression(expression)
                return "(" + " || ".join(f"{one} == {value}" for value in values) + ")" if values else "0"
            case ir.Conjunction(parts):
                return "(" + " && ".join(self.test(one) for one in parts) + ")" if parts else "1"
            case ir.Disjunction(parts):
                return "(" + " || ".join(self.test(one) for one in parts) + ")" if parts else "0"
            case ir.Negated(inner):
                return f"!({self.test(inner)})"
            case ir.IsOver():
                return f"(top(s) == {self.won})"
            case _:
                assert_never(test)
