"""Plays as evidence: every point from setup on, recomputed from labels alone, held against what the search stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from checker.explore import ReplayError, rebuild_trace
from checker.machine.describe import Describer
from checker.machine.machine import Machine, RawLabel, State
from checker.model import Exploration, Hit, Trace
from checker.model import Label as AnyLabel
from checker.system.label import Label
from kittens_dsl.records import dataclass

Happening = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a play: the state, the label that led there (None at the start), and what happened on the way.

    forced: the label was the only one, so that nobody decided anything.
    """

    state: State
    label: Label | None
    raw: RawLabel | None
    forced: bool
    happened: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class Teller:
    """A machine that tells what happens, beside the one that searches. Both are of the same System."""

    machine: Machine
    describer: Describer

    def step(self, state: State, raw: RawLabel, *, forced: bool) -> Point:
        """One label, with everything that happens until the next point."""
        label = self.describer.label(state, raw)
        self.machine.told.clear()
        after = self.machine.step(state, raw)
        return Point(after, label, raw, forced, tuple(self.machine.told))

    def only_label(self, state: State) -> RawLabel | None:
        """The label of a forced point; None where there are several, or none."""
        offered = self.machine.labels(state)
        return offered[0][0] if len(offered) == 1 else None


def make_teller(machine: Machine) -> Teller:
    """A teller for the System of a machine."""
    told = Machine(machine.system, told=True)
    return Teller(told, Describer(told))


def find_deal(machine: Machine, start: State) -> tuple[RawLabel, ...]:
    """Chance labels of setup that lead to a starting state: a shortest way, found by search."""
    level: dict[State, tuple[RawLabel, ...]] = {machine.begin_setup(): ()}
    while level:
        after: dict[State, tuple[RawLabel, ...]] = {}
        for state, labels in level.items():
            location = machine.location(state)
            if location is None or not location.in_setup:
                if machine.settle(state)[0] == start:
                    return labels
                continue
            for raw, _ in machine.labels(state):
                after.setdefault(machine.step(state, raw), (*labels, raw))
        level = after
    raise ReplayError("the model changed: no deal of this table leads to the starting state of the trace")


def tell_trace(
    machine: Machine, teller: Teller, exploration: Exploration[State], hit: Hit, is_shown: Callable[[State], bool]
) -> tuple[Point, ...]:
    """Replay a hit from setup and labels alone, point by point, and stop at the first point that shows it.

    ReplayError if a label is not offered, if a stored state differs from the search's, or if the hit is not shown.
    """
    trace = rebuild_trace(machine, exploration, hit)
    points = replay_from_setup(machine, teller, trace)
    if not set(_stored_path(exploration, hit)) <= {point.state for point in points}:
        raise ReplayError("the trace is wrong: its replay does not pass through the states that the search stored")
    return cut_where_shown(machine, points, is_shown)


def cut_where_shown(
    machine: Machine, points: tuple[Point, ...], is_shown: Callable[[State], bool]
) -> tuple[Point, ...]:
    """The points up to the first one after setup that shows something. ReplayError if none does."""
    for number, point in enumerate(points):
        location = machine.location(point.state)
        if (location is None or not location.in_setup) and is_shown(point.state):
            return points[: number + 1]
    raise ReplayError("the trace is wrong: what it should show is not to be seen in its replay")


def replay_from_setup(machine: Machine, teller: Teller, trace: Trace) -> tuple[Point, ...]:
    """Every point of a trace, forced ones included, from the beginning of setup."""
    start = machine.initial()[trace.start][0]
    return replay_labels(teller, find_deal(machine, start), tuple(_as_raw(label) for label in trace.labels))


def replay_labels(teller: Teller, deal: tuple[RawLabel, ...], labels: tuple[RawLabel, ...]) -> tuple[Point, ...]:
    """Every point of a play given by the labels of its deal and of its decisions. ReplayError: a label not offered."""
    points = [Point(teller.machine.begin_setup(), None, None, True, ())]
    for raw in deal:
        points.append(Point(teller.machine.step_setup(points[-1].state, raw), None, raw, False, ()))
    _run_forced(teller, points)
    for raw in labels:
        offered = [one for one, _ in teller.machine.labels(points[-1].state)]
        if raw not in offered:
            raise ReplayError(f"the trace is wrong: it says {raw}, offered are {offered}")
        points.append(teller.step(points[-1].state, raw, forced=False))
        _run_forced(teller, points)
    return tuple(points)


def _run_forced(teller: Teller, points: list[Point]) -> None:
    """Up to the next point with a choice. The play stops where a point comes round again, as on the machine."""
    passed: set[State] = set()
    while (raw := teller.only_label(points[-1].state)) is not None:
        if points[-1].state in passed:
            points[-1] = replace(points[-1], state=teller.machine.stop_endless(points[-1].state))
            return
        passed.add(points[-1].state)
        points.append(teller.step(points[-1].state, raw, forced=True))


def _stored_path(exploration: Exploration[State], hit: Hit) -> list[State]:
    path, number = [], hit.source_id
    while number >= 0:
        path.append(exploration.tree.states[number])
        number = exploration.tree.parents[number]
    return path


def _as_raw(label: AnyLabel) -> RawLabel:
    return cast(RawLabel, label)  # the machine's own label, which searches know as a hashable only
