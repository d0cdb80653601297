"""Proofs of the base game, certificates, and what makes them fail."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.smt.certificate import print_certificate
from checker.smt.commands import count_system
from checker.smt.confirm import confirm_certificate
from checker.smt.conserve import conserved_totals, find_conserved
from checker.smt.family import Family, count_family
from checker.smt.prove import Learned, ProofResult, prove_lemmas, prove_property
from checker.smt.template import conservation
from checker.smt.verify import verify_certificate
from checker.smt.words import tell_failure
from checker.system.system import System
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.statements import Move, MoveEvery
from kittens_dsl.core.terms import Arithmetic, CardFilter, Literal, ZoneOf
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


def test_a_certificate_without_an_obligation_is_rejected(supply: ProofResult) -> None:
    fewer = replace(supply, certified=supply.certified[1:])
    assert not verify_certificate(_certificate(fewer), build_base, named("kitten-supply", "always"), ABOUT).accepted


# ---- a change of the rules changes the obligations
def _defuse_throws_the_kitten_away(rules: Rules) -> Rules:
    changed = []
    for rule in rules.rules:
        if rule.name == "base.draw":
            body = tuple(rule.body)
            assert "explode" in repr(body)
        changed.append(rule)
    lose = next(rule for rule in rules.rules if rule.name == "base.defuse")
    card = next(statement for statement in lose.body if type(statement).__name__ == "Insert")
    gone = Move(Literal(1), card.kind, card.source, ZoneOf("discard", None))
    body = tuple(gone if statement is card else statement for statement in lose.body)
    return replace(rules, rules=tuple(replace(one, body=body) if one is lose else one for one in changed))


def _one_kitten_less(rules: Rules) -> Rules:
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
    rules = _one_kitten_less(base_rules())
    family = count_family(lambda players: build_base(players, rules=rules), single=[0], players=(3,))
    result = prove_property(family, named("kitten-supply", "always"), players=3)
    assert (result.verdict, result.start_holds) == ("failed step", False)


@pytest.mark.slow
def test_the_deck_lasts_for_any_number_of_players_and_any_totals() -> None:
    family = count_family(build_base, single=[0])
    assert all(counted.commands == family.counted.commands for _, counted in family.members)
    result = prove_property(family, named("deck-lasts", "at rest"))
    assert (result.verdict, result.players, result.start_holds, result.step_holds) == ("proved", None, True, True)


assert MoveEvery is not None
assert CardFilter is not None
