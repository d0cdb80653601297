"""SPIN and Rumur count as many states and transitions of the exported System as the machine does."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.export import print_murphi, print_promela
from checker.export.promela import EXTRA_STATES
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.native import explore_native
from checker.system.system import System
from checker.system.table import PilePolicy
from tests.native.games import HAND_BUILT, hand_built, of_the_specification
from tests.oracles.recount import Count, RecountError, recount_by_rumur, recount_by_spin

BASE: tuple[str, ...] = ("base",)
DECKS: tuple[tuple[str, int, PilePolicy, tuple[str, ...]], ...] = (
    ("tiny", 2, "bag", BASE),
    ("tiny", 2, "ordered", BASE),
    ("tiny", 3, "bag", BASE),
    ("tiny", 3, "ordered", BASE),
    ("five", 2, "bag", BASE),
    ("five", 2, "ordered", BASE),
    ("tiny", 3, "bag", ("base", "imploding")),
    ("tiny", 3, "ordered", ("base", "imploding")),
    ("tiny", 3, "bag", ("base", "imploding", "streaking")),
)


def recount_both(system: System, directory: Path) -> Count:
    """Count three times and compare. SPIN's transitions have one more for every start, and one to begin with."""
    starts = Machine(system).initial()
    found = explore_native(system, starts, Bounds())
    states = [state for state, _ in starts]
    spin, rumur = directory / "spin", directory / "rumur"
    spin.mkdir()
    rumur.mkdir()
    by_spin = recount_by_spin(print_promela(system, states), spin)
    by_rumur = recount_by_rumur(print_murphi(system, states), rumur)
    assert by_spin.states == found.states + EXTRA_STATES
    assert by_spin.transitions == found.transitions + len(starts) + EXTRA_STATES
    assert by_rumur.states == found.states
    assert by_rumur.transitions == found.transitions
    return by_rumur


def test_a_small_game_is_counted_alike(tmp_path: Path) -> None:
    assert recount_both(hand_built("a play", 2, "bag"), tmp_path).states == 43


@pytest.mark.slow
@pytest.mark.parametrize("pile", ["bag", "ordered"])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", HAND_BUILT)
def test_hand_built_games_are_counted_alike(name: str, players: int, pile: PilePolicy, tmp_path: Path) -> None:
    assert recount_both(hand_built(name, players, pile), tmp_path).states > 1


@pytest.mark.slow
@pytest.mark.parametrize(("scope", "players", "pile", "boxes"), DECKS)
def test_decks_of_the_specification_are_counted_alike(
    scope: str, players: int, pile: PilePolicy, boxes: tuple[str, ...], tmp_path: Path
) -> None:
    assert recount_both(of_the_specification(scope, players, pile, boxes=boxes), tmp_path).states > 1_000


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
