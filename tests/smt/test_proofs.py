"""Proofs of the base game, certificates, and what makes them fail."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from checker.smt.certificate import print_certificate
from checker.smt.commands import count_system
from checker.smt.confirm import confirm_certificate
from checker.smt.conserve import conserved_totals, find_conserved
from checker.smt.family import Family, count_family
from checker.smt.linear import Constraint, Count, make_linear
from checker.smt.obligations import Invariant
from checker.smt.prove import Learned, ProofResult, prove_lemmas, prove_property
from checker.smt.template import conservation
from checker.smt.verify import verify_certificate
from checker.smt.words import tell_failure
from checker.system.system import System
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.statements import Insert, Move
from kittens_dsl.core.terms import Arithmetic, Literal, ZoneOf
from tests.smt.conftest import base_rules, build_base, named

ABOUT = {"property": "kitten-supply", "form": "always", "players": 3}


def _certificate(result: ProofResult) -> str:
    counted = result.family.counted
    about = {**ABOUT, "players": result.players, "single": [counted.system.kinds[0]]}
    return print_certificate(
        {**about, "tracked": sorted(counted.finder.terms.tracked)},
        [(one.shape, one.constraint) for one in result.invariants],
        [(one.obligation, one.multipliers) for one in result.certified],
    )


@pytest.fixture(scope="module")
def supply(three: Family, learned: Learned) -> ProofResult:
    return prove_property(three, named("kitten-supply", "always"), players=3, learned=learned)


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("deck-lasts", "at rest"),
        ("kitten-supply", "at rest"),
        ("hold-safety", "always"),
        ("nothing-left-hanging", "at rest"),
    ],
)
def test_three_players_are_safe(three: Family, learned: Learned, name: str, mode: str) -> None:
    result = prove_property(three, named(name, mode), players=3, learned=learned)
    assert (result.verdict, result.start_holds, result.step_holds) == ("proved", True, True)


def test_a_few_invariants_carry_the_proof(supply: ProofResult) -> None:
    assert supply.verdict == "proved"
    assert len(supply.invariants) < 10 < supply.kept


@pytest.mark.slow
def test_all_kinds_are_conserved_by_the_null_space() -> None:
    counted = count_system(build_base(2), single=range(13))
    assert len(find_conserved(counted).sums) == len(conserved_totals(counted)) == 13


def test_conservation_is_certified(three: Family, learned: Learned) -> None:
    result = prove_lemmas(three, conservation(three.counted), players=3, learned=learned)
    assert result.verdict == "proved"


def test_the_deck_can_run_out_while_its_last_kitten_is_defused(three: Family, learned: Learned) -> None:
    result = prove_property(three, named("deck-lasts", "always"), players=3, learned=learned)
    assert result.verdict == "failed step"
    told = tell_failure(three.counted, result.failures[0])
    assert any("Exploding Kitten in pile: 1 becomes 0" in line for line in told)
    assert any("decision: option draw a card" in line for line in told)


def test_a_certificate_is_accepted_without_a_solver_and_by_cvc5(supply: ProofResult) -> None:
    text = _certificate(supply)
    checked = verify_certificate(text, build_base, named("kitten-supply", "always"), ABOUT)
    assert (checked.problems, checked.obligations) == ((), len(supply.certified))
    pytest.importorskip("cvc5")
    assert confirm_certificate(text).confirmed


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
    asked = "import sys, checker.smt.verify; print(sorted({'z3', 'cvc5'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True).stdout == "[]\n"


def test_an_absent_cvc5_confirms_nothing(supply: ProofResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.smt.confirm.find_spec", lambda name: None)
    confirmation = confirm_certificate(_certificate(supply))
    assert (confirmation.confirmed, confirmation.words) == (False, "cvc5 is not installed")


def test_a_certificate_without_an_obligation_is_rejected(supply: ProofResult) -> None:
    fewer = replace(supply, certified=supply.certified[1:])
    assert not verify_certificate(_certificate(fewer), build_base, named("kitten-supply", "always"), ABOUT).accepted


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
    assert all(counted.commands == family.counted.commands for _, counted in family.members)
    result = prove_property(family, named("deck-lasts", "at rest"))
    assert (result.verdict, result.players, result.start_holds, result.step_holds) == ("proved", None, True, True)
