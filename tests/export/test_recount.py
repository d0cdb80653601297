"""SPIN and Rumur count as many states and transitions of the exported System as the machine does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from checker.export import print_murphi, print_promela
from checker.export.promela import EXTRA_STATES
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.native import explore_native
from checker.system.build import build_system
from checker.system.system import System
from checker.system.table import PilePolicy
from tests.games.test_games import TABLES
from tests.games.texts import load_game
from tests.native.games import DECKS, HAND_BUILT, hand_built, of_the_specification
from tests.oracles.recount import Count, RecountError, list_unshuffled, recount_by_rumur, recount_by_spin

PILES: tuple[PilePolicy, ...] = ("bag", "segmented", "ordered")
USUAL: dict[str, PilePolicy] = {
    "base": "ordered",
    "imploding": "segmented",
    "streaking": "ordered",
    "barking": "segmented",
    "imploding, streaking": "bag",
    "all boxes": "segmented",
}
"""What the gate counts again: every box, alone and with the others, and every way to keep a pile."""
LARGER: tuple[tuple[str, int, PilePolicy, tuple[str, ...]], ...] = (
    ("tiny", 3, "ordered", ("base",)),
    ("five", 2, "bag", ("base",)),
    ("tiny", 3, "bag", ("base", "imploding", "streaking")),
    ("tiny", 2, "segmented", ("base", "barking")),
)
QUICK_TO_BUILD = ("-O0",)


def recount_both(system: System, directory: Path) -> Count:
    """Count three times and compare. SPIN's transitions have one more for every start, and one to begin with."""
    starts = Machine(system).initial()
    found = explore_native(system, starts, Bounds())
    states = [state for state, _ in starts]
    spin, rumur = directory / "spin", directory / "rumur"
    spin.mkdir()
    rumur.mkdir()
    by_spin = recount_by_spin(print_promela(system, states), spin, QUICK_TO_BUILD)
    by_rumur = recount_by_rumur(print_murphi(system, states), rumur, QUICK_TO_BUILD)
    assert by_spin.states == found.states + EXTRA_STATES
    assert by_spin.transitions == found.transitions + len(starts) + EXTRA_STATES
    assert by_rumur.states == found.states
    assert by_rumur.transitions == found.transitions
    return by_rumur


def test_orders_that_the_model_chooses_are_the_starts_of_the_machine(tmp_path: Path) -> None:
    """Begun before the last shuffle, SPIN comes to the same states, and stores those points and the one before them."""
    system = DECKS["base"].build("ordered")
    machine = Machine(system)
    deals = list_unshuffled(machine)
    assert len(deals) < len(machine.initial())
    found = explore_native(system, machine.initial(), Bounds())
    by_spin = recount_by_spin(print_promela(system, deals), tmp_path, QUICK_TO_BUILD)
    assert by_spin.states == found.states + len(deals) + EXTRA_STATES


def test_a_setup_without_a_shuffle_has_no_such_points() -> None:
    with pytest.raises(ValueError, match="does not end with a shuffle"):
        list_unshuffled(Machine(DECKS["base"].build("bag")))


def test_a_small_game_is_counted_alike(tmp_path: Path) -> None:
    assert recount_both(hand_built("a play", 2, "bag"), tmp_path).states == 43


@pytest.mark.slow
@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", HAND_BUILT)
def test_hand_built_games_are_counted_alike(name: str, players: int, pile: PilePolicy, tmp_path: Path) -> None:
    assert recount_both(hand_built(name, players, pile), tmp_path).states > 1


@pytest.mark.parametrize(("name", "pile"), USUAL.items())
def test_a_deck_of_every_box_is_counted_alike(name: str, pile: PilePolicy, tmp_path: Path) -> None:
    assert recount_both(DECKS[name].build(pile), tmp_path).states > 500


@pytest.mark.slow
@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("name", DECKS)
def test_decks_of_every_box_are_counted_alike(name: str, pile: PilePolicy, tmp_path: Path) -> None:
    assert recount_both(DECKS[name].build(pile), tmp_path).states > 100


@pytest.mark.slow
@pytest.mark.parametrize(("scope", "players", "pile", "boxes"), LARGER)
def test_larger_decks_are_counted_alike(
    scope: str, players: int, pile: PilePolicy, boxes: tuple[str, ...], tmp_path: Path
) -> None:
    assert recount_both(of_the_specification(scope, players, pile, boxes=boxes), tmp_path).states > 1_000


@pytest.mark.slow
@pytest.mark.parametrize("pile", PILES)
@pytest.mark.parametrize("name", ["crates", "crates of three"])
def test_both_ends_of_a_pile_are_counted_alike(name: str, pile: PilePolicy, tmp_path: Path) -> None:
    assert recount_both(build_system(load_game("crates"), replace(TABLES[name], pile=pile)), tmp_path).states > 100


def test_an_agenda_that_is_too_deep_is_no_count(tmp_path: Path) -> None:
    system = hand_built("answers", 2, "bag")
    states = [state for state, _ in Machine(system).initial()]
    with pytest.raises(RecountError, match="range"):
        recount_by_rumur(print_murphi(system, states, agenda=5), tmp_path)


def test_printing_is_deterministic_and_plain() -> None:
    system = hand_built("answers", 3, "ordered")
    states = [state for state, _ in Machine(system).initial()]
    for print_model in (print_promela, print_murphi):
        text = print_model(system, states)
        assert text == print_model(system, states)
        assert text.isascii()
        assert not any(kind in text for kind in system.kinds)
