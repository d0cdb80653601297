"""The count image of a state of the machine, and whether commands lead from one image to another.

This is how the abstraction is checked and not trusted: the image of every step of the machine must be reached by
commands (a law of the tests).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations, product

from checker.smt.agenda import Spot
from checker.smt.commands import Command, CountSystem, frame_of, is_agenda
from checker.smt.evaluate import STOPPED, WON
from checker.smt.linear import GLOBAL, NO_KIND, PLAYERS, SUM, Count, Linear
from checker.smt.paths import Frame, Point
from checker.system.layout import Layout


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

    def read(state: bytes) -> Image:
        over = _top(layout, state, len(state)) - won
        values = tuple(
            (key, int(over == (0 if key == WON else 1)) if key in (WON, STOPPED) else sum(state[one] for one in found))
            for key, found in sums
        )
        return Image(values, tuple(_read_agenda(counted, layout, state)))

    return read


def _top(layout: Layout, state: bytes, end: int) -> int:
    return int.from_bytes(state[end - layout.location_bytes : end], "big")


def _read_agenda(counted: CountSystem, layout: Layout, state: bytes) -> list[Frame]:
    end, frames = len(state), list[Frame]()
    if _top(layout, state, end) >= len(counted.system.locations):
        return frames
    while end > layout.size:
        location = counted.system.locations[_top(layout, state, end)]
        end -= layout.location_bytes + len(location.saved)
        saved = dict(zip(location.saved, state[end : end + len(location.saved)], strict=True))
        frames.insert(0, counted.stand_in(_frame(counted, Spot("location", location.number), saved)))
    return frames


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
                fixed.append((local, value))
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
    after = dict(image.values)
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
    while waiting:
        image, names, more = waiting.popleft()
        for command in by_point.get(image.agenda[-1].point, ()):
            is_seen = command.ending == "seen"
            for found in follow(counted, image, command):
                if found.values == after.values and (not is_point if is_seen else found == after):
                    return (*names, command.name)
                if is_seen or not found.agenda:
                    continue
                left = more - (counted.finder.how(found.agenda[-1].point.spot) == "decision")
                if left >= 0 and (found, left) not in seen:
                    seen.add((found, left))
                    waiting.append((found, (*names, command.name), left))
    return None
