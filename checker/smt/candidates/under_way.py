"""Candidate invariants about what is under way: frames of activities, loops over all players, saved numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from checker.smt.candidates.activities import (
    Activity,
    Sum,
    find_activities,
    is_effect,
    loop_activities,
    started_together,
    touching,
)
from checker.smt.candidates.invariant import Invariant, Shape
from checker.smt.counts.commands import CountSystem
from checker.smt.counts.linear import GLOBAL, SUM, Constraint, Count, make_linear
from checker.system.lower_terms import LIVING


def at_least(shape: Shape, more: Sum, less: Sum, constant: int = 0) -> Invariant:
    """That one sum and a constant are at least another sum."""
    terms = dict(more)
    for count, factor in less.items():
        terms[count] = terms.get(count, 0) - factor
    return Invariant(shape, Constraint(make_linear(terms, constant)))


def candidates_under_way(counted: CountSystem, told_apart: set[int]) -> Iterator[Invariant]:
    """The part of the template that speaks of activities, loops and saved numbers."""
    activities = find_activities(counted)
    effects = tuple(one for one in activities if is_effect(counted, one))
    yield from _once(activities)
    yield from _bounded(counted, effects, told_apart)
    yield from _looped(counted, effects)
    yield from _kept_out(counted, effects, told_apart)
    yield from _same_player(counted, effects)
    for count in counted.finder.terms.memory.held():  # nobody relies on a player who is out
        if count in counted.memory:
            yield at_least("global", {}, {count: 1})


def _once(activities: tuple[Activity, ...]) -> Iterator[Invariant]:
    for one in activities:
        yield at_least("global", {}, one.everybody, 1)
        for _, own in one.own:
            yield at_least("each", {Count(LIVING, 0): 1}, own)
        for (_, first), (_, second) in combinations(one.own, 2):
            if first.keys() != second.keys():
                yield at_least("each", {}, {**first, **second}, 1)


def _bounded(counted: CountSystem, activities: tuple[Activity, ...], told_apart: set[int]) -> Iterator[Invariant]:
    """Cards of players against the activities of theirs that move them, and against being in the game."""
    zones = [one.name for one in counted.arrays if one.name.startswith("zone ") and len(one.dimensions) == 2]
    for name in zones:
        for kind in range(len(counted.class_names)):
            cards = {Count(name, 0, kind): 1}
            for most in (1, 2) if kind in told_apart else (1,):
                yield at_least("each", {Count(LIVING, 0): most}, cards)
            for one in activities:
                if touching(counted, one, name, kind):
                    for _, own in one.own:
                        yield at_least("each", own, cards)
                        yield at_least("each", dict.fromkeys(own, 2), cards)


def _looped(counted: CountSystem, activities: tuple[Activity, ...]) -> Iterator[Invariant]:
    """What a loop over all players has done for those who were bound, and not yet for the others."""
    loops = [(Count(loop.name, 0), one) for loop, one in loop_activities(counted, activities)]
    for visited, one in loops:
        yield at_least("each", one.everybody, {visited: 1})
        for _, own in one.own:
            yield at_least("each", {visited: 1}, own)
        yield from _moved(counted, visited, one)
    for (_, one), (_, other) in combinations(loops, 2):
        yield at_least("global", {}, {**one.everybody, **other.everybody}, 1)
    for (visited, one), (again, other) in permutations(loops, 2):
        for cards in _cards(counted, one):
            for own in ({}, *(some for _, some in one.own)):
                yield at_least("each", {visited: 1, **other.everybody}, {again: 1, **own, **cards})
    for local, number in counted.finder.terms.memory.numbers.items():
        if number.name not in {one.name for one in counted.memory}:
            continue
        saved = Count(number.name, GLOBAL if number.owner is None else 0)
        for point in counted.points:
            if point.spot in number.spots and any(name == local for name, _ in point.values):
                for frame in counted.frame_counts(point):
                    yield at_least("each", {frame: 1}, {saved: 1})


def _kept_out(counted: CountSystem, activities: tuple[Activity, ...], told_apart: set[int]) -> Iterator[Invariant]:
    """While a loop goes on, nobody has a card of a kind in some zone; what frames number has come to the table."""
    zones = [one for one in counted.arrays if one.name.startswith("zone ")]
    for _, one in loop_activities(counted, activities):
        for kind, zone in product(sorted(told_apart), (zone for zone in zones if len(zone.dimensions) == 2)):
            for most in (1, 2):
                under_way = dict.fromkeys(one.everybody, most)
                yield at_least("global", {}, {**under_way, Count(zone.name, SUM, kind): 1}, most)
    for saved in (one for one in counted.memory if one.name.startswith("saved ")):
        for kind, zone in product(sorted(told_apart), (zone for zone in zones if len(zone.dimensions) == 1)):
            yield at_least(
                "global" if saved.holder == GLOBAL else "each", {Count(zone.name, GLOBAL, kind): 1}, {saved: 1}
            )


def _moved(counted: CountSystem, visited: Count, one: Activity) -> Iterator[Invariant]:
    for cards in _cards(counted, one):
        for own in ({}, *(some for _, some in one.own)):
            yield at_least("each", {visited: 1}, {**own, **cards})
    for array in counted.arrays:
        if array.name.startswith("zone ") and len(array.dimensions) == 1:
            for kind in range(len(counted.class_names)):
                yield at_least("global", {visited._replace(holder=SUM): 1}, {Count(array.name, GLOBAL, kind): 1})


def _cards(counted: CountSystem, one: Activity) -> Iterator[Sum]:
    """The cards of a player in each zone that an activity changes."""
    kinds = range(len(counted.class_names))
    for array in counted.arrays:
        is_own = array.name.startswith("zone ") and len(array.dimensions) == 2
        if is_own and any(touching(counted, one, array.name, kind) for kind in kinds):
            yield {Count(array.name, 0, kind): 1 for kind in kinds}


def _same_player(counted: CountSystem, activities: tuple[Activity, ...]) -> Iterator[Invariant]:
    """Frames that begin together, for one player or for two: so they stay."""
    for point in counted.points:
        counts = counted.frame_counts(point)
        for first, second in combinations(counts, 2):
            yield at_least("each", {}, {first: 1, second: 1}, 1)
    seen: dict[Invariant, None] = {}
    for (count, point), same in started_together(counted).items():
        for one in activities:
            if point in one.points:
                for _, own in one.own:
                    if True in same:
                        everybody = {count._replace(holder=SUM): 1}
                        seen[at_least("each", {count: 1}, {**own, **everybody}, 1)] = None
                    if False in same:
                        seen[at_least("each", {}, {count: 1, **own}, 1)] = None
    yield from seen
