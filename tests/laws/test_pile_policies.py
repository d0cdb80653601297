"""Law: all ways of keeping a pile reach the same situations at rest; a bag wherever the criterion calls it exact."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from checker.explore import explore
from checker.machine.describe import Describer
from checker.machine.machine import Machine, State
from checker.model import Bounds
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from tests.laws.tables import barking_rules, base_rules, imploding_rules
from tests.system.small_games import draw_and_lose

ALWAYS = {"Exploding Kitten": 1, "Defuse": 2}
DECKS = [
    (2, {"Nope": 1, "Attack": 1, "Skip": 1}, 1),
    (2, {"Nope": 1, "Favor": 1, "Shuffle": 1}, 1),
    (2, {"See the Future": 1, "Attack": 2, "Tacocat": 2}, 2),
    (2, {"Tacocat": 3, "Nope": 2}, 2),
    (3, {"Exploding Kitten": 2, "Defuse": 3, "Attack": 2, "Favor": 1}, 1),
    (3, {"Exploding Kitten": 2, "Defuse": 3, "Skip": 2, "Nope": 1, "Shuffle": 1}, 1),
]
FACED_DECKS = [
    (2, {"Alter the Future (3x)": 2, "Draw From the Bottom": 1, "Tacocat": 1}, 1),
    (2, {"Draw From the Bottom": 2, "Shuffle": 1, "Targeted Attack (2x)": 1}, 1),
    (2, {"Feral Cat": 2, "Tacocat": 1, "Nope": 1, "Skip": 1}, 2),
    (3, {"Exploding Kitten": 1, "Reverse": 2, "Targeted Attack (2x)": 1, "Alter the Future (3x)": 1}, 1),
]


Situation = tuple[object, ...]
PILE_PARTS = ("order ", "loose ", "under ")


def situations_at_rest(rules: Rules, table: Table) -> set[Situation]:
    """Every reachable situation at rest and every end: counts of zones, counters, statuses, tokens; no order."""
    return {situation for situation, _ in orders_at_rest(rules, table)}


def orders_at_rest(rules: Rules, table: Table) -> set[tuple[Situation, tuple[str, ...]]]:
    """The same, each with every order that the pile may have then: in a bag, all orders of its cards."""
    machine = Machine(build_system(rules, table))
    exploration = explore(machine, Bounds())
    assert exploration.complete
    kept = [array for array in machine.system.arrays if not array.name.startswith(PILE_PARTS)]
    offsets = machine.layout.offsets
    found: set[tuple[Situation, tuple[str, ...]]] = set()
    for state in exploration.tree.states:
        location = machine.location(state)
        if location is None or location.at_rest:
            named = tuple((one.name, state[offsets[one.name] :][: one.size]) for one in kept)
            found |= {((location is None, named), order) for order in _orders(machine, state)}
    return found


def _orders(machine: Machine, state: State) -> set[tuple[str, ...]]:
    if not machine.system.pile_zones:
        return {()}
    describer, (pile,) = Describer(machine), machine.system.pile_zones
    match machine.system.table.pile:
        case "ordered":
            return {describer.cards(state, pile)}
        case "bag":
            return set(permutations(describer.cards(state, pile)))
        case "segmented":
            above, loose, below = describer.segments(state, pile)
            return {(*above, *order, *below) for order in permutations(loose)}


@pytest.mark.parametrize(("players", "copies", "dealt"), DECKS)
def test_bag_and_ordered_piles_of_the_base_box_agree_at_rest(players: int, copies: dict[str, int], dealt: int) -> None:
    rules = replace(base_rules(), properties=())
    table = Table(players, Scope("small", ALWAYS | copies, dealt))
    assert build_system(rules, table).bag_exact
    bag = orders_at_rest(rules, table)
    assert bag == orders_at_rest(rules, replace(table, pile="segmented"))
    assert bag == orders_at_rest(rules, replace(table, pile="ordered"))
    assert len(bag) > 20


@pytest.mark.parametrize(("players", "copies", "dealt"), FACED_DECKS)
def test_bag_and_ordered_piles_agree_at_rest_with_a_card_of_two_faces(
    players: int, copies: dict[str, int], dealt: int
) -> None:
    rules = replace(imploding_rules(), properties=())
    table = Table(players, Scope("small", {"Imploding Kitten": 1, "Defuse": players} | copies, dealt))
    assert build_system(rules, table).bag_exact
    bag = orders_at_rest(rules, table)
    assert bag == orders_at_rest(rules, replace(table, pile="segmented"))
    assert bag == orders_at_rest(rules, replace(table, pile="ordered"))
    assert len(bag) > 20


def test_turning_cards_over_inside_the_pile_makes_a_bag_inexact() -> None:
    deck = Scope("small", {"Imploding Kitten": 1, "Defuse": 2, "Alter the Future (3x)": 1, "Tacocat": 3}, 1)
    table = Table(2, deck, {"altered-faces": "covered"})
    assert not build_system(imploding_rules(), table).bag_exact


def test_bag_and_ordered_piles_of_a_hand_built_game_agree_at_rest() -> None:
    rules = draw_and_lose(stop_card=True, answers=True)
    table = Table(2, Scope("small", {"Bomb": 1, "Plain": 3, "Rest": 2, "Halt": 1}, 1))
    ordered = orders_at_rest(rules, replace(table, pile="ordered"))
    assert orders_at_rest(rules, table) == ordered
    assert orders_at_rest(rules, replace(table, pile="segmented")) == ordered


PINNED_DECKS = [
    (2, {"Potluck": 2, "Favor": 1, "Skip": 1}, 1, 0),
    (2, {"Potluck": 1, "Bury": 1, "I'll Take That": 1, "Tacocat": 1}, 1, 0),
    (2, {"Potluck": 1, "Alter the Future (3x) Now": 1, "Tacocat": 1, "Shuffle": 1}, 1, 0),
    (3, {"Exploding Kitten": 2, "Defuse": 3, "Potluck": 1, "Tacocat": 2, "Skip": 1}, 1, 0),
]


@pytest.mark.parametrize(("players", "copies", "dealt", "laid"), PINNED_DECKS)
def test_segments_and_ordered_piles_agree_where_cards_are_laid_on_the_pile(
    players: int, copies: dict[str, int], dealt: int, laid: int
) -> None:
    rules = replace(barking_rules(), properties=())
    table = Table(players, Scope("small", ALWAYS | copies, dealt, laid))
    assert not build_system(rules, table).bag_exact
    segments = orders_at_rest(rules, replace(table, pile="segmented"))
    assert segments == orders_at_rest(rules, replace(table, pile="ordered"))
    assert segments < orders_at_rest(rules, table)
    assert len(segments) > 20


def test_segments_and_ordered_piles_agree_with_faces_and_cards_laid_on_the_pile() -> None:
    rules = replace(barking_rules("imploding"), properties=())
    copies = {"Imploding Kitten": 1, "Defuse": 2, "Potluck": 1, "Draw From the Bottom": 1, "Alter the Future (3x)": 1}
    table = Table(2, Scope("small", copies, 1, 0))
    segments = orders_at_rest(rules, replace(table, pile="segmented"))
    assert segments == orders_at_rest(rules, replace(table, pile="ordered"))
