"""Mutants in which kittens go to the discard pile: for each move of the rules, all its cards, and its kittens alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kittens_dsl.core import statements as do
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.terms import ALWAYS, CardFilter, IsKind, Kind, KindName, KindVariable, Literal, ZoneOf
from tests.mutants.changes import Change, Setting
from tests.mutants.every_change import Mutant, list_mutants_by

DISCARD = ZoneOf("discard", None)
KITTEN_TRAIT = "kitten"


def list_thrown_away(rules: Rules) -> tuple[Mutant, ...]:
    """Each move of the rules, setup included, that may move a kitten, with its cards or kittens to the discard pile."""
    return list_mutants_by(rules, _throw_away)


def _throw_away(node: object, setting: Setting) -> Iterator[Change]:
    kittens = find_kittens(setting.rules)
    match node:
        case do.Move() | do.Insert() | do.MoveEvery() | do.TakeTop() if _may_throw(node, kittens):
            yield "to the discard", _all_of(node)
            alone = _kittens_of(node, [one.name for one in setting.rules.kinds], kittens)
            if alone is not None:
                yield "kittens to the discard", alone
        case _:
            return


def find_kittens(rules: Rules) -> tuple[str, ...]:
    """The kinds that are kittens."""
    return tuple(one.name for one in rules.kinds if KITTEN_TRAIT in one.traits)


Moving = do.Move | do.Insert | do.MoveEvery | do.TakeTop


def _may_throw(node: Moving, kittens: tuple[str, ...]) -> bool:
    """Whether it may move a kitten anywhere else. A card that is chosen, drawn or announced may be any."""
    match node:
        case do.Move(kind=kind, target=target):
            return target != DISCARD and (not isinstance(kind, KindName) or kind.name in kittens)
        case do.Insert(kind):
            return not isinstance(kind, KindName) or kind.name in kittens
        case do.MoveEvery(chosen, _, target):
            return target != DISCARD and _passes(chosen, kittens)
        case do.TakeTop(_, target):
            return target != DISCARD


def _passes(chosen: CardFilter, kittens: tuple[str, ...]) -> bool:
    return chosen.kinds is None or not set(kittens).isdisjoint(chosen.kinds)


def _all_of(node: Moving) -> do.Statement:
    match node:
        case do.Insert(kind, source, _, _, sight, span):
            return do.Move(Literal(1), kind, source, DISCARD, sight, span=span)
        case do.Move():
            return replace(node, target=DISCARD, to_bottom=False)
        case do.MoveEvery() | do.TakeTop():
            return replace(node, target=DISCARD)


def _kittens_of(node: Moving, kinds: Sequence[str], kittens: tuple[str, ...]) -> do.Statement | None:
    """The move as it is, but for kittens; None if there is nothing else that it moves."""
    match node:
        case do.MoveEvery(chosen):
            if chosen.kinds is not None and set(chosen.kinds) <= set(kittens):
                return None
            others = tuple(kind for kind in chosen.kinds or kinds if kind not in kittens)
            first = replace(node, filter=replace(chosen, kinds=kittens), target=DISCARD)
            rest = replace(node, filter=replace(chosen, kinds=others))
            return do.If(ALWAYS, (first, rest), span=node.span)
        case do.TakeTop(_, target, variable):
            taken = KindVariable(variable)
            thrown = do.Move(Literal(1), taken, target, DISCARD, span=node.span)
            return do.If(ALWAYS, (node, do.If(IsKind(taken, kittens), (thrown,), span=node.span)), span=node.span)
        case do.Move(kind=kind) | do.Insert(kind):
            return None if isinstance(kind, KindName) else _if_kitten(node, kind, kittens)


def _if_kitten(node: do.Move | do.Insert, kind: Kind, kittens: tuple[str, ...]) -> do.If:
    return do.If(IsKind(kind, kittens), (_all_of(node),), (node,), span=node.span)
