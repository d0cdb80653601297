"""I33: once a Catomic Bomb has gone off, the kittens of the pile are its top, and the pile has the cards it had.

Looked at in every play of a small deck, the pile kept in order (STREAK-CATOMIC-1, 2 and 3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.machine.describe import Describer
from checker.machine.machine import Machine
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.source.shipped import find_spec_directory
from tests.spec.plays import BOX_SETS, rules_of

KITTEN = "Exploding Kitten"


def list_piles(boxes: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The cards of the pile and those that were picked out of it, and the pile once they are back, from the top."""
    file = find_scope("catomic", find_spec_directory())
    assert isinstance(file, ScopeFile)
    scope = make_scopes(file, rules_of(boxes), 2)[0]
    assert isinstance(scope, Scope)
    machine = Machine(build_system(rules_of(boxes), Table(2, scope, {}, "ordered")))
    describer = Describer(machine)
    level = {state for state, _ in machine.initial()}
    seen = set(level)
    while level:
        after = {(state, machine.step(state, raw)) for state in level for raw, _ in machine.labels(state)}
        for before, then in after:
            picked = describer.cards(before, "gathered")
            if picked and not describer.cards(then, "gathered"):
                yield (*describer.cards(before, "pile"), *picked), describer.cards(then, "pile")
        level = {then for _, then in after} - seen
        seen |= level


@pytest.mark.parametrize("boxes", [one for one in BOX_SETS if "streaking" in one], ids="+".join)
def test_the_kittens_are_on_top_and_no_card_is_lost(boxes: tuple[str, ...]) -> None:
    seen = 0
    for before, after in list_piles(boxes):
        assert Counter(before) == Counter(after)
        kittens = after.count(KITTEN)
        assert after[:kittens] == (KITTEN,) * kittens
        seen += 0 < kittens < len(after)
    assert seen > 10
