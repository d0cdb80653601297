"""How far a search may go, and which limit stopped it."""

from typing import Literal, TypeAlias

from kittens_dsl.records import dataclass

Limit: TypeAlias = Literal["states", "depth", "time", "memory", "disk", "lossy", "interrupt"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of one search; None is no limit. ValueError for a limit that no search could respect.

    max_depth is in labels from a start state, max_states in stored states, max_seconds in seconds of the clock the
    search is given, max_memory_bytes in resident bytes of the whole process.
    """

    max_depth: int | None = None
    max_states: int | None = None
    max_seconds: float | None = None
    max_memory_bytes: int | None = None

    def __post_init__(self) -> None:
        """Refuse limits below what any search needs."""
        if self.max_depth is not None and self.max_depth < 0:
            raise ValueError(f"max_depth is at least 0, not {self.max_depth}")
        if self.max_states is not None and self.max_states < 1:
            raise ValueError(f"max_states is at least 1, not {self.max_states}")
        if self.max_seconds is not None and not self.max_seconds >= 0:
            raise ValueError(f"max_seconds is at least 0, not {self.max_seconds}")
        if self.max_memory_bytes is not None and self.max_memory_bytes < 1:
            raise ValueError(f"max_memory_bytes is at least 1, not {self.max_memory_bytes}")
