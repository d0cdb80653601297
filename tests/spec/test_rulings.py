"""Rulings have teeth: without the rule that carries one out, a scene that shows what it decides goes red."""

from __future__ import annotations

from functools import cache

import pytest

from checker.analysis.scenes import SceneStage
from checker.machine.machine import SetupError
from checker.system.lower_terms import BuildError
from kittens_dsl.core.rules import Ruling
from tests.laws.tables import rules_of
from tests.spec.leaving_out import without

ALL = ("base", "imploding", "streaking", "barking")
RULES = rules_of(*ALL)
NAMES = [*(one.name for one in RULES.rules), *(one.name for one in RULES.setup)]
CARRIED = [(ruling, name) for ruling in RULES.rulings for name in ruling.carried_out_by if name in NAMES]


@cache
def list_shown(ruling: Ruling) -> tuple[str, ...]:
    """The scenes of the tensions that a ruling decides."""
    tensions = [one for one in RULES.tensions if ("ruling", ruling.name) in [(d.sort, d.name) for d in one.decisions]]
    return tuple(dict.fromkeys(scene for tension in tensions for scene in tension.scenes))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruling", "name"), [pytest.param(*one, id="-".join((one[0].name, one[1]))) for one in CARRIED]
)
def test_what_a_ruling_decides_is_shown_by_what_carries_it_out(ruling: Ruling, name: str) -> None:
    stage = SceneStage(without(RULES, name))
    scenes = [one for one in RULES.scenes if one.name in list_shown(ruling)]
    assert scenes
    try:
        results = [stage.play(scene) for scene in scenes]
    except (BuildError, SetupError):
        return  # without the rule nothing can be played at all
    assert [one.scene.name for one in results if not one.passed]


def test_nearly_all_tensions_are_decided_by_readings_and_rulings() -> None:
    sorts = [{decision.sort for decision in tension.decisions} for tension in RULES.tensions]
    assert len(sorts) == 159
    assert sum("reading" in one for one in sorts) >= 75
    assert [tension.name for tension in RULES.tensions if {d.sort for d in tension.decisions} == {"property"}] == [
        "T135"
    ]
