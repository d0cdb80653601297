"""The System as Murphi, for Rumur: as many states as the machine stores, without any correction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import factorial, prod

from checker.export.bindings import list_bindings
from checker.export.dialect import Dialect, Lines, Terms, seat_from, top
from checker.export.plan import ExportError, Plan, list_start_values, make_plan
from checker.export.segments import SegmentPrinter, describe_domain, saved_cells
from checker.system import points
from checker.system.lower_terms import LIVING
from checker.system.system import System

DEFAULT_AGENDA = 24
LEAST, MOST = -1000, 1000
MOST_ORDERS = 100_000
ROW_BITS = 56
FEWER = 4


class _Murphi:
    """Murphi's way of writing things."""

    equal, both, either = "=", "&", "|"

    def choose(self, condition: str, yes: str, no: str) -> str:
        return f"(({condition}) ? {yes} : {no})"

    def next_player(self, seat: str) -> str:
        return f"next_player({seat})"

    def assign(self, variable: str, value: str) -> Lines:
        return [f"{variable} := {value};"]

    def branch(self, condition: str, yes: Lines, no: Lines) -> Lines:
        if not no:
            return [f"if {condition} then", *_body(yes), "end;"]
        return [f"if {condition} then", *_body(yes), "else", *_body(no), "end;"]

    def switch(self, value: str, arms: Sequence[tuple[int, Lines]]) -> Lines:
        return [f"switch {value}", *(line for one, lines in arms for line in (f"case {one}:", *_body(lines))), "end;"]

    def repeat(self, variable: str, first: int, last: int, body: Lines) -> Lines:
        return [f"for {variable}: {first} .. {last} do", *_body(body), "end;"]

    def insert(self, pile: str, cells: int, kind: str, number: str, place: str) -> Lines:
        moved = self.branch(
            f"down - {number} >= {place}",
            [f"{pile}[down] := {pile}[down - {number}];"],
            [f"{pile}[down] := {kind} + 1;"],
        )
        step = self.branch(f"down >= {place}", moved, [])
        loop = [f"for up: 0 .. {cells - 1} do", f"  down := {cells - 1} - up;", *_body(step), "end;"]
        return self.branch(f"{number} > 0", loop, [])

    def remove(self, pile: str, cells: int, kind: str, number: str, spared: str) -> Lines:
        kept = [f"{pile}[j] := {pile}[i];", "j := j + 1;"]
        taken = self.branch(f"p < {spared} | p >= {spared} + {number}", kept, [])
        step = self.branch(f"{pile}[i] = {kind} + 1", [*taken, "p := p + 1;"], kept)
        cleared = self.repeat("i", 0, cells - 1, self.branch("i >= j", [f"{pile}[i] := 0;"], []))
        return ["p := 0; j := 0;", *self.repeat("i", 0, cells - 1, step), *cleared, "p := 0;"]

    def arrange(self, pile: str, cells: int) -> Lines:
        """The order number k0 in lexicographic order, read off kind by kind."""
        return [f"arrange_{pile}(k0);"]


def _body(lines: Lines) -> Lines:
    return [f"  {line}" for line in lines]


def print_murphi(system: System, starts: Sequence[bytes], *, agenda: int = DEFAULT_AGENDA) -> str:
    """One rule for every family of labels, one procedure that runs its segment. ExportError if that is not possible."""
    plan, dialect = make_plan(system, starts, agenda), _Murphi()
    lines = [f"type number: {LEAST} .. {MOST};", *_declare_state(plan), *_declare_functions(plan, dialect)]
    lines += _declare_orders(plan)
    lines += ["procedure run(pc0: number" + "".join(f"; q{n}: number" for n in range(plan.most_binders)) + ");"]
    lines += [*_declare_scratch(plan), "begin", "  pc := pc0;"]
    lines += [f"  k{place} := q{place};" for place in range(plan.most_binders)]
    lines += ["  while pc != 0 do", "    switch pc"]
    for number, body in SegmentPrinter(plan, dialect).cases():
        lines += [f"    case {number}:", *(f"      {line}" for line in body)]
    lines += ["    end;", "  end;", "end;"]
    for number in plan.decisions:
        location = system.locations[number]
        for index in range(len(location.choices)):
            lines += _rules(plan, dialect, location, index)
    return "\n".join([*lines, *_starts(plan)]) + "\n"


def _declare_state(plan: Plan) -> Lines:
    """Each array with the range of its fields, so that leaving it is an error."""
    lines = ["var"]
    for name, array in plan.layout.arrays.items():
        offset = plan.layout.offsets[name]
        most = max([array.most, *(state[offset + index] for state in plan.starts for index in range(array.size))])
        lines.append(f"  {plan.array(name)}: array [0 .. {array.size - 1}] of 0 .. {max(1, most)};")
    return [*lines, f"  a: array [0 .. {plan.agenda - 1}] of 0 .. 255;", f"  n: 0 .. {plan.agenda};"]


def _declare_functions(plan: Plan, dialect: Dialect) -> Lines:
    living = plan.array(LIVING)
    lines = ["function next_player(seat: number): number;", "begin"]
    for step in range(1, plan.system.table.players):
        other = seat_from(plan, dialect, "seat", str(step))
        lines.append(f"  if {living}[{other}] = 1 then return {other}; end;")
    return [*lines, "  return seat;", "end;"]


def _declare_scratch(plan: Plan) -> Lines:
    names = ["pc", "first", "labels", "j", "k", "p", "q", "down", *plan.locals.values()]
    names += [f"k{place}" for place in range(plan.most_binders)]
    most = max((len(block.parameters) for block in plan.system.blocks), default=0)
    names += [f"t{place}" for place in range(most)]
    return ["var", *(f"  {name}: number;" for name in names)]


def _order_piles(plan: Plan) -> list[str]:
    choices = [choice for number in plan.decisions for choice in plan.system.locations[number].choices]
    domains = [domain for choice in choices for _, domain in choice.binders]
    return sorted({domain.pile for domain in domains if isinstance(domain, points.Orders)})


def _most_orders(plan: Plan, pile: str) -> int:
    """The most orders that a start state's pile can have; a model in which a pile gets more stops with an error."""
    offset, size = plan.layout.offsets[f"order {pile}"], plan.layout.arrays[f"order {pile}"].size
    most = 1
    for state in plan.starts:
        counts = Counter(cell for cell in state[offset : offset + size] if cell)
        orders = factorial(sum(counts.values()))
        for count in counts.values():
            orders //= factorial(count)
        most = max(most, orders)
    if most > MOST_ORDERS:
        raise ExportError(f"a shuffle leads to {most} orders, a Murphi model is printed for {MOST_ORDERS}")
    return most


def _declare_orders(plan: Plan) -> Lines:
    """How many orders a pile has, and the procedure that gives it the one with a given number."""
    piles = _order_piles(plan)
    kinds = len(plan.system.kinds)
    if not piles:
        return []
    lines = [
        "type count: 0 .. 1000000000000;",
        f"type counts: array [0 .. {kinds - 1}] of number;",
        "function orders(left: counts): count;",
        "var found: count; placed: number;",
        "begin",
        "  found := 1; placed := 0;",
        f"  for kind: 0 .. {kinds - 1} do",
        "    for one: 1 .. left[kind] do placed := placed + 1; found := found * placed / one; end;",
        "  end;",
        "  return found;",
        "end;",
    ]
    for pile in piles:
        count, order = plan.array(f"zone {pile}"), plan.array(f"order {pile}")
        cells = plan.layout.arrays[f"order {pile}"].size
        most = _most_orders(plan, pile)
        lines += [
            f"function orders_{order}(): count;",
            "var left: counts; found: count;",
            "begin",
            f"  for kind: 0 .. {kinds - 1} do left[kind] := {count}[kind]; end;",
            "  found := orders(left);",
            f'  if found > {most} then error "a pile with more orders than any start state has"; end;',
            "  return found;",
            "end;",
            f"procedure arrange_{order}(which: count);",
            "var left: counts; rest: count; here: count; done: boolean;",
            "begin",
            f"  for kind: 0 .. {kinds - 1} do left[kind] := {count}[kind]; end;",
            "  rest := which;",
            f"  for cell: 0 .. {cells - 1} do",
            "    done := false;",
            f"    for kind: 0 .. {kinds - 1} do",
            "      if !done & left[kind] > 0 then",
            "        left[kind] := left[kind] - 1;",
            "        here := orders(left);",
            f"        if rest < here then done := true; {order}[cell] := kind + 1;",
            "        else rest := rest - here; left[kind] := left[kind] + 1; end;",
            "      end;",
            "    end;",
            f"    if !done then {order}[cell] := 0; end;",
            "  end;",
            "end;",
        ]
    return lines


def _rules(plan: Plan, dialect: Dialect, location: points.Location, index: int) -> Lines:
    """One rule in a ruleset over all binders; a rule for each binding where the guard rules most of them out."""
    choice = location.choices[index]
    variables = tuple(f"b{place}" for place in range(len(choice.binders)))
    terms = Terms(plan, dialect, saved_cells(plan, location))
    ranges = []
    for _, domain in choice.binders:
        first, last, _ = describe_domain(plan, dialect, terms, domain, "0")
        is_order = isinstance(domain, points.Orders)
        ranges.append(range(_most_orders(plan, domain.pile)) if is_order else range(first, last + 1))  # type: ignore[union-attr]  # is_order
    if any(isinstance(domain, points.Orders) for _, domain in choice.binders):
        bindings = []
    else:
        bindings = list(list_bindings(choice, tuple(ranges)))
    if bindings and FEWER * len(bindings) <= prod(len(one) for one in ranges):
        numbers = [tuple(str(value) for value in values) for values in bindings]
        return [line for values in numbers for line in _rule(plan, dialect, location, index, values)]
    rule = _rule(plan, dialect, location, index, variables)
    sets = "; ".join(f"{name}: {one[0]} .. {one[-1]}" for name, one in zip(variables, ranges, strict=True))
    return [f"ruleset {sets} do", *rule, "end;"] if sets else rule


def _rule(plan: Plan, dialect: Dialect, location: points.Location, index: int, values: tuple[str, ...]) -> Lines:
    choice = location.choices[index]
    bound = {name: one for (name, _), one in zip(choice.binders, values, strict=True)}
    terms = Terms(plan, dialect, saved_cells(plan, location) | bound)
    tests = [f"{top(plan)} = {location.number}"]
    for (_, domain), one in zip(choice.binders, values, strict=True):
        condition = describe_domain(plan, dialect, terms, domain, one)[2]
        if isinstance(domain, points.Orders):
            condition = f"{one} < orders_{plan.array(f'order {domain.pile}')}()"
        tests += [] if condition is None else [condition]
    tests.append(terms.test(choice.guard))
    given = ", ".join([str(plan.entries[location.number, index]), *values, *["0"] * (plan.most_binders - len(values))])
    name = ".".join((str(location.number), str(index), *values))
    return [f'rule "{name}"', f"  {' & '.join(tests)}", "==>", "begin", f"  run({given});", "end;"]


def _starts(plan: Plan) -> Lines:
    """One start state for every number; what differs between them is packed into numbers of 56 bits, lowest first.

    A start state for each, assignment by assignment, takes a C compiler minutes when there are a thousand.
    """
    columns = [dict(list_start_values(plan, state)) for state in plan.starts]
    names = sorted({name for column in columns for name in column})
    common = {name: columns[0].get(name, 0) for name in names if len({c.get(name, 0) for c in columns}) == 1}
    places: list[tuple[str, int, int, int]] = []
    word = shift = 0
    for name in names:
        width = max(column.get(name, 0) for column in columns).bit_length()
        if name not in common:
            word, shift = (word + 1, 0) if shift + width > ROW_BITS else (word, shift)
            places.append((name, word, shift, width))
            shift += width
    lines: Lines = []
    for number in sorted({place[1] for place in places}):
        lines += [f"function row{number}(start: number_of_start): row;", "begin", "  switch start"]
        for start, column in enumerate(columns):
            packed = sum(column.get(name, 0) << shift for name, word, shift, _ in places if word == number)
            lines.append(f"  case {start}: return {packed};")
        lines += ["  end;", '  error "no such start";', "end;"]
    types = [f"type number_of_start: 0 .. {len(columns) - 1};", f"type row: 0 .. {(1 << ROW_BITS) - 1};"]
    lines = [*types, *lines, "ruleset start: number_of_start do", 'startstate "start"', "begin"]
    lines += [f"  clear {plan.array(name)};" for name in plan.layout.arrays]
    lines += ["  clear a;", *(f"  {name} := {value};" for name, value in common.items())]
    lines += [f"  {name} := row{word}(start) / {1 << shift} % {1 << width};" for name, word, shift, width in places]
    return [*lines, "end;", "end;"]
