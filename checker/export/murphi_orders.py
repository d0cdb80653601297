"""The orders of a pile, or of its uppermost cards, in Murphi: how many there are, and the one with a given number."""

from __future__ import annotations

from collections import Counter
from math import factorial, prod

from checker.export.dialect import Lines
from checker.export.plan import ExportError, Ordering, Plan
from checker.system.segments import loose_array, order_array

MOST_ORDERS = 100_000


def name_ordering(plan: Plan, ordering: Ordering) -> str:
    """What the names of its functions end with."""
    return f"{plan.array(order_array(ordering.zone))}_{'all' if ordering.number is None else ordering.number}"


def most_orders(plan: Plan, ordering: Ordering) -> int:
    """The most orders that a start state's pile can have; a model in which a pile gets more stops with an error."""
    size = plan.layout.arrays[order_array(ordering.zone)].size
    if ordering.number is not None:
        most = factorial(min(ordering.number, size))
    else:
        most = max(_count_orders(plan, state, ordering.zone) for state in plan.starts)
    if most > MOST_ORDERS:
        raise ExportError(f"a shuffle leads to {most} orders, a Murphi model is printed for {MOST_ORDERS}")
    return most


def _count_orders(plan: Plan, state: bytes, zone: str) -> int:
    offset, size = plan.layout.offsets[order_array(zone)], plan.layout.arrays[order_array(zone)].size
    counts = Counter(cell for cell in state[offset : offset + size] if cell)
    return factorial(sum(counts.values())) // prod(factorial(one) for one in counts.values())


def declare_orders(plan: Plan) -> Lines:
    """For each ordering: how many cards and orders it is of, and the procedure that makes the one of a number."""
    kinds = len(plan.system.kinds)
    if not plan.orderings:
        return []
    lines = [
        "type count: 0 .. 1000000000000;",
        f"type counts: array [0 .. {kinds - 1}] of number;",
        "function orders(left: counts): count;",
        "var found: count; placed: number;",
        "begin",
        "  found := 1; placed := 0;",
        f"  for kind: 0 .. {kinds - 1} do",
        "    if left[kind] > 0 then",
        "      for one := 1 to left[kind] do placed := placed + 1; found := found * placed / one; end;",
        "    end;",
        "  end;",
        "  return found;",
        "end;",
    ]
    found = {name_ordering(plan, ordering): ordering for ordering in plan.orderings.values()}
    return [*lines, *(line for name, ordering in sorted(found.items()) for line in _declare(plan, name, ordering))]


def _declare(plan: Plan, name: str, ordering: Ordering) -> Lines:
    array = plan.array(order_array(ordering.zone))
    kinds, size = len(plan.system.kinds), plan.layout.arrays[order_array(ordering.zone)].size
    cells = size if ordering.number is None else min(size, ordering.number)
    lay_out = _lay_out(plan, ordering, cells)
    scratch = "left: counts; above: number; some: number; loose: number;"
    return [
        f"function orders_{name}(): count;",
        f"var found: count; {scratch}",
        "begin",
        *lay_out,
        "  found := orders(left);",
        f'  if found > {most_orders(plan, ordering)} then error "a pile with more orders than any start has"; end;',
        "  return found;",
        "end;",
        f"function cards_{name}(): number;",
        f"var {scratch}",
        "begin",
        *lay_out,
        "  some := 0;",
        f"  for kind: 0 .. {kinds - 1} do some := some + left[kind]; end;",
        "  return some;",
        "end;",
        f"procedure arrange_{name}(which: count);",
        f"var rest: count; here: count; done: boolean; {scratch}",
        "begin",
        *lay_out,
        "  rest := which;",
        f"  for cell: 0 .. {cells - 1} do",
        "    done := false;",
        f"    for kind: 0 .. {kinds - 1} do",
        "      if !done & left[kind] > 0 then",
        "        left[kind] := left[kind] - 1;",
        "        here := orders(left);",
        f"        if rest < here then done := true; {array}[cell] := kind + 1;",
        "        else rest := rest - here; left[kind] := left[kind] + 1; end;",
        "      end;",
        "    end;",
        f"    if !done then {array}[cell] := 0; end;",
        "  end;",
        "end;",
    ]


def _lay_out(plan: Plan, ordering: Ordering, cells: int) -> Lines:
    """Count the cards that get an order, by kind: those of the zone, or those known to be uppermost."""
    kinds = len(plan.system.kinds)
    if ordering.number is None:
        counted = plan.array(f"zone {ordering.zone}")
        return [f"  for kind: 0 .. {kinds - 1} do left[kind] := {counted}[kind]; end;"]
    array = plan.array(order_array(ordering.zone))
    lines = [
        f"  for kind: 0 .. {kinds - 1} do left[kind] := 0; end;",
        "  above := 0;",
        f"  for cell: 0 .. {cells - 1} do",
        f"    if {array}[cell] > 0 then",
        f"      left[{array}[cell] - 1] := left[{array}[cell] - 1] + 1; above := above + 1;",
        "    end;",
        "  end;",
    ]
    if not plan.system.segmented:
        return lines
    loose = plan.array(loose_array(ordering.zone))
    return [
        *lines,
        "  some := 0; loose := 0;",
        f"  for kind: 0 .. {kinds - 1} do",
        f"    if {loose}[kind] > 0 then some := some + 1; loose := kind; end;",
        "  end;",
        "  if some = 1 then",
        f"    left[loose] := left[loose] + ({loose}[loose] < {cells} - above ? {loose}[loose] : {cells} - above);",
        "  end;",
    ]
