"""The count image of a state of the machine, and whether commands lead from one image to another.

This is how the abstraction is checked and not trusted: the image of every step of the machine must be reached by
commands (a law of the tests).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations, product

from checker.smt.counts.commands import Command, CountSystem, frame_of, is_agenda
from checker.smt.counts.evaluate import STOPPED, WON
from checker.smt.counts.holders import astray
from checker.smt.counts.linear import GLOBAL, NO_KIND, PLAYERS, SUM, Count, Linear
from checker.smt.counts.loops import Loop
from checker.smt.counts.paths import Frame, Point
from checker.smt.shape.agenda import Spot
from checker.system.layout import Layout
from checker.system.lower_terms import LIVING


@dataclass(frozen=True, slots=True)
class Image:
    """Counts of concrete seats, the agenda (the top last), and whether the play is over."""

    values: tuple[tuple[Count, int], ...]
    agenda: tuple[Frame, ...]


def read_image(counted: CountSystem, layout: Layout, state: bytes) -> Image:
    """The image of a state."""
    return image_reader(counted, layout)(state)


def image_reader(counted: CountSystem, layout: Layout) -> Callable[[bytes], Image]:
    """A function from states to their images: which bytes add up to which count is looked up once."""
    places: dict[Count, list[int]] = {}
    groups = counted.finder.terms.groups
    for array in counted.system.arrays:
        if array.name not in counted.finder.terms.tracked:
            continue
        is_zone = array.name.startswith("zone ")
        is_own = len(array.dimensions) == 1 + is_zone
        for owner in range(array.dimensions[0]) if is_own else (GLOBAL,):
            for kind in range(array.dimensions[-1]) if is_zone else (NO_KIND,):
                indices = (*((owner,) if is_own else ()), *((kind,) if is_zone else ()))
                key = Count(groups.whole(array.name), owner, counted.classes[kind] if is_zone else NO_KIND)
                places.setdefault(key, []).append(layout.index(array.name, *indices))
    sums = [(key, tuple(found)) for key, found in sorted({**places, WON: [], STOPPED: []}.items())]
    won = len(counted.system.locations)
    remembered = {count.name for count in counted.memory}

    def read(state: bytes) -> Image:
        over = _top(layout, state, len(state)) - won
        values = {
            key: int(over == (0 if key == WON else 1)) if key in (WON, STOPPED) else sum(state[one] for one in found)
            for key, found in sums
        }
        frames = list(_frames(counted, layout, state))
        if remembered:
            values |= _read_memory(counted, frames, remembered)
            values |= _read_holders(counted, layout, state, frames)
        agenda = tuple(counted.stand_in(_frame(counted, spot, saved)) for spot, saved in frames)
        return Image(tuple(sorted(values.items())), agenda)

    return read


def _top(layout: Layout, state: bytes, end: int) -> int:
    return int.from_bytes(state[end - layout.location_bytes : end], "big")


def _frames(counted: CountSystem, layout: Layout, state: bytes) -> list[tuple[Spot, Mapping[str, int]]]:
    """The agenda, the top last: decisions and callers with what they save."""
    end, frames = len(state), list[tuple[Spot, Mapping[str, int]]]()
    if _top(layout, state, end) >= len(counted.system.locations):
        return frames
    while end > layout.size:
        location = counted.system.locations[_top(layout, state, end)]
        end -= layout.location_bytes + len(location.saved)
        saved = dict(zip(location.saved, state[end : end + len(location.saved)], strict=True))
        frames.insert(0, (Spot("location", location.number), saved))
    return frames


def _read_memory(
    counted: CountSystem, frames: list[tuple[Spot, Mapping[str, int]]], names: Container[str]
) -> dict[Count, int]:
    """What the frames remember: who has been bound in a loop that is under way, and the numbers that they save."""
    players, memory = counted.system.table.players, counted.finder.terms.memory
    values: dict[Count, int] = {}
    for loop in memory.loops:
        if loop.name in names:
            values |= {Count(loop.name, seat): 0 for seat in range(players)}
            for saved in (saved for spot, saved in frames if spot in loop.inside):
                values |= {Count(loop.name, seat): 1 for seat in _bound(loop, saved, players)}
    for local, number in memory.numbers.items():
        if number.name in names:
            owners = (GLOBAL,) if number.owner is None else range(players)
            values |= {Count(number.name, seat): 0 for seat in owners}
            for saved in (saved for spot, saved in frames if spot in number.spots):
                values[Count(number.name, GLOBAL if number.owner is None else saved[number.owner])] = saved[local]
    return values


def _read_holders(
    counted: CountSystem, layout: Layout, state: bytes, frames: list[tuple[Spot, Mapping[str, int]]]
) -> dict[Count, int]:
    """Of how many players in the game the token is with somebody who is out, or with whom a loop should have asked."""
    memory, players = counted.finder.terms.memory, counted.system.table.players
    living = [seat for seat in range(players) if state[layout.index(LIVING, seat)]]
    values: dict[Count, int] = {}
    for token in memory.tokens:
        held = {seat: state[layout.index(token, seat)] for seat in living}
        values[Count(astray(token))] = sum(holder not in living for seat, holder in held.items() if holder != seat)
        for loop in (one for one in memory.loops if one.clears):
            for saved in (saved for spot, saved in frames if spot in loop.inside):
                over = [seat for seat in _bound(loop, saved, players)[:-1] if seat in held]
                for one in (one for one in loop.clears if one.token == token):
                    values[Count(one.left)] = sum(held[seat] == saved.get(one.holder) != seat for seat in over)
    return {count: values.get(count, 0) for count in memory.held() if count in counted.memory}


def _bound(loop: Loop, saved: Mapping[str, int], players: int) -> list[int]:
    """Who has been bound in a loop, the last one last."""
    way = -1 if loop.turned and saved[loop.turned] else 1
    return [(saved[loop.start] + way * step) % players for step in range(saved[loop.steps] + 1)]


def _frame(counted: CountSystem, spot: Spot, saved: Mapping[str, int]) -> Frame:
    sorts, matter = counted.finder.terms.sorts, counted.finder.seat_locals(spot)
    seats = tuple((local, value) for local, value in saved.items() if local in matter)
    fixed: list[tuple[str, int | None]] = []
    for local, value in saved.items():
        match sorts.find(local):
            case "seat" if local in matter:
                continue
            case "kind":
                fixed.append((local, counted.classes[value]))
            case "cursor" | "seat":
                fixed.append((local, None))
            case None:
                fixed.append((local, None if local in counted.finder.terms.memory.numbers else value))
    return Frame(Point(spot, tuple(fixed)), seats)


def follow(counted: CountSystem, image: Image, command: Command) -> Iterator[Image]:
    """Every image that a command leads to; whoever acts beside the players of the top frame can be anybody."""
    if not image.agenda or image.agenda[-1].point != command.top.point:
        return
    players = counted.system.table.players
    seat_of: dict[int, int] = {}
    for (_, actor), (_, seat) in zip(command.top.seats, image.agenda[-1].seats, strict=True):
        if seat_of.setdefault(actor, seat) != seat:
            return
    if len(set(seat_of.values())) != len(seat_of):
        return
    others = [actor for actor in range(command.actors) if actor not in seat_of]
    free = [seat for seat in range(players) if seat not in seat_of.values()]
    numbers = sorted(
        {
            one
            for linear in (*command.guard, *dict(command.updates).values())
            for one, _ in linear.terms
            if "#" in one.name
        }
    )
    most = max((value for _, value in image.values), default=0)
    for chosen in permutations(free, len(others)):
        for amounts in product(range(most + 1), repeat=len(numbers)):
            seats = {**seat_of, **dict(zip(others, chosen, strict=True))}
            found = _follow_with(counted, image, command, seats, dict(zip(numbers, amounts, strict=True)))
            if found is not None:
                yield found


def _follow_with(
    counted: CountSystem, image: Image, command: Command, seat_of: Mapping[int, int], numbers: Mapping[Count, int]
) -> Image | None:
    """numbers: those that a command leaves open."""
    values = dict(image.values)
    for frame in image.agenda:
        for count in frame_of(counted.finder, frame):
            values[count] = values.get(count, 0) + 1
    players = counted.system.table.players

    def read(count: Count) -> int:
        if count in numbers:
            return numbers[count]
        if count == PLAYERS:
            return players
        if count.holder == SUM:
            return sum(values.get(count._replace(holder=seat), 0) for seat in range(players))
        holder = count.holder if count.holder == GLOBAL else seat_of[count.holder]
        return values.get(count._replace(holder=holder), 0)

    def compute(linear: Linear) -> int:
        return linear.constant + sum(factor * read(count) for count, factor in linear.terms)

    if any(compute(linear) < 0 for linear in command.guard):
        return None
    acting = {seat: actor for actor, seat in seat_of.items()}
    after = dict(image.values)
    for name, first in command.everyone:
        for seat in range(players):
            if acting.get(seat, first) >= first and not values[Count(name, seat)]:
                return None
            after[Count(name, seat)] = 0
    for count, value in command.updates:
        if not is_agenda(count):
            holder = count.holder if count.holder == GLOBAL else seat_of[count.holder]
            after[count._replace(holder=holder)] = compute(value)
    pushed = tuple(
        Frame(one.point, tuple((local, seat_of[actor]) for local, actor in one.seats)) for one in command.pushed
    )
    return Image(tuple(sorted(after.items())), () if command.drops_agenda else (*image.agenda[:-1], *pushed))


FORCED = 2  # decisions with one way out, through which the machine runs in one step


def reach(counted: CountSystem, before: Image, after: Image) -> tuple[str, ...] | None:
    """The names of commands that lead from one image to another: the first takes a decision, the others run on.

    after: at a point, or at a decision that paths go through, where only its counts are compared. Where nothing leads
    there, some more decisions are tried, for the machine does not stop at one that is forced.
    """
    by_point: dict[Point, list[Command]] = {}
    for command in (*counted.commands, *counted.visits):
        by_point.setdefault(command.top.point, []).append(command)
    found = (_reach(counted, by_point, before, after, forced) for forced in range(FORCED + 1))
    return next((one for one in found if one is not None), None)


def _reach(
    counted: CountSystem, by_point: Mapping[Point, list[Command]], before: Image, after: Image, forced: int
) -> tuple[str, ...] | None:
    waiting: deque[tuple[Image, tuple[str, ...], int]] = deque([(before, (), forced)])
    seen = {(before, forced)}
    is_point = not after.agenda or after.agenda[-1].point in counted.alike
    sought = _seen(counted, after)
    while waiting:
        image, names, more = waiting.popleft()
        for command in by_point.get(image.agenda[-1].point, ()):
            is_seen = command.ending == "seen"
            for found in follow(counted, image, command):
                if (not is_point and _seen(counted, found) == sought) if is_seen else found == after:
                    return (*names, command.name)
                if is_seen or not found.agenda:
                    continue
                left = more - (counted.finder.how(found.agenda[-1].point.spot) == "decision")
                if left >= 0 and (found, left) not in seen:
                    seen.add((found, left))
                    waiting.append((found, (*names, command.name), left))
    return None


def _seen(counted: CountSystem, image: Image) -> list[tuple[Count, int]]:
    """The counts that are compared at a decision which is gone through: not what its frame will remember."""
    numbers = {one.name for one in counted.finder.terms.memory.numbers.values()}
    return [(count, value) for count, value in image.values if count.name not in numbers]
