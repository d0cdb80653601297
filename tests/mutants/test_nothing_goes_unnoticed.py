"""The rules are held fast: whatever is changed in one of them, a search, a scene or the building of the rules differs.

A mutant that makes no difference stands in `survivors.py` with the reason why nothing can tell it from the rules.
"""

from __future__ import annotations

import pytest

from kittens_dsl.driver import load_rules, load_sources
from kittens_dsl.source.shipped import find_spec_directory
from kittens_dsl.source.text import make_source
from tests.laws.tables import base_rules
from tests.mutants.every_change import Mutant
from tests.mutants.killing import (
    FAMILY,
    FIVE_FAMILY,
    base_mutants,
    clauses_of,
    expected_signature,
    failing_scenes,
    kill,
)
from tests.mutants.survivors import SURVIVORS

NAMES = [*(step.name for step in base_rules().setup), *(rule.name for rule in base_rules().rules)]
DECLARED = [name for name in dict.fromkeys(one.rule for one in base_mutants()) if name not in NAMES]


def mutants_of(name: str) -> tuple[Mutant, ...]:
    """The mutants of one rule, setup step or declaration."""
    return tuple(one for one in base_mutants() if one.rule == name)


def survivors_among(mutants: tuple[Mutant, ...]) -> list[str]:
    """The names of those that make no difference."""
    return [one.name for one in mutants if kill(one) is None]


# ---- every change is noticed -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_some_changes_of_this_rule_are_noticed(name: str) -> None:
    told = [one for one in mutants_of(name) if one.name not in SURVIVORS]
    guards_and_numbers = [one for one in told if one.what.startswith(("number", "guard", "part"))]
    assert survivors_among((told[0], *guards_and_numbers[:1])) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NAMES, *DECLARED])
def test_every_change_of_this_rule_is_noticed_but_for_those_with_a_reason(name: str) -> None:
    expected = [one.name for one in mutants_of(name) if one.name in SURVIVORS]
    assert survivors_among(mutants_of(name)) == expected


def test_every_rule_and_every_setup_step_has_mutants() -> None:
    assert [name for name in NAMES if len(mutants_of(name)) < 3] == []


@pytest.mark.slow
def test_every_survivor_with_a_reason_is_a_mutant() -> None:
    assert [name for name in SURVIVORS if name not in {one.name for one in base_mutants()}] == []


@pytest.mark.parametrize("number", range(len(FAMILY) + len(FIVE_FAMILY)))
def test_every_table_of_the_family_is_searched_to_the_end(number: int) -> None:
    _, _, complete, *_ = expected_signature(number)
    assert complete


# ---- every scene can fail --------------------------------------------------------------------------------------------
def find_unkilled_scenes() -> list[str]:
    """Scenes whose then-part holds under every mutant of a rule under which their script can be played.

    Mutants of rules that share a clause with a scene come first; the others are for what these leave.
    """
    mutants = [one for one in base_mutants() if one.rule in NAMES]
    left = {scene.name: scene for scene in base_rules().scenes}
    for near in (True, False):
        for mutant in mutants:
            scenes = [one for one in left.values() if not near or clauses_of(mutant) & set(one.clauses)]
            for failure in failing_scenes(mutant.rules, tuple(scenes)):
                if failure.in_then:
                    del left[failure.scene]
    return sorted(left)


@pytest.mark.slow
def test_the_then_part_of_every_scene_fails_under_some_mutant() -> None:
    assert find_unkilled_scenes() == []


# ---- what only the text can tell -------------------------------------------------------------------------------------
def test_the_two_ways_to_defuse_overlap_without_their_readings() -> None:
    line = "    and under optional of defuse-choice\n"
    sources = load_rules(find_spec_directory(), boxes=("base",)).sources
    texts = {name: one.text for name, one in sources.items() if name.endswith(".kit")}
    assert sum(line in text for text in texts.values()) == 1
    changed = tuple(make_source(name, text.replace(line, "")) for name, text in texts.items())
    assert [problem.code for problem in load_sources(changed, boxes=("base",)).problems] == ["K301"]
