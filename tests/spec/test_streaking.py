"""The Streaking box beside base and Imploding: scenes, clauses, counts, what the readings bring about."""

from __future__ import annotations

from functools import cache

import pytest

from checker.analysis.check import TableResult, check_table
from checker.analysis.coverage import cover_clauses
from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.analysis.scenes import play_scenes
from checker.model import Bounds
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rule, Rules, SetupStep
from kittens_dsl.source.shipped import find_spec_directory
from tests.laws.tables import rules_of

BOX = "streaking"
SETS = (("base", "streaking"), ("base", "imploding", "streaking"))


def of_the_box(rules: Rules) -> list[Rule | SetupStep]:
    declared: list[Rule | SetupStep] = [*rules.rules, *rules.setup]
    return [one for one in declared if one.box == BOX]


@pytest.mark.parametrize("boxes", SETS, ids=len)
def test_every_scene_of_the_box_passes(boxes: tuple[str, ...]) -> None:
    rules = rules_of(*boxes)
    scenes = tuple(one for one in rules.scenes if "/streaking/" in one.span.source)
    results = play_scenes(rules, scenes)
    assert [(one.scene.name, one.failures) for one in results if not one.passed] == []
    assert len(results) >= 100


@pytest.mark.slow
@pytest.mark.parametrize("boxes", SETS, ids=len)
def test_every_scene_of_the_other_boxes_passes_beside_this_one(boxes: tuple[str, ...]) -> None:
    rules = rules_of(*boxes)
    assert [(one.scene.name, one.failures) for one in play_scenes(rules, rules.scenes) if not one.passed] == []


@pytest.mark.parametrize("boxes", SETS, ids=len)
def test_every_clause_is_covered_or_open(boxes: tuple[str, ...]) -> None:
    assert [row.clause for row in cover_clauses(rules_of(*boxes)) if row.is_gap] == []


def test_every_clause_of_the_box_has_a_scene_beside_base_or_beside_base_and_imploding() -> None:
    own = [
        {
            row.clause: row
            for row in cover_clauses(rules_of(*boxes))
            if row.clause.startswith(("SETUP-STREAK", "STREAK"))
        }
        for boxes in SETS
    ]
    assert len(own[1]) >= 55
    assert [clause for clause in own[1] if not any(rows[clause].scenes for rows in own if clause in rows)] == []
    assert [clause for clause, row in own[1].items() if row.open_reason] == []


def test_no_rule_of_the_box_cites_more_than_four_clauses() -> None:
    rules = rules_of("base", "imploding", "streaking")
    assert [one.name for one in of_the_box(rules) if len(one.clauses) > 4] == []


def test_the_held_kitten_is_one_rule_on_leaving_a_hand_and_one_on_coming_into_one() -> None:
    rules = rules_of("base", "imploding", "streaking")
    about_moves = [one.name for one in rules.rules if "Card" in type(one.attachment).__name__ and one.box == BOX]
    assert sorted(about_moves) == ["streaking.leaves", "streaking.receives"]


def test_the_base_text_names_no_card_of_the_box() -> None:
    titles = [one.name for one in rules_of("base", "streaking").cards if one.box == BOX]
    text = (find_spec_directory() / "base.kit").read_text(encoding="utf-8")
    assert [title for title in titles if title in text] == []
    assert len(titles) == 9


# ---- decks -----------------------------------------------------------------------------------------------------------
@cache
def check(boxes: tuple[str, ...], players: int, scope: str = "tiny", reading: str = "") -> TableResult:
    rules = rules_of(*boxes)
    file = find_scope(scope, find_spec_directory())
    assert isinstance(file, ScopeFile)
    deck = make_scopes(file, rules, players)[0]
    assert isinstance(deck, Scope)
    ambiguity, _, chosen = reading.partition("=")
    return check_table(rules, Table(players, deck, {ambiguity: chosen} if reading else {}), Bounds())


@pytest.mark.parametrize(
    ("players", "deals", "states", "transitions", "depth"), [(2, 6, 6_241, 12_135, 16), (3, 24, 10_688, 21_382, 14)]
)
def test_the_tiny_decks_have_the_numbers_that_are_pinned(
    players: int, deals: int, states: int, transitions: int, depth: int
) -> None:
    result = check(("base", "streaking"), players)
    found = result.findings
    numbers = (len(result.machine.initial()), found.states, found.transitions, found.depth)
    assert numbers == (deals, states, transitions, depth)
    elsewhere = {one.name for one in rules_of("base", "streaking").properties if one.deck is not None}
    wrong = [(one.name, one.form) for one in result.verdicts if not one.is_as_expected and one.name not in elsewhere]
    assert wrong == []
    assert result.system.bag_exact


def outcome(result: TableResult, name: str, form: str) -> str:
    return next(one.outcome for one in result.verdicts if (one.name, one.form) == (name, form))


@pytest.mark.parametrize(
    ("reading", "name", "form", "expected"),
    [
        ("streaking-count=players", "deck-lasts", "at rest", "holds in scope"),
        ("streaking-count=one-fewer", "deck-lasts", "at rest", "violated"),
        ("unseen-loss=unnoticed", "deck-lasts", "at rest", "violated"),
        ("blind-unplayable=lost", "every-game-ends", "eventually", "holds in scope"),
        ("blind-unplayable=returned", "every-game-ends", "eventually", "violated"),
    ],
)
def test_what_a_reading_brings_about(reading: str, name: str, form: str, expected: str) -> None:
    """Catalogue 23 and 24: kittens = players is safe; one fewer, or a loss that nobody notices, empties the pile."""
    assert outcome(check(("base", "streaking"), 2, reading=reading), name, form) == expected
