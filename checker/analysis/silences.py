"""Exhaustiveness of readings: is one silent where another speaks?

Asked of each ambiguity of which rules about one event ask in their guards, of each of its readings: can the event come
in a state in which no rule that asks applies, although under another reading one would? Ambiguities in bodies have an
arm for every reading, as the language demands. A silence is nothing wrong by itself: a reading may change nothing.

The rules get a probe, a prohibition of the event just there; a command that passes it without a state never happens.
Invariants are those of the rules without the probe, but for what speaks of the agenda, which it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from checker.analysis.verifying import FullSize
from checker.smt.candidates.template import ranges
from checker.smt.certificate.obligations import Proof
from checker.smt.counts.family import count_family
from checker.smt.counts.linear import PLAYERS
from checker.smt.counts.refused import NotCounted
from checker.smt.proof.houdini import learn_invariants
from checker.smt.proof.solver import Undecided
from checker.smt.questions.premises import find_premise, find_unseen, tell_core, tell_state
from checker.system.specialise import fix_condition
from kittens_dsl.core.rules import Afterwards, Ambiguity, Cannot, Instead, Rule, Rules
from kittens_dsl.core.terms import Condition, EachPlayer, Either, Every, Negation, ReadingChosen, SomePlayer, Truth


@dataclass(frozen=True, slots=True)
class Silence:
    """One reading beside the others, of one event: the rules that ask, and whether none may apply where one could.

    never: no state that the invariants allow (because: what excludes it). silent: some do. not excluded: some do as far
    as counts go (unseen), or no commands were made of it (words in unseen).
    """

    ambiguity: str
    reading: str
    event: str
    rules: tuple[str, ...]
    answer: Literal["never", "silent", "not excluded"]
    because: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()


def find_silences(game: FullSize, single: tuple[int, ...], report: Callable[[str], None]) -> tuple[Silence, ...]:
    """What is known of every reading, the other ambiguities as given. single: the kinds that are told apart."""
    found: list[Silence] = []
    for ambiguity in game.rules.ambiguities:
        for event, rules in _group(game.rules, ambiguity.name).items():
            for reading, _, _ in ambiguity.readings:
                asked = replace(game, readings={**game.readings, ambiguity.name: reading})
                probe = _make_probe(game, ambiguity, reading, event, rules)
                silence = Silence(ambiguity.name, reading, event, tuple(one.name for one in rules), "never")
                if probe is not None:
                    report(f"asking where {reading} of {ambiguity.name} is silent")
                    silence = _ask(asked, single, silence, probe)
                found.append(silence)
    return tuple(found)


def _group(rules: Rules, ambiguity: str) -> Mapping[str, list[Rule]]:
    """The rules that ask of an ambiguity, by their event."""
    found: dict[str, list[Rule]] = {}
    for rule in rules.rules:
        if isinstance(rule.attachment, Instead | Afterwards | Cannot) and _asks(rule.guard, ambiguity):
            found.setdefault(rule.attachment.event, []).append(rule)
    return found


def _asks(condition: Condition, ambiguity: str) -> bool:
    match condition:
        case ReadingChosen(name):
            return name == ambiguity
        case Every(parts) | Either(parts):
            return any(_asks(one, ambiguity) for one in parts)
        case Negation(inner) | EachPlayer(_, inner) | SomePlayer(_, inner):
            return _asks(inner, ambiguity)
        case _:
            return False


def _make_probe(game: FullSize, ambiguity: Ambiguity, reading: str, event: str, rules: Iterable[Rule]) -> Rule | None:
    """A prohibition where no rule applies but would under another reading; None if that contradicts itself in words."""

    def applies(name: str) -> Condition:
        readings = {**game.readings, ambiguity.name: name}
        return fix_condition(Either(tuple(one.guard for one in rules)), readings)

    others = tuple(applies(name) for name, _, _ in ambiguity.readings if name != reading)
    here = applies(reading)
    guard = fix_condition(Every((Either(others), Negation(here))), game.readings)
    if guard == Truth(False) or set(others) <= {here, Truth(False)}:
        return None
    return Rule(f"silence of {ambiguity.name}", game.rules.boxes[0].name, (), Cannot(event), guard)


def _ask(asked: FullSize, single: tuple[int, ...], silence: Silence, probe: Rule) -> Silence:
    probed = replace(asked, rules=replace(asked.rules, rules=(probe, *asked.rules.rules)))
    try:
        family, other = (count_family(one.build, single=single) for one in (asked, probed))
        if other.counted.cuts != family.counted.cuts:
            return replace(silence, answer="not excluded", unseen=("a prohibition would change where paths end",))
        invariants = learn_invariants(family).kept
    except (NotCounted, Undecided) as error:
        return replace(silence, answer="not excluded", unseen=(str(error),))
    plain = {array.name for array in family.counted.arrays} | {PLAYERS.name, "total"}
    kept = [one for one in invariants if all(count.name in plain for count, _ in one.constraint.linear.terms)]
    proof = Proof(other, tuple(dict.fromkeys((*ranges(other.counted), *kept))), None)
    points = {number for number, one in enumerate(other.counted.system.coverage) if one.origin.rule == probe.name}
    states = [find_premise(proof, one) for one in other.counted.commands if points & one.fired]
    possible = min(
        (one for one in states if one.model is not None), key=lambda one: len(find_unseen(one)), default=None
    )
    if possible is None:
        return replace(silence, because=tell_core(other.counted, states))
    unseen = tuple(sorted(find_unseen(possible)))
    answer: Literal["silent", "not excluded"] = "not excluded" if unseen else "silent"
    return replace(silence, answer=answer, unseen=unseen, state=tell_state(other.counted, possible))


def say_silence(one: Silence) -> str:
    """An answer in one line."""
    whose = f"{one.reading} of {one.ambiguity}, to {one.event} ({', '.join(one.rules)})"
    if one.answer == "never":
        return f"{whose}: never silent where another speaks{''.join(f'; by {fact}' for fact in one.because)}"
    beside = f" (not looked at: {', '.join(one.unseen)})" if one.unseen else ""
    return f"{whose}: {one.answer}{beside}: {'; '.join(one.state)}"
