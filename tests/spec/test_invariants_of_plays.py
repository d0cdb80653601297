"""Invariants of the catalogue that speak of plays, not of states, looked at in random plays of the printed inventory.

I07 parity of answers, I08 what cannot be answered, I10 who is next, I11 one draw a turn, I23 whom a card may aim at,
I25 one outcome of each decision, I32 what happens off turn. `docs/invariants.md` says where the others are checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from kittens_dsl.core.rules import InsteadOfEffect, PlayRule
from tests.spec.plays import BOX_SETS, Play, Step, list_steps, play_at_random, rules_of, sample

TABLES = [(boxes, players) for boxes in BOX_SETS for players in (2, 3, 5)]
PLAYS = 40
TABLE = pytest.mark.parametrize(
    ("boxes", "players"), TABLES, ids=lambda one: str(one) if isinstance(one, int) else "+".join(one)
)

TURNS = {"base.turn", "blind.turn"}
END_A_TURN = {"base.attack", "base.end-turn"}
FORCED = {"card", "place", "arrange", "option", "player", "apply", "decline"}
"""Verbs by which a player answers a duty: a gift, the place of a card."""


TURN_TO_THE_TARGET = {"targeted-attack.play"}
"""The plays that say that the target is next."""

BETWEEN_ACTIONS = {"now.play"}
"""The plays that anyone may make at any time between actions."""


def is_pause(play: Play, step: Step) -> bool:
    """Whether nobody wanted to play between two actions: no window was open."""
    location = play.machine.location(step.before)
    return location is not None and location.name == "pause"


def effects_of(boxes: tuple[str, ...], rule: str) -> set[str]:
    """The rules that may say what a play does: its own, and those that put another effect in its place."""
    attached = [(one, one.attachment) for one in rules_of(boxes).rules]
    plays = {rule} | {
        one.attachment.like
        for one, _ in attached
        if one.name == rule and isinstance(one.attachment, PlayRule) and one.attachment.like
    }
    return {rule} | {
        one.name for one, attachment in attached if isinstance(attachment, InsteadOfEffect) and attachment.rule in plays
    }


def was_blind(play: Play, step: Step) -> bool:
    """Whether the turn holder was blind before a step: a turn that goes on with open eyes is no other turn."""
    if not any(status.name == "blind" for status in play.machine.system.rules.statuses):
        return False
    return bool(play.describer.field(step.before, "status blind", play.turn_holder(step.before)))


def list_windows(play: Play) -> Iterator[tuple[Step, int, Step]]:
    """Each announced play, how many answers were given, and the step in which nobody answered any more."""
    announced: Step | None = None
    answers = 0
    for step in play.steps:
        if step.label.verb == "play":
            announced, answers = step, 0
        elif step.label.verb == "respond":
            assert announced is not None
            answers += 1
        elif step.label.verb == "pass" and not is_pause(play, step):
            assert announced is not None
            yield announced, answers, step
            announced = None


@TABLE
def test_i07_a_play_takes_effect_if_its_answers_are_even_in_number(boxes: tuple[str, ...], players: int) -> None:
    odd = 0
    for play in sample(boxes, players, PLAYS):
        for announced, answers, closed in list_windows(play):
            assert bool(effects_of(boxes, str(announced.label.words[0])) & closed.fired) == (answers % 2 == 0)
            odd += answers % 2
    assert odd > 10


@TABLE
def test_i08_only_an_announced_play_that_says_so_is_answered(boxes: tuple[str, ...], players: int) -> None:
    traits = {
        rule.name: rule.attachment.traits for rule in rules_of(boxes).rules if isinstance(rule.attachment, PlayRule)
    }
    answered = 0
    for play in sample(boxes, players, PLAYS):
        pending: str | None = None
        for step in play.steps:
            verbs = {play.machine.system.locations[raw[0]].choices[raw[1]].verb for raw in step.offered}
            if "respond" in verbs:
                assert pending is not None
                assert "cancellable" in traits[pending]
                answered += 1
            if step.label.verb == "play":
                pending = str(step.label.words[0])
            elif step.label.verb == "pass":
                pending = None
    assert answered > 50


@TABLE
def test_i10_the_turn_goes_to_the_next_living_seat_or_to_the_target_of_the_play(
    boxes: tuple[str, ...], players: int
) -> None:
    for play in sample(boxes, players, PLAYS):
        target: object = None
        for step in play.steps:
            if step.label.verb == "play":
                target = step.label.words[2] if step.label.words[0] in TURN_TO_THE_TARGET else None
            before, after = play.turn_holder(step.before), play.turn_holder(step.after)
            if before == after or play.machine.location(step.after) is None:
                continue
            living = play.describer.living(step.after)
            way = -1 if play.describer.is_reversed(step.after) else 1
            following = next(
                seat
                for turn in range(1, players + 1)
                if living[seat := (before + way * turn) % players] or seat == before
            )
            assert after in (following, target)


@TABLE
def test_i11_a_turn_has_one_draw_unless_a_card_or_a_death_ends_it(boxes: tuple[str, ...], players: int) -> None:
    draws_of_turns = []
    for play in sample(boxes, players, PLAYS):
        draws, ended = 0, False
        for step in play.steps:
            took = (
                step.label.verb == "option" and step.label.words == ("draw a card",)
            ) or "draw-from-the-bottom.play" in step.fired
            draws += took
            ended |= "base.lose" in step.fired or bool(END_A_TURN & step.fired and not took)
            if TURNS & step.fired and not (was_blind(play, step) and draws == 0 and not ended):
                draws_of_turns.append(draws)
                assert draws <= 1
                assert draws == 1 or ended
                draws, ended = 0, False
    assert draws_of_turns.count(1) > 100


@TABLE
def test_i23_a_play_aims_at_another_living_player(boxes: tuple[str, ...], players: int) -> None:
    aimed = 0
    for play, step in list_steps(boxes, players, PLAYS):
        if step.label.verb != "play" or step.label.words[2] is None:
            continue
        target = step.label.words[2]
        assert isinstance(target, int)
        assert target != step.label.owner
        assert play.describer.living(step.before)[target]
        aimed += 1
    assert aimed > 50


@TABLE
def test_i25_a_decision_has_one_outcome_and_no_two_decisions_have_one_name(
    boxes: tuple[str, ...], players: int
) -> None:
    for play in sample(boxes, players, 10):
        for step in play.steps:
            assert play.machine.step(step.before, step.raw) == step.after
            assert len(play.describer.labels(step.before)) == len(step.offered)


@TABLE
def test_i32_off_turn_a_player_only_answers_or_does_a_duty(boxes: tuple[str, ...], players: int) -> None:
    off_turn = 0
    for play, step in list_steps(boxes, players, PLAYS):
        for raw in step.offered:
            if raw[2] >= 0 and raw[2] != play.turn_holder(step.before):
                choice = play.machine.system.locations[raw[0]].choices[raw[1]]
                assert choice.verb == "respond" or choice.verb in FORCED or choice.origin.rule in BETWEEN_ACTIONS
                off_turn += 1
    assert off_turn > 50


@TABLE
def test_every_play_ends_with_one_living_player(boxes: tuple[str, ...], players: int) -> None:
    for play in sample(boxes, players, PLAYS):
        end = play.steps[-1].after
        assert play.machine.is_won(end)
        assert sum(play.describer.living(end)) == 1


def test_the_same_seed_gives_the_same_play() -> None:
    one, other = (play_at_random(("base",), 3, 7) for _ in range(2))
    assert [step.raw for step in one.steps] == [step.raw for step in other.steps]
    assert all(before.after == after.before for before, after in pairwise(one.steps))
