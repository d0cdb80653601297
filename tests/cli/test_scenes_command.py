"""`kittens scenes` plays the scenes that are asked for, and tells how they go, the referee's answers included."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run

BLIND = """box base and streaking

scene a-kitten-in-the-dark [STREAK-BLIND-EK-1, STREAK-SK-9] for 2 players
  given
    hand of player 1 has "Defuse", "Streaking Kitten", "Exploding Kitten"
    hand of player 2 has "Skip"
    player 1 is blind
    pile has "Exploding Kitten", "Tacocat"
    turn is with player 1
    debt of player 1 is 1
  when
    player 1 chooses "draw a card"
    chance picks "Defuse"
    player 1 puts it at place 2
  then
    {outcome}
"""


def play_blind(tmp_path: Path, outcome: str, *options: str) -> tuple[int, str]:
    """The exit code and the output of one scene of a blind player who holds a kitten and draws another."""
    path = tmp_path / "dark.kit"
    path.write_text(BLIND.format(outcome=outcome), encoding="utf-8")
    result = run("scenes", "--boxes", "base,streaking", "--with", str(path), "--only", "a-kitten-in-the-dark", *options)
    return result.exit_code, result.stdout


@pytest.mark.parametrize("command", [("scenes",), ("check", "--scenes")], ids=" ".join)
def test_one_scene_is_chosen_by_its_name(command: tuple[str, ...]) -> None:
    result = run(*command, "--only", "nope-stops-skip")
    assert result.exit_code == 0
    assert result.stdout == "1 scene, 1 passed, 0 failed\n"


def list_played(*only: str) -> list[tuple[str, list[str]]]:
    """The scenes that are played for the words of `--only`, with their clauses."""
    result = run("scenes", "--format", "json", *(part for word in only for part in ("--only", word)))
    assert result.exit_code == 0
    return [(one["scene"], one["clauses"]) for one in json.loads(result.stdout)["scenes"]]


def test_scenes_are_chosen_by_a_part_of_their_names() -> None:
    played = list_played("owed-turn")
    assert len(played) >= 5
    assert all("owed-turn" in name for name, _ in played)


def test_a_whole_name_means_no_longer_name() -> None:
    assert [name for name, _ in list_played("three-attacks-added")] == ["three-attacks-added"]
    assert [name for name, _ in list_played("three-attacks-adde")] == [
        "three-attacks-added",
        "three-attacks-added-after",
    ]


def test_scenes_are_chosen_by_their_clause() -> None:
    played = list_played("BASE-SKIP-1")
    assert len(played) >= 5
    assert all("BASE-SKIP-1" in clauses for _, clauses in played)


def test_several_choices_are_played_in_the_order_of_the_files_and_once() -> None:
    names = [name for name, _ in list_played("nope-stops-skip", "a-lone-cat-is-refused", "a-lone-cat")]
    assert sorted(names) == ["a-lone-cat-is-refused", "a-lone-cat-is-thrown-away", "nope-stops-skip"]
    assert names == [name for name, _ in list_played("a-lone-cat", "nope-stops-skip")]


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("nope-stop-skp", "did you mean nope-stops-skip?"),
        ("a-lone-cta-is-refused", "did you mean a-lone-cat-is-refused?"),
        ("zzzz", "`kittens clauses` lists the scenes of every clause"),
    ],
)
def test_a_scene_that_is_not_there_ends_with_2_and_near_names(word: str, near: str) -> None:
    result = run("scenes", "--only", "a-lone-cat", "--only", word)
    assert result.exit_code == 2
    assert f"error[K529]: no scene of the loaded boxes is called {word}" in result.stderr
    assert near in result.stderr
    assert len(result.stderr.splitlines()) <= 6


def test_a_failing_scene_names_what_the_referee_has_answered(tmp_path: Path) -> None:
    """STREAK-SK-9: one kitten may be held, so the second goes off, which no line of the scene decides."""
    code, shown = play_blind(tmp_path, "player 1 is blind")
    assert code == 1
    assert "= note: by the way: the referee denies: this hand can hold a kitten\n" in shown


def test_the_steps_of_a_scene_are_told_with_the_referee_among_them(tmp_path: Path) -> None:
    code, shown = play_blind(tmp_path, "player 1 is not blind", "--steps")
    lines = shown.splitlines()
    assert code == 0
    assert lines[0] == "scene a-kitten-in-the-dark [STREAK-BLIND-EK-1, STREAK-SK-9], 2 players:"
    assert "    player 1 is blind" in lines[: lines.index("  1. player 1: chooses to draw a card")]
    assert lines.index("  2. the referee: denies: this hand can hold a kitten (the only way)") < lines.index(
        "  3. chance: picks Defuse"
    )
    assert not any(line.strip().startswith("the box:") for line in lines)
    assert "    player 1 is blind" not in lines[lines.index("  then:") :]
    assert lines[-1] == "1 scene, 1 passed, 0 failed"


def test_the_steps_of_a_failing_scene_stand_above_what_fails(tmp_path: Path) -> None:
    code, shown = play_blind(tmp_path, "player 1 is blind", "--steps")
    assert code == 1
    assert shown.index("2. the referee: denies") < shown.index("error[K609]: scene a-kitten-in-the-dark")


def test_steps_are_in_the_json_document_where_they_are_asked_for(tmp_path: Path) -> None:
    _, told = play_blind(tmp_path, "player 1 is not blind", "--steps", "--format", "json")
    (scene,) = json.loads(told)["scenes"]
    assert [step["who"] for step in scene["steps"]][:3] == ["player 1", "the referee", "chance"]
    assert "player 1 is blind" in scene["opening"]
    assert "player 1 is blind" not in scene["ending"]
    _, silent = play_blind(tmp_path, "player 1 is not blind", "--format", "json")
    assert "steps" not in json.loads(silent)["scenes"][0]
