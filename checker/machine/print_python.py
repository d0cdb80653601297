"""The System printed as Python source: a function for each block, each location's labels, each label's segment.

A state is `bytes`; a segment works on a `bytearray` s of it. `F` marks coverage, `T` (told segments only) is a list of
what happened. WON and STOPPED are the numbers of two locations behind the last one. A block at which a loop closes is
not called but returned with its arguments, for whoever entered the segment to call: a loop without a decision takes no
stack and can be counted.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import assert_never

from checker.machine.print_terms import TermPrinter, local_name
from checker.system import ir, points
from checker.system.hiding import find_hidden
from checker.system.layout import Layout
from checker.system.liveness import test_locals
from checker.system.loops import find_loop_heads
from checker.system.system import Monitor, System


class PythonPrinter:
    """Prints one System. `told` adds a record of every move, look and rule to T."""

    def __init__(self, system: System, layout: Layout, *, told: bool) -> None:
        self._system, self._layout, self._told = system, layout, told
        self._terms = TermPrinter(layout, system.table.players)
        self._lines: list[str] = []
        self._won = layout.won
        self._stopped = self._won + 1
        self._returned: Container[int] = ()

    def source(self) -> str:
        """Everything."""
        system = self._system
        return self.frame() + self.unit(system.blocks, system.locations, find_loop_heads(system))

    def frame(self) -> str:
        """What is there beside blocks and locations: the order of seats, where a play is, the monitors."""
        self._lines = [self._terms.next_player(), self._is_over()]
        self._monitors()
        return self._take_lines()

    def unit(
        self, blocks: Sequence[points.Block], locations: Sequence[points.Location], returned: Container[int]
    ) -> str:
        """Some blocks and locations. returned: blocks that are not called but returned, as those that close a loop."""
        self._returned = returned
        for block in blocks:
            self._function(f"block_{block.number}", block.parameters, block.tree)
        for location in locations:
            self._location(location)
        return self._take_lines()

    def _take_lines(self) -> str:
        lines, self._lines = self._lines, []
        return "\n".join(lines) + "\n"

    # ---- helpers
    def _frame(self, location: int) -> list[str]:
        number = [str(location)] if self._layout.location_bytes == 1 else [str(location >> 8), str(location & 255)]
        return number

    def _is_over(self) -> str:
        top = "s[-1]" if self._layout.location_bytes == 1 else "(s[-2] << 8 | s[-1])"
        return (
            f"def is_over(s):\n    return {top} == {self._won}\n"
            "def stay(s):\n    return None\n"
            "def nothing(s, enough=0):\n    return ()\n"
            f"def top(s):\n    return {top}\n"
        )

    def _function(self, name: str, parameters: tuple[str, ...], tree: ir.Tree, pop: int = 0) -> None:
        arguments = ", ".join(["s", *(local_name(one) for one in parameters)])
        self._lines.append(f"def {name}({arguments}):")
        if pop:
            self._lines.append(f"    del s[-{pop}:]")
        self._tree(tree, "    ")

    def _saved(self, location: points.Location, indent: str) -> None:
        width = len(location.saved) + self._layout.location_bytes
        for number, name in enumerate(location.saved):
            self._lines.append(f"{indent}{local_name(name)} = s[-{width - number}]")

    # ---- trees
    def _tree(self, tree: ir.Tree, indent: str) -> None:
        for instruction in tree.instructions:
            self._instruction(instruction, indent)
        self._ending(tree.ending, indent)

    def _ending(self, ending: ir.Ending, indent: str) -> None:
        put = self._lines.append
        match ending:
            case ir.Branch(condition, then, otherwise):
                put(f"{indent}if {self._terms.test(condition)}:")
                self._tree(then, indent + "    ")
                self._tree(otherwise, indent)
            case ir.Jump(block, bindings):
                put(f"{indent}return {self._into(block, bindings)}")
            case ir.Wait(location):
                self._push(location, indent)
                put(f"{indent}return")
            case ir.Call(block, bindings, resume):
                self._push(resume, indent)
                put(f"{indent}return {self._into(block, bindings)}")
            case ir.Return():
                put(f"{indent}return RESUME[top(s)](s)")
            case ir.Win(player):
                winner = self._terms.expression(player)
                put(f"{indent}s[{self._layout.size}:] = bytes(({winner}, {', '.join(self._frame(self._won))}))")
                put(f"{indent}return")
            case ir.Stop(fault):
                put(f"{indent}s[{self._layout.size}:] = bytes(({fault}, {', '.join(self._frame(self._stopped))}))")
                put(f"{indent}return")
            case _:
                assert_never(ending)

    def _into(self, block: int, bindings: tuple[tuple[str, ir.Expression], ...]) -> str:
        given = dict(bindings)
        arguments = [
            self._terms.expression(given[one]) if one in given else local_name(one)
            for one in self._system.blocks[block].parameters
        ]
        if block in self._returned:
            return f"block_{block}, ({''.join(f'{one}, ' for one in arguments)})"
        return f"block_{block}({', '.join(['s', *arguments])})"

    def _push(self, location: int, indent: str) -> None:
        saved = self._system.locations[location].saved
        frame = [*(local_name(one) for one in saved), *self._frame(location)]
        if len(frame) == 1:
            self._lines.append(f"{indent}s.append({frame[0]})")
        else:
            self._lines.append(f"{indent}s += bytes(({', '.join(frame)}))")

    # ---- instructions
    def _instruction(self, instruction: ir.Instruction, indent: str) -> None:
        put, terms = self._lines.append, self._terms
        kinds = len(self._system.kinds)
        match instruction:
            case ir.Transfer(count, kind, source, target, watchers):
                number, which = terms.expression(count), terms.expression(kind)
                if not isinstance(count, ir.Constant):  # read once: the move changes what it is read from
                    put(f"{indent}number = {number}")
                    number = "number"
                if self._has_cells(source.zone):
                    verb = "remove_below" if instruction.from_bottom else "remove"
                    put(f"{indent}{self._verb(source.zone, verb)}, {which}, {number})")
                put(f"{indent}s[{terms.index(_cell(source, kind))}] -= {number}")
                put(f"{indent}s[{terms.index(_cell(target, kind))}] += {number}")
                if self._has_cells(target.zone):
                    place = self._place(target.zone, instruction, number)
                    put(f"{indent}{self._verb(target.zone, 'insert')}, {which}, {number}, {place})")
                self._tell(indent, "move", number, which, source, target, watchers, instruction.origin)
            case ir.Turn(kind, face, place, watchers):
                put(f"{indent}s[{terms.index(_cell(place, kind))}] -= 1")
                put(f"{indent}s[{terms.index(_cell(place, face))}] += 1")
                owner = "None" if place.owner is None else terms.expression(place.owner)
                text = f'"turn", {terms.expression(kind)}, {terms.expression(face)}, {place.zone!r}, {owner}'
                self._record(indent, f"{text}, {self._seen(watchers)}", instruction.origin)
            case ir.TransferAll(wanted, source, target, watchers):
                first, second = terms.base(source, kinds), terms.base(target, kinds)
                run = wanted[::-1] if self._has_cells(target.zone) else wanted  # they land as one block, in kind order
                put(f"{indent}for kind in {run if len(run) != kinds or run != wanted else f'range({kinds})'}:")
                put(f"{indent}    number = s[{first} + kind]")
                put(f"{indent}    if number:")
                inner = indent + " " * 8
                if self._has_cells(source.zone):
                    put(f"{inner}{self._verb(source.zone, 'remove')}, kind, number)")
                put(f"{inner}s[{first} + kind] = 0")
                put(f"{inner}s[{second} + kind] += number")  # second: both may be one zone
                if self._has_cells(target.zone):
                    put(f"{inner}{self._verb(target.zone, 'insert')}, kind, number, 0)")
                self._tell(inner, "move", "number", "kind", source, target, watchers, instruction.origin)
            case ir.TransferHand(hand, source, target):
                first, second = terms.base(source, kinds), terms.base(target, kinds)
                put(f"{indent}for kind, number in enumerate({local_name(hand)}):")
                put(f"{indent}    s[{first} + kind] -= number")
                put(f"{indent}    s[{second} + kind] += number")
            case ir.Arrange(pile, order):
                put(f"{indent}{self._verb(pile, 'arrange')}, {local_name(order)})")
                self._record(indent, f'"shuffle", {pile!r}', instruction.origin)
            case ir.Mix(pile) | ir.Loosen(pile):
                if self._has_cells(pile):
                    put(f"{indent}{self._verb(pile, 'mix')})")
                if isinstance(instruction, ir.Mix):
                    self._record(indent, f'"shuffle", {pile!r}', instruction.origin)
            case ir.Pin(pile, kind, lowest):
                put(f"{indent}{self._verb(pile, 'pin')}, {terms.expression(kind)}, {lowest})")
            case ir.SwapEnds(pile):
                if self._has_cells(pile):
                    put(f"{indent}{self._verb(pile, 'swap')})")
                self._record(indent, f'"swap", {pile!r}', instruction.origin)
            case ir.PeekTop(pile, name, from_bottom):
                verb, cells = "pile_bottom" if from_bottom else "pile_top", self._cells(f"order {pile}")
                if from_bottom and f"under {pile}" in self._layout.offsets:
                    verb, cells = "pile_top", self._cells(f"under {pile}")
                put(f"{indent}{local_name(name)} = {verb}(s, {cells})")
            case ir.Assign(cell, value):
                put(f"{indent}at = {terms.index(cell)}")
                put(f"{indent}s[at] = {terms.expression(value)}")
                self._record(indent, f'"set", {cell.array!r}, at, s[at]', instruction.origin)
            case ir.Bind(name, value):
                put(f"{indent}{local_name(name)} = {terms.expression(value)}")
            case ir.ObserveTop(watchers, pile, number):
                cells = self._cells(f"order {pile}").replace(", ", ":") if self._system.ordered else ""
                cards = f"tuple(s[{cells}])" if cells else "()"
                text = f'"look top", {pile!r}, {terms.expression(number)}, {self._seen(watchers)}, {cards}'
                self._record(indent, text, instruction.origin)
            case ir.ObserveZone(watchers, place):
                owner = "None" if place.owner is None else terms.expression(place.owner)
                base = terms.base(place, kinds)
                cards = f"tuple(s[{base}:{base} + {kinds}])"
                text = f'"look zone", {place.zone!r}, {owner}, {self._seen(watchers)}, {cards}'
                self._record(indent, text, instruction.origin)
            case ir.Fired(number):
                put(f"{indent}F[{number}] = 1")
                if self._told:
                    put(f'{indent}T.append(("fired", {number}))')
            case _:
                assert_never(instruction)

    def _has_cells(self, zone: str) -> bool:
        return f"order {zone}" in self._layout.offsets

    def _cells(self, array: str) -> str:
        offset = self._layout.offsets[array]
        return f"{offset}, {offset + self._layout.arrays[array].size}"

    def _verb(self, zone: str, verb: str) -> str:
        """The beginning of a call that reads or changes a pile in order or in segments."""
        if self._system.ordered:
            return f"pile_{verb}(s, {self._cells(f'order {zone}')}"
        places = [self._layout.offsets[f"{part} {zone}"] for part in ("loose", "order", "under")]
        size = self._layout.arrays[f"order {zone}"].size
        return f"segments_{verb}(s, {(places[0], len(self._system.kinds), *places[1:], size)}"

    def _place(self, zone: str, transfer: ir.Transfer, number: str) -> str:
        """Where cards go in a pile in order or in segments; they are counted there already."""
        if not transfer.to_bottom:
            return "0" if transfer.position is None else self._terms.expression(transfer.position)
        if not self._system.ordered:
            return str(points.LOOSE + 1)
        return f"sum(s[{self._cells(f'zone {zone}').replace(', ', ':')}]) - {number}"

    def _seen(self, watchers: ir.Watchers) -> str:
        if watchers.everyone:
            return '"everyone"'
        seats = ", ".join(self._terms.expression(one) for one in watchers.seats)
        return f"({seats}{',' if seats else ''})"

    def _tell(
        self,
        indent: str,
        verb: str,
        number: str,
        kind: str,
        source: ir.Place,
        target: ir.Place,
        watchers: ir.Watchers,
        origin: ir.Origin,
    ) -> None:
        owners = ["None" if one.owner is None else self._terms.expression(one.owner) for one in (source, target)]
        text = (
            f"{verb!r}, {number}, {kind}, {source.zone!r}, {owners[0]}, {target.zone!r}, {owners[1]}, "
            f"{self._seen(watchers)}, {self._hidden(source, target)}"
        )
        self._record(indent, text, origin)

    def _hidden(self, *places: ir.Place) -> str:
        """The owners of places from whom they are hidden now, as the source of a tuple."""
        parts = [
            f"*(({self._terms.expression(place.owner)},) if {self._terms.test(hidden)} else ())"
            for place in places
            if place.owner is not None
            for hidden in [find_hidden(self._system.rules, place, place.owner)]
            if hidden != ir.Known(False)
        ]
        return f"({', '.join(parts)}{',' if parts else ''})"

    def _record(self, indent: str, text: str, origin: ir.Origin) -> None:
        if self._told:
            self._lines.append(f"{indent}T.append(({text}))")

    # ---- locations
    def _location(self, location: points.Location) -> None:
        number = location.number
        if location.resume is not None:
            width = len(location.saved) + self._layout.location_bytes
            self._lines.append(f"def resume_{number}(s):")
            self._saved(location, "    ")
            self._lines.append(f"    del s[-{width}:]")
            self._tree(location.resume, "    ")
            self._lines.append(f"labels_{number} = nothing")
            return
        self._lines.append(f"resume_{number} = stay")
        width = len(location.saved) + self._layout.location_bytes
        for index, choice in enumerate(location.choices):
            names = tuple(dict.fromkeys((*location.saved, *(name for name, _ in choice.binders))))
            self._function(f"enter_{number}_{index}", names, choice.then, width)
        self._lines.append(f"def labels_{number}(s, enough=1000000):")
        self._saved(location, "    ")
        self._lines.append("    found = []")
        for index, choice in enumerate(location.choices):
            self._choice(location, index, choice)
        self._lines.append("    return found")

    def _choice(self, location: points.Location, index: int, choice: points.Choice) -> None:
        put, indent = self._lines.append, "    "
        guard = choice.guard
        bound: set[str] = set()
        parts: list[ir.Test] = [*guard.conditions] if isinstance(guard, ir.Conjunction) else [guard]
        indent = self._guards(parts, bound, choice, indent)
        for name, domain in choice.binders:
            put(f"{indent}for {local_name(name)} in {self._domain(domain)}:")
            bound.add(name)
            indent = self._guards(parts, bound, choice, indent + "    ")
        values = "".join(f"{local_name(name)}, " for name, _ in choice.binders)
        arguments = "".join(
            f"{local_name(one)}, " for one in dict.fromkeys((*location.saved, *(name for name, _ in choice.binders)))
        )
        weight = "1" if choice.weight is None else self._terms.expression(choice.weight)
        owner = self._terms.expression(choice.owner)
        put(
            f"{indent}found.append((({location.number}, {index}, {owner}, {values}), "
            f"enter_{location.number}_{index}, ({arguments}), {weight}))"
        )
        put(f"{indent}if len(found) >= enough: return found")

    def _guards(self, parts: list[ir.Test], bound: set[str], choice: points.Choice, indent: str) -> str:
        """Print the parts of a guard all of whose binders are bound by now, and take them off the list."""
        later = {name for name, _ in choice.binders} - bound
        ready = [part for part in parts if not (test_locals(part) & later) and part != ir.Known(True)]
        parts[:] = [part for part in parts if part not in ready and part != ir.Known(True)]
        if not ready:
            return indent
        self._lines.append(f"{indent}if {' and '.join(self._terms.test(one) for one in ready)}:")
        return indent + "    "

    def _domain(self, domain: points.Domain) -> str:
        match domain:
            case points.Values(values):
                is_range = values == tuple(range(len(values)))
                return f"range({len(values)})" if is_range else f"({''.join(f'{one}, ' for one in values)})"
            case points.Positions(pile, kind):
                return f"{self._verb(pile, 'places')}, {self._terms.expression(kind)})"
            case points.Orders(pile):
                return f"pile_orders(s, {self._cells(f'order {pile}')})"
            case points.TopOrders(pile, number):
                return f"{self._verb(pile, 'top_orders')}, {number})"
            case points.Hands(place, number):
                kinds = len(self._system.kinds)
                base = self._terms.base(place, kinds)
                return f"zone_hands(s, {base}, {kinds}, {number})"
            case _:
                assert_never(domain)

    # ---- monitors
    def _monitors(self) -> None:
        self._lines.append("def hits(s):")
        self._lines.append("    mask = 0")
        at_rest = [(bit, one) for bit, one in enumerate(self._system.monitors) if one.at_rest]
        always = [(bit, one) for bit, one in enumerate(self._system.monitors) if not one.at_rest]
        rest = tuple(location.number for location in self._system.locations if location.at_rest)
        if at_rest and rest:
            self._lines.append(f"    if top(s) in {rest}:")
            for bit, monitor in at_rest:
                self._monitor(bit, monitor, " " * 8)
        for bit, monitor in always:
            self._monitor(bit, monitor, "    ")
        self._lines.append(f"    if top(s) == {self._stopped}:")
        self._lines.append(f"        mask |= 1 << ({len(self._system.monitors)} + s[{self._layout.size}])")
        self._lines.append("    return mask")
        for number, goal in enumerate(self._system.goals):
            self._lines.append(f"def goal_{number}(s):")
            self._lines.append(f"    return bool({self._terms.test(goal.test)})")

    def _monitor(self, bit: int, monitor: Monitor, indent: str) -> None:
        self._lines.append(f"{indent}if {self._terms.test(monitor.test)}: mask |= {1 << bit}")


def _cell(place: ir.Place, kind: ir.Expression) -> ir.Cell:
    indices = (kind,) if place.owner is None else (place.owner, kind)
    return ir.Cell(f"zone {place.zone}", indices)
