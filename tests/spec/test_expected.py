"""What is known of the base game beforehand, by the clauses: expected violations, holes, and readings that differ."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from checker.analysis.check import SILENT, Asked, TableResult, check_table
from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.analysis.readings import compare_tables
from checker.analysis.scenes import SceneResult, SceneStage
from checker.analysis.verdict import Verdict
from checker.machine.describe import Describer
from checker.model import Bounds
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import PropertyForm
from kittens_dsl.core.scenes import Given, Scene, ScriptStep
from kittens_dsl.core.terms import Compare, CounterOf, Literal, Seat
from kittens_dsl.source.shipped import find_spec_directory
from tests.laws.tables import DEFUSE, KITTEN, base_rules

STACKING = ("replaced", "added", "added-after", "capped")


def scope_of(name: str, players: int) -> Scope:
    """The deck of a named scope for a number of players."""
    file = find_scope(name, find_spec_directory())
    assert isinstance(file, ScopeFile)
    scope = make_scopes(file, base_rules(), players)[0]
    assert isinstance(scope, Scope)
    return scope


@cache
def check(scope: str, players: int, name: str, ambiguity: str = "", reading: str = "") -> TableResult:
    """One property on one named scope, with at most one reading that is not the default."""
    table = Table(players, scope_of(scope, players), {ambiguity: reading} if ambiguity else {})
    return check_table(base_rules(), table, Bounds(), asked=Asked(frozenset({name})))


def verdict(result: TableResult, form: str) -> Verdict:
    """The one verdict of that form."""
    (found,) = (one for one in result.verdicts if one.form == form)
    return found


def decisions(found: Verdict) -> int:
    """How many decisions of play the shown trace has."""
    return sum(not point.forced and point.label is not None and point.label.verb != "hand" for point in found.evidence)


# ---- expected violations -------------------------------------------------------------------------------------------
EXPECTED = [
    pytest.param(form, id=f"{one.name} {form.mode}")
    for one in base_rules().properties
    for form in one.forms
    if form.expect_violated is not None
]


def test_some_violations_are_expected() -> None:
    assert len(EXPECTED) >= 3


@pytest.mark.parametrize("form", EXPECTED)
def test_an_expected_violation_has_a_reason(form: PropertyForm) -> None:
    assert form.expect_violated is not None
    assert len(form.expect_violated.split()) >= 4


@pytest.mark.parametrize("form", EXPECTED)
def test_an_expected_violation_cites_clauses_of_the_register(form: PropertyForm) -> None:
    assert form.expect_clauses
    assert set(form.expect_clauses) <= set(base_rules().clause_boxes)


# ---- the pile runs out only while a kitten is being defused ----------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3])
def test_at_rest_the_pile_is_never_empty(players: int) -> None:
    assert verdict(check("tiny", players, "deck-lasts"), "at rest").outcome == "holds in scope"


@pytest.mark.parametrize("players", [2, 3])
def test_in_mid_resolution_the_pile_can_be_empty(players: int) -> None:
    assert verdict(check("tiny", players, "deck-lasts"), "always").outcome == "violated"


@pytest.mark.parametrize(("players", "depth"), [(2, 5), (3, 6)])
def test_the_shortest_way_to_an_empty_pile_has_this_many_decisions(players: int, depth: int) -> None:
    assert decisions(verdict(check("tiny", players, "deck-lasts"), "always")) == depth


@pytest.mark.parametrize("players", [2, 3])
def test_the_pile_is_empty_at_the_end_of_the_trace(players: int) -> None:
    result = check("tiny", players, "deck-lasts")
    end = verdict(result, "always").evidence[-1].state
    assert Describer(result.machine).cards(end, "pile") == ()


@pytest.mark.parametrize("players", [2, 3])
def test_a_kitten_is_being_defused_at_the_end_of_the_trace(players: int) -> None:
    result = check("tiny", players, "deck-lasts")
    end = verdict(result, "always").evidence[-1].state
    describer = Describer(result.machine)
    before = [describer.cards(end, "exploding", seat) for seat in range(players)]
    assert sorted(before) == [()] * (players - 1) + [(KITTEN,)]
    assert DEFUSE in describer.cards(end, "discard")


# ---- the hole of the five different cards ----------------------------------------------------------------------------
@pytest.mark.parametrize("form", ["at rest", "always"])
def test_a_kitten_can_come_into_a_hand_where_five_cards_may_take_it(form: str) -> None:
    assert verdict(check("five", 3, "hold-safety", "five-kitten", "held"), form).outcome == "violated"


def test_the_shortest_way_to_a_held_kitten_has_seven_decisions() -> None:
    assert decisions(verdict(check("five", 3, "hold-safety", "five-kitten", "held"), "always")) == 7


@pytest.mark.parametrize("form", ["at rest", "always"])
def test_no_kitten_comes_into_a_hand_where_five_cards_must_not_take_it(form: str) -> None:
    assert verdict(check("five", 3, "hold-safety", "five-kitten", "forbidden"), form).outcome == "holds in scope"


# ---- a Favor at an empty hand ----------------------------------------------------------------------------------------
def test_a_favor_to_the_letter_asks_the_impossible() -> None:
    found = verdict(check("tiny", 2, SILENT, "favor-target", "literal"), "built in")
    assert (found.outcome, found.clauses) == ("violated", ("BASE-FAVOR-1", "BASE-FAVOR-2"))
    assert "an impossible duty" in found.words


@pytest.mark.parametrize("reading", ["able", "wasted"])
def test_the_other_readings_of_favor_leave_nothing_impossible(reading: str) -> None:
    found = verdict(check("tiny", 2, SILENT, "favor-target", reading), "built in")
    assert found.outcome == "holds in scope"


# ---- stacked Attacks -------------------------------------------------------------------------------------------------
def play_attacks(attacks: int, reading: str, debt: int) -> SceneResult:
    """So many Attacks in a row, the first in a turn that nobody attacked; then the next player owes the debt."""
    given = Given(
        cards=(
            *(("hand", seat, ("Attack",)) for seat in range(attacks)),
            ("hand", attacks, ("Skip",)),
            ("pile", None, ("Tacocat", KITTEN)),
        ),
        counters=(("debt", 0, 1),),
        tokens=(("turn", None, 0),),
    )
    script = tuple(ScriptStep(seat, "play", cards=("Attack",)) for seat in range(attacks))
    owed = Compare("=", CounterOf("debt", Seat(attacks)), Literal(debt))
    readings = (("attack-stacking", reading),)
    return SceneStage(base_rules()).play(Scene("attacks", (), attacks + 1, given, script, (owed,), readings=readings))


@pytest.mark.parametrize(("reading", "debt"), list(zip(STACKING, (2, 4, 3, 4), strict=True)))
def test_after_two_attacks_the_debt_is_as_the_reading_says(reading: str, debt: int) -> None:
    assert play_attacks(2, reading, debt).failures == ()


@pytest.mark.parametrize(("reading", "debt"), list(zip(STACKING, (2, 6, 4, 4), strict=True)))
def test_after_three_attacks_the_debt_is_as_the_reading_says(reading: str, debt: int) -> None:
    assert play_attacks(3, reading, debt).failures == ()


def smallest_game(pair: tuple[str, str]) -> list[str]:
    """The plays of the shortest game of two on which two ways of stacking differ."""
    one, other = (Table(2, scope_of("stacking", 2), {"attack-stacking": reading}) for reading in pair)
    difference = compare_tables(base_rules(), one, other).difference
    assert difference is not None
    return [str(label.words[0]) for label in difference.labels if label.verb == "play"]


@pytest.mark.parametrize("pair", list(combinations(STACKING, 2)), ids=" and ".join)
def test_every_two_ways_of_stacking_differ_in_a_game_of_attacks(pair: tuple[str, str]) -> None:
    attacks = 3 if pair == ("added", "capped") else 2
    assert smallest_game(pair) == ["attack.play"] * attacks
