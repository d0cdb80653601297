"""Between the chunks of a search: how large the next one is, whether a limit is reached, what is reported."""

from collections.abc import Callable

from checker.explore.gauges import Gauges
from checker.model import Bounds, Limit, Progress
from kittens_dsl.records import dataclass, field

_SHORTEST_CHUNK_SECONDS, _LONGEST_CHUNK_SECONDS = 0.05, 0.2
_SECONDS_BETWEEN_REPORTS = 1.0


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a search stands: states stored and expanded, and the level that is being expanded, as numbers of states."""

    states: int
    expanded: int
    depth: int
    level_begin: int
    level_end: int

    @property
    def queue(self) -> int:
        """States that wait to be expanded."""
        return self.states - self.expanded

    @property
    def expected_states(self) -> int:
        """How many states there will be when this level is done, if it goes on as it has gone."""
        done = self.expanded - self.level_begin
        if done <= 0:
            return self.states
        return self.states + (self.states - self.level_end) * (self.level_end - self.expanded) // done


@dataclass(slots=True)
class Pace:
    """Limits are looked at some ten times a second, reports come once a second."""

    bounds: Bounds
    gauges: Gauges
    report: Callable[[Progress], None] | None
    largest_chunk: int
    chunk: int = 1
    _began: float = field(init=False)
    _checked: float = field(init=False)
    _reported: float = field(init=False)
    _reported_states: int = 0
    _memory_before: int = 0

    def __post_init__(self) -> None:
        """Start the clock; the memory of now is not the search's."""
        self._began = self._checked = self._reported = self.gauges.clock()
        self._memory_before = self.gauges.memory() if self.report is not None else 0

    def look(self, standing: Standing, expanded: int) -> Limit | None:
        """What stops the search after a chunk of so many states, if anything does."""
        now, bounds = self.gauges.clock(), self.bounds
        if now - self._checked > _LONGEST_CHUNK_SECONDS:
            self.chunk = max(self.chunk // 2, 1)
        elif now - self._checked < _SHORTEST_CHUNK_SECONDS and expanded == self.chunk:
            self.chunk = min(self.chunk * 2, self.largest_chunk)
        self._checked = now
        if standing.queue and bounds.max_seconds is not None and now - self._began >= bounds.max_seconds:
            return "time"
        most = bounds.max_memory_bytes
        if standing.queue and most is not None and self.gauges.memory() >= most:
            return "memory"
        if self.report is not None and now - self._reported >= _SECONDS_BETWEEN_REPORTS:
            self.report(self._progress(standing, now))
            self._reported, self._reported_states = now, standing.states
        return None

    def _progress(self, standing: Standing, now: float) -> Progress:
        memory = self.gauges.memory()
        size = max(0, memory - self._memory_before) / max(1, standing.states)
        return Progress(
            states=standing.states,
            rate=(standing.states - self._reported_states) / (now - self._reported),
            depth=standing.depth,
            queue=standing.queue,
            memory_bytes=memory,
            elapsed=now - self._began,
            state_bytes=size,
            expected_states=standing.expected_states,
            expected_bytes=memory + round(size * (standing.expected_states - standing.states)),
        )
