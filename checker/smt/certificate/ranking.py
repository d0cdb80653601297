"""Ranking functions: why every play is finite, for any number of players. Checked by adding up, without a solver.

A rank is a list of sums of counts with coefficients that are not negative. Every command that takes a decision lowers
it: some sum falls by at least 1 and none before it rises. Every other command does so too, or raises none of the sums.
So a play has finitely many decisions. (C. Alias, A. Darte, P. Feautrier, L. Gonnord, SAS 2010: lexicographic ranks.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from checker.smt.counts.commands import Command, CountSystem, post_values
from checker.smt.counts.linear import SUM, Count, Linear, make_linear, variable

Component = Mapping[Count, int]


@dataclass(frozen=True, slots=True)
class Unranked:
    """What speaks against a rank: a command in words, and what it does to the components."""

    command: str
    words: str


def change_of(command: Command, measured: Iterable[Count]) -> dict[Count, Linear]:
    """By how much a command changes each of the table's counts and of the sums over all players."""
    counts = list(measured)
    after = post_values(command, counts)
    changes = {count: after[count].plus(variable(count), -1) for count in counts if count in after}
    return {count: change for count, change in changes.items() if change.terms or change.constant}


def measured_counts(counted: CountSystem) -> tuple[Count, ...]:
    """Every zone by class, every kind of frame, and who is in: of the table, or summed over all players."""
    found: dict[Count, None] = {}
    for command in counted.commands:
        for count, _ in command.updates:
            found[count if count.holder < 0 else count._replace(holder=SUM)] = None
    return tuple(sorted(one for one in found if "#" not in one.name))


def fall_of(component: Component, changes: Mapping[Count, Linear]) -> int | None:
    """By how much a component falls at least, whatever the counts are; None if it can rise without limit."""
    terms: dict[Count, int] = {}
    constant = 0
    for count, factor in component.items():
        change = changes.get(count)
        if change is not None:
            constant -= factor * change.constant
            for one, times in change.terms:
                terms[one] = terms.get(one, 0) - factor * times
    rest = make_linear(terms)
    return constant if all(factor > 0 for _, factor in rest.terms) else None


def check_rank(counted: CountSystem, rank: tuple[Component, ...]) -> tuple[Unranked, ...]:
    """The commands that speak against a rank; none if it proves that every play is finite."""
    lost: list[Unranked] = []
    if any(factor < 0 for component in rank for factor in component.values()):
        lost.append(Unranked("", "a coefficient is negative, so that the component has no least value"))
    measured = set(measured_counts(counted))
    if any(count not in measured for component in rank for count in component):
        lost.append(Unranked("", "a component speaks of a count that these rules do not have"))
    for command in counted.commands:
        if command.drops_agenda:
            continue
        changes = change_of(command, {count for component in rank for count in component})
        falls = [fall_of(component, changes) for component in rank]
        lowered = next((index for index, fall in enumerate(falls) if fall is None or fall != 0), len(falls))
        if lowered < len(falls):
            fall = falls[lowered]
            if fall is None or fall < 0:
                lost.append(Unranked(command.name, f"component {lowered + 1} can rise"))
        elif command.decided:
            lost.append(Unranked(command.name, "no component falls"))
    return tuple(lost)
