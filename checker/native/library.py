"""One loaded library: one search and its stored states, seen from Python."""

from __future__ import annotations

import ctypes
import os
import tempfile
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload

from checker.native.build import Printed
from checker.native.compiler import NativeUnavailable

MASK_BITS = 64
RUNNING, STOP_STATES, STOP_HIT = range(3)
FINE, AGENDA_TOO_DEEP, ENDLESS_SEGMENT, FIELD_OUT_OF_RANGE, TOO_MANY_AGENDAS, NO_CARD_TO_REMOVE, NO_MEMORY = range(7)


class _Totals(ctypes.Structure):
    _fields_ = (
        ("states", ctypes.c_int64),
        ("transitions", ctypes.c_int64),
        ("deadlock", ctypes.c_int64),
        ("stop", ctypes.c_int32),
        ("trouble", ctypes.c_int32),
        ("agendas", ctypes.c_int64),
        ("table_bytes", ctypes.c_int64),
    )


class _First(ctypes.Structure):
    _fields_ = (("source", ctypes.c_int64), ("index", ctypes.c_int64), ("depth", ctypes.c_int64))


@dataclass(frozen=True, slots=True)
class Totals:
    """What a search counts; deadlock is the number of the first dead state or -1, stop and trouble are codes."""

    states: int
    transitions: int
    deadlock: int
    stop: int
    trouble: int
    agendas: int
    table_bytes: int


class Library:
    """A library loaded for one search. Its memory is freed with the last reference to it."""

    def __init__(self, contents: bytes, printed: Printed, coverage_points: int) -> None:
        self._printed = printed
        self._library = _load(contents)
        self._totals = _Totals.in_dll(self._library, "totals")
        self._firsts = (_First * max(1, printed.monitors)).in_dll(self._library, "first_hits")
        self._fired = (ctypes.c_uint8 * max(1, coverage_points)).in_dll(self._library, "fired")
        self._buffer = (ctypes.c_uint8 * (printed.layout.size + printed.sizes.agenda))()
        self._read = self._function("read_state", ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
        self._parent = self._function("read_parent", ctypes.c_int32, ctypes.c_int64)
        self._expand = self._function("expand_states", None, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
        weakref.finalize(self, self._function("end_search", None))

    def _function(self, name: str, result: type[ctypes._SimpleCData[int]] | None, *types: type) -> Callable[..., int]:
        function = self._library[name]
        function.restype = result
        function.argtypes = list(types)
        return function

    def begin(self, most_states: int | None, stop_when: int) -> None:
        """Set the limits."""
        masks = (ctypes.c_uint64 * self._printed.mask_words)(*self._words(stop_when))
        begin = self._function("begin_search", None, ctypes.c_int64, ctypes.c_void_p)
        begin(-1 if most_states is None else most_states, masks)

    def add_starts(self, starts: Sequence[tuple[bytes, int]]) -> int | None:
        """Store the start states; the number of the first that was given before, or None."""
        ends: list[int] = []
        for state, _ in starts:
            ends.append((ends[-1] if ends else 0) + len(state))
        passed = [word for _, mask in starts for word in self._words(mask)]
        types = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
        add = self._function("add_starts", ctypes.c_int64, *types)
        given = add(
            b"".join(state for state, _ in starts),
            (ctypes.c_int64 * len(ends))(*ends),
            (ctypes.c_uint64 * len(passed))(*passed),
            len(starts),
        )
        return None if given < 0 else given

    def expand(self, begin: int, end: int, depth: int) -> None:
        """Expand stored states of one level; their successors have the given depth."""
        self._expand(begin, end, depth)

    def totals(self) -> Totals:
        """The counts now."""
        found = self._totals
        return Totals(
            found.states,
            found.transitions,
            found.deadlock,
            found.stop,
            found.trouble,
            found.agendas,
            found.table_bytes,
        )

    def first_hits(self) -> Iterator[tuple[int, int, int | None, int]]:
        """For every monitor hit: its number, the source, the number of the successor or None, the depth."""
        for monitor in range(self._printed.monitors):
            found = self._firsts[monitor]
            if found.source >= 0:
                yield monitor, found.source, None if found.index < 0 else found.index, found.depth

    def fired(self) -> bytes:
        """A byte for every coverage point: 1 if it has come to pass."""
        return bytes(self._fired)

    def state(self, number: int) -> bytes:
        """A stored state as the bytes of the machine."""
        length = self._read(number, self._buffer)
        return bytes(self._buffer[:length])

    def parent(self, number: int) -> int:
        """The state that a state was first reached from; -1 - i for start state i."""
        return self._parent(number)

    def _words(self, mask: int) -> list[int]:
        return [mask >> MASK_BITS * word & (1 << MASK_BITS) - 1 for word in range(self._printed.mask_words)]


def _load(contents: bytes) -> ctypes.CDLL:
    """Load from a private file, so that nobody can change what is loaded and each search has globals of its own."""
    try:
        handle, name = tempfile.mkstemp(prefix="native-library-", suffix=".so")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(contents)
            return ctypes.CDLL(name)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise NativeUnavailable(f"the built library cannot be loaded: {error}") from error


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows of a library's store by number, read when asked for."""

    library: Library
    length: int

    def __len__(self) -> int:
        return self.length

    def _numbers(self, index: slice) -> range:
        return range(self.length)[index]

    def _number(self, index: int) -> int:
        return range(self.length)[index]


class StoredStates(_Rows, Sequence[bytes]):
    """The stored states in visiting order, each unpacked when asked for."""

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | Sequence[bytes]:
        """One state, or a list of some."""
        if isinstance(index, slice):
            return [self.library.state(number) for number in self._numbers(index)]
        return self.library.state(self._number(index))


class StoredParents(_Rows, Sequence[int]):
    """The number of the state that each stored state was first reached from."""

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        """One parent, or a list of some."""
        if isinstance(index, slice):
            return [self.library.parent(number) for number in self._numbers(index)]
        return self.library.parent(self._number(index))
