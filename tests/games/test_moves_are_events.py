"""Rules about every card that leaves a zone or comes into one: the System asks them where core does."""

from __future__ import annotations

import pytest

from checker.analysis.check import check_table
from checker.machine.print_python import PythonPrinter
from checker.model import Bounds
from checker.system.build import build_system
from checker.system.layout import lay_out
from checker.system.lower_terms import BuildError
from checker.system.table import Scope, Table
from tests.games.texts import COMMON, DEAL, ENOUGH, GRAB, MOVE, PLAY, agree, lay_table, load_text

RINGS = """
card "Bell" in toy, 2 copies
  rule bell.rings [T-4]
    whenever a card leaves your hand
    and the card is a "Bell"
    then
      your score grows by 1
"""
BELL = (
    RINGS
    + """card "Stone" in toy, 4 copies
  rule stone.play [T-4]
    you may play this card on any player
    then
      chance picks a card of the target's hand, called loot
      move the loot to your hand, seen by you
"""
)
CAT = """
card "Cat" in toy, 2 copies
  rule cat.comes [T-5]
    whenever a card comes into your hand
    and the card is a "Cat"
    and your hand has a "Bell"
    then
      you choose a card of your hand, called prey
      move the prey to the used
"""
TRAY = """
zone tray of a player, seen by nobody, within hand
card "Tray" in toy, 2 copies
  rule tray.play [T-6]
    you may play this card
    then
      each player, in turn order from you, for whom their hand is not empty
        they choose a card of their hand, called gift
        move the gift to their tray
      each player, in turn order from you
        move every card of their tray to the used
"""


def test_a_card_that_is_played_stolen_or_thrown_away_leaves() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, BELL) >= ENOUGH
    assert agree(COMMON, MOVE, PLAY, DEAL, BELL, players=3) >= ENOUGH


def test_a_rule_about_a_move_may_wait_in_the_middle_of_an_effect() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, BELL, CAT) >= ENOUGH


def test_of_several_cards_each_is_asked_for() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, BELL, CAT, GRAB) >= ENOUGH


def test_a_card_in_a_zone_within_has_not_left() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, BELL, CAT, TRAY) >= ENOUGH


def best_score(*parts: str, limit: int) -> str:
    """The verdict on: nobody ever scores more than a limit."""
    stated = f'property few "Few" [T-9]\n  always\n    each seat satisfies their score is at most {limit}\n'
    rules = load_text(*parts, stated)
    table = lay_table(rules)
    return next(one.outcome for one in check_table(rules, table, Bounds()).verdicts if one.name == "few")


THROW = (
    RINGS
    + """card "Hook" in toy, 2 copies
  rule hook.play [T-4]
    you may play this card on any player
    then
      move every card of the target's hand to the used
"""
)
NO_SCORE = MOVE.replace("your score grows by 1", "nothing happens")


def test_two_cards_that_leave_at_once_count_twice() -> None:
    assert best_score(COMMON, NO_SCORE, PLAY, DEAL, THROW, limit=1) == "violated"
    assert best_score(COMMON, NO_SCORE, PLAY, DEAL, THROW, limit=2) == "holds in scope"


def test_dealing_is_no_coming_and_no_leaving() -> None:
    assert best_score(COMMON, NO_SCORE, PLAY, DEAL, THROW.replace("leaves", "comes into"), limit=0) == "holds in scope"


def test_a_move_that_no_rule_is_about_costs_nothing() -> None:
    about_gong = BELL.replace('the card is a "Bell"', 'the card is a "Gong"')
    gong = 'card "Gong" in toy, 1 copy\n'
    start, end = about_gong.index("  rule bell.rings"), about_gong.index('card "Stone"')
    table = Table(2, Scope("toy", {"Bell": 2, "Stone": 4}), {}, "ordered")
    systems = [
        build_system(load_text(COMMON, MOVE, PLAY, DEAL, text, gong), table)
        for text in (about_gong, about_gong[:start] + about_gong[end:])
    ]
    lines = [PythonPrinter(system, lay_out(system), told=False).source().count("\n") for system in systems]
    assert lines[0] == lines[1]


ENDLESS = """
card "Wheel" in toy, 4 copies
  rule wheel.turns [T-4]
    whenever a card leaves your hand
    and your hand is not empty
    then
      move every card of your hand to your hand
      move every card of your hand to the used
"""


def test_a_rule_that_moves_what_it_is_about_for_ever_is_refused() -> None:
    with pytest.raises(BuildError, match="moves the cards that it is about"):
        assert agree(COMMON, MOVE, PLAY, DEAL, ENDLESS, GRAB) >= ENOUGH
