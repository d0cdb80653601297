"""Clauses and what covers them: rules, readings and properties, scenes, or a reason to leave them open."""

from __future__ import annotations

from dataclasses import dataclass

from kittens_dsl.core.rules import Rules


@dataclass(frozen=True, slots=True)
class ClauseRow:
    """One clause of a loaded box: rules and setup steps, other declarations, scenes, or the reason in open.kit."""

    clause: str
    box: str
    rules: tuple[str, ...]
    others: tuple[str, ...]
    scenes: tuple[str, ...]
    open_reason: str

    @property
    def is_gap(self) -> bool:
        """Whether nothing speaks of it."""
        return not (self.rules or self.others or self.scenes or self.open_reason)


def cover_clauses(rules: Rules) -> tuple[ClauseRow, ...]:
    """A row for every clause of the register that belongs to a loaded box, in the register's order."""
    boxes = {box.name for box in rules.boxes}
    return tuple(
        ClauseRow(
            clause,
            box,
            (
                *(one.name for one in rules.rules if clause in one.clauses),
                *(one.name for one in rules.setup if clause in one.clauses),
            ),
            tuple(_others(rules, clause)),
            tuple(one.name for one in rules.scenes if clause in one.clauses),
            rules.open_clauses.get(clause, ""),
        )
        for clause, box in rules.clause_boxes.items()
        if box in boxes
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
