"""The command `deal`: for which tables the printed cards suffice, how high the pile is, which clauses quarrel."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import click
import msgspec

from checker.analysis.dealing import SAMPLED, deal_table
from checker.analysis.verifying import FullSize, all_readings
from checker.cli.table_options import (
    DEFAULT_SCOPE,
    TableOptions,
    list_sets,
    load,
    parse_readings,
    read_table_options,
    reading_option,
    refuse,
    refuse_ignored,
    spec_options,
)
from checker.report.console import Grid, make_console
from checker.smt.questions.dealing import Deal, Quarrel
from kittens_dsl.core.rules import EVERY_READING, Rules
from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.shipped import find_spec_directory


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was found for one set of boxes: every table that was asked for, and how many the boxes let play."""

    boxes: tuple[str, ...]
    fewest: int
    most: int
    deals: tuple[Deal, ...]

    @property
    def first_obstacle(self) -> Deal | None:
        """The smallest table that cannot be dealt."""
        return next((one for one in self.deals if one.pile is None), None)

    @property
    def falls_short(self) -> bool:
        """Whether the boxes allow a number of players for which one deck does not suffice."""
        allowed = [one for one in self.deals if one.decks == 1 and self.fewest <= one.players <= self.most]
        return any(one.pile is None for one in allowed)


@click.command()
@spec_options
@reading_option
@click.option("--players", default="2-10", show_default=True, help="Numbers of players, such as 2-10 or 6.")
@click.option("--decks", type=click.IntRange(1, 5), default=1, show_default=True, help="How many copies of each box.")
@click.option("--every-set", is_flag=True, help="One line for each set of boxes, instead of one for each table.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def deal(decks: int, every_set: bool, form: str, **values: object) -> None:
    """Ask of setup alone: can it be carried out with the printed cards, for so many players and decks?

    Where not, the clauses that cannot hold together are named, and none of them could be left out. Exit code 1 if the
    boxes allow a number of players for which one deck does not suffice. Where setup repeats a step until a number is
    reached, random deals are looked at, and the height is marked with a star.
    """
    options = read_table_options(values)
    sets = [",".join(options.boxes)]
    if every_set:
        refuse_ignored(("boxes",), "--every-set takes them all")
        sets = list(list_sets(DEFAULT_SCOPE, options.spec or find_spec_directory()))
    found = [_ask(read_table_options({**values, "boxes": one}), decks) for one in sets]
    if form == "json":
        document = {"sets": found} if every_set else {"deals": found[0].deals}
        click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
    elif every_set:
        _show_sets(found)
    else:
        _show(found[0])
    sys.exit(int(any(one.falls_short for one in found)))


def _ask(options: TableOptions, decks: int) -> Dealt:
    """Every table of one set of boxes. A reading that these boxes do not declare is refused."""
    rules, _ = load(options)
    readings = parse_readings(options, rules)
    if EVERY_READING in readings.values():
        words = "setup is asked about under one reading of each ambiguity"
        refuse((Problem("K517", words, helps=("write --reading AMBIGUITY=READING",)),))
    game = FullSize(rules, all_readings(rules, readings))
    copies = {kind.name: kind.copies for kind in rules.kinds}
    deals = tuple(deal_table(game, players, copies, decks) for players in options.players)
    return Dealt(options.boxes, _fewest(rules), _most(rules), deals)


def _fewest(rules: Rules) -> int:
    return max(box.fewest_players for box in rules.boxes)


def _most(rules: Rules) -> int:
    return max(box.most_players for box in rules.boxes)


def _make_table(names: Sequence[str]) -> Grid:
    table = Grid()
    for name in names:
        table.add_column(name, wraps=name == names[-1])
    return table


def _show(found: Dealt) -> None:
    table = _make_table(("players", "decks", "pile", "what cannot hold together"))
    for one in found.deals:
        more = " (more than the boxes allow)" if one.players > found.most else ""
        table.add_row(f"{one.players}{more}", str(one.decks), _say_height(one), _why(one))
    _print(table, found.deals)


def _print(table: Grid, deals: Iterable[Deal]) -> None:
    console = make_console()
    console.print(table)
    if any(one.sampled for one in deals):
        console.print(f"* as seen in {SAMPLED} random deals: setup repeats a step until a number is reached")


def _say_height(one: Deal) -> str:
    star = "*" if one.sampled else ""
    if one.pile is None:
        return "none" + star
    fewest, most = one.pile
    return (str(most) if fewest == most else f"{fewest} to {most}") + star


def _show_sets(found: Sequence[Dealt]) -> None:
    table = _make_table(("boxes", "allowed", "dealt", "piles", "first that cannot be dealt, and why"))
    for one in found:
        dealt = [each for each in one.deals if each.pile is not None]
        first = one.first_obstacle
        table.add_row(
            ", ".join(one.boxes),
            f"{one.fewest}-{one.most}",
            "none" if not dealt else f"{dealt[0].players}-{dealt[-1].players}",
            " ".join(_say_height(each) for each in dealt),
            "none" if first is None else f"{first.players}: {_why(first)}",
        )
    _print(table, [each for one in found for each in one.deals])


def _why(one: Deal) -> str:
    return "; ".join(_say(party) for party in one.quarrel) or one.fault


def _say(party: Quarrel) -> str:
    return f"{party.who} [{', '.join(party.clauses)}] {party.says}"
