"""`count_system`: a System as linear guarded commands over counts of classes of kinds, fields and frames.

compilation.md section 8. Nothing of the game is known here: zones, fields, frames and guards are the System's own. No
solver is imported, so that a certificate is checked against commands that are derived again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import islice

from checker.smt.agenda import Agenda, find_agenda
from checker.smt.alike import Alike
from checker.smt.evaluate import STOPPED, WON, NotCounted, Terms
from checker.smt.linear import GLOBAL, SUM, Count, Linear, number, total, variable
from checker.smt.paths import CutNeeded, Frame, Path, PathFinder, Point
from checker.smt.project import project
from checker.smt.sorts import find_sorts
from checker.system.system import System

MOST_PATHS = 20_000


@dataclass(frozen=True, slots=True)
class Command:
    """`guard` (each at least 0) and simultaneous update, over the counts of `actors` players, sums and the table.

    drops_agenda: every frame counter becomes 0 beside. examples: labels of the paths that it stands for. fired: the
    coverage points that any of them passes.
    """

    name: str
    top: Frame
    actors: int
    guard: tuple[Linear, ...]
    updates: tuple[tuple[Count, Linear], ...]
    pushed: tuple[Frame, ...]
    ending: str
    fault: int | None
    drops_agenda: bool
    paths: int
    unseen: frozenset[str]
    examples: tuple[str, ...]
    fired: frozenset[int] = field(compare=False, default=frozenset())


@dataclass(frozen=True, slots=True)
class CountSystem:
    """All commands of one System.

    classes: the class of each kind. points: every kind of frame that occurs. cuts: names of blocks at which paths end.
    """

    system: System
    finder: PathFinder
    agenda: Agenda
    class_names: tuple[str, ...]
    points: tuple[Point, ...]
    commands: tuple[Command, ...]
    paths: int
    cuts: tuple[str, ...]

    @property
    def classes(self) -> tuple[int, ...]:
        """The class of each kind."""
        return self.finder.classes

    @property
    def unseen(self) -> tuple[str, ...]:
        """Atoms that were not looked at: both branches are allowed."""
        return tuple(sorted(frozenset[str]().union(*(one.unseen for one in self.commands))))

    def frame_counts(self, point: Point) -> tuple[Count, ...]:
        """The counters of a kind of frame: one for each saved player (per player), or one for the table."""
        return frame_counts(self.finder, point)


def frame_counts(finder: PathFinder, point: Point) -> tuple[Count, ...]:
    """The counters of a kind of frame; those of players have holder 0."""
    locals_ = finder.seat_locals(point.spot)
    name = f"frame {finder.describe(point)}"
    if not locals_:
        return (Count(name),)
    return tuple(Count(f"{name} of {local.split('.')[0]}", 0) for local in locals_)


def make_classes(system: System, single: Iterable[int]) -> tuple[int, ...]:
    """Kinds that stand alone, and one class for all the others."""
    alone = sorted(set(single))
    return tuple(alone.index(kind) if kind in alone else len(alone) for kind in range(len(system.kinds)))


def default_tracked(system: System) -> frozenset[str]:
    """Zones and who is in the game."""
    zones = {array.name for array in system.arrays if array.name.startswith("zone ")}
    return frozenset(zones | {"in the game"})


def make_finder(
    system: System,
    classes: tuple[int, ...],
    tracked: frozenset[str],
    *,
    cuts: frozenset[int] = frozenset(),
    seats: bool = False,
    limit: int = 3,
) -> PathFinder:
    """The enumerator of paths for a choice of classes and fields."""
    dimensions = {array.name: len(array.dimensions) for array in system.arrays}
    most = {array.name: array.most for array in system.arrays if not array.name.startswith("zone ")}
    most |= {WON.name: 1, STOPPED.name: 1}
    counted = tracked | default_tracked(system)  # never less: reading a field that is not written is not sound
    sorts = find_sorts(system)
    terms = Terms(sorts, system.table.players, dimensions, most, counted, seats, limit)
    return PathFinder(system, terms, classes, cuts, Alike(system, sorts, classes))


def enumerate_points(finder: PathFinder) -> tuple[PathFinder, dict[Point, list[Path]]]:
    """Every point that play can come to, with its paths; cut blocks are found on the way."""
    while True:
        try:
            found: dict[Point, list[Path]] = {}
            number = 0
            waiting = [frame.point for path in finder.setup() for frame in path.pushed]
            while waiting:
                point = waiting.pop()
                if point in found:
                    continue
                found[point] = list(islice(finder.paths(point), MOST_PATHS + 1))
                number += len(found[point])
                if number > MOST_PATHS:
                    raise NotCounted(f"there are more than {MOST_PATHS:,} paths through the rules")
                waiting += [frame.point for path in found[point] for frame in path.pushed]
            return finder, found
        except CutNeeded as cut:
            finder = replace(finder, cuts=finder.cuts | {cut.block})


def count_system(
    system: System,
    *,
    single: Iterable[int] = (),
    tracked: frozenset[str] | None = None,
    limit: int = 3,
) -> CountSystem:
    """The commands of a System. `single`: kinds that are classes of their own. `tracked`: fields that are counted."""
    classes = make_classes(system, single)
    finder = make_finder(system, classes, default_tracked(system) if tracked is None else tracked, limit=limit)
    finder, found = enumerate_points(finder)
    agenda = find_agenda(system, finder.cuts)
    merged: dict[object, list[Path]] = {}
    for point in sorted(found):
        for path in found[point]:
            guard, updates = project(path, classes)
            key = (path.top, path.actors, guard, updates, path.pushed, path.ending, path.fault)
            merged.setdefault(key, []).append(path)
    commands: list[Command] = []
    for index, paths in enumerate(merged.values()):
        guard, updates = project(paths[0], classes)
        commands.append(_finish(finder, f"{index} {paths[0].label}", guard, updates, paths))
    names = [
        [kind for kind, one in zip(system.kinds, classes, strict=True) if one == number_] for number_ in set(classes)
    ]
    return CountSystem(
        system,
        finder,
        agenda,
        tuple(one[0] if len(one) == 1 else "other cards" for one in names),
        tuple(sorted(found)),
        tuple(commands),
        sum(len(paths) for paths in found.values()),
        tuple(system.blocks[block].name for block in sorted(finder.cuts)),
    )


def _finish(
    finder: PathFinder,
    name: str,
    guard: tuple[Linear, ...],
    updates: tuple[tuple[Count, Linear], ...],
    paths: list[Path],
) -> Command:
    path = paths[0]
    assert path.top is not None
    changed = dict(updates)
    over = path.ending in ("won", "stopped")
    if not over:
        for frame, change in ((path.top, -1), *((frame, 1) for frame in path.pushed)):
            for count in frame_of(finder, frame):
                changed[count] = changed.get(count, variable(count)).add(change)
    least = [variable(count).add(-1) for count in frame_of(finder, path.top)]
    return Command(
        name,
        path.top,
        path.actors,
        (*least, *guard),
        tuple(sorted((count, value) for count, value in changed.items() if value != variable(count))),
        path.pushed,
        path.ending,
        path.fault,
        over,
        len(paths),
        frozenset[str]().union(*(one.unseen for one in paths)),
        tuple(dict.fromkeys(one.label for one in paths))[:4],
        frozenset(number for one in paths for number in one.fired),
    )


def frame_of(finder: PathFinder, frame: Frame) -> tuple[Count, ...]:
    """The counters that one frame adds to."""
    counts = frame_counts(finder, frame.point)
    if not frame.seats:
        return counts
    return tuple(count._replace(holder=seat) for count, (_, seat) in zip(counts, frame.seats, strict=True))


def agenda_rows(counted: CountSystem, top: Frame, wanted: frozenset[str]) -> list[tuple[str, Linear]]:
    """What the agenda says with a frame on top: expressions that are 0, for the counters whose names are wanted.

    A frame that cannot lie below the top one is not there; the top one is the only one of its kind unless it can lie
    below itself.
    """
    rows: list[tuple[str, Linear]] = []
    for point in counted.points:
        if not any(count.name in wanted for count in counted.frame_counts(point)):
            continue
        if counted.agenda.may_lie_under(point.spot, top.point.spot):
            continue
        for one in counted.frame_counts(point):
            if one.name in wanted:
                sums = variable(one if one.holder == GLOBAL else one._replace(holder=SUM))
                rows.append((f"agenda {one.name}", sums.add(-1 if point == top.point else 0)))
    return rows


def is_agenda(count: Count) -> bool:
    """Whether a count belongs to the agenda."""
    return count.name.startswith("frame ")


def post_values(command: Command, counts: Iterable[Count]) -> dict[Count, Linear]:
    """The counts after a command, for those of `counts` that change: the table's, the actors' and the sums."""
    updates = dict(command.updates)
    found: dict[Count, Linear] = {}
    for count in counts:
        if command.drops_agenda and is_agenda(count):
            found[count] = number(0)
        elif count.holder == SUM:
            parts = {
                one: value.plus(variable(one), -1)
                for one, value in updates.items()
                if one.name == count.name and one.kind == count.kind and one.holder >= 0
            }
            change = total(parts.values())
            if change != number(0):
                found[count] = variable(count).plus(change)
        elif count in updates:
            found[count] = updates[count]
    return found
