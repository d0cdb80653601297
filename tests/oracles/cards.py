"""What the statements of core do with cards: moves, looks, chances and choices of a card, and the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import comb, prod

from checker.system.label import CHANCE, Label
from checker.system.table import Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.statements import Deal, Insert, MoveEvery, Rearrange, Sight, TakeTop, TurnCard
from tests.oracles.situation import Frame, Place, Situation, View, arrangements, hands

IMPOSSIBLE = "impossible duty"


@dataclass(frozen=True, slots=True)
class Offer:
    """A decision: its labels, made anew at each call (there may be very many), and whether a label is one of them.

    weight: how many of the equally likely ways of chance come to a label, up to a common factor.
    """

    labels: Callable[[], Iterable[Label]]
    allows: Callable[[Label], bool]
    at_rest: bool = False
    weight: Callable[[Label], int] = lambda label: 1

    def forced(self) -> Label | None:
        """The label of a decision that has only one."""
        first = list(islice(self.labels(), 2))
        return first[0] if len(first) == 1 else None


def offer(labels: Iterable[Label], *, at_rest: bool = False) -> Offer:
    listed = list(labels)
    return Offer(lambda: listed, listed.__contains__, at_rest)


def weigh(labels: Iterable[Label], weight: Callable[[Label], int]) -> Offer:
    """A decision of chance that is not even."""
    return replace(offer(labels), weight=weight)


Decisions = Generator[Offer, Label, None]


class Faulty(Exception):
    """The texts have no answer; the argument says which fault it is."""


@dataclass(frozen=True, slots=True)
class Game:
    """The rules at a table, and the situation that the verbs for cards read and change."""

    rules: Rules
    table: Table
    situation: Situation

    @property
    def view(self) -> View:
        return View(self.table, self.situation)

    @property
    def kinds(self) -> list[str]:
        return [kind.name for kind in self.rules.kinds]

    def distinct(self, cards: Iterable[str]) -> list[str]:
        held = set(cards)
        return [kind for kind in self.kinds if kind in held]

    def grouped(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Cards in the order of the kinds."""
        return tuple(sorted(cards, key=self.kinds.index))

    def move(self, cards: Sequence[str], source: Place, target: Place) -> None:
        """The uppermost copies go on top of the target, the first one uppermost."""
        if Counter(cards) - Counter(self.situation.cards_in(source)):
            raise Faulty(IMPOSSIBLE)
        if source == target and source[0] in self.situation.parts:
            return
        for kind in cards:
            self.remove(kind, source)
        self.situation.zones[target][:0] = cards

    def remove(self, kind: str, place: Place) -> None:
        """A card of the zone itself, if one of the kind is there; else of the zones that are part of it."""
        piece = next(piece for piece in self.situation.pieces(place) if kind in self.situation.zones[piece])
        self.situation.zones[piece].remove(kind)

    def move_below(self, cards: Sequence[str], source: Place, target: Place) -> None:
        """The uppermost copies go below all other cards of the target."""
        self.move(cards, source, target)
        lying = self.situation.zones[target]
        lying[:] = [*lying[len(cards) :], *lying[: len(cards)]]

    def swap_ends(self, pile: Place) -> None:
        """Of a zone without an order there are no ends."""
        cards = self.situation.zones[pile]
        if cards and pile[0] in self.situation.ordered:
            cards[0], cards[-1] = cards[-1], cards[0]

    def move_every(self, statement: MoveEvery, frame: Frame) -> tuple[str, ...]:
        """The cards that were moved."""
        source, target = self.view.zone(statement.source, frame), self.view.zone(statement.target, frame)
        cards: tuple[str, ...] = ()
        if source == target and source[0] in self.situation.parts:
            return self.grouped(self.view.cards(statement.source, statement.filter, frame))
        for piece in self.situation.pieces(source):
            pile, moving = self.situation.zones[piece], self.view.passing_in(piece, statement.filter, frame)
            cards += tuple(pile[position] for position in moving)
            pile[:] = [kind for position, kind in enumerate(pile) if position not in moving]
        if source[0] not in self.situation.ordered:
            cards = self.grouped(cards)
        self.situation.zones[target][:0] = cards
        self.show(cards, statement.sight, frame, target)
        return self.grouped(cards)

    def is_hidden(self, place: Place, seat: int) -> bool:
        """Whether a zone of the player is hidden from them by a status of theirs."""
        statuses = [one.name for one in self.rules.statuses if one.hides == place[0] and place[1] == seat]
        return any(self.situation.statuses[name, seat] for name in statuses)

    def show(self, cards: Iterable[str], sight: Sight, frame: Frame, target: Place | None = None) -> None:
        """Log who sees cards: by the sight, and by where they go."""
        seers = {self.view.player(player, frame) for player in sight.players}
        seen_by = next((zone.seen_by for zone in self.rules.zones if target and zone.name == target[0]), "nobody")
        if sight.everyone or seen_by == "everyone":
            seers.update(range(self.situation.players))
        elif seen_by == "owner" and target is not None and target[1] is not None:
            seers.add(target[1])
        self.situation.seen.extend((seat, kind) for kind in cards for seat in sorted(seers))

    def choose_kind(self, owner: int, verb: str, kinds: Iterable[str]) -> Generator[Offer, Label, str]:
        """One of the kinds, by a player or by chance; chance takes each of the cards as likely as any other."""
        cards = Counter(kinds)
        ways = {Label(owner, verb, (kind,)): kind for kind in self.distinct(cards)}
        if not ways:
            raise Faulty(IMPOSSIBLE)
        by_chance = offer(ways) if owner != CHANCE else weigh(ways, lambda label: cards[ways[label]])
        return ways[(yield by_chance)]

    def insert(self, statement: Insert, frame: Frame) -> Decisions:
        """The card stays in its zone until the place is chosen. Below an equal card is the same as above it."""
        kind = self.view.kind(statement.kind, frame)
        source, target = self.view.zone(statement.source, frame), self.view.zone(statement.pile, frame)
        if kind not in self.situation.cards_in(source):
            raise Faulty(IMPOSSIBLE)
        place = 0
        if target[0] in self.situation.ordered:
            others = list(self.situation.zones[target])
            if source == target:
                others.remove(kind)
            seat = self.view.player(statement.chooser, frame)
            places = [place for place in range(len(others) + 1) if place == 0 or others[place - 1] != kind]
            ways = {Label(seat, "place", (place,)): place for place in places}
            place = ways[(yield offer(ways))]
        self.remove(kind, source)
        self.situation.zones[target].insert(place, kind)
        self.show([kind], statement.sight, frame, target)

    def take_top(self, statement: TakeTop, frame: Frame) -> Decisions:
        """From a zone without an order the top card is a chance, and so is the bottom card."""
        source, target = self.view.zone(statement.pile, frame), self.view.zone(statement.target, frame)
        cards = self.situation.zones[source]
        if source[0] in self.situation.ordered and cards:
            kind = cards.pop(-1 if statement.from_bottom else 0)
            self.situation.zones[target].insert(0, kind)
        else:
            kind = yield from self.choose_kind(CHANCE, "draw below" if statement.from_bottom else "draw", cards)
            self.move([kind], source, target)
        frame.kinds[statement.variable] = kind
        self.show([kind], statement.sight, frame, target)

    def turn(self, statement: TurnCard, frame: Frame) -> None:
        """A card without another face stays as it is."""
        kind, place = self.view.kind(statement.kind, frame), self.view.zone(statement.zone, frame)
        faces = self.rules.faces if not statement.face_up else {down: up for up, down in self.rules.faces.items()}
        frame.kinds[statement.variable] = faces.get(kind, kind)
        if kind in faces:
            cards = self.situation.zones[place]
            cards[cards.index(kind)] = faces[kind]
            self.show([kind], Sight(everyone=statement.face_up), frame)

    def rearrange(self, statement: Rearrange, frame: Frame) -> Decisions:
        """Of a zone without an order nobody knows the order, before or after."""
        seat, pile = self.view.player(statement.player, frame), self.view.zone(statement.pile, frame)
        cards = self.situation.zones[pile]
        top = cards[: self.view.number(statement.number, frame)]
        self.show(top, Sight(players=(statement.player,)), frame)
        if pile[0] in self.situation.ordered:
            ways = {Label(seat, "arrange", (order,)): order for order in arrangements(self.grouped(top))}
            cards[: len(top)] = ways[(yield offer(ways))]

    def shuffle(self, place: Place) -> Decisions:
        """A zone without an order has none to change."""
        if place[0] in self.situation.ordered:
            cards = self.grouped(self.situation.zones[place])
            taken = yield Offer(
                labels=lambda: (arrange(order) for order in arrangements(cards)),
                allows=lambda label: label == arrange(kinds_of(label)) and Counter(kinds_of(label)) == Counter(cards),
            )
            self.situation.zones[place][:] = kinds_of(taken)

    def deal(self, statement: Deal, frame: Frame) -> Decisions:
        """One decision for a hand, seat by seat. The scope may fix how many cards are dealt, or laid out."""
        fixed = self.table.scope.laid if statement.to_table else self.table.scope.dealt
        number = self.view.number(statement.number, frame) if fixed is None else fixed
        source = self.view.zone(statement.source, frame)
        for seat in [None] if statement.to_table else range(self.situation.players):
            if len(self.situation.zones[source]) < number:
                raise Faulty(IMPOSSIBLE)
            hand = kinds_of((yield self.deal_one(seat, number, self.grouped(self.situation.zones[source]))))
            self.move(hand, source, (statement.target, seat))
            self.show(hand, Sight(), frame, (statement.target, seat))

    def deal_one(self, seat: int | None, number: int, cards: tuple[str, ...]) -> Offer:
        def deal_to(seat: int | None, kinds: tuple[str, ...]) -> Label:
            return Label(CHANCE, "hand", (seat, kinds))

        def allows(label: Label) -> bool:
            kinds = kinds_of(label)
            fits = len(kinds) == number and not Counter(kinds) - Counter(cards)
            return fits and label == deal_to(seat, self.grouped(kinds))

        def ways(label: Label) -> int:
            dealt = Counter(kinds_of(label))
            return prod(comb(there, dealt[kind]) for kind, there in Counter(cards).items())

        return Offer(lambda: (deal_to(seat, kinds) for kinds in hands(cards, number)), allows, weight=ways)


def arrange(kinds: tuple[str, ...]) -> Label:
    return Label(CHANCE, "arrange", (kinds,))


def kinds_of(label: Label) -> tuple[str, ...]:
    """The cards that the last word of a label lists."""
    last = label.words[-1] if label.words else ()
    return tuple(str(kind) for kind in last) if isinstance(last, tuple) else ()
