"""Scenes tell readings apart: for every reading there is one that goes red when another is read in its place."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from checker.analysis.scenes import SceneStage
from checker.machine.machine import SetupError
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.scenes import Scene
from tests.laws.tables import rules_of

ALL = ("base", "imploding", "streaking", "barking")
SETS = (("base",), ("base", "imploding"), ("base", "streaking"), ("base", "barking"), ALL)
"""Sets of boxes in which one scene or another is played."""
READINGS = [(one.name, name) for one in rules_of(*ALL).ambiguities for name, *_ in one.readings]


@cache
def make_stage(*boxes: str) -> SceneStage:
    """Machines are made once for a set of boxes."""
    return SceneStage(rules_of(*boxes))


def is_told_apart(rules: Rules, stage: SceneStage, ambiguity: str, reading: str) -> bool:
    """Whether a scene put under a reading goes red under another one of the same ambiguity."""
    declared = [one for one in rules.ambiguities if one.name == ambiguity]
    others = [name for one in declared for name, *_ in one.readings if name != reading]
    scenes = [one for one in rules.scenes if (ambiguity, reading) in one.readings]
    return any(goes_red(stage, scene, ambiguity, other) for scene in scenes for other in others)


def goes_red(stage: SceneStage, scene: Scene, ambiguity: str, other: str) -> bool:
    """Whether a scene fails when another reading is put in its head."""
    swapped = tuple((name, other if name == ambiguity else read) for name, read in scene.readings)
    try:
        return not stage.play(replace(scene, readings=swapped)).passed
    except SetupError:
        return True  # there is no such table at all


@pytest.mark.slow
@pytest.mark.parametrize(("ambiguity", "reading"), [pytest.param(*one, id="=".join(one)) for one in READINGS])
def test_a_scene_goes_red_under_another_reading(ambiguity: str, reading: str) -> None:
    assert any(is_told_apart(rules_of(*boxes), make_stage(*boxes), ambiguity, reading) for boxes in SETS)
