"""Small texts, a few moves long, in which what a verb did to a pile is seen by who draws what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.system.build import build_system
from tests.games.texts import COMMON, MOVE, PLAY, lay_table, load_text
from tests.laws.test_pile_policies import orders_at_rest, situations_at_rest

PILE = """
zone pile of the table, in order, seen by nobody
setup toy.pile [T-3]
  move every "Stone" from the chest to the pile
  move every "Leaf" from the chest to the pile
  shuffle the pile
setup toy.hands [T-3]
  after toy.pile
  deal 2 cards from the chest to each hand
card "Stone" in toy, 2 copies
card "Leaf" in toy, 2 copies
"""
DRAW = """      to draw, if the pile is not empty
        take the top card of the pile to your hand
      to dig, if the pile is not empty
        take the bottom card of the pile to your hand
"""
TWO_CHOICES = MOVE.replace("you choose one", "at rest, you choose one") + DRAW
NET = "zone net of the table, seen by everyone\n"
CARD = """
card "Deed" in toy, 4 copies
  rule deed.play [T-4]
    you may play this card
    then
"""
GIVE = """      if your hand is not empty then
        you choose a card of your hand, called gift
        put the gift {} of the pile
"""


def text_of(effects: str) -> str:
    return (NET if "net" in effects else "") + CARD + effects


LINE = "      {}\n"
TOP, BOTTOM = GIVE.format("on top"), GIVE.format("at the bottom")
SWAP = LINE.format("swap the top and the bottom card of the pile")
ALTER = LINE.format("you rearrange the top 2 cards of the pile")
DEEP = LINE.format("you rearrange the top 3 cards of the pile")
SHUFFLE = LINE.format("shuffle the pile")
SORT = "".join(
    LINE.format(one)
    for one in (
        'move every "Stone" from the pile to the net',
        "shuffle the pile",
        "move every card of the net to the pile",
    )
)
TAKE = LINE.format("take the top card of the pile to your hand")
EXACT = {"alter": ALTER, "swap": SWAP, "shuffle": SHUFFLE, "top then shuffle": TOP + SHUFFLE}
PINNED = {
    "top": TOP,
    "bottom": BOTTOM,
    "sort": SORT,
    "top then swap": TOP + SWAP,
    "bottom then swap": BOTTOM + SWAP,
    "top then alter": TOP + ALTER,
    "bottom then alter": BOTTOM + DEEP,
    "sort then swap": SORT + SWAP,
    "both then swap": TOP + BOTTOM + SWAP,
}


@pytest.mark.parametrize("name", [*EXACT, *PINNED])
def test_segments_stand_for_the_orders_that_are_reached_in_order(name: str) -> None:
    rules = load_text(COMMON, TWO_CHOICES, PLAY, PILE, text_of({**EXACT, **PINNED}[name]))
    table = lay_table(rules)
    ordered = orders_at_rest(rules, table)
    assert orders_at_rest(rules, replace(table, pile="segmented")) == ordered
    bag = replace(table, pile="bag")
    assert build_system(rules, bag).bag_exact == (name in EXACT)
    if name in EXACT:
        assert orders_at_rest(rules, bag) == ordered


def test_a_bag_forgets_what_lies_on_top() -> None:
    rules = load_text(COMMON, TWO_CHOICES, PLAY, PILE, text_of(SORT + TAKE))
    table = lay_table(rules)
    ordered = situations_at_rest(rules, table)
    assert situations_at_rest(rules, replace(table, pile="bag")) > ordered
