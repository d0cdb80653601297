"""Facts about moves of cards that the shipped game does not touch: the System does what core says, or refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.system.build import build_system
from checker.system.layout import check_layout
from checker.system.lower_terms import BuildError
from kittens_dsl.core.statements import Deal, Insert, MoveEvery, Rearrange, Statement, TurnCard
from kittens_dsl.core.terms import CardFilter, CountCards, KindName, PlayerVariable, ZoneOf
from tests.games.texts import COMMON, DEAL, ENOUGH, GRAB, MOVE, PLAY, agree, lay_table, load_text


def test_moving_every_card_of_a_zone_to_itself_keeps_them() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, GRAB) >= ENOUGH


FEWER = """
card "Tax" in toy, 5 copies
  rule tax.play [T-4]
    you may play this card
    then
      move your score minus 1 "Tax" from the used to your hand
"""


def test_fewer_than_no_cards_are_no_cards() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, FEWER) >= ENOUGH


PILE = """
zone pile of the table, in order, seen by nobody
setup toy.pile [T-3]
  after toy.deal
  move every card of the chest to the pile
  shuffle the pile
"""
TIP = """
zone other of the table, in order, seen by nobody
card "Tip" in toy, 4 copies
  rule tip.play [T-4]
    you may play this card
    then
      take the top card of the pile to your hand
      move every card of the other to the used
card "Stone" in toy, 2 copies
card "Leaf" in toy, 2 copies
"""
HEAP, OTHER = ZoneOf("pile", None), ZoneOf("other", None)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (Insert(KindName("Stone"), HEAP, HEAP, PlayerVariable("you")), "only from another zone"),
        (MoveEvery(CardFilter(), HEAP, OTHER), "as a whole"),
        (TurnCard(KindName("Stone"), HEAP, True, "turned"), "is not turned over"),
        (Rearrange(PlayerVariable("you"), CountCards(HEAP), HEAP), "must be a fixed number"),
    ],
    ids=["put back", "pile onto pile", "turned", "rearranged"],
)
def test_what_the_language_refuses_is_refused_in_core_too(statement: Statement, words: str) -> None:
    rules = load_text(COMMON, MOVE, PLAY, DEAL, PILE, TIP)
    changed = tuple(replace(one, body=(statement,)) if one.name == "tip.play" else one for one in rules.rules)
    with pytest.raises(BuildError, match=words):
        build_system(replace(rules, rules=changed), lay_table(rules))


def test_a_deal_of_no_fixed_number_is_refused_in_core_too() -> None:
    rules = load_text(COMMON, MOVE, PLAY, DEAL, GRAB)
    (step,) = rules.setup
    deal = Deal(CountCards(ZoneOf("chest", None)), ZoneOf("chest", None), "hand")
    with pytest.raises(BuildError, match="must be a fixed number"):
        build_system(replace(rules, setup=(replace(step, body=(deal,)),)), lay_table(rules))


def test_a_pile_of_a_player_is_refused_in_core_too() -> None:
    rules = load_text(COMMON, MOVE, PLAY, DEAL, GRAB)
    zones = tuple(replace(zone, ordered=zone.ordered or zone.of_player) for zone in rules.zones)
    with pytest.raises(BuildError, match="only zones of the table can be piles"):
        build_system(replace(rules, zones=zones), lay_table(rules))


# ---- what fits into the bytes of a state ---------------------------------------------------------------------------
@pytest.mark.parametrize(("least", "most"), [(-1, 9), (0, 256)])
def test_a_counter_that_does_not_fit_into_a_byte_is_refused(least: int, most: int) -> None:
    rules = load_text(COMMON, MOVE, PLAY, DEAL, GRAB)
    counters = tuple(replace(one, least=least, most=most) for one in rules.counters)
    with pytest.raises(BuildError, match=f"goes from {least} to {most}: a field holds 0 to 255"):
        build_system(replace(rules, counters=counters), lay_table(rules))


def test_more_cards_in_a_pile_than_a_byte_counts_are_refused() -> None:
    rules = load_text(COMMON, MOVE, PLAY, DEAL, PILE, GRAB, 'card "Rock" in toy, 255 copies')
    with pytest.raises(BuildError, match="259 cards are too many for order pile"):
        build_system(rules, lay_table(rules))


def stop_often(times: int) -> str:
    """A card with so many different ways to stop the play."""
    lines = "\n".join(f'        to "{n}"\n          no rule covers "{n}"' for n in range(times))
    head = "  rule stop.play [T-4]\n    you may play this card\n    then\n      you choose one"
    return f'card "Stop" in toy, 1 copy\n{head}\n{lines}\n'


def test_more_faults_than_a_byte_counts_are_refused_at_the_first_too_many() -> None:
    rules = load_text(COMMON, MOVE, PLAY, DEAL, GRAB, stop_often(300))
    with pytest.raises(BuildError, match="ways to stop a play, more than 256") as caught:
        build_system(rules, lay_table(rules))
    assert caught.value.span is not None
    assert caught.value.span.start_line > 0


def test_as_many_faults_as_a_byte_counts_are_fine() -> None:
    rules = load_text(COMMON, MOVE, PLAY, DEAL, GRAB, stop_often(200))
    assert 200 < len(build_system(rules, lay_table(rules)).faults) <= 256


def test_more_locations_than_two_bytes_count_are_refused() -> None:
    rules = load_text(COMMON, MOVE, PLAY, DEAL, GRAB)
    system = build_system(rules, lay_table(rules))
    many = replace(system, locations=tuple(system.locations) * (70_000 // len(system.locations)))
    with pytest.raises(BuildError, match="points of decision, more than 65534"):
        check_layout(many)


# ---- rules that go round -------------------------------------------------------------------------------------------
SPIN = """
event spin by a player
rule toy.spin [T-5]
  to spin
  then
    your score becomes 1
    you spin
card "Again" in toy, 4 copies
  rule again.play [T-4]
    you may play this card
    then
      you spin
"""


def test_an_event_that_brings_itself_about_without_a_decision_is_refused_at_its_place() -> None:
    rules = load_text(COMMON, MOVE, PLAY, DEAL, GRAB, SPIN)
    with pytest.raises(BuildError, match="brings itself about") as caught:
        build_system(rules, lay_table(rules))
    assert (caught.value.code, caught.value.span is not None) == ("K528", True)
