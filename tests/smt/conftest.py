"""The base game of the shipped spec, small decks for the machine, and proofs that several tests look at."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from checker.smt.counts.family import Family, count_family
from checker.smt.proof.demand import Demand, gather
from checker.system.build import build_system
from checker.system.system import Monitor, System
from checker.system.table import PilePolicy, Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.driver import load_rules

SPEC = Path(__file__).parents[2] / "spec"


@lru_cache
def base_rules() -> Rules:
    """The rules of the shipped base box."""
    rules = load_rules(SPEC, boxes=("base",)).rules
    assert rules is not None
    return rules


def full_deck(rules: Rules) -> Scope:
    """Every kind as often as it is printed; how often does not matter to a proof."""
    return Scope("full", {kind.name: kind.copies for kind in rules.kinds})


def build_base(players: int, *, pile: PilePolicy = "ordered", rules: Rules | None = None, **readings: str) -> System:
    """The System of the base box."""
    used = base_rules() if rules is None else rules
    chosen = {name.replace("_", "-"): reading.replace("_", "-") for name, reading in readings.items()}
    return build_system(used, Table(players, full_deck(used), chosen, pile))


def named(name: str, mode: str) -> Callable[[System], Monitor]:
    """The monitor of a property in one form."""

    def find(system: System) -> Monitor:
        return next(one for one in system.monitors if one.rule and one.rule.name == name and one.mode == mode)

    return find


@pytest.fixture(scope="session")
def three() -> Family:
    """The base game for three players, kittens apart from all other cards."""
    return count_family(build_base, single=[0], players=(3,))


@pytest.fixture(scope="session")
def demand(three: Family) -> Demand:
    """What the template offers for three players; what is wanted of it grows with what is asked."""
    return gather(three, players=3)
