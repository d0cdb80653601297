"""Families of decks: for every choice of kinds the deck in which they are to meet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Annotated

import msgspec

from checker.system.table import Scope
from kittens_dsl.core.rules import Rules
from kittens_dsl.records import dataclass

Amount = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]


class Recipe(msgspec.Struct, forbid_unknown_fields=True):
    """How the deck of some kinds is made: `each` copies of each of them beside what is always in.

    having, players: the tables it is meant for, by boxes of which one is in and by players; for all if none are named.
    among: all the kinds are of these; one_of: one of them is; any will do if none are named. alone: only for a
    kind with itself. copies: of a kind where they are not `each`.
    """

    together: Positive
    each: Positive
    always: dict[str, str]
    dealt: Amount | None = None
    laid: Amount | None = None
    having: list[str] = []
    players: list[int] = []
    among: list[str] = []
    one_of: list[str] = []
    alone: bool = False
    copies: dict[str, int] = {}


@dataclass(frozen=True, slots=True)
class MemberDeck:
    """One deck of a family and the kinds that it is for, the same one twice if it meets itself."""

    kinds: tuple[str, ...]
    scope: Scope


@dataclass(frozen=True, slots=True)
class WrongAmount:
    """An amount in `always` of a recipe that is no number of copies."""

    recipe: int
    kind: str
    text: str


def expand_recipes(
    name: str, recipes: Sequence[Recipe], rules: Rules, players: int
) -> tuple[MemberDeck, ...] | WrongAmount:
    """The deck of every choice of kinds, by the first recipe that fits it; none for a choice that none fits."""
    for number, recipe in enumerate(recipes):
        for kind, text in recipe.always.items():
            if _read_amount(text, players) is None:
                return WrongAmount(number, kind, text)
    return tuple(_expand(name, recipes, rules, players))


def _expand(name: str, recipes: Sequence[Recipe], rules: Rules, players: int) -> Iterator[MemberDeck]:
    printed = {kind.name: kind.copies for kind in rules.cards}
    boxes = {box.name for box in rules.boxes}
    meant = [
        one
        for one in recipes
        if (not one.having or boxes & set(one.having)) and (not one.players or players in one.players)
    ]
    for together in dict.fromkeys(one.together for one in meant):
        for kinds in combinations_with_replacement(printed, together):
            recipe = next((one for one in meant if one.together == together and _fits(one, kinds)), None)
            if recipe is not None:
                title = f"{name}: " + " + ".join(dict.fromkeys(kinds))
                copies = _count_copies(recipe, kinds, printed, players)
                yield MemberDeck(kinds, Scope(title, copies, recipe.dealt, recipe.laid))


def _fits(recipe: Recipe, kinds: Sequence[str]) -> bool:
    if (recipe.alone and len(set(kinds)) > 1) or (recipe.among and not set(kinds) <= set(recipe.among)):
        return False
    return not recipe.one_of or not set(kinds).isdisjoint(recipe.one_of)


def _count_copies(recipe: Recipe, kinds: Sequence[str], printed: Mapping[str, int], players: int) -> dict[str, int]:
    copies = {kind: _read_amount(text, players) or 0 for kind, text in recipe.always.items()}
    for kind in kinds:
        copies[kind] = max(copies.get(kind, 0), min(recipe.copies.get(kind, recipe.each), printed[kind]))
    return copies


def _read_amount(text: str, players: int) -> int | None:
    """Copies as a recipe says them: 2, players, players - 1."""
    found = re.fullmatch(r"(players)?\s*(?:([+-])?\s*(\d+))?", text.strip())
    if found is None or not text.strip():
        return None
    amount = int(found.group(3) or 0) * (-1 if found.group(2) == "-" else 1)
    return (players if found.group(1) else 0) + amount
