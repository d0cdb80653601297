"""A proof as one SMT-LIB file: the invariants, and each obligation with its multipliers; written here, read in verify.

The file says which property it is of and which invariants it uses. It holds no verdict: every obligation in it is
derived again by whoever checks it, from the .kit files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from checker.smt.certificate.cases import Obligation
from checker.smt.certificate.farkas import halves_to_refute
from checker.smt.certificate.smtlib import declare, print_constraint
from checker.smt.counts.linear import Constraint

FORMAT = "count certificate 1"
Multipliers = tuple[Mapping[str, Fraction], ...]


def quote(text: str) -> str:
    """A text as a string literal of SMT-LIB."""
    return '"' + text.replace('"', '""') + '"'


def print_certificate(
    about: Mapping[str, object],
    invariants: Iterable[tuple[str, Constraint]],
    obligations: Iterable[tuple[Obligation, Multipliers]],
) -> str:
    """The whole file. about: property, form, players (null: any number), kinds that are single, fields tracked."""
    lines = [
        f"(set-info :source {quote(FORMAT)})",
        f"(set-info :about {quote(json.dumps(dict(about), sort_keys=True))})",
        "(set-logic QF_LIA)",
    ]
    lines += [f"(set-info :invariant {quote(write_invariant(shape, one))})" for shape, one in invariants]
    for obligation, multipliers in obligations:
        for index, text in enumerate(print_obligation(obligation, multipliers)):
            lines.append(f"(set-info :obligation {quote(f'{obligation.name} / half {index}')})")
            lines.append(text)
    return "\n".join(lines) + "\n"


def print_obligation(obligation: Obligation, multipliers: Multipliers) -> list[str]:
    """Each half of an obligation: the rows that its multipliers use, the negated goal, the multipliers."""
    texts: list[str] = []
    for half, factors in zip(halves_to_refute(obligation.goal), multipliers, strict=True):
        rows = {name: row for name, row in obligation.rows.items() if name in factors}
        lines = ["(push 1)", *declare([*rows.values(), Constraint(half)])]
        lines += [f"(assert {print_constraint(row)})" for row in rows.values()]
        lines.append(f"(assert {print_constraint(Constraint(half))})")
        weights = json.dumps({name: str(factor) for name, factor in sorted(factors.items())})
        lines += [f"(set-info :farkas {quote(weights)})", "(check-sat)", "(pop 1)"]
        texts.append("\n".join(lines))
    return texts


def write_invariant(shape: str, constraint: Constraint) -> str:
    """An invariant as data: its shape, coefficients and constant."""
    terms = [[count.name, count.holder, count.kind, factor] for count, factor in constraint.linear.terms]
    return json.dumps([shape, terms, constraint.linear.constant, constraint.is_equation])


def write_file(path: Path, text: str) -> None:
    """The file, written at once."""
    path.write_text(text, encoding="utf-8")
