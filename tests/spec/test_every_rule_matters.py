"""Each rule of the base box carries weight: without it a scene or a property goes red, or the rules cannot be built."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.analysis.check import check_table
from checker.analysis.scenes import SceneStage
from checker.machine.machine import SetupError
from checker.model import Bounds
from checker.system.lower_terms import BuildError
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.scenes import Scene
from tests.laws.tables import base_rules

EXCEPTIONS: dict[str, str] = {}
NAMES = [one.name for one in base_rules().rules] + [one.name for one in base_rules().setup]


def without(rules: Rules, name: str) -> Rules:
    """The rules with one rule or setup step left out."""
    steps = [replace(one, after=tuple(a for a in one.after if a != name)) for one in rules.setup if one.name != name]
    return replace(rules, rules=tuple(one for one in rules.rules if one.name != name), setup=tuple(steps))


def first_failure(rules: Rules, clauses: tuple[str, ...]) -> str | None:
    """The first scene that fails, those that share a clause first; None if all pass."""

    def shared(scene: Scene) -> int:
        return -len(set(scene.clauses) & set(clauses))

    stage = SceneStage(rules)
    for scene in sorted(rules.scenes, key=shared):
        if not stage.play(scene).passed:
            return scene.name
    return None


@pytest.mark.parametrize("name", NAMES)
def test_without_this_rule_something_goes_red(name: str) -> None:
    rules = base_rules()
    clauses = (
        next(one.clauses for one in rules.rules if one.name == name)
        if name in [one.name for one in rules.rules]
        else next(one.clauses for one in rules.setup if one.name == name)
    )
    weaker = without(rules, name)
    try:
        red = first_failure(weaker, clauses)
        if red is None:
            deck = Scope("tiny", {"Exploding Kitten": 1, "Defuse": 2, "Attack": 1, "Skip": 1, "Nope": 1}, 1)
            result = check_table(weaker, Table(2, deck), Bounds())
            red = next((one.name for one in result.verdicts if not one.is_as_expected), None)
    except (BuildError, SetupError) as error:
        red = str(error)
    assert red is not None or name in EXCEPTIONS
