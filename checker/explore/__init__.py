"""Search over any model: breadth first, weighted, for endless plays, by sampling; traces rebuilt and replayed."""

from checker.explore.gauges import REAL_GAUGES, Gauges
from checker.explore.liveness import Ending, LassoSearch, check_every_play_ends, find_lasso, replay_lasso
from checker.explore.sample import Sample, sample_plays, walk_play
from checker.explore.search import explore
from checker.explore.trace import ReplayError, follow_labels, rebuild_trace, rebuild_trace_to, replay_trace
from checker.explore.weighted import WeightedExploration, explore_weighted

__all__ = [
    "REAL_GAUGES",
    "Ending",
    "Gauges",
    "LassoSearch",
    "ReplayError",
    "Sample",
    "WeightedExploration",
    "check_every_play_ends",
    "explore",
    "explore_weighted",
    "find_lasso",
    "follow_labels",
    "rebuild_trace",
    "rebuild_trace_to",
    "replay_lasso",
    "replay_trace",
    "sample_plays",
    "walk_play",
]
