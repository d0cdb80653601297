"""Where each field lies in a packed state: one byte a field, arrays one after another, the agenda behind them."""

from __future__ import annotations

from checker.system.lower_terms import BuildError
from checker.system.system import Array, System
from kittens_dsl.records import dataclass

BYTE = 255
MOST_LOCATIONS = 256 * 256


@dataclass(frozen=True, slots=True)
class Layout:
    """Offsets in bytes. `offsets`: first byte of each array. `size`: bytes of all fields. A field holds its value.

    won: the number that stands for a location once somebody has won; the next one stands for a play that was stopped.

    The agenda follows the fields: for each frame its saved locals, one byte each, then the number of its location in
    `location_bytes` bytes, the low byte last.
    """

    arrays: dict[str, Array]
    offsets: dict[str, int]
    size: int
    location_bytes: int
    won: int

    def index(self, array: str, *indices: int) -> int:
        """The byte of one field."""
        offset = 0
        for index, dimension in zip(indices, self.arrays[array].dimensions, strict=True):
            offset = offset * dimension + index
        return self.offsets[array] + offset


def lay_out(system: System, won: int | None = None) -> Layout:
    """The layout of a system. Two locations more than the system has, or has at most, are for 'won' and 'stopped'."""
    won = len(system.locations) if won is None else won
    offsets: dict[str, int] = {}
    size = 0
    for array in system.arrays:
        offsets[array.name] = size
        size += array.size
    return Layout({array.name: array for array in system.arrays}, offsets, size, 1 if won + 2 <= 256 else 2, won)


def check_layout(system: System) -> None:
    """BuildError if something is too large for its bytes: a field, the number of a location, that of a fault."""
    for array in system.arrays:
        if array.first < 0 or array.most > BYTE:
            words = f"{array.name} goes from {array.first} to {array.most}: a field holds 0 to {BYTE}"
            raise BuildError(words)
        if array.name.startswith("order ") and array.size > BYTE:
            raise BuildError(f"{array.size} cards are too many for {array.name}: a place is a number to {BYTE}")
    if len(system.locations) + 2 > MOST_LOCATIONS:
        raise BuildError(f"the rules have {len(system.locations)} points of decision, more than {MOST_LOCATIONS - 2}")
    if len(system.faults) - 1 > BYTE:
        span = system.faults[BYTE + 1].origin.span
        raise BuildError(f"the rules have {len(system.faults)} ways to stop a play, more than {BYTE + 1}", span)
