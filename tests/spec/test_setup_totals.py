"""Setup totals (I26) at the printed inventory: hands, kittens and the pile, for every number of players.

The pile has 46 cards of the base game that are neither kitten nor Defuse, and those of the boxes, less seven a hand and
six of the stash, and the spare Defuses and kittens (catalogue, sections 25 and 28, by clause).
"""

from __future__ import annotations

import random

import pytest

from checker.machine.describe import Describer
from tests.spec.plays import BOX_SETS, machine_of, rules_of

MORE_CARDS = {"imploding": 19, "streaking": 14, "barking": 20}
"""What a box adds to the pile beside its kittens; the stash is taken off below."""

STASH = 6


def count_kittens(boxes: tuple[str, ...], players: int) -> int:
    """SETUP-BASE-4: one fewer than players. SETUP-STREAK-7: as many as players where the Streaking Kitten is in."""
    return players if "streaking" in boxes else players - 1


def count_spares(boxes: tuple[str, ...], players: int) -> int:
    """SETUP-BASE-6 and 7: two with two players, else all that are left; SETUP-STREAK-11: two with three as well."""
    few = 3 if "streaking" in boxes else 2
    return 2 if players <= few else 6 - players


def count_pile(boxes: tuple[str, ...], players: int) -> int:
    """Catalogue, section 25."""
    cards = 46 + sum(MORE_CARDS[box] for box in boxes if box != "base") - 7 * players
    stash = STASH if "barking" in boxes else 0
    return cards - stash + count_spares(boxes, players) + count_kittens(boxes, players)


CASES = [
    (boxes, players)
    for boxes in BOX_SETS
    for players in range(2, max(box.most_players for box in rules_of(boxes).boxes) + 1)
]


@pytest.mark.parametrize(
    ("boxes", "players"), CASES, ids=lambda one: str(one) if isinstance(one, int) else "+".join(one)
)
def test_hands_kittens_and_pile_are_as_the_texts_say(boxes: tuple[str, ...], players: int) -> None:
    machine = machine_of(boxes, players)
    describer = Describer(machine)
    kittens = {kind.name for kind in rules_of(boxes).kinds if "kitten" in kind.traits}
    for seed in range(3):
        state, _ = machine.sample_deal(random.Random(seed))
        pile = describer.cards(state, "pile")
        assert [len(describer.cards(state, "hand", seat)) for seat in range(players)] == [8] * players
        assert sum(card in kittens for card in pile) == count_kittens(boxes, players)
        assert len(pile) == count_pile(boxes, players)
