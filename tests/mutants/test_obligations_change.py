"""A rule that is changed in a zone, a number or a player is shown to be something else: its obligations differ.

What no count speaks of (turns owed, who has finished a turn, who chooses and who looks) makes no difference to them, so
proofs say that it was not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from checker.smt.counts.commands import CountSystem, count_system
from checker.smt.counts.family import fixed_starts
from checker.smt.counts.linear import Count, Linear, show_count, show_linear
from checker.system.build import build_system
from checker.system.lower_terms import BuildError
from checker.system.specialise import specialise
from checker.system.table import Table
from kittens_dsl.core.rules import Rules
from tests.laws.tables import base_rules, rules_of
from tests.mutants.every_change import Mutant, list_mutants
from tests.smt.conftest import full_deck

pytestmark = pytest.mark.slow

SLOW_TO_COUNT = ("five-own",)
PLAYERS = 3
STRIDES = {"base": 14, "imploding": 40, "streaking": 90, "barking": 90}
"""Of so many mutants one is asked about: of the base box, or of what another box adds to it."""

ZONE_NUMBER_OR_PLAYER = re.compile(
    r"(from|to|of) \S+ becomes |number \d+ becomes |(you|target|actor|holder|after)\S* becomes "
)
DECIDES_OR_LOOKS = re.compile(r"^(number )?\S+ becomes \S+, in `\S+ (chooses|sees|looks) ")
UNCHANGED = {
    "base.deal: to hand becomes to drawn, in `deal 7: box -> every hand`": (
        "the next step of setup takes up all that was drawn"
    ),
    "bury.play: you becomes after(you), in `insert $buried: drawn(you) -> pile where you likes, seen by you` #2": (
        "who chooses the place, and that is in no count"
    ),
}
"""What changes no obligation though it speaks of zones alone, each with the reason."""


def _table(rules: Rules, readings: Mapping[str, str]) -> Table:
    chosen = {one.name: one.default or one.readings[0][0] for one in rules.ambiguities}
    return Table(PLAYERS, full_deck(rules), {**chosen, **readings}, "ordered")


def _list_readings(rules: Rules) -> Iterator[dict[str, str]]:
    """The defaults, and each other reading beside the defaults."""
    yield {}
    for one in (one for one in rules.ambiguities if one.name not in SLOW_TO_COUNT):
        yield from ({one.name: reading} for reading, _, _ in one.readings if reading != one.default)


def _show(counts: Mapping[Count, Linear]) -> frozenset[tuple[str, str]]:
    return frozenset((show_count(count), show_linear(value)) for count, value in counts.items())


def _write_obligations(rules: Rules, table: Table) -> frozenset[object]:
    """What the obligations of a proof are made of, as text: guards and updates of all commands, and the starts."""
    counted: CountSystem = count_system(build_system(rules, table), single=[0])
    commands = (
        (tuple(map(show_linear, one.guard)), _show(dict(one.updates)), one.actors, one.ending)
        for one in (*counted.commands, *counted.visits)
    )
    starts = (
        (tuple(map(show_linear, one.premises)), tuple((whose, _show(values)) for whose, values in one.views))
        for one in fixed_starts(PLAYERS, counted)
    )
    return frozenset((*commands, *starts))


@cache
def _of_rules(box: str, number: int) -> frozenset[object]:
    rules = _rules(box)
    return _write_obligations(rules, _table(rules, list(_list_readings(rules))[number]))


def _rules(box: str) -> Rules:
    return rules_of(*dict.fromkeys(("base", box)))


def _changes_an_obligation(mutant: Mutant, box: str) -> bool:
    """Under the first reading in which the rules differ; those that differ in none that is asked about are left out."""
    rules = _rules(box)
    for number, readings in enumerate(_list_readings(rules)):
        table = _table(rules, readings)
        if specialise(mutant.rules, table) == specialise(rules, table):
            continue
        try:
            return _write_obligations(mutant.rules, table) != _of_rules(box, number)
        except (BuildError, AssertionError):  # no rules any more: nothing can be shown of them
            return True
    return True


def _speaks_of_what_is_not_counted(mutant: Mutant, rules: Rules) -> bool:
    names = [*(one.name for one in rules.counters), *(one.name for one in rules.statuses)]
    names += [one.name for one in rules.tokens]
    if DECIDES_OR_LOOKS.search(mutant.what):
        return True
    return any(re.search(rf"\b{re.escape(name)}\b", mutant.what) for name in names)


def _list_mutants_of(box: str) -> list[Mutant]:
    """The mutants of a zone, a number or a player in what a box adds to the base box, or in the base box itself."""
    base = base_rules()
    known = {*(one.name for one in base.rules), *(one.name for one in base.setup)} if box != "base" else set()
    mutants = list_mutants(_rules(box))
    return [one for one in mutants if ZONE_NUMBER_OR_PLAYER.match(one.what) and one.rule not in known]


@pytest.mark.parametrize("box", STRIDES)
def test_what_changes_a_zone_a_number_or_a_player_changes_an_obligation(box: str) -> None:
    asked = _list_mutants_of(box)[:: STRIDES[box]]
    assert len(asked) > (25 if box == "base" else 7)
    unchanged = [one for one in asked if not _changes_an_obligation(one, box)]
    assert len(unchanged) < len(asked) / 4
    rules = _rules(box)
    expected = {one.name for one in asked} & set(UNCHANGED)
    assert {one.name for one in unchanged if not _speaks_of_what_is_not_counted(one, rules)} == expected
