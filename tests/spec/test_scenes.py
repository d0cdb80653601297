"""The scenes of the specification: all pass, none repeats another, each clause of the base box has one or is open."""

from __future__ import annotations

from collections import Counter

import pytest

from checker.analysis.coverage import cover_clauses
from checker.analysis.scenes import play_scenes
from kittens_dsl.core.scenes import Given
from tests.laws.tables import base_rules, rules_of

MOST_OPEN = 25


def test_every_scene_of_the_base_box_passes() -> None:
    rules = base_rules()
    results = play_scenes(rules, rules.scenes)
    assert [(one.scene.name, one.failures) for one in results if not one.passed] == []
    assert len(results) >= 150


@pytest.mark.slow
@pytest.mark.parametrize("others", [("streaking", "barking"), ("imploding", "streaking", "barking")])
def test_every_scene_passes_where_boxes_are_played_together(others: tuple[str, ...]) -> None:
    rules = rules_of("base", *others)
    results = play_scenes(rules, rules.scenes)
    assert [(one.scene.name, one.failures) for one in results if not one.passed] == []
    assert len(results) >= 420


def test_no_two_scenes_have_the_same_given_when_and_then() -> None:
    seen = Counter(
        (
            one.players,
            one.readings,
            one.given,
            tuple((s.seat, s.verb, s.words, s.cards, s.target, s.named, s.position) for s in one.script),
            one.then,
            one.seen,
            one.pile_from_top,
            one.refused,
            one.offered,
            one.stops,
            one.full,
            one.dealt,
        )
        for one in base_rules().scenes
    )
    assert [key for key, count in seen.items() if count > 1] == []


def test_every_scene_says_what_must_then_hold() -> None:
    silent = [
        one.name
        for one in base_rules().scenes
        if not (one.then or one.seen or one.pile_from_top or one.refused or one.offered)
        and not (one.stops or one.full or one.dealt)
    ]
    assert silent == []


def test_a_scene_without_a_situation_has_no_script() -> None:
    assert [one.name for one in base_rules().scenes if one.given == Given() and one.script] == []


def test_every_clause_of_the_base_box_is_covered_or_open() -> None:
    rows = cover_clauses(base_rules())
    assert [row.clause for row in rows if row.is_gap] == []
    assert len(rows) >= 80


def test_every_clause_of_the_base_box_that_is_not_open_has_a_scene() -> None:
    rows = cover_clauses(base_rules())
    assert [row.clause for row in rows if not row.scenes and not row.open_reason] == []


def test_few_clauses_of_the_base_box_are_open() -> None:
    assert sum(bool(row.open_reason) for row in cover_clauses(base_rules())) <= MOST_OPEN


def test_no_rule_cites_more_than_four_clauses() -> None:
    rules = base_rules()
    assert [one.name for one in rules.rules if len(one.clauses) > 4] == []
