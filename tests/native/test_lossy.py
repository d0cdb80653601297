"""A lossy search finds what the exact one finds, but for odds that it tells; it says so and determines no absence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from checker.analysis.check import check_table
from checker.analysis.engine import Engine
from checker.machine.machine import Machine
from checker.model import Bounds, Exploration
from checker.native import Keeping, NativeTree, explore_native
from checker.native.build import Sizes
from checker.native.explore import open_workshop
from checker.system.system import System
from checker.system.table import Scope, Table
from tests.laws.tables import base_rules
from tests.native.games import of_the_specification
from tests.native.test_engine import BASE


@pytest.fixture(name="system", scope="module")
def make_system() -> System:
    return of_the_specification("tiny", 2, "bag")


def search(
    system: System, bounds: Bounds | None = None, *, lossy: bool = True, hash_bits: int = 64, chunk_bits: int = 20
) -> Exploration[bytes]:
    workshop = replace(open_workshop(), sizes=Sizes(hash_bits=hash_bits, chunk_bits=chunk_bits))
    starts = Machine(system).initial()
    return explore_native(system, starts, bounds or Bounds(), workshop=workshop, lossy=lossy)


def test_counts_hits_states_and_parents_are_those_of_the_exact_search(system: System) -> None:
    """States are given back in chunks of 256 here, and reached again from the start."""
    lossy, exact = search(system, chunk_bits=8), search(system, lossy=False)
    assert (lossy.complete, lossy.limit) == (False, "lossy")
    assert replace(lossy, complete=True, limit=None) == exact
    assert list(lossy.tree.parents) == list(exact.tree.parents)
    some = range(0, exact.states, 97)
    assert [lossy.tree.states[number] for number in some] == [exact.tree.states[number] for number in some]


def test_states_are_given_back(system: System) -> None:
    tree = search(system, chunk_bits=8).tree
    assert isinstance(tree, NativeTree)
    assert tree.library.kept_chunks() < 26_982 // 256 // 2


def test_the_odds_are_those_of_a_pair_of_equal_hashes(system: System) -> None:
    """The union bound: pairs of states over hashes. At most 26,982 * 26,981 / 2^65, a bit less than 2 in 10^11."""
    tree = search(system).tree
    assert isinstance(tree, NativeTree)
    assert tree.odds == pytest.approx(26_982 * 26_981 / 2**65)


def test_states_of_equal_hash_count_as_one(system: System) -> None:
    starts = len(Machine(system).initial())
    assert search(system, hash_bits=10).states <= 2**10 + starts


def test_another_limit_is_named_first(system: System) -> None:
    assert search(system, Bounds(max_states=1000)).limit == "states"


def test_a_lossy_search_cannot_be_kept(system: System, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be kept"):
        explore_native(system, Machine(system).initial(), Bounds(), keeping=Keeping(tmp_path), lossy=True)


def test_violations_stand_and_nothing_else_is_determined() -> None:
    table = Table(2, Scope("deck", BASE, 1))
    exact = check_table(base_rules(), table, Bounds())
    lossy = check_table(base_rules(), table, Bounds(), engine=Engine("auto", lossy=True))
    for one, other in zip(exact.verdicts, lossy.verdicts, strict=True):
        if one.outcome in ("violated", "witnessed"):
            assert (other.outcome, other.evidence) == (one.outcome, one.evidence)
        else:
            assert other.outcome == "undetermined"
            assert str(other.counts.limit).startswith("lossy: odds of ")
