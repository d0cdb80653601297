"""Facts about the meaning of rules that the shipped game does not touch: the System does what core says."""

from __future__ import annotations

from tests.games.texts import COMMON, DEAL, ENOUGH, LOUD_PLAY, MOVE, PLAY, agree

ECHO = """
card "Echo" in toy, 7 copies
  rule echo.play [T-4]
    you may play this card on any player
    then
      you choose one
        to play a card
        to stay quiet
          nothing happens
      the score of the target grows by 1
"""


def test_a_play_inside_a_play_of_the_same_rule_keeps_both_targets() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, ECHO, players=3) >= ENOUGH


GUARDED = """
event rest by a player
rule toy.rest [T-4]
  to rest
  and your score is less than 2
  then
    your score grows by 1
rule rest.dream [T-4]
  whenever you rest
  then
    your score grows by 2
card "Bed" in toy, 4 copies
  rule bed.play [T-4]
    you may play this card
    then
      you rest
"""


def test_an_event_whose_own_rule_does_not_apply_does_not_happen() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, GUARDED) >= ENOUGH


CHAIN = """
status wet of a player
status cold of a player
event swim by a player
rule toy.swim [T-4]
  to swim
  then
    your score grows by 1
    you are wet
rule wet.dry [T-4]
  exception to toy.swim
  happens before cold.warm
  when you would swim
  and you are wet
  then instead
    you are no longer wet
    you are cold
    you swim
rule cold.warm [T-4]
  exception to toy.swim
  when you would swim
  and you are cold
  then instead
    you are no longer cold
    you are wet
    you swim
card "Pool" in toy, 5 copies
  rule pool.play [T-4]
    you may play this card
    then
      you are cold
      you swim
"""


def test_a_rule_is_used_up_in_a_chain_only_where_it_applied() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, CHAIN) >= ENOUGH


LINE = """
status wet of a player
event swim by a player
rule toy.swim [T-4]
  to swim
  then
    your score grows by 1
rule swim.first [T-4]
  happens before swim.second
  when you would swim
  and you are wet
  then instead
    your score grows by 2
rule swim.second [T-4]
  happens before swim.third
  when you would swim
  and your score is at least 2
  then instead
    you are wet
rule swim.third [T-4]
  when you would swim
  and your score is less than 5
  then instead
    you are wet
    your score grows by 1
card "Pool" in toy, 5 copies
  rule pool.play [T-4]
    you may play this card
    then
      you swim
"""


def test_a_rule_comes_before_what_comes_after_the_rules_it_comes_before() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, LINE) >= ENOUGH


TURNING = """
card "Whirl" in toy, 6 copies
  rule whirl.play [T-4]
    you may play this card
    then
      each player, in turn order from you
        reverse the seat order
        their score grows by the rounds
"""


def test_a_loop_over_players_goes_on_in_the_order_in_which_it_began() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, TURNING, players=3) >= ENOUGH


ANSWER_THEN_PLAY = """
setup toy.give [T-3]
  each player, in turn order from the turn holder
    move 1 "Boom" from the chest to their hand
    move 1 "Hush" from the chest to their hand
    move 1 "Clap" from the chest to their hand
card "Boom" in toy, 3 copies
  rule boom.play [T-4]
    you may play this card
    it is loud
    then
      your score grows by 3
card "Hush" in toy, 2 copies
  rule hush.answer [T-4]
    anyone may play this card in response to a loud play
    it is loud
    then
      cancel that play
      you choose one
        to play a card
        to stop
          nothing happens
      the score of the actor grows by 1
card "Clap" in toy, 2 copies
  rule clap.answer [T-4]
    anyone may play this card in response to a loud play
    then
      the score of the actor grows by 1
"""


def test_a_play_made_while_an_answer_takes_effect_does_not_take_its_cancelling() -> None:
    assert agree(COMMON, MOVE, LOUD_PLAY, ANSWER_THEN_PLAY) >= ENOUGH


CANCELLED_COUNTS = """
trait loud of a play
rule toy.play [T-2]
  to play a card
  then
    move the played cards to the used
    if the play is loud then
      open a response window
    if the play is cancelled then
      your score grows by 1
    if the play is not cancelled then
      carry out the play
"""
PURE = """
card "Boom" in toy, 4 copies
  rule boom.play [T-4]
    you may play this card
    it is loud
    then
      your score grows by 3
card "Hush" in toy, 5 copies
  rule hush.answer [T-4]
    anyone may play this card in response to a loud play
    it is loud
    then
      cancel that play
"""


def test_answers_that_only_cancel_are_a_real_nest_where_playing_does_more() -> None:
    assert agree(COMMON, MOVE, CANCELLED_COUNTS, DEAL, PURE, players=3) >= ENOUGH


OTHER_TRAIT = """
trait loud of a play
trait quick of a play
rule toy.play [T-2]
  to play a card
  then
    move the played cards to the used
    if the play is quick then
      open a response window
    if the play is not cancelled then
      carry out the play
card "Boom" in toy, 4 copies
  rule boom.play [T-4]
    you may play this card
    it is loud
    it is quick
    then
      your score grows by 3
card "Hush" in toy, 5 copies
  rule hush.answer [T-4]
    anyone may play this card in response to a loud play
    it is loud
    then
      cancel that play
"""


def test_an_answer_that_opens_no_window_cancels_all_the_same() -> None:
    assert agree(COMMON, MOVE, OTHER_TRAIT, DEAL, players=3) >= ENOUGH


def test_answers_that_only_cancel_are_one_window_in_both() -> None:
    assert agree(COMMON, MOVE, LOUD_PLAY, DEAL, PURE, players=3) >= ENOUGH


ASKING = """
trait red of a play
card "Boom" in toy, 4 copies
  rule boom.play [T-4]
    you may play this card
    it is loud
    it is red
    then
      your score grows by 3
card "Hush" in toy, 5 copies
  rule hush.answer [T-4]
    anyone may play this card in response to a loud play
    and the play is not cancelled
    it is loud
    then
      if the play is red then
        your score grows by 1
      cancel that play
      if the play is cancelled then
        the score of the actor grows by 2
"""


def test_the_play_in_a_response_is_the_play_that_is_answered() -> None:
    assert agree(COMMON, MOVE, LOUD_PLAY, DEAL, ASKING, players=3) >= ENOUGH


FORBIDDEN = """
status tired of a player
rule tired.quiet [T-5]
  you cannot play a card
  and you are tired
  and the play is not loud
card "Nap" in toy, 4 copies
  rule nap.play [T-4]
    you may play this card
    then
      you are tired
"""


def test_a_forbidden_play_is_not_offered() -> None:
    assert agree(COMMON, MOVE, LOUD_PLAY, DEAL, PURE, FORBIDDEN, players=3) >= ENOUGH


NESTED_PLAY = """
status odd of the table
rule toy.play [T-2]
  to play a card
  then
    move the played cards to the used
    if the rounds is at most 2 then
      the table is odd
    otherwise if the table is odd then
      carry out the play
"""


def test_a_play_may_be_carried_out_deep_in_the_rule_of_playing() -> None:
    assert agree(COMMON, MOVE, NESTED_PLAY, DEAL, ECHO) >= ENOUGH


TWO_WINDOWS = """
trait loud of a play
rule toy.play [T-2]
  to play a card
  then
    move the played cards to the used
    if the play is loud then
      open a response window
      your score grows by 1
      open a response window
    if the play is not cancelled then
      carry out the play
"""


def test_a_second_window_goes_on_where_the_first_one_ended() -> None:
    assert agree(COMMON, MOVE, TWO_WINDOWS, DEAL, PURE, players=3) >= ENOUGH


AGAIN = """
status wet of a player
event swim by a player
rule toy.swim [T-4]
  to swim
  then
    your score grows by 1
    you are wet
    you may swim on, if your score is less than 6
      you swim
rule wet.dry [T-4]
  exception to toy.swim
  when you would swim
  and you are wet
  then instead
    you are no longer wet
    your score grows by 1
    you swim
rule swim.rest [T-4]
  whenever you swim
  and you are wet
  then
    you may swim after, if your score is less than 6
      you swim
card "Pool" in toy, 5 copies
  rule pool.play [T-4]
    you may play this card
    then
      you swim
"""


def test_an_event_begins_a_chain_of_its_own_in_its_own_rule() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, AGAIN) >= ENOUGH
