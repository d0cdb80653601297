"""Conditions of core read off a state, as a person would: for scenes, beside the lowered tests of the machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from checker.machine.describe import Describer
from checker.machine.machine import State
from kittens_dsl.core import terms
from kittens_dsl.records import dataclass

Seats = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Reader:
    """Answers questions about one state. Variables of players are given as seats."""

    describer: Describer
    state: State

    def holds(self, condition: terms.Condition, seats: Seats) -> bool:
        """Whether a condition is true here. ValueError for what only a play in progress knows."""
        match condition:
            case terms.Truth(value):
                return value
            case terms.Compare(operator, left, right):
                first, second = self.number(left, seats), self.number(right, seats)
                return {"=": first == second, "<": first < second, "<=": first <= second}[operator]
            case terms.SamePlayer(left, right):
                return self.seat(left, seats) == self.seat(right, seats)
            case terms.HasStatus(status, owner):
                return bool(self._field(f"status {status}", owner, seats))
            case terms.InGame(player):
                return self.describer.living(self.state)[self.seat(player, seats)]
            case terms.ReadingChosen(ambiguity, reading):
                return self.describer.machine.system.table.readings[ambiguity] == reading
            case terms.GameWon():
                return self.describer.machine.is_won(self.state)
            case terms.HasWon(player):
                return self.describer.winner(self.state) == self.seat(player, seats)
            case terms.Every(parts):
                return all(self.holds(one, seats) for one in parts)
            case terms.Either(parts):
                return any(self.holds(one, seats) for one in parts)
            case terms.Negation(inner):
                return not self.holds(inner, seats)
            case terms.EachPlayer(variable, inner, dead_too=True):
                return all(self.holds(inner, {**seats, variable: seat}) for seat in self._everyone())
            case terms.EachPlayer(variable, inner):
                return all(self.holds(inner, {**seats, variable: seat}) for seat in self._living())
            case terms.SomePlayer(variable, inner):
                return any(self.holds(inner, {**seats, variable: seat}) for seat in self._living())
            case terms.IsKind() | terms.PaidWith() | terms.PlayHasTrait() | terms.PlayCancelled():
                raise ValueError("this can be asked only while a card is being played")
            case _:
                assert_never(condition)

    def number(self, number: terms.Number, seats: Seats) -> int:
        """The value of a number here."""
        match number:
            case terms.Literal(value):
                return value
            case terms.CounterOf(counter, owner):
                return self._field(f"counter {counter}", owner, seats)
            case terms.CountCards(zone, card_filter, kind):
                owner_seat = None if zone.owner is None else self.seat(zone.owner, seats)
                rules = self.describer.machine.system.rules
                pieces = (zone.zone, *rules.parts.get(zone.zone, ()))
                cards = [card for piece in pieces for card in self.describer.cards(self.state, piece, owner_seat)]
                if kind is not None:
                    if not isinstance(kind, terms.KindName):
                        raise ValueError("a card variable has no meaning here")
                    return cards.count(kind.name)
                return sum(card_filter.kinds is None or card in card_filter.kinds for card in cards)
            case terms.PlayersAtTable():
                return self.describer.machine.system.table.players
            case terms.PlayersLeft():
                return len(self._living())
            case terms.Arithmetic(operator, left, right):
                first, second = self.number(left, seats), self.number(right, seats)
                results = {"plus": first + second, "minus": first - second}
                return (results | {"smaller": min(first, second), "greater": max(first, second)})[operator]
            case terms.SumOverPlayers(variable, inner):
                return sum(self.number(inner, {**seats, variable: seat}) for seat in self._everyone())
            case terms.CountPlayers(variable, condition):
                return sum(self.holds(condition, {**seats, variable: seat}) for seat in self._living())
            case _:
                assert_never(number)

    def seat(self, player: terms.Player, seats: Seats) -> int:
        """The seat of a player."""
        match player:
            case terms.Seat(index):
                return index
            case terms.PlayerVariable(name):
                return seats[name]
            case terms.TokenHolder(token, owner):
                return self._field(f"token {token}", owner, seats)
            case terms.PlayerAfter(other):
                players = self.describer.machine.system.table.players
                step = -1 if self.describer.is_reversed(self.state) else 1
                start, living = self.seat(other, seats), self.describer.living(self.state)
                seats_round = [(start + step * places) % players for places in range(1, players + 1)]
                return next((seat for seat in seats_round if living[seat]), start)
            case _:
                assert_never(player)

    def _field(self, array: str, owner: terms.Player | None, seats: Seats) -> int:
        return self.describer.field(self.state, array, *(() if owner is None else (self.seat(owner, seats),)))

    def _everyone(self) -> range:
        return range(self.describer.machine.system.table.players)

    def _living(self) -> list[int]:
        return [seat for seat, lives in enumerate(self.describer.living(self.state)) if lives]
