"""Activities: points of the agenda at which one thing is under way, as a frame that is replaced by others of its own.

A command takes the top frame away and pushes others; the lowest of them goes on with what the top one did, the others
are what it waits for. Points that lead to each other in this way are one activity (its frames are never counted twice
while it goes on).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checker.smt.counts.commands import CountSystem, frame_of
from checker.smt.counts.linear import GLOBAL, SUM, Count
from checker.smt.counts.loops import Loop
from checker.smt.counts.paths import Frame, Point

Sum = Mapping[Count, int]


@dataclass(frozen=True, slots=True)
class Activity:
    """everybody: one counter of each of its frames, summed over players. own: by the names of saved players, theirs."""

    points: frozenset[Point]
    everybody: Sum
    own: tuple[tuple[str, Sum], ...]


def find_activities(counted: CountSystem) -> tuple[Activity, ...]:
    """The activities of a count system, in the order of its points."""
    after: dict[Point, set[Point]] = {point: set() for point in counted.points}
    for command in counted.commands:
        if command.pushed:
            after[command.top.point].add(command.pushed[0].point)
    reach = {point: _reached(point, after) for point in counted.points}
    found: dict[frozenset[Point], None] = {}
    for point in counted.points:
        found[frozenset({point} | {one for one in reach[point] if point in reach[one]})] = None
    return tuple(_describe(counted, some) for some in found)


def is_effect(counted: CountSystem, activity: Activity) -> bool:
    """Whether something is being carried out: not a window alone, nor a turn, in which players rest."""
    spots = [point.spot for point in activity.points]
    rest = any(one.sort == "location" and counted.system.locations[one.number].at_rest for one in spots)
    return not rest and any(counted.finder.how(one) != "decision" for one in spots)


def _reached(point: Point, after: Mapping[Point, set[Point]]) -> set[Point]:
    seen: set[Point] = set()
    waiting = [point]
    while waiting:
        for one in after[waiting.pop()] - seen:
            seen.add(one)
            waiting.append(one)
    return seen


def _describe(counted: CountSystem, points: frozenset[Point]) -> Activity:
    everybody: dict[Count, int] = {}
    own: dict[str, dict[Count, int]] = {}
    for point in sorted(points, key=counted.points.index):
        counts = counted.frame_counts(point)
        everybody[counts[0] if counts[0].holder == GLOBAL else counts[0]._replace(holder=SUM)] = 1
        for count, local in zip(counts, counted.finder.seat_locals(point.spot), strict=False):
            own.setdefault(local.rpartition(".")[0], {})[count] = 1
    return Activity(points, everybody, tuple(own.items()))


def loop_activities(counted: CountSystem, activities: tuple[Activity, ...]) -> Iterator[tuple[Loop, Activity]]:
    """The loops over all players that are followed, each with the activity that it is."""
    followed = {one.name for one in counted.memory}
    for loop in counted.finder.terms.memory.loops:
        for one in activities if loop.name in followed else ():
            if any(point.spot in loop.inside for point in one.points):
                yield loop, one


def touching(counted: CountSystem, activity: Activity, zone: str, kind: int) -> bool:
    """Whether a command that begins or ends in an activity changes the cards of a kind in a zone."""
    return any(
        any(count.name == zone and count.kind == kind for count, _ in command.updates)
        and any(frame.point in activity.points for frame in (command.top, *command.pushed))
        for command in counted.commands
    )


def started_together(counted: CountSystem) -> dict[tuple[Count, Point], set[bool]]:
    """For a frame's counter and the point of a frame above it: whether commands push them for the same player."""
    found: dict[tuple[Count, Point], set[bool]] = {}
    for command in counted.commands:
        for index, lower in enumerate(command.pushed):
            for upper in command.pushed[index + 1 :]:
                for count, seat in _seats(counted, lower):
                    for _, other in _seats(counted, upper):
                        found.setdefault((count, upper.point), set()).add(seat == other)
    return found


def _seats(counted: CountSystem, frame: Frame) -> Iterator[tuple[Count, int]]:
    for count in frame_of(counted.finder, frame):
        if count.holder >= 0:
            yield count._replace(holder=0), count.holder
