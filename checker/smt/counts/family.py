"""One count system for any number of players: derived for several numbers, found equal up to constants affine in them.

The step commands name players as they act, so that they are the same for every number but for constants (the number of
players itself); the start state is read off setup for each number. What does not fit an affine form is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from checker.smt.counts.commands import Command, CountSystem, count_system, frame_counts, frame_of
from checker.smt.counts.evaluate import STOPPED, WON
from checker.smt.counts.holders import astray
from checker.smt.counts.linear import (
    GLOBAL,
    NO_KIND,
    PLAYERS,
    SUM,
    Constraint,
    Count,
    Linear,
    Terms,
    make_linear,
    number,
    total,
    variable,
)
from checker.smt.counts.paths import Frame, Path
from checker.smt.counts.refused import NotCounted
from checker.smt.counts.run import Run
from checker.system.lower_terms import LIVING
from checker.system.system import Monitor, System

Build = Callable[[int], System]
SAMPLES = (4, 5, 6)
PRINTED = "printed once: "


class NotUniform(NotCounted):
    """Systems for different numbers of players differ in more than constants; the words say where."""


@dataclass(frozen=True, slots=True)
class Start:
    """One way through setup. views: for each kind of player ("" or " of the starter") the values of all counts.

    premises: at least 0 each. players: the number of players, or None for every number from `least` on.
    printed: that a kind which is told apart and printed once is there once at most, by the name of the kind.
    """

    name: str
    players: int | None
    least: int
    premises: tuple[Linear, ...]
    views: tuple[tuple[str, Mapping[Count, Linear]], ...]
    printed: tuple[tuple[str, Linear], ...] = ()

    def rows(self) -> dict[str, Constraint]:
        """What is known of this way through setup."""
        rows = {f"setup {index}": Constraint(linear) for index, linear in enumerate(self.premises)}
        return rows | {f"{PRINTED}{kind}": Constraint(linear) for kind, linear in self.printed}


@dataclass(frozen=True, slots=True)
class Hit:
    """One way in which a property fails: a guard over counts, with a frame on top (None: at any point)."""

    name: str
    top: Frame | None
    actors: int
    guard: tuple[Linear, ...]
    unseen: frozenset[str]


@dataclass(frozen=True, slots=True)
class Family:
    """The commands for any number of players, the count systems they were derived from, and the starts."""

    counted: CountSystem
    members: tuple[tuple[int, CountSystem], ...]
    starts: tuple[Start, ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """The Systems of one specification and their count systems, each made once for all that ask."""

    build: Build
    systems: dict[int, System] = field(default_factory=dict, compare=False)
    families: dict[Hashable, Family] = field(default_factory=dict, compare=False)

    def system(self, players: int) -> System:
        """The System for a number of players."""
        if players not in self.systems:
            self.systems[players] = self.build(players)
        return self.systems[players]

    def family(self, single: Iterable[int], tracked: frozenset[str], players: int | None = None) -> Family:
        """The count systems for some choice of classes and fields, for any number of players or for one."""
        key = (tuple(single), tracked, players)
        if key not in self.families:
            numbers = None if players is None else (players,)
            self.families[key] = count_family(self.system, single=key[0], tracked=tracked, players=numbers)
        return self.families[key]


def make_counting(build: Build | Counting) -> Counting:
    """What makes Systems, as what makes each once."""
    return build if isinstance(build, Counting) else Counting(build)


def count_family(
    build: Build,
    *,
    single: Iterable[int] = (),
    tracked: frozenset[str] | None = None,
    players: tuple[int, ...] | None = None,
) -> Family:
    """The count systems for 2, 3 and the sample numbers (or for the given ones) as one. NotUniform if they differ."""
    numbers = (2, 3, *SAMPLES) if players is None else players
    kinds = tuple(single)
    members = tuple((one, count_system(build(one), single=kinds, tracked=tracked, remember=True)) for one in numbers)
    commands = _lift_commands(members)
    starts = [start for one, counted in members for start in fixed_starts(one, counted)]
    if players is None:
        starts = [start for start in starts if start.players is not None and start.players < SAMPLES[0]]
        starts += lift_starts([(one, counted) for one, counted in members if one in SAMPLES])
    return Family(replace(members[-1][1], commands=commands), members, tuple(starts))


# ---- constants that depend on the number of players
def _lift_linear(samples: list[tuple[int, Linear]], words: str) -> Linear:
    first_players, first = samples[0]
    if any(linear.terms != first.terms for _, linear in samples):
        raise NotUniform(f"the commands differ with the number of players: {words}")
    if len(samples) == 1:
        return first
    last_players, last = samples[-1]
    slope, remainder = divmod(last.constant - first.constant, last_players - first_players)
    if remainder or any(
        linear.constant != first.constant + slope * (players - first_players) for players, linear in samples
    ):
        raise NotUniform(f"the commands differ with the number of players: {words}")
    return first.plus(variable(PLAYERS), slope).add(-slope * first_players)


def _lift_guard(samples: list[tuple[int, tuple[Linear, ...]]], words: str) -> tuple[Linear, ...]:
    if len({len(guard) for _, guard in samples}) != 1:
        raise NotUniform(f"the commands differ with the number of players: {words}")
    return tuple(
        _lift_linear([(players, guard[index]) for players, guard in samples], words)
        for index in range(len(samples[0][1]))
    )


def _lift_commands(members: tuple[tuple[int, CountSystem], ...]) -> tuple[Command, ...]:
    """The commands with constants affine in the number of players; frames are named as in the last member."""
    last = members[-1][1].commands
    lists = [(players, counted.commands) for players, counted in members]
    if all(commands == last for _, commands in lists):
        return last
    if len({len(commands) for _, commands in lists}) != 1:
        raise NotUniform("the numbers of commands differ")
    lifted: list[Command] = []
    for index, command in enumerate(last):
        some = [(players, commands[index]) for players, commands in lists]
        words = f"command {command.name}"
        if any(_shape(one) != _shape(command) for _, one in some):
            raise NotUniform(f"the commands differ with the number of players: {words}")
        updates = tuple(
            (count, _lift_linear([(players, one.updates[number_][1]) for players, one in some], words))
            for number_, (count, _) in enumerate(command.updates)
        )
        guard = _lift_guard([(players, one.guard) for players, one in some], words)
        lifted.append(replace(command, guard=guard, updates=updates))
    return tuple(lifted)


def _shape(command: Command) -> Hashable:
    """What must be the same for every number of players; locals go by their names, without their instances."""
    frames = tuple(
        (
            frame.point.spot,
            tuple((local.rpartition(".")[0], value) for local, value in frame.point.values),
            tuple((local.rpartition(".")[0], actor) for local, actor in frame.seats),
        )
        for frame in (command.top, *command.pushed)
    )
    counts = tuple(count for count, _ in command.updates)
    return (frames, command.actors, command.ending, command.everyone, counts)


# ---- properties
def property_hits(family: Family, find: Callable[[System], Monitor]) -> tuple[Hit, ...]:
    """Every way in which a property can fail, for any number of players."""
    samples = [(players, tuple(hits_of(counted, find(counted.system)))) for players, counted in family.members]
    if len({len(hits) for _, hits in samples}) != 1:
        raise NotUniform("the property")
    return tuple(
        replace(hit, guard=_lift_guard([(players, hits[index].guard) for players, hits in samples], hit.name))
        for index, hit in enumerate(samples[-1][1])
    )


def hits_of(counted: CountSystem, monitor: Monitor) -> Iterable[Hit]:
    """Every way in which a property of one System can fail."""
    finder = counted.finder
    anywhere = replace(finder.terms, momentary=frozenset())  # what is off where paths end may be on elsewhere
    rest = [point for point in counted.points if point.spot.sort == "location"]
    rest = [point for point in rest if counted.system.locations[point.spot.number].at_rest]
    index = 0
    for point in rest if monitor.at_rest else [None]:
        for run in [Run({})] if point is None else finder.starts(point):
            top: Frame | None = None
            least: list[Linear] = []
            if point is not None:
                top = Frame(
                    point,
                    tuple((one, _seat(finder.terms.seat(run.locals[one]))) for one in finder.seat_locals(point.spot)),
                )
                least = [variable(count).add(-1) for count in frame_of(finder, top)]
            for way in (anywhere if point is None else finder.terms).split(monitor.test, run):
                guard = [Linear(terms, constant) for terms, constant in sorted(way.guard.items())]
                yield Hit(f"fails {index}", top, way.actors, (*least, *guard), way.unseen)
                index += 1


def _seat(seat: int | None) -> int:
    assert seat is not None
    return seat


# ---- the start
def _start_values(counted: CountSystem, path: Path) -> dict[Count, Linear]:
    """Every field and frame after setup, for concrete seats, over classes of kinds."""
    values: dict[Count, Linear] = {WON: number(0), STOPPED: number(0)}
    players = counted.system.table.players
    given = dict(path.values)
    groups = counted.finder.terms.groups
    for array in counted.system.arrays:
        if array.name not in counted.finder.terms.tracked:
            continue
        is_zone = array.name.startswith("zone ")
        owners = range(players) if len(array.dimensions) == 1 + is_zone else (GLOBAL,)
        for owner in owners:
            for kind in range(len(counted.classes)) if is_zone else (NO_KIND,):
                one = counted.classes[kind] if is_zone else NO_KIND
                value = given.get(Count(array.name, owner, kind), number(0))
                key = Count(groups.whole(array.name), owner, one)
                values[key] = values.get(key, number(0)).plus(value)
    for point in counted.points:
        for count in frame_counts(counted.finder, point):
            for holder in range(players) if count.holder == 0 else (GLOBAL,):
                values[count._replace(holder=holder)] = number(0)
    for frame in path.pushed:
        for count in frame_of(counted.finder, counted.stand_in(frame)):
            values[count] = values[count].add(1)
    for count in counted.memory:
        for holder in range(players) if count.holder == 0 else (GLOBAL,):
            values[count._replace(holder=holder)] = number(0)
    living = total(values[Count(LIVING, seat)] for seat in range(players))
    for count in (Count(astray(one)) for one in counted.finder.terms.memory.tokens):
        if count in values:
            values[count] = number(0).plus(number(players).plus(living, -1), players)
    for key in [one for one in values if one.holder == 0]:
        values[key._replace(holder=SUM)] = total(values[key._replace(holder=seat)] for seat in range(players))
    for one in range(len(set(counted.classes))):
        some = [kind for kind, found in enumerate(counted.classes) if found == one]
        values[Count("total", GLOBAL, one)] = total(variable(Count("copies", GLOBAL, kind)) for kind in some)
    return values


def printed_once(counted: CountSystem) -> tuple[tuple[str, Linear], ...]:
    """The kinds that are told apart and printed once, each with the fact that there is one at most."""
    system, classes = counted.system, counted.classes
    return tuple(
        (name, variable(Count("copies", GLOBAL, kind)).negate().add(1))
        for kind, name in enumerate(system.kinds)
        if classes.count(classes[kind]) == 1 and system.table.scope.copies.get(name) == 1
    )


def fixed_starts(players: int, counted: CountSystem) -> list[Start]:
    """The starts for one number of players: the facts of each player are shown seat by seat."""
    starts: list[Start] = []
    for index, path in enumerate(list(counted.finder.setup(counting=True))):
        values = _start_values(counted, path)
        views: list[tuple[str, Mapping[Count, Linear]]] = []
        for seat in range(players):
            view = {count: value for count, value in values.items() if count.holder < 0}
            view |= {count._replace(holder=0): value for count, value in values.items() if count.holder == seat}
            views.append((f" of seat {seat + 1}", view))
        name = f"{index} with {players} players"
        starts.append(Start(name, players, players, path.guard, tuple(views), printed_once(counted)))
    return starts


def lift_starts(members: list[tuple[int, CountSystem]]) -> list[Start]:
    """The starts for every number of players from the least sample on."""
    samples = [(players, counted, list(counted.finder.setup(counting=True))) for players, counted in members]
    if len({len(paths) for _, _, paths in samples}) != 1:
        raise NotUniform("the ways through setup")
    starts: list[Start] = []
    for index in range(len(samples[0][2])):
        views: list[tuple[str, Mapping[Count, Linear]]] = []
        generals = [
            (players, _general(players, _start_values(counted, paths[index]))) for players, counted, paths in samples
        ]
        for whose, number_ in ((" of the starter", 0), (" of another", 1)):
            view = {
                count: _lift_linear(
                    [(players, general[number_][count]) for players, general in generals], f"setup, {count}"
                )
                for count in generals[0][1][number_]
            }
            views.append((whose, view))
        premises = _common([(players, _general_premises(players, paths[index])) for players, _, paths in samples])
        name = f"{index} with any number"
        starts.append(Start(name, None, SAMPLES[0], premises, tuple(views), printed_once(members[0][1])))
    return starts


def _general(players: int, values: Mapping[Count, Linear]) -> tuple[dict[Count, Linear], dict[Count, Linear]]:
    """The counts with the starter as the player, and with any other player; NotUniform if the others differ."""
    shared = {count: _symmetric(value, players, None) for count, value in values.items() if count.holder < 0}
    if any(value is None for value in shared.values()):
        raise NotUniform("setup treats players differently")
    views: list[dict[Count, Linear]] = []
    for seat in range(players):
        view = {count: value for count, value in shared.items() if value is not None}
        for count, value in values.items():
            if count.holder == seat:
                own = _symmetric(value, players, seat)
                if own is None:
                    raise NotUniform(f"setup, {count}")
                view[count._replace(holder=0)] = own
        views.append(view)
    if any(view != views[1] for view in views[1:]):
        raise NotUniform("setup treats players differently")
    return views[0], views[1]


def _symmetric(linear: Linear, players: int, seat: int | None) -> Linear | None:
    """An expression of setup with what a seat is dealt as the player's own, or summed over all seats."""
    terms: dict[Count, int] = {}
    groups: dict[tuple[str, int], dict[int, int]] = {}
    for count, factor in linear.terms:
        if count.holder < 0:
            terms[count] = factor
        else:
            groups.setdefault((count.name, count.kind), {})[count.holder] = factor
    for (name, kind), factors in groups.items():
        if seat is not None and set(factors) == {seat}:
            terms[Count(name, 0, kind)] = factors[seat]
        elif len(factors) == players and len(set(factors.values())) == 1:
            terms[Count(name, SUM, kind)] = factors[0]
        else:
            return None
    return make_linear(terms, linear.constant)


def _general_premises(players: int, path: Path) -> dict[Terms, int]:
    found: dict[Terms, int] = {}
    for linear in path.guard:
        for seat in (None, 1):
            general = _symmetric(linear, players, seat)
            if general is not None:
                found[general.terms] = min(found.get(general.terms, general.constant), general.constant)
    return found


def _common(samples: list[tuple[int, dict[Terms, int]]]) -> tuple[Linear, ...]:
    """The premises of setup that all samples have in one affine form; the others are left out, which weakens."""
    found: list[Linear] = []
    for terms in samples[0][1]:
        if all(terms in premises for _, premises in samples):
            try:
                found.append(
                    _lift_linear([(players, Linear(terms, premises[terms])) for players, premises in samples], "setup")
                )
            except NotUniform:
                continue
    return tuple(found)
