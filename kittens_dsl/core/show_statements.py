"""Compact text of the statements of core, one a line, blocks indented."""

from collections.abc import Iterator
from typing import assert_never

from kittens_dsl.core import statements as core
from kittens_dsl.core.show_terms import (
    show_condition,
    show_filter,
    show_kind,
    show_number,
    show_owned,
    show_player,
    show_zone,
)
from kittens_dsl.core.terms import ALWAYS

STEP = "  "


def show_body(body: core.Body, indentation: str) -> Iterator[str]:
    """The lines of a body; an empty one is `nothing`."""
    if not body:
        yield f"{indentation}nothing"
    for statement in body:
        yield from _show_statement(statement, indentation)


def _show_statement(statement: core.Statement, indentation: str) -> Iterator[str]:
    inside = indentation + STEP
    match statement:
        case core.ChooseOne(chooser=chooser, options=options, at_rest=at_rest):
            yield f"{indentation}{show_player(chooser)} chooses one{' at rest' if at_rest else ''}"
            for option in options:
                guard = "" if option.guard == ALWAYS else f" if {show_condition(option.guard)}"
                yield f'{inside}"{option.words}"{guard}{": every legal play" if option.plays else ""}'
                if not option.plays:
                    yield from show_body(option.body, inside + STEP)
        case core.PlayOut(player=player, kind=kind, otherwise=otherwise):
            yield f"{indentation}{show_player(player)} plays {show_kind(kind)} out, else"
            yield from show_body(otherwise, inside)
        case core.If(condition=condition, then=then, otherwise=otherwise, asked=asked):
            aloud = "" if asked is None else f'asked "{asked}": '
            yield f"{indentation}if {aloud}{show_condition(condition)}"
            yield from show_body(then, inside)
            if otherwise:
                yield f"{indentation}else"
                yield from show_body(otherwise, inside)
        case core.Under(ambiguity=ambiguity, arms=arms):
            for reading, body in arms:
                yield f"{indentation}under {ambiguity} = {reading}"
                yield from show_body(body, inside)
        case core.Repeat(until=until, body=body):
            yield f"{indentation}repeat until {show_condition(until)}"
            yield from show_body(body, inside)
        case core.ForEach(variable=variable, start=start, condition=condition, body=body):
            such = "" if condition == ALWAYS else f" with {show_condition(condition)}"
            yield f"{indentation}for {variable} from {show_player(start)}{such}"
            yield from show_body(body, inside)
        case _:
            yield indentation + (_show_card_statement(statement) or _show_happening(statement))


def _show_card_statement(statement: core.Statement) -> str | None:
    """A statement about cards; None if it is about something else."""
    match statement:
        case core.Move(number=number, kind=kind, source=source, target=target, sight=sight, to_bottom=to_bottom):
            what = f"{show_number(number)} {show_kind(kind)}"
            end = "bottom of " if to_bottom else ""
            return f"move {what}: {show_zone(source)} -> {end}{show_zone(target)}{show_sight(sight)}"
        case core.MoveEvery(filter=chosen, source=source, target=target, sight=sight):
            what = f"every {show_filter(chosen)}"
            return f"move {what}: {show_zone(source)} -> {show_zone(target)}{show_sight(sight)}"
        case core.Insert(kind=kind, source=source, pile=pile, chooser=chooser, sight=sight):
            where = f"{show_zone(source)} -> {show_zone(pile)} where {show_player(chooser)} likes"
            return f"insert {show_kind(kind)}: {where}{show_sight(sight)}"
        case core.TakeTop(pile=pile, target=target, variable=variable, sight=sight, from_bottom=from_bottom):
            end = "bottom" if from_bottom else "top"
            return f"take ${variable}: {end} of {show_zone(pile)} -> {show_zone(target)}{show_sight(sight)}"
        case core.TurnCard(kind=kind, zone=zone, face_up=face_up, variable=variable):
            return f"turn {show_kind(kind)} of {show_zone(zone)} face {'up' if face_up else 'down'}: ${variable}"
        case core.Rearrange(player=player, number=number, pile=pile):
            return f"{show_player(player)} rearranges top {show_number(number)} of {show_zone(pile)}"
        case core.SwapEnds(pile=pile):
            return f"swap ends of {show_zone(pile)}"
        case core.ShufflePile(pile=pile):
            return f"shuffle {show_zone(pile)}"
        case core.LookAtTop(player=player, number=number, pile=pile):
            return f"{show_player(player)} sees top {show_number(number)} of {show_zone(pile)}"
        case core.LookAtZone(sight=sight, zone=zone):
            return f"show {show_zone(zone)}{show_sight(sight)}"
        case core.ChooseCard(chooser=chooser, zone=zone, variable=variable, filter=chosen):
            return f"{show_player(chooser)} chooses ${variable}: {show_filter(chosen)} of {show_zone(zone)}"
        case core.ChanceCard(zone=zone, variable=variable, itself=itself):
            return f"chance picks ${variable}: a card of {show_zone(zone)}{' itself' if itself else ''}"
        case core.MovePlayed(target=target, sight=sight):
            return f"move played -> {show_zone(target)}{show_sight(sight)}"
        case core.Deal(number=number, source=source, target=target_name, to_table=to_table):
            return f"deal {show_number(number)}: {show_zone(source)} -> {'' if to_table else 'every '}{target_name}"
        case _:
            return None


def _show_happening(statement: core.Statement) -> str:
    match statement:
        case core.ChoosePlayer(chooser=chooser, variable=variable, condition=condition):
            such = "" if condition == ALWAYS else f" with {show_condition(condition)}"
            return f"{show_player(chooser)} chooses player {variable}{such}"
        case core.SetCounter(counter=counter, owner=owner, operator=operator, number=number):
            sign = {"becomes": ":=", "grows": "+=", "falls": "-="}[operator]
            return f"{show_owned(counter, owner)} {sign} {show_number(number)}"
        case core.SetStatus(status=status, owner=owner, on=on):
            return f"{show_owned(status, owner)} := {'true' if on else 'false'}"
        case core.PassToken(token=token, player=player, owner=owner):
            return f"{show_owned(token, owner)} -> {show_player(player)}"
        case core.ReverseSeats():
            return "reverse seats"
        case core.Raise(event=event, subject=subject, other=other, kind=kind):
            others = "" if other is None else f" on {show_player(other)}"
            card = "" if kind is None else f" with {show_kind(kind)}"
            return f"raise {event}({show_player(subject)}){card}{others}"
        case core.OpenWindow():
            return "open window"
        case core.Pause():
            return "pause"
        case core.CarryOut():
            return "carry out play"
        case core.CancelPlay():
            return "cancel play"
        case core.LeaveGame(player=player):
            return f"{show_player(player)} leaves"
        case core.WinGame(player=player):
            return f"{show_player(player)} wins"
        case core.Fault(words=words):
            return f'fault "{words}"'
        case (
            core.Move()
            | core.MoveEvery()
            | core.Insert()
            | core.TakeTop()
            | core.TurnCard()
            | core.Rearrange()
            | core.SwapEnds()
            | core.ShufflePile()
            | core.LookAtTop()
            | core.LookAtZone()
            | core.ChooseCard()
            | core.ChanceCard()
            | core.MovePlayed()
            | core.Deal()
            | core.ChooseOne()
            | core.If()
            | core.PlayOut()
            | core.Under()
            | core.Repeat()
            | core.ForEach()
        ):
            raise AssertionError("shown before")
        case _:
            assert_never(statement)


def show_sight(sight: core.Sight) -> str:
    """Who sees it, where anybody does by the statement itself."""
    if sight.everyone:
        return ", seen by all"
    if sight.players:
        return f", seen by {' and '.join(show_player(player) for player in sight.players)}"
    return ""
