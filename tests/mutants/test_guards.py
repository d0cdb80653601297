"""Which guards the theorems of the base box rest on, as docs/guards.md says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laws.tables import rules_of
from tests.mutants.guards import Guard, ask, drop, find_theorems, list_guards, write_page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guards.md"


def _find(rule: str, words: str) -> Guard:
    return next(one for one in list_guards(rules_of("base")) if one.rule == rule and words in one.words)


def test_guards_that_only_choose_a_reading_are_not_asked_about() -> None:
    rules = {one.rule for one in list_guards(rules_of("base"))}
    assert {"base.kitten", "defuse.save", "favor.play", "pair.play", "triple.name", "five.play"} <= rules
    assert {"cat.dump", "defuse.dump", "triple.look", "nope.respond"}.isdisjoint(rules)


# Without the guard five different cards take any card of the discard pile, a kitten too, into a hand [COMBO-5-1].
@pytest.mark.slow
def test_a_guard_that_matters_is_told_with_a_step_that_fails() -> None:
    dropped = drop(_find("five.play", "the card is no Exploding Kitten"), find_theorems(rules_of("base")))
    assert {"hold-safety, at rest", "hold-safety, always", "no-kitten-comes-back, at rest"} <= set(dropped.lost)
    assert "deck-lasts, at rest" not in dropped.lost
    assert any("Exploding Kitten" in line and "hand of" in line for line in dropped.step)


@pytest.mark.slow
def test_the_page_of_guards_says_what_is_so() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(*ask(rules_of("base")))
