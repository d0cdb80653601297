"""Words: every word of the language is either kept from names or can be a name wherever a name can stand."""

import pytest

from kittens_dsl.driver import load_sources
from kittens_dsl.quote.quote import quote_problems
from kittens_dsl.source.text import make_source
from kittens_dsl.syntax.grammar import load_tables
from kittens_dsl.syntax.reserved import RESERVED, RESERVED_VERBS

PROGRAM = """
box toy "Toy" for 2 to 4 players
zone ZONE of the table, in order, seen by nobody, where every card starts
zone OWN of a player, seen by its owner, played from
counter COUNT of a player, from 0 to 9
counter SUM of the table, from 0 to 9
status STATUS of a player
status MOOD of the table
token TOKEN
trait TRAIT of a card
trait KIND of a play
event VERB a card by a player, with a card in OWN, on a OTHER
event do by a player
event play a card by a player
card "K" in toy, 2 copies
  it is a TRAIT
  it is TRAIT
  rule k.respond [A-1]
    anyone may play this card in response to a KIND play
    it is KIND
    then
      cancel that play
ambiguity AMBIGUITY "?" [A-1]
  reading READING "!"
  reading other-one "!"
  default READING
setup STEP [A-1]
  the TOKEN goes to player 1
  deal 2 cards from the ZONE to each OWN
  the SUM becomes the smaller of the SUM and the COUNT of the TOKEN holder
setup next-step [A-1]
  after STEP
  nothing happens
rule play.base [A-1]
  to play a card
  then
    if the play is not KIND then
      carry out the play
rule RULE [A-1]
  to VERB a card
  then
    the OTHER plays a card
    move the card to the OTHER's OWN
rule second [A-1]
  exception to RULE
  when you would VERB a card
  and you are STATUS or the table is MOOD or under READING of AMBIGUITY
  and the ZONE is empty or the ZONE has a "K" or the ZONE has no card that is a TRAIT
  then instead
    shuffle the ZONE
    you look at the ZONE
    you look at the top 2 cards of the ZONE
rule do.base [A-1]
  to do
  then
    you choose a card of your OWN, called CARD
    if the CARD is TRAIT or the CARD is not a TRAIT then
      move the CARD to your OWN
    you choose another player, called PLAYER, for whom their COUNT is your COUNT plus the COUNT of them
    you VERB a card with the CARD on the PLAYER
    the COUNT of the PLAYER grows by the number of "K" in the ZONE
    the PLAYER's COUNT falls by the SUM
    the PLAYER is no longer STATUS
    the PLAYER is STATUS
    the table is MOOD
    the player after the PLAYER does
    under READING of AMBIGUITY
      move every card of your OWN other than "K" to the ZONE
    under other-one same as READING
property PROPERTY "?" [A-1]
  at rest
    the number of cards in every OWN is 2 or the TOKEN is with the TOKEN holder
scene SCENE [A-1] for 2 players under READING of AMBIGUITY
  given
    OWN of player 1 has "K"
    ZONE has "K"
    COUNT of player 1 is 2
    SUM is 2
    player 2 is STATUS
    TOKEN is with player 2
  then
    TOKEN is with player 2
    the COUNT of player 1 is 2
"""

DEFAULTS = {
    "ZONE": "aa",
    "OWN": "bb",
    "COUNT": "cc",
    "SUM": "dd",
    "STATUS": "ee",
    "MOOD": "ff",
    "TOKEN": "gg",
    "TRAIT": "hh",
    "KIND": "ii",
    "CARD": "kk",
    "PLAYER": "ll",
    "OTHER": "mm",
    "READING": "nn",
    "AMBIGUITY": "oo",
    "RULE": "pp",
    "STEP": "qq",
    "PROPERTY": "rr",
    "SCENE": "ss",
    "VERB": "tt",
}
FREE_OF_RESERVATION = ("READING", "AMBIGUITY", "RULE", "STEP", "PROPERTY", "SCENE")
"""Names that stand only where no other word can stand."""


def fill_program(**names: str) -> str:
    text = PROGRAM
    for role, name in (DEFAULTS | names).items():
        text = text.replace(role, name)
    return text


def quote_text(text: str) -> str:
    source = make_source("toy.kit", text)
    return quote_problems(load_sources((source,)).problems, {"toy.kit": source}.get)


def list_words() -> list[str]:
    return sorted(word for word in load_tables().keywords if word.isalpha())


def test_the_program_is_good_as_it_is() -> None:
    assert quote_text(fill_program()) == ""


def find_broken(words: list[str], roles: tuple[str, ...]) -> dict[str, str]:
    """The programs that are not good when every word takes every role in turn, several roles in one program."""
    turned = [dict(zip(roles, words[start:] + words[:start], strict=False)) for start in range(len(words))]
    quoted = {str(names): quote_text(fill_program(**names)) for names in turned}
    return {names: problems for names, problems in quoted.items() if problems}


def test_a_word_of_the_language_is_reserved_or_can_be_declared() -> None:
    roles = tuple(role for role in DEFAULTS if role not in (*FREE_OF_RESERVATION, "VERB"))
    assert find_broken([word for word in list_words() if word not in RESERVED], roles) == {}


def test_a_word_of_the_language_can_name_what_is_only_referred_to() -> None:
    assert find_broken(list_words(), FREE_OF_RESERVATION) == {}


def test_a_verb_of_the_language_is_reserved_or_can_be_declared() -> None:
    free = [word for word in list_words() if word not in {*RESERVED_VERBS, "play", "plays"}]
    assert find_broken(free, ("VERB",)) == {}


def test_a_card_can_be_called_top() -> None:
    assert quote_text(fill_program(CARD="top")) == ""


@pytest.mark.parametrize("role", ["ZONE", "VERB"])
def test_a_reserved_word_is_refused_by_one_message(role: str) -> None:
    for word in sorted(RESERVED if role == "ZONE" else RESERVED_VERBS):
        quoted = quote_text(fill_program(**{role: word}))
        assert f"error[K104]: {word} is a word of the language" in quoted
        assert quoted.count("error[") == 1
