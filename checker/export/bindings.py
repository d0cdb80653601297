"""The ways to bind the binders of a label, without those that its guard rules out whatever the state is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from checker.system import ir, points


def list_bindings(choice: points.Choice, ranges: tuple[Sequence[int], ...]) -> Iterator[tuple[int, ...]]:
    """Values for every binder, in order; a part of the guard that speaks of binders only is decided here."""
    guard = choice.guard
    parts = guard.conditions if isinstance(guard, ir.Conjunction) else (guard,)
    names = tuple(name for name, _ in choice.binders)
    yield from _extend(names, ranges, parts, {})


def _extend(
    names: tuple[str, ...], ranges: tuple[Sequence[int], ...], parts: tuple[ir.Test, ...], bound: Mapping[str, int]
) -> Iterator[tuple[int, ...]]:
    if any(_decide(part, bound) is False for part in parts):
        return
    if len(bound) == len(names):
        yield tuple(bound.values())
        return
    for value in ranges[len(bound)]:
        yield from _extend(names, ranges, parts, {**bound, names[len(bound)]: value})


def _decide(test: ir.Test, bound: Mapping[str, int]) -> bool | None:
    """The value of a test that reads bound binders only; None if it reads anything else."""
    match test:
        case ir.Known(value):
            return value
        case ir.Comparison(operator, left, right):
            one, other = _value(left, bound), _value(right, bound)
            if one is None or other is None:
                return None
            return {"==": one == other, "<": one < other, "<=": one <= other}[operator]
        case ir.IsOneOf(expression, values):
            one = _value(expression, bound)
            return None if one is None else one in values
        case ir.Negated(inner):
            decided = _decide(inner, bound)
            return None if decided is None else not decided
        case ir.Conjunction(parts):
            found = [_decide(part, bound) for part in parts]
            return False if False in found else None if None in found else True
        case ir.Disjunction(parts):
            found = [_decide(part, bound) for part in parts]
            return True if True in found else None if None in found else False
        case ir.IsOver():
            return None


def _value(expression: ir.Expression, bound: Mapping[str, int]) -> int | None:
    match expression:
        case ir.Constant(value):
            return value
        case ir.Local(name):
            return bound.get(name)
        case _:
            return None
