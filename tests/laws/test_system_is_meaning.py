"""Law: the System offers what the definitional interpreter of core offers, and goes where it goes."""

from __future__ import annotations

import pytest

from checker.system.table import Scope, Table
from tests.laws.comparison import compare_play
from tests.laws.tables import barking_rules, base_rules, imploding_rules, random_table, rules_of
from tests.system.small_games import draw_and_lose

TABLES = {
    "draws only": (draw_and_lose(), {"Bomb": 1, "Plain": 4}),
    "a play": (draw_and_lose(stop_card=True), {"Bomb": 1, "Plain": 3, "Rest": 1}),
    "answers": (draw_and_lose(stop_card=True, answers=True), {"Bomb": 1, "Plain": 3, "Rest": 2, "Halt": 2}),
}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("players", [2, 3])
def test_the_system_plays_hand_built_rules_as_the_interpreter_of_core_does(name: str, players: int) -> None:
    rules, copies = TABLES[name]
    table = Table(players, Scope(name, copies, dealt=1), pile="ordered")
    decisions = sum(compare_play(rules, table, seed) for seed in range(20))
    assert decisions >= 20


@pytest.mark.parametrize("seed", range(40))
def test_the_system_plays_the_base_box_as_the_interpreter_of_core_does(seed: int) -> None:
    rules = base_rules()
    table = random_table(rules, seed)
    if table is not None:
        assert compare_play(rules, table, seed) >= 1


@pytest.mark.parametrize("seed", range(60))
def test_the_system_plays_base_and_imploding_as_the_interpreter_of_core_does(seed: int) -> None:
    rules = imploding_rules()
    table = random_table(rules, seed)
    if table is not None:
        assert compare_play(rules, table, seed) >= 1


@pytest.mark.parametrize("boxes", [("base", "streaking"), ("base", "imploding", "streaking")], ids=len)
@pytest.mark.parametrize("seed", range(60))
def test_the_system_plays_streaking_decks_as_the_interpreter_of_core_does(seed: int, boxes: tuple[str, ...]) -> None:
    rules = rules_of(*boxes)
    table = random_table(rules, seed)
    if table is not None:
        assert compare_play(rules, table, seed) >= 1


@pytest.mark.slow
def test_the_system_plays_many_tables_of_streaking_decks_as_the_interpreter_of_core_does() -> None:
    rules = rules_of("base", "imploding", "streaking")
    tables = [(seed, table) for seed in range(60, 900) if (table := random_table(rules, seed)) is not None]
    assert sum(compare_play(rules, table, seed) for seed, table in tables) > 2000


@pytest.mark.slow
def test_the_system_plays_many_tables_of_base_and_imploding_as_the_interpreter_of_core_does() -> None:
    rules = imploding_rules()
    tables = [(seed, table) for seed in range(60, 900) if (table := random_table(rules, seed)) is not None]
    assert sum(compare_play(rules, table, seed) for seed, table in tables) > 2000


@pytest.mark.slow
def test_the_system_plays_many_tables_of_the_base_box_as_the_interpreter_of_core_does() -> None:
    rules = base_rules()
    tables = [(seed, table) for seed in range(40, 600) if (table := random_table(rules, seed)) is not None]
    assert sum(compare_play(rules, table, seed) for seed, table in tables) > 2000


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("others", [(), ("imploding",)])
def test_the_system_plays_the_barking_box_as_the_interpreter_of_core_does(others: tuple[str, ...], seed: int) -> None:
    rules = barking_rules(*others)
    table = random_table(rules, seed)
    if table is not None:
        assert compare_play(rules, table, seed) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("others", [(), ("imploding",)])
def test_the_system_plays_many_tables_of_the_barking_box_as_the_interpreter_of_core_does(
    others: tuple[str, ...],
) -> None:
    rules = barking_rules(*others)
    tables = [(seed, table) for seed in range(30, 400) if (table := random_table(rules, seed)) is not None]
    assert sum(compare_play(rules, table, seed) for seed, table in tables) > 1500
