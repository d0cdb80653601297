"""That every play ends with a winner is put together from its parts, and each part can be missing."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from checker.analysis.ending import Ending, goals_of_winning, put_together
from checker.cli.main import commands
from checker.smt.counts.family import Family
from checker.smt.proof.demand import Demand
from checker.smt.questions.questions import Answers, ask_questions
from checker.system.system import System
from tests.smt.conftest import build_base

NO_FAULTS = Answers((), (), ())


@pytest.fixture(scope="module")
def base() -> System:
    return build_base(3)


def test_the_properties_of_ending_with_a_winner_are_found_by_what_they_say(base: System) -> None:
    names = [one.rule.name for one in goals_of_winning(base) if one.rule is not None]
    assert names == ["every-game-ends", "windows-close"]


def test_all_parts_together_are_a_proof(base: System) -> None:
    whole = put_together(base, "proved", NO_FAULTS)
    assert (whole.outcome, whole.missing) == ("proved", ())


def test_without_a_rank_it_is_not_proved(base: System) -> None:
    assert put_together(base, "undetermined", NO_FAULTS).outcome == "undetermined"


def _with_guards_only(system: System, name: str) -> System:
    """Without the choices that nothing guards, at the decisions of a name."""
    locations = [
        replace(one, choices=one.choices[:-1]) if one.name == name and one.resume is None else one
        for one in system.locations
    ]
    return replace(system, locations=locations)


@pytest.mark.parametrize("name", ["rest", "window of favor.play"])
def test_a_decision_that_may_offer_nothing_stands_in_the_way(base: System, name: str) -> None:
    whole = put_together(_with_guards_only(base, name), "proved", NO_FAULTS)
    assert whole == Ending("proved", (), 0, (name,))
    assert (whole.outcome, whole.missing) == ("undetermined", (f"a decision: {name}",))


def test_a_fault_that_counts_do_not_exclude_stands_in_the_way(three: Family, demand: Demand) -> None:
    """How many turns are owed is not counted; a discard pile is not known to hold what was just paid."""
    answers = ask_questions(demand)
    whole = put_together(three.counted.system, "proved", answers)
    assert whole.outcome == "undetermined"
    assert {one.split(":")[1] for one in whole.missing} == {" base.attack", " base.end-turn", " five.play"}
    assert whole.excluded > len(whole.open_faults)


@pytest.mark.slow
def test_a_gift_that_an_empty_hand_owes_is_a_play_without_a_winner() -> None:
    asked = ["prove", "--property", "every-game-ends", "--reading", "favor-target=literal", "--format", "json"]
    result = CliRunner().invoke(commands, asked)
    assert result.exit_code == 1
    finite, whole = json.loads(result.stdout)["proofs"]
    assert (finite["property"], finite["verdict"]) == ("every-play-is-finite", "proved")
    assert (whole["form"], whole["verdict"]) == ("eventually", "refuted")
    assert "favor.play" in str(whole["play"]["steps"][-1])
