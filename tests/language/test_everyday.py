"""What is offered for turns of everyday language can be written as it stands; names are read without their marks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kittens_dsl.driver import load_rules
from kittens_dsl.syntax.everyday import SAYINGS, list_sayings, read_title

HEAD = """box dice "Dice" for 2 to 4 players

zone hand of a player, seen by its owner, played from
zone heap of the table, in order, seen by nobody, where every card starts


card "Red" in dice, 4 copies [A-1]
  rule red.play [A-1]
    you may play this card on another player
    then
"""


def read_lines(words: str) -> list[str]:
    """The whole lines that a help offers: what stands in backticks and is more than one word."""
    return [one for one in re.findall(r"`([^`]+)`", words) if " " in one]


def write_rule(lines: list[str]) -> str:
    """A program whose one rule says the lines; in a block for each player where they speak of `they` or open one."""
    blocks = [one for one in lines if one.startswith("each player")]
    if blocks:
        body = [line for one in blocks for line in (one, "  nothing happens")]
    elif any("they" in one for one in lines):
        body = ["each player, in turn order from you", *(f"  {one}" for one in lines)]
    else:
        body = lines
    return HEAD + "".join(f"      {one}\n" for one in body)


@pytest.mark.parametrize("help_words", [one.help for one in SAYINGS], ids=["at random", "several players", "given"])
def test_what_a_help_offers_can_be_written(tmp_path: Path, help_words: str) -> None:
    lines = read_lines(help_words)
    assert len(lines) == 2
    program = tmp_path / "offered.kit"
    program.write_text(write_rule(lines), encoding="utf-8")
    problems = load_rules(program).problems
    assert [one.message for one in problems if not one.message.startswith("no rule uses")] == []


@pytest.mark.parametrize(
    "line",
    [
        "each player, in turn order from you, for whom they are not you",
        "chance picks a card of their hand, called picked",
        'move 1 "A Random Gift" from your hand to the heap   -- whoever gives it',
        "if each player satisfies they are in the game then",
        "deal 7 cards from the heap to each hand",
    ],
)
def test_what_the_language_says_is_no_everyday_language(line: str) -> None:
    assert list_sayings(line) == ()


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Red Die from your hand", "Red Die"),
        ("Look at the Top (5x) from your hand", "Look at the Top (5x)"),
        ("I'll See That from your hand", "I'll See That"),
        ("Red and Blue from your hand", "Red and Blue"),
        ("Die", "Die"),
        ("die from your hand", ""),
        ("ä", ""),
    ],
)
def test_a_title_is_read_to_its_end(line: str, title: str) -> None:
    assert read_title(line, ()) == title


def test_a_declared_name_is_read_before_a_title() -> None:
    declared = ("Red", "Red x 2", "Re")
    assert read_title("Red x 2 from your hand", declared) == "Red x 2"
    assert read_title("Red X from your hand", declared) == "Red"
    assert read_title("Redder from your hand", declared) == "Redder"
