"""The Barking box beside the base box and the Imploding box: scenes, clauses, rules that matter, counts."""

from __future__ import annotations

import pytest

from checker.analysis.check import check_table
from checker.analysis.coverage import cover_clauses
from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.analysis.scenes import play_scenes
from checker.model import Bounds
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.source.shipped import find_spec_directory
from tests.laws.tables import barking_rules, base_rules

BOX = "barking"
MOST_OPEN = 25
EVERYTHING = barking_rules("imploding")
STEPS = {one.name: one.clauses for one in EVERYTHING.setup if one.box == BOX}
RULES = {one.name: one.clauses for one in EVERYTHING.rules if one.box == BOX or one.name.startswith("feral.bare")}


@pytest.mark.slow
@pytest.mark.parametrize("others", [(), ("imploding",)])
def test_every_scene_passes(others: tuple[str, ...]) -> None:
    rules = barking_rules(*others)
    results = play_scenes(rules, rules.scenes)
    assert [(one.scene.name, one.failures) for one in results if not one.passed] == []
    assert len(results) >= 280


@pytest.mark.slow
def test_every_scene_of_the_box_passes() -> None:
    rules = barking_rules()
    base = {scene.name for scene in base_rules().scenes}
    results = play_scenes(rules, [scene for scene in rules.scenes if scene.name not in base])
    assert [(one.scene.name, one.failures) for one in results if not one.passed] == []
    assert len(results) >= 90


@pytest.mark.parametrize("others", [(), ("imploding",)])
def test_every_clause_is_covered_or_open(others: tuple[str, ...]) -> None:
    assert [row.clause for row in cover_clauses(barking_rules(*others)) if row.is_gap] == []


def test_every_clause_of_the_box_that_is_not_open_has_a_scene() -> None:
    rows = [row for row in cover_clauses(EVERYTHING) if EVERYTHING.clause_boxes[row.clause][-1] == BOX]
    assert len(rows) >= 45
    assert [row.clause for row in rows if not row.scenes and not row.open_reason] == []


def test_few_clauses_are_open() -> None:
    assert sum(bool(row.open_reason) for row in cover_clauses(EVERYTHING)) <= MOST_OPEN


def test_no_rule_of_the_box_cites_more_than_four_clauses() -> None:
    assert [name for name, clauses in (RULES | STEPS).items() if len(clauses) > 4] == []


def test_the_base_text_names_no_card_of_the_box() -> None:
    printed = {one.name for one in base_rules().cards}
    titles = [one.name for one in barking_rules().cards if one.name not in printed]
    text = (find_spec_directory() / "base.kit").read_text(encoding="utf-8")
    assert [title for title in titles if title in text] == []
    assert len(titles) == 9


def test_the_box_leaves_the_base_rules_as_they_are() -> None:
    """What is said of all cards but kittens has more of them to speak of; everything else is the same."""
    with_box = {one.name: one for one in barking_rules().rules}
    assert [one.name for one in base_rules().rules if one != with_box[one.name]] == ["five.play"]


@pytest.mark.parametrize(
    ("players", "pile", "deals", "states", "transitions", "depth"),
    [(2, "segmented", 84, 16_780, 32_488, 11), (3, "bag", 48, 8_289, 15_505, 11)],
)
def test_the_tiny_decks_have_the_numbers_that_are_pinned(
    players: int, pile: str, deals: int, states: int, transitions: int, depth: int
) -> None:
    rules = barking_rules()
    file = find_scope("tiny", find_spec_directory())
    assert isinstance(file, ScopeFile)
    deck = make_scopes(file, rules, players)[0]
    assert isinstance(deck, Scope)
    is_exact = build_system(rules, Table(players, deck)).bag_exact
    assert is_exact == (pile == "bag")
    result = check_table(rules, Table(players, deck, {}, "bag" if is_exact else "segmented"), Bounds())
    found = result.findings
    numbers = (len(result.machine.initial()), found.states, found.transitions, found.depth)
    assert numbers == (deals, states, transitions, depth)
    assert [(one.name, one.form) for one in result.verdicts if not one.is_as_expected] == []
