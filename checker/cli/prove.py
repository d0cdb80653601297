"""`kittens prove`: properties at full size, for any number of players and any card totals, with certificates."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click
import msgspec
from rich.table import Table as RichTable
from rich.text import Text

from checker.analysis.proving import ANY_NUMBER, Proof, Prover
from checker.cli.table_options import (
    load,
    make_request,
    parse_readings,
    property_option,
    read_table_options,
    reading_option,
    refuse,
    spec_options,
)
from checker.report.console import make_console
from kittens_dsl.problem.problem import Problem


@click.command()
@spec_options
@reading_option
@property_option
@click.option(
    "--certificates", type=click.Path(path_type=Path), help="Write a certificate of each proof to this folder."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def prove(certificates: Path | None, form: str, **values: object) -> None:
    """Prove properties for any number of players and any card totals (no scope, no search).

    'proved' needs the start, every step, a certificate checked without a solver, and cvc5. What does not go through is
    undetermined, with the step that stands in the way: such a step need not be reachable. Exit codes: 0, or 3.
    """
    options = read_table_options(values)
    rules, spec = load(options)
    if "all" in parse_readings(options, rules).values():
        refuse(
            (Problem("K517", "a proof is of one reading", helps=("`kittens check --reading NAME=all` runs them all",)),)
        )
    request = make_request(options, rules, spec)
    readings = {one.name: one.default or one.readings[0][0] for one in rules.ambiguities} | dict(request.readings)
    proofs = Prover(rules, readings).run(request.only, lambda words: click.echo(f"{words} ...", err=True))
    if certificates is not None:
        certificates.mkdir(parents=True, exist_ok=True)
        for one in proofs:
            if one.certificate:
                name = re.sub(r"\W+", "-", f"{one.property} {one.form}")
                (certificates / f"{name}.smt2").write_text(one.certificate)
    if form == "json":
        entries = [_entry(one) for one in proofs]
        click.echo(msgspec.json.format(msgspec.json.encode({"proofs": entries}), indent=2).decode())
    else:
        _show(proofs)
    sys.exit(0 if all(one.outcome == "proved" for one in proofs) else 3)


def _entry(proof: Proof) -> dict[str, object]:
    return {
        "property": proof.property,
        "form": proof.form,
        "clauses": list(proof.clauses),
        "players": ANY_NUMBER,
        "verdict": proof.outcome,
        "words": proof.words,
        "obligations": proof.obligations,
        "invariants": list(proof.invariants),
        "not_looked_at": list(proof.unseen),
        "step": list(proof.failure),
        "seconds": round(proof.seconds, 1),
    }


def _show(proofs: tuple[Proof, ...]) -> None:
    console = make_console()
    table = RichTable(box=None, pad_edge=False, header_style="bold")
    for name in (f"property, {ANY_NUMBER}", "form", "verdict", "how"):
        table.add_column(name, no_wrap=True)
    for one in proofs:
        style = "green" if one.outcome == "proved" else "yellow"
        table.add_row(one.property, one.form, Text(one.outcome, style=style), one.words)
    console.print(table)
    unseen = sorted({atom for one in proofs for atom in one.unseen})
    if unseen:
        console.print(
            f"\nnot looked at (every outcome was allowed): {', '.join(unseen)}", highlight=False, markup=False
        )
    for one in proofs:
        if one.failure:
            console.print(f"\n{one.property}, {one.form}: this step stands in the way", style="bold", markup=False)
            for line in one.failure:
                console.print(f"    {line}", highlight=False, markup=False)
