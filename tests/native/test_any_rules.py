"""Law: native is machine on random tables of the boxes, on random boxes, and on rules with one thing changed."""

from __future__ import annotations

import random
from functools import cache

import pytest

from checker.explore import explore
from checker.machine.machine import Machine, SetupError, TooManyDealsError
from checker.model import Bounds
from checker.native import NativeUnavailable
from checker.native.explore import TRIAL
from checker.system.build import build_system
from checker.system.lower_terms import BuildError
from checker.system.system import System
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from tests.laws.tables import barking_rules, base_rules, imploding_rules, random_table, streaking_rules
from tests.mutants.every_change import Mutant, list_mutants
from tests.native.random_boxes import lay_random_table, write_box
from tests.native.test_native_is_machine import search_both

BOXES = {"base": base_rules, "imploding": imploding_rules, "streaking": streaking_rules, "barking": barking_rules}
UNPLAYABLE = (BuildError, SetupError, TooManyDealsError, KeyError)  # KeyError: nothing is left of what begins the play
FEW = Bounds(max_states=1500)
DECK = {"Exploding Kitten": 1, "Defuse": 2, "Nope": 2, "Attack": 1, "Favor": 1, "Shuffle": 1, "Tacocat": 2}
SAMPLED = 10
PARTS = 40
"""The long comparisons come in parts, so that a run that is cut short has seen something."""


@cache
def mutants() -> tuple[Mutant, ...]:
    """The base rules with one thing changed."""
    return list_mutants(base_rules())


def compare_table(rules: Rules, table: Table) -> bool:
    """Whether there was a System to compare on; a comparison that fails is an assertion."""
    try:
        system = build_system(rules, table)
        Machine(system).initial()
    except UNPLAYABLE:
        return False
    return compare_system(system)


def compare_system(system: System) -> bool:
    """The same, of a System whose fields may leave their range: there the machine has no count to compare."""
    try:
        explore(Machine(system), FEW)
    except ValueError:
        return False
    try:
        search_both(system, FEW, trial=TRIAL)  # a library for each: compiled well, most of the time would be compiling
    except NativeUnavailable:
        return False  # hands dealt in play are left to the machine, which says so
    return True


@pytest.mark.parametrize("pile", ["bag", "ordered"])
@pytest.mark.parametrize("box", BOXES)
def test_random_tables_give_the_same_exploration(box: str, pile: str) -> None:
    rules = BOXES[box]()
    tables = [table for seed in range(40) if (table := random_table(rules, seed, pile=pile)) is not None]
    assert sum(compare_table(rules, table) for table in tables[:2]) == 2


@pytest.mark.slow
@pytest.mark.parametrize("first", range(40, 120, 20))
@pytest.mark.parametrize("pile", ["bag", "ordered"])
@pytest.mark.parametrize("box", BOXES)
def test_many_random_tables_give_the_same_exploration(box: str, pile: str, first: int) -> None:
    rules = BOXES[box]()
    seeds = range(first, first + 20)
    tables = [table for seed in seeds if (table := random_table(rules, seed, pile=pile)) is not None]
    assert sum(compare_table(rules, table) for table in tables) > 3


def test_some_rules_with_one_thing_changed_give_the_same_exploration() -> None:
    some = random.Random(5).sample(mutants(), SAMPLED)
    assert sum(compare_table(one.rules, Table(2, Scope("deck", DECK, 1))) for one in some) > SAMPLED // 2


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_rule_with_one_thing_changed_gives_the_same_exploration(part: int) -> None:
    every = mutants()[part::PARTS]
    assert sum(compare_table(one.rules, Table(2, Scope("deck", DECK, 1))) for one in every) > len(every) // 2


@pytest.mark.parametrize("seed", range(2))
def test_random_boxes_give_the_same_exploration(seed: int) -> None:
    assert compare_table(write_box(seed), lay_random_table(seed))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(2, 42, 10))
def test_many_random_boxes_give_the_same_exploration(first: int) -> None:
    seeds = range(first, first + 10)
    assert sum(compare_table(write_box(seed), lay_random_table(seed)) for seed in seeds) > len(seeds) // 2
