"""The simulation obligations: each path with concrete seats is an instance of a command (guard implied, update equal).

The paths are enumerated a second time with every seat a constant, every kind chosen and every zone counted by itself,
without naming players as they act and without recognising sums over players; so this checks all of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations

from checker.smt.certificate.cases import Group
from checker.smt.counts.alike import rename
from checker.smt.counts.commands import Command, CountSystem, frame_of
from checker.smt.counts.linear import PLAYERS, SUM, Constraint, Count, Linear, make_linear, number, variable
from checker.smt.counts.paths import Frame, Path, count_exactly
from checker.smt.counts.project import project
from checker.smt.proof.solver import find_counterexample

Guard = tuple[Linear, ...]
Updates = tuple[tuple[Count, Linear], ...]


@dataclass(frozen=True, slots=True)
class Simulated:
    """paths: concrete ones, without repetition. syntactic: found without a solver. missing: paths without a command."""

    paths: int
    syntactic: int
    by_solver: int
    missing: tuple[str, ...]


def check_simulation(counted: CountSystem) -> Simulated:
    """Find for every concrete path of a System the command that it is an instance of."""
    finder = replace(counted.finder, terms=count_exactly(counted.finder.terms, counted.system))
    commands: dict[object, list[Command]] = {}
    for command in (*counted.commands, *counted.visits):
        commands.setdefault(_key(command.top, command.pushed, command.ending), []).append(command)
    seen: set[object] = set()
    syntactic = by_solver = 0
    missing: list[str] = []
    for point in counted.alike:
        for one in finder.paths(point):
            path = rename(finder, counted.alike, one)
            guard, updates = project(path, counted.finder.terms.groups)
            if (path.top, guard, updates, path.pushed, path.ending) in seen:
                continue
            seen.add((path.top, guard, updates, path.pushed, path.ending))
            assert path.top is not None
            rivals = commands.get(_key(path.top, path.pushed, path.ending), [])
            instances = [one for command in rivals for one in _instances(counted, command, path)]
            fitting = [one for one, moved in instances if moved == dict(updates)]
            if any(set(one) <= set(guard) for one in fitting):
                syntactic += 1
            elif any(_implies(guard, one) for one in fitting):
                by_solver += 1
            else:
                missing.append(f"{path.labels[0]} at {counted.finder.describe(point)}")
    return Simulated(len(seen), syntactic, by_solver, tuple(missing))


def _key(top: Frame | None, pushed: tuple[Frame, ...], ending: str) -> object:
    return (None if top is None else top.point, tuple(frame.point for frame in pushed), ending)


def _instances(counted: CountSystem, command: Command, path: Path) -> Iterator[tuple[Guard, dict[Count, Linear]]]:
    """The guard and the update of a command for concrete seats that fit the frames of a path."""
    assert path.top is not None
    players = counted.system.table.players
    fixed: dict[int, int] = {}
    for mine, its in zip((command.top, *command.pushed), (path.top, *path.pushed), strict=True):
        for (_, actor), (_, seat) in zip(mine.seats, its.seats, strict=True):
            if fixed.setdefault(actor, seat) != seat:
                return
    if len(set(fixed.values())) != len(fixed):
        return
    others = [actor for actor in range(command.actors) if actor not in fixed]
    free = [seat for seat in range(players) if seat not in fixed.values()]
    frames = {count for frame in (command.top, *command.pushed) for count in frame_of(counted.finder, frame)}
    for chosen in permutations(free, len(others)):
        seat_of = {**fixed, **dict(zip(others, chosen, strict=True))}
        guard = tuple(
            _place(linear, seat_of, players)
            for linear in command.guard
            if not (len(linear.terms) == 1 and linear.terms[0][0] in frames)
        )
        updates = {
            _seat(count, seat_of): _place(value, seat_of, players)
            for count, value in command.updates
            if count not in frames
        }
        rest = {
            Count(name, seat)
            for name, first in command.everyone
            for seat in set(range(players)) - {other for actor, other in seat_of.items() if actor < first}
        }
        guard += tuple(variable(one).add(-1) for one in sorted(rest))
        forgotten = {Count(name, seat) for name, _ in command.everyone for seat in range(players)}
        yield guard, {one: number(0) for one in forgotten} | updates


def _seat(count: Count, seat_of: Mapping[int, int]) -> Count:
    return count if count.holder < 0 else count._replace(holder=seat_of[count.holder])


def _place(linear: Linear, seat_of: Mapping[int, int], players: int) -> Linear:
    placed = number(linear.constant)
    for count, factor in linear.terms:
        if count == PLAYERS:
            placed = placed.add(factor * players)
        elif count.holder == SUM:
            placed = placed.plus(make_linear({count._replace(holder=seat): 1 for seat in range(players)}), factor)
        else:
            placed = placed.plus(variable(_seat(count, seat_of)), factor)
    return placed


def _implies(guard: Guard, wanted: Guard) -> bool:
    rows = {f"guard {index}": Constraint(linear) for index, linear in enumerate(guard)}
    counts = {count for linear in (*guard, *wanted) for count, _ in linear.terms}
    rows |= {f"count {count}": Constraint(variable(count)) for count in sorted(counts)}
    goals = tuple((f"guard {index}", Constraint(linear)) for index, linear in enumerate(wanted) if linear not in guard)
    return find_counterexample(Group("simulation", rows, goals)) is None
