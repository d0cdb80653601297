"""Other games than the shipped one: the engine knows no card. Each is loaded, searched, played and judged."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import get_args

import pytest

from checker.analysis.check import SILENT, TableResult, check_table
from checker.analysis.scenes import play_scenes
from checker.analysis.suspicion import find_suspicions
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.system import lower_windows
from checker.system.bodies import list_statements
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.scenes import HasWon
from kittens_dsl.core.statements import Statement
from tests.games.stones import enumerate_stones
from tests.games.test_hidden_hands import MOVE as HIDDEN_HANDS
from tests.games.test_hidden_hands import SPIN
from tests.games.texts import COMMON, DEAL, GAMES, LOUD_PLAY, MOVE, PLAY, lay_table, load_game, load_text
from tests.laws.comparison import compare_play
from tests.laws.tables import base_rules
from tests.laws.test_pile_policies import orders_at_rest, situations_at_rest

TABLES = {
    "stones": Table(2, Scope("stones", {"Pebble": 2, "Flint": 2})),
    "harbour": Table(2, Scope("night", {"Eel": 1, "Boots": 1, "Rope": 1, "Bell": 1, "Storm": 1, "Gull": 1})),
    "harbour of three": Table(3, Scope("gulls", {"Boots": 1, "Rope": 1, "Storm": 1, "Eel": 1, "Lamp": 1}, 1)),
    "fans": Table(2, Scope("evening", {"Flourish": 2, "Parry": 2, "Feint": 1})),
    "fans of three": Table(3, Scope("evening", {"Flourish": 2, "Parry": 1, "Feint": 1}, 1)),
    "lanterns": Table(2, Scope("fog", {"Lantern": 1, "Oil": 2, "Wool": 1, "Stone": 1, "Patch": 2})),
    "lanterns of three": Table(3, Scope("fog", {"Lantern": 2, "Oil": 1, "Patch": 1, "Stone": 1}, 1)),
    "crates": Table(2, Scope("quay", {"Barrel": 1, "Rope": 1, "Anvil": 1, "Crane": 1, "Storm": 1}, 1), {}, "segmented"),
    "vows": Table(2, Scope("well", {"Ring": 2, "Whistle": 2, "Pail": 1, "Moss": 2}, 1, 1)),
    "vows of three": Table(3, Scope("well", {"Ring": 2, "Whistle": 1, "Pail": 1, "Moss": 1}, 1, 1)),
    "crates of three": Table(3, Scope("quay", {"Barrel": 1, "Rope": 1, "Sail": 2}, 1), {}, "segmented"),
}
SEARCHED = {
    "stones": (79, 132),
    "harbour": (11_377, 19_647),
    "harbour of three": (7_205, 9_767),
    "fans": (1_335, 2_566),
    "fans of three": (1_582, 2_986),
    "lanterns": (7_678, 19_328),
    "lanterns of three": (1_515, 3_192),
    "vows": (4_986, 10_667),
    "vows of three": (1_567, 2_687),
    "crates": (2_281, 5_064),
    "crates of three": (373, 620),
}


def game_of(name: str) -> Rules:
    return load_game(name.partition(" ")[0])


@cache
def search(name: str) -> TableResult:
    return check_table(game_of(name), TABLES[name], Bounds(max_states=100_000))


@pytest.mark.parametrize("name", GAMES)
def test_the_game_loads_without_a_problem(name: str) -> None:
    assert load_game(name).rules


@pytest.mark.parametrize("name", TABLES)
def test_the_search_is_complete_with_as_many_states_and_labels_as_pinned(name: str) -> None:
    found = search(name).findings
    assert found.limit is None
    assert (found.states, found.transitions) == SEARCHED[name]


def test_stones_have_the_states_and_labels_that_a_count_by_hand_gives() -> None:
    assert enumerate_stones() == SEARCHED["stones"]


@pytest.mark.parametrize("name", TABLES)
def test_every_verdict_is_the_one_declared(name: str) -> None:
    assert [(one.name, one.form) for one in search(name).verdicts if not one.is_as_expected] == []


def test_a_reading_on_which_the_rules_are_silent_is_found() -> None:
    table = replace(TABLES["harbour"], readings={"shivering": "unsaid"})
    verdicts = check_table(load_game("harbour"), table, Bounds()).verdicts
    silent = next(one for one in verdicts if one.name == SILENT)
    assert (silent.outcome, silent.words[-16:]) == ("violated", "Here: shivering.")


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_fires_on_some_table(name: str) -> None:
    results = [search(one) for one in TABLES if one.startswith(name)]
    verdicts = [verdict for result in results for verdict in result.verdicts]
    assert find_suspicions(load_game(name), results, verdicts).never_fired == ()


@pytest.mark.parametrize("name", GAMES)
def test_every_scene_passes(name: str) -> None:
    rules = load_game(name)
    assert [(one.scene.name, one.failures) for one in play_scenes(rules, rules.scenes) if not one.passed] == []


@pytest.mark.parametrize("name", TABLES)
def test_the_system_plays_as_core_says(name: str) -> None:
    table = replace(TABLES[name], pile="ordered")
    assert sum(compare_play(game_of(name), table, seed) for seed in range(30)) >= 100


def test_the_system_plays_the_other_reading_as_core_says() -> None:
    table = replace(TABLES["harbour"], pile="ordered", readings={"shivering": "paid"})
    assert sum(compare_play(load_game("harbour"), table, seed) for seed in range(30)) >= 100


@pytest.mark.parametrize("name", TABLES)
def test_all_ways_of_keeping_a_pile_reach_the_same_orders_at_rest(name: str) -> None:
    rules = replace(game_of(name), properties=())
    is_exact = build_system(rules, replace(TABLES[name], pile="bag")).bag_exact
    assert is_exact == (TABLES[name].pile == "bag")
    ordered = orders_at_rest(rules, replace(TABLES[name], pile="ordered"))
    assert orders_at_rest(rules, replace(TABLES[name], pile="segmented")) == ordered
    assert not is_exact or orders_at_rest(rules, TABLES[name]) == ordered


def used_statements(rules: Rules) -> set[type[Statement]]:
    bodies = [one.body for one in rules.rules] + [one.body for one in rules.setup]
    return {type(one) for body in bodies for one in list_statements(body)}


@cache
def other_games() -> tuple[Rules, ...]:
    """The games of this folder, the one of hidden hands among them."""
    return (*(load_game(name) for name in GAMES), load_text(COMMON, HIDDEN_HANDS, PLAY, DEAL, SPIN))


def test_these_games_use_every_core_statement_that_the_shipped_game_does_not() -> None:
    lacking = set(get_args(Statement)) - used_statements(base_rules())
    assert {one.__name__ for one in lacking} == {
        "ChoosePlayer",
        "Pause",
        "PlayOut",
        "Rearrange",
        "ReverseSeats",
        "SwapEnds",
        "TurnCard",
    }
    assert lacking <= set[type[Statement]]().union(*(used_statements(game) for game in other_games()))


@pytest.mark.parametrize("statement", get_args(Statement), ids=lambda one: one.__name__)
def test_each_core_statement_is_used_by_these_games_or_by_two_rules_of_the_shipped_game(
    statement: type[Statement],
) -> None:
    here = any(statement in used_statements(game) for game in other_games())
    base = base_rules()
    bodies = [one.body for one in base.rules] + [one.body for one in base.setup]
    users = [body for body in bodies if statement in map(type, list_statements(body))]
    assert here or len(users) >= 2


# ---- windows -------------------------------------------------------------------------------------------------------
BELLS = """
card "Boom" in toy, 2 copies
  rule boom.play [T-4]
    you may play this card
    it is loud
    then
      your score grows by 3
card "Hush" in toy, 3 copies
  rule hush.answer [T-4]
    anyone may play this card in response to a loud play
    it is loud
    then
      cancel that play
"""


def count_windows(rules: Rules, table: Table) -> int:
    """Windows that are a real nest have a point at which their play waits for an answer to be carried out."""
    locations = build_system(rules, table).locations
    return sum(one.resume is not None and one.name.startswith("window of") for one in locations)


def test_answers_that_only_cancel_are_one_window() -> None:
    assert count_windows(load_game("harbour"), TABLES["harbour"]) == 0


def test_answers_that_do_more_are_a_real_nest() -> None:
    assert count_windows(load_game("fans"), TABLES["fans"]) == 6


def test_one_window_reaches_what_the_real_nest_reaches(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load_text(COMMON, MOVE.replace("you choose", "at rest, you choose"), LOUD_PLAY, DEAL, BELLS)
    table = lay_table(rules)
    flat = situations_at_rest(rules, table)
    monkeypatch.setattr(lower_windows, "_collapses", lambda *_: False)
    assert situations_at_rest(rules, table) == flat


# ---- who has won ---------------------------------------------------------------------------------------------------
def test_a_scene_in_which_somebody_else_wins_fails() -> None:
    rules = load_game("harbour")
    scene = next(one for one in rules.scenes if one.name == "the-sixth-watch-is-the-last")
    wrong = replace(scene, winner=HasWon(0))
    ((failure,),) = (one.failed for one in play_scenes(rules, (wrong,)))
    assert (failure.words, failure.instead) == ("player 1 has not won", "player 2 has")


def test_a_living_player_has_not_won_because_the_game_is_won() -> None:
    verdicts = [one for one in search("harbour").verdicts if one.name == "the-seventh-watch"]
    assert [one.outcome for one in verdicts] == ["holds in scope", "witnessed"]


TRUMP = """
setup toy.trump [T-4]
  after toy.deal
  chance picks a card of the chest, called trump
  move the trump to the used, seen by everyone
"""


def test_setup_may_ask_chance_for_a_single_card() -> None:
    rules = load_text(COMMON, MOVE, LOUD_PLAY, DEAL, BELLS, TRUMP)
    machine = Machine(build_system(rules, lay_table(rules, Hush=4)))
    assert len(machine.initial()) == 8  # BB HH, BH BH, HH BB, HH HH: one rest each; BH HH, HH BH: two


def test_a_random_setup_may_ask_chance_for_a_single_card() -> None:
    rules = load_text(COMMON, MOVE, LOUD_PLAY, DEAL, BELLS, TRUMP)
    machine = Machine(build_system(rules, lay_table(rules, Hush=4)))
    begun = {machine.sample_deal(random.Random(seed))[0] for seed in range(60)}
    assert begun == {state for state, _ in machine.initial()}
