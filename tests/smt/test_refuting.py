"""Refutations: plays of real deals, found because counts guide, shown because they replay."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from checker.analysis.evidence import make_teller, replay_labels
from checker.analysis.proving import BUILT_IN_FORMS
from checker.analysis.refuting import Refutation, Tables, refute
from checker.analysis.small_plays import list_small_decks
from checker.analysis.verifying import FullSize, all_readings
from checker.explore import ReplayError
from checker.machine.describe import Describer
from checker.machine.machine import Machine
from checker.smt.counts.commands import count_system
from checker.smt.counts.distance import make_distances
from checker.smt.counts.family import hits_of
from checker.smt.counts.image import image_reader, read_image
from checker.system.build import build_system
from checker.system.system import Monitor
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from tests.smt.conftest import SPEC, base_rules, named
from tests.smt.test_proofs import one_kitten_less


def _game(rules: Rules, **readings: str) -> FullSize:
    return FullSize(rules, all_readings(rules, {name.replace("_", "-"): one for name, one in readings.items()}))


def _form(game: FullSize, name: str, mode: str) -> Monitor:
    return named(name, mode)(game.build(2))


def _small(game: FullSize) -> Tables:
    return Tables(small=list_small_decks(SPEC, game.rules, game.readings))


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


def test_a_small_play_leads_a_real_one_that_begins_alike() -> None:
    """Two players, one Favor in the small deck; a hand of eight is emptied before the Favor that cannot be answered."""
    game = _game(base_rules(), favor_target="literal")
    (silent,) = [one for one in BUILT_IN_FORMS if one.rule is not None and one.rule.name == "no-missing-rule"]
    found = refute(game, silent, tables=_small(game))
    assert found.machine is not None
    assert found.like is not None
    assert (found.like.scope.name, found.players) == ("tiny", 2)
    describer = Describer(found.machine)
    first = next(one for one in found.points if found.machine.layout.size < len(one.state) and one.label is not None)
    last, before = found.points[-1].state, found.points[-2].state
    assert [len(describer.cards(first.state, "hand", seat)) >= 7 for seat in (0, 1)] == [True, True]
    assert describer.fault(last) == "an impossible duty: no card to choose from"
    assert () in [describer.cards(before, "hand", seat) for seat in (0, 1)]  # the Favor aims at an empty hand
    labels = [one.label for one in found.points if one.label is not None]
    assert "favor.play" in str([one for one in labels if one.verb == "play"][-1])


def test_only_tables_that_can_be_dealt_are_looked_at() -> None:
    game = _game(base_rules())
    found = refute(game, _form(game, "deck-lasts", "at rest"), seconds=1, tables=Tables(players=(6,)))
    assert found.tried == "no such table can be dealt: 6 players"


def test_small_decks_come_in_order_of_players_and_cards() -> None:
    game = _game(base_rules())
    decks = _small(game).small
    sizes = [(one.players, sum(one.scope.copies.values())) for one in decks]
    assert sizes == sorted(sizes)
    names = {one.scope.family for one in decks}
    assert {"tiny", "five"} <= names
    assert not {"pairs", "full"} & names  # a family; the printed deck


def test_an_empty_deck_is_found_along_a_small_play_too() -> None:
    game = _game(one_kitten_less(base_rules()))
    found = refute(game, _form(game, "deck-lasts", "at rest"), tables=_small(game))
    assert found.like is not None
    assert found.machine is not None
    piles = [found.machine.layout.index("zone pile", kind) for kind in range(13)]
    assert sum(found.points[-1].state[one] for one in piles) == 0
    assert len(found.points) > 36


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
