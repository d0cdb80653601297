"""The command `deal`: for which tables the printed cards suffice, how high the pile is, which clauses quarrel."""

from __future__ import annotations

import sys

import click
import msgspec

from checker.analysis.verifying import FullSize, all_readings
from checker.cli.table_options import load, parse_readings, read_table_options, reading_option, refuse, spec_options
from checker.report.console import Grid, make_console
from checker.smt.dealing import Deal, Quarrel, find_deal
from kittens_dsl.core.rules import Rules
from kittens_dsl.problem.problem import Problem


@click.command()
@spec_options
@reading_option
@click.option("--players", default="2-10", show_default=True, help="Numbers of players, such as 2-10 or 6.")
@click.option("--decks", type=click.IntRange(1, 5), default=1, show_default=True, help="How many copies of each box.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def deal(decks: int, form: str, **values: object) -> None:
    """Ask of setup alone: can it be carried out with the printed cards, for so many players and decks?

    Where not, the clauses that cannot hold together are named, and none of them could be left out. Exit code 1 if the
    boxes allow a number of players for which one deck does not suffice.
    """
    options = read_table_options(values)
    rules, _ = load(options)
    readings = parse_readings(options, rules)
    if "all" in readings.values():
        words = "setup is asked about under one reading of each ambiguity"
        refuse((Problem("K517", words, helps=("write --reading AMBIGUITY=READING",)),))
    game = FullSize(rules, all_readings(rules, readings))
    copies = {kind.name: kind.copies for kind in rules.kinds}
    deals = [find_deal(game.build(players), copies, decks) for players in options.players]
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode({"deals": deals}), indent=2).decode())
    else:
        _show(deals, rules)
    fewest, most = max(box.fewest_players for box in rules.boxes), max(box.most_players for box in rules.boxes)
    sys.exit(int(decks == 1 and any(one.pile is None for one in deals if fewest <= one.players <= most)))


def _show(deals: list[Deal], rules: Rules) -> None:
    most = max(box.most_players for box in rules.boxes)
    table = Grid()
    for name in ("players", "decks", "pile", "what cannot hold together"):
        table.add_column(name, wraps=False)
    for one in deals:
        more = " (more than the boxes allow)" if one.players > most else ""
        words = "; ".join(_say(party) for party in one.quarrel) or one.fault
        table.add_row(f"{one.players}{more}", str(one.decks), "none" if one.pile is None else str(one.pile), words)
    make_console().print(table)


def _say(party: Quarrel) -> str:
    return f"{party.who} [{', '.join(party.clauses)}] {party.says}"
