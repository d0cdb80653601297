"""Every segment as a numbered case, in either dialect: what a label does, and what follows until a stored point."""

from __future__ import annotations

from itertools import pairwise
from typing import assert_never

from checker.export.dialect import Dialect, Lines, Terms, top
from checker.export.plan import STOP, ExportError, Plan
from checker.system import ir, points
from checker.system.liveness import test_locals


class SegmentPrinter:
    """Prints the cases of the loop over `pc`. `k0`, `k1` ... carry the values of the binders of the chosen label."""

    def __init__(self, plan: Plan, dialect: Dialect) -> None:
        self._plan, self._dialect, self._system = plan, dialect, plan.system
        self._terms = Terms(plan, dialect, plan.locals)

    def cases(self) -> list[tuple[int, Lines]]:
        """The number and the statements of each case but STOP."""
        plan = self._plan
        cases = [(number, self._tree(self._system.blocks[block].tree)) for block, number in plan.blocks.items()]
        for (number, index), case in plan.entries.items():
            location = self._system.locations[number]
            choice = location.choices[index]
            bind: Lines = []
            for place, (name, domain) in enumerate(choice.binders):
                if not isinstance(domain, points.Orders):
                    bind += self._dialect.assign(plan.locals[name], f"k{place}")
            cases.append((case, [*bind, *self._load(location), *self._pop(location), *self._tree(choice.then)]))
        for number, case in plan.resumes.items():
            location = self._system.locations[number]
            assert location.resume is not None
            cases.append((case, [*self._load(location), *self._pop(location), *self._tree(location.resume)]))
        cases.append((plan.on_return, self._return()))
        return [*cases, *((case, self._point(self._system.locations[one])) for one, case in plan.points.items())]

    # ---- frames
    def _width(self, location: points.Location) -> int:
        return len(location.saved) + self._plan.layout.location_bytes

    def _load(self, location: points.Location) -> Lines:
        names = saved_cells(self._plan, location)
        return [line for one, cell in names.items() for line in self._dialect.assign(self._plan.locals[one], cell)]

    def _pop(self, location: points.Location) -> Lines:
        """Cells that are not in use are 0, so that equal situations are equal states."""
        width = self._width(location)
        cleared = [line for cell in range(1, width + 1) for line in self._dialect.assign(f"a[n - {cell}]", "0")]
        return [*cleared, *self._dialect.assign("n", f"n - {width}")]

    def _push(self, location: int) -> Lines:
        saved = [self._plan.locals[one] for one in self._system.locations[location].saved]
        number = [str(location)] if self._plan.layout.location_bytes == 1 else [str(location >> 8), str(location & 255)]
        frame = [*saved, *number]
        lines = [line for cell, value in enumerate(frame) for line in self._dialect.assign(f"a[n + {cell}]", value)]
        return [*lines, *self._dialect.assign("n", f"n + {len(frame)}")]

    def _end(self, about: str, location: int) -> Lines:
        assign = self._dialect.assign
        lines = assign("k", about)
        lines += self._dialect.repeat("i", 0, self._plan.agenda - 1, assign("a[i]", "0"))
        lines += assign("a[0]", "k")
        if self._plan.layout.location_bytes == 1:
            lines += [*assign("a[1]", str(location)), *assign("n", "2")]
        else:
            lines += [*assign("a[1]", str(location >> 8)), *assign("a[2]", str(location & 255)), *assign("n", "3")]
        return [*lines, *assign("pc", str(STOP))]

    # ---- trees
    def _tree(self, tree: ir.Tree) -> Lines:
        lines = [line for one in tree.instructions for line in self._instruction(one)]
        return [*lines, *self._ending(tree.ending)]

    def _ending(self, ending: ir.Ending) -> Lines:
        assign = self._dialect.assign
        match ending:
            case ir.Branch(condition, then, otherwise):
                return self._dialect.branch(self._terms.test(condition), self._tree(then), self._tree(otherwise))
            case ir.Jump(block, bindings):
                return self._into(block, bindings)
            case ir.Wait(location):
                return [*self._push(location), *assign("pc", str(self._plan.points[location]))]
            case ir.Call(block, bindings, resume):
                return [*self._push(resume), *self._into(block, bindings)]
            case ir.Return():
                return assign("pc", str(self._plan.on_return))
            case ir.Win(player):
                return self._end(self._terms.expression(player), self._plan.won)
            case ir.Stop(fault):
                return self._end(str(fault), self._plan.won + 1)
            case _:
                assert_never(ending)

    def _into(self, block: int, bindings: tuple[tuple[str, ir.Expression], ...]) -> Lines:
        """All values are taken before any parameter changes."""
        assign = self._dialect.assign
        lines: Lines = []
        for number, (_, value) in enumerate(bindings):
            lines += assign(f"t{number}", self._terms.expression(value))
        for number, (name, _) in enumerate(bindings):
            lines += assign(self._plan.locals[name], f"t{number}")
        return [*lines, *assign("pc", str(self._plan.blocks[block]))]

    def _return(self) -> Lines:
        """Callers go on; somebody who decides is where play stops."""
        targets = {**self._plan.resumes, **self._plan.points}
        arms = [(location, self._dialect.assign("pc", str(case))) for location, case in targets.items()]
        return self._dialect.switch(top(self._plan), arms) if arms else self._dialect.assign("pc", str(STOP))

    def _instruction(self, instruction: ir.Instruction) -> Lines:
        dialect, terms = self._dialect, self._terms
        match instruction:
            case ir.Transfer(target=target, to_bottom=True) if self._is_ordered(target):
                raise ExportError("cards put at the bottom of an ordered pile are not printed")
            case ir.SwapEnds(pile) if f"order {pile}" in self._plan.layout.offsets:
                raise ExportError("the ends of an ordered pile that change places are not printed")
            case ir.Turn(kind, face, place):
                there, here = self._count(place, terms.expression(kind)), self._count(place, terms.expression(face))
                return [*dialect.assign(there, f"{there} - 1"), *dialect.assign(here, f"{here} + 1")]
            case ir.Transfer(count, kind, source, target, _, position, _, from_bottom):
                lines = [*dialect.assign("q", terms.expression(count)), *dialect.assign("k", terms.expression(kind))]
                if position is not None:
                    lines += dialect.assign("p", terms.expression(position))
                where = "0" if position is None else "p"
                return [*lines, *self._move(source, target, where, from_bottom=from_bottom)]
            case ir.TransferAll(wanted, source, target):
                run = wanted[::-1] if self._is_ordered(target) else wanted
                lines = []
                for one in run:
                    lines += [*dialect.assign("k", str(one)), *dialect.assign("q", self._count(source, "k"))]
                    lines += dialect.branch("q > 0", self._move(source, target, "0"), [])
                return lines
            case ir.Arrange(pile):
                return dialect.arrange(*self._pile(pile))
            case ir.PeekTop(pile, name, from_bottom):
                return self._peek(pile, self._plan.locals[name], from_bottom=from_bottom)
            case ir.Assign(cell, value):
                return dialect.assign(terms.cell(cell.array, cell.indices), terms.expression(value))
            case ir.Bind(name, value):
                return dialect.assign(self._plan.locals[name], terms.expression(value))
            case ir.Mix() | ir.SwapEnds() | ir.ObserveTop() | ir.ObserveZone() | ir.Fired() | ir.TransferHand():
                return []  # nothing of the state changes; hands are dealt in setup only, which is over
            case ir.Loosen() | ir.Pin():
                raise AssertionError("make_plan refuses piles in segments")
            case _:
                assert_never(instruction)

    def _peek(self, pile: str, local: str, *, from_bottom: bool) -> Lines:
        """The kind at one end; -1 if there is none."""
        cells, number = self._pile(pile)
        if not from_bottom:
            return self._dialect.assign(local, f"{cells}[0] - 1")
        seen = self._dialect.branch(f"{cells}[i] > 0", self._dialect.assign(local, f"{cells}[i] - 1"), [])
        return [*self._dialect.assign(local, "0 - 1"), *self._dialect.repeat("i", 0, number - 1, seen)]

    def _move(self, source: ir.Place, target: ir.Place, place: str, *, from_bottom: bool = False) -> Lines:
        """`q` cards of kind `k`."""
        dialect = self._dialect
        lines: Lines = []
        if self._is_ordered(source):
            spared = f"({self._count(source, 'k')} - q)" if from_bottom else "0"
            lines += dialect.remove(*self._pile(source.zone), "k", "q", spared)
        for zone, sign in ((source, "-"), (target, "+")):
            cell = self._count(zone, "k")
            lines += dialect.assign(cell, f"{cell} {sign} q")
        if self._is_ordered(target):
            lines += dialect.insert(*self._pile(target.zone), "k", "q", place)
        return lines

    def _count(self, place: ir.Place, kind: str) -> str:
        names = Terms(self._plan, self._dialect, {**self._plan.locals, "": kind})
        owner = () if place.owner is None else (place.owner,)
        return names.cell(f"zone {place.zone}", (*owner, ir.Local("")))

    def _is_ordered(self, place: ir.Place) -> bool:
        return f"order {place.zone}" in self._plan.layout.offsets

    def _pile(self, zone: str) -> tuple[str, int]:
        name = f"order {zone}"
        return self._plan.array(name), self._plan.layout.arrays[name].size

    # ---- points
    def _point(self, location: points.Location) -> Lines:
        """Count the labels, keep the first; one alone is taken at once."""
        assign = self._dialect.assign
        lines = [*self._load(location), *assign("labels", "0")]
        for index in range(len(location.choices)):
            lines += self._labels(location, index)
        taken = assign("pc", "first")
        return [*lines, *self._dialect.branch(f"labels {self._dialect.equal} 1", taken, assign("pc", str(STOP)))]

    def _labels(self, location: points.Location, index: int) -> Lines:
        choice, dialect = location.choices[index], self._dialect
        names = dict(self._plan.locals)
        variables = [f"b{place}" for place in range(len(choice.binders))]
        names |= {name: variable for (name, _), variable in zip(choice.binders, variables, strict=True)}
        terms = Terms(self._plan, dialect, names)
        noted = dialect.assign("first", str(self._plan.entries[location.number, index]))
        for place, variable in enumerate(variables):
            noted += dialect.assign(f"k{place}", variable)
        counted = dialect.branch(f"labels {dialect.equal} 0", noted, [])
        counted += dialect.assign("labels", "labels + 1")
        waiting = [*choice.guard.conditions] if isinstance(choice.guard, ir.Conjunction) else [choice.guard]
        for place in range(len(variables) - 1, -1, -1):
            domain = choice.binders[place][1]
            outside = {one for one, _ in choice.binders[:place]}
            inner = {name for name, _ in choice.binders} - outside
            ready = [part for part in waiting if test_locals(part) & inner]
            waiting = [part for part in waiting if part not in ready]
            first, last, condition = describe_domain(self._plan, dialect, terms, domain, variables[place])
            tests = [*([] if condition is None else [condition]), *(terms.test(part) for part in ready)]
            if tests:
                counted = dialect.branch(f" {dialect.both} ".join(tests), counted, [])
            counted = dialect.repeat(variables[place], first, last, counted)
        tests = ["labels < 2", *(terms.test(part) for part in waiting if part != ir.Known(True))]
        return dialect.branch(f" {dialect.both} ".join(tests), counted, [])


def saved_cells(plan: Plan, location: points.Location) -> dict[str, str]:
    """Where the saved locals of the frame on top lie."""
    width = len(location.saved) + plan.layout.location_bytes
    return {name: f"a[n - {width - place}]" for place, name in enumerate(location.saved)}


def describe_domain(
    plan: Plan, dialect: Dialect, terms: Terms, domain: points.Domain, variable: str
) -> tuple[int, int, str | None]:
    """The numbers from first to last that a domain is among, and the condition for being in it.

    The orders of a pile stand as the numbers 0 and 1, the latter only if there is more than one order: enough to tell a
    forced shuffle from one that leads to several states.
    """
    match domain:
        case points.Values(values):
            if values == tuple(range(values[0], values[-1] + 1)):
                return values[0], values[-1], None
            either = f" {dialect.either} ".join(f"({variable} {dialect.equal} {value})" for value in values)
            return min(values), max(values), f"({either})"
        case points.Positions(pile, kind):
            name = f"order {pile}"
            return 0, plan.layout.arrays[name].size, is_place(plan, dialect, name, terms.expression(kind), variable)
        case points.Orders(pile):
            array = plan.layout.arrays[f"order {pile}"]
            cells = [f"{plan.array(f'order {pile}')}[{cell}]" for cell in range(array.size)]
            pairs = [
                f"({after} > 0 {dialect.both} !({after} {dialect.equal} {before}))" for before, after in pairwise(cells)
            ]
            either = f" {dialect.either} ".join(pairs) if pairs else "(1 < 0)"
            return 0, 1, f"({variable} {dialect.equal} 0 {dialect.either} {either})"
        case points.TopOrders():
            raise ExportError("the order that a player chooses for the upper cards of a pile is not printed")
        case points.Hands():
            raise AssertionError("make_plan refuses hands")
        case _:
            assert_never(domain)


def is_place(plan: Plan, dialect: Dialect, pile: str, kind: str, place: str) -> str:
    """Whether inserting a kind at a place gives an order that no place above it gives."""
    above = f"{plan.array(pile)}[{dialect.choose(f'{place} {dialect.equal} 0', '0', f'{place} - 1')}]"
    inside = f"({above} > 0 {dialect.both} !({above} {dialect.equal} {kind} + 1))"
    return f"({place} {dialect.equal} 0 {dialect.either} {inside})"
