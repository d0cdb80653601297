"""The Imploding box beside the base box: scenes, clauses, rules that matter, counts."""

from __future__ import annotations

import pytest

from checker.analysis.check import check_table
from checker.analysis.coverage import cover_clauses
from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.analysis.scenes import play_scenes
from checker.model import Bounds
from checker.system.table import Scope, Table
from kittens_dsl.source.shipped import find_spec_directory
from tests.laws.tables import base_rules, imploding_rules
from tests.spec.leaving_out import what_goes_red

BOX = "imploding"
MOST_OPEN = 25
STEPS = {one.name: one.clauses for one in imploding_rules().setup if one.box == BOX}
RULES = {one.name: one.clauses for one in imploding_rules().rules if one.box == BOX}


def test_every_scene_of_base_and_imploding_passes() -> None:
    rules = imploding_rules()
    results = play_scenes(rules, rules.scenes)
    assert [(one.scene.name, one.failures) for one in results if not one.passed] == []
    assert len(results) >= 250


def test_every_clause_is_covered_or_open() -> None:
    assert [row.clause for row in cover_clauses(imploding_rules()) if row.is_gap] == []


def test_every_clause_of_the_box_that_is_not_open_has_a_scene() -> None:
    rules = imploding_rules()
    rows = [row for row in cover_clauses(rules) if rules.clause_boxes[row.clause] == (BOX,)]
    assert len(rows) >= 25
    assert [row.clause for row in rows if not row.scenes and not row.open_reason] == []


def test_few_clauses_are_open() -> None:
    assert sum(bool(row.open_reason) for row in cover_clauses(imploding_rules())) <= MOST_OPEN


def test_no_rule_of_the_box_cites_more_than_four_clauses() -> None:
    assert [name for name, clauses in (RULES | STEPS).items() if len(clauses) > 4] == []


@pytest.mark.parametrize("name", [*STEPS, *RULES])
def test_without_this_rule_of_the_box_something_goes_red(name: str) -> None:
    assert what_goes_red(("base", BOX), name) is not None


def test_the_base_text_names_no_card_of_the_box() -> None:
    titles = [one.name for one in imploding_rules().cards if one.box == BOX]
    files = [find_spec_directory() / "base.kit", find_spec_directory() / "properties" / "base.kit"]
    texts = [file.read_text(encoding="utf-8") for file in files]
    assert [title for title in titles for text in texts if title in text] == []
    assert len(titles) == 6


def test_the_box_leaves_the_base_rules_as_they_are() -> None:
    """What is said of all kittens or of all cards has more of them to speak of; everything else is the same."""
    with_box = {one.name: one for one in imploding_rules().rules}
    changed = [one.name for one in base_rules().rules if one != with_box[one.name]]
    assert changed == ["cat.dump", "pair.play", "triple.name", "triple.look", "five.play"]


@pytest.mark.parametrize(
    ("players", "deals", "states", "transitions", "depth"),
    [(2, 90, 13_443, 29_857, 11), (3, 24, 23_120, 51_321, 14)],
)
def test_the_tiny_decks_have_the_numbers_that_are_pinned(
    players: int, deals: int, states: int, transitions: int, depth: int
) -> None:
    file = find_scope("tiny", find_spec_directory())
    assert isinstance(file, ScopeFile)
    deck = make_scopes(file, imploding_rules(), players)[0]
    assert isinstance(deck, Scope)
    result = check_table(imploding_rules(), Table(players, deck), Bounds())
    found = result.findings
    numbers = (len(result.machine.initial()), found.states, found.transitions, found.depth)
    assert numbers == (deals, states, transitions, depth)
    assert [(one.name, one.form) for one in result.verdicts if not one.is_as_expected] == []
    assert result.system.bag_exact
