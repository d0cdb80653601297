"""No move of the rules can throw a kitten away unnoticed: a scene fails for each, or no kitten can be there to move.

Kittens that lie in the discard pile are lost to the deck, and a deck with a kitten too few runs out.
"""

from __future__ import annotations

import pytest

from kittens_dsl.core.rules import Rules
from tests.laws.tables import rules_of
from tests.mutants.every_change import Mutant
from tests.mutants.killing import failing_scenes
from tests.mutants.thrown_away import find_kittens, list_thrown_away

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


def _is_killed(mutant: Mutant, original: Rules) -> bool:
    """Whether a scene fails, those first that share a clause with the mutated rule."""
    stated = [one.clauses for one in original.rules if one.name == mutant.rule]
    stated += [one.clauses for one in original.setup if one.name == mutant.rule]
    clauses = {clause for some in stated for clause in some}
    scenes = sorted(original.scenes, key=lambda one: -len(clauses & set(one.clauses)))
    return next(failing_scenes(mutant.rules, tuple(scenes), original), None) is not None


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
