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
            tuple(one.name for one in (*rules.rules, *rules.setup) if clause in one.clauses),
            tuple(_others(rules, clause)),
            tuple(one.name for one in rules.scenes if clause in one.clauses),
            rules.open_clauses.get(clause, ""),
        )
        for clause, box in rules.clause_boxes.items()
        if box in boxes
    )


def _others(rules: Rules, clause: str) -> list[str]:
    found = [f"box {one.name}" for one in rules.boxes if clause in one.clauses]
    found += [f"card {one.name}" for one in rules.kinds if clause in one.clauses]
    found += [f"zone {one.name}" for one in rules.zones if clause in one.clauses]
    found += [f"counter {one.name}" for one in rules.counters if clause in one.clauses]
    found += [f"status {one.name}" for one in rules.statuses if clause in one.clauses]
    found += [f"token {one.name}" for one in rules.tokens if clause in one.clauses]
    found += [f"event {one.name}" for one in rules.events if clause in one.clauses]
    found += [
        f"ambiguity {one.name}"
        for one in rules.ambiguities
        if clause in one.clauses or any(clause in reading[2] for reading in one.readings)
    ]
    found += [f"property {one.name}" for one in rules.properties if clause in one.clauses]
    return found + [f"ruling {one.name}" for one in rules.rulings if clause in one.clauses]
