"""`count_system`: a System as linear guarded commands over counts of classes of kinds, fields and frames.

compilation.md section 8. Nothing of the game is known here: zones, fields, frames and guards are the System's own. No
solver is imported, so that a certificate is checked against commands that are derived again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from checker.smt.counts.alike import find_alike, rename, stand_in
from checker.smt.counts.evaluate import STOPPED, WON, Terms
from checker.smt.counts.groups import Groups
from checker.smt.counts.linear import GLOBAL, SUM, Count, Linear, number, total, variable
from checker.smt.counts.loops import Memory, find_memory
from checker.smt.counts.paths import Frame, Path, PathFinder, Point, name_class
from checker.smt.counts.refused import Lasting, NotCounted
from checker.smt.counts.sums import Summer
from checker.smt.counts.walk import CutNeeded, Cuts
from checker.smt.shape.agenda import Agenda, Spot, find_agenda
from checker.smt.shape.momentary import list_momentary
from checker.smt.shape.relevance import find_relevant
from checker.smt.shape.rounds import find_rounds
from checker.smt.shape.sorts import find_sorts
from checker.system.system import Array, System

MOST_PATHS = 20_000


@dataclass(frozen=True, slots=True)
class Command:
    """`guard` (each at least 0) and simultaneous update, over the counts of `actors` players, sums and the table.

    everyone: counts of players that are 1 for each (but for so many who act, of whom the guard says it), and become 0.
    decided: whether somebody decides, at its top or on the way. drops_agenda: every frame counter becomes 0 beside.
    examples: labels of the paths that it stands for. fired: the coverage points that any of them passes.
    """

    name: str
    top: Frame
    actors: int
    guard: tuple[Linear, ...]
    updates: tuple[tuple[Count, Linear], ...]
    pushed: tuple[Frame, ...]
    ending: str
    faults: frozenset[int]
    drops_agenda: bool
    decided: bool
    paths: int
    unseen: frozenset[str]
    examples: tuple[str, ...]
    everyone: tuple[tuple[str, int], ...] = ()
    fired: frozenset[int] = field(compare=False, default=frozenset())


@dataclass(frozen=True, slots=True)
class CountSystem:
    """All commands of one System.

    classes: the class of each kind. alike: the point that stands for each. points: those that stand for some, with the
    spots that they stand for. visits: from a point to a decision that is
    no point; the play goes on from there, so they are no steps, but what always holds, holds there. cuts: names of
    blocks and decisions at which paths end because they come round again.
    """

    system: System
    finder: PathFinder
    agenda: Agenda
    alike: Mapping[Point, Point]
    spots: Mapping[Point, frozenset[Spot]]
    class_names: tuple[str, ...]
    points: tuple[Point, ...]
    commands: tuple[Command, ...]
    visits: tuple[Command, ...]
    paths: int
    cuts: tuple[str, ...]
    known_agendas: dict[Point, dict[str, Linear]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def classes(self) -> tuple[int, ...]:
        """The class of each kind."""
        return self.finder.classes

    @property
    def unseen(self) -> tuple[str, ...]:
        """Atoms that were not looked at: both branches are allowed."""
        return tuple(sorted(frozenset[str]().union(*(one.unseen for one in self.commands))))

    @property
    def memory(self) -> tuple[Count, ...]:
        """What frames remember, of the player 0 where it is each player's."""
        memory = self.finder.terms.memory
        used = {count.name for command in self.commands for count, _ in command.updates}
        used |= {count.name for command in self.commands for linear in command.guard for count, _ in linear.terms}
        return tuple(one for one in memory.counts() if one.name in used)

    @property
    def arrays(self) -> list[Array]:
        """The fields that are counted."""
        return counted_arrays(self.system, self.finder.terms.tracked, self.finder.terms.groups)

    def may_lie_under(self, lower: Point, upper: Point) -> bool:
        """Whether a frame that one point stands for can be below a frame that another stands for."""
        return any(self.agenda.may_lie_under(one, other) for one in self.spots[lower] for other in self.spots[upper])

    def stand_in(self, frame: Frame) -> Frame:
        """A frame as one of the point that stands for its own."""
        return stand_in(self.finder, self.alike, frame)

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
    """Kinds that stand alone, and one class for all the others; a single one that is left stands alone as well.

    So the classes are known from which kinds stand alone in them, which is what a certificate says.
    """
    alone = sorted(set(single))
    if len(alone) == len(system.kinds) - 1:
        alone = list(range(len(system.kinds)))
    return tuple(alone.index(kind) if kind in alone else len(alone) for kind in range(len(system.kinds)))


def default_tracked(system: System) -> frozenset[str]:
    """Zones and who is in the game."""
    zones = {array.name for array in system.arrays if array.name.startswith("zone ")}
    return frozenset(zones | {"in the game"})


def counted_arrays(system: System, tracked: frozenset[str], groups: Groups) -> list[Array]:
    """The fields that are counted, a zone together with those that are part of it."""
    return [one for one in system.arrays if one.name in tracked and groups.whole(one.name) == one.name]


def _make_groups(system: System, classes: tuple[int, ...]) -> Groups:
    """Kinds by their classes, and each zone with the zones that are part of it."""
    wholes = {f"zone {one.name}": f"zone {one.within}" for one in system.rules.zones if one.is_part}
    zones = {whole: 1 + list(wholes.values()).count(whole) for whole in wholes.values()}
    return Groups(classes, wholes, zones, tuple(classes.count(one) for one in range(len(set(classes)))))


def make_finder(
    system: System,
    classes: tuple[int, ...],
    tracked: frozenset[str],
    *,
    cuts: Cuts | None = None,
    seats: bool = False,
    limit: int = 3,
    remember: bool = False,
    momentary: frozenset[str] = frozenset(),
) -> PathFinder:
    """The enumerator of paths for a choice of classes and fields."""
    dimensions = {array.name: len(array.dimensions) for array in system.arrays}
    most = {array.name: array.most for array in system.arrays if not array.name.startswith("zone ")}
    most |= {WON.name: 1, STOPPED.name: 1}
    counted = tracked | default_tracked(system)  # never less: reading a field that is not written is not sound
    groups = _make_groups(system, classes)
    sorts, relevant = find_sorts(system), find_relevant(system, counted | momentary)
    terms = Terms(
        sorts,
        system.table.players,
        dimensions,
        most,
        counted,
        groups,
        Summer(groups, system.table.players),
        relevant,
        seats,
        limit,
        find_memory(system, sorts, relevant, counted) if remember else Memory(),
        momentary,
    )
    return PathFinder(system, terms, Cuts() if cuts is None else cuts, classes)


def enumerate_points(finder: PathFinder) -> tuple[PathFinder, dict[Point, list[Path]]]:
    """Every point that play can come to, with its paths; cuts are found on the way."""
    found: dict[Point, tuple[list[Path], frozenset[Spot]]] = {}
    while True:
        reached: dict[Point, list[Path]] = {}
        try:
            waiting = [frame.point for path in finder.setup() for frame in path.pushed]
            while waiting:
                point = waiting.pop()
                if point in reached:
                    continue
                if point not in found:
                    found[point] = finder.walk_from(point)
                reached[point] = found[point][0]
                if sum(map(len, reached.values())) > MOST_PATHS:
                    raise NotCounted(f"there are more than {MOST_PATHS:,} paths through the rules")
                waiting += [frame.point for path in reached[point] for frame in path.pushed]
            return finder, reached
        except CutNeeded as cut:
            finder = replace(finder, cuts=replace(finder.cuts, spots=finder.cuts.spots | {cut.spot}))
            loops = [one.inside for one in finder.terms.memory.loops if cut.spot in one.inside]
            changed = frozenset({cut.spot}).union(*loops)
            found = {point: one for point, one in found.items() if not changed & one[1]}


def _enumerate_with(
    make: Callable[..., PathFinder], momentary: frozenset[str]
) -> tuple[PathFinder, dict[Point, list[Path]]]:
    """All points and paths, with those of some statuses followed that are off wherever paths end."""
    try:
        return enumerate_points(make(momentary=momentary))
    except Lasting as lasting:
        return _enumerate_with(make, momentary - {lasting.status})


def count_system(
    system: System,
    *,
    single: Iterable[int] = (),
    tracked: frozenset[str] | None = None,
    limit: int = 3,
    cuts: Cuts | None = None,
    remember: bool = False,
) -> CountSystem:
    """The commands of a System. `single`: kinds that are classes of their own. `tracked`: fields that are counted.

    remember: whether it is counted too what frames remember (see loops).
    """
    classes = make_classes(system, single)
    if cuts is None:
        cuts = Cuts(find_rounds(system), everywhere=False)
    chosen = default_tracked(system) if tracked is None else tracked
    make = partial(make_finder, system, classes, chosen, limit=limit, cuts=cuts, remember=remember)
    finder, found = _enumerate_with(make, list_momentary(system) - chosen)
    agenda = find_agenda(system, frozenset(one.number for one in finder.cuts.spots if one.sort == "block"))
    alike = find_alike(finder, {point: found[point] for point in _in_order(found)})
    merged: dict[object, list[Path]] = {}
    for point in alike:
        for one in found[point]:
            path = rename(finder, alike, one)
            key = (path.top, path.actors, path.guard, path.values, path.pushed, path.ending, path.everyone)
            merged.setdefault(key, []).append(path)
    spots: dict[Point, frozenset[Spot]] = {}
    for point, first in alike.items():
        spots[first] = spots.get(first, frozenset()) | {point.spot}
    commands = [_finish(finder, f"{index} {paths[0].labels[0]}", paths) for index, paths in enumerate(merged.values())]
    return CountSystem(
        system,
        finder,
        agenda,
        alike,
        spots,
        tuple(name_class(system, finder.terms.groups, one) for one in range(len(set(classes)))),
        tuple(spots),
        tuple(one for one in commands if one.ending != "seen"),
        tuple(one for one in commands if one.ending == "seen"),
        sum(len(paths) for paths in found.values()),
        tuple(_name_spot(system, spot) for spot in sorted(finder.cuts.spots)),
    )


def _in_order(points: Iterable[Point]) -> list[Point]:
    return sorted(points, key=lambda one: (one.spot, [(-1 if value is None else value) for _, value in one.values]))


def _name_spot(system: System, spot: Spot) -> str:
    return (system.locations if spot.sort == "location" else system.blocks)[spot.number].name


def _finish(finder: PathFinder, name: str, paths: list[Path]) -> Command:
    path = paths[0]
    assert path.top is not None
    changed = dict(path.values)
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
        (*least, *path.guard),
        tuple(sorted((count, value) for count, value in changed.items() if value != variable(count))),
        path.pushed,
        path.ending,
        frozenset(one.fault for one in paths if one.fault is not None),
        over,
        finder.how(path.top.point.spot) == "decision" or any(one.decided for one in paths),
        len(paths),
        frozenset[str]().union(*(one.unseen for one in paths)),
        tuple(dict.fromkeys(label for one in paths for label in one.labels))[:4],
        path.everyone,
        frozenset[int]().union(*(one.fired for one in paths)),
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
    rows = counted.known_agendas.get(top.point)
    if rows is None:
        rows = counted.known_agendas[top.point] = dict(_agenda_rows(counted, top.point))
    return [(f"agenda {name}", row) for name, row in rows.items() if name in wanted]


def _agenda_rows(counted: CountSystem, top: Point) -> Iterator[tuple[str, Linear]]:
    for point in counted.points:
        if not counted.may_lie_under(point, top):
            for one in counted.frame_counts(point):
                sums = variable(one if one.holder == GLOBAL else one._replace(holder=SUM))
                yield one.name, sums.add(-1 if point == top else 0)


def is_agenda(count: Count) -> bool:
    """Whether a count belongs to the agenda."""
    return count.name.startswith("frame ")


def post_values(command: Command, counts: Iterable[Count]) -> dict[Count, Linear]:
    """The counts after a command, for those of `counts` that change: the table's, the actors' and the sums."""
    updates = dict(command.updates)
    forgotten = {name for name, _ in command.everyone}
    found: dict[Count, Linear] = {}
    for count in counts:
        if command.drops_agenda and is_agenda(count):
            found[count] = number(0)
        elif count.name in forgotten and count.holder == SUM:
            found[count] = total(value for one, value in updates.items() if one.name == count.name)
        elif count.name in forgotten:
            found[count] = updates.get(count, number(0))
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
