"""Rules from a text, tables for them, and the games of this folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.driver import load_rules, load_sources
from kittens_dsl.source.text import make_source
from tests.laws.comparison import compare_play

HERE = Path(__file__).resolve().parent
GAMES = ("harbour", "fans", "stones", "lanterns", "crates", "vows")


@cache
def load_game(name: str) -> Rules:
    """A game of this folder; AssertionError if anything is wrong with it, be it a warning."""
    loaded = load_rules(HERE / f"{name}.kit")
    assert loaded.problems == ()
    assert loaded.rules is not None
    return loaded.rules


COMMON = """box toy "Toy" for 2 to 4 players
zone chest of the table, seen by everyone, where every card starts
zone used of the table, seen by everyone
zone hand of a player, seen by its owner, played from
token turn
counter score of a player, from 0 to 9
counter rounds of the table, from 0 to 9

rule toy.rounds [T-1]
  once setup is over
  then
    repeat until the rounds is 4
      the rounds grows by 1
      the turn holder moves
      the turn goes to the player after the turn holder
    the game is won by the turn holder

event move by a player
event play a card by a player
"""
MOVE = """
rule toy.move [T-1]
  to move
  then
    you choose one
      to play a card
      to pass
        your score grows by 1
"""
PLAY = """
rule toy.play [T-2]
  to play a card
  then
    move the played cards to the used
    carry out the play
"""
LOUD_PLAY = """
trait loud of a play
rule toy.play [T-2]
  to play a card
  then
    move the played cards to the used
    if the play is loud then
      open a response window
    if the play is not cancelled then
      carry out the play
"""
DEAL = """
setup toy.deal [T-3]
  deal 2 cards from the chest to each hand
"""

GRAB = """
card "Grab" in toy, 4 copies
  rule grab.play [T-4]
    you may play this card on any player
    then
      move every card of the target's hand to your hand
"""


def load_text(*parts: str) -> Rules:
    """The rules of a text in parts."""
    loaded = load_sources((make_source("toy.kit", "\n".join(parts)),))
    assert loaded.rules is not None, loaded.problems
    return loaded.rules


def lay_table(rules: Rules, players: int = 2, **copies: int) -> Table:
    """An ordered table with the printed copies, or those said here (`_` for a space)."""
    wanted = {one.name: one.copies for one in rules.cards}
    wanted |= {name.replace("_", " "): number for name, number in copies.items()}
    return Table(players, Scope("toy", wanted), {}, "ordered")


SEEDS = range(30)


ENOUGH = 30
"""Decisions that a comparison of plays must come to, or it compares too little."""


def agree(*parts: str, players: int = 2) -> int:
    """At how many decisions the System and the interpreter of core agree; AssertionError at the first difference."""
    rules = load_text(*parts)
    table = lay_table(rules, players)
    assert sum(table.scope.copies.values()) >= 2 * players, "the deal would fail"
    return sum(compare_play(rules, table, seed) for seed in SEEDS)
