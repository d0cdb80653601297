"""Raw labels and states put into words: who decides what, and what lies where."""

from __future__ import annotations

from typing import assert_never

from checker.machine.machine import Machine, RawLabel, State
from checker.system import ir, points
from checker.system.label import Label
from checker.system.lower_terms import DIRECTION, LIVING
from checker.system.segments import loose_array, order_array, under_array
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Describer:
    """Reads the labels and states of one machine."""

    machine: Machine

    def label(self, state: State, raw: RawLabel) -> Label:
        """The label in words, offered in this state (a raw label alone does not know the saved locals)."""
        location = self.machine.system.locations[raw[0]]
        choice = location.choices[raw[1]]
        values: dict[str, object] = dict(self._saved(state, location))
        values |= dict(zip((name for name, _ in choice.binders), raw[3:], strict=True))
        return Label(raw[2], choice.verb, tuple(self._word(word, values, state) for word in choice.words))

    def labels(self, state: State) -> dict[Label, RawLabel]:
        """All labels of a point in words."""
        return {self.label(state, raw): raw for raw, _ in self.machine.labels(state)}

    def origin(self, raw: RawLabel) -> ir.Origin:
        """The rule that offers a label."""
        return self.machine.system.locations[raw[0]].choices[raw[1]].origin

    def _saved(self, state: State, location: points.Location) -> dict[str, int]:
        width = len(location.saved) + self.machine.layout.location_bytes
        return {name: state[len(state) - width + number] for number, name in enumerate(location.saved)}

    def _word(self, word: points.Word, values: dict[str, object], state: State) -> object:
        kinds = self.machine.system.kinds
        match word:
            case points.Text(text):
                return text
            case points.Missing():
                return None
            case points.NumberWord(expression):
                return self._value(expression, values, state)
            case points.KindWord(expression):
                return kinds[self._value(expression, values, state)]
            case points.KindsWord(expressions, None):
                return tuple(kinds[self._value(one, values, state)] for one in expressions)
            case points.KindsWord(_, str(local), is_counts):
                bound = values[local]
                assert isinstance(bound, tuple)
                if is_counts:
                    return tuple(kinds[kind] for kind, number in enumerate(bound) for _ in range(number))
                return tuple(kinds[kind] for kind in bound)
            case _:
                raise AssertionError(word)

    def _value(self, expression: ir.Expression, values: dict[str, object], state: State) -> int:
        match expression:
            case ir.Constant(value):
                return value
            case ir.Local(name):
                found = values[name]
                assert isinstance(found, int)
                return found
            case ir.Cell(array, indices):
                return state[self.machine.layout.index(array, *(self._value(one, values, state) for one in indices))]
            case ir.Operation() | ir.Total() | ir.NextPlayer() | ir.SeatFrom():
                raise AssertionError("labels speak of players and kinds only")
            case _:
                assert_never(expression)

    # ---- states
    def field(self, state: State, array: str, *indices: int) -> int:
        """The value of one field."""
        return state[self.machine.layout.index(array, *indices)]

    def cards(self, state: State, zone: str, seat: int | None = None) -> tuple[str, ...]:
        """The cards of a zone: an ordered pile from the top, any other zone by kind."""
        kinds = self.machine.system.kinds
        if self.machine.system.ordered and f"order {zone}" in self.machine.layout.offsets:
            return self._listed(state, f"order {zone}")
        owner = () if seat is None else (seat,)
        return tuple(
            kind for number, kind in enumerate(kinds) for _ in range(self.field(state, f"zone {zone}", *owner, number))
        )

    def segments(self, state: State, zone: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """A pile in segments: known cards on top, loose cards by kind, known cards at the bottom, from the top."""
        loose = tuple(
            kind
            for number, kind in enumerate(self.machine.system.kinds)
            for _ in range(self.field(state, loose_array(zone), number))
        )
        return self._listed(state, order_array(zone)), loose, self._listed(state, under_array(zone))[::-1]

    def _listed(self, state: State, array: str) -> tuple[str, ...]:
        start, size = self.machine.layout.offsets[array], self.machine.layout.arrays[array].size
        return tuple(self.machine.system.kinds[cell - 1] for cell in state[start : start + size] if cell)

    def living(self, state: State) -> tuple[bool, ...]:
        """Who is in the game."""
        return tuple(bool(self.field(state, LIVING, seat)) for seat in range(self.machine.system.table.players))

    def is_reversed(self, state: State) -> bool:
        """Whether the seat order is turned round."""
        return bool(self.field(state, DIRECTION))

    def winner(self, state: State) -> int | None:
        """Who has won."""
        return state[self.machine.layout.size] if self.machine.is_won(state) else None

    def fault(self, state: State) -> str | None:
        """The words of the fault at which the play has stopped."""
        if not self.machine.is_final(state) or self.machine.is_won(state):
            return None
        return self.machine.system.faults[state[self.machine.layout.size]].words
