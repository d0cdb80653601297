"""Rules specialised to a table: every reading fixed, rules that can never apply and kinds without copies gone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from checker.system.bodies import list_statements
from checker.system.table import Table
from kittens_dsl.core.rules import PlayRule, PropertyForm, ResponseRule, Rule, Rules, SingleCard, StandIn, Zone
from kittens_dsl.core.statements import (
    Body,
    ChooseOne,
    ChoosePlayer,
    ForEach,
    If,
    Move,
    MoveEvery,
    Option,
    PlayOut,
    Repeat,
    Statement,
    Under,
)
from kittens_dsl.core.terms import (
    Compare,
    Condition,
    EachPlayer,
    Either,
    Every,
    GameWon,
    HasStatus,
    HasWon,
    InGame,
    IsKind,
    Negation,
    PaidWith,
    PlayCancelled,
    PlayHasTrait,
    ReadingChosen,
    SamePlayer,
    SomePlayer,
    Truth,
)

Readings = Mapping[str, str]


def fix_condition(condition: Condition, readings: Readings) -> Condition:
    """The condition with its readings decided and constants folded."""
    match condition:
        case ReadingChosen(ambiguity, reading):
            return Truth(readings[ambiguity] == reading)
        case Every(parts):
            fixed = [part for part in (fix_condition(one, readings) for one in parts) if part != Truth(True)]
            if Truth(False) in fixed:
                return Truth(False)
            return Truth(True) if not fixed else fixed[0] if len(fixed) == 1 else Every(tuple(fixed))
        case Either(parts):
            fixed = [part for part in (fix_condition(one, readings) for one in parts) if part != Truth(False)]
            if Truth(True) in fixed:
                return Truth(True)
            return Truth(False) if not fixed else fixed[0] if len(fixed) == 1 else Either(tuple(fixed))
        case Negation(inner):
            fixed_inner = fix_condition(inner, readings)
            return Truth(not fixed_inner.value) if isinstance(fixed_inner, Truth) else Negation(fixed_inner)
        case EachPlayer(_, inner):
            fixed_each = fix_condition(inner, readings)
            return fixed_each if fixed_each == Truth(True) else replace(condition, condition=fixed_each)
        case SomePlayer(variable, inner):
            return SomePlayer(variable, fix_condition(inner, readings))
        case (
            Truth()
            | Compare()
            | IsKind()
            | SamePlayer()
            | HasStatus()
            | InGame()
            | PaidWith()
            | PlayHasTrait()
            | PlayCancelled()
            | GameWon()
            | HasWon()
        ):
            return condition
        case _:
            assert_never(condition)


def fix_body(body: Body, readings: Readings) -> Body:
    """The body with the arms of the chosen readings in place of every `under`."""
    fixed: list[Statement] = []
    for statement in body:
        match statement:
            case Under(ambiguity, arms):
                chosen = readings[ambiguity]
                fixed.extend(fix_body(next(arm for name, arm in arms if name == chosen), readings))
            case PlayOut(_, _, otherwise):
                fixed.append(replace(statement, otherwise=fix_body(otherwise, readings)))
            case If(condition, then, otherwise, asked):
                test = fix_condition(condition, readings)
                if isinstance(test, Truth) and asked is None:
                    fixed.extend(fix_body(then if test.value else otherwise, readings))
                else:
                    fixed.append(
                        replace(
                            statement,
                            condition=test,
                            then=fix_body(then, readings),
                            otherwise=fix_body(otherwise, readings),
                        )
                    )
            case Repeat(until, inner):
                fixed.append(replace(statement, until=fix_condition(until, readings), body=fix_body(inner, readings)))
            case ForEach(_, _, condition, inner):
                fixed.append(
                    replace(statement, condition=fix_condition(condition, readings), body=fix_body(inner, readings))
                )
            case ChoosePlayer():
                fixed.append(replace(statement, condition=fix_condition(statement.condition, readings)))
            case ChooseOne(_, options):
                kept = tuple(fix_option(option, readings) for option in options)
                fixed.append(replace(statement, options=tuple(o for o in kept if o.guard != Truth(False))))
            case _:
                fixed.append(statement)
    return tuple(fixed)


def fix_option(option: Option, readings: Readings) -> Option:
    """One option of a choice with its readings decided."""
    return replace(option, guard=fix_condition(option.guard, readings), body=fix_body(option.body, readings))


def playable_kinds(rules: Rules, table: Table) -> tuple[str, ...]:
    """The kinds that have a copy in the table's scope, whichever way it lies, in the order of declaration."""
    return tuple(kind.name for kind in rules.kinds if table.scope.copies.get(kind.face_of or kind.name, 0) > 0)


def find_beaten(rules: Rules) -> Mapping[str, frozenset[str]]:
    """For each rule, the rules that it is declared to come before, in one step or several."""
    beaten = {one.name: frozenset((*one.exception_to, *one.happens_before)) for one in rules.rules}
    for ruling in rules.rulings:
        for winner, loser in ruling.pairs:
            beaten[winner] = beaten.get(winner, frozenset()) | {loser}
    while True:
        further = {name: later.union(*(beaten.get(one, ()) for one in later)) for name, later in beaten.items()}
        if further == beaten:
            return beaten
        beaten = further


def specialise(rules: Rules, table: Table) -> Rules:
    """The rules of one table. Readings must name every ambiguity of the rules.

    `happens_before` then lists every rule that a rule comes before, by whatever declaration and by way of whatever
    others, those that this table lacks included.
    """
    readings = table.readings
    present = set(playable_kinds(rules, table))
    beaten = find_beaten(rules)
    kept: list[Rule] = []
    for rule in rules.rules:
        guard = fix_condition(rule.guard, readings)
        if guard == Truth(False) or not _has_its_card(rule, present):
            continue
        later = tuple(one.name for one in rules.rules if one.name in beaten[rule.name])
        kept.append(replace(rule, guard=guard, body=fix_body(rule.body, readings), happens_before=later))
    return replace(
        rules,
        kinds=tuple(kind for kind in rules.kinds if kind.name in present),
        zones=_keep_parts(rules, kept),
        rules=tuple(kept),
        setup=tuple(replace(step, body=fix_body(step.body, readings)) for step in rules.setup),
        properties=tuple(
            replace(one, forms=tuple(fixed for form in one.forms if (fixed := _fix_form(form, table)) is not None))
            for one in rules.properties
        ),
        templates=tuple(replace(one, condition=fix_condition(one.condition, readings)) for one in rules.templates),
    )


def _keep_parts(rules: Rules, kept: list[Rule]) -> tuple[Zone, ...]:
    """The zones; one into which no rule that is left moves cards is no part of another."""
    filled = {
        one.target.zone for rule in kept for one in list_statements(rule.body) if isinstance(one, Move | MoveEvery)
    }
    return tuple(replace(zone, is_part=zone.is_part and zone.name in filled) for zone in rules.zones)


def _fix_form(form: PropertyForm, table: Table) -> PropertyForm | None:
    """A form as it is asked of a table; None if it is not. Under a reading that closes it no violation is expected."""
    fixed = replace(form, condition=fix_condition(form.condition, table.readings))
    if table.players < form.fewest_players:
        return None
    if form.under is None or table.readings[form.under[0]] == form.under[1]:
        return fixed
    if table.readings[form.under[0]] in form.closed_by:
        return replace(fixed, expect_violated=None, expect_clauses=())
    return None


def _has_its_card(rule: Rule, present: set[str]) -> bool:
    match rule.attachment:
        case PlayRule(SingleCard(kind) | StandIn(kind)) | ResponseRule(kind):
            return kind in present
        case _:
            return True
