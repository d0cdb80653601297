"""Loops without a decision: one that ends does what core says, one that does not stops the play, whatever runs it."""

from __future__ import annotations

import pytest

from checker.analysis.check import SILENT, check_table
from checker.explore import explore
from checker.machine.describe import Describer
from checker.machine.machine import Machine, SetupError
from checker.model import Bounds
from checker.native.explore import explore_native
from checker.report.story import tell_story
from checker.system.build import build_system
from checker.system.loops import MOST_TURNS, find_loop_heads
from checker.system.system import System
from tests.games.texts import COMMON, DEAL, ENOUGH, GRAB, MOVE, PLAY, agree, lay_table, load_text

ENDLESS = "forced steps follow each other without end"


def spin(*lines: str) -> str:
    """A card whose rule says these lines."""
    body = "\n".join(f"      {line}" for line in lines)
    return f"""
counter spins of the table, from 0 to 250
card "Spin" in toy, 4 copies
  rule spin.play [T-4]
    you may play this card
    then
{body}
"""


FOR_EVER = spin("repeat", "  the spins becomes 1")
NEVER_SO = spin("repeat until the spins is 9", "  the spins becomes 1")
A_WHILE = spin("the spins becomes 0", "repeat until the spins is 250", "  the spins grows by 1")
ROUND_AND_ROUND = """
event spin by a player
rule toy.spin [T-5]
  to spin
  then
    if the rounds is 9 then
      you choose one
        to stop
          nothing happens
        to sing
          the rounds becomes 8
    otherwise
      you spin
"""
WAITING = """
    repeat until the rounds is 9
      you choose one
        to wait
          your score becomes 1
"""
RAISED = spin("the spins becomes 1", "you spin")


def build(*parts: str) -> System:
    """The System of the toy with these parts."""
    rules = load_text(COMMON, MOVE, PLAY, DEAL, *parts)
    return build_system(rules, lay_table(rules))


@pytest.mark.parametrize("text", [FOR_EVER, NEVER_SO, ROUND_AND_ROUND + RAISED], ids=["repeat", "until", "event"])
def test_a_loop_without_a_decision_stops_the_play_with_words(text: str) -> None:
    machine = Machine(build(text, GRAB))
    found = explore(machine, Bounds())
    stopped = [state for state in found.tree.states if Describer(machine).fault(state) is not None]
    assert stopped
    assert {Describer(machine).fault(state) for state in stopped} == {ENDLESS}
    assert found.complete


@pytest.mark.parametrize("text", [FOR_EVER, NEVER_SO, ROUND_AND_ROUND + RAISED], ids=["repeat", "until", "event"])
def test_the_interpreter_of_core_stops_there_too(text: str) -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, text, GRAB) >= ENOUGH


def test_a_long_loop_that_ends_does_what_core_says() -> None:
    assert agree(COMMON, MOVE, PLAY, DEAL, A_WHILE, GRAB) >= ENOUGH


@pytest.mark.compiler
@pytest.mark.parametrize(
    "text", [FOR_EVER, NEVER_SO, A_WHILE, ROUND_AND_ROUND + RAISED], ids=["repeat", "until", "ends", "event"]
)
def test_the_native_explorer_finds_the_same(text: str) -> None:
    system = build(text, GRAB)
    machine = Machine(system)
    assert explore_native(system, machine.initial(), Bounds()) == explore(machine, Bounds())


FROM_THE_DEAL = "\nrule toy.move [T-1]\n  to move\n  then" + WAITING + "    you choose one\n      to play a card\n"


@pytest.mark.parametrize("text", [FROM_THE_DEAL, MOVE + WAITING], ids=["from the deal", "after a choice"])
def test_a_play_that_waits_for_ever_is_told_up_to_where_it_stops(text: str) -> None:
    rules = load_text(COMMON, PLAY, DEAL, GRAB, text)
    result = check_table(rules, lay_table(rules), Bounds())
    (verdict,) = (one for one in result.verdicts if one.name == SILENT)
    assert verdict.outcome == "violated"
    assert Describer(result.machine).fault(verdict.evidence[-1].state) == ENDLESS
    assert tell_story(result.machine, verdict.evidence).ending[-1] == f"the play stops: {ENDLESS}"


def test_a_loop_without_end_in_setup_is_a_table_that_cannot_be_dealt() -> None:
    text = "setup toy.round [T-3]\n  after toy.deal\n  repeat until the rounds is 9\n    the rounds becomes 1\n"
    with pytest.raises(SetupError, match=ENDLESS):
        Machine(build(text, GRAB)).initial()


def test_a_loop_is_closed_where_a_repeat_begins_and_where_an_event_comes_round() -> None:
    system = build(ROUND_AND_ROUND + RAISED, GRAB)
    assert {system.blocks[number].name for number in find_loop_heads(system)} == {"toy.rounds repeat", "spin"}


def test_a_loop_may_go_round_as_often_as_a_counter_can_count() -> None:
    assert MOST_TURNS > 255
