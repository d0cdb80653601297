"""What may be wrong with one node of core: the changes of a mutator, each with a few words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal as OneOf

from kittens_dsl.core import statements as do
from kittens_dsl.core import terms
from kittens_dsl.core.rules import (
    DifferentNames,
    Instead,
    PlayRule,
    ResponseRule,
    Rule,
    Rules,
    SameName,
    SingleCard,
    StandIn,
)
from kittens_dsl.core.show_statements import show_body
from kittens_dsl.core.show_terms import show_condition, show_filter, show_number, show_player

Change = tuple[str, object]
YOU, TARGET, ACTOR = (terms.PlayerVariable(name) for name in ("you", "target", "actor"))
NOBODY, EVERYONE = do.Sight(), do.Sight(everyone=True)
CHOICE_IS_CHANCE, CHANCE_IS_CHOICE = "chance decides", "not chance decides, but"


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a node stands: all the rules, whether its rule names a target, whether it is a step of setup."""

    rules: Rules
    has_target: bool
    in_setup: bool = False


def list_changes(node: object, setting: Setting) -> Iterator[Change]:
    """Every change of this very node; what stands inside it is not looked at."""
    yield from _change_term(node, setting)
    yield from _change_statement(node, setting)
    yield from _change_sights_and_zones(node, setting)
    yield from _change_head(node, setting)


# ---- players, numbers, conditions ----------------------------------------------------------------------------------
def _change_term(node: object, setting: Setting) -> Iterator[Change]:
    match node:
        case terms.Literal(value):
            yield f"number {value} becomes {value + 1}", terms.Literal(value + 1)
            if value:
                yield f"number {value} becomes {value - 1}", terms.Literal(value - 1)
        case terms.Arithmetic(operator):
            others: dict[str, OneOf["plus", "minus", "smaller", "greater"]]
            others = {"plus": "minus", "minus": "plus", "smaller": "greater", "greater": "smaller"}
            changed = replace(node, operator=others[operator])
            yield f"{show_number(node)} becomes {show_number(changed)}", changed
        case terms.PlayerVariable() | terms.TokenHolder() | terms.PlayerAfter():
            for player in _other_players(node, setting):
                yield f"{show_player(node)} becomes {show_player(player)}", player
        case terms.Compare("<=" | "<", left, right):
            changed_test = replace(node, left=right, right=left)
            yield f"{show_condition(node)} becomes {show_condition(changed_test)}", changed_test
        case terms.ReadingChosen(ambiguity, reading):
            for other in _readings(setting.rules, ambiguity):
                if other != reading:
                    yield f"{reading} of {ambiguity} becomes {other}", terms.ReadingChosen(ambiguity, other)
        case terms.Every(parts) | terms.Either(parts):
            for number, part in enumerate(parts):
                others_left = (*parts[:number], *parts[number + 1 :])
                turned = (*parts[:number], terms.Negation(part), *parts[number + 1 :])
                yield f"part dropped: {show_condition(part)}", replace(node, conditions=others_left)
                yield f"part negated: {show_condition(part)}", replace(node, conditions=turned)
        case terms.CardFilter(kinds, besides_played) if node != terms.ANY_CARD:
            if kinds is not None:
                yield f"filter {show_filter(node)}: any kind", replace(node, kinds=None)
            if besides_played:
                yield f"filter {show_filter(node)}: played cards too", replace(node, besides_played=False)
        case _:
            pass


def _other_players(player: terms.Player, setting: Setting) -> Iterator[terms.Player]:
    match player:
        case terms.PlayerAfter(other):
            yield other
        case terms.PlayerVariable("target" | "actor"):
            yield YOU
        case terms.PlayerVariable("you") if setting.has_target:
            yield TARGET
        case _:
            yield terms.PlayerAfter(player)


def _readings(rules: Rules, ambiguity: str) -> list[str]:
    return [name for one in rules.ambiguities if one.name == ambiguity for name, _, _ in one.readings]


# ---- statements ----------------------------------------------------------------------------------------------------
def _change_statement(node: object, setting: Setting) -> Iterator[Change]:
    match node:
        case do.If(condition, then, otherwise):
            words = show_condition(condition)
            yield f"arms swapped: if {words}", replace(node, then=otherwise, otherwise=then)
            yield f"always: if {words}", replace(node, condition=terms.ALWAYS)
        case do.Under(ambiguity, arms):
            for number, (name, _) in enumerate(arms[1:], 1):
                swapped = [body for _, body in arms]
                swapped[number - 1], swapped[number] = swapped[number], swapped[number - 1]
                changed = tuple((arm, body) for (arm, _), body in zip(arms, swapped, strict=True))
                yield f"arms of {ambiguity} swapped: {arms[number - 1][0]}, {name}", replace(node, arms=changed)
        case do.Repeat(until):
            yield f"negated: until {show_condition(until)}", replace(node, until=terms.Negation(until))
        case do.ForEach(_, _, condition) | do.ChoosePlayer(_, _, condition) if condition != terms.ALWAYS:
            yield f"negated: {show_condition(condition)}", replace(node, condition=terms.Negation(condition))
        case do.ChooseOne(_, _, at_rest):
            yield "at rest or not", replace(node, at_rest=not at_rest)
        case do.ChooseCard(_, zone, variable):
            yield CHOICE_IS_CHANCE, do.ChanceCard(zone, variable, span=node.span)
        case do.ChanceCard(zone, variable) if not setting.in_setup:  # nobody chooses before play begins
            for player in dict.fromkeys((zone.owner or YOU, YOU)):
                yield f"{CHANCE_IS_CHOICE} {show_player(player)}", do.ChooseCard(player, zone, variable, span=node.span)
        case do.SetCounter(counter, _, operator):
            others: dict[str, OneOf["becomes", "grows", "falls"]]
            others = {"grows": "falls", "falls": "grows", "becomes": "grows"}
            yield f"{counter} {operator}: {others[operator]}", replace(node, operator=others[operator])
        case do.TurnCard(face_up=face_up):
            yield "face up" if not face_up else "face down", replace(node, face_up=not face_up)
        case do.SetStatus(status, _, on):
            yield f"status {status} set the other way", replace(node, on=not on)
        case _:
            pass


def show_statement(statement: do.Statement) -> str:
    """The first line of a statement."""
    return next(iter(show_body((statement,), ""))).strip()


def _change_sights_and_zones(node: object, setting: Setting) -> Iterator[Change]:
    match node:
        case do.Sight(everyone, players):
            if everyone:
                yield "seen by nobody", NOBODY
            elif not setting.in_setup:
                yield "seen by everyone", EVERYONE
            for player in players:
                fewer = tuple(one for one in players if one != player)
                yield f"not seen by {show_player(player)}", replace(node, players=fewer)
        case do.Move() | do.MoveEvery():
            for zone in _other_zones(node.source, setting.rules):
                yield f"from {node.source.zone} becomes from {zone.zone}", replace(node, source=zone)
            for zone in _other_zones(node.target, setting.rules):
                yield f"to {node.target.zone} becomes to {zone.zone}", replace(node, target=zone)
        case do.TakeTop(_, target) | do.MovePlayed(target):
            for zone in _other_zones(target, setting.rules):
                yield f"to {target.zone} becomes to {zone.zone}", replace(node, target=zone)
            if isinstance(node, do.TakeTop):
                yield "from the other end", replace(node, from_bottom=not node.from_bottom)
        case do.Insert(_, source):
            for zone in _other_zones(source, setting.rules):
                yield f"from {source.zone} becomes from {zone.zone}", replace(node, source=zone)
        case do.ChooseCard() | do.ChanceCard() | do.LookAtZone() | do.TurnCard():
            for zone in _other_zones(node.zone, setting.rules):
                yield f"of {node.zone.zone} becomes of {zone.zone}", replace(node, zone=zone)
        case do.Deal(_, source, target):
            for zone in _other_zones(source, setting.rules):
                yield f"from {source.zone} becomes from {zone.zone}", replace(node, source=zone)
            for zone in _other_zones(terms.ZoneOf(target, YOU), setting.rules):
                yield f"to {target} becomes to {zone.zone}", replace(node, target=zone.zone)
        case _:
            pass


def _other_zones(zone: terms.ZoneOf, rules: Rules) -> Iterator[terms.ZoneOf]:
    for other in rules.zones:
        if other.of_player == (zone.owner is not None) and other.name != zone.zone:
            yield terms.ZoneOf(other.name, zone.owner)


# ---- what a rule attaches to ---------------------------------------------------------------------------------------
def _change_head(node: object, setting: Setting) -> Iterator[Change]:
    match node:
        case Rule(guard=guard) if guard != terms.ALWAYS:
            yield "guard negated", replace(node, guard=terms.Negation(guard))
            if not isinstance(guard, terms.Every):
                yield "guard dropped", replace(node, guard=terms.ALWAYS)
        case do.Option(words, guard) if guard != terms.ALWAYS:
            yield f"option {words}: guard dropped", replace(node, guard=terms.ALWAYS)
        case Instead(_, optional):
            yield "forced" if optional else "optional", replace(node, optional=not optional)
        case SameName(number) | DifferentNames(number) | StandIn(_, number):
            for changed in (number - 1, number + 1):
                yield f"costs {number}: costs {changed}", replace(node, number=changed)
        case SingleCard(kind):
            other_kind = next(one.name for one in setting.rules.kinds if one.name != kind)
            yield f"costs {kind}: costs {other_kind}", SingleCard(other_kind)
        case PlayRule(_, "other", traits=traits):
            yield "on any player", replace(node, target="any")
            yield from _fewer_traits(node, traits)
        case PlayRule(_, "any", traits=traits):
            yield "on another player", replace(node, target="other")
            yield from _fewer_traits(node, traits)
        case PlayRule(traits=traits) | ResponseRule(traits=traits):
            yield from _fewer_traits(node, traits)
        case _:
            pass


def _fewer_traits(node: PlayRule | ResponseRule, traits: tuple[str, ...]) -> Iterator[Change]:
    for trait in traits:
        yield f"not {trait}", replace(node, traits=tuple(one for one in traits if one != trait))
