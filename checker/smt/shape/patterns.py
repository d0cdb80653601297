"""Conditions that lowering has written out once for each seat, recognised as one condition on any player."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from checker.smt.shape.sorts import index_sorts
from checker.system import ir

ANYBODY = "anybody"


@lru_cache(maxsize=4096)
def find_instances(parts: tuple[ir.Test, ...], players: int) -> ir.Test | None:
    """The condition on the local ANYBODY whose instances for seats 0, 1, ... are the parts; None if there is none."""
    if len(parts) != players or players < 2:
        return None
    general = [_in_test(part, ir.Constant(seat), ir.Local(ANYBODY)) for seat, part in enumerate(parts)]
    if any(one != general[0] for one in general) or general[0] == parts[0]:
        return None
    return general[0]


def _in_expression(expression: ir.Expression, old: ir.Expression, new: ir.Expression) -> ir.Expression:
    match expression:
        case ir.Constant() | ir.Local():
            return expression
        case ir.Cell(array, indices):
            sorts = index_sorts(array, len(indices))
            return ir.Cell(
                array,
                tuple(
                    new if sort == "seat" and index == old else _in_expression(index, old, new)
                    for index, sort in zip(indices, sorts, strict=True)
                ),
            )
        case ir.Operation(operator, left, right):
            return ir.Operation(operator, _in_expression(left, old, new), _in_expression(right, old, new))
        case ir.Total(terms):
            return ir.Total(tuple(_in_expression(term, old, new) for term in terms))
        case ir.NextPlayer(player):
            return ir.NextPlayer(new if player == old else _in_expression(player, old, new))
        case ir.SeatFrom(start, steps):
            return ir.SeatFrom(new if start == old else _in_expression(start, old, new), steps)
        case _:
            assert_never(expression)


def _is_seat(expression: ir.Expression) -> bool:
    match expression:
        case ir.NextPlayer() | ir.SeatFrom():
            return True
        case ir.Cell(array):
            return array.startswith("token ")
        case _:
            return False


def _in_test(test: ir.Test, old: ir.Expression, new: ir.Expression) -> ir.Test:
    match test:
        case ir.Known() | ir.IsOver():
            return test
        case ir.Comparison("==", left, right) if _is_seat(left) and right == old:
            return ir.Comparison("==", _in_expression(left, old, new), new)
        case ir.Comparison("==", left, right) if _is_seat(right) and left == old:
            return ir.Comparison("==", new, _in_expression(right, old, new))
        case ir.Comparison(operator, left, right):
            return ir.Comparison(operator, _in_expression(left, old, new), _in_expression(right, old, new))
        case ir.IsOneOf(expression, values):
            return ir.IsOneOf(_in_expression(expression, old, new), values)
        case ir.Conjunction(parts):
            return ir.Conjunction(tuple(_in_test(part, old, new) for part in parts))
        case ir.Disjunction(parts):
            return ir.Disjunction(tuple(_in_test(part, old, new) for part in parts))
        case ir.Negated(inner):
            return ir.Negated(_in_test(inner, old, new))
        case _:
            assert_never(test)
