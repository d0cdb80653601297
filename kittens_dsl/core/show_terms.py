"""Compact text of the expressions of core."""

from typing import assert_never

from kittens_dsl.core import terms as core


def show_player(player: core.Player) -> str:
    """`you`, `holder(turn)`, `after(you)`, `seat 0`."""
    match player:
        case core.PlayerVariable(name=name):
            return name
        case core.TokenHolder(token=token, owner=owner):
            return f"holder({token if owner is None else f'{token}({show_player(owner)})'})"
        case core.PlayerAfter(player=before):
            return f"after({show_player(before)})"
        case core.Seat(index=index):
            return f"seat {index}"
        case _:
            assert_never(player)


def show_kind(kind: core.Kind) -> str:
    """A quoted title, or a variable such as `$top`."""
    match kind:
        case core.KindName(name=name):
            return f'"{name}"'
        case core.KindVariable(name=name):
            return f"${name}"
        case _:
            assert_never(kind)


def show_kinds(kinds: tuple[str, ...]) -> str:
    """Several titles, any of which is meant."""
    return " | ".join(f'"{kind}"' for kind in kinds) or "no kind"


def show_zone(zone: core.ZoneOf) -> str:
    """`pile`, `hand(you)`."""
    return zone.zone if zone.owner is None else f"{zone.zone}({show_player(zone.owner)})"


def show_owned(name: str, owner: core.Player | None) -> str:
    """A counter or a status of a player or of the table."""
    return name if owner is None else f"{name}({show_player(owner)})"


def show_filter(chosen: core.CardFilter) -> str:
    """`any card`, the kinds, and `besides played`."""
    kinds = "any card" if chosen.kinds is None else show_kinds(chosen.kinds)
    return f"{kinds} besides played" if chosen.besides_played else kinds


def show_number(number: core.Number) -> str:
    """A number; sums in brackets."""
    match number:
        case core.Literal(value=value):
            return str(value)
        case core.CounterOf(counter=counter, owner=owner):
            return show_owned(counter, owner)
        case core.CountCards(zone=zone, filter=chosen, kind=None):
            return f"count({show_filter(chosen)} in {show_zone(zone)})"
        case core.CountCards(zone=zone, filter=core.CardFilter(kinds=None, besides_played=False), kind=kind):
            return f"count({'' if kind is None else show_kind(kind)} in {show_zone(zone)})"
        case core.CountCards(zone=zone, filter=chosen, kind=kind):
            both = f"{'' if kind is None else show_kind(kind)} and {show_filter(chosen)}"
            return f"count({both} in {show_zone(zone)})"
        case core.PlayersAtTable():
            return "players"
        case core.PlayersLeft():
            return "players left"
        case core.Arithmetic(operator=operator, left=left, right=right):
            return _show_arithmetic(operator, show_number(left), show_number(right))
        case core.SumOverPlayers(variable=variable, number=inner):
            return f"sum({variable}: {show_number(inner)})"
        case core.CountPlayers(variable=variable, condition=condition):
            return f"count({variable}: {show_condition(condition)})"
        case _:
            assert_never(number)


def _show_arithmetic(operator: str, left: str, right: str) -> str:
    match operator:
        case "plus":
            return f"({left} + {right})"
        case "minus":
            return f"({left} - {right})"
        case "smaller":
            return f"min({left}, {right})"
        case _:
            return f"max({left}, {right})"


def show_condition(condition: core.Condition) -> str:
    """A condition; `and` and `or` in brackets."""
    match condition:
        case core.Truth(value=value):
            return "true" if value else "false"
        case core.Compare(operator=operator, left=left, right=right):
            return f"{show_number(left)} {operator} {show_number(right)}"
        case core.IsKind(kind=kind, kinds=kinds):
            return f"{show_kind(kind)} is {show_kinds(kinds)}"
        case core.SamePlayer(left=one, right=other):
            return f"{show_player(one)} is {show_player(other)}"
        case core.HasStatus(status=status, owner=owner):
            return show_owned(status, owner)
        case core.InGame(player=player):
            return f"in game({show_player(player)})"
        case core.ReadingChosen(ambiguity=ambiguity, reading=reading):
            return f"{ambiguity} = {reading}"
        case core.PaidWith(kinds=kinds):
            return f"played cards have {show_kinds(kinds)}"
        case core.PlayHasTrait(trait=trait):
            return f"play is {trait}"
        case core.PlayCancelled():
            return "play cancelled"
        case core.GameWon():
            return "game won"
        case core.HasWon(player=player):
            return f"{show_player(player)} has won"
        case core.Every(conditions=parts):
            return f"({' and '.join(show_condition(part) for part in parts)})" if parts else "true"
        case core.Either(conditions=parts):
            return f"({' or '.join(show_condition(part) for part in parts)})" if parts else "false"
        case core.Negation(condition=inner):
            return f"not {show_condition(inner)}"
        case core.EachPlayer(variable=variable, condition=inner, dead_too=True):
            return f"each seat({variable}: {show_condition(inner)})"
        case core.EachPlayer(variable=variable, condition=inner):
            return f"each({variable}: {show_condition(inner)})"
        case core.SomePlayer(variable=variable, condition=inner):
            return f"some({variable}: {show_condition(inner)})"
        case _:
            assert_never(condition)
