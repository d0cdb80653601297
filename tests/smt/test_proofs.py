"""Proofs of the base game, certificates, and what makes them fail."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from checker.smt.candidates.conserve import conserved_totals, find_conserved
from checker.smt.candidates.invariant import Invariant
from checker.smt.candidates.template import conservation
from checker.smt.certificate.certificate import print_certificate
from checker.smt.certificate.obligations import can_go_by_steps
from checker.smt.certificate.verify import verify_certificate
from checker.smt.counts.commands import count_system
from checker.smt.counts.family import Counting, Family, count_family, property_hits
from checker.smt.counts.linear import Constraint, Count, make_linear
from checker.smt.proof.confirm import confirm_certificate
from checker.smt.proof.demand import Demand
from checker.smt.proof.prove import ProofResult, prove_lemmas, prove_property
from checker.smt.proof.words import tell_failure
from checker.system.system import Monitor, System
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.statements import Insert, Move
from kittens_dsl.core.terms import Arithmetic, Literal, ZoneOf
from kittens_dsl.driver import load_rules
from tests.smt.conftest import SPEC, base_rules, build_base, named

ABOUT = {"property": "kitten-supply", "form": "always", "players": 3}


def _certificate(result: ProofResult, about: Mapping[str, object] | None = None) -> str:
    counted = result.family.counted
    said = ONE_WINNER if result.by_steps else ABOUT if about is None else about
    about = {**said, "players": result.players, "single": [counted.system.kinds[0]], "by_steps": result.by_steps}
    return print_certificate(
        {**about, "tracked": sorted(counted.finder.terms.tracked)},
        [(one.shape, one.constraint) for one in result.invariants],
        [(one.obligation, one.multipliers) for one in result.certified],
    )


@pytest.fixture(scope="module")
def supply(three: Family, demand: Demand) -> ProofResult:
    return prove_property(three, named("kitten-supply", "always"), players=3, demand=demand)


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("deck-lasts", "at rest"),
        ("kitten-supply", "at rest"),
        ("hold-safety", "always"),
        ("nothing-left-hanging", "at rest"),
    ],
)
def test_three_players_are_safe(three: Family, demand: Demand, name: str, mode: str) -> None:
    result = prove_property(three, named(name, mode), players=3, demand=demand)
    assert (result.verdict, result.start_holds, result.step_holds) == ("proved", True, True)


def test_a_few_invariants_carry_the_proof(supply: ProofResult) -> None:
    assert supply.verdict == "proved"
    assert len(supply.invariants) < 10 < supply.candidates


@pytest.mark.slow
def test_all_kinds_are_conserved_by_the_null_space() -> None:
    counted = count_system(build_base(2), single=range(13))
    assert len(find_conserved(counted).sums) == len(conserved_totals(counted)) == 13


def test_conservation_is_certified(three: Family) -> None:
    result = prove_lemmas(three, conservation(three.counted), players=3)
    assert result.verdict == "proved"


def test_the_deck_can_run_out_while_its_last_kitten_is_defused(three: Family, demand: Demand) -> None:
    result = prove_property(three, named("deck-lasts", "always"), players=3, demand=demand)
    assert result.verdict == "failed step"
    told = tell_failure(three.counted, result.failures[0])
    assert any("Exploding Kitten in pile: 1 becomes 0" in line for line in told)
    assert any("decision: option draw a card" in line for line in told)


def test_a_certificate_is_accepted_without_a_solver_and_by_cvc5(supply: ProofResult) -> None:
    text = _certificate(supply)
    checked = verify_certificate(text, build_base, named("kitten-supply", "always"), ABOUT)
    assert (checked.problems, checked.obligations) == ((), len(supply.certified))
    assert confirm_certificate(text).confirmed


def test_what_several_certificates_are_checked_against_is_derived_once(supply: ProofResult) -> None:
    built: list[int] = []

    def build(players: int) -> System:
        built.append(players)
        return build_base(players)

    text, counting = _certificate(supply), Counting(build)
    for asked in (text, text, text.replace("(>= ", "(<= ", 1)):
        checked = verify_certificate(asked, counting, named("kitten-supply", "always"), ABOUT)
        assert checked.accepted == (asked == text)
    assert built == [3]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('""goal"": ""1""', '""goal"": ""2""'),
        ("(set-info :farkas", "(set-info :farkaz"),
        ("(>= ", "(<= "),
        ('"kitten-supply\\"', '"deck-lasts\\"'),
        ('[\\"global\\"', '[\\"each\\"'),
    ],
)
def test_a_tampered_certificate_is_rejected(supply: ProofResult, old: str, new: str) -> None:
    text = _certificate(supply)
    spelled_old, spelled_new = old.replace('\\"', '""'), new.replace('\\"', '""')
    assert spelled_old in text
    tampered = text.replace(spelled_old, spelled_new, 1)
    assert not verify_certificate(tampered, build_base, named("kitten-supply", "always"), ABOUT).accepted


def test_a_certificate_of_another_property_is_rejected(supply: ProofResult) -> None:
    about = {**ABOUT, "property": "deck-lasts", "form": "at rest"}
    assert not verify_certificate(_certificate(supply), build_base, named("deck-lasts", "at rest"), about).accepted


def test_a_certificate_of_another_reading_is_rejected(supply: ProofResult) -> None:
    def other(players: int) -> System:
        return build_base(players, five_kitten="held")

    assert not verify_certificate(_certificate(supply), other, named("kitten-supply", "always"), ABOUT).accepted


def test_an_invariant_on_what_a_command_chooses_is_rejected(supply: ProofResult) -> None:
    chosen = Constraint(make_linear({Count("cards moved #1", 0): -1}))
    smuggled = replace(supply, invariants=(*supply.invariants, Invariant("each", chosen)))
    checked = verify_certificate(_certificate(smuggled), build_base, named("kitten-supply", "always"), ABOUT)
    assert any("no such count" in problem for problem in checked.problems)


def test_the_check_imports_no_solver() -> None:
    asked = "import sys, checker.smt.certificate.verify; print(sorted({'z3', 'cvc5'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True).stdout == "[]\n"


def test_an_absent_cvc5_confirms_nothing(supply: ProofResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.smt.proof.confirm.find_spec", lambda name: None)
    confirmation = confirm_certificate(_certificate(supply))
    assert (confirmation.confirmed, confirmation.words) == (False, "cvc5 is not installed")


def test_a_certificate_without_an_obligation_is_rejected(supply: ProofResult) -> None:
    fewer = replace(supply, certified=supply.certified[1:])
    assert not verify_certificate(_certificate(fewer), build_base, named("kitten-supply", "always"), ABOUT).accepted


# ---- properties that speak of the end of a play
def test_what_a_play_ends_with_is_shown_where_it_ends(three: Family, demand: Demand) -> None:
    """The invariants speak of plays that go on; that a game which is won has one player left, is shown at each end."""
    find = named("one-winner", "always")
    result = prove_property(three, find, players=3, demand=demand)
    assert (result.verdict, result.by_steps) == ("proved", False)
    about = {"property": "one-winner", "form": "always", "players": 3}
    assert verify_certificate(_certificate(result, about), build_base, find, about).problems == ()
    last = [one for one in result.certified if one.obligation.name.startswith("on ")][-1]
    fewer = replace(result, certified=tuple(one for one in result.certified if one is not last))
    checked = verify_certificate(_certificate(fewer, about), build_base, find, about)
    assert any(last.obligation.name in problem for problem in checked.problems)


# ---- properties that are disjunctions, step by step
ONE_WINNER = {"property": "one-winner", "form": "always", "players": 3}


def _last_left(system: System) -> Monitor:
    return [one for one in system.monitors if one.rule and one.rule.name == "one-winner" and one.mode == "always"][3]


@pytest.fixture(scope="module")
def winner(three: Family, demand: Demand) -> ProofResult:
    """Who alone is left has won: a disjunction, which no step breaks; without any invariant there is no other way."""
    return prove_property(
        three, _last_left, players=3, demand=replace(demand, pool={}, wanted={}, waiting={}, shown={}, everything=None)
    )


def test_one_winner_is_proved_step_by_step(winner: ProofResult) -> None:
    assert (winner.verdict, winner.by_steps) == ("proved", True)
    text = _certificate(winner)
    find = _last_left
    assert verify_certificate(text, build_base, find, ONE_WINNER).problems == ()
    assert confirm_certificate(text).confirmed
    as_a_state = text.replace('""by_steps"": true', '""by_steps"": false')
    assert not verify_certificate(as_a_state, build_base, find, ONE_WINNER).accepted


def test_a_step_that_is_left_out_is_missed(winner: ProofResult) -> None:
    last = [one for one in winner.certified if one.obligation.name.startswith("after ")][-1]
    fewer = replace(winner, certified=tuple(one for one in winner.certified if one is not last))
    checked = verify_certificate(_certificate(fewer), build_base, _last_left, ONE_WINNER)
    assert any(last.obligation.name in problem for problem in checked.problems)


def test_what_fails_at_rest_is_not_proved_step_by_step(three: Family, demand: Demand) -> None:
    hits = property_hits(three, named("deck-lasts", "at rest"))
    assert not can_go_by_steps(hits)
    with_lie = _lie_about_steps(_certificate_of_deck(three, demand))
    checked = verify_certificate(with_lie, build_base, named("deck-lasts", "at rest"), DECK)
    assert "this property cannot be proved step by step" in checked.problems


DECK = {"property": "deck-lasts", "form": "at rest", "players": 3}


def _certificate_of_deck(three: Family, demand: Demand) -> str:
    return _certificate(prove_property(three, named("deck-lasts", "at rest"), players=3, demand=demand), DECK)


def _lie_about_steps(text: str) -> str:
    """The same certificate, saying that it goes step by step."""
    return text.replace('""by_steps"": false', '""by_steps"": true')


def test_a_win_with_two_players_left_is_not_proved(tmp_path: Path) -> None:
    """The game ends one player too early: then a game that is won has two players left."""
    words = "if the number of players left is {} then"
    base = (SPEC / "base.kit").read_text()
    assert words.format(1) in base
    shutil.copytree(SPEC, tmp_path / "spec")
    (tmp_path / "spec" / "base.kit").write_text(base.replace(words.format(1), words.format(2)))
    rules = load_rules(tmp_path / "spec", boxes=("base",)).rules
    assert rules is not None
    family = count_family(lambda players: build_base(players, rules=rules), single=[0], players=(3,))
    result = prove_property(family, named("one-winner", "always"), players=3)
    assert (result.verdict, result.by_steps) == ("failed step", False)


# ---- a change of the rules changes the obligations
def _defuse_throws_the_kitten_away(rules: Rules) -> Rules:
    rule = next(one for one in rules.rules if one.name == "base.defuse")
    body = tuple(
        Move(Literal(1), one.kind, one.source, ZoneOf("discard", None)) if isinstance(one, Insert) else one
        for one in rule.body
    )
    assert body != rule.body
    return replace(rules, rules=tuple(replace(one, body=body) if one is rule else one for one in rules.rules))


def one_kitten_less(rules: Rules) -> Rules:
    """Setup puts in one kitten less than the rules say."""
    step = next(one for one in rules.setup if one.name == "base.kittens")
    (move,) = step.body
    assert isinstance(move, Move)
    less = replace(step, body=(replace(move, number=Arithmetic("minus", move.number, Literal(1))),))
    return replace(rules, setup=tuple(less if one is step else one for one in rules.setup))


def test_a_defuse_that_throws_the_kitten_away_is_a_failing_step() -> None:
    rules = _defuse_throws_the_kitten_away(base_rules())
    family = count_family(lambda players: build_base(players, rules=rules), single=[0], players=(2,))
    result = prove_property(family, named("kitten-supply", "always"), players=2)
    assert (result.verdict, result.start_holds, result.step_holds) == ("failed step", True, False)
    told = tell_failure(family.counted, result.failures[0])
    assert any("Exploding Kitten in discard: " in line for line in told)


def test_one_kitten_less_is_a_failing_start() -> None:
    rules = one_kitten_less(base_rules())
    family = count_family(lambda players: build_base(players, rules=rules), single=[0], players=(3,))
    result = prove_property(family, named("kitten-supply", "always"), players=3)
    assert (result.verdict, result.start_holds) == ("failed step", False)


@pytest.mark.slow
def test_the_deck_lasts_for_any_number_of_players_and_any_totals() -> None:
    family = count_family(build_base, single=[0])
    lifted = [replace(command, examples=(), paths=0) for command in family.counted.commands]  # those are for people
    for _, counted in family.members:
        assert [replace(command, examples=(), paths=0) for command in counted.commands] == lifted
    result = prove_property(family, named("deck-lasts", "at rest"))
    assert (result.verdict, result.players, result.start_holds, result.step_holds) == ("proved", None, True, True)
