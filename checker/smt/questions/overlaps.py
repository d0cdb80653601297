"""Overlaps: whether two rules that can replace one thing, and of which neither comes first, ever apply together.

The System stops with a conflict where both guards hold (lower_events, lower_plays). A command to that stop which no
state meets under the invariants never happens, so that these rules never apply together. Where it has a state, that
state need not be reachable; and what counts do not see was allowed to come out as it may.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from checker.smt.counts.family import Family, Hit
from checker.smt.proof.demand import Demand
from checker.smt.questions.premises import find_state, find_unseen, tell_core, tell_state
from checker.system.lower_events import beats, conflict_words
from checker.system.system import System
from kittens_dsl.core.rules import Instead, InsteadOfEffect, PlayRule, Rule

Answer = Literal["never", "both apply", "not excluded"]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rules that can replace one thing, neither of which comes first. faults: where the System stops for them.

    is_seen: whether it does; an optional rule is offered first, and nothing stops.
    """

    one: Rule
    other: Rule
    faults: frozenset[int]
    is_seen: bool


@dataclass(frozen=True, slots=True)
class Overlap:
    """What is known of a pair.

    never: no state that the invariants allow (because: the facts that exclude it). both apply: some do, and all that
    the rules ask on the way was looked at. not excluded: some do as far as counts go (unseen: what was not looked at).
    state: in card words.
    """

    one: str
    other: str
    answer: Answer
    because: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()


def list_pairs(system: System) -> tuple[Pair, ...]:
    """The pairs of rules of which the System says no order, in the order of the rules."""
    rules = [one for one in system.rules.rules if isinstance(one.attachment, Instead | InsteadOfEffect)]
    return tuple(
        _pair(system, one, other)
        for one, other in combinations(rules, 2)
        if _place(one) == _place(other) and not beats(one, other) and not beats(other, one)
    )


def _place(rule: Rule) -> tuple[str, str]:
    match rule.attachment:
        case Instead(event):
            return "event", event
        case InsteadOfEffect(play):
            return "play", play
        case _:
            return "", ""


def _pair(system: System, one: Rule, other: Rule) -> Pair:
    optional = any(isinstance(each.attachment, Instead) and each.attachment.optional for each in (one, other))
    places = [_place(one)[1]] if isinstance(one.attachment, Instead) else list(_effects(system))
    words = {conflict_words(first, second, place) for first, second in ((one, other), (other, one)) for place in places}
    faults = frozenset(number for number, fault in enumerate(system.faults) if fault.words in words)
    return Pair(one, other, faults, not optional)


def _effects(system: System) -> Iterator[str]:
    for rule in system.rules.rules:
        if isinstance(rule.attachment, PlayRule):
            yield f"the effect of {rule.name}"


def conflict_hits(family: Family) -> tuple[Hit, ...]:
    """The guards of the commands to a conflict, as what should never be: candidates for invariants."""
    faults = frozenset[int]().union(*(one.faults for one in list_pairs(family.counted.system)))
    found = [one for one in family.counted.commands if faults & one.faults]
    return tuple(Hit(f"conflict {one.name}", None, one.actors, one.guard, one.unseen) for one in found)


def ask_overlaps(demand: Demand) -> tuple[Overlap, ...]:
    """Ask of every pair for a state in which both apply, under all that can be shown of a pool of candidates."""
    return tuple(_ask(demand, pair) for pair in list_pairs(demand.family.counted.system))


def _ask(demand: Demand, pair: Pair) -> Overlap:
    counted = demand.family.counted
    system = counted.system
    one, other = pair.one.name, pair.other.name
    if not pair.is_seen:
        return Overlap(one, other, "not excluded", unseen=("whether a player is offered the one before the other",))
    if any(system.faults[fault].in_setup for fault in pair.faults):
        return Overlap(one, other, "not excluded", unseen=("setup",))
    commands = [command for command in counted.commands if pair.faults & command.faults]
    states = [find_state(demand, command) for command in commands]
    possible = sorted((state for state in states if state.model is not None), key=lambda state: len(find_unseen(state)))
    if not possible:
        return Overlap(one, other, "never", tell_core(counted, states))
    unseen = find_unseen(possible[0])
    answer: Answer = "not excluded" if unseen else "both apply"
    return Overlap(one, other, answer, (), tell_state(counted, possible[0]), tuple(sorted(unseen)))
