"""Names carry no meaning: other card names and clause ids, everywhere the same, change no verdict, count or scene."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from checker.analysis.check import check_table
from checker.analysis.scenes import play_scenes
from checker.model import Bounds
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.driver import load_rules
from kittens_dsl.source.shipped import find_spec_directory
from tests.laws.tables import base_rules

DECK = {"Exploding Kitten": 1, "Defuse": 2, "Nope": 2, "Attack": 1, "Favor": 1, "Tacocat": 2}


@cache
def every_card() -> tuple[str, ...]:
    """The titles of the cards of all boxes."""
    rules = load_rules(find_spec_directory()).rules
    assert rules is not None
    return tuple(kind.name for kind in rules.cards)


def other_name(card: str) -> str:
    """A card name that says nothing."""
    return f"Card {every_card().index(card) + 1}"


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The specification with every card and every clause called otherwise."""
    folder = Path(shutil.copytree(find_spec_directory(), tmp_path_factory.mktemp("renamed") / "spec"))
    clause = re.compile(r"\b(?:[A-Z]+-)+[A-Z0-9]+(?:-[0-9]+)*\b")
    for path in [*folder.rglob("*.kit"), folder / "clauses.toml"]:
        text = path.read_text()
        for card in every_card():
            for face in ("", " face up"):
                text = text.replace(f'"{card}{face}"', f'"{other_name(card)}{face}"')
        path.write_text(clause.sub(lambda found: f"Z-{found.group()}", text))
    loaded = load_rules(folder, boxes=("base",))
    assert loaded.rules is not None, loaded.problems
    return loaded.rules


def test_renamed_rules_give_the_same_counts_and_verdicts(renamed: Rules) -> None:
    here = check_table(base_rules(), Table(2, Scope("deck", DECK, 1)), Bounds())
    deck = {other_name(card): copies for card, copies in DECK.items()}
    there = check_table(renamed, Table(2, Scope("deck", deck, 1)), Bounds())
    assert (here.findings.states, here.findings.transitions) == (there.findings.states, there.findings.transitions)
    assert [(one.name, one.form, one.outcome) for one in here.verdicts] == [
        (one.name, one.form, one.outcome) for one in there.verdicts
    ]


def test_renamed_scenes_pass(renamed: Rules) -> None:
    assert [one.scene.name for one in play_scenes(renamed, renamed.scenes) if not one.passed] == []
    assert len(renamed.scenes) == len(base_rules().scenes)
