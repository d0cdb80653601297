"""Sums as they are written out, one summand for each seat and each kind, recognised as sums over players and groups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from checker.smt.counts.groups import Groups
from checker.smt.counts.linear import NO_KIND
from checker.system import ir


@dataclass(frozen=True, slots=True)
class Whole:
    """All cards of some classes in a zone and the zones that are part of it."""

    zone: str
    owner: ir.Expression | None
    classes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """sums: fields summed over all players, of a kind or without. rest: the other summands."""

    sums: tuple[tuple[str, int], ...]
    wholes: tuple[Whole, ...]
    rest: tuple[ir.Expression, ...]


@dataclass(frozen=True, slots=True)
class Summer:
    """Recognises sums; each expression is looked at once."""

    groups: Groups
    players: int
    known: dict[int, tuple[ir.Total, Plan]] = field(default_factory=dict, compare=False)

    def plan(self, expression: ir.Total) -> Plan:
        """How to add up a sum."""
        found = self.known.get(id(expression))
        if found is None:
            found = self.known[id(expression)] = (expression, self._plan(expression))
        return found[1]

    def _plan(self, expression: ir.Total) -> Plan:
        sums, others = self._whole_sums(tuple(chain.from_iterable(map(_flatten, expression.terms))))
        members: dict[tuple[str, ir.Expression | None], dict[int, list[tuple[str, int]]]] = {}
        cells: dict[tuple[str, ir.Expression | None], list[ir.Cell]] = {}
        rest: list[ir.Expression] = []
        for part in others:
            match part:
                case ir.Cell(array, (*owner, ir.Constant(kind))) if array.startswith("zone "):
                    place = (self.groups.whole(array), owner[0] if owner else None)
                    own = members.setdefault(place, {})
                    own.setdefault(self.groups.classes[kind], []).append((array, kind))
                    cells.setdefault(place, []).append(part)
                case _:
                    rest.append(part)
        wholes: list[Whole] = []
        for place, by_class in members.items():
            complete = tuple(
                one for one, some in by_class.items() if len(set(some)) == len(some) == self.groups.size(place[0], one)
            )
            if complete:
                wholes.append(Whole(place[0], place[1], complete))
            rest += [one for one in cells[place] if not self._is_of(one, complete)]
        return Plan(tuple(sums), tuple(wholes), tuple(rest))

    def _is_of(self, cell: ir.Cell, classes: tuple[int, ...]) -> bool:
        kind = cell.indices[-1]
        return isinstance(kind, ir.Constant) and self.groups.classes[kind.value] in classes

    def _whole_sums(self, parts: tuple[ir.Expression, ...]) -> tuple[list[tuple[str, int]], list[ir.Expression]]:
        """The sums over all players among some summands, and the other summands."""
        groups: dict[tuple[str, int], list[int]] = {}
        rest: list[ir.Expression] = []
        for part in parts:
            match part:
                case ir.Cell(array, (ir.Constant(seat),)) if not array.startswith("zone "):
                    groups.setdefault((array, NO_KIND), []).append(seat)
                case ir.Cell(array, (ir.Constant(seat), ir.Constant(kind))):
                    groups.setdefault((array, kind), []).append(seat)
                case _:
                    rest.append(part)
        sums: list[tuple[str, int]] = []
        for (array, kind), seats in groups.items():
            if sorted(seats) == list(range(self.players)):
                sums.append((array, kind))
            else:
                indices = () if kind == NO_KIND else (ir.Constant(kind),)
                rest += [ir.Cell(array, (ir.Constant(seat), *indices)) for seat in seats]
        return sums, rest


def _flatten(expression: ir.Expression) -> Iterator[ir.Expression]:
    match expression:
        case ir.Total(parts):
            for part in parts:
                yield from _flatten(part)
        case ir.Operation("+", left, right):
            yield from _flatten(left)
            yield from _flatten(right)
        case _:
            yield expression
