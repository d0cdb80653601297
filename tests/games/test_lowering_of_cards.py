"""Facts about moves of cards that the shipped game does not touch: the System does what core says, or refuses."""

from __future__ import annotations

import pytest

from checker.system.lower_terms import BuildError
from tests.games.texts import COMMON, DEAL, GRAB, MOVE, PLAY, agree


def test_moving_every_card_of_a_zone_to_itself_keeps_them() -> None:
    agree(COMMON, MOVE, PLAY, DEAL, GRAB)


FEWER = """
card "Tax" in toy, 5 copies
  rule tax.play [T-4]
    you may play this card
    then
      move your score minus 1 "Tax" from the used to your hand
"""


def test_fewer_than_no_cards_are_no_cards() -> None:
    agree(COMMON, MOVE, PLAY, DEAL, FEWER)


PILE = """
zone pile of the table, in order, seen by nobody
setup toy.pile [T-3]
  after toy.deal
  move every card of the chest to the pile
  shuffle the pile
"""
SEARCH = """
card "Search" in toy, 4 copies
  rule search.play [T-4]
    you may play this card
    and the pile is not empty
    then
      you choose a card of the pile, called pick
      put the pick into the pile at any place you choose
card "Stone" in toy, 2 copies
card "Leaf" in toy, 2 copies
"""


def test_a_card_is_not_put_back_into_the_pile_in_which_it_lies() -> None:
    with pytest.raises(BuildError, match="only from another zone"):
        agree(COMMON, MOVE, PLAY, DEAL, PILE, SEARCH)


SECOND = """
zone other of the table, in order, seen by nobody
card "Tip" in toy, 3 copies
  rule tip.play [T-4]
    you may play this card
    then
      move every card of the pile to the other
      take the top card of the other to your hand
      move every card of the other to the pile
card "Stone" in toy, 2 copies
card "Leaf" in toy, 3 copies
"""


def test_a_pile_is_not_moved_onto_a_pile() -> None:
    with pytest.raises(BuildError, match="as a whole"):
        agree(COMMON, MOVE, PLAY, DEAL, PILE, SECOND)


OWN_PILES = """
zone deck of a player, in order, seen by nobody
setup toy.decks [T-3]
  deal 1 cards from the chest to each deck
card "Coin" in toy, 4 copies
  rule coin.play [T-4]
    you may play this card
    then
      take the top card of your deck to your hand
"""


def test_a_zone_of_a_player_is_no_pile_yet() -> None:
    with pytest.raises(BuildError, match="only zones of the table can be piles"):
        agree(COMMON, MOVE, PLAY, OWN_PILES)
