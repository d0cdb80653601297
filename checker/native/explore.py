"""`explore_native`: the search of checker.explore on compiled segments, with the same numbers, hits and order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Literal, TypeAlias

from checker.explore.gauges import REAL_GAUGES, Gauges
from checker.explore.pace import Pace, Standing
from checker.model import Bounds, Exploration, Hit, Limit, Progress
from checker.native import library as codes
from checker.native.build import Printed, Sizes, build_library, print_system
from checker.native.cache import Cache, find_cache
from checker.native.checkpoint import (
    VERSION,
    Checkpoint,
    CheckpointError,
    DiskFull,
    Keeping,
    KeptStanding,
    name_search,
    name_text,
    open_checkpoint,
)
from checker.native.compiler import Compiler, NativeUnavailable, find_compiler
from checker.native.library import Library, Totals
from checker.native.stored import NativeTree, StoredParents, StoredStates
from checker.system.system import System
from kittens_dsl.records import dataclass, field

_Stop: TypeAlias = Limit | Literal["hit"]

_FIRST_CHUNK, _LARGEST_CHUNK = 1024, 1 << 20
_LARGEST_AGENDA = 8192
TRIAL = 200_000  # states that a quickly compiled library searches sooner than it could be compiled well
_BUGS = {
    codes.ENDLESS_SEGMENT: "a segment runs on without coming to a point: a loop without a decision does not end",
    codes.FIELD_OUT_OF_RANGE: "a field has left its range",
    codes.TOO_MANY_LABELS: "a lossy search can keep no more than 65,536 labels of one state",
    codes.NO_CARD_TO_REMOVE: "a card was to leave an ordered pile that does not hold it",
}


class NativeError(Exception):
    """The System did something that it must not do: the words say what. The machine shows where."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What building needs of the world: a compiler and a cache; the hash is narrowed in a test only.

    trial: what is not in the cache is compiled quickly at first, for a search that may end within so many states; only
    if it does not, it is compiled well and begun again. 0: compiled well at once.
    """

    compiler: Compiler
    cache: Cache
    sizes: Sizes = field(default_factory=Sizes)
    trial: int = TRIAL


def open_workshop() -> Workshop:
    """The compiler and the cache of this user. NativeUnavailable if there is no compiler."""
    return Workshop(find_compiler(), find_cache())


def explore_native(
    system: System,
    initial_states: Sequence[tuple[bytes, int]],
    bounds: Bounds,
    report: Callable[[Progress], None] | None = None,
    *,
    stop_when: int = 0,
    coverage: bytearray | None = None,
    gauges: Gauges = REAL_GAUGES,
    workshop: Workshop | None = None,
    threads: int = 1,
    keeping: Keeping | None = None,
    lossy: bool = False,
) -> Exploration[bytes]:
    """What `explore(machine, bounds, report, stop_when)` gives, from the machine's start states with their masks.

    coverage: the coverage points that came to pass are set to 1 in it. threads: so many expand states at once; the
    answer is the same to the last number. keeping: where the search is kept and, if it was begun there, goes on from.
    lossy: states of equal hash count as one, which takes less memory; the search is never complete, and its tree holds
    the odds that a state was left out.
    NativeUnavailable, in one line why: there is no compiler, or it does not work, or the System asks for something
    that is not compiled. CheckpointError: the files of the search cannot be used. NativeError: see there. ValueError
    as in explore.
    """
    if stop_when < 0:
        raise ValueError(f"stop_when is a mask of monitors and not negative, this one is {stop_when}")
    if bounds.max_memory_bytes is not None and gauges.memory() <= 0:
        raise ValueError("max_memory_bytes is given, but the memory of this process cannot be read")
    if lossy and keeping is not None:
        raise ValueError("a lossy search cannot be kept: its states are gone")
    workshop = workshop or open_workshop()
    sizes = replace(workshop.sizes, lossy=lossy)
    states = [state for state, _ in initial_states]
    trial = workshop.trial if keeping is None else 0
    checkpoint = None
    if keeping is not None:
        name = name_search(print_system(system, states, sizes), initial_states, stop_when)
        checkpoint = open_checkpoint(keeping, name)
        sizes = checkpoint.sizes(sizes)
    try:
        while True:
            printed = print_system(system, states, sizes)
            built = build_library(printed, workshop.compiler, workshop.cache, quick=trial > 0)
            library = Library(built.contents, printed, len(system.coverage))
            pause = 0.0 if keeping is None else keeping.seconds
            limited = _limit(bounds, trial) if built.is_quick else bounds
            began = 0.0 if limited.max_seconds is None else gauges.clock()
            search = _Search(library, printed, limited, report, gauges, threads, checkpoint, pause)
            exploration = search.run(initial_states, stop_when)
            trouble = library.totals().trouble
            if not trouble and exploration.limit == "states" and limited != bounds:
                trial = 0
                if bounds.max_seconds is not None:
                    bounds = replace(bounds, max_seconds=max(0.0, bounds.max_seconds - gauges.clock() + began))
                continue
            if trouble in (codes.FINE, codes.NO_MEMORY):
                if coverage is not None:
                    coverage[:] = bytes(old | new for old, new in zip(coverage, library.fired(), strict=False))
                return exploration
            sizes = _grow(sizes, trouble, printed)
            if checkpoint is not None:
                checkpoint.forget()
    finally:
        if checkpoint is not None:
            checkpoint.close()


def _limit(bounds: Bounds, trial: int) -> Bounds:
    """The bounds of a search that is begun again if it does not end within so many states."""
    is_less = bounds.max_states is None or bounds.max_states > trial
    return replace(bounds, max_states=trial) if is_less else bounds


def _grow(sizes: Sizes, trouble: int, printed: Printed) -> Sizes:
    if trouble == codes.AGENDA_TOO_DEEP and sizes.agenda < _LARGEST_AGENDA:
        return replace(sizes, agenda=sizes.agenda * 2)
    if trouble == codes.TOO_MANY_AGENDAS and printed.packing.agenda_bits < 32:
        return replace(sizes, more_words=sizes.more_words + 1)
    raise NativeError(_BUGS.get(trouble, f"the agenda grows beyond {sizes.agenda} bytes"))


@dataclass(slots=True)
class _Search:
    """One search: levels in chunks, limits between chunks."""

    library: Library
    printed: Printed
    bounds: Bounds
    report: Callable[[Progress], None] | None
    gauges: Gauges
    threads: int
    checkpoint: Checkpoint | None
    pause: float
    depth: int = -1
    level_begin: int = 0
    level_end: int = 0
    loaded: int = 0
    is_ready: bool = False

    def run(self, starts: Sequence[tuple[bytes, int]], stop_when: int) -> Exploration[bytes]:
        """Search, whatever stops it."""
        stop: _Stop | None
        try:
            stop = self._begin(starts, stop_when) or self._run_levels()
        except KeyboardInterrupt:
            stop = "interrupt"
        return self._conclude(stop)

    def _begin(self, starts: Sequence[tuple[bytes, int]], stop_when: int) -> _Stop | None:
        """Store the start states, or everything that the checkpoint holds."""
        self.library.begin(self.bounds.max_states, stop_when)
        stop = None
        if self.checkpoint is None or self.checkpoint.standing is None:
            stop = self._store_starts(starts)
        else:
            self._load(self.checkpoint, self.checkpoint.standing)
        self.is_ready = stop != "states"
        return stop

    def _load(self, checkpoint: Checkpoint, standing: KeptStanding) -> None:
        most_states, most_depth = self.bounds.max_states, self.bounds.max_depth
        if (most_states is not None and most_states < standing.states) or (
            most_depth is not None and most_depth < standing.depth
        ):
            words = f"{standing.states:,} states of depth {standing.depth}, which is beyond the limits"
            raise CheckpointError(f"{checkpoint.directory} holds {words}")
        checkpoint.load(self.library, self.printed)
        self.loaded = standing.states
        self.depth, self.level_begin, self.level_end = standing.depth, standing.level_begin, standing.level_end

    def _store_starts(self, starts: Sequence[tuple[bytes, int]]) -> _Stop | None:
        twice = self.library.add_starts(starts)
        if twice is not None:
            raise ValueError(f"start states are distinct, but number {twice} was given before: {starts[twice][0]!r}")
        if self.bounds.max_states is not None and len(starts) > self.bounds.max_states:
            return "states"
        self.depth, self.level_end = 0, len(starts)
        return self._stop(self.library.totals())

    def _stop(self, totals: Totals) -> _Stop | None:
        if totals.trouble:
            return "memory"  # the only trouble that is reported as a limit; explore_native looks at the others
        return {codes.STOP_STATES: "states", codes.STOP_HIT: "hit"}.get(totals.stop)  # type: ignore[return-value]  # literals

    def _run_levels(self) -> _Stop | None:
        pace = Pace(self.bounds, self.gauges, self.report, _LARGEST_CHUNK, _FIRST_CHUNK)
        saved = 0.0 if self.checkpoint is None else self.gauges.clock()
        while True:
            standing = self._stand()
            if not standing.queue:
                return None
            if self.depth == self.bounds.max_depth:
                return "depth"
            begin = standing.expanded
            end = min(begin + pace.chunk, self.level_end)
            self.library.expand(begin, end, self.depth + 1, self.threads)
            stop = self._stop(self.library.totals()) or pace.look(self._stand(), end - begin)
            if stop is not None:
                return stop
            if self.checkpoint is not None and self.gauges.clock() - saved >= self.pause:
                try:
                    self._save(self.checkpoint)
                except DiskFull:
                    return "disk"
                saved = self.gauges.clock()

    def _save(self, checkpoint: Checkpoint) -> None:
        standing, totals = self._stand(), self.library.totals()
        kept = KeptStanding(
            version=VERSION,
            text=name_text(self.printed),
            agenda=self.printed.sizes.agenda,
            more_words=self.printed.sizes.more_words,
            states=totals.states,
            agendas=totals.agendas,
            agenda_bytes=0,
            agenda_digest="",
            transitions=totals.settled,
            deadlock=totals.deadlock,
            expanded=totals.expanded,
            depth=standing.depth,
            level_begin=standing.level_begin,
            level_end=standing.level_end,
            digest=totals.digest,
            hits=[
                (monitor, source, -1 if index is None else index, depth)
                for monitor, source, index, depth in self.library.first_hits()
            ],
            fired=self.library.fired().hex(),
        )
        checkpoint.save(self.library, kept)

    def _stand(self) -> Standing:
        """Where the search stands; a level that is done gives way to the next, if it has any states."""
        totals = self.library.totals()
        if totals.expanded == self.level_end < totals.states:
            self.depth += 1
            self.level_begin, self.level_end = self.level_end, totals.states
        return Standing(totals.states, totals.expanded, self.depth, self.level_begin, self.level_end)

    def _conclude(self, stop: _Stop | None) -> Exploration[bytes]:
        library, totals = self.library, self.library.totals()
        if self.depth >= 0:
            self._stand()
        if self.checkpoint is not None and self.is_ready and not totals.trouble:
            with suppress(DiskFull):  # what was found stands, and so does the checkpoint before
                self._save(self.checkpoint)
        parents = StoredParents(library, totals.states)
        deadlock = None
        if totals.deadlock >= 0:
            deadlock = Hit(totals.deadlock, None, self._depth_of(totals.deadlock, parents))
        lossy = self.printed.sizes.lossy
        odds = totals.states * (totals.states - 1) / 2 / 2**self.printed.sizes.hash_bits if lossy else None
        if stop is None and lossy:
            stop = "lossy"
        return Exploration(
            states=totals.states,
            transitions=totals.transitions,
            depth=self.depth,
            complete=stop is None,
            limit=None if stop == "hit" else stop,
            hits=tuple((monitor, Hit(source, index, depth)) for monitor, source, index, depth in library.first_hits()),
            deadlock=deadlock,
            tree=NativeTree(StoredStates(library, totals.states), parents, library, self.loaded, odds),
        )

    def _depth_of(self, number: int, parents: Sequence[int]) -> int:
        depth = 0
        while (number := parents[number]) >= 0:
            depth += 1
        return depth


__all__ = [
    "CheckpointError",
    "Keeping",
    "NativeError",
    "NativeUnavailable",
    "Workshop",
    "explore_native",
    "open_workshop",
]
