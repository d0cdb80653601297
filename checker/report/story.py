"""A play told in words: one step a decision, with who decided, what happened, the rules, their clauses and places."""

from __future__ import annotations

from collections.abc import Mapping

from checker.analysis.evidence import Happening, Point
from checker.analysis.words import name_player, say_cards, say_label
from checker.machine.describe import Describer
from checker.machine.machine import Machine, State
from checker.system.ir import Origin
from checker.system.lower_terms import WINNER
from checker.system.system import System
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule that came to pass: its name, its clauses, and where it stands."""

    rule: str
    clauses: tuple[str, ...]
    place: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a story. who: a player, chance, or the table. forced: nobody had a choice."""

    number: int
    who: str
    what: str
    happened: tuple[str, ...]
    citations: tuple[Citation, ...]
    forced: bool


@dataclass(frozen=True, slots=True)
class Story:
    """A play: how the table lies after setup, the steps, how it lies at the end."""

    opening: tuple[str, ...]
    steps: tuple[Step, ...]
    ending: tuple[str, ...]


def name_place(origin: Origin) -> str:
    """`file.kit:line` of an origin."""
    span = origin.span
    name = span.source.rsplit("/", 1)[-1]
    return f"{name}:{span.start_line}" if span.start_line else name


def tell_story(machine: Machine, points: tuple[Point, ...], *, without: str = "") -> Story:
    """The story of a replayed play, from setup (or from a given situation) to its last point.

    without: a zone of which nothing is told when the table is described.
    """
    describer, system = Describer(machine), machine.system
    setup = 0
    while setup + 1 < len(points) and (_in_setup(machine, points[setup].state) or points[setup + 1].label is None):
        setup += 1
    steps: list[Step] = []
    for point in points[setup + 1 :]:
        assert point.label is not None
        assert point.raw is not None
        who, what = say_label(system, point.label)
        fired = _fired(system, point.happened)
        origins = fired or [describer.origin(point.raw)]
        citations = tuple(Citation(one.rule, one.clauses, name_place(one)) for one in origins if one.rule)
        changes = list_changes(points[len(steps) + setup].state, point)
        happened = (*_say_place(system, point), *(say for one in changes for say in say_happening(machine, one)))
        steps.append(Step(len(steps) + 1, who, what, happened, citations, point.forced))
    opening = describe_table(describer, points[setup].state, without=without)
    return Story(opening, tuple(steps), describe_table(describer, points[-1].state, without=without))


def _say_place(system: System, point: Point) -> tuple[str, ...]:
    """Why no place is told where a card goes into a pile that is kept as a bag."""
    if point.label is None or point.label.verb != "place" or isinstance(point.label.words[0], int):
        return ()
    if system.bag_exact is False:
        return ("the place is not looked at, although it matters in this table: --deck ordered looks at it",)
    return (
        "the place does not matter here: in a pile kept as a bag any card may be the next, so every place is covered",
    )


def _in_setup(machine: Machine, state: State) -> bool:
    location = machine.location(state)
    return location is not None and location.in_setup


def _fired(system: System, happened: tuple[Happening, ...]) -> list[Origin]:
    numbers = [one[1] for one in happened if one[0] == "fired" and isinstance(one[1], int)]
    return list(dict.fromkeys(system.coverage[number].origin for number in numbers if system.coverage[number].is_rule))


def list_changes(before: State, point: Point) -> list[Happening]:
    """What happened, of every field only its last change, and that only if it is a change."""
    last = {one[2]: number for number, one in enumerate(point.happened) if one[0] == "set"}
    return [
        one
        for number, one in enumerate(point.happened)
        if one[0] != "set" or (last[one[2]] == number and isinstance(one[2], int) and before[one[2]] != one[3])
    ]


def say_happening(machine: Machine, happening: Happening) -> tuple[str, ...]:
    """What happened, in words; nothing for what a reader need not be told."""
    system = machine.system
    match happening:
        case ("move", int(number), int(kind), str(source), from_owner, str(target), to_owner, watchers, tuple(hidden)):
            if not number:
                return ()
            card = system.kinds[kind] if number == 1 else f"{number} {system.kinds[kind]}"
            if isinstance(watchers, tuple):
                watchers = tuple(seat for seat in watchers if seat not in hidden)
            if (source, from_owner) == (target, to_owner):
                return (f"{card} of {name_zone(source, from_owner)} is shown{_seen_by(watchers)}",) if watchers else ()
            path = f"{card}: {name_zone(source, from_owner)} to {name_zone(target, to_owner)}"
            return (path + _seen_by(watchers),)
        case ("turn", int(kind), int(face), str(zone), owner, watchers):
            return (
                f"{system.kinds[kind]} in {name_zone(zone, owner)} is turned: {system.kinds[face]}{_seen_by(watchers)}",
            )
        case ("look top", str(pile), int(number), watchers, _):
            return (f"{_watchers(watchers)} looks at the top {number} of the {pile}",)
        case ("look zone", str(zone), owner, watchers, _):
            return (f"{_watchers(watchers)} looks at {name_zone(zone, owner)}",)
        case ("shuffle", str(pile)):
            return (f"the {pile} is shuffled",)
        case ("swap", str(pile)):
            return (f"the top and the bottom card of the {pile} change places",)
        case ("set", str(array), int(index), int(value)):
            return _say_set(machine, array, index, value)
        case _:
            return ()


def _say_set(machine: Machine, array: str, index: int, value: int) -> tuple[str, ...]:
    sort, _, name = array.partition(" ")
    layout = machine.layout
    whose = name_player(index - layout.offsets[array]) if layout.arrays[array].dimensions else "the table"
    match sort:
        case "counter":
            return (f"{name} of {whose}: {value}",)
        case "status":
            return (f"{whose} is {'now' if value else 'no longer'} {name}",)
        case "token" if array != WINNER:
            which = f"{whose}'s {name}" if layout.arrays[array].dimensions else f"the {name}"
            return (f"{which} goes to {name_player(value)}",)
        case "in":
            return (f"{whose} leaves the game",)
        case _:
            return ()


def _watchers(watchers: object) -> str:
    if watchers == "everyone":
        return "everyone"
    assert isinstance(watchers, tuple)
    return " and ".join(name_player(seat) for seat in watchers) or "nobody"


def _seen_by(watchers: object) -> str:
    return f" (seen by {_watchers(watchers)})" if watchers else ""


def name_zone(zone: str, owner: object) -> str:
    """A zone in words."""
    return f"the {zone}" if owner is None else f"{name_player(owner)}'s {zone}"


def describe_table(describer: Describer, state: State, *, without: str = "") -> tuple[str, ...]:
    """How the table lies: every zone that holds something, counters and statuses that are not as at the start.

    without: a zone that is left out.
    """
    system = describer.machine.system
    lines: list[str] = []
    seats = range(system.table.players)
    for zone in system.rules.zones:
        for owner in seats if zone.of_player else (None,):
            cards = describer.cards(state, zone.name, owner)
            if cards and zone.name != without:
                order = ", from the top" if zone.ordered and _is_order_known(describer, state, zone.name) else ""
                shown = _say_pile(describer, state, zone.name) if zone.ordered else say_cards(cards)
                lines.append(f"{name_zone(zone.name, owner)}{order}: {shown}")
    for token in system.rules.tokens:
        if not token.of_player:
            lines.append(f"the {token.name} is with {name_player(describer.field(state, f'token {token.name}'))}")
            continue
        holders = [describer.field(state, f"token {token.name}", seat) for seat in seats]
        lines += [
            f"{name_player(seat)}'s {token.name} is with {name_player(holder)}"
            for seat, holder in enumerate(holders)
            if holder != seat
        ]
    for counter in system.rules.counters:
        if not counter.of_player:
            value = describer.field(state, f"counter {counter.name}")
            lines += [f"{counter.name}: {value}"] if value != counter.least else []
            continue
        values = [describer.field(state, f"counter {counter.name}", seat) for seat in seats]
        shown_values = [f"{name_player(seat)} {value}" for seat, value in enumerate(values) if value != counter.least]
        if shown_values:
            lines.append(f"{counter.name}: {', '.join(shown_values)}")
    for status in system.rules.statuses:
        if not status.of_player:
            lines += [f"the table is {status.name}"] if describer.field(state, f"status {status.name}") else []
            continue
        bearers = [seat for seat in seats if describer.field(state, f"status {status.name}", seat)]
        lines += [f"{name_player(seat)} is {status.name}" for seat in bearers]
    lines += [
        f"{name_player(seat)} is out of the game" for seat, lives in enumerate(describer.living(state)) if not lives
    ]
    winner, fault = describer.winner(state), describer.fault(state)
    lines += [f"{name_player(winner)} has won"] if winner is not None else []
    return (*lines, f"the play stops: {fault}") if fault else tuple(lines)


def _is_order_known(describer: Describer, state: State, pile: str) -> bool:
    """Whether at least some cards of a pile are known to lie at a place."""
    system = describer.machine.system
    return system.ordered or (system.segmented and any(describer.segments(state, pile)[::2]))


def _say_pile(describer: Describer, state: State, pile: str) -> str:
    """The cards of a pile as far as their order is known, from the top."""
    system = describer.machine.system
    if system.ordered:
        return ", ".join(describer.cards(state, pile))
    if not system.segmented:
        return say_cards(describer.cards(state, pile))
    above, loose, below = describer.segments(state, pile)
    if not above and not below:
        return say_cards(loose)
    some_order = f"in some order {say_cards(loose)}" if len(set(loose)) > 1 else ", ".join(loose)
    return "; ".join(part for part in (", ".join(above), some_order, ", ".join(below)) if part)


def readings_in_words(readings: Mapping[str, str]) -> str:
    """Readings that are not the defaults."""
    return ", ".join(f"{name} = {reading}" for name, reading in readings.items()) or "default readings"
