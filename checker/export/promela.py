"""The System as Promela, for SPIN. SPIN stores one state more than the machine: the one before a start is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.export.bindings import list_bindings
from checker.export.dialect import Lines, Terms, seat_from, top
from checker.export.domains import is_in_domain, list_values
from checker.export.plan import Ordering, Plan, list_start_values, make_plan
from checker.export.segments import SegmentPrinter, saved_cells
from checker.system import points
from checker.system.lower_terms import LIVING
from checker.system.segments import loose_array, order_array
from checker.system.system import System

EXTRA_STATES = 1
DEFAULT_AGENDA = 24
D_STEP_LINES = 1750  # SPIN has room for about 1,900


class _Promela:
    """Promela's way of writing things."""

    equal, both, either = "==", "&&", "||"

    def choose(self, condition: str, yes: str, no: str) -> str:
        return f"({condition} -> {yes} : {no})"

    def next_player(self, seat: str) -> str:
        return f"NEXT({seat})"

    def assign(self, variable: str, value: str) -> Lines:
        return [f"{variable} = {value};"]

    def branch(self, condition: str, yes: Lines, no: Lines) -> Lines:
        return ["if", f":: {condition} ->", *_body(yes), ":: else ->", *_body(no), "fi;"]

    def switch(self, value: str, arms: Sequence[tuple[int, Lines]]) -> Lines:
        options = [line for number, lines in arms for line in (f":: {value} == {number} ->", *_body(lines))]
        return ["if", *options, "fi;"]

    def repeat(self, variable: str, first: int, last: int, body: Lines) -> Lines:
        step = [*_body(body), f"{variable} = {variable} + 1"]
        return [f"{variable} = {first};", "do", f":: {variable} <= {last} ->", *step, ":: else -> break", "od;"]

    def insert(self, pile: str, cells: int, kind: str, number: str, place: str) -> Lines:
        moved = self.branch(
            f"i - {number} >= {place}", [f"{pile}[i] = {pile}[i - {number}];"], [f"{pile}[i] = {kind} + 1;"]
        )
        down = ["do", f":: i >= {place} ->", *_body(moved), "i = i - 1", ":: else -> break", "od;"]
        return self.branch(f"{number} > 0", [f"i = {cells - 1};", *down], [])

    def remove(self, pile: str, cells: int, kind: str, number: str, spared: str) -> Lines:
        kept = [f"{pile}[j] = {pile}[i];", "j = j + 1;"]
        taken = self.branch(f"c >= {spared} && c < {spared} + {number}", [], kept)
        step = self.branch(f"{pile}[i] == {kind} + 1", [*taken, "c = c + 1;"], kept)
        cleared = ["do", f":: j < {cells} -> {pile}[j] = 0; j = j + 1", ":: else -> break", "od;"]
        return ["c = 0; j = 0;", *self.repeat("i", 0, cells - 1, step), *cleared]

    def count_chosen(self, ordering: Ordering, into: str, cells: int) -> Lines:
        counted = self.repeat("i", 0, cells - 1, self.branch("chosen[i] > 0", [f"{into} = i + 1;"], []))
        return [f"{into} = 0;", *counted]

    def arrange(self, ordering: Ordering, pile: str, cells: int) -> Lines:
        """Nothing is chosen where there is one order only."""
        placed = [f"{pile}[i] = chosen[i];", "chosen[i] = 0;"]
        return self.repeat("i", 0, cells - 1, self.branch("chosen[i] > 0", placed, []))


def _body(lines: Lines) -> Lines:
    return [f"  {line}" for line in lines] if lines else ["  skip;"]


def print_promela(system: System, starts: Sequence[bytes], *, agenda: int = DEFAULT_AGENDA) -> str:
    """One process: choose a start state, then for ever a label and its segment, in one atomic step.

    Run it with partial order reduction off. ExportError if the System cannot be printed.
    """
    plan, dialect = make_plan(system, starts, agenda), _Promela()
    lines = [*_declare(plan, dialect), "active proctype play() {", "  atomic {", "    if"]
    for state in starts:
        values = " ".join(f"{name} = {value};" for name, value in list_start_values(plan, state))
        lines.append(f"    :: d_step {{ {values} }}")
    lines += ["    fi", "  };", "end: do", "  :: atomic {", "      if"]
    for number in plan.decisions:
        location = system.locations[number]
        for index in range(len(location.choices)):
            lines += [f"      {line}" for line in _options(plan, dialect, location, index)]
    lines += [] if plan.decisions else ["      :: false -> skip"]
    lines += [] if plan.decisions else ["      :: false -> skip"]
    lines += ["      fi;", *(f"      {line}" for line in _run_cases(plan, dialect))]
    lines += [*(f"      {line}" for line in _forget(plan)), "    }", "  od", "}"]
    return "\n".join(lines) + "\n"


def _run_cases(plan: Plan, dialect: _Promela) -> Lines:
    """Case after case until none is left. SPIN bounds the length of a d_step, so that there is one for some cases."""
    groups: list[list[tuple[int, Lines]]] = [[]]
    for case in sorted(SegmentPrinter(plan, dialect).cases(), key=lambda one: one[0]):
        if groups[-1] and sum(len(body) for _, body in [*groups[-1], case]) > D_STEP_LINES:
            groups.append([])
        groups[-1].append(case)
    lines = ["do", ":: pc == 0 -> break"]
    for group in groups:
        lines += [f":: {group[0][0]} <= pc && pc <= {group[-1][0]} ->", "  d_step {", "    do"]
        for number, body in group:
            lines += [f"    :: pc == {number} ->", *(f"      {line}" for line in _body(body))]
        lines += ["    :: else -> break", "    od;", "    skip", "  }"]  # skip: two loops must not end at one place
    return [*lines, "od;"]


def _declare(plan: Plan, dialect: _Promela) -> Lines:
    """The state, then what only segments use: hidden from the state, and written before it is read."""
    lines = [f"byte {plan.array(name)}[{array.size}];" for name, array in plan.layout.arrays.items()]
    lines += [f"byte a[{plan.agenda}];", "byte n;"]
    if plan.orderings:
        cells = max(array.size for name, array in plan.layout.arrays.items() if name.startswith("order "))
        lines += [f"byte chosen[{cells}];", f"byte left[{len(plan.system.kinds)}];", "byte place;"]
    scratch = ["pc", "first", "labels", *"cfghijkpqr", *plan.locals.values()]
    scratch += [f"{letter}{place}" for letter in "kb" for place in range(plan.most_binders)]
    most = max((len(block.parameters) for block in plan.system.blocks), default=0)
    scratch += [f"t{place}" for place in range(most)]
    lines += [f"hidden short {name};" for name in scratch]
    seat = "(s)"
    chain = seat
    for step in range(plan.system.table.players - 1, 0, -1):
        other = seat_from(plan, dialect, seat, str(step))
        chain = f"({plan.array(LIVING)}[{other}] -> {other} : {chain})"
    return [*lines, f"#define NEXT(s) {chain}"]


def _forget(plan: Plan) -> Lines:
    return ["place = 0;"] if plan.orderings else []


def _options(plan: Plan, dialect: _Promela, location: points.Location, index: int) -> Iterator[str]:
    """One option for every way to bind the binders; its guard reads the state and constants only."""
    choice = location.choices[index]
    entry = plan.entries[location.number, index]
    saved = saved_cells(plan, location)
    terms = Terms(plan, dialect, saved)
    ranges = [list_values(plan, domain) for _, domain in choice.binders]
    ranges = [
        range(1) if name in plan.orderings else values for (name, _), values in zip(choice.binders, ranges, strict=True)
    ]
    for values in list_bindings(choice, tuple(ranges)):
        names = saved | {name: str(value) for (name, _), value in zip(choice.binders, values, strict=True)}
        terms = Terms(plan, dialect, names)
        tests = [f"{top(plan)} == {location.number}"]
        shuffle: Lines = []
        for (name, domain), value in zip(choice.binders, values, strict=True):
            if name in plan.orderings:
                shuffle = [*_lay_out(plan, dialect, plan.orderings[name]), *_choose_order(plan)]
                continue
            condition = is_in_domain(plan, dialect, terms, domain, str(value))
            tests += [] if condition is None else [condition]
        tests.append(terms.test(choice.guard))
        bound = "".join(f" k{place} = {value};" for place, value in enumerate(values))
        yield f":: {' && '.join(tests)} ->{''.join(f' {line}' for line in shuffle)}{bound} pc = {entry}"


def _lay_out(plan: Plan, dialect: _Promela, ordering: Ordering) -> Lines:
    """Count the cards that get an order, by kind."""
    zone, kinds = ordering.zone, len(plan.system.kinds)
    if ordering.number is None:
        count = plan.array(f"zone {zone}")
        return [f"left[{kind}] = {count}[{kind}];" for kind in range(kinds)]
    top, cells = plan.array(order_array(zone)), plan.layout.arrays[order_array(zone)].size
    number = min(ordering.number, cells)
    counted = [f"left[{top}[i] - 1] = left[{top}[i] - 1] + 1;", "g = i + 1;"]
    lines = ["g = 0;", *dialect.repeat("i", 0, number - 1, dialect.branch(f"{top}[i] > 0", counted, []))]
    if plan.system.segmented:
        loose = plan.array(loose_array(zone))
        seen = dialect.branch(f"{loose}[i] > 0", ["f = f + 1;", "k = i;"], [])
        more = [f"h = {number} - g;", *dialect.branch(f"{loose}[k] < h", [f"h = {loose}[k];"], [])]
        more = dialect.branch("f == 1", [*more, "left[k] = left[k] + h;"], [])
        lines += ["f = 0;", *dialect.repeat("i", 0, kinds - 1, seen), *more]
    return ["d_step {", *lines, "};"]


def _choose_order(plan: Plan) -> Lines:
    """Card by card; what is left and chosen is state while this goes on (a search comes back to each choice)."""
    kinds = range(len(plan.system.kinds))
    lines = ["do"]
    lines += [
        f":: left[{kind}] > 0 -> left[{kind}] = left[{kind}] - 1; chosen[place] = {kind + 1}; place = place + 1"
        for kind in kinds
    ]
    done = " && ".join(f"left[{kind}] == 0" for kind in kinds)
    return [*lines, f":: {done} -> break", "od;"]
