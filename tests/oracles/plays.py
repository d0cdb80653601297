"""What a player may play or answer now, and the event by which all of it is announced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import assert_never

from checker.system.label import Label
from kittens_dsl.core.rules import (
    Afterwards,
    Cannot,
    CannotPlay,
    CardLeaves,
    Cost,
    DifferentNames,
    Does,
    Event,
    Instead,
    InsteadOfEffect,
    PlayRule,
    ResponseRule,
    Rule,
    Rules,
    SameName,
    SingleCard,
    StandIn,
)
from kittens_dsl.core.statements import (
    Body,
    CancelPlay,
    CarryOut,
    ChooseOne,
    ForEach,
    If,
    MovePlayed,
    OpenWindow,
    PlayOut,
    Repeat,
    Statement,
    Under,
)
from kittens_dsl.core.terms import (
    Condition,
    EachPlayer,
    Either,
    Every,
    IsKind,
    KindVariable,
    Negation,
    PaidWith,
    PlayCancelled,
    PlayHasTrait,
    ReadingChosen,
    SomePlayer,
    Truth,
)
from tests.oracles.cards import Faulty, Game
from tests.oracles.precedence import in_order, predecessors, rivals, rules_on, rules_on_moves
from tests.oracles.situation import Frame, Play, frame_of_play

CONFLICT = "conflict"
UNLESS_CANCELLED = If(Negation(PlayCancelled()), (CarryOut(),))


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
        case PlayOut(_, _, body) | Repeat(_, body) | ForEach(_, _, _, body):
            return (body,)
        case ChooseOne(_, options):
            return tuple(option.body for option in options)
        case _:
            return ()


def effect_of(game: Game, play: Play) -> Body:
    """What its rule says, or what another rule says in its place."""
    rules, attachment = game.rules, play.attachment
    names = (play.rule.name, attachment.like if isinstance(attachment, PlayRule) else None)
    about = [
        rule for rule in rules.rules if isinstance(rule.attachment, InsteadOfEffect) and rule.attachment.rule in names
    ]
    order = in_order([rule.name for rule in about], predecessors(rules, about))
    about.sort(key=lambda rule: order.index(rule.name))
    applying = [rule for rule in about if game.view.holds(rule.guard, frame_of_play(play))]
    if not applying:
        return play.rule.body
    if rivals(rules, applying[0], applying[1:]):
        raise Faulty(CONFLICT)
    return applying[0].body


def legal_plays(game: Game, seat: int, shown: str | None = None) -> Iterator[Play]:
    """Rule by rule, every payment with every target and every named kind for which the guard holds.

    A player plays nothing from a hidden zone, but for a single card that is shown.
    """
    for rule in game.rules.rules:
        attachment = rule.attachment
        if isinstance(attachment, PlayRule) and (shown is not None or not attachment.between_actions):
            yield from _plays_of(game, seat, rule, attachment, shown)


def plays_between_actions(game: Game) -> Iterator[Play]:
    """What anyone may play between actions, seat by seat."""
    for seat in game.situation.living():
        for rule in game.rules.rules:
            if isinstance(attachment := rule.attachment, PlayRule) and attachment.between_actions:
                yield from _plays_of(game, seat, rule, attachment, None)


def _plays_of(game: Game, seat: int, rule: Rule, attachment: PlayRule, shown: str | None) -> Iterator[Play]:
    if shown is None and game.is_hidden((game.rules.play_zone, seat), seat):
        return
    living = game.situation.living()
    others = [other for other in living if other != seat]
    targets: dict[str, Sequence[int | None]] = {"none": [None], "other": others, "any": living}
    existing = [kind for kind in game.kinds if game.table.scope.copies.get(kind, 0) > 0]
    if shown not in (None, attachment.cost.kind if isinstance(attachment.cost, SingleCard) else ""):
        return
    payments, names = list_payments(game, attachment.cost, seat), existing if attachment.names_kind else [None]
    for cards, target, named in product(payments, targets[attachment.target], names):
        play = Play(rule, attachment, seat, cards, target, named)
        if game.view.holds(rule.guard, frame_of_play(play)) and not is_forbidden(game, play):
            yield play


def list_payments(game: Game, cost: Cost, seat: int) -> list[tuple[str, ...]]:
    hand = game.situation.cards_in((game.rules.play_zone, seat))
    match cost:
        case SingleCard(kind):
            return [(kind,)] if kind in hand else []
        case SameName(number):
            return [(kind,) * number for kind in game.distinct(hand) if hand.count(kind) >= number]
        case DifferentNames(number):
            return list(combinations(game.distinct(hand), number))
        case StandIn(kind, number, besides):
            if hand.count(kind) < number:
                return []
            return [(*cards, *(kind,) * number) for cards in list_payments(game, besides, seat) if kind not in cards]
        case _:
            assert_never(cost)


def legal_answers(game: Game, play: Play) -> Iterator[Play]:
    """Seat by seat, rule by rule, every response that the play allows."""
    for seat in game.situation.living():
        hand = game.situation.cards_in((game.rules.play_zone, seat))
        for rule in game.rules.rules if not game.is_hidden((game.rules.play_zone, seat), seat) else ():
            if isinstance(attachment := rule.attachment, ResponseRule):
                answer = Play(rule, attachment, seat, (attachment.kind,), answers=play)
                able = attachment.kind in hand and attachment.to_trait in play.attachment.traits
                if able and game.view.holds(rule.guard, frame_of_play(answer)) and not is_forbidden(game, answer):
                    yield answer


def is_forbidden(game: Game, play: Play) -> bool:
    """Cannot beats may: whether some rule says that playing cannot be done here."""
    frame = Frame({"you": play.player}, {}, play, play)
    forbidding = rules_on(game.rules, find_play_event(game.rules).name, Cannot)
    names = (play.rule.name, play.attachment.like if isinstance(play.attachment, PlayRule) else None)
    like = [
        rule for rule in game.rules.rules if isinstance(rule.attachment, CannotPlay) and rule.attachment.rule in names
    ]
    return any(game.view.holds(rule.guard, frame) for rule in forbidding) or any(
        game.view.holds(rule.guard, frame_of_play(play)) for rule in like
    )


def answers_only_cancel(game: Game) -> bool:
    """Whether a nest of windows comes down to whether the number of answers is odd.

    Every response only cancels and is open to every other, no rule but the base rule says anything of playing, and the
    base rule says: put the cards down, open the window, carry out what is not cancelled.
    """
    rules, readings = game.rules, game.table.readings
    event = find_play_event(rules).name
    if rules_on(rules, event, Instead) or rules_on(rules, event, Afterwards):
        return False
    responses = [
        (rule, rule.attachment)
        for rule in rules.rules
        if isinstance(rule.attachment, ResponseRule)
        and game.table.scope.copies.get(rule.attachment.kind, 0) > 0
        and decide(rule.guard, readings) is not False
    ]
    traits = [set(attachment.traits) for _, attachment in responses]
    mutual = all(attachment.to_trait in each for _, attachment in responses for each in traits)
    moved = rules_on_moves(rules, CardLeaves(rules.play_zone))
    unfollowed = not any(can_be_about(rule.guard, attachment.kind) for rule in moved for _, attachment in responses)
    plain = unfollowed and all(
        unfold(rule.body, readings) == (CancelPlay(),) and not asks_of_play(rule.guard) for rule, _ in responses
    )
    (base,) = rules_on(rules, event, Does)
    steps = [step for step in unfold(base.body, readings) if not isinstance(step, MovePlayed)]
    windows: list[Statement] = [OpenWindow()]
    windows += [If(PlayHasTrait(trait), (OpenWindow(),)) for trait in set.intersection(*traits)] if traits else []
    return mutual and plain and len(steps) == 2 and steps[0] in windows and steps[1] == UNLESS_CANCELLED


def unfold(body: Body, readings: Mapping[str, str]) -> Body:
    """A body with the arms of the readings in place."""
    return tuple(
        inner
        for part in body
        for inner in (
            unfold(dict(part.arms)[readings[part.ambiguity]], readings) if isinstance(part, Under) else (part,)
        )
    )


def can_be_about(guard: Condition, kind: str) -> bool:
    """Whether a guard leaves open that `card` is of that kind."""
    match guard:
        case IsKind(KindVariable("card"), kinds):
            return kind in kinds
        case Every(parts):
            return all(can_be_about(part, kind) for part in parts)
        case _:
            return True


def decide(condition: Condition, readings: Mapping[str, str]) -> bool | None:
    """What the readings alone make of a condition; None if it depends on the situation."""
    match condition:
        case Truth(value):
            return value
        case ReadingChosen(ambiguity, reading):
            return readings[ambiguity] == reading
        case Negation(negated):
            inner = decide(negated, readings)
            return None if inner is None else not inner
        case Every(parts) | Either(parts):
            deciding = isinstance(condition, Either)
            found = [decide(part, readings) for part in parts]
            return deciding if deciding in found else None if None in found else not deciding
        case _:
            return None


def asks_of_play(condition: Condition) -> bool:
    match condition:
        case PlayHasTrait() | PlayCancelled() | PaidWith():
            return True
        case Every(parts) | Either(parts):
            return any(map(asks_of_play, parts))
        case Negation(inner) | EachPlayer(_, inner) | SomePlayer(_, inner):
            return asks_of_play(inner)
        case _:
            return False


def announcement(play: Play) -> Label:
    match play.attachment:
        case PlayRule():
            return Label(play.player, "play", (play.rule.name, play.cards, play.target, play.named))
        case ResponseRule():
            return Label(play.player, "respond", (play.rule.name,))
        case _:
            assert_never(play.attachment)
