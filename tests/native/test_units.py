"""An edit of one card leaves the translation units of the others as they are."""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks.decks import SPEC
from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.machine.machine import Machine
from checker.native.build import Sizes, print_system
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.driver import load_rules

WINDOWS = 5  # of the plays of the base rules that the deck has; each can be answered


def print_units(spec: Path) -> list[str]:
    """The units of the base rules in a folder, for the first deck of 2 players."""
    rules = load_rules(spec, boxes=("base",)).rules
    file = find_scope("tiny", spec)
    assert rules is not None
    assert isinstance(file, ScopeFile)
    scope = make_scopes(file, rules, 2)[0]
    assert isinstance(scope, Scope)
    system = build_system(rules, Table(2, scope, dict(file.readings)))
    starts = [state for state, _ in Machine(system).initial()]
    return [unit.text for unit in print_system(system, starts, Sizes()).units]


def test_the_edit_of_a_card_changes_one_unit_without_the_windows_of_other_cards(tmp_path: Path) -> None:
    spec = tmp_path / "spec"
    shutil.copytree(SPEC, spec)
    before = print_units(spec)
    text = (spec / "base.kit").read_text(encoding="utf-8")
    (spec / "base.kit").write_text(text.replace("your debt becomes 2 ", "your debt becomes 3 "), encoding="utf-8")
    changed = sorted(set(before) ^ set(print_units(spec)))
    assert len(changed) == 2, "one unit as it was and as it is"
    assert all(one.count("int only_") == 1 for one in changed), "with the one decision of that card's play"
    assert sum(one.count("int only_") == 1 and one.count("void block_") > 1 for one in before) >= WINDOWS
