"""The reference machine: a System as a `Model` in plain Python, its segments printed to source and compiled once."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from checker.machine import piles
from checker.machine.by_need import compile_by_need
from checker.machine.by_part import compile_by_part
from checker.machine.functions import Again
from checker.machine.functions import RawLabel as RawLabel
from checker.machine.functions import State as State
from checker.system.label import CHANCE
from checker.system.layout import MOST_LOCATIONS, Layout, lay_out
from checker.system.loops import MOST_TURNS
from checker.system.points import Hands, Location, Orders, Positions, TopOrders, Values
from checker.system.system import System
from checker.system.unfold import Unfolding


class SetupError(Exception):
    """Setup stops at a fault: the words say what is impossible and which step asks for it."""

    def __init__(self, machine: Machine, state: State) -> None:
        self.machine, self.state = machine, state
        self.fault = state[machine.layout.size]
        self.point = machine.system.faults[self.fault]
        clauses = ", ".join(self.point.origin.clauses)
        super().__init__(f"{self.point.words} (setup step {self.point.origin.rule}, {clauses})")


class TooManyDealsError(Exception):
    """A table with more deals than anybody would search."""


MOST_DEALS = 200_000


class Machine:
    """Runs a System. States are bytes: fields, then the agenda. Raw label: (location, choice, owner, binders...).

    One that unfolds (`Machine.unfold`) lowers and compiles what a play comes to, when it comes to it.
    """

    def __init__(self, system: System, *, told: bool = False, unfolding: Unfolding | None = None) -> None:
        self.system = system
        self.fired = bytearray(max(1, len(system.coverage)))
        self.told: list[tuple[object, ...]] = []
        if unfolding is None:
            self.layout: Layout = lay_out(system)
            printed = compile_by_part(system, self.layout, self.fired, self.told, tell=told)
        else:
            self.layout = lay_out(system, MOST_LOCATIONS - 2)
            printed = compile_by_need(unfolding, self.layout, self.fired, self.told)
        self._labels, self._top = printed.labels, printed.top
        self._begin, self._enter = printed.begin, printed.enter
        self.hits: Callable[[State], int] = printed.hits
        self.goals: tuple[Callable[[State], bool], ...] = printed.goals
        self._won = self.layout.won
        self._starts: list[tuple[State, int]] | None = None
        stopped = self._won + 1  # fault 0: forced steps without end
        self._endless = bytes((0, stopped) if self.layout.location_bytes == 1 else (0, stopped >> 8, stopped & 255))

    @staticmethod
    def unfold(unfolding: Unfolding) -> Machine:
        """A machine that tells what happens, for a play or two of rules that are lowered by the way."""
        return Machine(unfolding.system, told=True, unfolding=unfolding)

    # ---- the model
    def initial(self) -> Sequence[tuple[State, int]]:
        """The distinct states at which play begins, with the monitors hit on forced points before them.

        SetupError if setup comes to a fault.
        """
        if self._starts is not None:
            return self._starts
        found: dict[State, int] = {}
        level = {self.begin_setup(): None}
        while level:
            after: dict[State, None] = {}
            for state in level:
                location = self._top(state)
                if not self._is_in_setup(location):
                    end, mask = self._settle(bytearray(state))
                    found[end] = found.get(end, 0) | mask
                    continue
                for _, enter, arguments, _ in self._labels[location](state):
                    work = bytearray(state)
                    if again := enter(work, *arguments):
                        self._go_on(work, again)
                    self._refuse_fault(work)
                    after[bytes(work)] = None
            level = after
            if len(level) > MOST_DEALS:
                raise TooManyDealsError(
                    f"there are more than {MOST_DEALS:,} deals; random plays (--sample) need no list"
                )
        self._starts = list(found.items())
        return self._starts

    def sample_deal(self, generator: random.Random) -> tuple[State, tuple[RawLabel, ...]]:
        """One random state at which play begins, as a real deal gives it, with the labels of the deal."""
        work = bytearray(self.begin_setup())
        labels: list[RawLabel] = []
        while self._is_in_setup(self._top(work)):
            labels.append(self._draw_lot(work, generator))
            work = bytearray(self.step_setup(bytes(work), labels[-1]))
        return self._settle(work)[0], tuple(labels)

    def step_setup(self, state: State, label: RawLabel) -> State:
        """The next point of setup by a label; labels are not listed, there may be millions. SetupError at a fault."""
        if self._is_listed(self._top(state)):
            after = self.step(state, label)
            self._refuse_fault(after)
            return after
        work = bytearray(state)
        if again := self._enter[self._top(work)](work, *label[3:]):
            self._go_on(work, again)
        self._refuse_fault(work)
        return bytes(work)

    def _is_in_setup(self, location: int) -> bool:
        return location < self._won and self.system.locations[location].in_setup

    def _is_listed(self, location: int) -> bool:
        """Whether the labels of a location are few enough to be listed: all but hands and orders."""
        binders = [binder for choice in self.system.locations[location].choices for binder in choice.binders]
        return not any(isinstance(domain, Hands | Orders) for _, domain in binders)

    def _draw_lot(self, work: bytearray, generator: random.Random) -> RawLabel:
        number = self._top(work)
        if self._is_listed(number):
            offered = self.labels(bytes(work))
            return generator.choices(offered, [weight for _, weight in offered])[0][0]
        (_, domain), *_ = self.system.locations[number].choices[0].binders
        value: tuple[int, ...]
        match domain:
            case Hands(place, cards):
                base = self.layout.index(f"zone {place.zone}", 0)
                value = piles.random_hand(work, base, len(self.system.kinds), cards, generator)
            case Orders(pile):
                start = self.layout.offsets[f"order {pile}"]
                value = piles.random_order(work, start, start + self.layout.arrays[f"order {pile}"].size, generator)
            case Values() | Positions() | TopOrders():
                raise AssertionError("hands and orders alone are too many to list")
            case _:
                assert_never(domain)
        return (number, 0, CHANCE, value)

    def successors(self, state: State) -> Sequence[tuple[RawLabel, State, int]]:
        """Every label of a stored state with the next stored state and the monitors hit on forced points between."""
        labels, top = self._labels, self._top
        found = []
        for label, enter, arguments, _ in labels[top(state)](state):
            work = bytearray(state)
            if again := enter(work, *arguments):
                self._go_on(work, again)
            if len(labels[top(work)](work, 2)) == 1:
                end, mask = self._settle(work)
                found.append((label, end, mask))
            else:
                found.append((label, bytes(work), 0))
        return found

    def random_step(self, state: State, generator: random.Random) -> tuple[RawLabel, State, int] | None:
        """One random label of a stored state, chance by its weights: like one of `successors`. None without a label."""
        offered = self._labels[self._top(state)](state)
        if not offered:
            return None
        label, enter, arguments, _ = generator.choices(offered, [weight for _, _, _, weight in offered])[0]
        work = bytearray(state)
        if again := enter(work, *arguments):
            self._go_on(work, again)
        return (label, *self._settle(work))

    def is_final(self, state: State) -> bool:
        """Whether the play has properly ended here: won, or stopped at a fault that is reported by itself."""
        return self._top(state) >= self._won

    def is_won(self, state: State) -> bool:
        """Whether somebody has won."""
        return self._top(state) == self._won

    # ---- one step at a time
    def labels(self, state: State) -> list[tuple[RawLabel, int]]:
        """The labels of any point, stored or forced, with their chance weights."""
        return [(label, weight) for label, _, _, weight in self._labels[self._top(state)](state)]

    def step(self, state: State, label: RawLabel) -> State:
        """The very next point after a label: forced points are not run through. KeyError: the label is not offered."""
        for offered, enter, arguments, _ in self._labels[self._top(state)](state):
            if offered == label:
                work = bytearray(state)
                if again := enter(work, *arguments):
                    self._go_on(work, again)
                return bytes(work)
        raise KeyError(label)

    def location(self, state: State) -> Location | None:
        """The location on top of the agenda; None once the play has ended."""
        number = self._top(state)
        return self.system.locations[number] if number < self._won else None

    def weighted_successors(self, state: State) -> Sequence[tuple[RawLabel, State, int, int]]:
        """The same steps with forced points kept: (label, next point, 0 if the step was forced else 1, 0)."""
        offered = self._labels[self._top(state)](state)
        weight = 0 if len(offered) == 1 else 1
        found = []
        for label, enter, arguments, _ in offered:
            work = bytearray(state)
            if again := enter(work, *arguments):
                self._go_on(work, again)
            found.append((label, bytes(work), weight, 0))
        return found

    def select(
        self, state: State, choose: Callable[[Sequence[RawLabel]], Iterable[int]], /
    ) -> Sequence[tuple[RawLabel, State]]:
        """The very next points after some labels of any point, chosen by their places; forced points are kept."""
        offered = self._labels[self._top(state)](state)
        found = []
        for number in choose([label for label, *_ in offered]):
            label, enter, arguments, _ = offered[number]
            work = bytearray(state)
            if again := enter(work, *arguments):
                self._go_on(work, again)
            found.append((label, bytes(work)))
        return found

    def begin_setup(self) -> State:
        """The point at which setup begins; its chance points follow one another until play begins."""
        work = self._blank()
        if again := self._begin[self.system.start](work):
            self._go_on(work, again)
        self._refuse_fault(work)
        return bytes(work)

    def begin(self, fields: bytes | bytearray) -> State:
        """The point at which play begins from given fields (a scene); forced points are not run through."""
        work = bytearray(fields[: self.layout.size])
        if again := self._begin[self.system.entry](work):
            self._go_on(work, again)
        return bytes(work)

    def settle(self, state: State) -> tuple[State, int]:
        """The stored state that forced steps lead to, with the monitors hit on the way."""
        return self._settle(bytearray(state))

    def stop_endless(self, state: State) -> State:
        """The end of a play that stops here because forced steps would follow each other for ever."""
        return state[: self.layout.size] + self._endless

    def _settle(self, work: bytearray) -> tuple[State, int]:
        labels, top, hits = self._labels, self._top, self.hits
        mask = 0
        passed: set[State] = set()
        while len(several := labels[top(work)](work, 2)) == 1:
            point = bytes(work)
            mask |= hits(point)
            if point in passed:
                return self.stop_endless(point), mask
            passed.add(point)
            if again := several[0][1](work, *several[0][2]):
                self._go_on(work, again)
        return bytes(work), mask

    def _go_on(self, work: bytearray, again: Again) -> None:
        """Run through loops to the next point; one that goes round for ever stops the play."""
        turns = 0
        while again:
            turns += 1
            if turns > MOST_TURNS:
                work[self.layout.size :] = self._endless
                return
            again = again[0](work, *again[1])

    # ---- setup
    def _blank(self) -> bytearray:
        work = bytearray(self.layout.size)
        for array in self.system.arrays:
            offset = self.layout.offsets[array.name]
            work[offset : offset + array.size] = array.first_values
        starts = next(zone.name for zone in self.system.rules.zones if zone.starts)
        for number, kind in enumerate(self.system.kinds):
            work[self.layout.index(f"zone {starts}", number)] = self.system.table.scope.copies.get(kind, 0)
        return work

    def _refuse_fault(self, work: bytearray | bytes) -> None:
        if self._top(work) == self._won + 1:
            raise SetupError(self, bytes(work))
