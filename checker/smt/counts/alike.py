"""Points of the agenda that no count tells apart: one stands for all of them, with its commands.

The coarsest partition in which points of one class have the same paths to the same classes (R. Paige and R. Tarjan,
Three Partition Refinement Algorithms, SIAM Journal on Computing 16(6), 1987, by plain iteration). What a window is for,
say, is no difference while it is open.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from checker.smt.counts.paths import Frame, Path, PathFinder, Point


def find_alike(finder: PathFinder, found: Mapping[Point, Sequence[Path]]) -> dict[Point, Point]:
    """For each point the one that stands for it: the first of its class in the order given."""
    number = _number({point: _kind(finder, point) for point in found})
    while True:
        signs = {point: (number[point], _sign(number, found[point])) for point in found}
        finer = _number(signs)
        if len(set(finer.values())) == len(set(number.values())):
            break
        number = finer
    first: dict[int, Point] = {}
    return {point: first.setdefault(number[point], point) for point in found}


def stand_in(finder: PathFinder, alike: Mapping[Point, Point], frame: Frame) -> Frame:
    """A frame as one of the point that stands for its own."""
    point = alike.get(frame.point, frame.point)
    names = finder.seat_locals(point.spot)
    return Frame(point, tuple((name, actor) for name, (_, actor) in zip(names, frame.seats, strict=True)))


def rename(finder: PathFinder, alike: Mapping[Point, Point], path: Path) -> Path:
    """A path between the points that stand for its own."""
    assert path.top is not None
    pushed = tuple(stand_in(finder, alike, one) for one in path.pushed)
    return replace(path, top=stand_in(finder, alike, path.top), pushed=pushed)


def _kind(finder: PathFinder, point: Point) -> Hashable:
    spot = point.spot
    rest = spot.sort == "location" and finder.system.locations[spot.number].at_rest
    return (finder.how(spot), rest, len(finder.seat_locals(spot)))


def _sign(number: Mapping[Point, int], paths: Sequence[Path]) -> frozenset[Hashable]:
    """What can follow at a point, up to the classes of the points that it leads to; at which fault is no matter."""
    return frozenset(
        (
            () if path.top is None else tuple(actor for _, actor in path.top.seats),
            path.actors,
            path.guard,
            path.values,
            tuple((number[one.point], tuple(actor for _, actor in one.seats)) for one in path.pushed),
            path.ending,
            path.everyone,
        )
        for path in paths
    )


def _number(signs: Mapping[Point, Hashable]) -> dict[Point, int]:
    seen: dict[Hashable, int] = {}
    return {point: seen.setdefault(sign, len(seen)) for point, sign in signs.items()}
