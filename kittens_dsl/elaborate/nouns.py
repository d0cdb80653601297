"""What a noun means where it stands; a problem where it means nothing."""

from __future__ import annotations

from typing import assert_never

from kittens_dsl.core.terms import (
    KindName,
    KindVariable,
    Player,
    PlayerAfter,
    PlayerVariable,
    Seat,
    TokenHolder,
    ZoneOf,
)
from kittens_dsl.elaborate.meaning import (
    CardMeaning,
    CounterMeaning,
    EveryZoneMeaning,
    Meaning,
    PlayerMeaning,
    ThingMeaning,
    TokenMeaning,
    ZoneMeaning,
    describe_declared,
    refuse_sort,
)
from kittens_dsl.elaborate.scope import CardBinding, PlayerBinding, Scope, Unbound
from kittens_dsl.elaborate.unknown import refuse_name
from kittens_dsl.names.book import Noun as Declared
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.source.span import Span
from kittens_dsl.syntax.ast import phrases as ast
from kittens_dsl.syntax.ast.declarations import Counter, Status, Token, Trait, Zone
from kittens_dsl.syntax.ast.words import Word


def find_meaning(noun: ast.Noun, scope: Scope) -> Meaning | None:
    """What the noun means here; None, with a problem, where it means nothing."""
    match noun:
        case ast.You(span=span):
            return _find_you(span, scope)
        case ast.They(span=span):
            return _find_they(span, scope)
        case ast.TheName(name=name):
            return _find_name(name, scope)
        case ast.Holder(token=token, owner=owner):
            return _find_holder(token, owner, scope)
        case ast.PlayerAfter(player=player):
            before = find_player(player, scope)
            return None if before is None else PlayerMeaning(PlayerAfter(before))
        case ast.PlayerNumber(number=number, span=span):
            return _find_seat(number.value, span, scope)
        case ast.TheTable():
            return ThingMeaning("table")
        case ast.ThisCard(span=span):
            if scope.card is None:
                _refuse(scope, "K110", "this rule stands in no card", "which card is meant?", span)
                return None
            return CardMeaning(KindName(scope.card))
        case ast.PlayedCard(span=span):
            return _find_announced("played", "cards of one name are played", span, scope)
        case ast.NamedCard(span=span):
            return _find_announced("named", "the play is `naming a card`", span, scope)
        case ast.Owned(name=name, owner=owner):
            return _find_owned(name, owner, scope)
        case ast.EveryPlace(name=name):
            return _find_every(name, scope)
        case _:
            assert_never(noun)


def _refuse(scope: Scope, code: str, message: str, label: str, span: Span, *helps: str) -> None:
    scope.report.add(Problem(code, message, label=label, helps=helps, span=span))


def _find_you(span: Span, scope: Scope) -> Meaning | None:
    if not scope.you:
        _refuse(scope, "K210", "nobody is `you` here", "who is meant?", span, "name the player")
        return None
    return PlayerMeaning(PlayerVariable("you"))


def _find_they(span: Span, scope: Scope) -> Meaning | None:
    if scope.they is None:
        _refuse(
            scope,
            "K210",
            "nobody is `they` here",
            "who is meant?",
            span,
            "`they` and `their` are the player of `each player`, `some player` or `for whom` around them",
        )
        return None
    return PlayerMeaning(scope.they)


def _find_seat(number: int, span: Span, scope: Scope) -> Meaning | None:
    if scope.part == "rule":
        _refuse(scope, "K212", "a rule cannot speak of a fixed seat", "only setup, properties and scenes can", span)
        return None
    if number < 1:
        _refuse(scope, "K602", "players are counted from 1", f"there is no player {number}", span)
        return None
    if scope.seats is not None and number > scope.seats:
        label = f"the players are 1 to {scope.seats}"
        _refuse(scope, "K602", f"there is no player {number} in this scene", label, span)
        return None
    return PlayerMeaning(Seat(number - 1))


def _find_announced(name: str, when: str, span: Span, scope: Scope) -> Meaning | None:
    if name not in scope.bindings:
        _refuse(
            scope,
            "K110",
            f"there is no {name} card here",
            "which card is meant?",
            span,
            f"it is known only where {when}",
        )
        return None
    return CardMeaning(KindVariable(name))


def _find_name(name: Word, scope: Scope) -> Meaning | None:
    binding = scope.bindings.get(name.text)
    match binding:
        case CardBinding(kind=kind, sites=sites):
            scope.report.used_bindings |= sites
            return CardMeaning(kind, name.text, binding)
        case PlayerBinding(player=player, sites=sites):
            scope.report.used_bindings |= sites
            return PlayerMeaning(player)
        case Unbound(sites=sites):
            scope.report.used_bindings |= sites
            scope.report.add(
                Problem(
                    "K206",
                    f"{name.text} is not bound on every way here",
                    label="not always known",
                    notes=tuple(Note("it is bound here", site) for site in sorted(sites)),
                    helps=("use it in the block that binds it, or bind it in the other cases too",),
                    span=name.span,
                )
            )
            return None
        case None:
            return _find_declared(name, scope)
        case _:
            assert_never(binding)


GIVEN_BY_RULES = {
    "target": "a rule has a target if its head says `on another player` or `on any player`",
    "actor": "only a rule `in response to` a play has an actor",
    "card": "only a rule about an event declared `with a card in` a zone has a card",
}
"""Nouns that the head of a rule gives, and when."""


def _find_declared(name: Word, scope: Scope) -> Meaning | None:
    declared = scope.book.nouns.get(name.text)
    match declared:
        case None if name.text in ("play", "game"):
            return ThingMeaning(name.text)
        case None if name.text in GIVEN_BY_RULES:
            where = GIVEN_BY_RULES[name.text]
            _refuse(scope, "K110", f"there is no {name.text} here", "who or what is meant?", name.span, where)
            return None
        case None:
            refuse_name(name, scope)
            return None
        case Zone() | Counter() | Token() if declared.of_player:
            _use(declared, scope)
            _refuse(
                scope,
                "K202",
                f"every player has a {name.text}",
                f"whose {name.text}?",
                name.span,
                f"write `your {name.text}`, `their {name.text}` or `the {name.text} of` somebody",
            )
            return None
        case Zone():
            _use(declared, scope)
            return ZoneMeaning(ZoneOf(name.text, None), declared)
        case Counter():
            _use(declared, scope)
            return CounterMeaning(name.text, None)
        case Token():
            _use(declared, scope)
            return TokenMeaning(name.text, None)
        case Status():
            _use(declared, scope)
            _refuse(
                scope,
                "K201",
                f"{name.text} is a status",
                "a status is nothing to speak of",
                name.span,
                f"say of a player that they are {name.text}",
            )
            return None
        case Trait():
            _use(declared, scope)
            _refuse(
                scope,
                "K201",
                f"{name.text} is a trait",
                "a trait is nothing to speak of",
                name.span,
                f"say of a {'play' if declared.of_play else 'card'} that it is {name.text}",
            )
            return None
        case _:
            assert_never(declared)


def _use(declared: Declared, scope: Scope) -> None:
    scope.report.use("noun", declared.name.text)


def _find_holder(token: Word, owner: ast.Noun | None, scope: Scope) -> Meaning | None:
    declared = scope.book.nouns.get(token.text)
    if declared is None:
        refuse_name(token, scope, only=Token)
        return None
    _use(declared, scope)
    if not isinstance(declared, Token):
        _refuse(
            scope, "K201", f"{token.text} is {describe_declared(declared)}, not a token", "nobody holds it", token.span
        )
        return None
    if declared.of_player != (owner is not None):
        whose = f"every player has a {token.text}" if owner is None else f"{token.text} belongs to the table"
        fitting = f"`the holder of your {token.text}`" if owner is None else f"`the {token.text} holder`"
        _refuse(scope, "K202", whose, "whose?" if owner is None else "no player has one", token.span, f"say {fitting}")
        return None
    player = None if owner is None else find_player(owner, scope)
    return None if owner is not None and player is None else PlayerMeaning(TokenHolder(token.text, player))


def _find_owned(name: Word, owner: ast.Noun, scope: Scope) -> Meaning | None:
    declared = scope.book.nouns.get(name.text)
    if declared is None:
        refuse_name(name, scope, only=(Zone, Counter, Token))
        find_meaning(owner, scope)
        return None
    _use(declared, scope)
    player = find_player(owner, scope)
    if not isinstance(declared, Zone | Counter | Token):
        _refuse(
            scope,
            "K201",
            f"{name.text} is {describe_declared(declared)}, not a zone, a counter or a token",
            "nobody owns it",
            name.span,
        )
        return None
    if not declared.of_player:
        _refuse(
            scope,
            "K202",
            f"{name.text} belongs to the table",
            "no player has one",
            name.span,
            f"write `the {name.text}`",
        )
        return None
    if player is None:
        return None
    if isinstance(declared, Zone):
        return ZoneMeaning(ZoneOf(name.text, player), declared)
    if isinstance(declared, Token):
        return TokenMeaning(name.text, player)
    return CounterMeaning(name.text, player)


def _find_every(name: Word, scope: Scope) -> Meaning | None:
    declared = scope.book.nouns.get(name.text)
    if declared is None:
        refuse_name(name, scope, only=Zone)
        return None
    _use(declared, scope)
    if not isinstance(declared, Zone) or not declared.of_player:
        _refuse(scope, "K202", f"{name.text} is not a zone of players", "there is no more than one", name.span)
        return None
    return EveryZoneMeaning(declared)


def find_player(noun: ast.Noun, scope: Scope) -> Player | None:
    """The player that the noun means; a problem if it is something else."""
    meaning = find_meaning(noun, scope)
    match meaning:
        case None:
            return None
        case PlayerMeaning(player=player):
            return player
        case _:
            refuse_sort(noun, meaning, "a player", scope)
            return None
