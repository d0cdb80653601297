"""The command line as a user meets it: exit codes, messages with places, JSON that is JSON, never a traceback."""

from __future__ import annotations

import json
import shutil
import textwrap
import tomllib
from pathlib import Path

import pytest
from click.testing import Result

from tests.cli.conftest import SMALL
from tests.cli.running import run


def check(small: str, *arguments: str) -> Result:
    """Check the small deck."""
    return run("check", "--players", "2", "--scope", small, *arguments)


def test_a_check_in_which_all_is_as_expected_ends_with_0(small: str) -> None:
    result = check(small, "--property", "deck-lasts", "--property", "one-winner")
    assert result.exit_code == 0
    assert "violated *" in result.stdout
    assert "holds in scope" in result.stdout


def test_a_violation_ends_with_1_and_shows_its_play(small: str) -> None:
    result = check(small, "--reading", "own-nope=others", "--property", "last-card-kitten", "--depth-limit", "50")
    assert result.exit_code == 0
    result = run("check", "--players", "2", "--scope", small, "--property", "second-defuse")
    assert result.exit_code == 1
    assert "impossible" in result.stdout


def test_a_limit_ends_with_3_and_says_undetermined(small: str) -> None:
    result = check(small, "--state-limit", "10", "--property", "one-winner")
    assert result.exit_code == 3
    assert "undetermined (state limit)" in result.stdout


def test_json_is_one_document_with_every_figure(small: str) -> None:
    result = check(small, "--format", "json", "--property", "deck-lasts")
    document = json.loads(result.stdout)
    entry = next(one for one in document["verdicts"] if one["form"] == "always")
    assert entry["verdict"] == "violated"
    assert entry["number"] == "I04"
    assert entry["players"] == 2
    assert entry["deck"] == "bag"
    assert entry["states"] > 10
    assert entry["steps"][-1]["rules"][0]["clauses"]
    assert ".kit:" in entry["steps"][-1]["rules"][0]["place"]


def test_two_piles_policies_give_the_same_verdicts(small: str) -> None:
    names = (
        "deck-lasts",
        "hold-safety",
        "turn-debt",
        "one-winner",
        "every-game-ends",
        "last-card-kitten",
        "empty-hand",
    )
    arguments = ("--format", "json", *(word for name in names for word in ("--property", name)))
    bag = json.loads(check(small, *arguments).stdout)["verdicts"]
    ordered = json.loads(check(small, *arguments, "--deck", "ordered").stdout)["verdicts"]
    assert [one["verdict"] for one in bag] == [one["verdict"] for one in ordered]


def test_sampling_is_never_a_pass(small: str) -> None:
    result = check(small, "--sample", "5", "--property", "one-winner", "--property", "deck-lasts")
    assert result.exit_code == 3
    assert "holds" not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("check", "--players", "9"), "9 players are not allowed: 2 to 5 may play"),
        (("check", "--players", "two"), "no number of players"),
        (("check", "--scope", "tyny"), "did you mean tiny?"),
        (("check", "--property", "deck-last"), "did you mean deck-lasts?"),
        (("check", "--reading", "attack-staking=added"), "did you mean attack-stacking?"),
        (("check", "--reading", "attack-stacking=more"), "it has: replaced, added, added-after, capped, or all"),
        (("check", "--reading", "added"), "write AMBIGUITY=READING"),
        (("check", "--memory-limit", "much"), "not a number of bytes"),
        (("check", "--spec", "/nowhere/at/all"), "nowhere"),
        (("check", "--boxes", "bass"), "bass"),
    ],
)
def test_a_wrong_option_ends_with_2_and_says_what_fits(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.output


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("players = ", "this is not TOML"),
        ('[[deck]]\nplayers = "two"\ncopies = {}\n', "a scope cannot say this"),
        ('[[deck]]\nplayers = 2\ncopies = { "Skipp" = 1 }\n', "did you mean Skip?"),
        ('[[deck]]\nplayers = 2\ncopies = { "Skip" = 40 }\n', "the boxes hold 4"),
        ("[[deck]]\nplayers = 4\ncopies = {}\n", "has no deck for 2 players"),
        ('[[deck]]\nplayers = 2\ndealt = 1\ncopies = { "Skip" = 4, "Defuse" = 2 }\n', "SETUP-BASE-4"),
        ('[[deck]]\nplayers = 2\ndealt = -1\ncopies = { "Skip" = 4, "Defuse" = 2 }\n', ">= 0"),
        ('[family]\ntogether = 0\neach = 2\nalways = { "Defuse" = "2" }\n', ">= 1"),
        ('[[deck]]\nplayers = 2\ncopies = { "Exploding Kitten" = 1, "Defuse" = 2, "Skip" = 4 }\n', "SETUP-BASE-2"),
    ],
)
def test_a_wrong_scope_file_ends_with_2_and_says_what_is_wrong(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    result = run("check", "--players", "2", "--scope", str(path))
    assert result.exit_code == 2
    assert words in result.output


@pytest.mark.parametrize(
    ("text", "line", "underlined"),
    [
        ("players = 2 3\n", "1 | players = 2 3", "3"),
        ('[[deck]]\nplayers = "two"\ncopies = {}\n', '2 | players = "two"', '"two"'),
        ('[[deck]]\nplayers = 2\ncopies = { "Skipp" = 1 }\n', '3 | copies = { "Skipp" = 1 }', '"Skipp"'),
        ('[[deck]]\nplayers = 2\ncopies = { "Skip" = "four" }\n', '3 | copies = { "Skip" = "four" }', '"four"'),
        ('[[deck]]\nplayers = 2\ncopies = { "Skip" = 40 }\n', '3 | copies = { "Skip" = 40 }', "40"),
        ("[[deck]]\nplayers = 2\ncopy = {}\ncopies = {}\n", "3 | copy = {}", "copy"),
        (SMALL + '\n[readings]\nown-nope = "some"\n', '8 | own-nope = "some"', '"some"'),
        (SMALL + '\n[readings]\nown-nop = "others"\n', '8 | own-nop = "others"', "own-nop"),
    ],
)
def test_what_is_wrong_in_a_scope_file_is_underlined(tmp_path: Path, text: str, line: str, underlined: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    lines = run("check", "--players", "2", "--scope", str(path)).output.splitlines()
    number = lines.index(line)
    assert lines[number + 1].index("^") == line.rindex(underlined)
    assert lines[number + 1].count("^") == len(underlined)


def test_boxes_without_a_deck_in_a_scope_are_told_how_to_write_one(spec: Path, tmp_path: Path) -> None:
    (tmp_path / "own.kit").write_text(
        'box own "Own" for 2 to 5 players [TURN-1]\ncard "Mine" in own, 1 copy [TURN-1]\n'
    )
    result = run("check", "--boxes", "base,own", "--with", str(tmp_path / "own.kit"))
    assert result.exit_code == 2
    assert "error[K513]: the scope tiny has no deck for 2 players and the boxes base, own" in result.stderr
    assert "tiny.toml:1:1" not in result.stderr
    example = result.stderr.partition("--scope FILE.toml")[2].partition("\n")[2]
    deck = tomllib.loads(textwrap.dedent(example))["deck"]
    assert deck == [{"players": 2, "dealt": 2, "copies": {"Mine": 1}}]


def test_a_deck_that_setup_cannot_use_says_what_is_lacking_and_where(tmp_path: Path) -> None:
    """SETUP-BASE-4: three players need two kittens, of which this deck has one; SETUP-BASE-3: a Defuse each."""
    path = tmp_path / "few.toml"
    text = '[[deck]]\nplayers = 3\ndealt = 1\ncopies = { "Defuse" = 3, "Exploding Kitten" = 1, "Skip" = 3 }\n'
    path.write_text(text)
    result = run("check", "--players", "3", "--scope", str(path))
    assert result.exit_code == 2
    assert 'too few "Exploding Kitten" to move (setup step base.kittens, SETUP-BASE-4): 2 needed, 1 in the aside' in (
        result.stderr
    )
    lines = result.stderr.splitlines()
    number = lines.index("4 | " + text.splitlines()[3])
    assert lines[number + 1].index("^") == lines[number].index('1, "Skip"')
    path.write_text(text.replace('"Exploding Kitten" = 1, ', ""))
    assert "2 needed, 0 in the aside" in run("play", "--players", "3", "--scope", str(path)).stderr


def test_a_directory_without_a_register_of_clauses_is_warned_of(spec: Path, small: str) -> None:
    (spec / "clauses.toml").unlink()
    result = check(small, "--spec", str(spec), "--property", "one-winner")
    assert result.exit_code == 0
    assert "warning[K420]" in result.stderr


def test_a_directory_without_a_file_of_the_language_is_refused(tmp_path: Path) -> None:
    result = run("show", "--spec", str(tmp_path))
    assert result.exit_code == 2
    assert "holds no .kit file" in result.stderr


SPIN = """
box base
event spin by a player
rule base.spin [TURN-3]
  to spin
  then
    you spin
card "Spin" in base, 4 copies [TURN-3]
  rule spin.play [TURN-3]
    you may play this card
    then
      you spin
"""


@pytest.mark.parametrize("command", ["check", "play", "scenes", "pairs", "prove"])
def test_rules_that_cannot_be_built_end_every_command_with_2_at_their_place(spec: Path, command: str) -> None:
    (spec / "spin.kit").write_text(SPIN)
    deck = '[[deck]]\nplayers = 2\ndealt = 1\ncopies = { "Exploding Kitten" = 1, "Defuse" = 2, "Spin" = 3 }\n'
    (spec / "scopes" / "spin.toml").write_text(deck)
    table = {"check": ("--players", "2", "--scope", "spin"), "play": ("--players", "2", "--scope", "spin")}
    result = run(command, "--spec", str(spec), *table.get(command, ()))
    assert result.exit_code == 2
    assert "error[K528]" in result.stderr
    assert "spec/spin.kit:7:" in result.stderr
    assert "7 |     you spin" in result.stderr


def test_what_there_is_is_never_an_empty_list(tmp_path: Path) -> None:
    (tmp_path / "open.kit").write_text('open A-1 "nothing"\n')
    result = run("show", "--spec", str(tmp_path))
    assert result.exit_code == 2
    assert "there is no box base" in result.stderr
    assert "no file declares a box" in result.stderr
    assert "there is: \n" not in result.stderr


def test_a_trace_says_that_the_place_in_a_bag_does_not_matter(small: str) -> None:
    """Everybody holds a Defuse: nobody wins before one kitten has been put back."""
    result = check(small, "--property", "starter-may-win", "--format", "json")
    steps = json.loads(result.stdout)["verdicts"][0]["steps"]
    placed = [one["happened"][0] for one in steps if one["what"].startswith("puts it")]
    assert placed
    assert all(one.startswith("the place does not matter here: in a pile kept as a bag") for one in placed)


def test_a_wrong_word_in_the_specification_ends_with_2_at_its_place(spec: Path, small: str) -> None:
    base = spec / "base.kit"
    base.write_text(base.read_text().replace('move 1 "Defuse" from your hand', 'move 1 "Defuze" from your hand'))
    result = check(small, "--spec", str(spec))
    assert result.exit_code == 2
    assert 'unknown card "Defuze"' in result.output
    assert "base.kit:" in result.output


def test_a_changed_rule_changes_a_verdict(spec: Path, small: str) -> None:
    base = spec / "base.kit"
    base.write_text(base.read_text().replace("the number of players minus 1", "the number of players minus 2"))
    result = check(small, "--spec", str(spec), "--property", "deck-lasts")
    assert result.exit_code == 1
    assert "violated" in result.stdout


def test_a_changed_rule_fails_a_scene(spec: Path) -> None:
    base = spec / "base.kit"
    base.write_text(
        base.read_text().replace("otherwise\n      your debt becomes 2", "otherwise\n      your debt becomes 3")
    )
    result = run("scenes", "--spec", str(spec))
    assert result.exit_code == 1
    assert "error[K609]: scene " in result.stdout


def test_a_scene_that_comes_to_an_impossible_duty_must_say_so(spec: Path) -> None:
    end = spec / "scenes" / "end.kit"
    end.write_text(end.read_text().replace("    nobody can go on\n", ""))
    result = run("scenes", "--spec", str(spec))
    assert result.exit_code == 1
    assert "the rules ask for what cannot be done, and the scene does not say so" in result.stdout
    assert "a draw from an empty pile" in result.stdout


def test_a_scene_that_can_go_on_may_not_say_that_nobody_can(spec: Path) -> None:
    favor = spec / "scenes" / "favor.kit"
    favor.write_text(favor.read_text().replace('    player 2 can play "Favor" on player 1\n', "    nobody can go on\n"))
    result = run("scenes", "--spec", str(spec))
    assert result.exit_code == 1
    assert "the play can go on" in result.stdout
    assert "offered: player 2" in result.stdout


def test_the_scenes_pass_and_are_counted() -> None:
    result = run("check", "--scenes")
    assert result.exit_code == 0
    assert " 0 failed" in result.stdout


def test_clauses_are_all_covered() -> None:
    result = run("clauses", "--format", "json")
    assert result.exit_code == 0
    assert len(json.loads(result.stdout)["clauses"]) >= 80


def test_the_tensions_of_a_set_of_boxes_are_all_decided() -> None:
    result = run("clauses", "--boxes", "base,imploding")
    assert result.exit_code == 0
    assert "38 tensions, 0 without a decision" in result.stdout


def test_a_tension_is_shown_with_its_decision_and_scenes() -> None:
    tensions = json.loads(run("clauses", "--format", "json").stdout)["tensions"]
    (own_nope,) = (one for one in tensions if one["tension"] == "T49")
    (decision,) = own_nope["decisions"]
    assert (decision["sort"], decision["name"]) == ("reading", "own-nope=anyone")
    assert decision["words"] == "anyone may answer, the player included"
    assert own_nope["scenes"] == ["a-player-nopes-the-own-attack", "the-own-attack-is-not-noped"]


def test_a_ruling_is_shown_with_what_holds_what_yields_and_what_carries_it_out() -> None:
    tensions = json.loads(run("clauses", "--format", "json").stdout)["tensions"]
    (race,) = (one for one in tensions if one["tension"] == "T41")
    (decision,) = race["decisions"]
    assert (decision["sort"], decision["name"]) == ("ruling", "answers-before-the-effect")
    assert (decision["holding"], decision["over"]) == (["BASE-NOPE-3"], ["TURN-5", "BASE-NOPE-7"])
    assert decision["carried_out_by"] == ["base.play"]
    line = next(one for one in run("clauses").stdout.splitlines() if one.startswith("T41 "))
    assert "; BASE-NOPE-3 over TURN-5, BASE-NOPE-7; carried out by base.play)  scenes: " in line


def test_a_clause_of_play_without_a_scene_is_a_gap_where_every_box_is_loaded(tmp_path: Path) -> None:
    spec = Path(shutil.copytree("spec", tmp_path / "spec"))
    turns = spec / "scenes" / "turns.kit"
    turns.write_text(turns.read_text().replace("[SETUP-BASE-11, TURN-7]", "[TURN-7]"))
    fewer = run("clauses", "--spec", str(spec))
    assert fewer.exit_code == 0
    every = run("clauses", "--spec", str(spec), "--boxes", "base,imploding,streaking,barking")
    assert every.exit_code == 1
    for result in (fewer, every):
        assert next(one for one in result.stdout.splitlines() if one.startswith("SETUP-BASE-11 ")).endswith("NO SCENE")
        assert "clauses, 0 without rule, scene or reason, 1 with a rule that no scene shows" in result.stdout


def test_show_lists_rules_and_readings() -> None:
    result = run("show")
    assert result.exit_code == 0
    assert "attack.play" in result.stdout
    assert "* added:" in result.stdout


def test_show_core_prints_every_rule() -> None:
    result = run("show", "--core")
    assert result.exit_code == 0
    assert "attack.play" in result.stdout


def test_a_game_can_be_played_undone_and_left(small: str) -> None:
    result = run("play", "--players", "2", "--scope", small, "--seed", "1", answers="1\nu\nt\nnonsense\nr\nq\n")
    assert result.exit_code == 0
    assert "is none of" in result.stdout
    assert "the turn is with player" in result.stdout


def test_a_game_played_at_random_comes_to_its_end(small: str) -> None:
    result = run("play", "--players", "2", "--scope", small, "--seed", "3", answers="r\n" * 60 + "q\n")
    assert result.exit_code == 0
    assert "has won" in result.stdout


def test_readings_are_told_apart_by_a_smallest_game(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    copies = '"Exploding Kitten" = 1, "Defuse" = 2, "Attack" = 2, "Tacocat" = 1'
    deck.write_text(f"[[deck]]\nplayers = 2\ndealt = 1\ncopies = {{ {copies} }}\n")
    result = run(
        "check",
        "--players",
        "2",
        "--scope",
        str(deck),
        "--reading",
        "attack-stacking=all",
        "--property",
        "one-winner",
        "--state-limit",
        "2000",
    )
    assert "then under replaced: player 1 debt: 2" in result.stdout
    assert "but under added: player 1 debt: 4" in result.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--disk-limit", "1G"), "name a folder by --checkpoint"),
        (("--engine", "machine", "--checkpoint", "kept"), "the machine keeps no searches"),
        (("--engine", "machine", "--lossy"), "the machine is exact"),
        (("--lossy", "--checkpoint", "kept"), "a lossy search cannot be kept"),
        (("--threads", "0"), "0 is not in the range"),
    ],
)
def test_options_of_engines_that_exclude_each_other_end_with_2(
    small: str, options: tuple[str, ...], words: str
) -> None:
    result = check(small, *options)
    assert result.exit_code == 2
    assert words in result.stderr
