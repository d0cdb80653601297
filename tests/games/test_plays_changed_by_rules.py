"""Rules of another box that change what a play does, or forbid it for what it is paid with; cards in two boxes."""

from __future__ import annotations

import pytest

from checker.analysis.check import check_table
from checker.model import Bounds
from tests.games.texts import COMMON, DEAL, ENOUGH, LOUD_PLAY, MOVE, PLAY, agree, lay_table, load_text

GIFT = """
card "Coin" in toy, 6 copies
card "Ring" in toy, 2 copies
rule coin.gift [T-4]
  you may play 1 card of one name on another player
  then
    move every card of the target's hand to the used
rule coin.pair [T-4]
  you may play 1 "Coin" with 1 card of one name as in coin.gift
"""
THIEF = """
rule coin.steal [T-5]
  when you would carry out coin.gift
  and your score is at least 1
  then instead
    move every card of the target's hand to your hand
"""
MISER = """
rule coin.keep [T-6]
  happens before coin.steal
  when you would carry out coin.gift
  and the target's score is at least 1
  then instead
    your score becomes 0
"""
NO_RING = """
rule ring.kept [T-7]
  you cannot play a card
  and the played cards have a "Ring"
"""


@pytest.mark.parametrize("rules", [(), (THIEF,), (THIEF, MISER), (THIEF, MISER, NO_RING)], ids=len)
def test_a_play_does_what_the_rule_in_its_place_says(rules: tuple[str, ...]) -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, GIFT, *rules) >= ENOUGH
    assert agree(COMMON, MOVE, PLAY, DEAL, GIFT, *rules, players=3) >= ENOUGH


HUSH = """
card "Hush" in toy, 2 copies
  rule hush.answer [T-8]
    anyone may play this card in response to a loud play
    it is loud
    then
      cancel that play
"""


def test_a_play_that_was_answered_is_changed_all_the_same() -> None:
    loud = GIFT.replace("on another player\n", "on another player\n  it is loud\n")
    assert agree(COMMON, MOVE, LOUD_PLAY, DEAL, loud, THIEF, MISER, HUSH) >= ENOUGH


def test_two_rules_in_the_place_of_one_effect_need_an_order() -> None:
    with pytest.raises(AssertionError, match="K301"):
        load_text(COMMON, MOVE, PLAY, DEAL, GIFT, THIEF, MISER.replace("  happens before coin.steal\n", ""))


KEPT = """
property ring-kept "No Ring is played." [T-9]
  always
    the used has no "Ring"
"""


@pytest.mark.parametrize(("forbidding", "outcome"), [(NO_RING, "holds in scope"), ("", "violated")], ids=["no", "yes"])
def test_what_is_paid_with_a_forbidden_card_is_not_offered(forbidding: str, outcome: str) -> None:
    harmless = GIFT.replace("move every card of the target's hand to the used", "nothing happens")
    rules = load_text(COMMON, MOVE, PLAY, DEAL, harmless, forbidding, KEPT)
    verdicts = check_table(rules, lay_table(rules, Coin=2), Bounds(max_states=20_000)).verdicts
    assert next(one.outcome for one in verdicts if one.name == "ring-kept") == outcome


MORE = """box extra "Extra" for 2 to 4 players
card "Coin" in extra, 3 copies [T-9]
card "Pearl" in extra, 1 copy
box toy without extra
card "Shell" in toy, 1 copy
box extra or toy
card "Sand" in toy, 1 copy
box toy
"""


def test_a_card_of_two_boxes_has_the_copies_of_both() -> None:
    rules = load_text(COMMON, MOVE, PLAY, DEAL, GIFT, MORE)
    copies = {kind.name: kind.copies for kind in rules.cards}
    assert copies == {"Coin": 9, "Ring": 2, "Pearl": 1, "Sand": 1}
    assert len([rule for rule in rules.rules if rule.name == "coin.gift"]) == 1
