"""Blocks and locations printed as C functions, one piece of text for each rule.

A block is a function of its parameters. A location has `resume_` (a caller that waits), or, if somebody decides there,
`only_` (how many labels, at most 2, and the first of them), `take_` (enter a label found so) and `expand_` (every
label, each entered on a copy of the state, in the order of the reference machine).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from checker.native.print_terms import TermPrinter
from checker.native.symbols import Symbols
from checker.system import ir, points
from checker.system.layout import Layout
from checker.system.liveness import test_locals
from checker.system.system import System
from kittens_dsl.records import dataclass, field


def list_order_locals(system: System) -> frozenset[str]:
    """The locals bound to a whole order of a pile and not to a number."""
    choices = [choice for location in system.locations for choice in location.choices]
    binders = [binder for choice in choices for binder in choice.binders]
    return frozenset(name for name, domain in binders if isinstance(domain, points.Orders | points.TopOrders))


@dataclass(slots=True)
class PiecePrinter:
    """Prints the functions of one piece."""

    system: System
    layout: Layout
    symbols: Symbols
    piece: str
    orders: frozenset[str]
    heads: frozenset[int]
    _lines: list[str] = field(default_factory=list)
    _externs: dict[str, None] = field(default_factory=dict)

    def text(self) -> str:
        """Declarations, then the functions."""
        blocks, locations = self.symbols.pieces[self.piece]
        for number in blocks:
            block = self.system.blocks[number]
            self._function(f"void {self.symbols.blocks[number]}", block.parameters, block.tree)
        for number in locations:
            self._location(self.system.locations[number])
        return "\n".join([*sorted(self._externs), *self._lines]) + "\n"

    # ---- functions
    def _signature(self, name: str, parameters: tuple[str, ...]) -> str:
        typed = [f"const Order *v{n}" if one in self.orders else f"int v{n}" for n, one in enumerate(parameters)]
        return f"{name}({', '.join(['S *s', *typed])})"

    def _function(self, name: str, parameters: tuple[str, ...], tree: ir.Tree, pop: int = 0) -> None:
        self._lines += [self._signature(name, parameters), "{"]
        if pop:
            self._lines.append(f"    s->n -= {pop};")
        names = {one: f"v{number}" for number, one in enumerate(parameters)}
        self._body(tree, names)

    def _body(self, tree: ir.Tree, names: dict[str, str]) -> None:
        for one in _bound(tree):
            if one not in names:
                names[one] = f"v{len(names)}"
                self._lines.append(f"    int {names[one]} = 0;")
        _TreePrinter(self, TermPrinter(self.layout, len(self.system.locations), names)).tree(tree, "    ")
        self._lines.append("}")

    def _saved(self, location: points.Location, state: str) -> dict[str, str]:
        width = len(location.saved) + self.layout.location_bytes
        names: dict[str, str] = {}
        for number, one in enumerate(location.saved):
            names[one] = f"v{number}"
            self._lines.append(f"    int v{number} = {state}->a[{state}->n - {width - number}];")
            self._lines.append(f"    (void)v{number};")
        return names

    def _location(self, location: points.Location) -> None:
        name = self.symbols.locations[location.number]
        width = len(location.saved) + self.layout.location_bytes
        if location.resume is not None:
            self._lines += [f"void resume_{name}(S *s)", "{"]
            names = self._saved(location, "s")
            self._lines.append(f"    s->n -= {width};")
            self._body(location.resume, names)
            return
        for index, choice in enumerate(location.choices):
            self._function(f"static void enter_{name}_{index}", _arguments(location, choice), choice.then, width)
        self._lines += [f"int only_{name}(const S *s, Pick *pick)", "{"]
        self._labels(location, self._note_pick)
        self._lines += [f"void take_{name}(S *s, const Pick *pick)", "{"]
        names = self._saved(location, "s")
        self._lines.append("    switch (pick->choice) {")
        for index, choice in enumerate(location.choices):
            bound = names | {
                one: "&pick->order" if one in self.orders else f"pick->v[{number}]"
                for number, (one, _) in enumerate(choice.binders)
            }
            given = "".join(f", {bound[one]}" for one in _arguments(location, choice))
            self._lines.append(f"    case {index}: enter_{name}_{index}(s{given}); break;")
        self._lines += ["    }", "}", f"void expand_{name}(const S *s)", "{"]
        self._labels(location, self._enter_copy)

    # ---- labels
    def _labels(self, location: points.Location, leaf: Callable[[points.Location, int, dict[str, str]], str]) -> None:
        counts = leaf == self._note_pick
        names = self._saved(location, "s")
        if counts:
            self._lines.append("    int found = 0;")
        for index, choice in enumerate(location.choices):
            self._choice(location, index, choice, dict(names), leaf)
        self._lines += ["    return found;", "}"] if counts else ["}"]

    def _choice(
        self,
        location: points.Location,
        index: int,
        choice: points.Choice,
        names: dict[str, str],
        leaf: Callable[[points.Location, int, dict[str, str]], str],
    ) -> None:
        """Nested loops over the binders; each part of the guard is tested as soon as what it reads is bound."""
        terms = TermPrinter(self.layout, len(self.system.locations), names)
        guard = choice.guard
        parts = [*guard.conditions] if isinstance(guard, ir.Conjunction) else [guard]
        later = {one for one, _ in choice.binders}
        indent, closing = "    ", 1
        self._lines.append("    {")
        binders: list[tuple[str, points.Domain] | None] = [None, *choice.binders]
        for binder in binders:
            if binder is not None:
                one, domain = binder
                later.discard(one)
                names[one] = f"b{closing}"
                self._lines.append(f"{indent}{self._loop(names[one], domain, terms)}")
                if isinstance(domain, points.Orders | points.TopOrders):
                    names[one] = f"&{names[one]}"
                indent, closing = indent + "    ", closing + 1
            ready = [part for part in parts if not test_locals(part) & later]
            parts = [part for part in parts if part not in ready]
            tests = [terms.test(part) for part in ready if part != ir.Known(True)]
            if tests:
                self._lines.append(f"{indent}if ({' && '.join(tests)}) {{")
                indent, closing = indent + "    ", closing + 1
        self._lines.append(f"{indent}{leaf(location, index, names)}")
        self._lines.append("    " + "}" * closing)

    def _loop(self, name: str, domain: points.Domain, terms: TermPrinter) -> str:
        match domain:
            case points.Values(values):
                if values == tuple(range(len(values))):
                    return f"for (int {name} = 0; {name} < {len(values)}; {name}++) {{"
                listed = ", ".join(str(one) for one in values)
                return (
                    f"static const int of_{name}[] = {{{listed}}}; for (int at_{name} = 0; at_{name} < {len(values)}; "
                    f"at_{name}++) {{ int {name} = of_{name}[at_{name}];"
                )
            case points.Positions(pile, kind):
                verb = "next_place_of_segments" if self.system.segmented else "next_place"
                pile_of = f"{self.pile(pile)}, {terms.expression(kind)}"
                return (
                    f"for (int {name} = {verb}({pile_of}, 0); {name} >= 0; {name} = {verb}({pile_of}, {name} + 1)) {{"
                )
            case points.Orders(pile):
                return self._loop_orders(name, self.pile(pile))
            case points.TopOrders(pile, number) if self.system.segmented:
                first = f"first_order_of_segments(&{name}, {self.pile(pile)}, {number})"
                return (
                    f"Order {name}; for (int more_{name} = {first}; more_{name}; more_{name} = next_order(&{name})) {{"
                )
            case points.TopOrders(pile, number):
                cells, _, size = self.pile(pile).rpartition(", ")
                return self._loop_orders(name, f"{cells}, {min(number, int(size))}")
            case points.Hands():
                raise AssertionError("the language deals in setup only (K211), and setup is not compiled")
            case _:
                assert_never(domain)

    def _loop_orders(self, name: str, cells: str) -> str:
        first, following = f"first_order(&{name}, {cells})", f"next_order(&{name})"
        return f"Order {name}; for (int more_{name} = {first}; more_{name}; more_{name} = {following}) {{"

    def _note_pick(self, location: points.Location, index: int, names: dict[str, str]) -> str:
        noted = [f"pick->choice = {index};"]
        for number, (one, domain) in enumerate(location.choices[index].binders):
            is_order = isinstance(domain, points.Orders | points.TopOrders)
            noted.append(f"pick->order = *{names[one]};" if is_order else f"pick->v[{number}] = {names[one]};")
        return f"if (found++) return 2; {' '.join(noted)}"

    def _enter_copy(self, location: points.Location, index: int, names: dict[str, str]) -> str:
        given = "".join(f", {names[one]}" for one in _arguments(location, location.choices[index]))
        name = self.symbols.locations[location.number]
        return f"enter_{name}_{index}(begin_successor(s){given}); end_successor(s);"

    # ---- names of other pieces
    def pile(self, zone: str) -> str:
        """The cells of an ordered pile and their number; of a pile in segments, where its fields are."""
        offset, size = self.layout.offsets[f"order {zone}"], self.layout.arrays[f"order {zone}"].size
        if not self.system.segmented:
            return f"s->f + {offset}, {size}"
        loose, under = (self.layout.offsets[f"{part} {zone}"] for part in ("loose", "under"))
        return f"segments_of(s, {loose}, {len(self.system.kinds)}, {offset}, {under}, {size})"

    def constant(self, name: str) -> str:
        """A constant that the dispatch piece defines."""
        self._externs[f"extern const int {name};"] = None
        return name

    def block(self, number: int) -> str:
        """A block as a callable name, declared."""
        parameters = self.system.blocks[number].parameters
        self._externs[f"{self._signature(f'void {self.symbols.blocks[number]}', parameters)};"] = None
        return self.symbols.blocks[number]

    def put(self, line: str) -> None:
        """Add a line."""
        self._lines.append(line)


def _arguments(location: points.Location, choice: points.Choice) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*location.saved, *(name for name, _ in choice.binders))))


def _bound(tree: ir.Tree) -> list[str]:
    """The locals that a tree gives a value to, in order."""
    found = [one.local for one in tree.instructions if isinstance(one, ir.Bind | ir.PeekTop)]
    if isinstance(tree.ending, ir.Branch):
        found += _bound(tree.ending.then) + _bound(tree.ending.otherwise)
    return found


@dataclass(frozen=True, slots=True)
class _TreePrinter:
    """Prints the tree of one function."""

    piece: PiecePrinter
    terms: TermPrinter

    def tree(self, tree: ir.Tree, indent: str) -> None:
        """Instructions, then the ending."""
        for instruction in tree.instructions:
            self._instruction(instruction, indent)
        self._ending(tree.ending, indent)

    def _ending(self, ending: ir.Ending, indent: str) -> None:
        put, symbols = self.piece.put, self.piece.symbols
        match ending:
            case ir.Branch(condition, then, otherwise):
                put(f"{indent}if ({self.terms.test(condition)}) {{")
                self.tree(then, indent + "    ")
                put(f"{indent}}}")
                self.tree(otherwise, indent)
            case ir.Jump(block, bindings):
                self._into(block, bindings, indent)
            case ir.Wait(location):
                self._push(location, indent)
                put(f"{indent}return;")
            case ir.Call(block, bindings, resume):
                self._push(resume, indent)
                self._into(block, bindings, indent)
            case ir.Return():
                put(f"{indent}resume(s);")
                put(f"{indent}return;")
            case ir.Win(player):
                self._end(self.terms.expression(player), self.piece.constant("WON"), indent)
            case ir.Stop(fault):
                name = self.piece.constant(symbols.constant(self.piece.piece, "fault", fault))
                self._end(name, self.piece.constant("STOPPED"), indent)
            case _:
                assert_never(ending)

    def _into(self, block: int, bindings: tuple[tuple[str, ir.Expression], ...], indent: str) -> None:
        given = dict(bindings)
        arguments = [
            self.terms.expression(given[one]) if one in given else self.terms.names[one]
            for one in self.piece.system.blocks[block].parameters
        ]
        may = "has_fuel(s) && has_turn(s)" if block in self.piece.heads else "has_fuel(s)"
        self.piece.put(f"{indent}if ({may}) {self.piece.block(block)}({', '.join(['s', *arguments])});")
        self.piece.put(f"{indent}return;")

    def _push(self, location: int, indent: str) -> None:
        put = self.piece.put
        saved = self.piece.system.locations[location].saved
        put(f"{indent}if (!has_room(s, {len(saved) + self.piece.layout.location_bytes})) return;")
        for one in saved:
            put(f"{indent}push_byte(s, {self.terms.names[one]});")
        number = self.piece.constant(self.piece.symbols.location_number(location))
        put(f"{indent}push_location(s, {number});")

    def _end(self, about: str, location: str, indent: str) -> None:
        put = self.piece.put
        put(f"{indent}int about = {about};")
        put(f"{indent}s->n = 0; push_byte(s, about); push_location(s, {location});")
        put(f"{indent}return;")

    def _has_cells(self, zone: str) -> bool:
        return f"order {zone}" in self.piece.layout.offsets

    def _verb(self, zone: str, verb: str) -> str:
        """The beginning of a call that changes a pile in order or in segments."""
        return f"{'segments' if self.piece.system.segmented else 'pile'}_{verb}({self.piece.pile(zone)}"

    def _place(self, target: ir.Place, transfer: ir.Transfer) -> str:
        """Where cards go in a pile in order or in segments; an ordered pile's place 0 is its top."""
        if not transfer.to_bottom:
            return "0" if transfer.position is None else self.terms.expression(transfer.position)
        if self.piece.system.segmented:
            return str(points.LOOSE + 1)
        offset, size = (
            self.piece.layout.offsets[f"order {target.zone}"],
            self.piece.layout.arrays[f"order {target.zone}"].size,
        )
        return f"count_pile(s->f + {offset}, {size})"

    def _instruction(self, instruction: ir.Instruction, indent: str) -> None:
        put, terms = self.piece.put, self.terms
        match instruction:
            case ir.Transfer(count, kind, source, target):
                number, which = terms.expression(count), terms.expression(kind)
                put(f"{indent}{{ int number = {number}, kind = {which};")
                if self._has_cells(source.zone):
                    verb = "remove_below" if instruction.from_bottom else "remove"
                    put(f"{indent}{self._verb(source.zone, verb)}, kind, number);")
                put(f"{indent}s->f[{terms.base(source)} + kind] -= number;")
                put(f"{indent}s->f[{terms.base(target)} + kind] += number;")
                if self._has_cells(target.zone):
                    place = self._place(target, instruction)
                    put(f"{indent}{self._verb(target.zone, 'insert')}, kind, number, {place});")
                put(f"{indent}}}")
            case ir.Turn(kind, face, place):
                put(f"{indent}s->f[{terms.base(place)} + {terms.expression(kind)}] -= 1;")
                put(f"{indent}s->f[{terms.base(place)} + {terms.expression(face)}] += 1;")
            case ir.TransferAll(wanted, source, target):
                self._transfer_all(wanted, source, target, indent)
            case ir.TransferHand():
                raise AssertionError("the language deals in setup only (K211), and setup is not compiled")
            case ir.Arrange(pile, order):
                put(f"{indent}{self._verb(pile, 'arrange')}, {terms.names[order]});")
            case ir.Mix(pile) | ir.Loosen(pile) if self._has_cells(pile):
                put(f"{indent}{self._verb(pile, 'mix')});")
            case ir.Pin(pile, kind, lowest):
                put(f"{indent}{self._verb(pile, 'pin')}, {terms.expression(kind)}, {int(lowest)});")
            case ir.SwapEnds(pile) if self._has_cells(pile):
                put(f"{indent}{self._verb(pile, 'swap')});")
            case ir.Mix() | ir.Loosen() | ir.SwapEnds() | ir.ObserveTop() | ir.ObserveZone():
                pass  # nothing of the state changes
            case ir.PeekTop(pile, name, from_bottom) if self.piece.system.segmented:
                offset = self.piece.layout.offsets[f"{'under' if from_bottom else 'order'} {pile}"]
                put(f"{indent}{terms.names[name]} = s->f[{offset}] - 1;")
            case ir.PeekTop(pile, name, from_bottom):
                end = "pile_bottom" if from_bottom else "pile_top"
                put(f"{indent}{terms.names[name]} = {end}({self.piece.pile(pile)});")
            case ir.Assign(cell, value):
                put(f"{indent}s->f[{terms.index(cell)}] = (uint8_t)({terms.expression(value)});")
            case ir.Bind(name, value):
                put(f"{indent}{terms.names[name]} = {terms.expression(value)};")
            case ir.Fired(number):
                point = self.piece.constant(self.piece.symbols.constant(self.piece.piece, "covered", number))
                put(f"{indent}if (!fired[{point}]) fired[{point}] = 1;")  # read first: threads share the line
            case _:
                assert_never(instruction)

    def _transfer_all(self, wanted: tuple[int, ...], source: ir.Place, target: ir.Place, indent: str) -> None:
        """The kinds land on an ordered pile as one block, in kind order: so they are put there in reverse."""
        put, terms = self.piece.put, self.terms
        run = wanted[::-1] if self._has_cells(target.zone) else wanted
        if not run:
            return
        put(f"{indent}{{ static const uint8_t kinds[] = {{{', '.join(str(one) for one in run)}}};")
        put(f"{indent}int from = {terms.base(source)}, into = {terms.base(target)};")
        put(f"{indent}for (int one = 0; one < {len(run)}; one++) {{")
        put(f"{indent}    int kind = kinds[one], number = s->f[from + kind];")
        put(f"{indent}    if (number == 0) continue;")
        if self._has_cells(source.zone):
            put(f"{indent}    {self._verb(source.zone, 'remove')}, kind, number);")
        put(f"{indent}    s->f[from + kind] = 0;")
        put(f"{indent}    s->f[into + kind] += number;")  # second: both may be one zone
        if self._has_cells(target.zone):
            put(f"{indent}    {self._verb(target.zone, 'insert')}, kind, number, 0);")
        put(f"{indent}}} }}")
