"""What a player may play or answer now, and the event by which all of it is announced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import assert_never

from checker.system.label import Label
from kittens_dsl.core.rules import (
    Cost,
    DifferentNames,
    Does,
    Event,
    PlayRule,
    ResponseRule,
    Rules,
    SameName,
    SingleCard,
)
from kittens_dsl.core.statements import Body, CarryOut, ChooseOne, ForEach, If, Repeat, Statement, Under
from tests.oracles.cards import Game
from tests.oracles.situation import Play, frame_of_play


def find_play_event(rules: Rules) -> Event:
    """The event that announces a play: its base rule carries the play out."""
    for rule in rules.rules:
        if isinstance(rule.attachment, Does) and carries_out(rule.body):
            return next(event for event in rules.events if event.name == rule.attachment.event)
    raise ValueError("no event carries a play out")


def carries_out(body: Body) -> bool:
    return any(isinstance(part, CarryOut) or any(map(carries_out, bodies_in(part))) for part in body)


def bodies_in(statement: Statement) -> tuple[Body, ...]:
    match statement:
        case If(_, then, otherwise):
            return then, otherwise
        case Under(_, arms):
            return tuple(body for _, body in arms)
        case Repeat(_, body) | ForEach(_, _, _, body):
            return (body,)
        case ChooseOne(_, options):
            return tuple(option.body for option in options)
        case _:
            return ()


def legal_plays(game: Game, seat: int) -> Iterator[Play]:
    """Rule by rule, every payment with every target and every named kind for which the guard holds."""
    living = game.situation.living()
    others = [other for other in living if other != seat]
    targets: dict[str, Sequence[int | None]] = {"none": [None], "other": others, "any": living}
    existing = [kind for kind in game.kinds if game.table.scope.copies.get(kind, 0) > 0]
    for rule in game.rules.rules:
        if isinstance(attachment := rule.attachment, PlayRule):
            payments, names = list_payments(game, attachment.cost, seat), existing if attachment.names_kind else [None]
            for cards, target, named in product(payments, targets[attachment.target], names):
                play = Play(rule, attachment, seat, cards, target, named)
                if game.view.holds(rule.guard, frame_of_play(play)):
                    yield play


def list_payments(game: Game, cost: Cost, seat: int) -> list[tuple[str, ...]]:
    hand = game.situation.zones[game.rules.play_zone, seat]
    match cost:
        case SingleCard(kind):
            return [(kind,)] if kind in hand else []
        case SameName(number):
            return [(kind,) * number for kind in game.distinct(hand) if hand.count(kind) >= number]
        case DifferentNames(number):
            return list(combinations(game.distinct(hand), number))
        case _:
            assert_never(cost)


def legal_answers(game: Game, play: Play) -> Iterator[Play]:
    """Seat by seat, rule by rule, every response that the play allows."""
    for seat in game.situation.living():
        hand = game.situation.zones[game.rules.play_zone, seat]
        for rule in game.rules.rules:
            if isinstance(attachment := rule.attachment, ResponseRule):
                answer = Play(rule, attachment, seat, (attachment.kind,), answers=play)
                able = attachment.kind in hand and attachment.to_trait in play.attachment.traits
                if able and game.view.holds(rule.guard, frame_of_play(answer)):
                    yield answer


def announcement(play: Play) -> Label:
    match play.attachment:
        case PlayRule():
            return Label(play.player, "play", (play.rule.name, play.cards, play.target, play.named))
        case ResponseRule():
            return Label(play.player, "respond", (play.rule.name,))
        case _:
            assert_never(play.attachment)
