"""Law: the native explorer finds what the search on the machine finds: same numbers, hits, states and coverage."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from checker.explore import explore, rebuild_trace, replay_trace
from checker.explore.gauges import REAL_GAUGES
from checker.machine.machine import Machine
from checker.model import Bounds, Exploration
from checker.native.build import Sizes
from checker.native.cache import Cache
from checker.native.explore import Workshop, explore_native, open_workshop
from checker.system.build import build_system
from checker.system.system import System
from checker.system.table import PilePolicy, Scope, Table
from tests.games.test_games import TABLES
from tests.games.texts import load_game
from tests.laws.tables import imploding_rules
from tests.native.games import DECKS, HAND_BUILT, hand_built, of_the_specification

PILES: tuple[PilePolicy, ...] = ("bag", "segmented", "ordered")


def search_both(
    system: System, bounds: Bounds | None = None, *, stop_when: int = 0, sizes: Sizes | None = None, trial: int = 0
) -> tuple[Machine, Exploration[bytes]]:
    """Search on the machine and natively (compiled well, unless a trial is asked for), compare everything."""
    bounds = bounds or Bounds()
    machine = Machine(system)
    starts = machine.initial()
    machine.fired[:] = bytes(len(machine.fired))
    expected = explore(machine, bounds, stop_when=stop_when)
    covered = bytearray(len(machine.fired))
    workshop = replace(open_workshop(), sizes=sizes or Sizes(), trial=trial)
    found = explore_native(system, starts, bounds, stop_when=stop_when, coverage=covered, workshop=workshop)
    assert found == expected
    assert list(found.tree.states) == list(expected.tree.states)
    assert list(found.tree.parents) == list(expected.tree.parents)
    assert covered == machine.fired
    return machine, found


@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", HAND_BUILT)
def test_hand_built_games_give_the_same_exploration(name: str, players: int, pile: PilePolicy) -> None:
    _, found = search_both(hand_built(name, players, pile))
    assert found.states > 1


def test_a_deck_of_the_specification_gives_the_same_exploration() -> None:
    _, found = search_both(of_the_specification("tiny", 2, "bag"))
    assert found.states == 26_982


@pytest.mark.slow
@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("scope", ["tiny", "five"])
def test_small_decks_of_the_specification_give_the_same_exploration(scope: str, players: int, pile: PilePolicy) -> None:
    _, found = search_both(of_the_specification(scope, players, pile))
    assert found.states > 1_000


@pytest.mark.parametrize("players", [2, 3])
def test_tiny_decks_with_the_streaking_box_give_the_same_exploration(players: int) -> None:
    _, found = search_both(of_the_specification("tiny", players, "bag", boxes=("base", "streaking")))
    assert found.limit is None


@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("boxes", ["base,streaking", "base,imploding,streaking", "base,barking"])
def test_decks_of_more_boxes_give_the_same_exploration(boxes: str, players: int, pile: PilePolicy) -> None:
    system = of_the_specification("tiny", players, pile, boxes=tuple(boxes.split(",")))
    _, found = search_both(system, Bounds(max_states=1500))
    assert found.states > 1


@pytest.mark.slow
@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("boxes", ["base,imploding", "base,streaking", "base,imploding,streaking", "base,barking"])
def test_whole_decks_of_more_boxes_give_the_same_exploration(boxes: str, players: int, pile: PilePolicy) -> None:
    _, found = search_both(of_the_specification("tiny", players, pile, boxes=tuple(boxes.split(","))))
    assert found.limit is None


@pytest.mark.parametrize("pile", PILES)
def test_a_deck_of_all_boxes_gives_the_same_exploration(pile: PilePolicy) -> None:
    _, found = search_both(DECKS["all boxes"].build(pile), Bounds(max_states=2500))
    assert found.limit == "states"


@pytest.mark.slow
@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("name", DECKS)
def test_small_decks_of_every_box_give_the_same_exploration(name: str, pile: PilePolicy) -> None:
    _, found = search_both(DECKS[name].build(pile))
    assert found.limit is None


@pytest.mark.slow
@pytest.mark.parametrize("pile", PILES)
def test_shuffles_during_play_give_the_same_exploration(pile: PilePolicy) -> None:
    _, found = search_both(of_the_specification("small", 2, pile), Bounds(max_states=600_000))
    assert found.states > 100_000


@pytest.mark.parametrize("most", [16, 20, 40, 1000, 1001, 1663, 1664, 1665])
def test_a_limit_on_states_stops_at_the_same_state(most: int) -> None:
    _, found = search_both(hand_built("answers", 2, "bag"), Bounds(max_states=most))
    assert (found.limit == "states") == (found.states < search_both(hand_built("answers", 2, "bag"))[1].states)


@pytest.mark.parametrize("depth", [0, 1, 4, 100])
def test_a_limit_on_depth_stops_at_the_same_depth(depth: int) -> None:
    _, found = search_both(hand_built("answers", 2, "bag"), Bounds(max_depth=depth))
    assert found.depth <= depth


@pytest.mark.parametrize("wanted", [0b1, 0b100000, 0b100001])
def test_a_search_that_stops_at_hits_stops_at_the_same_one(wanted: int) -> None:
    _, found = search_both(hand_built("answers", 3, "bag"), stop_when=wanted)
    hit = sum(1 << monitor for monitor, _ in found.hits)
    assert found.complete == (hit & wanted != wanted)


def test_every_hit_replays_on_the_machine() -> None:
    machine, exploration = search_both(hand_built("answers", 3, "bag"))
    assert exploration.hits
    for monitor, hit in exploration.hits:
        visits = replay_trace(machine, rebuild_trace(machine, exploration, hit))
        assert (visits[-1].passed | visits[-1].here) >> monitor & 1


def test_states_with_equal_hashes_are_all_counted() -> None:
    _, exploration = search_both(hand_built("answers", 2, "bag"), sizes=Sizes(hash_bits=4))
    assert exploration.states == 1664


def test_an_agenda_that_is_too_deep_gets_more_room() -> None:
    _, found = search_both(hand_built("answers", 2, "bag"), sizes=Sizes(agenda=2))
    assert found.states == 1664


def test_start_states_given_twice_are_refused() -> None:
    system = hand_built("a play", 2, "bag")
    starts = Machine(system).initial()
    with pytest.raises(ValueError, match="start states are distinct, but number 7 was given before"):
        explore_native(system, [*starts, starts[0]], Bounds())


def test_a_search_that_is_interrupted_keeps_what_it_found() -> None:
    def interrupt() -> float:
        raise KeyboardInterrupt

    gauges = replace(REAL_GAUGES, clock=interrupt)
    system = hand_built("answers", 2, "bag")
    exploration = explore_native(system, Machine(system).initial(), Bounds(), gauges=gauges)
    assert (exploration.limit, exploration.states, exploration.complete) == ("interrupt", 15, False)


def test_no_time_left_is_a_limit(tmp_path: Path) -> None:
    system = hand_built("answers", 2, "bag")
    workshop = Workshop(open_workshop().compiler, Cache(tmp_path))
    exploration = explore_native(system, Machine(system).initial(), Bounds(max_seconds=0.0), workshop=workshop)
    assert exploration.limit == "time"
    assert exploration.states < 1664


@pytest.mark.parametrize("pile", PILES)
def test_cards_with_two_faces_and_both_ends_of_the_pile_give_the_same_exploration(pile: PilePolicy) -> None:
    copies = {"Imploding Kitten": 1, "Defuse": 2, "Draw From the Bottom": 1, "Alter the Future (3x)": 1, "Shuffle": 1}
    _, found = search_both(build_system(imploding_rules(), Table(2, Scope("faces", copies, 1), {}, pile)))
    assert found.complete


@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("name", ["crates", "crates of three"])
def test_cards_put_at_both_ends_of_the_pile_give_the_same_exploration(name: str, pile: PilePolicy) -> None:
    _, found = search_both(build_system(load_game("crates"), replace(TABLES[name], pile=pile)))
    assert found.complete


@pytest.mark.parametrize("players", [2, 3])
def test_decks_of_the_barking_box_give_the_same_exploration(players: int) -> None:
    _, found = search_both(of_the_specification("tiny", players, "segmented", boxes=("base", "barking")))
    assert found.complete


@pytest.mark.slow
@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("players", [2, 3])
def test_decks_of_the_barking_box_with_the_imploding_box_give_the_same_exploration(
    players: int, pile: PilePolicy
) -> None:
    _, found = search_both(of_the_specification("tiny", players, pile, boxes=("base", "imploding", "barking")))
    assert found.complete
