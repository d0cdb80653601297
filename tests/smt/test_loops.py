"""What frames remember: loops over all players and saved numbers, read off the System of the Streaking box."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import pytest

from checker.machine.machine import Machine
from checker.smt.candidates.under_way import candidates_under_way
from checker.smt.counts.commands import CountSystem, count_system, post_values
from checker.smt.counts.image import Image, reach, read_image
from checker.smt.counts.linear import SUM, Count, number
from checker.smt.counts.loops import Memory, find_memory
from checker.smt.shape.relevance import find_relevant
from checker.smt.shape.sorts import find_sorts
from checker.system import ir
from checker.system.build import build_system
from checker.system.points import Block
from checker.system.system import System
from checker.system.table import Scope, Table
from kittens_dsl.driver import load_rules
from tests.smt.conftest import SPEC

COPIES = {
    "Exploding Kitten": 3,
    "Defuse": 5,
    "Garbage Collection": 5,
    "Streaking Kitten": 1,
    "Curse of the Cat Butt": 1,
}


@lru_cache
def _garbage() -> System:
    """A deck of little else but Garbage Collections: who plays one has every player give a card."""
    rules = load_rules(SPEC, boxes=("base", "streaking")).rules
    assert rules is not None
    return build_system(rules, Table(3, Scope("garbage", COPIES, 2, 2), {}, "ordered"))


@lru_cache
def _counted() -> CountSystem:
    return count_system(_garbage(), single=[0, 1, 2], remember=True)


def _memory(system: System) -> Memory:
    fields = frozenset(array.name for array in system.arrays)
    return find_memory(system, find_sorts(system), find_relevant(system, fields), fields)


def _of_garbage(memory: Memory) -> list[str]:
    return [loop.local.rpartition(".")[0] for loop in memory.loops if "garbage.play" in loop.name]


def _with_heads(change: Callable[[Block], Block]) -> System:
    """The System with every block changed that a loop of the Garbage Collection can come to."""
    system = _garbage()
    return replace(system, blocks=tuple(change(one) if "garbage.play" in one.name else one for one in system.blocks))


def _rebind(tree: ir.Tree, old: ir.Expression, new: ir.Expression) -> ir.Tree:
    instructions = tuple(
        replace(one, value=new) if isinstance(one, ir.Bind) and one.value == old else one for one in tree.instructions
    )
    ending = tree.ending
    if isinstance(ending, ir.Branch):
        ending = replace(ending, then=_rebind(ending.then, old, new), otherwise=_rebind(ending.otherwise, old, new))
    return ir.Tree(instructions, ending)


def test_both_loops_of_a_garbage_collection_bind_each_player_once() -> None:
    assert _of_garbage(_memory(_garbage())) == ["they", "they"]


def test_the_cards_of_which_a_rule_is_still_to_be_asked_are_a_saved_number() -> None:
    assert [one.name.split(" at ")[0] for one in _memory(_garbage()).numbers.values()] == ["saved left"]


def test_a_loop_that_skips_players_is_not_relied_upon() -> None:
    """The counter goes up by two: with three players the second is never bound."""
    steps = next(one.steps for one in _memory(_garbage()).loops if "garbage.play" in one.name)
    once = ir.Operation("+", ir.Local(steps), ir.Constant(1))
    twice = ir.Operation("+", ir.Local(steps), ir.Constant(2))
    skipping = _with_heads(lambda block: replace(block, tree=_rebind(block.tree, once, twice)))
    assert _of_garbage(_memory(skipping)) == []


def test_a_loop_that_begins_in_its_middle_is_not_relied_upon() -> None:
    """The second loop begins with the second player: whoever plays the card is never bound in it."""
    late = _with_heads(lambda block: replace(block, tree=_rebind(block.tree, ir.Constant(0), ir.Constant(1))))
    assert len(_of_garbage(_memory(late))) < 2


def _leave(tree: ir.Tree, once: ir.Expression) -> ir.Tree:
    """Whoever is passed over ends the loop: its frame is gone, and others were not asked."""
    if [one.value for one in tree.instructions if isinstance(one, ir.Bind)] == [once]:
        return ir.Tree((), ir.Return())
    ending = tree.ending
    if isinstance(ending, ir.Branch):
        ending = replace(ending, then=_leave(ending.then, once), otherwise=_leave(ending.otherwise, once))
    return ir.Tree(tree.instructions, ending)


def test_a_loop_that_a_return_leaves_early_is_not_relied_upon() -> None:
    steps = next(one.steps for one in _memory(_garbage()).loops if "garbage.play" in one.name)
    once = ir.Operation("+", ir.Local(steps), ir.Constant(1))
    leaving = _with_heads(lambda one: replace(one, tree=_leave(one.tree, once)) if one.name.endswith("each") else one)
    assert _of_garbage(_memory(leaving)) == []


def test_a_loop_ends_only_when_everybody_was_bound_and_is_forgotten_then() -> None:
    ends = [one for one in _counted().commands if one.everyone]
    assert len({name for one in ends for name, _ in one.everyone}) == 2
    for command in ends:
        (name, first) = command.everyone[0]
        after = dict(command.updates)
        assert all(after[Count(name, actor)] == number(0) for actor in range(first))


def _follow(counted: CountSystem, seed: int, steps: int) -> tuple[bool, set[str]]:
    """Whether each point of a play is reached by commands, and what was remembered on the way."""
    machine = Machine(_garbage())
    generator = random.Random(seed)
    state = machine.sample_deal(generator)[0]
    names = {one.name for one in counted.memory}
    last: Image | None = None
    seen: set[str] = set()
    for _ in range(steps):
        image = read_image(counted, machine.layout, state)
        seen |= {count.name for count, value in image.values if value and count.name in names}
        if last is not None and reach(counted, last, image) is None:
            return False, seen
        if machine.is_final(state):
            break
        if image.agenda[-1].point in counted.alike:
            last = image
        label, _ = generator.choice(machine.labels(state))
        state = machine.step(state, label)
    return True, seen


@pytest.mark.parametrize("seed", [0, 3, 5, 10])
def test_what_the_frames_of_plays_remember_is_what_commands_remember(seed: int) -> None:
    """In the plays with these seeds a Garbage Collection is resolved."""
    followed, seen = _follow(_counted(), seed, 10)
    assert followed
    assert any(name.startswith("visited in") for name in seen)


def test_a_player_who_is_not_remembered_is_missed() -> None:
    """The commands forget that somebody was bound, the frames do not."""
    counted = _counted()
    forgetful = tuple(
        replace(
            one,
            updates=tuple(
                (count, value) for count, value in one.updates if "visited" not in count.name or value != number(1)
            ),
        )
        for one in counted.commands
    )
    assert not any(_follow(replace(counted, commands=forgetful), seed, 10)[0] for seed in (0, 3))


def test_sums_of_what_is_remembered_fall_to_0_with_the_loop() -> None:
    command = next(one for one in _counted().commands if one.everyone)
    name = command.everyone[0][0]
    assert post_values(command, [Count(name, SUM)])[Count(name, SUM)] == number(0)
    assert post_values(command, [Count(name, 7)])[Count(name, 7)] == number(0)


def test_it_is_tried_whether_nobody_has_some_card_somewhere_while_a_loop_goes_on() -> None:
    counted = _counted()
    names = {one.name for one in candidates_under_way(counted, {0, 1})}
    loops = [one for one in names if one.startswith("global: -") and "garbage.play each" in one]
    assert [one for one in loops if one.endswith("- zone exploding [0] of all + 1 >= 0")]
    assert [one for one in loops if one.endswith("- zone exploding [0] of all + 2 >= 0")]
    (saved,) = {one.name for one in counted.memory if one.name.startswith("saved ")}
    assert f"each: zone gathered [1] - {saved} of A >= 0" in names
