"""Scenes that are kept: what comes of an edit is what comes of it without a cache, and no more is done than must be."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kittens_dsl.driver import Loaded, load_sources
from kittens_dsl.elaborate import kept_scenes
from kittens_dsl.source.text import make_source

RULES, FIRST, SCENES = (
    (Path(__file__).parent / "good" / "race.kit").read_text(encoding="utf-8").partition("scene race.one")
)
SCENES = ("box race\nstatus proud of a player\n" + FIRST + SCENES).replace(
    "    laps is 2\n", "    laps is 2\n    player 1 is proud\n"
)

INSIDE_A_RULE = ("your score grows by 1\n", "your score grows by 2\n")
ABOVE_EVERYTHING = ("-- A race", "-- one more line\n-- A race")
A_GUARD = ("  and your score is 0\n", "  and your score is 1\n")
UNSEEN = [INSIDE_A_RULE, ABOVE_EVERYTHING, A_GUARD]
SEEN = [
    ("you may sing\n", "you may shout\n"),
    ("to run, if", "to walk, if"),
    ("score of a player, from 0 to 20", "score of a player, from 0 to 8"),
    ('box race "The Race" for 2 to 3', 'box race "The Race" for 3 to 4'),
    ('reading slow "a step', 'reading slower "a step'),
    ("status raining of the table", "status raining of a player"),
    ("token lead\n", "token lead of a player\n"),
    ("counter laps of", "counter rounds of"),
]
IN_A_SCENE = [
    ("score of player 1 is 9", "score of player 1 is 7"),
    ("player 1 is proud", "player 3 is proud"),
    ("race.one", "race.two"),
]


@pytest.fixture(name="cache")
def make_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Chooses the directory in which things are kept from now on."""

    def choose(name: str) -> None:
        monkeypatch.setattr("kittens_dsl.driver.find_folder", lambda: tmp_path / name)

    return choose


def load(rules: str = RULES, scenes: str = SCENES) -> Loaded:
    return load_sources((make_source("race.kit", rules), make_source("scenes.kit", scenes)))


def edit(text: str, change: tuple[str, str]) -> str:
    assert change[0] in text
    return text.replace(*change)


def show(loaded: Loaded) -> str:
    """All that was loaded, to the last place in the text."""
    return repr((loaded.rules, loaded.problems))


def forbid_lowering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_scenes, "lower_scene", lambda *_: pytest.fail("lowered again"))


def test_the_program_is_in_order(cache: Callable[[str], None]) -> None:
    cache("empty")
    loaded = load()
    assert loaded.problems == ()
    assert loaded.rules is not None
    assert len(loaded.rules.scenes) == 3


@pytest.mark.parametrize("change", UNSEEN)
def test_what_no_scene_can_see_lowers_none_again(
    cache: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, change: tuple[str, str]
) -> None:
    """And all names that only scenes use are used still."""
    cache("empty")
    expected = show(load(edit(RULES, change)))
    cache("kept")
    load()
    forbid_lowering(monkeypatch)
    assert show(load(edit(RULES, change))) == expected


@pytest.mark.parametrize("change", SEEN)
def test_what_scenes_can_see_lowers_them_again(cache: Callable[[str], None], change: tuple[str, str]) -> None:
    cache("empty")
    expected = show(load(edit(RULES, change)))
    cache("kept")
    assert show(load()) != expected
    assert show(load(edit(RULES, change))) == expected
    assert show(load(edit(RULES, change))) == expected


@pytest.mark.parametrize("change", IN_A_SCENE)
def test_a_changed_scene_is_lowered_again(cache: Callable[[str], None], change: tuple[str, str]) -> None:
    cache("empty")
    expected = show(load(scenes=edit(SCENES, change)))
    cache("kept")
    assert show(load()) != expected
    assert show(load(scenes=edit(SCENES, change))) == expected


def test_scenes_with_problems_are_not_kept(cache: Callable[[str], None]) -> None:
    cache("kept")
    wrong = edit(SCENES, ("player 1 is proud", "player 3 is proud"))
    for _ in range(2):
        assert [one.code for one in load(scenes=wrong).problems] == ["K602"]


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"\x80\x05N."])
def test_a_damaged_entry_counts_as_absent(cache: Callable[[str], None], tmp_path: Path, damage: bytes) -> None:
    cache("kept")
    expected = show(load())
    (entry,) = (tmp_path / "kept").glob("*.scenes")
    entry.write_bytes(damage)
    assert show(load()) == expected


def test_a_scene_whose_tree_is_damaged_is_parsed_again(cache: Callable[[str], None], tmp_path: Path) -> None:
    """Its head was there: only when the scene is opened it turns out that the rest is of no use."""
    cache("kept")
    expected = show(load())
    (entry,) = (tmp_path / "kept").glob("*.scenes")
    entry.unlink()
    for file in (tmp_path / "kept").glob("*.pickle"):
        file.write_bytes(file.read_bytes().replace(b"SceneReading", b"SceneReadinG"))
    assert show(load()) == expected
