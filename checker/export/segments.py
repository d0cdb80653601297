"""Every segment as a numbered case, in either dialect: what a label does, and what follows until a stored point."""

from __future__ import annotations

from typing import assert_never

from checker.export.dialect import Dialect, Lines, Terms, top
from checker.export.domains import is_in_domain, number_values
from checker.export.piles import PilePrinter
from checker.export.plan import STOP, Plan
from checker.system import ir, points
from checker.system.liveness import test_locals


class SegmentPrinter:
    """Prints the cases of the loop over `pc`. `k0`, `k1` ... carry the values of the binders of the chosen label."""

    def __init__(self, plan: Plan, dialect: Dialect) -> None:
        self._plan, self._dialect, self._system = plan, dialect, plan.system
        self._terms = Terms(plan, dialect, plan.locals)
        self._piles = PilePrinter(plan, dialect)

    def cases(self) -> list[tuple[int, Lines]]:
        """The number and the statements of each case but STOP."""
        plan = self._plan
        cases = [(number, self._tree(self._system.blocks[block].tree)) for block, number in plan.blocks.items()]
        for (number, index), case in plan.entries.items():
            location = self._system.locations[number]
            choice = location.choices[index]
            bind: Lines = []
            for place, (name, domain) in enumerate(choice.binders):
                if not isinstance(domain, points.Orders | points.TopOrders):
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
            case ir.Turn(kind, face, place):
                there, here = self._count(place, terms.expression(kind)), self._count(place, terms.expression(face))
                return [*dialect.assign(there, f"{there} - 1"), *dialect.assign(here, f"{here} + 1")]
            case ir.Transfer():
                return self._transfer(instruction)
            case ir.TransferAll(wanted, source, target):
                run, put = wanted, []
                if self._has_cells(target):
                    run, put = wanted[::-1], self._piles.insert(target.zone, "0")
                lines = []
                for one in run:
                    lines += [*dialect.assign("k", str(one)), *dialect.assign("q", self._count(source, "k"))]
                    lines += dialect.branch("q > 0", self._move(source, target, put), [])
                return lines
            case ir.Arrange(_, order):
                return self._piles.arrange(self._plan.orderings[order])
            case ir.PeekTop(pile, name, from_bottom):
                return self._piles.peek(pile, self._plan.locals[name], from_bottom=from_bottom)
            case ir.Assign(cell, value):
                return dialect.assign(terms.cell(cell.array, cell.indices), terms.expression(value))
            case ir.Bind(name, value):
                return dialect.assign(self._plan.locals[name], terms.expression(value))
            case ir.Mix(pile) | ir.Loosen(pile):
                return self._piles.loosen(pile)
            case ir.Pin(pile, kind, lowest):
                return self._piles.pin(pile, terms.expression(kind), lowest=lowest)
            case ir.SwapEnds(pile) if self._piles.has_cells(pile):
                return self._piles.swap_ends(pile)
            case ir.SwapEnds() | ir.ObserveTop() | ir.ObserveZone() | ir.Fired() | ir.TransferHand():
                return []  # nothing of the state changes; hands are dealt in setup only, which is over
            case _:
                assert_never(instruction)

    def _transfer(self, transfer: ir.Transfer) -> Lines:
        assign, terms = self._dialect.assign, self._terms
        lines = [*assign("q", terms.expression(transfer.count)), *assign("k", terms.expression(transfer.kind))]
        put: Lines = []
        if self._has_cells(transfer.target):
            zone = transfer.target.zone
            if transfer.to_bottom:
                put = self._piles.insert_at_bottom(zone)
            elif transfer.position is None:
                put = self._piles.insert(zone, "0")
            else:
                lines += assign("p", terms.expression(transfer.position))
                put = self._piles.insert(zone, "p")
        return [*lines, *self._move(transfer.source, transfer.target, put, from_bottom=transfer.from_bottom)]

    def _move(self, source: ir.Place, target: ir.Place, put: Lines, *, from_bottom: bool = False) -> Lines:
        """`q` cards of kind `k`; put: how they get into the cells of the target."""
        lines = self._piles.remove(source.zone, from_bottom=from_bottom) if self._has_cells(source) else []
        for zone, sign in ((source, "-"), (target, "+")):
            cell = self._count(zone, "k")
            lines = [*lines, *self._dialect.assign(cell, f"{cell} {sign} q")]
        return [*lines, *put]

    def _count(self, place: ir.Place, kind: str) -> str:
        names = Terms(self._plan, self._dialect, {**self._plan.locals, "": kind})
        owner = () if place.owner is None else (place.owner,)
        return names.cell(f"zone {place.zone}", (*owner, ir.Local("")))

    def _has_cells(self, place: ir.Place) -> bool:
        return self._piles.has_cells(place.zone)

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
        loops = [
            number_values(self._plan, dialect, domain, variable)
            for (_, domain), variable in zip(choice.binders, variables, strict=True)
        ]
        names |= {name: value for (name, _), (_, value) in zip(choice.binders, loops, strict=True)}
        terms = Terms(self._plan, dialect, names)
        noted = dialect.assign("first", str(self._plan.entries[location.number, index]))
        for place, (_, value) in enumerate(loops):
            noted += dialect.assign(f"k{place}", value)
        counted = dialect.branch(f"labels {dialect.equal} 0", noted, [])
        counted += dialect.assign("labels", "labels + 1")
        waiting = [*choice.guard.conditions] if isinstance(choice.guard, ir.Conjunction) else [choice.guard]
        for place in range(len(variables) - 1, -1, -1):
            domain, (numbers, value) = choice.binders[place][1], loops[place]
            outside = {one for one, _ in choice.binders[:place]}
            inner = {name for name, _ in choice.binders} - outside
            ready = [part for part in waiting if test_locals(part) & inner]
            waiting = [part for part in waiting if part not in ready]
            condition = is_in_domain(self._plan, dialect, terms, domain, value)
            tests = [*([] if condition is None else [condition]), *(terms.test(part) for part in ready)]
            if tests:
                counted = dialect.branch(f" {dialect.both} ".join(tests), counted, [])
            counted = dialect.repeat(variables[place], numbers[0], numbers[-1], counted)
        tests = ["labels < 2", *(terms.test(part) for part in waiting if part != ir.Known(True))]
        return dialect.branch(f" {dialect.both} ".join(tests), counted, [])


def saved_cells(plan: Plan, location: points.Location) -> dict[str, str]:
    """Where the saved locals of the frame on top lie."""
    width = len(location.saved) + plan.layout.location_bytes
    return {name: f"a[n - {width - place}]" for place, name in enumerate(location.saved)}
