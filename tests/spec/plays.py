"""Random plays of the printed inventory, told point by point: what was offered, chosen and fired."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from checker.machine.describe import Describer
from checker.machine.machine import Machine, RawLabel, State
from checker.system.build import build_system
from checker.system.label import Label
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.driver import load_rules
from kittens_dsl.source.shipped import find_spec_directory

BOX_SETS: tuple[tuple[str, ...], ...] = (
    ("base",),
    ("base", "imploding"),
    ("base", "streaking"),
    ("base", "imploding", "streaking"),
    ("base", "barking"),
    ("base", "imploding", "barking"),
    ("base", "streaking", "barking"),
    ("base", "imploding", "streaking", "barking"),
)
"""All sets of boxes that can be on a table."""


@cache
def rules_of(boxes: tuple[str, ...]) -> Rules:
    """The shipped rules of some boxes."""
    loaded = load_rules(find_spec_directory(), boxes=boxes)
    assert loaded.rules is not None, loaded.problems
    return loaded.rules


@cache
def machine_of(boxes: tuple[str, ...], players: int) -> Machine:
    """The machine of the printed inventory, piles as bags: in order, a shuffle would have too many outcomes to list."""
    rules = rules_of(boxes)
    copies = {kind.name: kind.copies for kind in rules.cards}
    return Machine(build_system(rules, Table(players, Scope("full", copies), {}, "bag")))


@dataclass(frozen=True, slots=True)
class Step:
    """One label of a play: the point before and after, all labels that were offered, the rules that fired."""

    before: State
    label: Label
    raw: RawLabel
    after: State
    offered: tuple[RawLabel, ...]
    fired: frozenset[str]


@dataclass(slots=True)
class Play:
    """One random play, from the first point after setup to its end."""

    machine: Machine
    describer: Describer
    start: State
    steps: list[Step] = field(default_factory=list)

    def turn_holder(self, state: State) -> int:
        """Whose turn it is."""
        return self.describer.field(state, "token turn")


def play_at_random(boxes: tuple[str, ...], players: int, seed: int) -> Play:
    """A play whose labels are drawn by a generator, chance by its weights."""
    machine, generator = machine_of(boxes, players), random.Random(seed)
    state, _ = machine.sample_deal(generator)
    play = Play(machine, Describer(machine), state)
    names = [point.origin.rule if point.is_rule else "" for point in machine.system.coverage]
    while offered := machine.labels(state):
        raw = generator.choices([one for one, _ in offered], [weight for _, weight in offered])[0]
        machine.fired[:] = bytes(len(machine.fired))
        after = machine.step(state, raw)
        fired = frozenset(name for name, mark in zip(names, machine.fired, strict=False) if mark and name)
        label = play.describer.label(state, raw)
        play.steps.append(Step(state, label, raw, after, tuple(one for one, _ in offered), fired))
        state = after
    return play


@cache
def sample(boxes: tuple[str, ...], players: int, plays: int) -> tuple[Play, ...]:
    """Some random plays, always the same."""
    return tuple(play_at_random(boxes, players, seed) for seed in range(plays))


def list_steps(boxes: tuple[str, ...], players: int, plays: int) -> Iterator[tuple[Play, Step]]:
    """Every step of every one of these plays."""
    for play in sample(boxes, players, plays):
        for step in play.steps:
            yield play, step
