"""Refutations: plays of real deals, found because counts guide, shown because they replay."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from checker.analysis.evidence import make_teller, replay_labels
from checker.analysis.refuting import Refutation, refute
from checker.analysis.verifying import FullSize, all_readings
from checker.explore import ReplayError
from checker.machine.machine import Machine
from checker.smt.commands import count_system
from checker.smt.distance import make_distances
from checker.smt.family import hits_of
from checker.smt.image import image_reader, read_image
from checker.system.build import build_system
from checker.system.system import Monitor
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from tests.smt.conftest import base_rules, named
from tests.smt.test_proofs import one_kitten_less


def _game(rules: Rules, **readings: str) -> FullSize:
    return FullSize(rules, all_readings(rules, {name.replace("_", "-"): one for name, one in readings.items()}))


def _form(game: FullSize, name: str, mode: str) -> Monitor:
    return named(name, mode)(game.build(2))


@pytest.fixture(scope="module")
def empty_deck() -> Refutation:
    """One kitten less than the text says, so none for two players: the deck runs out."""
    game = _game(one_kitten_less(base_rules()))
    return refute(game, _form(game, "deck-lasts", "at rest"))


def test_one_kitten_less_empties_the_deck_of_a_real_deal(empty_deck: Refutation) -> None:
    assert empty_deck.machine is not None
    assert empty_deck.players == 2
    last = empty_deck.points[-1].state
    piles = [empty_deck.machine.layout.index("zone pile", kind) for kind in range(13)]
    assert sum(last[one] for one in piles) == 0
    assert len(empty_deck.points) > 36  # 52 cards, 14 of them dealt beside two Defuses each: more than 30 draws


def test_a_refutation_replays_and_a_changed_one_does_not(empty_deck: Refutation) -> None:
    machine = empty_deck.machine
    assert machine is not None
    raw = [point.raw for point in empty_deck.points if point.raw is not None and not point.forced]
    in_setup = [one for one in raw if machine.system.locations[one[0]].in_setup]
    labels = tuple(raw[len(in_setup) :])
    again = replay_labels(make_teller(machine), tuple(in_setup), labels)
    assert again[: len(empty_deck.points)] == empty_deck.points
    with pytest.raises(ReplayError):
        replay_labels(make_teller(machine), tuple(in_setup), (labels[1], *labels))


def test_what_is_proved_is_not_refuted() -> None:
    game = _game(base_rules())
    found = refute(game, _form(game, "deck-lasts", "at rest"), seconds=2)
    assert found.machine is None
    assert "no play was found on real deals of 2 to 5 players" in found.tried


@pytest.mark.slow
def test_a_kitten_comes_back_into_a_hand_by_five_different_cards() -> None:
    game = _game(base_rules(), five_kitten="held")
    found = refute(game, _form(game, "hold-safety", "always"))
    assert found.machine is not None
    assert found.players == 3  # with two, the first death ends the game


def test_the_distance_falls_by_one_with_every_draw() -> None:
    rules = one_kitten_less(base_rules())
    system = build_system(rules, Table(2, Scope("full", {one.name: one.copies for one in rules.kinds}), {}, "bag"))
    machine, counted = Machine(system), count_system(system, single=[0])
    distances = make_distances(counted, counted.commands, hits_of(counted, named("deck-lasts", "at rest")(system)))
    state, _ = machine.sample_deal(random.Random(3))
    pile = sum(state[machine.layout.index("zone pile", kind)] for kind in range(13))
    read = image_reader(counted, machine.layout)
    seen = [distances.of(read(state))]
    for _ in range(3):
        draw = next(label for label, _ in reversed(machine.labels(state)))  # the last option is to draw
        state = machine.settle(machine.step(state, draw))[0]
        state = machine.settle(machine.step(state, machine.labels(state)[0][0]))[0]
        seen.append(distances.of(read(state)))
    assert seen == [seen[0] - drawn for drawn in range(4)]
    assert seen[0] >= pile
    assert read(state) == read_image(counted, machine.layout, state)
    stuck = replace(distances, helpers=())
    assert stuck.of(read(state)) == float("inf")
