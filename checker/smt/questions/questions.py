"""Static questions: which rules and which faults can come to pass in no state that the invariants allow.

A command without a state never happens, for the commands allow more than the rules do; one that has a state may still
be impossible. The invariants are those that Z3 found to prove themselves; no certificate is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from checker.smt.proof.demand import Demand
from checker.smt.questions.premises import find_state, tell_core
from checker.system.draft import ENDLESS, CoveragePoint, FaultPoint


@dataclass(frozen=True, slots=True)
class Answers:
    """never: rules that no state lets come to pass. no_faults: faults without a state; faults: those that have one.

    because: for each of `never` and `no_faults` the facts by which its commands have no state; none, if it has none.
    """

    never: tuple[CoveragePoint, ...]
    no_faults: tuple[FaultPoint, ...]
    faults: tuple[FaultPoint, ...]
    because: Mapping[CoveragePoint | FaultPoint, tuple[str, ...]] = field(default_factory=dict)


def ask_questions(demand: Demand) -> Answers:
    """Ask for a state of every command, under all that can be shown of a pool of candidates."""
    counted = demand.family.counted
    states = {one.name: find_state(demand, one) for one in counted.commands}
    possible = [one for one in counted.commands if states[one.name].model is not None]
    impossible = [one for one in counted.commands if states[one.name].model is None]
    system = counted.system
    in_setup = {number for path in counted.finder.setup() for number in path.fired}
    fired = in_setup.union(*(command.fired for command in possible))
    setup_rules = {step.name for step in system.rules.setup}
    stops = {fault for command in possible for fault in command.faults}
    play_faults = [(number, one) for number, one in enumerate(system.faults) if not one.in_setup and one != ENDLESS]
    never = {
        number: one
        for number, one in enumerate(system.coverage)
        if one.is_rule and number not in fired and one.origin.rule not in setup_rules
    }
    because: dict[CoveragePoint | FaultPoint, tuple[str, ...]] = {
        point: tell_core(counted, (states[one.name] for one in impossible if number in one.fired))
        for number, point in never.items()
    }
    for number, fault in play_faults:
        if number not in stops:
            because[fault] = tell_core(counted, (states[one.name] for one in impossible if number in one.faults))
    return Answers(
        tuple(never.values()),
        tuple(one for number, one in play_faults if number not in stops),
        tuple(one for number, one in play_faults if number in stops),
        because,
    )
