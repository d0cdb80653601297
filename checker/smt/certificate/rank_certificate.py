"""A rank as a file: its components, and for each command an SMT-LIB check that no counts break what it must do.

Whoever checks the file derives the commands again, adds up, and prints the file again: it must be the same text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from checker.smt.certificate.certificate import quote
from checker.smt.certificate.ranking import Component, change_of, check_rank, fall_of
from checker.smt.certificate.smtlib import declare, print_constraint, print_linear
from checker.smt.certificate.verify import INFO, Checked, say_differences
from checker.smt.counts.commands import Command, CountSystem
from checker.smt.counts.family import Build, Counting, make_counting
from checker.smt.counts.linear import Constraint, Count, Linear, number, variable
from checker.smt.counts.refused import NotCounted

FORMAT = "rank certificate 1"


def print_rank(about: Mapping[str, object], counted: CountSystem, rank: tuple[Component, ...]) -> str:
    """The whole file. about: what it is of; kinds that are single and fields that are tracked are added here."""
    classes = counted.classes
    single = [kind for kind, own in zip(counted.system.kinds, classes, strict=True) if classes.count(own) == 1]
    said = {**about, "single": single, "tracked": sorted(counted.finder.terms.tracked)}
    lines = [
        f"(set-info :source {quote(FORMAT)})",
        f"(set-info :about {quote(json.dumps(said, sort_keys=True))})",
        "(set-logic QF_LIA)",
    ]
    lines += [f"(set-info :rank {quote(_write(component))})" for component in rank]
    for command in counted.commands:
        if not command.drops_agenda:
            lines += _print_command(command, rank)
    return "\n".join(lines) + "\n"


def _print_command(command: Command, rank: tuple[Component, ...]) -> list[str]:
    changes = change_of(command, {count for component in rank for count in component})
    wrong: list[str] = []
    falls: list[Linear] = []
    for component in rank:
        fall = number(0)
        for count, factor in component.items():
            if count in changes:
                fall = fall.plus(changes[count], -factor)
        falls.append(fall)
        least = fall_of(component, changes)
        wrong.append(f"(< {print_linear(fall)} {1 if least else 0})")
        if least:
            break
    counts = sorted({count for fall in falls for count, _ in fall.terms})
    return [
        f"(set-info :command {quote(command.name)})",
        "(push 1)",
        *declare([Constraint(variable(count)) for count in counts]),
        *(f"(assert {print_constraint(Constraint(variable(count)))})" for count in counts),
        f"(assert (or {' '.join(wrong)} false))",
        "(check-sat)",
        "(pop 1)",
    ]


def _write(component: Component) -> str:
    return json.dumps([[count.name, count.holder, count.kind, factor] for count, factor in sorted(component.items())])


def is_rank(text: str) -> bool:
    """Whether a file says that it is a rank."""
    return text.startswith(f"(set-info :source {quote(FORMAT)})")


def verify_rank(text: str, build: Build | Counting, about: Mapping[str, object]) -> Checked:
    """Check a file against a spec: the commands are derived again for it, and the rank is added up. No solver."""
    try:
        said, rank = _read(text)
    except (ValueError, StopIteration, TypeError, AttributeError) as error:
        return Checked(0, (f"this certificate cannot be read: {error}",))
    other = say_differences(about, said)
    if other:
        return Checked(0, other)
    single, tracked = said.get("single"), said.get("tracked")
    counting = make_counting(build)
    kinds = counting.system(2).kinds
    if not isinstance(single, list) or not isinstance(tracked, list) or not set(single) <= set(kinds):
        return Checked(0, ("single kinds or tracked fields are missing, or not of this game",))
    try:
        chosen = [kinds.index(name) for name in single]
        counted = counting.family(chosen, frozenset(map(str, tracked))).counted
    except NotCounted as error:
        return Checked(0, (str(error),))
    problems = [f"{one.command or 'the rank'}: {one.words}" for one in check_rank(counted, rank)]
    if not problems and print_rank(about, counted, rank) != text:
        problems.append("its text is not that of this System")
    return Checked(sum(not command.drops_agenda for command in counted.commands), tuple(problems))


def _read(text: str) -> tuple[dict[str, object], tuple[Component, ...]]:
    infos = [(key, value.replace('""', '"')) for key, value in re.findall(INFO, text)]
    about = json.loads(next(value for key, value in infos if key == "about"))
    if not isinstance(about, dict):
        raise ValueError("what it is of is missing")
    rank = tuple(
        {Count(str(name), int(holder), int(kind)): int(factor) for name, holder, kind, factor in json.loads(value)}
        for key, value in infos
        if key == "rank"
    )
    return about, rank
