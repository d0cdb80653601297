"""`kittens prove`: properties at full size, for any number of players and any card totals, with certificates."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from checker.analysis.refuting import SECONDS, Tables
from checker.analysis.small_plays import list_small_decks
from checker.analysis.verifying import ANY_NUMBER, FINITE, UNIFORM, FullSize, all_readings, say_premises, verify_file
from checker.cli.table_options import (
    load,
    make_request,
    property_option,
    read_table_options,
    reading_option,
    refuse,
    refuse_ignored,
    spec_options,
)
from checker.report.as_json import step_entry
from checker.report.console import Grid, Text, make_console
from checker.report.story import tell_story
from checker.report.terminal import show_story
from checker.smt.counts.family import Counting
from kittens_dsl.problem.problem import Problem

if TYPE_CHECKING:
    from checker.analysis.proving import Proof

STYLES = {"proved": "green", "refuted": "bold red", "undetermined": "yellow"}


@click.command()
@spec_options
@reading_option
@property_option
@click.option(
    "--certificates", type=click.Path(path_type=Path), help="Write a certificate of each proof to this folder."
)
@click.option(
    "--verify", "files", multiple=True, type=click.Path(path_type=Path), help="Check a certificate, without a solver."
)
@click.option("--questions", is_flag=True, help="Ask what can never come to pass, and which readings are the same.")
@click.option("--refute", "only_search", is_flag=True, help="Prove nothing, only look for plays.")
@click.option("--players", help="Where to look for plays, such as 2 or 3-5.  [default: all that the boxes allow]")
@click.option("--decks", type=click.IntRange(1, 5), default=1, show_default=True, help="Copies of each box, for plays.")
@click.option("--time-limit", type=click.FloatRange(0, min_open=True), help="Seconds for all searches for plays.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def prove(
    certificates: Path | None,
    files: tuple[Path, ...],
    questions: bool,
    only_search: bool,
    decks: int,
    form: str,
    **values: object,
) -> None:
    """Prove properties for any number of players and any card totals (no scope, no search).

    'proved' needs the start, every step, a certificate checked without a solver, and cvc5. 'refuted' needs a play of a
    real deal, found by a search and replayed; the searches come after the proofs and share --time-limit seconds
    of processor time. With --refute nothing is proved; with --players and --decks plays are looked for at other tables.
    Anything else is undetermined, with the step that stands in the way: such a step need not be reachable. Exit codes:
    0 all proved, 1 one refuted, 3 undetermined.

    With --verify nothing is proved: the certificates are checked against the rules of these boxes and readings. Exit
    codes: 0 all accepted, 1 one is not, 2 no such file.

    With --questions nothing is proved of properties: it is asked which rules and which faults can come to pass in no
    state, for any number of players, and why; which rules for one event without an order could both apply (a
    specification with orders left unsaid is read as well); where a reading is silent although another speaks; and which
    readings of an ambiguity are the same game, or the same to counts.
    """
    options = read_table_options(values)
    rules, spec = load(options, even_disputed=questions)
    asked = replace(options, players=(), properties=_named(options.properties))  # tables need not be those of a box
    request = make_request(asked, rules, spec)
    only = frozenset(options.properties) or None
    game = FullSize(rules, all_readings(rules, request.readings))
    if files or questions:
        refuse_ignored(("players", "decks", "time_limit", "only_search"), "no play is looked for")
    if files:
        counting = Counting(game.build)
        accepted = [_verify(file, game, counting, form) for file in files]
        sys.exit(0 if all(accepted) else 1)
    from checker.analysis.proving import Prover  # not above: loading the solvers takes longer than --verify does

    if questions:
        from checker.cli.questions import ask

        sys.exit(ask(game, form))
    if certificates is not None:
        certificates.mkdir(parents=True, exist_ok=True)  # before the proofs: a folder that cannot be loses no work
    tables = Tables(options.players, decks, list_small_decks(spec, rules, game.readings))
    prover = Prover(game, options.bounds.max_seconds or SECONDS, tables)
    work = prover.search if only_search else prover.run
    proofs = work(only, lambda words: click.echo(f"{words} ...", err=True))
    if certificates is not None:
        for one in proofs:
            if one.certificate:
                (certificates / game.file_name(one.property, one.form, one.which)).write_text(one.certificate)
    if form == "json":
        entries = [_entry(one) for one in proofs]
        click.echo(msgspec.json.format(msgspec.json.encode({"proofs": entries}), indent=2).decode())
    else:
        _show(proofs)
    outcomes = {one.outcome for one in proofs}
    sys.exit(1 if "refuted" in outcomes else 3 if "undetermined" in outcomes else 0)


def _named(properties: tuple[str, ...]) -> tuple[str, ...]:
    """The properties that the specification must know: all but the built-in one."""
    return tuple(one for one in properties if one != FINITE)


def _verify(file: Path, game: FullSize, counting: Counting, form: str) -> bool:
    """Whether one certificate is accepted; what is wrong with it is said."""
    try:
        text = file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        refuse((Problem("K530", f"{file} cannot be read: {error}", helps=("name a file that --certificates wrote",)),))
    found = verify_file(text, game, counting)
    checked = found.checked
    if form == "json":
        entry = {
            "file": str(file),
            "claim": found.claim,
            "accepted": checked.accepted,
            "obligations": checked.obligations,
            "problems": list(checked.problems),
        }
        click.echo(msgspec.json.encode(entry).decode())
    elif checked.accepted:
        words = f"{checked.obligations} obligations derived again and each checked without a solver"
        words = f"{words}; {say_premises(checked)}{UNIFORM}"
        click.echo(f"{file}: accepted\n    {found.claim}, {ANY_NUMBER}: {words}")
    else:
        more = f"\n    and {len(checked.problems) - 3} more" if len(checked.problems) > 3 else ""
        click.echo(f"{file}: rejected\n    " + "\n    ".join(checked.problems[:3]) + more)
    return checked.accepted


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
        "play": _play_entry(proof),
        "seconds": round(proof.seconds, 1),
    }


def _play_entry(proof: Proof) -> dict[str, object] | None:
    if proof.refutation is None or proof.refutation.machine is None:
        return None
    story = tell_story(proof.refutation.machine, proof.refutation.points)
    return {
        "players": proof.refutation.players,
        "opening": list(story.opening),
        "steps": [step_entry(step) for step in story.steps],
        "ending": list(story.ending),
    }


def _show(proofs: tuple[Proof, ...]) -> None:
    console = make_console()
    table = Grid()
    for name in (f"property, {ANY_NUMBER}", "form", "verdict", "how"):
        table.add_column(name, wraps=name == "how")
    for one in proofs:
        table.add_row(one.property, one.form, Text(one.outcome, style=STYLES[one.outcome]), one.words)
    console.print(table)
    unseen = sorted({atom for one in proofs for atom in one.unseen})
    if unseen:
        console.print(f"\nnot looked at (every outcome was allowed): {', '.join(unseen)}")
    for one in proofs:
        if one.refutation is not None and one.refutation.machine is not None:
            console.print()
            title = f"{one.property}, {one.form}: refuted, {one.refutation.players} players"
            show_story(console, title, tell_story(one.refutation.machine, one.refutation.points))
        elif one.failure:
            console.print(f"\n{one.property}, {one.form}: this step stands in the way", style="bold")
            for line in one.failure:
                console.print(f"    {line}")
