"""Real deals that begin like the deal of a small deck, and the small play as what leads the search of a real one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import cast

from checker.analysis.small_plays import SmallPlay
from checker.explore.along import Guide
from checker.machine.describe import Describer
from checker.machine.machine import Machine, RawLabel, State
from checker.model import Label as AnyLabel
from checker.system import ir
from checker.system.label import CHANCE, Label
from checker.system.points import Hands, Text
from checker.system.system import System


def deal_like(machine: Machine, play: SmallPlay, generator: random.Random | None) -> tuple[State, tuple[RawLabel, ...]]:
    """A real deal whose hands have the cards that the small deal gave them.

    The other cards are as many as possible of few kinds that nobody can answer with, and none that the small deck has,
    so that there is little to choose; with a generator, any.
    """
    kinds, describer = machine.system.kinds, Describer(machine)
    kept = Counter({kind: copies for kind, copies in play.deck.scope.copies.items() if kind in kinds})
    waiting, answers = list(play.hands), find_answers(machine.system)
    state, labels = machine.begin_setup(), list[RawLabel]()
    label: RawLabel
    while (location := machine.location(state)) is not None and location.in_setup:
        (_, domain), *_ = location.choices[0].binders
        if isinstance(domain, Hands):
            base = machine.layout.index(f"zone {domain.place.zone}", 0)
            there = Counter({kind: state[base + number] for number, kind in enumerate(kinds)})
            blank = (location.number, 0, CHANCE, (0,) * len(kinds))
            small = next((one for one in waiting if one.words[0] == describer.label(state, blank).words[0]), None)
            if small is not None:
                waiting.remove(small)
            wanted = Counter(small.words[1] if small is not None and isinstance(small.words[1], tuple) else ())
            kept -= wanted
            hand = _fill(there, wanted, kept, domain.number, answers, generator)
            label = (*blank[:3], tuple(hand[kind] for kind in kinds))
        else:
            label = machine.labels(state)[0][0]
        labels.append(label)
        state = machine.step_setup(state, label)
    return state, tuple(labels)


def _fill(
    there: Counter[str],
    wanted: Counter[str],
    kept: Counter[str],
    number: int,
    answers: frozenset[str],
    generator: random.Random | None,
) -> Counter[str]:
    hand = Counter(list((wanted & there).elements())[:number])
    order = sorted(there, key=lambda kind: (kind in kept, kind in answers, -there[kind]))
    if generator is not None:
        generator.shuffle(order)
    for spared in (kept, Counter[str]()):
        for kind in order:
            free = max(0, there[kind] - hand[kind] - spared[kind])
            hand[kind] += min(free, number - hand.total())
    return hand


def find_answers(system: System) -> frozenset[str]:
    """The kinds that somebody can answer with: where they are dealt, there is more to choose."""
    found: set[str] = set()

    def walk(test: ir.Test) -> None:
        match test:
            case ir.Conjunction(parts) | ir.Disjunction(parts):
                for part in parts:
                    walk(part)
            case ir.Comparison(_, ir.Constant(), ir.Cell(array, (_, ir.Constant(kind)))) if array.startswith("zone "):
                found.add(system.kinds[kind])
            case _:
                return

    for location in system.locations:
        for choice in location.choices:
            if choice.verb == "respond":
                walk(choice.guard)
    return frozenset(found)


# ---- what leads the search of the real deal
def make_guide(machine: Machine, play: SmallPlay, nearness: Callable[[State], float]) -> Guide[State]:
    """The small play as a script for a machine of the printed deck."""
    describer = Describer(machine)
    begins = {_rough(one.verb, one.words) for one in play.script}
    known: dict[tuple[int, int], bool] = {}

    def spell(state: State, label: AnyLabel) -> Label | None:
        raw = cast(RawLabel, label)  # the machine's own label, which searches know as a hashable only
        where = raw[:2]
        if where not in known:
            choice = machine.system.locations[where[0]].choices[where[1]]
            first = choice.words[0] if choice.words else None
            known[where] = not isinstance(first, Text) or _rough(choice.verb, (first.text,)) in begins
        return describer.label(state, raw) if known[where] else None

    def name(label: AnyLabel) -> tuple[object, ...]:
        return cast(Label, label)[1:]  # what `spell` made; searches know it as a hashable only

    def place(label: AnyLabel) -> tuple[int, int]:
        return cast(RawLabel, label)[:2]  # as in `spell`

    return Guide(play.script, spell, nearness, name, place)


def _rough(verb: str, words: tuple[object, ...]) -> tuple[str, object]:
    """What the labels of one choice have in common, if their first word is fixed."""
    return verb, words[0] if words else None
