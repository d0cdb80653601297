"""What goes red when a rule or a step of setup is left out: a scene, a property of a small deck, or the building."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from checker.analysis.check import check_table
from checker.analysis.scenes import SceneStage
from checker.machine.machine import SetupError
from checker.model import Bounds
from checker.system.lower_terms import BuildError
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.scenes import Scene
from tests.laws.tables import rules_of

Boxes = tuple[str, ...]
DECKS: dict[Boxes, Scope] = {
    ("base",): Scope("base", {"Exploding Kitten": 1, "Defuse": 2, "Attack": 1, "Skip": 1, "Nope": 1}, 1),
    ("base", "barking"): Scope("stash", {"Exploding Kitten": 1, "Defuse": 2, "Tower of Power": 1, "Skip": 4}, 1, 2),
}
"""A small deck for two players, searched for what no scene tells; other sets of boxes have none."""


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


def first_change(boxes: Boxes, rules: Rules) -> str | None:
    """The first property of which a search of the small deck says something else than of the rules as they are."""
    if boxes not in DECKS:
        return None
    pairs = zip(_verdicts(rules, DECKS[boxes]), _expected_verdicts(boxes), strict=True)
    return next((ours[0] for ours, expected in pairs if ours != expected), None)


@cache
def _expected_verdicts(boxes: Boxes) -> tuple[tuple[str, str, str], ...]:
    return _verdicts(rules_of(*boxes), DECKS[boxes])


def _verdicts(rules: Rules, deck: Scope) -> tuple[tuple[str, str, str], ...]:
    verdicts = check_table(rules, Table(2, deck), Bounds()).verdicts
    return tuple((one.name, one.form, one.outcome) for one in verdicts)


def list_clauses(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Every rule and every step of setup with the clauses that it cites."""
    return {one.name: one.clauses for one in rules.rules} | {one.name: one.clauses for one in rules.setup}


def what_goes_red(boxes: Boxes, name: str, rules: Rules | None = None) -> str | None:
    """What tells that a rule or step of the rules (by default: the shipped ones of the boxes) is left out."""
    whole = rules_of(*boxes) if rules is None else rules
    weaker = without(whole, name)
    try:
        return first_failure(weaker, list_clauses(whole)[name]) or first_change(boxes, weaker)
    except (BuildError, SetupError) as error:
        return str(error)
