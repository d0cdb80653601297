"""Statements about players, counters, statuses, tokens, events and the play in progress."""

from dataclasses import replace
from typing import assert_never

from kittens_dsl.core import statements as core
from kittens_dsl.core.terms import Condition, Negation, PlayerVariable, SamePlayer, ZoneOf
from kittens_dsl.elaborate.cards import Lowered, find_place
from kittens_dsl.elaborate.conditions import join_conditions, lower_condition, lower_number
from kittens_dsl.elaborate.expected import find_card
from kittens_dsl.elaborate.local_names import check_local_name
from kittens_dsl.elaborate.meaning import (
    CardMeaning,
    CounterMeaning,
    PlayerMeaning,
    ThingMeaning,
    TokenMeaning,
    refuse_sort,
)
from kittens_dsl.elaborate.nouns import find_meaning, find_player
from kittens_dsl.elaborate.scope import CardBinding, PlayerBinding, Scope
from kittens_dsl.elaborate.traits import find_status
from kittens_dsl.elaborate.unknown import refuse_unknown
from kittens_dsl.elaborate.verbs import conjugate, find_event, name_event
from kittens_dsl.problem.problem import Note, Problem, Suggestion
from kittens_dsl.source.span import Span
from kittens_dsl.syntax.ast import statements as ast
from kittens_dsl.syntax.ast.declarations import Event
from kittens_dsl.syntax.ast.phrases import Noun
from kittens_dsl.syntax.reserved import RESERVED_VERBS

Happening = (
    ast.ChoosePlayer
    | ast.SetCounter
    | ast.SetStatus
    | ast.PassToken
    | ast.Invoke
    | ast.Plain
    | ast.LeaveGame
    | ast.WinGame
    | ast.Fault
)


def lower_happening(statement: Happening, scope: Scope) -> Lowered:
    """What the statement does (nothing, if it has a problem), and the scope after it."""
    match statement:
        case ast.ChoosePlayer():
            return _lower_choose_player(statement, scope)
        case ast.SetCounter():
            return _lower_counter(statement, scope), scope
        case ast.SetStatus():
            return _lower_status(statement, scope), scope
        case ast.PassToken():
            return _lower_token(statement, scope)
        case ast.Invoke():
            return _lower_invocation(statement, scope)
        case ast.Plain():
            return _lower_plain(statement, scope)
        case ast.LeaveGame(player=player, span=span):
            leaver = find_player(player, scope)
            return () if leaver is None else (core.LeaveGame(leaver, span=span),), _lose_unsteady(scope)
        case ast.WinGame():
            return _lower_win(statement, scope), replace(scope, ended=True)
        case ast.Fault(words=words, span=span):
            return (core.Fault(words.text, span=span),), replace(scope, ended=True)
        case _:
            assert_never(statement)


def _refuse(scope: Scope, code: str, message: str, label: str, span: Span, *helps: str) -> None:
    scope.report.add(Problem(code, message, label=label, helps=helps, span=span))


def _lower_choose_player(statement: ast.ChoosePlayer, scope: Scope) -> Lowered:
    chooser = find_player(statement.chooser, scope)
    name = statement.name
    if not check_local_name(name, scope):
        return (), scope
    variable = PlayerVariable(name.text)
    after = scope.bind(name.text, PlayerBinding(variable, frozenset({name.span})))
    conditions: list[Condition] = []
    if statement.another and chooser is not None:
        conditions.append(Negation(SamePlayer(variable, chooser)))
    if statement.condition is not None:
        condition = lower_condition(statement.condition, after.enter_loop(variable))
        if condition is None:
            return (), after
        conditions.append(condition)
    if chooser is None:
        return (), after
    whole = join_conditions(tuple(conditions))
    return (core.ChoosePlayer(chooser, name.text, whole, span=statement.span),), after


def _lower_counter(statement: ast.SetCounter, scope: Scope) -> core.Body:
    meaning, number = find_meaning(statement.counter, scope), lower_number(statement.number, scope)
    match meaning:
        case None:
            return ()
        case CounterMeaning(counter=counter, owner=owner):
            if number is None:
                return ()
            return (core.SetCounter(counter, owner, statement.operator, number, span=statement.span),)
        case _:
            refuse_sort(statement.counter, meaning, "a counter", scope)
            return ()


def _lower_status(statement: ast.SetStatus, scope: Scope) -> core.Body:
    meaning = find_meaning(statement.owner, scope)
    match meaning:
        case None:
            return ()
        case PlayerMeaning(player=player):
            status = find_status(statement.status, scope, of_player=True)
            return () if status is None else (core.SetStatus(status, player, statement.on, span=statement.span),)
        case ThingMeaning(thing="table"):
            status = find_status(statement.status, scope, of_player=False)
            return () if status is None else (core.SetStatus(status, None, statement.on, span=statement.span),)
        case _:
            refuse_sort(statement.owner, meaning, "a player", scope)
            return ()


def _lower_token(statement: ast.PassToken, scope: Scope) -> Lowered:
    meaning, player = find_meaning(statement.token, scope), find_player(statement.player, scope)
    match meaning:
        case None:
            return (), scope
        case TokenMeaning(token=token, owner=owner):
            body = () if player is None else (core.PassToken(token, player, owner, span=statement.span),)
            return body, _lose_unsteady(scope)
        case _:
            refuse_sort(statement.token, meaning, "a token", scope)
            return (), scope


def _lose_unsteady(scope: Scope) -> Scope:
    """The scope after the turn of things: `the player after P` and `the holder` may be somebody else now."""
    return scope.with_bindings(
        {
            name: replace(binding, zone=None, lost="who has that zone may have changed")
            if isinstance(binding, CardBinding) and binding.zone is not None and _is_unsteady(binding.zone)
            else binding
            for name, binding in scope.bindings.items()
        }
    )


def _is_unsteady(zone: ZoneOf) -> bool:
    return zone.owner is not None and not isinstance(zone.owner, PlayerVariable)


def _lower_plain(statement: ast.Plain, scope: Scope) -> Lowered:
    span = statement.span
    match statement.verb:
        case "nothing":
            return (), scope
        case "reverse":
            return (core.ReverseSeats(span=span),), _lose_unsteady(scope)
        case "pause":
            return (core.Pause(span=span),), scope
        case "cancel play":
            if not scope.responds:
                _refuse(scope, "K211", "there is no play to cancel here", "only a response can cancel a play", span)
                return (), scope
            return (core.CancelPlay(span=span),), scope
        case "open window" | "carry out" as verb:
            if not scope.plays:
                _refuse(
                    scope,
                    "K211",
                    "no play is being announced here",
                    "only the rule that says what playing is can do this",
                    span,
                )
                return (), scope
            return (core.OpenWindow(span=span) if verb == "open window" else core.CarryOut(span=span),), scope
        case _:
            assert_never(statement.verb)


def _lower_win(statement: ast.WinGame, scope: Scope) -> core.Body:
    meaning, player = find_meaning(statement.game, scope), find_player(statement.player, scope)
    match meaning:
        case None:
            return ()
        case ThingMeaning(thing="game"):
            return () if player is None else (core.WinGame(player, span=statement.span),)
        case _:
            refuse_sort(statement.game, meaning, "the game", scope)
            return ()


# ---- events ----------------------------------------------------------------------------------------------------------
def _lower_invocation(statement: ast.Invoke, scope: Scope) -> Lowered:
    subject = find_player(statement.subject, scope)
    other = None if statement.other is None else find_player(statement.other, scope)
    card = None if statement.card is None else find_card(statement.card, scope)
    event = _find_invoked(statement, scope)
    if event is None:
        return (), scope
    scope.report.use("event", event.phrase.text)
    if not _has_what_it_needs(statement, event, scope) or subject is None:
        return (), scope
    if (statement.other is not None and other is None) or (statement.card is not None and card is None):
        return (), scope
    after = scope
    kind = None
    if card is not None:
        assert statement.card is not None
        assert event.card_zone is not None
        if not _lies_in(card, statement.card, ZoneOf(event.card_zone.text, subject), scope):
            return (), scope
        kind = card.kind
        if card.name is not None and card.binding is not None:
            lost = f"`{event.phrase.text}` may have moved it"
            after = scope.bind(card.name, replace(card.binding, zone=None, lost=lost))
    return (core.Raise(name_event(event.phrase.text), subject, other, kind, span=statement.span),), after


def _find_invoked(statement: ast.Invoke, scope: Scope) -> Event | None:
    phrase = statement.phrase
    event = find_event(phrase.text, scope.book.events)
    if event is None:
        forms = [conjugate(name, statement.subject) for name in scope.book.events]
        refuse_unknown("K112", "verb", phrase, [*forms, *sorted(RESERVED_VERBS)], scope.report)
        return None
    wanted = conjugate(event.phrase.text, statement.subject)
    if wanted != phrase.text:
        scope.report.add(
            Problem(
                "K112",
                f"the verb does not fit its subject: {phrase.text}",
                label="wrong person",
                suggestion=Suggestion(wanted, phrase.span),
                span=phrase.span,
            )
        )
        return None
    return event


def _has_what_it_needs(statement: ast.Invoke, event: Event, scope: Scope) -> bool:
    """Whether the sentence names a card and a player exactly where the event has them."""
    phrase, zone, other = event.phrase.text, event.card_zone, event.other
    lacks_card = zone is not None and statement.card is None
    lacks_other = other is not None and statement.other is None
    if zone is not None and lacks_card:
        _refuse_needs(
            f"`{phrase}` needs a card in {zone.text}", "with which card?", statement.phrase.span, event, scope
        )
    if other is not None and lacks_other:
        _refuse_needs(f"`{phrase}` needs a {other.text}", "on whom?", statement.phrase.span, event, scope)
    if zone is None and statement.card is not None:
        _refuse_needs(f"no card takes part in `{phrase}`", "leave it out", statement.card.span, event, scope)
    if other is None and statement.other is not None:
        _refuse_needs(f"`{phrase}` is done on nobody", "leave it out", statement.other.span, event, scope)
    return (zone is None) == (statement.card is None) and (other is None) == (statement.other is None)


def _refuse_needs(message: str, label: str, span: Span, event: Event, scope: Scope) -> None:
    notes = (Note("declared here", event.phrase.span),)
    scope.report.add(Problem("K209", message, label=label, notes=notes, span=span))


def _lies_in(card: CardMeaning, noun: Noun, wanted: ZoneOf, scope: Scope) -> bool:
    """Whether the card lies where the event needs it; a problem otherwise."""
    place = find_place(card, noun, scope)
    if place is None:
        return False
    if place == wanted:
        return True
    scope.report.add(
        Problem(
            "K208",
            f"the card must lie in the {wanted.zone} of whoever does this",
            label=f"it lies in {describe_place(place)}",
            helps=(f"move it there first: `move the X to {describe_place(wanted)}`",),
            span=noun.span,
        )
    )
    return False


def describe_place(zone: ZoneOf) -> str:
    """A zone in words."""
    match zone.owner:
        case None:
            return f"the {zone.zone}"
        case PlayerVariable(name="you"):
            return f"your {zone.zone}"
        case PlayerVariable(name=name) if not name.startswith("they"):
            return f"the {name}'s {zone.zone}"
        case _:
            return f"a {zone.zone} of another player"
