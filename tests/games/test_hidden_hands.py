"""Statuses that hide a hand, cards shown and played out, a referee, zones that are part of a hand: as core says."""

from __future__ import annotations

from checker.analysis.check import SILENT, check_table
from checker.model import Bounds
from tests.games.texts import COMMON, DEAL, ENOUGH, LOUD_PLAY, PLAY, agree, lay_table, load_text

MOVE = """
status dazed of a player, hiding their hand [T-1]
rule toy.move [T-1]
  to move
  then
    if you are dazed then
      you choose one
        to grope, if your hand is not empty
          chance picks a card of your hand, called pick
          show the pick to everyone
          play out the pick, or else
            move the pick to the used, seen by everyone
        to wake
          you are no longer dazed
    otherwise
      you choose one
        to play a card
        to pass
          your score grows by 1
"""
SPIN = """
card "Spin" in toy, 3 copies
  rule spin.play [T-2]
    you may play this card on any player
    then
      the target is dazed
card "Coin" in toy, 3 copies
card "Toll" in toy, 2 copies
  rule toll.play [T-3]
    you may play this card on another player
    and the target's hand is not empty
    then
      if the referee confirms "there is a coin in this hand", by the target's hand has a "Coin" then
        move 1 "Coin" from the target's hand to your hand
      otherwise
        your score grows by 1
"""
NOTE = """
zone noted of a player, seen by everyone, part of hand
card "Note" in toy, 5 copies
  rule note.play [T-4]
    you may play this card on any player
    and the number of cards in the target's hand is more than the number of cards in the target's noted
    then
      chance picks a card of the target's hand itself, called page
      move the page to the target's noted
  rule note.leaves [T-5]
    whenever a card leaves your hand
    and the card is a "Note"
    and your score is less than 9
    then
      your score grows by 1
"""
GIVE = """
card "Beg" in toy, 2 copies
  rule beg.play [T-6]
    you may play this card on another player
    and the target's hand is not empty
    then
      the target chooses a card of the target's hand, called gift
      move the gift to your hand, seen by you and the target
rule all.play [T-7]
  you may play 2 cards of one name on any player
  then
    move every card of the target's hand to your hand
"""
HUSH = """
card "Hush" in toy, 3 copies
  rule hush.answer [T-8]
    anyone may play this card in response to a loud play
    it is loud
    then
      cancel that play
"""


def test_a_dazed_player_plays_what_chance_picks() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, SPIN) >= ENOUGH
    assert agree(COMMON, MOVE, PLAY, DEAL, SPIN, players=3) >= ENOUGH


def test_cards_of_a_part_of_the_hand_are_cards_of_the_hand() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, SPIN, NOTE) >= ENOUGH
    assert (
        agree(COMMON, MOVE, PLAY, DEAL, NOTE, GIVE.replace("the target chooses a card", "you choose a card"), players=3)
        >= ENOUGH
    )


def test_a_dazed_player_does_not_answer() -> None:
    loud = SPIN.replace("you may play this card on any player", "you may play this card on any player\n    it is loud")
    assert agree(COMMON, MOVE, LOUD_PLAY, DEAL, loud, HUSH) >= ENOUGH


def test_a_rule_that_lets_a_dazed_player_choose_is_a_fault() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, SPIN, GIVE) >= ENOUGH
    rules = load_text(COMMON, MOVE, PLAY, DEAL, SPIN, GIVE)
    verdicts = check_table(rules, lay_table(rules, Coin=1, Toll=1, Spin=2, Beg=1), Bounds(max_states=50_000)).verdicts
    silent = next(one for one in verdicts if one.name == SILENT)
    assert silent.outcome == "violated"
