"""Readings that break the game, each refuted by a play of a real deal, by the command, in less than a minute.

What each play must end with is argued from the clauses, in the comments.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.cli.main import commands
from kittens_dsl.driver import load_rules
from tests.smt.conftest import SPEC

pytestmark = pytest.mark.slow

BAR = 60.0  # seconds of processor time


@dataclass(frozen=True, slots=True)
class Case:
    """A question to the command. ends: what one line of the last point is like; not_there: what none is like."""

    boxes: str
    property: str
    readings: tuple[str, ...]
    players: int
    ends: str
    not_there: str = "(?!)"
    decks: int = 1

    def arguments(self) -> list[str]:
        """The words of the command."""
        readings = [word for one in self.readings for word in ("--reading", one)]
        tables = ["--decks", str(self.decks)] if self.decks > 1 else []
        asked = ["--boxes", self.boxes, "--property", self.property, *readings, *tables]
        return ["prove", "--refute", "--format", "json", *asked]


CASES = {
    # COMBO-5-1 lets five different cards take any card; with two players the first death ends the game [END-1]
    "a kitten in a hand": Case("base", "hold-safety", ("five-kitten=held",), 3, "hand: .*Exploding Kitten"),
    # one kitten, which is held [STREAK-SK-1]: nobody can be taken, and the draws [TURN-6] go on to the last card
    "one kitten fewer": Case(
        "base,streaking",
        "deck-lasts",
        ("streaking-count=one-fewer",),
        2,
        "hand: .*Exploding Kitten.*Streaking Kitten",
        "the pile:",
    ),
    # the Streaking Kitten comes back [COMBO-5-1], a kitten is held a second time, and two players draw the rest
    "the ban lifted": Case(
        "base,streaking",
        "deck-lasts",
        ("five-kitten=held",),
        3,
        "hand: .*Exploding Kitten.*Streaking Kitten",
        "the pile:",
    ),
    # both hold a kitten and give their Streaking Kittens to one Garbage Collection [STREAK-GC-1, STREAK-SK-2]
    "two Streaking Kittens": Case(
        "base,streaking", "the-winner-is-safe", (), 2, "hand: .*Exploding Kitten", "hand: .*Streaking Kitten", decks=2
    ),
    # BASE-FAVOR-1 asks a card of a player; read literally, of one who has none
    "a literal Favor": Case(
        "base", "no-missing-rule", ("favor-target=literal",), 2, "the play stops: .*no card to choose from"
    ),
    # BARK-POT-1 asks a card of each player; read literally, of one who has none
    "a literal Potluck": Case(
        "base,barking", "no-missing-rule", ("potluck-empty=owed",), 2, "the play stops: .*no card to choose from"
    ),
    # BARK-ITT-2: what is drawn goes to whoever claimed it, dead or alive; a dead player's kitten takes nobody
    "a claim of the dead": Case("base,barking", "deck-lasts", ("orphaned-claims=paid",), 3, ".", "the pile:"),
}


def _ask(case: Case, *more: str) -> dict[str, object]:
    begin = time.process_time()
    result = CliRunner().invoke(commands, [*case.arguments(), *more])
    assert time.process_time() - begin < BAR
    assert result.exit_code == 1, result.output
    proofs = json.loads(result.stdout)["proofs"]
    refuted = [one for one in proofs if one["verdict"] == "refuted"]
    assert refuted
    play = refuted[0]["play"]
    assert isinstance(play, dict)
    return play


@pytest.mark.parametrize("name", CASES)
def test_a_real_deal_shows_it(name: str) -> None:
    case = CASES[name]
    play = _ask(case)
    assert play["players"] == case.players
    opening, ending = play["opening"], play["ending"]
    assert isinstance(opening, list)
    assert isinstance(ending, list)
    hands = [line for line in opening if "hand: " in line]
    assert len(hands) == case.players
    assert [_cards(hand) for hand in hands] == [
        8
    ] * case.players  # seven dealt and a Defuse [SETUP-BASE-2, SETUP-BASE-3]
    assert any(re.search(case.ends, line) for line in ending), ending
    assert not any(re.search(case.not_there, line) for line in ending), ending


def _cards(line: str) -> int:
    found = [re.match(r"(\d+) [A-Z]", one) for one in line.partition(": ")[2].split(", ")]
    return sum(1 if one is None else int(one[1]) for one in found)


@pytest.mark.parametrize("name", ["a literal Favor", "one kitten fewer"])
def test_other_names_of_cards_change_nothing(name: str, tmp_path: Path) -> None:
    """Every kind gets a name that says nothing; the same steps are found."""
    spec = tmp_path / "spec"
    shutil.copytree(SPEC, spec)
    rules = load_rules(SPEC, boxes=tuple(CASES[name].boxes.split(","))).rules
    assert rules is not None
    new = {kind.name: f"Card {number}" for number, kind in enumerate(rules.kinds, 1)}
    for path in [*spec.rglob("*.kit"), *spec.rglob("*.toml")]:
        text = path.read_text()
        path.write_text(re.sub(r'"([^"\n]*)"', lambda found: f'"{new.get(found[1], found[1])}"', text))
    plain, renamed = _ask(CASES[name]), _ask(CASES[name], "--spec", str(spec))
    back = {other: kind for kind, other in new.items()}
    told = re.sub(r"Card \d+", lambda found: back[found[0]], json.dumps(renamed["steps"]))
    assert "Card 1" in json.dumps(renamed["steps"])
    assert _whats(json.loads(told)) == _whats(plain["steps"])


def _whats(steps: object) -> list[object]:
    assert isinstance(steps, list)
    return [one["what"] for one in steps]
