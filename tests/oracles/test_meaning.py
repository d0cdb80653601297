"""What each statement of core means, and the whole of a play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.system.label import CHANCE, Label
from checker.system.table import Scope
from kittens_dsl.core.rules import (
    AfterSetup,
    SetupStep,
)
from kittens_dsl.core.statements import (
    ChanceCard,
    ChooseCard,
    ChoosePlayer,
    Deal,
    ForEach,
    If,
    Insert,
    LeaveGame,
    LookAtTop,
    LookAtZone,
    Move,
    MoveEvery,
    Option,
    PassToken,
    Repeat,
    ReverseSeats,
    SetCounter,
    SetStatus,
    ShufflePile,
    Sight,
    TakeTop,
    Under,
    WinGame,
)
from kittens_dsl.core.terms import (
    ALWAYS,
    CardFilter,
    Compare,
    CountCards,
    CounterOf,
    HasStatus,
    KindName,
    KindVariable,
    Literal,
    Negation,
    PlayerAfter,
    PlayerVariable,
    SamePlayer,
    Seat,
    TokenHolder,
    Truth,
)
from tests.oracles.meaning import Meaning, run_setup
from tests.oracles.situation import opening, snapshot
from tests.oracles.toy import (
    BLUE,
    BOX,
    DISCARD,
    END,
    GREEN,
    PILE,
    RED,
    RULES,
    STOP,
    TABLE,
    begin,
    choose,
    hand,
    place_cards,
    point,
    rule,
    score,
    scores,
    words,
)


# ---- cards ---------------------------------------------------------------------------------------------------------
def test_move_puts_a_card_on_top_of_a_pile() -> None:
    meaning = begin((Move(Literal(1), KindName(RED), hand(Seat(0)), PILE),), pile=[BLUE], hands=[[RED]])
    assert meaning.situation.zones["pile", None] == [RED, BLUE]


def test_move_of_more_cards_than_there_are_is_an_impossible_duty() -> None:
    meaning = begin((Move(Literal(2), KindName(RED), hand(Seat(0)), PILE),), hands=[[RED, BLUE]])
    assert meaning.fault == "impossible duty"


def test_move_every_takes_what_passes_the_filter() -> None:
    meaning = begin((MoveEvery(CardFilter((RED, GREEN)), hand(Seat(0)), DISCARD),), hands=[[RED, BLUE, RED]])
    assert meaning.situation.zones["discard", None] == [RED, RED]


def test_move_every_of_nothing_is_fine() -> None:
    assert begin((MoveEvery(CardFilter((RED,)), hand(Seat(0)), DISCARD),)).fault is None


def test_insert_offers_each_place_that_differs() -> None:
    meaning = begin((Insert(KindName(RED), hand(Seat(1)), PILE, Seat(1)),), pile=[BLUE, RED, GREEN], hands=[[], [RED]])
    assert meaning.offers() == tuple(Label(1, "place", (place,)) for place in (0, 1, 3))


def test_insert_puts_the_card_at_the_place() -> None:
    meaning = begin((Insert(KindName(RED), hand(Seat(1)), PILE, Seat(1)),), pile=[BLUE, GREEN], hands=[[], [RED]])
    meaning.take(Label(1, "place", (1,)))
    assert meaning.situation.zones["pile", None] == [BLUE, RED, GREEN]


def test_card_to_insert_lies_in_its_zone_while_the_place_is_chosen() -> None:
    meaning = begin((Insert(KindName(RED), hand(Seat(1)), PILE, Seat(1)),), pile=[BLUE], hands=[[], [RED]])
    assert meaning.situation.zones["hand", 1] == [RED]


def test_take_top_binds_the_kind() -> None:
    take = TakeTop(PILE, hand(Seat(0)), "top")
    meaning = begin((take, Move(Literal(1), KindVariable("top"), hand(Seat(0)), DISCARD)), pile=[BLUE, RED])
    assert meaning.situation.zones["discard", None] == [BLUE]


def test_take_top_of_an_empty_pile_is_an_impossible_duty() -> None:
    assert begin((TakeTop(PILE, hand(Seat(0)), "top"),)).fault == "impossible duty"


def test_take_top_from_a_zone_without_order_is_a_draw_by_chance() -> None:
    meaning = begin((TakeTop(DISCARD, hand(Seat(0)), "top"),), discard=[BLUE, RED, BLUE])
    assert meaning.offers() == (Label(CHANCE, "draw", (RED,)), Label(CHANCE, "draw", (BLUE,)))


def test_shuffle_offers_each_distinct_order() -> None:
    meaning = begin((ShufflePile(PILE),), pile=[BLUE, RED, BLUE])
    assert words(meaning) == [((RED, BLUE, BLUE),), ((BLUE, RED, BLUE),), ((BLUE, BLUE, RED),)]


def test_shuffle_puts_the_pile_into_the_order() -> None:
    meaning = begin((ShufflePile(PILE),), pile=[BLUE, RED])
    meaning.take(Label(CHANCE, "arrange", ((RED, BLUE),)))
    assert meaning.situation.zones["pile", None] == [RED, BLUE]


def test_shuffle_of_equal_cards_is_forced() -> None:
    assert begin((ShufflePile(PILE), STOP), pile=[BLUE, BLUE]).fault == "stop"


def test_order_of_other_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="not offered"):
        begin((ShufflePile(PILE),), pile=[BLUE, RED]).take(Label(CHANCE, "arrange", ((RED, GREEN),)))


def test_choose_card_offers_each_kind_that_passes_in_the_order_of_kinds() -> None:
    choice = ChooseCard(Seat(1), hand(Seat(0)), "gift", CardFilter((RED, GREEN)))
    assert begin((choice,), hands=[[GREEN, BLUE, RED, RED]]).offers() == (
        Label(1, "card", (RED,)),
        Label(1, "card", (GREEN,)),
    )


def test_choose_card_where_none_passes_is_an_impossible_duty() -> None:
    assert begin((ChooseCard(Seat(1), hand(Seat(0)), "gift"),)).fault == "impossible duty"


def test_chance_picks_any_kind_of_the_zone() -> None:
    meaning = begin((ChanceCard(hand(Seat(0)), "loot"),), hands=[[GREEN, RED]])
    assert meaning.offers() == (Label(CHANCE, "pick", (RED,)), Label(CHANCE, "pick", (GREEN,)))


def weights(meaning: Meaning) -> list[int]:
    return [meaning.weight(label) for label in meaning.offers()]


def test_chance_picks_each_card_as_likely_as_any_other() -> None:
    assert weights(begin((ChanceCard(hand(Seat(0)), "loot"),), hands=[[GREEN, RED, GREEN]])) == [1, 2]
    assert weights(begin((TakeTop(DISCARD, hand(Seat(0)), "top"),), discard=[BLUE, RED, BLUE])) == [1, 2]


def test_a_choice_of_a_player_has_no_weights() -> None:
    assert weights(begin((ChooseCard(Seat(0), hand(Seat(0)), "gift"),), hands=[[GREEN, RED, GREEN]])) == [1, 1]


def test_a_shuffle_puts_any_order_as_likely_as_any_other() -> None:
    assert weights(begin((ShufflePile(PILE),), pile=[BLUE, RED, BLUE])) == [1, 1, 1]


def test_a_hand_is_as_likely_as_there_are_ways_to_draw_its_cards() -> None:
    """Two of RED, RED, RED, BLUE, BLUE: both red in 3 ways, one of each in 6, both blue in 1."""
    table = replace(TABLE, players=2, scope=replace(TABLE.scope, dealt=2))
    meaning = begin((Deal(Literal(7), DISCARD, "hand"),), table=table, discard=[RED, RED, RED, BLUE, BLUE])
    assert (words(meaning), weights(meaning)) == ([(0, (RED, RED)), (0, (RED, BLUE)), (0, (BLUE, BLUE))], [3, 6, 1])


def test_deal_gives_each_distinct_hand_seat_by_seat() -> None:
    meaning = begin((Deal(Literal(1), DISCARD, "hand"),), discard=[RED, BLUE, RED])
    meaning.take(Label(CHANCE, "hand", (0, (RED,))))
    assert meaning.offers() == (Label(CHANCE, "hand", (1, (RED,))), Label(CHANCE, "hand", (1, (BLUE,))))


def test_scope_fixes_how_many_cards_are_dealt() -> None:
    table = replace(TABLE, players=2, scope=replace(TABLE.scope, dealt=2))
    meaning = begin((Deal(Literal(7), DISCARD, "hand"),), table=table, discard=[RED, BLUE, RED, BLUE])
    assert words(meaning) == [(0, (RED, RED)), (0, (RED, BLUE)), (0, (BLUE, BLUE))]


# ---- what is seen --------------------------------------------------------------------------------------------------
def test_move_into_a_hand_is_seen_by_its_owner_and_by_the_sight() -> None:
    meaning = begin(
        (Move(Literal(1), KindName(RED), DISCARD, hand(Seat(2)), Sight(players=(Seat(0),))),), discard=[RED]
    )
    assert meaning.situation.seen == [(0, RED), (2, RED)]


def test_move_into_a_zone_seen_by_everyone_is_seen_by_everyone() -> None:
    meaning = begin((Move(Literal(1), KindName(RED), hand(Seat(0)), DISCARD),), hands=[[RED]])
    assert meaning.situation.seen == [(0, RED), (1, RED), (2, RED)]


def test_look_at_top_shows_no_more_than_is_there() -> None:
    meaning = begin((LookAtTop(Seat(1), Literal(3), PILE),), pile=[BLUE, RED])
    assert meaning.situation.seen == [(1, BLUE), (1, RED)]


def test_look_at_zone_shows_every_card() -> None:
    meaning = begin((LookAtZone(Sight(players=(Seat(1),)), hand(Seat(0))),), hands=[[BLUE, RED]])
    assert meaning.situation.seen == [(1, BLUE), (1, RED)]


# ---- players, marks and control ------------------------------------------------------------------------------------
def test_choose_player_offers_the_living_who_satisfy_the_condition() -> None:
    choice = ChoosePlayer(Seat(0), "guest", Negation(SamePlayer(PlayerVariable("guest"), Seat(0))))
    meaning = begin((choice, point(PlayerVariable("guest"))))
    meaning.take(Label(0, "player", (2,)))
    assert scores(meaning) == [0, 0, 1]


def test_choose_player_among_nobody_is_an_impossible_duty() -> None:
    assert begin((ChoosePlayer(Seat(0), "guest", Truth(False)),)).fault == "impossible duty"


def test_choose_one_offers_open_options_only() -> None:
    meaning = begin((choose(END, Option("closed", Truth(False), ()), Option("go", ALWAYS, (score(1),))),))
    assert meaning.offers() == (Label(0, "option", ("end",)), Label(0, "option", ("go",)))


def test_decision_with_one_label_is_taken_silently() -> None:
    assert scores(begin((choose(Option("go", ALWAYS, (score(1),))),))) == [0, 1, 0]


def test_decision_at_rest_says_so() -> None:
    assert begin((choose(END, Option("go", ALWAYS, ())),)).at_rest


def test_choice_without_an_option_is_stuck() -> None:
    meaning = begin((choose(), STOP))
    assert (meaning.offers(), meaning.fault, meaning.over) == ((), None, False)


def test_counter_falls() -> None:
    assert scores(begin((score(0, 3), SetCounter("score", Seat(0), "falls", Literal(2))))) == [1, 0, 0]


def test_counter_out_of_range_is_a_fault() -> None:
    assert begin((score(0, 4),)).fault == "range"


def test_counter_of_the_table_becomes_a_number() -> None:
    meaning = begin((SetCounter("round", None, "becomes", Literal(7)),))
    assert meaning.situation.counters["round", None] == 7


def test_status_is_set() -> None:
    assert begin((SetStatus("tired", Seat(1), True),)).situation.statuses["tired", 1]


def test_token_goes_to_a_player() -> None:
    assert scores(begin((PassToken("turn", Seat(2)), point(TokenHolder("turn"))))) == [0, 0, 1]


def test_player_after_skips_those_who_left() -> None:
    assert scores(begin((LeaveGame(Seat(1)), point(PlayerAfter(Seat(0)))))) == [0, 0, 1]


def test_player_after_follows_the_direction() -> None:
    assert scores(begin((ReverseSeats(), point(PlayerAfter(Seat(0)))))) == [0, 0, 1]


def test_player_after_is_the_same_one_if_nobody_else_lives() -> None:
    assert scores(begin((LeaveGame(Seat(1)), LeaveGame(Seat(2)), point(PlayerAfter(Seat(0)))))) == [1, 0, 0]


def test_under_runs_the_arm_of_the_reading() -> None:
    under = Under("which", (("first", (score(0),)), ("second", (score(1),))))
    assert scores(begin((under,), table=replace(TABLE, readings={"which": "second"}))) == [0, 1, 0]


def test_repeat_stops_when_the_condition_holds_at_the_beginning() -> None:
    until = Compare("=", CounterOf("score", Seat(0)), Literal(2))
    assert scores(begin((Repeat(until, (score(0),)),))) == [2, 0, 0]


def test_repeat_without_a_decision_is_endless() -> None:
    assert begin((Repeat(Truth(False), ()),)).fault == "endless"


def test_for_each_goes_round_from_the_start() -> None:
    gives = Move(Literal(1), KindName(RED), DISCARD, hand(PlayerVariable("one")))
    richer = If(Compare("=", CountCards(DISCARD), Literal(0)), (), (gives,))
    meaning = begin((ForEach("one", Seat(2), ALWAYS, (richer,)),), discard=[RED, RED])
    assert [len(meaning.situation.zones["hand", seat]) for seat in range(3)] == [1, 0, 1]


def test_for_each_asks_who_lives_when_the_turn_comes() -> None:
    body = (point(PlayerVariable("one")), If(SamePlayer(PlayerVariable("one"), Seat(0)), (LeaveGame(Seat(1)),)))
    assert scores(begin((ForEach("one", Seat(0), ALWAYS, body),))) == [1, 0, 1]


def test_for_each_asks_the_condition_when_the_turn_comes() -> None:
    alert = Negation(HasStatus("tired", PlayerVariable("one")))
    body = (point(PlayerVariable("one")), SetStatus("tired", Seat(2), True))
    assert scores(begin((ForEach("one", Seat(0), alert, body),))) == [1, 1, 0]


def test_win_ends_everything_at_once() -> None:
    meaning = begin((WinGame(Seat(1)), STOP))
    assert (meaning.over, meaning.situation.winner, meaning.fault) == (True, 1, None)


def test_fault_says_its_words() -> None:
    assert begin((STOP,)).fault == "stop"


# ---- the whole -----------------------------------------------------------------------------------------------------
def test_setup_steps_run_after_those_they_name() -> None:
    second = SetupStep("second", "toy", (), (Move(Literal(1), KindName(RED), PILE, DISCARD),), after=("first",))
    first = SetupStep("first", "toy", (), (Move(Literal(1), KindName(RED), BOX, PILE),))
    meaning = Meaning(replace(RULES, setup=(second, first)), TABLE)
    assert meaning.situation.zones["discard", None] == [RED]


def test_all_cards_of_the_scope_begin_in_the_zone_that_starts() -> None:
    assert opening(RULES, replace(TABLE, scope=Scope("one", {GREEN: 1}))).zones["box", None] == [GREEN]


def test_play_as_a_generator_returns_its_fault() -> None:
    rules = replace(RULES, rules=(rule("toy.begin", AfterSetup(), STOP),))
    with pytest.raises(StopIteration) as end:
        next(run_setup(rules, TABLE))
    assert end.value.value == "stop"


def test_snapshot_forgets_the_order_of_a_zone_without_one() -> None:
    situations = [place_cards(TABLE, [], [cards], []) for cards in ([RED, BLUE], [BLUE, RED])]
    assert snapshot(situations[0]) == snapshot(situations[1])


def test_snapshot_keeps_the_order_of_a_pile() -> None:
    situations = [place_cards(TABLE, pile, [], []) for pile in ([RED, BLUE], [BLUE, RED])]
    assert snapshot(situations[0]) != snapshot(situations[1])
