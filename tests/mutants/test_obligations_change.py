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
from tests.mutants.every_change import Mutant
from tests.mutants.killing import base_mutants
from tests.smt.conftest import base_rules, full_deck

pytestmark = pytest.mark.slow

SLOW_TO_COUNT = ("five-own",)
PLAYERS, STRIDE = 3, 14
ZONE_NUMBER_OR_PLAYER = re.compile(
    r"(from|to|of) \S+ becomes |number \d+ becomes |(you|target|actor|holder|after)\S* becomes "
)
DECIDES_OR_LOOKS = re.compile(r"^\S+ becomes \S+, in `\S+ (chooses|sees|looks) ")
SAME_GAME = {"base.deal: to hand becomes to drawn, in `deal 7: box -> every hand`"}
"""The next step of setup takes up all that was drawn."""


def _table(rules: Rules, readings: Mapping[str, str]) -> Table:
    chosen = {one.name: one.default or one.readings[0][0] for one in rules.ambiguities}
    return Table(PLAYERS, full_deck(rules), {**chosen, **readings}, "ordered")


def _list_readings() -> Iterator[dict[str, str]]:
    """The defaults, and each other reading beside the defaults."""
    yield {}
    for one in (one for one in base_rules().ambiguities if one.name not in SLOW_TO_COUNT):
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
def _of_base(number: int) -> frozenset[object]:
    return _write_obligations(base_rules(), _table(base_rules(), list(_list_readings())[number]))


def _changes_an_obligation(mutant: Mutant) -> bool:
    """Under the first reading in which the rules differ; those that differ in none that is asked about are left out."""
    for number, readings in enumerate(_list_readings()):
        table = _table(base_rules(), readings)
        if specialise(mutant.rules, table) == specialise(base_rules(), table):
            continue
        try:
            return _write_obligations(mutant.rules, table) != _of_base(number)
        except (BuildError, AssertionError):  # no rules any more: nothing can be shown of them
            return True
    return True


def _speaks_of_what_is_not_counted(mutant: Mutant) -> bool:
    rules = base_rules()
    names = [*(one.name for one in rules.counters), *(one.name for one in rules.statuses)]
    names += [one.name for one in rules.tokens]
    if DECIDES_OR_LOOKS.search(mutant.what):
        return True
    return any(re.search(rf"\b{re.escape(name)}\b", mutant.what) for name in names)


def test_what_changes_a_zone_a_number_or_a_player_changes_an_obligation() -> None:
    asked = [one for one in base_mutants() if ZONE_NUMBER_OR_PLAYER.match(one.what)][::STRIDE]
    assert len(asked) > 25
    unchanged = [one for one in asked if not _changes_an_obligation(one)]
    assert len(unchanged) < len(asked) / 4
    assert {one.name for one in unchanged if not _speaks_of_what_is_not_counted(one)} == SAME_GAME
