"""The few points in which Promela and Murphi write the same thing differently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from checker.export.plan import Ordering, Plan
from checker.system import ir
from checker.system.lower_terms import DIRECTION

Lines = list[str]


class Dialect(Protocol):
    """How one language writes tests, expressions and statements. A statement is a list of lines."""

    equal: str
    both: str
    either: str

    def choose(self, condition: str, yes: str, no: str) -> str:
        """One of two expressions."""
        ...

    def next_player(self, seat: str) -> str:
        """The next living seat."""
        ...

    def assign(self, variable: str, value: str) -> Lines:
        """A variable gets a value."""
        ...

    def branch(self, condition: str, yes: Lines, no: Lines) -> Lines:
        """One of two statements."""
        ...

    def switch(self, value: str, arms: Sequence[tuple[int, Lines]]) -> Lines:
        """The statement that belongs to a value."""
        ...

    def repeat(self, variable: str, first: int, last: int, body: Lines) -> Lines:
        """The body for every value of a variable of its own, rising."""
        ...

    def insert(self, pile: str, cells: int, kind: str, number: str, place: str) -> Lines:
        """Cards into an ordered pile."""
        ...

    def remove(self, pile: str, cells: int, kind: str, number: str, spared: str) -> Lines:
        """Cards of a kind out of an ordered pile: those below so many of the kind that are spared."""
        ...

    def count_chosen(self, ordering: Ordering, into: str, cells: int) -> Lines:
        """How many cards the order that the label chose is of."""
        ...

    def arrange(self, ordering: Ordering, pile: str, cells: int) -> Lines:
        """The order that the label chose becomes that of the pile, or of its uppermost cells."""
        ...


class Terms:
    """Expressions and tests in one dialect; `names` maps locals to variables, array cells or numbers."""

    def __init__(self, plan: Plan, dialect: Dialect, names: Mapping[str, str]) -> None:
        self._plan, self._dialect, self._names = plan, dialect, names

    def expression(self, expression: ir.Expression) -> str:
        """An expression."""
        match expression:
            case ir.Constant(value):
                return str(value)
            case ir.Local(name):
                return self._names[name]
            case ir.Cell(array, indices):
                return self.cell(array, indices)
            case ir.Operation(operator, left, right):
                one, other = self.expression(left), self.expression(right)
                if operator in "+-":
                    return f"({one} {operator} {other})"
                return self._dialect.choose(f"{one} {'<' if operator == 'min' else '>'} {other}", one, other)
            case ir.Total(terms):
                return "(" + " + ".join(self.expression(one) for one in terms) + ")"
            case ir.NextPlayer(player):
                return self._dialect.next_player(self.expression(player))
            case ir.SeatFrom(start, steps):
                return seat_from(self._plan, self._dialect, self.expression(start), self.expression(steps))
        raise AssertionError(expression)

    def cell(self, array: str, indices: Sequence[ir.Expression]) -> str:
        """A field."""
        parts: list[str] = []
        fixed, stride = 0, 1
        for index, dimension in reversed(list(zip(indices, self._plan.layout.arrays[array].dimensions, strict=True))):
            if isinstance(index, ir.Constant):
                fixed += index.value * stride
            else:
                text = self.expression(index)
                parts.append(text if stride == 1 else f"{text} * {stride}")
            stride *= dimension
        return f"{self._plan.array(array)}[{' + '.join([*parts, *([str(fixed)] if fixed or not parts else [])])}]"

    def test(self, test: ir.Test) -> str:
        """A test."""
        match test:
            case ir.Known(value):
                return "(0 < 1)" if value else "(1 < 0)"
            case ir.Comparison(operator, left, right):
                sign = self._dialect.equal if operator == "==" else operator
                return f"({self.expression(left)} {sign} {self.expression(right)})"
            case ir.IsOneOf(expression, values):
                one = self.expression(expression)
                return self._join(self._dialect.either, [f"({one} {self._dialect.equal} {value})" for value in values])
            case ir.Conjunction(parts):
                return self._join(self._dialect.both, [self.test(one) for one in parts])
            case ir.Disjunction(parts):
                return self._join(self._dialect.either, [self.test(one) for one in parts])
            case ir.Negated(inner):
                return f"(!{self.test(inner)})"
            case ir.IsOver():
                return f"({top(self._plan)} {self._dialect.equal} {self._plan.won})"
        raise AssertionError(test)

    def _join(self, operator: str, parts: list[str]) -> str:
        if not parts:
            return self.test(ir.Known(operator == self._dialect.both))
        return "(" + f" {operator} ".join(parts) + ")"


def seat_from(plan: Plan, dialect: Dialect, start: str, steps: str) -> str:
    """The seat some places on (0 to the number of players), the dead counted."""
    players = plan.system.table.players
    direction = f"{plan.array(DIRECTION)}[0] {dialect.equal} 1"
    back = f"({start} + {players} - ({steps})) % {players}"
    return dialect.choose(direction, back, f"({start} + {steps}) % {players}")


def top(plan: Plan) -> str:
    """The location on top of the agenda."""
    return "a[n - 1]" if plan.layout.location_bytes == 1 else "(a[n - 2] * 256 + a[n - 1])"
