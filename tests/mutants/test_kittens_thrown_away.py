"""No move of the rules can throw a kitten away unnoticed: a scene fails for each, or no kitten can be there to move.

Kittens that lie in the discard pile are lost to the deck, and a deck with a kitten too few runs out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from kittens_dsl.core import statements as do
from kittens_dsl.core.rules import Rules
from tests.laws.tables import rules_of
from tests.mutants.every_change import Mutant
from tests.mutants.killing import failing_scenes
from tests.mutants.thrown_away import find_kittens, list_thrown_away
from tests.spec.plays import BOX_SETS

_NEVER_KEPT = "a kitten that is drawn goes off or is held by other rules, and never comes to be kept as a card is"
_NO_KITTEN_CHOSEN = "the card is chosen among those that are no kittens"
_SET_ASIDE = "setup has set all kittens aside by then, and puts none back before"

SURVIVORS = {
    "base.keep: kittens to the discard, in `move 1 $card: drawn(you) -> hand(you), seen by you`": _NEVER_KEPT,
    **{
        f"{rule}: kittens to the discard, in `move 1 ${move}`": _NO_KITTEN_CHOSEN
        for rule, move in (
            ("streaking.not-the-prize", "prize: discard -> hand(you), seen by all"),
            ("streaking.not-the-prize", "older: discard -> hand(you), seen by all"),
            ("streaking.not-given", "gift: hand(target) -> given(you), seen by you and target"),
            ("streaking.not-given", "gift: given(you) -> hand(you)"),
            ("streaking.not-given", "gift: hand(target) -> hand(you), seen by you and target"),
        )
    },
    "base.early-spares: to the discard, in `move every any card: pile -> box`": (
        "just Defuses lie there then, and the tables of the mutants of the base box tell that they are gone"
    ),
    **{
        f"{step}: kittens to the discard, in `move {move}`": _SET_ASIDE
        for step, move in (
            ("base.early-spares", "every any card: pile -> box"),
            ("base.own-defuse", "every any card: drawn(they) -> hand(they)"),
            ("base.pile", "every any card: box -> pile"),
            ("faster.third", "1 $lost: box -> drawn(holder(turn))"),
            ("faster.third", "every any card: drawn(holder(turn)) -> removed"),
        )
    },
}
"""Those that no scene tells, each with the reason why no kitten is thrown away by it."""

SURVIVORS_WITH_BARKING = {
    "barking.early-spares: kittens to the discard, in `move every any card: pile -> box`": _SET_ASIDE,
}
"""The same for what the Barking box adds."""


OUT_OF_A_CROWN = re.compile(r"kittens to the discard, in `move [^:`]*: (stash|crown\()")
"""The kittens alone that lie in the Stash or a crown, where none can be: this is shown by a test of its own."""


def _list_moves(node: object) -> Iterator[tuple[str, str]]:
    """From and to which zone cards go in a rule, a step or a part of it."""
    match node:
        case do.Move(source=source, target=target) | do.MoveEvery(source=source, target=target):
            yield source.zone, target.zone
        case do.Insert(source=source, pile=target) | do.TakeTop(pile=source, target=target):
            yield source.zone, target.zone
        case do.Deal(source=source, target=zone):
            yield source.zone, zone
        case do.MovePlayed(target=target):
            yield "the played cards", target.zone
        case tuple():
            for part in node:
                yield from _list_moves(part)
        case _:
            for one in fields(node) if is_dataclass(node) else ():
                yield from _list_moves(getattr(node, one.name))


def _list_steps_before(rules: Rules, name: str) -> set[str]:
    """The steps of setup that are done before one."""
    after = {one.name: one.after for one in rules.setup}
    found: set[str] = set()
    waiting = [name]
    while waiting:
        waiting += (some := set(after[waiting.pop()]) - found)
        found |= some
    return found


def _is_killed(mutant: Mutant, original: Rules) -> bool:
    """Whether a scene fails, those first that share a clause with the mutated rule."""
    stated = [one.clauses for one in original.rules if one.name == mutant.rule]
    stated += [one.clauses for one in original.setup if one.name == mutant.rule]
    clauses = {clause for some in stated for clause in some}
    scenes = sorted(original.scenes, key=lambda one: -len(clauses & set(one.clauses)))
    return next(failing_scenes(mutant.rules, tuple(scenes), original), None) is not None


@pytest.mark.parametrize("boxes", [one for one in BOX_SETS if "barking" in one])
def test_no_kitten_gets_into_the_stash_or_a_crown(boxes: tuple[str, ...]) -> None:
    """[SETUP-BARK-5, SETUP-BARK-6, BARK-TOP-1]"""
    rules = rules_of(*boxes)
    moves = set(_list_moves((*rules.rules, *rules.setup)))
    into = {one for one in moves if one[1] in ("stash", "crown")}
    assert into == {("box", "stash"), ("stash", "crown"), ("crown", "crown")}
    assert {one.name for one in rules.setup if ("box", "stash") in _list_moves(one.body)} == {"barking.stash"}
    before = _list_steps_before(rules, "barking.stash")
    assert "base.set-aside" in before
    may_move_kittens = before & {one.rule for one in list_thrown_away(rules)}
    moved = {one for step in rules.setup if step.name in may_move_kittens for one in _list_moves(step.body)}
    assert moved == {("box", "aside"), ("pile", "box")}


def test_every_move_that_may_move_a_kitten_is_changed() -> None:
    rules = rules_of("base", "streaking")
    assert find_kittens(rules) == ("Exploding Kitten",)
    changed = {one.rule for one in list_thrown_away(rules)}
    assert {"base.draw", "base.kitten", "base.defuse", "streaking.hold", "garbage.play", "base.kittens"} <= changed
    assert "cat.dump" not in changed


@pytest.mark.slow
def test_a_kitten_that_is_thrown_away_fails_a_scene() -> None:
    rules = rules_of("base", "streaking")
    assert {one.name for one in list_thrown_away(rules) if not _is_killed(one, rules)} == set(SURVIVORS)


@pytest.mark.slow
def test_a_kitten_that_a_barking_card_throws_away_fails_a_scene() -> None:
    known = {one.name for one in list_thrown_away(rules_of("base", "streaking"))}
    rules = rules_of("base", "streaking", "barking")
    added = [one for one in list_thrown_away(rules) if one.name not in known]
    asked = [one for one in added if not OUT_OF_A_CROWN.match(one.what)]
    assert (len(added), len(asked)) == (52, 40)
    assert {one.name for one in asked if not _is_killed(one, rules)} == set(SURVIVORS_WITH_BARKING)
