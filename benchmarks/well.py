"""The native explorer as it is measured: every unit compiled well before the search, none quickly for a trial."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from checker.model import Bounds, Exploration, Progress
from checker.native import explore_native, open_workshop
from checker.system.system import System


def explore_well(
    system: System,
    starts: Sequence[tuple[bytes, int]],
    bounds: Bounds | None = None,
    report: Callable[[Progress], None] | None = None,
    *,
    threads: int = 1,
) -> Exploration[bytes]:
    """As `explore_native`."""
    workshop = replace(open_workshop(), trial=0)
    return explore_native(system, starts, bounds or Bounds(), report, workshop=workshop, threads=threads)
