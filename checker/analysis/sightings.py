"""Who has seen which card, derived from the visibility of zones, moves and looks: no rule states it."""

from __future__ import annotations

from checker.analysis.evidence import Happening
from checker.machine.describe import Describer
from checker.machine.machine import State
from checker.system.system import System
from kittens_dsl.core.rules import Zone

Sighting = tuple[int, str]


def find_sightings(system: System, happened: tuple[Happening, ...]) -> set[Sighting]:
    """The (seat, kind) facts that the happenings of a play give. Ordered piles only: a bag knows no top card."""
    found: set[Sighting] = set()
    for happening in happened:
        match happening:
            case (
                "move",
                int(number),
                int(kind),
                str(source),
                source_owner,
                str(target),
                target_owner,
                watchers,
                tuple(hidden),
            ):
                ends = ((source, source_owner), (target, target_owner))
                seers = [seat for zone, owner in ends for seat in _see_zone(system, zone, owner)]
                seers = [seat for seat in (*seers, *_watching(system, watchers)) if seat not in hidden]
                if watchers == "everyone" or any(_is_open(system, zone) for zone, _ in ends):
                    seers = list(range(system.table.players))
                found |= {(seat, system.kinds[kind]) for seat in seers if number}
            case ("turn", int(kind), int(), str(), _, watchers):
                found |= {(seat, system.kinds[kind]) for seat in _watching(system, watchers)}
            case ("look top", str(), int(number), watchers, tuple(cells)):
                kinds = [cell - 1 for cell in cells[:number] if isinstance(cell, int) and cell]
                found |= {(seat, system.kinds[kind]) for seat in _watching(system, watchers) for kind in kinds}
            case ("look zone", str(), _, watchers, tuple(counts)):
                kinds = [kind for kind, count in enumerate(counts) if count]
                found |= {(seat, system.kinds[kind]) for seat in _watching(system, watchers) for kind in kinds}
            case _:
                pass
    return found


def find_open(describer: Describer, state: State) -> set[Sighting]:
    """The (seat, kind) facts that a situation gives: what lies before a player's eyes, but for the unused cards."""
    system, found = describer.machine.system, set[Sighting]()
    for zone in system.rules.zones:
        for owner in range(system.table.players) if zone.of_player else (None,):
            seers = [] if zone.starts else _see_zone(system, zone.name, owner)
            seeing = [seat for seat in seers if not _hides(describer, state, zone, seat)]
            found |= {(seat, kind) for kind in describer.cards(state, zone.name, owner) for seat in seeing}
    return found


def _hides(describer: Describer, state: State, zone: Zone, seat: int) -> bool:
    """Whether a status hides this zone of their own from a player (but what everyone sees is seen)."""
    hiding = [one.name for one in describer.machine.system.rules.statuses if one.hides == zone.name]
    return zone.seen_by == "owner" and any(describer.field(state, f"status {status}", seat) for status in hiding)


def _is_open(system: System, zone: str) -> bool:
    return any(one.name == zone and one.seen_by == "everyone" for one in system.rules.zones)


def _see_zone(system: System, zone: str, owner: object) -> list[int]:
    seen_by = next(one.seen_by for one in system.rules.zones if one.name == zone)
    if seen_by == "everyone":
        return list(range(system.table.players))
    return [owner] if seen_by == "owner" and isinstance(owner, int) else []


def _watching(system: System, watchers: object) -> list[int]:
    if watchers == "everyone":
        return list(range(system.table.players))
    return [seat for seat in watchers if isinstance(seat, int)] if isinstance(watchers, tuple) else []
