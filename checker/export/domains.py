"""The values of binders: a list where each gets an option or a rule of its own, numbers in a loop."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

from checker.export.dialect import Dialect, Terms
from checker.export.plan import Plan
from checker.system import points
from checker.system.points import LOOSE
from checker.system.segments import is_order_known, order_array, under_array


def list_values(plan: Plan, domain: points.Domain) -> Sequence[int]:
    """Everything that a value of a domain can be.

    The orders of a pile stand as the numbers 0 and 1, the latter only if there is more than one order: enough to tell a
    forced shuffle from one that leads to several states.
    """
    match domain:
        case points.Values(values):
            return values
        case points.Positions(pile):
            cells = plan.layout.arrays[order_array(pile)].size
            if not plan.system.segmented:
                return range(cells + 1)
            return [*range(cells), *range(LOOSE, LOOSE + 1 + cells)]
        case points.Orders() | points.TopOrders():
            return range(2)
        case points.Hands():
            raise AssertionError("make_plan refuses hands")
        case _:
            assert_never(domain)


def number_values(plan: Plan, dialect: Dialect, domain: points.Domain, number: str) -> tuple[range, str]:
    """The range of a loop over a domain, and the value that one of its numbers stands for (some stand for none)."""
    values = list_values(plan, domain)
    if isinstance(domain, points.Positions) and plan.system.segmented:
        known = plan.layout.arrays[order_array(domain.pile)].size
        value = dialect.choose(f"{number} < {known}", number, f"{number} + {LOOSE - known}")
        return range(len(values)), value
    return range(min(values), max(values) + 1), number


def is_in_domain(plan: Plan, dialect: Dialect, terms: Terms, domain: points.Domain, value: str) -> str | None:
    """The condition for a value to be in its domain; None if there is no other value in the list, or in the loop."""
    match domain:
        case points.Values(values):
            if value.isdigit() or len(values) == max(values) - min(values) + 1:
                return None
            either = f" {dialect.either} ".join(f"({value} {dialect.equal} {one})" for one in values)
            return f"({either})"
        case points.Positions(pile, kind) if plan.system.segmented:
            return _is_place_in_segments(plan, dialect, pile, terms.expression(kind), value)
        case points.Positions(pile, kind):
            return _is_place(plan.array(order_array(pile)), dialect, terms.expression(kind), value)
        case points.Orders(pile):
            return _has_order(dialect, value, _differ(plan, dialect, pile, None))
        case points.TopOrders(pile, number):
            several = _differ(plan, dialect, pile, number)
            if plan.system.segmented:
                several = f"({several} {dialect.either} {_reaches_loose(plan, dialect, terms, pile, number)})"
            return _has_order(dialect, value, several)
        case points.Hands():
            raise AssertionError("make_plan refuses hands")
        case _:
            assert_never(domain)


def _has_order(dialect: Dialect, value: str, several: str) -> str:
    return f"({value} {dialect.equal} 0 {dialect.either} {several})"


def _differ(plan: Plan, dialect: Dialect, pile: str, number: int | None) -> str:
    """Whether two of the uppermost cells hold different kinds: then two neighbours do."""
    array = plan.array(order_array(pile))
    size = plan.layout.arrays[order_array(pile)].size
    cells = [f"{array}[{cell}]" for cell in range(size if number is None else min(size, number))]
    pairs = [f"({after} > 0 {dialect.both} !({after} {dialect.equal} {before}))" for before, after in pairwise(cells)]
    return f"({f' {dialect.either} '.join(pairs)})" if pairs else "(1 < 0)"


def _reaches_loose(plan: Plan, dialect: Dialect, terms: Terms, pile: str, number: int) -> str:
    """Whether the uppermost cards are some in cells and some of one loose kind: not that of the lowest cell."""
    array, size = plan.array(order_array(pile)), plan.layout.arrays[order_array(pile)].size
    tests = [f"{array}[0] > 0", terms.test(is_order_known(pile, len(plan.system.kinds)))]
    tests += [f"{array}[{number - 1}] {dialect.equal} 0"] if number <= size else []
    return f"({f' {dialect.both} '.join(tests)})"


def _is_place(array: str, dialect: Dialect, kind: str, place: str) -> str:
    """Whether inserting a kind at a place gives an order that no place above it gives."""
    if place == "0":
        return "(0 < 1)"
    above = f"{array}[{dialect.choose(f'{place} {dialect.equal} 0', '0', f'{place} - 1')}]"
    inside = f"({above} > 0 {dialect.both} !({above} {dialect.equal} {kind} + 1))"
    return f"({place} {dialect.equal} 0 {dialect.either} {inside})"


def _is_place_in_segments(plan: Plan, dialect: Dialect, pile: str, kind: str, place: str) -> str:
    """The same of a pile in segments: above a known card on top, among the loose ones, or above one at the bottom."""
    top, under = plan.array(order_array(pile)), plan.array(under_array(pile))

    def cell(array: str, is_there: str, index: str) -> str:
        return f"{array}[{dialect.choose(is_there, index, '0')}]"

    if place.isdigit():
        number = int(place)
        if number == LOOSE:
            return "(0 < 1)"
        if number > LOOSE:
            below = f"{under}[{number - LOOSE - 1}]"
            return f"({below} > 0 {dialect.both} !({below} {dialect.equal} {kind} + 1))"
        first = f"{top}[{number}] > 0"
        above = f"!({top}[{number - 1}] {dialect.equal} {kind} + 1)"
        return f"({first} {dialect.both} {above})" if number else f"({first})"
    here, higher = cell(top, f"{place} < {LOOSE}", place), f"{place} > 0 {dialect.both} {place} < {LOOSE}"
    above = cell(top, f"({higher})", f"{place} - 1")
    among_known = (
        f"({place} < {LOOSE} {dialect.both} {here} > 0 {dialect.both} "
        f"({place} {dialect.equal} 0 {dialect.either} !({above} {dialect.equal} {kind} + 1)))"
    )
    below = cell(under, f"{place} > {LOOSE}", f"{place} - {LOOSE + 1}")
    at_bottom = f"({place} > {LOOSE} {dialect.both} {below} > 0 {dialect.both} !({below} {dialect.equal} {kind} + 1))"
    return f"({place} {dialect.equal} {LOOSE} {dialect.either} {among_known} {dialect.either} {at_bottom})"
