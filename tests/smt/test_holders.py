"""With whom tokens of players are: nobody in the game relies on a player who is out, read off the Barking box."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import pytest

from checker.analysis.verifying import FullSize, all_readings
from checker.machine.machine import Machine
from checker.smt.counts.commands import CountSystem, count_system
from checker.smt.counts.family import count_family
from checker.smt.counts.holders import astray, find_tokens
from checker.smt.counts.image import Image, reach, read_image
from checker.smt.counts.linear import Count, variable
from checker.smt.proof.prove import prove_property
from checker.system import ir
from checker.system.build import build_system
from checker.system.lower_terms import LIVING
from checker.system.system import System
from checker.system.table import Scope, Table
from kittens_dsl.driver import load_rules
from tests.smt.conftest import SPEC, named

COPIES = {"Exploding Kitten": 3, "Defuse": 3, "I'll Take That": 9, "Attack": 6, "Barking Kitten": 2}
CLAIM = "token claim"
ASTRAY = Count(astray(CLAIM))


@lru_cache
def _claims(reading: str = "discarded") -> System:
    """A deck of little else but claims."""
    rules = load_rules(SPEC, boxes=("base", "barking")).rules
    assert rules is not None
    readings = {"orphaned-claims": reading}
    return build_system(rules, Table(3, Scope("claims", COPIES, 3, 2), readings, "ordered"))


@lru_cache
def _counted(reading: str = "discarded") -> CountSystem:
    return count_system(_claims(reading), single=[0, 1, 2], remember=True)


def _without(tree: ir.Tree, dropped: Callable[[ir.Instruction], bool]) -> ir.Tree:
    ending = tree.ending
    if isinstance(ending, ir.Branch):
        ending = replace(ending, then=_without(ending.then, dropped), otherwise=_without(ending.otherwise, dropped))
    return ir.Tree(tuple(one for one in tree.instructions if not dropped(one)), ending)


@lru_cache
def _kept_with_the_dead() -> System:
    """Where somebody is lost, the claims of others stay with them: no loop gives them back."""
    system = _claims()

    def gives_back(one: ir.Instruction) -> bool:
        return isinstance(one, ir.Assign) and one.cell.array == CLAIM and one.cell.indices == (one.value,)

    return replace(
        system,
        blocks=tuple(
            replace(one, tree=_without(one.tree, gives_back)) if one.name == "barking.lose each" else one
            for one in system.blocks
        ),
    )


def test_every_loop_after_a_loss_gives_claims_back() -> None:
    loops = [one for one in _counted().finder.terms.memory.loops if "barking.lose" in one.name]
    assert loops
    assert all([one.token for one in loop.clears] == [CLAIM] for loop in loops)


def test_nobody_is_left_with_a_claim_by_any_turn_of_these_loops() -> None:
    rising = [
        value.plus(variable(count), -1).constant
        for command in _counted().commands
        for count, value in command.updates
        if " left, " in count.name
    ]
    assert max(rising, default=0) == 0


def test_turns_that_give_nothing_back_are_counted() -> None:
    counted = count_system(_kept_with_the_dead(), single=[0, 1, 2], remember=True)
    rising = [
        count
        for command in counted.commands
        for count, value in command.updates
        if " left, " in count.name and value.plus(variable(count), -1).constant == 1
    ]
    assert rising


def test_whoever_is_looked_up_is_in_the_game_if_no_claim_is_astray() -> None:
    relying = [one for one in _counted().commands if any(ASTRAY in dict(linear.terms) for linear in one.guard)]
    assert relying
    for command in relying:
        (sure,) = [dict(linear.terms) for linear in command.guard if ASTRAY in dict(linear.terms)]
        assert sorted((count.name, factor) for count, factor in sure.items()) == [
            (LIVING, -1),
            (LIVING, 1),
            (ASTRAY.name, 1),
        ]


def _open_losses(counted: CountSystem) -> list[str]:
    """Commands after which nobody knows how many claims are astray."""
    return [
        command.name
        for command in counted.commands
        for count, value in command.updates
        if count == ASTRAY and any("#" in one.name for one, _ in value.terms)
    ]


def test_a_loss_leaves_claims_astray_where_they_stay_with_the_dead() -> None:
    assert _open_losses(_counted()) == []
    assert _open_losses(_counted("paid"))


def test_nothing_is_relied_upon_where_players_come_back() -> None:
    system = _claims()
    assert find_tokens(system) == (CLAIM,)
    back = ir.Tree((ir.Assign(ir.Cell(LIVING, (ir.Constant(0),)), ir.Constant(1)),), ir.Return())
    block = replace(system.blocks[0], tree=back)
    assert find_tokens(replace(system, blocks=(block, *system.blocks[1:]))) == ()


def _follow(system: System, counted: CountSystem, seed: int, steps: int) -> tuple[bool, int]:
    """Whether each point of a play is reached by commands, and how many claims are astray at most."""
    machine = Machine(system)
    generator = random.Random(seed)
    state = machine.sample_deal(generator)[0]
    last: Image | None = None
    most = 0
    for _ in range(steps):
        image = read_image(counted, machine.layout, state)
        most = max(most, dict(image.values).get(ASTRAY, 0))
        if last is not None and reach(counted, last, image) is None:
            return False, most
        if machine.is_final(state):
            break
        if image.agenda[-1].point in counted.alike:
            last = image
        label, _ = generator.choice(machine.labels(state))
        state = machine.step(state, label)
    return True, most


@pytest.mark.parametrize("seed", [0, 2])
def test_claims_of_plays_are_as_commands_say(seed: int) -> None:
    """In these plays a player is lost with whom the claim of another is."""
    assert _follow(_claims(), _counted(), seed, 26) == (True, 0)
    kept = _kept_with_the_dead()
    assert _follow(kept, count_system(kept, single=[0, 1, 2], remember=True), seed, 26) == (True, 1)


@pytest.mark.slow
def test_the_deck_lasts_with_three_players_and_barking_kittens() -> None:
    """A kitten that is handed over goes to somebody in the game: so deaths use kittens up, but for those by a bark."""
    rules = load_rules(SPEC, boxes=("base", "barking")).rules
    assert rules is not None
    game = FullSize(rules, all_readings(rules, {}))
    family = count_family(game.build, single=game.named_kinds(), players=(3,))
    find = named("deck-lasts", "at rest")
    result = prove_property(family, find, players=3)
    assert result.verdict == "proved"
    assert f"global: -{ASTRAY.name} >= 0" in {one.name for one in result.invariants}
