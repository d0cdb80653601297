"""Where each field lies in a packed state: one byte a field, arrays one after another, the agenda behind them."""

from __future__ import annotations

from dataclasses import dataclass

from checker.system.system import Array, System


@dataclass(frozen=True, slots=True)
class Layout:
    """Offsets in bytes. `offsets`: first byte of each array. `size`: bytes of all fields. A field holds value - least.

    The agenda follows the fields: for each frame its saved locals, one byte each, then the number of its location in
    `location_bytes` bytes, the low byte last.
    """

    arrays: dict[str, Array]
    offsets: dict[str, int]
    size: int
    location_bytes: int

    def index(self, array: str, *indices: int) -> int:
        """The byte of one field."""
        offset = 0
        for index, dimension in zip(indices, self.arrays[array].dimensions, strict=True):
            offset = offset * dimension + index
        return self.offsets[array] + offset


def lay_out(system: System) -> Layout:
    """The layout of a system. Two locations more than the system has are kept for 'won' and 'stopped'."""
    offsets: dict[str, int] = {}
    size = 0
    for array in system.arrays:
        offsets[array.name] = size
        size += array.size
    return Layout(
        {array.name: array for array in system.arrays}, offsets, size, 1 if len(system.locations) + 2 <= 256 else 2
    )
