"""Static questions: rules that never come to pass, faults that never happen, readings that make no difference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.analysis.equal_readings import find_equal_readings
from checker.analysis.verifying import FullSize, all_readings
from checker.smt.counts.family import count_family
from checker.smt.proof.demand import Demand, gather
from checker.smt.questions.questions import Answers, ask_questions
from kittens_dsl.core.rules import Ambiguity, Rules
from kittens_dsl.core.terms import Every, Negation
from tests.smt.conftest import base_rules, build_base
from tests.smt.test_proofs import one_kitten_less


def _ask(rules: Rules) -> Answers:
    family = count_family(lambda players: build_base(players, rules=rules), single=[0], players=(3,))
    return ask_questions(gather(family, players=3))


def _never(answers: Answers) -> set[str]:
    return {one.origin.rule for one in answers.never}


@pytest.fixture(scope="module")
def base(demand: Demand) -> Answers:
    return ask_questions(demand)


def test_a_draw_from_an_empty_pile_never_comes_to_pass(base: Answers) -> None:
    assert _never(base) == {"base.empty-pile"}
    assert "a draw from an empty pile" in {one.words for one in base.no_faults}


@pytest.mark.slow
def test_with_a_kitten_less_it_is_not_excluded() -> None:
    answers = _ask(one_kitten_less(base_rules()))
    assert "base.empty-pile" not in _never(answers)
    assert "a draw from an empty pile" in {one.words for one in answers.faults}


@pytest.mark.slow
def test_a_guard_that_contradicts_itself_is_found() -> None:
    """A Skip that may be played only when what it says holds and does not hold, written so that no folding sees it."""
    rules = base_rules()
    favor = next(one for one in rules.rules if one.name == "favor.play")
    broken = replace(favor, guard=Every((favor.guard, Negation(favor.guard))))
    changed = replace(rules, rules=tuple(broken if one is favor else one for one in rules.rules))
    assert _never(_ask(changed)) == {"base.empty-pile", "favor.play"}


def _with_a_twin(rules: Rules, name: str) -> Rules:
    """An ambiguity more, whose readings nothing asks about."""
    twin = Ambiguity(name, "which?", (("one", "one", ()), ("other", "other", ())), "one")
    return replace(rules, ambiguities=(twin, *(one for one in rules.ambiguities if one.name == "attack-stacking")))


def test_readings_that_make_no_difference_are_found_and_others_are_not() -> None:
    rules = base_rules()
    asked = _with_a_twin(rules, "twin")
    game = FullSize(replace(asked, ambiguities=(*asked.ambiguities[:1], *rules.ambiguities)), all_readings(rules, {}))
    found = {
        one.ambiguity: one
        for one in find_equal_readings(game, (0,), lambda words: None, only={"twin", "five-combo", "defuse-ends"})
    }
    assert found["twin"].systems == (("one", "other"),)
    assert (found["five-combo"].systems, found["five-combo"].counts) == ((), ())
    # to end one owed turn or all of them is a matter of debt, which is not counted
    assert found["defuse-ends"].systems == ()
    assert found["defuse-ends"].counts == (("any-turn", "all-turns"),)
