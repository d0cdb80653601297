"""What is to be shown is shown of something: each premise has a state, or what the command asks for excludes it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.analysis.verifying import FullSize, all_readings
from checker.smt.candidates.invariant import Invariant
from checker.smt.candidates.template import ranges
from checker.smt.certificate.obligations import Proof
from checker.smt.counts.evaluate import WON
from checker.smt.counts.family import Family, count_family
from checker.smt.counts.linear import Constraint, variable
from checker.smt.proof.houdini import Learned, learn_invariants
from checker.smt.questions.premises import Premise, empty_premises, find_premises
from kittens_dsl.driver import load_rules
from tests.smt.conftest import SPEC


def _assert_says_something(premises: tuple[Premise, ...]) -> None:
    """A model meets every row by our own arithmetic; without one, the guard is among the rows that exclude it."""
    for one in premises:
        if one.model is None:
            assert any(row.startswith("guard") for row in one.core), one.group
        else:
            assert all(row.holds(one.model) for row in one.rows.values()), one.group


def _all_rows(family: Family, learned: Learned) -> tuple[Invariant, ...]:
    return (*ranges(family.counted), *learned.kept)


def test_a_premise_that_contradicts_itself_is_not_blamed_on_a_guard(three: Family) -> None:
    """An invariant that nothing meets would prove everything: its rows alone exclude each step."""
    absurd = Invariant("global", Constraint(variable(WON).negate().add(-1)))
    few = replace(three, counted=replace(three.counted, commands=three.counted.commands[:4]))
    found = find_premises(Proof(few, (*_all_rows(three, learn_invariants(three, players=3)), absurd), 3))
    steps = [one for one in found if one.command is not None]
    assert empty_premises(steps) == tuple(steps)
    with pytest.raises(AssertionError):
        _assert_says_something(found)


@pytest.mark.slow
@pytest.mark.parametrize("boxes", [("base",), ("base", "imploding")], ids="+".join)
def test_every_premise_has_a_state_or_a_guard_that_excludes_it(boxes: tuple[str, ...]) -> None:
    rules = load_rules(SPEC, boxes=boxes).rules
    assert rules is not None
    game = FullSize(rules, all_readings(rules, {}))
    family = count_family(game.build, single=game.named_kinds())
    found = find_premises(Proof(family, _all_rows(family, learn_invariants(family)), None))
    _assert_says_something(found)
    assert (
        len(empty_premises(found)) < len(found) / 2
    )  # the more invariants are found, the more paths can never be taken
    assert all(one.command is not None for one in empty_premises(found))
