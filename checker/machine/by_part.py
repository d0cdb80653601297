"""The functions of a whole System, each block and location printed and compiled when a play first comes to it.

Who searches natively needs no more of the machine than the deals, and the points to which forced steps lead from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from checker.machine.functions import Again, Enter, Found, Functions, Happened, State, make_names, run_source
from checker.machine.print_python import PythonPrinter
from checker.system.layout import Layout
from checker.system.loops import find_loop_heads
from checker.system.system import System


def compile_by_part(system: System, layout: Layout, fired: bytearray, told: Happened, *, tell: bool) -> Functions:
    """Every function of a System, or what makes it and goes on with it."""
    return _ByPart(system, layout, fired, told, tell=tell).functions


class _ByPart:
    """Until a block or location is there, functions in its place make it: afterwards nobody calls them again."""

    def __init__(self, system: System, layout: Layout, fired: bytearray, told: Happened, *, tell: bool) -> None:
        self._system, self._heads = system, find_loop_heads(system)
        self._printer = PythonPrinter(system, layout, told=tell)
        self._names = make_names(fired, told)
        run_source(self._printer.frame(), self._names)
        numbers = range(len(system.locations))
        stay = cast(Callable[[bytearray], Again], self._names["stay"])  # made by exec
        nothing = cast(Callable[..., Sequence[Found]], self._names["nothing"])  # made by exec
        self._resume: list[Callable[[bytearray], Again]] = [*(partial(self._resume_at, n) for n in numbers), stay, stay]
        self._labels: list[Callable[..., Sequence[Found]]] = [
            *(partial(self._labels_at, n) for n in numbers),
            nothing,
            nothing,
        ]
        self._names |= {"RESUME": self._resume, "LABELS": self._labels}
        blocks = {block.number: partial(self._call, block.number) for block in system.blocks}
        self._names |= {f"block_{number}": call for number, call in blocks.items()}
        self.functions = Functions(  # casts: the types of functions compiled from printed source, see PythonPrinter
            self._labels,
            cast(Callable[[bytes | bytearray], int], self._names["top"]),  # made by exec
            {block.number: blocks[block.number] for block in system.blocks if not block.parameters},
            {one.number: partial(self._enter, one.number) for one in system.locations if one.in_setup and one.choices},
            cast(Callable[[State], int], self._names["hits"]),  # made by exec
            tuple(  # made by exec
                cast(Callable[[State], bool], self._names[f"goal_{number}"])  # made by exec
                for number in range(len(system.goals))
            ),
        )

    def _call(self, number: int, *arguments: object) -> Again:
        """What stands in the place of a block."""
        name = f"block_{number}"
        if isinstance(self._names[name], partial):
            run_source(self._printer.unit((self._system.blocks[number],), (), self._heads), self._names)
        return cast(Enter, self._names[name])(*arguments)  # made by exec

    def _resume_at(self, number: int, state: bytearray) -> Again:
        self._make(number)
        return self._resume[number](state)

    def _labels_at(self, number: int, state: State, enough: int = 1_000_000) -> Sequence[Found]:
        self._make(number)
        return self._labels[number](state, enough)

    def _enter(self, number: int, *arguments: object) -> Again:
        name = f"enter_{number}_0"
        if name not in self._names:
            self._make(number)
        return cast(Enter, self._names[name])(*arguments)  # made by exec

    def _make(self, number: int) -> None:
        """The functions of a location."""
        run_source(self._printer.unit((), (self._system.locations[number],), self._heads), self._names)
        self._resume[number] = cast(Callable[[bytearray], Again], self._names[f"resume_{number}"])  # made by exec
        self._labels[number] = cast(  # made by exec
            Callable[..., Sequence[Found]], self._names[f"labels_{number}"]
        )
