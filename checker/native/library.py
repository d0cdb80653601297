"""One loaded library: the C functions of one search, as Python methods."""

from __future__ import annotations

import ctypes
import os
import tempfile
import weakref
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from checker.native.build import Printed
from checker.native.compiler import NativeUnavailable
from kittens_dsl.records import dataclass

MASK_BITS = 64
PASS = 1 << 18  # states between two moments at which an interrupt is noticed
RUNNING, STOP_STATES, STOP_HIT = range(3)
FINE, AGENDA_TOO_DEEP, ENDLESS_SEGMENT, FIELD_OUT_OF_RANGE, TOO_MANY_AGENDAS, NO_CARD_TO_REMOVE, NO_MEMORY = range(7)
TOO_MANY_LABELS = 7


class _Totals(ctypes.Structure):
    _fields_ = (
        ("states", ctypes.c_int64),
        ("transitions", ctypes.c_int64),
        ("deadlock", ctypes.c_int64),
        ("expanded", ctypes.c_int64),
        ("settled", ctypes.c_int64),
        ("stop", ctypes.c_int32),
        ("trouble", ctypes.c_int32),
        ("agendas", ctypes.c_int64),
        ("table_bytes", ctypes.c_int64),
        ("digest", ctypes.c_uint64),
    )


class _First(ctypes.Structure):
    _fields_ = (("source", ctypes.c_int64), ("index", ctypes.c_int64), ("depth", ctypes.c_int64))


@dataclass(frozen=True, slots=True)
class Totals:
    """What a search counts; deadlock is the number of the first dead state or -1, stop and trouble are codes.

    expanded: the states before it have been expanded, and have `settled` transitions. digest: of all states in order.
    """

    states: int
    transitions: int
    deadlock: int
    expanded: int
    settled: int
    stop: int
    trouble: int
    agendas: int
    table_bytes: int
    digest: int


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
        numbers = (ctypes.c_int64, ctypes.c_int64)
        self._expand = self._function("expand_states", None, *numbers, ctypes.c_int64, ctypes.c_int32)
        self._count_edges = self._function("count_edges", None, *numbers)
        self._begin_taking = self._function("begin_taking", None)
        self._take = self._function("take_states", ctypes.c_int64, ctypes.c_int64)
        self._find_end = self._function("find_end_without", ctypes.c_int64, *numbers, ctypes.c_int32)
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

    def expand(self, begin: int, end: int, depth: int, threads: int) -> None:
        """Expand stored states of one level; their successors have the given depth."""
        self._expand(begin, end, depth, threads)

    def count_successors(self) -> int:
        """The successors of all stored states, each expanded once more and none looked up: what expanding costs."""
        count = self._function("count_successors", ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
        return count(0, self._totals.states)

    def has_endless_play(self) -> bool:
        """Whether some play among the stored states never ends. Needs four bytes a state, and twice the search's time.

        NativeUnavailable if that cannot be found out here.
        """
        states = self._totals.states
        for begin in range(0, states, PASS):
            self._count_edges(begin, min(begin + PASS, states))
        self._begin_taking()
        taken = 0
        while more := self._take(PASS):
            taken += more
        if self._totals.trouble:
            raise NativeUnavailable(f"the search for endless plays was stopped by trouble {self._totals.trouble}")
        return bool(taken < states)

    def find_end_without(self, goal: int) -> int | None:
        """The first stored state without a label in which a goal does not hold."""
        states = self._totals.states
        passes = (self._find_end(begin, min(begin + PASS, states), goal) for begin in range(0, states, PASS))
        return next((found for found in passes if found >= 0), None)

    def totals(self) -> Totals:
        """The counts now."""
        found = self._totals
        return Totals(
            found.states,
            found.transitions,
            found.deadlock,
            found.expanded,
            found.settled,
            found.stop,
            found.trouble,
            found.agendas,
            found.table_bytes,
            found.digest,
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

    def kept_chunks(self) -> int:
        """How many chunks of states are still there."""
        return self._function("count_chunks", ctypes.c_int64)()

    # ---- a search that is kept
    @property
    def table_slots(self) -> int:
        """The slots of the table of states."""
        return self.totals().table_bytes // 8

    @property
    def row_bytes(self) -> int:
        """The bytes of a packed state."""
        return self._printed.packing.words * 8

    def rows(self, begin: int, number: int) -> tuple[bytes, bytes]:
        """Packed states and the numbers of their parents; within one chunk, as every aligned 2^16 are."""
        rows, parents = ctypes.create_string_buffer(number * self.row_bytes), ctypes.create_string_buffer(number * 4)
        types = (ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
        self._function("read_rows", None, *types)(begin, number, rows, parents)
        return rows.raw, parents.raw

    def agenda(self, number: int) -> bytes:
        """An agenda by its number."""
        read = self._function("read_agenda", ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
        length = read(number, self._buffer)
        return bytes(self._buffer[:length])

    def load_agenda(self, agenda: bytes) -> bool:
        """Add the next agenda; False if it cannot be right."""
        return bool(self._function("load_agenda", ctypes.c_int32, ctypes.c_char_p, ctypes.c_int64)(agenda, len(agenda)))

    def expect_states(self, number: int) -> None:
        """Make room for so many states."""
        self._function("expect_states", None, ctypes.c_int64)(number)

    def load_rows(self, rows: bytes, parents: bytes, number: int) -> int:
        """Store the next states; how many of them can be right."""
        types = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int64)
        return self._function("load_rows", ctypes.c_int64, *types)(rows, parents, number)

    def restore(
        self, transitions: int, deadlock: int, expanded: int, hits: Sequence[tuple[int, int, int, int]]
    ) -> None:
        """Go on from these counts and first hits: monitor, source, index (-1: the state itself), depth."""
        totals = self._totals
        totals.transitions = totals.settled = transitions
        totals.deadlock, totals.expanded = deadlock, expanded
        mask = 0
        for monitor, source, index, depth in hits:
            self._firsts[monitor] = _First(source, index, depth)
            mask |= 1 << monitor
        not_hit = (ctypes.c_uint64 * self._printed.mask_words).in_dll(self._library, "not_hit")
        for word, bits in enumerate(self._words(~mask)):
            not_hit[word] = bits

    def set_fired(self, fired: bytes) -> None:
        """Go on from this coverage."""
        for number, value in enumerate(fired):
            self._fired[number] = value

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
