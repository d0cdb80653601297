"""What lies where in one play of a game, and what the terms of core mean there; every zone is a list of card names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, assert_never

from checker.system.table import Table
from kittens_dsl.core.rules import DifferentNames, PlayRule, ResponseRule, Rule, Rules, StandIn
from kittens_dsl.core.terms import (
    Arithmetic,
    CardFilter,
    Compare,
    Condition,
    CountCards,
    CounterOf,
    CountPlayers,
    EachPlayer,
    Either,
    Every,
    GameWon,
    HasStatus,
    HasWon,
    InGame,
    IsKind,
    Kind,
    KindName,
    KindVariable,
    Literal,
    Negation,
    Number,
    PaidWith,
    PlayCancelled,
    Player,
    PlayerAfter,
    PlayersAtTable,
    PlayersLeft,
    PlayerVariable,
    PlayHasTrait,
    ReadingChosen,
    SamePlayer,
    Seat,
    SomePlayer,
    SumOverPlayers,
    TokenHolder,
    Truth,
    ZoneOf,
)

Place = tuple[str, int | None]
"""The name of a zone, counter or status with the seat of its owner; None: of the table."""


@dataclass(slots=True)
class Situation:
    """Everything of a game that lasts. An ordered zone is listed from the top; the order of the others says nothing.

    `seen` is a log of facts (seat, card name), one for each card at each occasion; it is no part of a snapshot.
    """

    players: int
    zones: dict[Place, list[str]]
    counters: dict[Place, int]
    statuses: dict[Place, bool]
    tokens: dict[Place, int]
    in_game: list[bool]
    ordered: frozenset[str]
    direction: int = 1
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    winner: int | None = None
    seen: list[tuple[int, str]] = field(default_factory=list)

    def pieces(self, place: Place) -> list[Place]:
        """A zone, then the zones that are part of it."""
        return [(name, place[1]) for name in (place[0], *self.parts.get(place[0], ()))]

    def cards_in(self, place: Place) -> list[str]:
        return [kind for piece in self.pieces(place) for kind in self.zones[piece]]

    def living(self) -> list[int]:
        return [seat for seat in range(self.players) if self.in_game[seat]]

    def after(self, seat: int) -> int:
        """The next living player in the current direction; the same one if nobody else lives."""
        round_the_table = [(seat + self.direction * step) % self.players for step in range(1, self.players)]
        return next((other for other in round_the_table if self.in_game[other]), seat)


class Snapshot(NamedTuple):
    """A situation in canonical form: no empty zones, no statuses that are off, unordered zones sorted by name."""

    zones: tuple[tuple[Place, tuple[str, ...]], ...]
    counters: tuple[tuple[Place, int], ...]
    statuses: tuple[Place, ...]
    tokens: tuple[tuple[Place, int], ...]
    in_game: tuple[bool, ...]
    winner: int | None


def snapshot(situation: Situation) -> Snapshot:
    """What two plays must agree on at a decision. The direction is left out: it shows in who comes next."""

    def by_name(place: Place) -> tuple[str, int]:
        return place[0], -1 if place[1] is None else place[1]

    filled = [place for place, cards in situation.zones.items() if cards]
    return Snapshot(
        zones=tuple(
            (place, tuple(cards if place[0] in situation.ordered else sorted(cards)))
            for place in sorted(filled, key=by_name)
            for cards in [situation.zones[place]]
        ),
        counters=tuple(sorted(situation.counters.items(), key=lambda item: by_name(item[0]))),
        statuses=tuple(sorted((place for place, on in situation.statuses.items() if on), key=by_name)),
        tokens=tuple(sorted(situation.tokens.items(), key=lambda item: by_name(item[0]))),
        in_game=tuple(situation.in_game),
        winner=situation.winner,
    )


def opening(rules: Rules, table: Table) -> Situation:
    """The situation before setup: all cards of the scope in the zone that starts, counters at least, statuses off."""
    seats = range(table.players)

    def places(name: str, *, of_player: bool) -> list[Place]:
        return [(name, seat) for seat in seats] if of_player else [(name, None)]

    printed = [kind.name for kind in rules.kinds for _ in range(table.scope.copies.get(kind.name, 0))]
    return Situation(
        players=table.players,
        zones={
            place: list(printed) if zone.starts else []
            for zone in rules.zones
            for place in places(zone.name, of_player=zone.of_player)
        },
        counters={
            place: counter.least
            for counter in rules.counters
            for place in places(counter.name, of_player=counter.of_player)
        },
        statuses={
            place: False for status in rules.statuses for place in places(status.name, of_player=status.of_player)
        },
        tokens={
            place: place[1] or 0 for token in rules.tokens for place in places(token.name, of_player=token.of_player)
        },
        in_game=[True for _ in seats],
        ordered=frozenset(zone.name for zone in rules.zones if zone.ordered),
        parts=rules.parts,
    )


@dataclass(slots=True, eq=False)
class Play:
    """A play or a response that was announced: the rule, who played what, and what became of it."""

    rule: Rule
    attachment: PlayRule | ResponseRule
    player: int
    cards: tuple[str, ...]
    target: int | None = None
    named: str | None = None
    answers: Play | None = None
    lies_in: Place | None = None
    cancelled: bool = False
    closed: bool = False


@dataclass(slots=True)
class Frame:
    """What the text of one rule can speak of: its variables, the play in progress, and the chain of its event.

    `spoken_of` is the play that conditions mean: the answered one in the rule of a response, else the one in progress.
    `used` are the Instead rules of `event` that are used up while this frame raises that event again.
    """

    players: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    play: Play | None = None
    spoken_of: Play | None = None
    event: str | None = None
    used: frozenset[str] = frozenset()

    def with_player(self, variable: str, seat: int) -> Frame:
        """The same text with one more player named; what is named inside stays inside."""
        return replace(self, players={**self.players, variable: seat}, kinds=dict(self.kinds))


def frame_of_play(play: Play) -> Frame:
    """What the guard and the effect of a play or response can speak of."""
    frame = Frame({"you": play.player}, {}, play, play.answers or play)
    if play.target is not None:
        frame.players["target"] = play.target
    if play.answers is not None:
        frame.players["actor"] = play.answers.player
    cost = play.attachment.cost if isinstance(play.attachment, PlayRule) else None
    if not isinstance(cost.besides if isinstance(cost, StandIn) else cost, DifferentNames):
        frame.kinds["played"] = play.cards[0]
    if play.named is not None:
        frame.kinds["named"] = play.named
    return frame


@dataclass(frozen=True, slots=True)
class View:
    """The meaning of terms in a situation at a table. A variable without a value is a KeyError: a bug of the rules."""

    table: Table
    situation: Situation

    def player(self, term: Player, frame: Frame) -> int:
        match term:
            case PlayerVariable(name):
                return frame.players[name]
            case TokenHolder(token, owner):
                return self.situation.tokens[self.place(token, owner, frame)]
            case PlayerAfter(player):
                return self.situation.after(self.player(player, frame))
            case Seat(index):
                return index
            case _:
                assert_never(term)

    def kind(self, term: Kind, frame: Frame) -> str:
        match term:
            case KindName(name):
                return name
            case KindVariable(name):
                return frame.kinds[name]
            case _:
                assert_never(term)

    def place(self, name: str, owner: Player | None, frame: Frame) -> Place:
        return name, None if owner is None else self.player(owner, frame)

    def zone(self, term: ZoneOf, frame: Frame) -> Place:
        return self.place(term.zone, term.owner, frame)

    def passing(self, zone: ZoneOf, wanted: CardFilter, frame: Frame) -> list[int]:
        """Where in the zone the cards lie that pass the filter; of equal cards, the upper ones are the played ones."""
        return self.passing_in(self.zone(zone, frame), wanted, frame)

    def passing_in(self, place: Place, wanted: CardFilter, frame: Frame) -> list[int]:
        left_out: Counter[str] = Counter()
        if wanted.besides_played and frame.play is not None and frame.play.lies_in == place:
            left_out.update(frame.play.cards)
        positions: list[int] = []
        for position, kind in enumerate(self.situation.zones[place]):
            if left_out[kind] > 0:
                left_out[kind] -= 1
            elif wanted.kinds is None or kind in wanted.kinds:
                positions.append(position)
        return positions

    def cards(self, zone: ZoneOf, wanted: CardFilter, frame: Frame) -> list[str]:
        zones = self.situation.zones
        pieces = self.situation.pieces(self.zone(zone, frame))
        return [zones[piece][position] for piece in pieces for position in self.passing_in(piece, wanted, frame)]

    def number(self, term: Number, frame: Frame) -> int:
        match term:
            case Literal(value):
                return value
            case CounterOf(counter, owner):
                return self.situation.counters[self.place(counter, owner, frame)]
            case CountCards(zone, wanted, kind):
                cards = self.cards(zone, wanted, frame)
                return len(cards) if kind is None else cards.count(self.kind(kind, frame))
            case PlayersAtTable():
                return self.situation.players
            case PlayersLeft():
                return len(self.situation.living())
            case Arithmetic(operator, left, right):
                return calculate(operator, self.number(left, frame), self.number(right, frame))
            case SumOverPlayers(variable, number):
                seats = range(self.situation.players)
                return sum(self.number(number, frame.with_player(variable, seat)) for seat in seats)
            case CountPlayers(variable, condition):
                return sum(self.for_each_living(variable, condition, frame))
            case _:
                assert_never(term)

    def holds(self, condition: Condition, frame: Frame) -> bool:
        match condition:
            case Truth(value):
                return value
            case Compare(operator, left, right):
                return compare(operator, self.number(left, frame), self.number(right, frame))
            case IsKind(kind, kinds):
                return self.kind(kind, frame) in kinds
            case SamePlayer(one, other):
                return self.player(one, frame) == self.player(other, frame)
            case HasStatus(status, owner):
                return self.situation.statuses[self.place(status, owner, frame)]
            case InGame(player):
                return self.situation.in_game[self.player(player, frame)]
            case ReadingChosen(ambiguity, reading):
                return self.table.readings[ambiguity] == reading
            case PaidWith(kinds):
                return frame.spoken_of is not None and not set(kinds).isdisjoint(frame.spoken_of.cards)
            case PlayHasTrait(trait):
                return frame.spoken_of is not None and trait in frame.spoken_of.attachment.traits
            case PlayCancelled():
                return frame.spoken_of is not None and frame.spoken_of.cancelled
            case GameWon():
                return self.situation.winner is not None
            case HasWon(player):
                return self.situation.winner == self.player(player, frame)
            case Every(conditions):
                return all(self.holds(part, frame) for part in conditions)
            case Either(conditions):
                return any(self.holds(part, frame) for part in conditions)
            case Negation(negated):
                return not self.holds(negated, frame)
            case EachPlayer(variable, wanted, dead_too=True):
                seats = range(self.situation.players)
                return all(self.holds(wanted, frame.with_player(variable, seat)) for seat in seats)
            case EachPlayer(variable, wanted):
                return all(self.for_each_living(variable, wanted, frame))
            case SomePlayer(variable, wanted):
                return any(self.for_each_living(variable, wanted, frame))
            case _:
                assert_never(condition)

    def for_each_living(self, variable: str, condition: Condition, frame: Frame) -> Iterable[bool]:
        living = self.situation.living()
        return (self.holds(condition, frame.with_player(variable, seat)) for seat in living)


def calculate(operator: str, left: int, right: int) -> int:
    return {"plus": left + right, "minus": left - right, "smaller": min(left, right), "greater": max(left, right)}[
        operator
    ]


def compare(operator: str, left: int, right: int) -> bool:
    return {"=": left == right, "<": left < right, "<=": left <= right}[operator]


def arrangements(cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every distinct order of cards whose equal ones lie together; the first is the one given."""
    if not cards:
        yield ()
    for first, kind in enumerate(cards):
        if first == 0 or cards[first - 1] != kind:
            for rest in arrangements(cards[:first] + cards[first + 1 :]):
                yield kind, *rest


def hands(cards: tuple[str, ...], number: int) -> Iterator[tuple[str, ...]]:
    """Every distinct choice of some of the cards whose equal ones lie together, in the order given."""
    if number == 0:
        yield ()
    elif number <= len(cards):
        copies = cards.count(cards[0])
        for taken in range(min(copies, number), -1, -1):
            for rest in hands(cards[copies:], number - taken):
                yield (cards[0],) * taken + rest
