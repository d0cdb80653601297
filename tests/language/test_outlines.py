"""Scenes may be left out to their outlines: everything else of the rules is the same, and so is every other problem."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from checker.analysis.scenes import SceneStage
from kittens_dsl.driver import Loaded, load_rules
from kittens_dsl.source.shipped import find_spec_directory

SCENE = """
box base

scene odd [SETUP-BASE-1] for 2 players
  given
    turn is with player 1
  when
    player 1 plays "Nothing That There Is"
  then
    turn is with player 2
"""


def load_with(tmp_path: Path, text: str, *, outlined: bool) -> Loaded:
    """The shipped rules of the base box beside one more file."""
    (tmp_path / "more.kit").write_text(text)
    return load_rules(find_spec_directory(), boxes=("base",), beside=(tmp_path / "more.kit",), outlined=outlined)


@pytest.mark.parametrize("boxes", [("base",), ("base", "imploding", "streaking", "barking")])
def test_all_but_scenes_is_the_same(boxes: tuple[str, ...]) -> None:
    whole, short = (load_rules(find_spec_directory(), boxes=boxes, outlined=outlined) for outlined in (False, True))
    assert whole.problems == short.problems == ()
    assert whole.rules is not None
    assert short.rules is not None
    assert repr(replace(whole.rules, scenes=())) == repr(replace(short.rules, scenes=()))
    assert [(one.name, one.clauses, one.span) for one in whole.rules.scenes] == [
        (one.name, one.clauses, one.span) for one in short.rules.scenes
    ]
    assert all(one.is_outline and not one.script for one in short.rules.scenes)
    assert not any(one.is_outline for one in whole.rules.scenes)


def test_what_is_wrong_in_a_scene_alone_is_told_by_whoever_reads_it_whole(tmp_path: Path) -> None:
    assert [one.code for one in load_with(tmp_path, SCENE, outlined=False).problems] == ["K111"]
    assert load_with(tmp_path, SCENE, outlined=True).problems == ()


def test_beside_another_problem_it_is_told_as_well(tmp_path: Path) -> None:
    text = SCENE + "\ntoken idle [SETUP-BASE-1]\n\nzone turn of the table [SETUP-BASE-1]\n"
    whole, short = (load_with(tmp_path, text, outlined=outlined) for outlined in (False, True))
    assert whole.problems == short.problems
    assert len(whole.problems) > 0


def test_a_citation_that_is_wrong_is_told_of_an_outline_too(tmp_path: Path) -> None:
    text = SCENE.replace("SETUP-BASE-1", "NO-SUCH-1")
    whole, short = (load_with(tmp_path, text, outlined=outlined) for outlined in (False, True))
    assert {one.code for one in whole.problems} == {one.code for one in short.problems} == {"K111", "K403"}


def test_an_outline_is_never_played() -> None:
    rules = load_rules(find_spec_directory(), boxes=("base",), outlined=True).rules
    assert rules is not None
    with pytest.raises(ValueError, match="was loaded as an outline"):
        SceneStage(rules).play(rules.scenes[0])
