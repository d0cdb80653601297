"""The System as Murphi, for Rumur: as many states as the machine stores, without any correction."""

from __future__ import annotations

from collections.abc import Sequence

from checker.export.bindings import list_bindings
from checker.export.dialect import Dialect, Lines, Terms, seat_from, top
from checker.export.domains import is_in_domain, list_values, number_values
from checker.export.murphi_orders import declare_orders, most_orders, name_ordering
from checker.export.plan import Ordering, Plan, list_start_values, make_plan
from checker.export.segments import SegmentPrinter, saved_cells
from checker.system import points
from checker.system.lower_terms import LIVING
from checker.system.system import System

DEFAULT_AGENDA = 24
LEAST, MOST = -1000, 1000
ROW_BITS = 56


class _Murphi:
    """Murphi's way of writing things."""

    equal, both, either = "=", "&", "|"

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

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
        taken = self.branch(f"c < {spared} | c >= {spared} + {number}", kept, [])
        step = self.branch(f"{pile}[i] = {kind} + 1", [*taken, "c := c + 1;"], kept)
        cleared = self.repeat("i", 0, cells - 1, self.branch("i >= j", [f"{pile}[i] := 0;"], []))
        return ["c := 0; j := 0;", *self.repeat("i", 0, cells - 1, step), *cleared]

    def count_chosen(self, ordering: Ordering, into: str, cells: int) -> Lines:
        return [f"{into} := cards_{name_ordering(self._plan, ordering)}();"]

    def arrange(self, ordering: Ordering, pile: str, cells: int) -> Lines:
        """The order of that number in lexicographic order, read off kind by kind."""
        return [f"arrange_{name_ordering(self._plan, ordering)}(k{ordering.place});"]


def _body(lines: Lines) -> Lines:
    return [f"  {line}" for line in lines]


def print_murphi(system: System, starts: Sequence[bytes], *, agenda: int = DEFAULT_AGENDA) -> str:
    """Rules for the labels, one procedure that runs the segment of any. ExportError if that is not possible."""
    plan = make_plan(system, starts, agenda)
    dialect = _Murphi(plan)
    lines = [f"type number: {LEAST} .. {MOST};", *_declare_state(plan), *_declare_functions(plan, dialect)]
    lines += declare_orders(plan)
    lines += ["procedure run(pc0: number" + "".join(f"; q{n}: number" for n in range(plan.most_binders)) + ");"]
    lines += [*_declare_scratch(plan), "begin", "  pc := pc0;"]
    lines += [f"  k{place} := q{place};" for place in range(plan.most_binders)]
    lines += ["  while pc != 0 do"]
    lines += ["    switch pc"]
    for number, body in SegmentPrinter(plan, dialect).cases():
        lines += [f"    case {number}:", *(f"      {line}" for line in body)]
    lines += ["    end;", "  end;", "end;"]
    return "\n".join([*lines, *_rules(plan, dialect), *_starts(plan)]) + "\n"


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
    names = ["pc", "first", "labels", "down", *"cfghjkpq", *plan.locals.values()]
    names += [f"k{place}" for place in range(plan.most_binders)]
    most = max((len(block.parameters) for block in plan.system.blocks), default=0)
    names += [f"t{place}" for place in range(most)]
    return ["var", *(f"  {name}: number;" for name in names)]


def _rules(plan: Plan, dialect: Dialect) -> Lines:
    """One rule for all labels that can be listed, a ruleset for each family that gives a pile an order.

    Rumur writes out what a rule calls once more for every rule, so that a rule for each family takes it minutes.
    """
    lines: Lines = []
    listed: list[tuple[str, tuple[str, ...]]] = []
    for number in plan.decisions:
        location = plan.system.locations[number]
        for index, choice in enumerate(location.choices):
            entry = str(plan.entries[number, index])
            domains = [
                range(most_orders(plan, plan.orderings[name])) if name in plan.orderings else list_values(plan, domain)
                for name, domain in choice.binders
            ]
            if not any(name in plan.orderings for name, _ in choice.binders):
                for values in list_bindings(choice, tuple(domains)):
                    texts = tuple(str(value) for value in values)
                    listed.append((_guard(plan, dialect, location, index, texts), (entry, *texts)))
                continue
            numbers = tuple(f"b{place}" for place in range(len(domains)))
            loops = [
                (one, number) if name in plan.orderings else number_values(plan, dialect, domain, number)
                for (name, domain), one, number in zip(choice.binders, domains, numbers, strict=True)
            ]
            sets = "; ".join(f"{name}: {one[0]} .. {one[-1]}" for name, (one, _) in zip(numbers, loops, strict=True))
            texts = tuple(value for _, value in loops)
            guard = _guard(plan, dialect, location, index, texts)
            lines += [f"ruleset {sets} do", *_rule("order", guard, (entry, *texts), plan), "end;"]
    return [*_list_labels(plan, listed), *lines]


def _list_labels(plan: Plan, listed: Sequence[tuple[str, tuple[str, ...]]]) -> Lines:
    """The labels by number: whether one is offered, and what its segment begins with."""
    if not listed:
        return []
    lines = [f"type label: 0 .. {len(listed) - 1};", "function is_offered(which: label): boolean;", "begin"]
    lines += ["  switch which", *(f"  case {one}: return {guard};" for one, (guard, _) in enumerate(listed)), "  end;"]
    lines += ["  return false;", "end;"]
    for place in range(plan.most_binders + 1):
        values = [(one, given[place]) for one, (_, given) in enumerate(listed) if given[place : place + 1]]
        lines += [f"function given{place}(which: label): number;", "begin", "  switch which"]
        lines += [*(f"  case {one}: return {value};" for one, value in values), "  end;", "  return 0;", "end;"]
    given = tuple(f"given{place}(which)" for place in range(plan.most_binders + 1))
    return [*lines, "ruleset which: label do", *_rule("label", "is_offered(which)", given, plan), "end;"]


def _rule(name: str, guard: str, given: tuple[str, ...], plan: Plan) -> Lines:
    arguments = ", ".join([*given, *["0"] * (plan.most_binders + 1 - len(given))])
    return [f'rule "{name}"', f"  {guard}", "==>", "begin", f"  run({arguments});", "end;"]


def _guard(plan: Plan, dialect: Dialect, location: points.Location, index: int, values: tuple[str, ...]) -> str:
    choice = location.choices[index]
    bound = {name: one for (name, _), one in zip(choice.binders, values, strict=True)}
    terms = Terms(plan, dialect, saved_cells(plan, location) | bound)
    tests = [f"{top(plan)} = {location.number}"]
    for (name, domain), one in zip(choice.binders, values, strict=True):
        if name in plan.orderings:
            tests.append(f"{one} < orders_{name_ordering(plan, plan.orderings[name])}()")
            continue
        condition = is_in_domain(plan, dialect, terms, domain, one)
        tests += [] if condition is None else [condition]
    return " & ".join([*tests, terms.test(choice.guard)])


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
