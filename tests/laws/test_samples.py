"""Law: a random play never leaves what the search has stored, and meets no monitor that the search did not hit."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

import pytest

from checker.explore import explore, sample_plays
from checker.machine.machine import Machine, State
from checker.model import Bounds, Exploration
from checker.system.build import build_system
from checker.system.table import PilePolicy, Scope, Table
from tests.laws.tables import DEFUSE, KITTEN, base_rules

DECKS = {
    2: ({KITTEN: 1, DEFUSE: 2, "Nope": 1, "Attack": 2, "Favor": 1, "Tacocat": 2}, 2),
    3: ({KITTEN: 2, DEFUSE: 3, "Nope": 1, "Attack": 1, "Skip": 1, "Favor": 1}, 1),
}
CASES: list[tuple[int, PilePolicy]] = [(2, "bag"), (2, "ordered"), (3, "bag"), (3, "ordered")]
PLAYS = 60


@dataclass(frozen=True, slots=True)
class Searched:
    """A machine and all that a search of it found."""

    machine: Machine
    exploration: Exploration[State]
    stored: frozenset[State]


@cache
def search(players: int, pile: PilePolicy) -> Searched:
    """A base deck, wholly searched."""
    copies, dealt = DECKS[players]
    machine = Machine(build_system(base_rules(), Table(players, Scope("deck", copies, dealt), {}, pile)))
    exploration = explore(machine, Bounds())
    assert exploration.complete
    return Searched(machine, exploration, frozenset(exploration.tree.states))


def walk(machine: Machine, seed: int) -> list[State]:
    """Every point of one random play from the beginning of setup, label by label, forced ones too."""
    generator = random.Random(seed)
    points = [machine.begin_setup()]
    while offered := machine.labels(points[-1]):
        points.append(machine.step(points[-1], generator.choice(offered)[0]))
    return points


def is_decision(machine: Machine, state: State) -> bool:
    """Whether a point belongs to play and somebody or chance decides there, or the play has ended."""
    location = machine.location(state)
    return (location is None or not location.in_setup) and len(machine.labels(state)) != 1


@pytest.mark.parametrize(("players", "pile"), CASES)
def test_every_decision_of_a_random_play_is_a_stored_state(players: int, pile: PilePolicy) -> None:
    searched = search(players, pile)
    met = {state for seed in range(PLAYS) for state in walk(searched.machine, seed)}
    decisions = {state for state in met if is_decision(searched.machine, state)}
    assert len(decisions) > 100
    assert decisions <= searched.stored


@pytest.mark.parametrize(("players", "pile"), CASES)
def test_random_plays_hit_what_the_search_hit_and_no_sooner(players: int, pile: PilePolicy) -> None:
    searched = search(players, pile)
    found = {monitor: hit.depth for monitor, hit in searched.exploration.hits}
    sample = sample_plays(searched.machine, PLAYS, seed=1, max_steps=200)
    sooner = {one: len(trace.labels) for one, trace in sample.hits if len(trace.labels) < found.get(one, 1000)}
    assert sample.hits
    assert sooner == {}


@pytest.mark.parametrize(("players", "pile"), CASES)
def test_every_random_play_comes_to_an_end(players: int, pile: PilePolicy) -> None:
    sample = sample_plays(search(players, pile).machine, PLAYS, seed=2, max_steps=200)
    assert (sample.ended, sample.deadlocked, sample.cut) == (PLAYS, 0, 0)
