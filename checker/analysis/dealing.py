"""How a table is dealt: from counts, exactly; where setup goes round in a loop, from random deals, and that is said."""

from __future__ import annotations

import random
from collections.abc import Mapping

from checker.analysis.scenes import make_by_need
from checker.analysis.verifying import FullSize
from checker.machine.machine import Machine, SetupError, State
from checker.smt.questions.dealing import Deal, SetupLoops, find_deal
from checker.system.table import Scope, Table

SAMPLED = 20
"""Random deals, where counts do not say how setup ends."""


def deal_table(game: FullSize, players: int, copies: Mapping[str, int], decks: int = 1) -> Deal:
    """Whether play can begin with so many copies of each kind in each of so many decks, and how high the piles are."""
    try:
        return find_deal(game.build(players), copies, decks)
    except SetupLoops:
        scope = Scope("full", {kind: decks * number for kind, number in copies.items()})
        return _sample(make_by_need(game.rules, Table(players, scope, game.readings, "ordered")), players, decks)


def _sample(machine: Machine, players: int, decks: int) -> Deal:
    heights: list[int] = []
    for seed in range(SAMPLED):
        try:
            heights.append(_count_piles(machine, machine.sample_deal(random.Random(seed))[0]))
        except SetupError as error:
            return Deal(players, decks, None, str(error), (), seed + 1)
    return Deal(players, decks, (min(heights), max(heights)), "", (), SAMPLED)


def _count_piles(machine: Machine, state: State) -> int:
    return sum(
        state[machine.layout.index(f"zone {zone}", kind)]
        for zone in machine.system.pile_zones
        for kind in range(len(machine.system.kinds))
    )
