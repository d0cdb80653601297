"""Candidate invariants: linear bounds between the counts of one class of kinds, frames, and who is in the game.

The template knows the shapes of a System (zones of the table and of players, frames, players in the game), no card, no
zone and no rule by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product

from checker.smt.candidates.activities import Activity, Sum, find_activities, is_effect, touching
from checker.smt.candidates.invariant import Invariant
from checker.smt.candidates.under_way import at_least, candidates_under_way
from checker.smt.counts.commands import Command, CountSystem
from checker.smt.counts.evaluate import STOPPED, WON
from checker.smt.counts.family import Hit
from checker.smt.counts.linear import GLOBAL, SUM, Constraint, Count, Linear, make_linear, variable
from checker.smt.shape.kinds import find_groups
from checker.system.lower_terms import LIVING

MOST_HELD = 4


def ranges(counted: CountSystem) -> tuple[Invariant, ...]:
    """The ranges of fields that the enumeration of paths relies on: part of every proof."""
    found: list[Invariant] = []
    for array in counted.arrays:
        if array.name.startswith("zone "):
            continue
        count = Count(array.name, 0 if array.dimensions else GLOBAL)
        bound = Constraint(make_linear({count: -1}, array.most))
        found.append(Invariant("each" if array.dimensions else "global", bound))
    return tuple(found)


def conservation(counted: CountSystem) -> tuple[Invariant, ...]:
    """For every class of kinds: all zones together hold all copies."""
    found: list[Invariant] = []
    for kind in range(len(counted.class_names)):
        terms = dict.fromkeys(_zones(counted, kind), 1)
        terms[Count("total", GLOBAL, kind)] = -1
        found.append(Invariant("global", Constraint(make_linear(terms), is_equation=True)))
    return tuple(found)


def candidates(counted: CountSystem, hits: Iterable[Hit]) -> tuple[Invariant, ...]:
    """The whole template for a System and a property, without repetition."""
    found = dict.fromkeys(_all(counted))
    found |= dict.fromkeys(said_by(hits))
    return tuple(found)


def _zones(counted: CountSystem, kind: int) -> list[Count]:
    arrays = [array for array in counted.arrays if array.name.startswith("zone ")]
    return [Count(array.name, SUM if len(array.dimensions) == 2 else GLOBAL, kind) for array in arrays]


def _all(counted: CountSystem) -> Iterator[Invariant]:
    arrays = counted.arrays
    zones = [array for array in arrays if array.name.startswith("zone ")]
    frames = [count for point in counted.points for count in counted.frame_counts(point) if count.holder == 0]
    living, in_game = Count(LIVING, 0), Count(LIVING, SUM)
    over = {WON: 1, STOPPED: 1}
    told_apart = {one for one in counted.classes if counted.classes.count(one) == 1} or set(counted.classes)
    for frame in frames:
        yield Invariant("each", Constraint(make_linear({living: 1, frame: -1})))
    for array in arrays:
        if array.dimensions and not array.name.startswith("zone ") and array.name != LIVING:
            yield Invariant("each", Constraint(make_linear({Count(array.name, 0): -1})))
            yield Invariant("each", Constraint(make_linear({living: 1, Count(array.name, 0): -1})))
    for kind in range(len(counted.class_names)):
        for array in zones:
            if len(array.dimensions) == 1:
                yield Invariant("global", Constraint(make_linear({Count(array.name, GLOBAL, kind): -1})))
                continue
            own = Count(array.name, 0, kind)
            yield Invariant("each", Constraint(make_linear({own: -1})))
            if kind in told_apart:
                yield Invariant("global", Constraint(make_linear({own._replace(holder=SUM): -1}, 1)))
                for frame in _touching(counted, array.name, kind):
                    yield Invariant("each", Constraint(make_linear({own: -1, frame: 1})))
                    yield Invariant("each", Constraint(make_linear({own: 1, frame: -1})))
    activities = [one for one in find_activities(counted) if is_effect(counted, one)]
    for kinds in kinds_together(counted):
        if told_apart.issuperset(kinds):
            yield from _balances(counted, kinds, in_game, told_apart, activities)
    yield from candidates_under_way(counted, told_apart)
    yield from _held(counted, told_apart, activities)
    for least in (1, 2):
        yield Invariant("global", Constraint(make_linear({in_game: 1, **over}, -least)))
        yield Invariant("global", Constraint(make_linear({in_game: 1}, -least)))
    for kind in sorted(told_apart):
        yield Invariant("global", Constraint(make_linear({Count("total", GLOBAL, kind): -1}, 1)))
    yield from conservation(counted)


def kinds_together(counted: CountSystem) -> tuple[tuple[int, ...], ...]:
    """Each class of kinds, and the classes that a condition of a rule or a property names or counts together."""
    alone = tuple((one,) for one in range(len(counted.class_names)))
    found: dict[tuple[int, ...], None] = {}
    for group in find_groups(counted.system, counted.finder.terms.sorts):
        some = tuple(sorted({counted.classes[kind] for kind in group}))
        whole = tuple(kind for kind, one in enumerate(counted.classes) if one in some)
        if group == whole and 1 < len(some) < len(alone):
            found[some] = None
    return (*alone, *sorted(found))


def _balances(
    counted: CountSystem, kinds: tuple[int, ...], in_game: Count, told_apart: set[int], activities: Sequence[Activity]
) -> Iterator[Invariant]:
    """Cards of some kinds that can still go somewhere, against the players in the game.

    Cards of another kind that go nowhere can stand for one, and what is under way where cards are left out.
    """
    sunk = [one for other in told_apart - set(kinds) for one in _moved(counted, other) if _is_sink(counted, one)]
    moving = [one for kind in kinds for one in _moved(counted, kind) if not _is_sink(counted, one)]
    held = sorted({one.name for one in moving if one.holder == SUM})
    for left_out in _subsets(held) if len(held) <= MOST_HELD else ((), *((one,) for one in held)):
        balance = {one: 1 for one in moving if one.name not in left_out}
        for constant in (0, 1):
            yield Invariant("global", Constraint(make_linear({**balance, in_game: -1}, constant)))
            for one in sunk:
                yield Invariant("global", Constraint(make_linear({**balance, one: 1, in_game: -1}, constant)))
            for activity in activities if len(left_out) == 1 else ():
                if any(touching(counted, activity, left_out[0], kind) for kind in kinds):
                    yield at_least("global", {**balance, **activity.everybody}, {in_game: 1}, constant)


def _held(counted: CountSystem, told_apart: set[int], activities: Sequence[Activity]) -> Iterator[Invariant]:
    """Cards of one kind that a player has against another kind of the same player, and against what is under way."""
    zones = [one.name for one in counted.arrays if one.name.startswith("zone ") and len(one.dimensions) == 2]
    places = [*((one,) for one in zones), *combinations(zones, 2)]
    living = Count(LIVING, 0)
    for kind in sorted(told_apart):
        for place in places:
            cards = {Count(zone, 0, kind): 1 for zone in place}
            yield at_least("each", {}, cards, 1)
            yield at_least("each", {living: 1}, cards)
            for other in sorted(told_apart - {kind}):
                cover = {Count(zone, 0, other): 1 for zone in place}
                yield at_least("each", cover, cards)
                for number in (one for one in counted.memory if one.name.startswith("saved ")):
                    yield at_least("each", {**cover, number: 1}, cards)
        for zone in zones:
            for activity in activities:
                if touching(counted, activity, zone, kind):
                    for _, own in activity.own:
                        yield from _beside(counted, kind, zone, own, [one for one in places if zone not in one])
                        yield from _covered(counted, kind, zone, own, told_apart)


def _beside(
    counted: CountSystem, kind: int, zone: str, own: Sum, places: Iterable[tuple[str, ...]]
) -> Iterator[Invariant]:
    """One card more than what is under way, wherever it is."""
    for place in places:
        cards = {Count(one, 0, kind): 1 for one in (zone, *place)}
        yield at_least("each", own, cards, 1)


def _covered(counted: CountSystem, kind: int, zone: str, own: Sum, told_apart: set[int]) -> Iterator[Invariant]:
    """No more cards than what is under way, but for one for each card of another kind that is held or goes nowhere."""
    for other in sorted(told_apart - {kind}):
        sunk = [one for one in _moved(counted, other) if one.holder == GLOBAL and _is_sink(counted, one)]
        held = [one._replace(holder=0) for one in _zones(counted, other) if one.holder == SUM and one.name != zone]
        for gone, have in product(sunk, held):
            yield at_least("each", {**own, gone: 1, have: 1}, {Count(zone, 0, kind): 1})


def _moved(counted: CountSystem, kind: int) -> list[Count]:
    """The zones that cards of a kind come to or leave."""
    changed = {(count.name, count.kind) for command in counted.commands for count, _ in command.updates}
    return [one for one in _zones(counted, kind) if (one.name, one.kind) in changed]


def _is_sink(counted: CountSystem, zone: Count) -> bool:
    """Whether no command takes cards of a kind out of a zone."""
    changes = (
        (command, value.plus(variable(count), -1))
        for command in counted.commands
        for count, value in command.updates
        if count.name == zone.name and count.kind == zone.kind
    )
    return all(_never_falls(command, change) for command, change in changes)


def _never_falls(command: Command, change: Linear) -> bool:
    """Whether a change is at least 0, by what the guard says of single counts."""
    least = {one.terms[0][0]: -one.constant for one in command.guard if [factor for _, factor in one.terms] == [1]}
    sure = sum(factor * max(least.get(count, 0), 0) for count, factor in change.terms)
    return all(factor > 0 for _, factor in change.terms) and change.constant + sure >= 0


def _subsets(names: list[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))


def _touching(counted: CountSystem, zone: str, kind: int) -> list[Count]:
    """The frames of players whose coming or going changes a zone of players."""
    found: dict[Count, None] = {}
    for command in counted.commands:
        if any(count.name == zone and count.kind == kind for count, _ in command.updates):
            for frame in (command.top, *command.pushed):
                found |= dict.fromkeys(one for one in counted.frame_counts(frame.point) if one.holder == 0)
    return list(found)


def said_by(hits: Iterable[Hit]) -> Iterator[Invariant]:
    """What a property says, where it can fail in one linear way."""
    for hit in hits:
        guard = [one for one in hit.guard if not (len(one.terms) == 1 and one.terms[0][0].name.startswith("frame "))]
        if hit.actors == 0 or (
            hit.top is not None and all(count.holder < 0 for one in guard for count, _ in one.terms)
        ):
            if len(guard) == 1:
                yield Invariant("global", Constraint(guard[0].negate().add(-1)))
        elif hit.top is None and hit.actors == 1:
            own = [one for one in guard if any(count.name != LIVING for count, _ in one.terms)]
            if len(own) == 1:
                fact = own[0].negate().add(-1)
                if len(own) < len(guard) and fact.constant < 0:  # only who is in the game must have so much
                    fact = fact.add(-fact.constant).plus(variable(Count(LIVING, 0)), fact.constant)
                yield Invariant("each", Constraint(fact))
