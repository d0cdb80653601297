"""The edge of a search: its clock and its memory gauge."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from kittens_dsl.records import dataclass

if sys.platform != "win32":
    import resource


def read_memory_bytes() -> int:
    """Return the resident bytes of this process (its peak where only that is known), 0 where nothing is known."""
    try:
        resident_pages = int(Path("/proc/self/statm").read_bytes().split()[1])
    except (OSError, IndexError, ValueError):
        return _read_peak_bytes()
    return resident_pages * os.sysconf("SC_PAGE_SIZE")


def _read_peak_bytes() -> int:
    if sys.platform == "win32":
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


@dataclass(frozen=True, slots=True)
class Gauges:
    """What a search reads of the world: a clock in seconds that never goes back, and resident memory in bytes."""

    clock: Callable[[], float] = time.monotonic
    memory: Callable[[], int] = read_memory_bytes


REAL_GAUGES = Gauges()
