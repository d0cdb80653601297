"""The functions of a System that unfolds: each unit is lowered, printed and compiled when a play first enters it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from checker.machine.functions import Again, Enter, Found, Functions, Happened, State, make_names, run_source
from checker.machine.print_python import PythonPrinter
from checker.system.layout import Layout
from checker.system.loops import find_loop_heads
from checker.system.unfold import Unfolding


def compile_by_need(unfolding: Unfolding, layout: Layout, fired: bytearray, told: Happened) -> Functions:
    """Functions of which those that begin play and setup are there, and make the others."""
    return _ByNeed(unfolding, layout, fired, told).functions


class _ByNeed:
    """Until a unit is there, a function in its place makes it and goes on with it."""

    def __init__(self, unfolding: Unfolding, layout: Layout, fired: bytearray, told: Happened) -> None:
        self._unfolding, self._fired = unfolding, fired
        self._printer = PythonPrinter(unfolding.system, layout, told=True)
        self._names = make_names(fired, told)
        run_source(self._printer.frame(), self._names)
        ended = (layout.won, layout.won + 1)
        self._resume: dict[int, object] = dict.fromkeys(ended, self._names["stay"])
        nothing = cast(Callable[..., Sequence[Found]], self._names["nothing"])  # made by exec
        self._labels = dict.fromkeys(ended, nothing)
        self._enter: dict[int, Enter] = {}
        self._names |= {"RESUME": self._resume, "LABELS": self._labels}
        system = unfolding.system
        for number in (system.start, system.entry):
            self._put_off(number)
        self.functions = Functions(  # casts: the types of functions compiled from printed source, see PythonPrinter
            self._labels,
            cast(Callable[[bytes | bytearray], int], self._names["top"]),  # made by exec
            {number: partial(self._call, number) for number in (system.start, system.entry)},
            self._enter,
            cast(Callable[[State], int], self._names["hits"]),  # made by exec
            (),
        )

    def _put_off(self, number: int) -> None:
        self._names[f"block_{number}"] = partial(self._make_and_call, number)

    def _make_and_call(self, number: int, *arguments: object) -> Again:
        """What stands in the place of a unit until it is first entered."""
        unit = self._unfolding.unfold(number)
        returned = find_loop_heads(self._unfolding.system, unit.blocks) | self._unfolding.apart
        run_source(self._printer.unit(unit.blocks, unit.locations, returned), self._names)
        for location in unit.locations:
            self._resume[location.number] = self._names[f"resume_{location.number}"]
            self._labels[location.number] = cast(  # made by exec
                Callable[..., Sequence[Found]], self._names[f"labels_{location.number}"]
            )
            if location.in_setup and location.choices:
                self._enter[location.number] = cast(Enter, self._names[f"enter_{location.number}_0"])  # made by exec
        for later in unit.later:
            self._put_off(later)
        self._fired.extend(bytes(len(self._unfolding.system.coverage) - len(self._fired)))
        return self._call(number, *arguments)

    def _call(self, number: int, *arguments: object) -> Again:
        return cast(Enter, self._names[f"block_{number}"])(*arguments)  # made by exec
