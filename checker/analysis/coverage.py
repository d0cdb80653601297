"""Clauses and what covers them, tensions and what decides them."""

from __future__ import annotations

from collections.abc import Mapping

from kittens_dsl.core.rules import Rules, Ruling
from kittens_dsl.core.tensions import Decision
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class ClauseRow:
    """One clause of a loaded box: rules and setup steps, other declarations, scenes, or the reason in open.kit.

    in_play: a rule of play states it, and not only a step of setup. everything: no box is left out that has a clause.
    """

    clause: str
    boxes: tuple[str, ...]
    rules: tuple[str, ...]
    others: tuple[str, ...]
    scenes: tuple[str, ...]
    open_reason: str
    in_play: bool
    everything: bool

    @property
    def is_silent(self) -> bool:
        """Whether nothing speaks of it."""
        return not (self.rules or self.others or self.scenes or self.open_reason)

    @property
    def lacks_scene(self) -> bool:
        """Whether a rule of play states it and no loaded scene shows it."""
        return self.in_play and not self.scenes

    @property
    def is_gap(self) -> bool:
        """Whether nothing speaks of it, or no scene shows it and no box is left out that its scenes may need."""
        return self.is_silent or (self.lacks_scene and self.everything)


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """What decides a tension; of a ruling also which clauses hold, which yield, and what carries it out."""

    sort: str
    name: str
    words: str
    holding: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    carried_out_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TensionRow:
    """One tension between clauses of loaded boxes: the question, what decides it, the scenes."""

    tension: str
    question: str
    clauses: tuple[str, ...]
    decisions: tuple[DecisionRow, ...]
    scenes: tuple[str, ...]

    @property
    def is_gap(self) -> bool:
        """Whether nothing decides it."""
        return not self.decisions


def cover_tensions(rules: Rules) -> tuple[TensionRow, ...]:
    """A row for every tension of the register that the loaded boxes give rise to, and for every other decided one."""
    boxes = {box.name for box in rules.boxes}
    declared = {tension.name: tension for tension in rules.tensions}
    rulings = {ruling.name: ruling for ruling in rules.rulings}
    arising = [name for name, needed in rules.tension_boxes.items() if needed <= boxes or name in declared]
    rows = []
    for name in dict.fromkeys((*arising, *declared)):
        tension = declared.get(name)
        if tension is None:
            rows.append(TensionRow(name, "", (), (), ()))
            continue
        decisions = tuple(_tell_decision(one, rulings) for one in tension.decisions)
        rows.append(TensionRow(name, tension.question, tension.clauses, decisions, tension.scenes))
    return tuple(rows)


def _tell_decision(decision: Decision, rulings: Mapping[str, Ruling]) -> DecisionRow:
    if decision.sort != "ruling":
        return DecisionRow(decision.sort, decision.name, decision.words)
    ruling = rulings[decision.name]
    carriers = ruling.carried_out_by or tuple(dict.fromkeys(winner for winner, _ in ruling.pairs))
    return DecisionRow("ruling", ruling.name, ruling.words, ruling.clauses, ruling.over, carriers)


def cover_clauses(rules: Rules) -> tuple[ClauseRow, ...]:
    """A row for every clause of the register that belongs to a loaded box, in the register's order."""
    boxes = {box.name for box in rules.boxes}
    everything = all(boxes.issuperset(needed) for needed in rules.clause_boxes.values())
    return tuple(
        ClauseRow(
            clause,
            needed,
            (
                *(one.name for one in rules.rules if clause in one.clauses),
                *(one.name for one in rules.setup if clause in one.clauses),
            ),
            tuple(_others(rules, clause)),
            tuple(one.name for one in rules.scenes if clause in one.clauses),
            rules.open_clauses.get(clause, ""),
            any(clause in one.clauses for one in rules.rules),
            everything,
        )
        for clause, needed in rules.clause_boxes.items()
        if boxes.issuperset(needed)
    )


def _others(rules: Rules, clause: str) -> list[str]:
    named: list[tuple[str, str, tuple[str, ...]]] = []
    named += [("box", one.name, one.clauses) for one in rules.boxes]
    named += [("card", one.name, one.clauses) for one in rules.cards]
    named += [("zone", one.name, one.clauses) for one in rules.zones]
    named += [("counter", one.name, one.clauses) for one in rules.counters]
    named += [("status", one.name, one.clauses) for one in rules.statuses]
    named += [("token", one.name, one.clauses) for one in rules.tokens]
    named += [("event", one.name, one.clauses) for one in rules.events]
    named += [("ambiguity", one.name, one.clauses) for one in rules.ambiguities]
    named += [("reading", f"{a.name}={r[0]}", r[2]) for a in rules.ambiguities for r in a.readings]
    named += [("property", one.name, one.clauses) for one in rules.properties]
    named += [("ruling", one.name, one.clauses) for one in rules.rulings]
    return [f"{sort} {name}" for sort, name, clauses in named if clause in clauses]
