"""Invariants on demand: what is shown is what follows from the greatest part that Houdini keeps, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from checker.smt.candidates.invariant import Invariant
from checker.smt.candidates.template import ranges
from checker.smt.certificate.cases import Case, Group
from checker.smt.certificate.obligations import Proof
from checker.smt.counts.commands import Command
from checker.smt.counts.family import Family, Hit, property_hits
from checker.smt.counts.linear import GLOBAL, Constraint, Count, Linear, find_tightest, make_linear, variable
from checker.smt.proof.demand import Demand, gather, offer
from checker.smt.proof.houdini import Learned, learn_invariants
from checker.smt.proof.joined import join_commands
from checker.smt.proof.lazily import ask
from checker.smt.proof.prove import show
from checker.smt.proof.solver import find_counterexample
from checker.system.system import Monitor

PILE = [Count("zone pile", GLOBAL, kind) for kind in (0, 1)]


def _forms(family: Family) -> list[Monitor]:
    """The forms of properties that speak of points."""
    return [one for one in family.counted.system.monitors if one.rule is not None and one.mode in ("always", "at rest")]


def _hits(family: Family, form: Monitor) -> tuple[Hit, ...]:
    number = family.counted.system.monitors.index(form)
    return property_hits(family, lambda system: system.monitors[number])


def _is_shown(groups: Iterable[Group]) -> bool:
    return all(find_counterexample(group) is None for group in groups)


def _at_least(number: int, *counts: Count) -> Invariant:
    return Invariant("global", Constraint(make_linear(dict.fromkeys(counts, 1), -number)))


@pytest.fixture(scope="module")
def greatest(three: Family) -> Learned:
    hits = [hit for form in _forms(three) for hit in _hits(three, form)]
    return learn_invariants(three, hits, players=3)


def test_what_is_shown_follows_from_the_greatest_part_of_the_template(three: Family, greatest: Learned) -> None:
    """Asked of each form on its own, with all its rows at once and over the integers."""
    hits = {form: _hits(three, form) for form in _forms(three)}
    whole = Proof(three, (*ranges(three.counted), *greatest.kept), 3)
    demand = gather(three, [hit for some in hits.values() for hit in some], players=3)
    follows = {
        form: _is_shown(whole.group(case) for hit in some for case in whole.state_cases(hit))
        for form, some in hits.items()
    }
    answers = {form: show(demand, some) for form, some in hits.items()}
    assert {form: lost is None and not by_steps for form, (lost, by_steps) in answers.items()} == follows
    assert set(follows.values()) == {True, False}


def test_what_is_wanted_shows_itself(three: Family, demand: Demand) -> None:
    """At every command and every start, asked anew with all rows."""
    for form in _forms(three):
        show(demand, _hits(three, form))
    proof = Proof(three, demand.invariants, 3)
    assert demand.wanted
    assert _is_shown(group for start in proof.begun for group in proof.starts(start))
    assert _is_shown(group for command in three.counted.commands for group in proof.steps(command))


def _aim(fact: Invariant) -> Case:
    """That a fact holds wherever the play goes on."""
    return Case("the aim", (), 3, (("the fact", fact.constraint),))


def test_a_candidate_that_a_command_breaks_is_given_up(three: Family) -> None:
    """At every start two cards lie in the pile; a draw leaves one."""
    false = _at_least(2, *PILE)
    demand = offer_for_three(three, [false])
    assert list(demand.pool) == [false.name]
    failure = demand.find_failure(lambda proof: [_aim(false)])
    assert failure is not None
    assert failure.values[PILE[0]] + failure.values[PILE[1]] < 2
    assert (demand.pool, demand.wanted, demand.waiting) == ({}, {}, {})


def offer_for_three(three: Family, known: Iterable[Invariant]) -> Demand:
    """Some facts as all that there is to choose from."""
    return replace(offer(three, known), players=3)


def test_aims_of_one_name_are_told_apart(three: Family, demand: Demand) -> None:
    """Two properties call the ways in which they can fail alike."""
    assert demand.find_failure(lambda proof: [_aim(_at_least(0, *PILE))]) is None
    failure = demand.find_failure(lambda proof: [_aim(_at_least(40, *PILE))])
    assert failure is not None
    assert failure.group.name == "the aim"


def test_what_only_a_failing_aim_wanted_is_forgotten(three: Family, demand: Demand) -> None:
    holds = next(form for form in _forms(three) if form.rule is not None and form.rule.name == "kitten-supply")
    assert show(demand, _hits(three, holds)) == (None, False)
    before = dict(demand.wanted)
    assert demand.find_failure(lambda proof: [_aim(_at_least(40, *PILE))]) is not None
    assert demand.wanted.items() <= before.items()
    assert show(demand, _hits(three, holds)) == (None, False)


def test_a_fact_that_holds_in_integers_alone_is_shown_over_them(three: Family) -> None:
    """Twice a number of cards is not 1: over the rationals it can be."""
    count = PILE[0]
    given = (("twice", Constraint(make_linear({count: 2}, -1), is_equation=True)),)
    proof = Proof(three, ranges(three.counted), 3)
    answer = ask(Case("odd", given, 3), proof, {}, lambda more: proof)
    assert answer.values is None
    possible = ask(replace(Case("even", given, 3), given=()), proof, {}, lambda more: proof)
    assert possible.values is not None


# ---- commands of the same effect
def test_a_joined_command_asks_no_more_than_each_that_it_stands_for(three: Family) -> None:
    joined = join_commands(three.counted.commands)
    assert sorted(one.name for _, some in joined for one in some) == sorted(one.name for one in three.counted.commands)
    assert any(len(some) > 1 for _, some in joined)
    for whole, some in joined:
        for one in some:
            assert (one.updates, one.top, one.pushed) == (whole.updates, whole.top, whole.pushed)
            own = find_tightest(one.guard)
            assert all(own[linear.terms] <= linear.constant for linear in whole.guard)


def test_of_two_guards_the_weaker_constant_is_joined(three: Family) -> None:
    first = three.counted.commands[0]
    pile = variable(PILE[0])

    def with_guard(*guard: Linear) -> Command:
        return replace(first, guard=guard)

    ((joined, _),) = join_commands([with_guard(pile.add(-3), variable(PILE[1])), with_guard(pile.add(-1))])
    assert joined.guard == (pile.add(-1),)
