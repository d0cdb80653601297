"""All boxes at once: every two kinds meet in a small deck and nothing goes wrong there; each card's rules count."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement

import pytest

from checker.analysis.decks import ScopeFile, find_scope, make_family
from checker.analysis.families import MemberDeck
from checker.analysis.invariants import Invariant, join_standings, judge_invariants, read_invariants
from checker.analysis.pairs import PairJob, check_pair, plan_pairs
from checker.analysis.plan import Job, Request, Run, build_exact, plan_jobs, run_jobs
from checker.analysis.verdict import combine_families
from checker.explore import explore
from checker.machine.machine import Machine
from checker.model import Bounds
from kittens_dsl.core.rules import PlayRule, Rule, Rules
from kittens_dsl.source.shipped import find_spec_directory
from tests.spec.plays import BOX_SETS, rules_of

ALL = BOX_SETS[-1]
SPEC = find_spec_directory()
ABOUT_20_000 = 21_500
"""The most decision points that a deck of a pair may have."""

NEVER_TWICE = {
    "Tower of Power",
    "Streaking Kitten",
    "See the Future (5x)",
    "Alter the Future (5x)",
    "Garbage Collection",
    "Catomic Bomb",
}
"""One copy is printed, and nothing in a deck of few kinds brings it back."""

KINDS = [one.name for one in rules_of(ALL).cards]
EVERY = 61
"""Of 666 pairs every so-manieth is in the sample: 11 for each number of players, others for 3 than for 2."""


def plan(boxes: tuple[str, ...], players: int, cards: tuple[str, ...] = ()) -> list[PairJob]:
    """The decks of pairs of some boxes."""
    jobs = plan_pairs(rules_of(boxes), ask("pairs", players), cards)
    return [one for one in jobs if isinstance(one, PairJob)]


def ask(scope: str, players: int) -> Request:
    """A search of a scope with the default readings."""
    return Request(SPEC, scope, (players,), {}, "auto", Bounds(max_states=60_000))


SAMPLE = [(players, number) for players in (2, 3) for number in range(players * 7, 666, EVERY)]


# ---- decks -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("boxes", BOX_SETS, ids="+".join)
def test_every_two_kinds_have_a_deck(boxes: tuple[str, ...], players: int) -> None:
    file = find_scope("pairs", SPEC)
    assert isinstance(file, ScopeFile)
    family = [one for one in make_family(file, rules_of(boxes), players) if isinstance(one, MemberDeck)]
    printed = [one.name for one in rules_of(boxes).cards]
    assert [one.kinds for one in family] == list(combinations_with_replacement(printed, 2))
    assert all(one.scope.copies[kind] > 0 for one in family for kind in one.kinds)


def test_recipes_name_cards_that_are_printed() -> None:
    """A recipe for some kinds is for none if a name is misspelt."""
    file = find_scope("pairs", SPEC)
    assert isinstance(file, ScopeFile)
    named = {kind for one in file.recipes for kind in (*one.among, *one.one_of, *one.copies, *one.always)}
    assert named - set(KINDS) == set()


def test_all_boxes_have_36_kinds_and_630_pairs_of_two() -> None:
    kinds = [one.kinds for one in plan(ALL, 2)]
    assert len(KINDS) == 36
    assert sum(one != other for one, other in kinds) == 630


# ---- pairs -----------------------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(("players", "number"), SAMPLE)
def test_two_kinds_meet_and_nothing_goes_wrong(players: int, number: int) -> None:
    """A sample; `kittens pairs --boxes base,imploding,streaking,barking` looks at all of them."""
    job = plan(ALL, players)[number]
    row = check_pair(rules_of(ALL), job, Bounds(max_states=60_000))
    assert not row.refused
    assert row.limit is None
    assert row.states <= ABOUT_20_000
    assert [one for one in row.findings if not one.is_expected] == []
    assert row.decisions is not None or (job.kinds[0] == job.kinds[1] and job.kinds[0] in NEVER_TWICE)


# ---- each card's rules -----------------------------------------------------------------------------------------------
def list_own(rules: Rules, kind: str) -> set[str]:
    """The rules of a card; of a cat that has none, those by which cards of one name are played."""
    own = {one.name for one in rules.rules if one.card == kind}
    if own:
        return own
    return {"pair.play", "triple.name"} | {
        one.name for one in rules.rules if _is_like(one, {"pair.play", "triple.name"})
    }


def _is_like(rule: Rule, names: set[str]) -> bool:
    return isinstance(rule.attachment, PlayRule) and rule.attachment.like in names


@cache
def count(kind: str, *, without: bool) -> tuple[int, int]:
    """Points and transitions of the deck in which a kind meets Skip (and Skip Attack), with its rules or not."""
    other = "Attack" if kind == "Skip" else "Skip"
    (job,) = [one for one in plan(ALL, 2, (kind,)) if set(one.kinds) == {kind, other}]
    rules = rules_of(ALL)
    if without:
        own = list_own(rules, kind)
        rules = replace(rules, rules=tuple(one for one in rules.rules if one.name not in own))
    found = explore(Machine(build_exact(rules, job.table)), Bounds(max_states=60_000))
    assert found.limit is None
    return found.states, found.transitions


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_without_the_rules_of_a_card_the_counts_are_others(kind: str) -> None:
    assert count(kind, without=True) != count(kind, without=False)


# ---- invariants ------------------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("boxes", BOX_SETS, ids="+".join)
def test_every_invariant_has_a_verdict_on_the_tiny_decks(boxes: tuple[str, ...]) -> None:
    rules = rules_of(boxes)
    jobs = [one for players in (2, 3) for one in plan_jobs(rules, ask("tiny", players)) if isinstance(one, Job)]
    run = run_jobs(rules, jobs, Bounds())
    assert isinstance(run, Run)
    verdicts = combine_families(run.verdicts)
    assert [(one.name, one.label, one.table.players) for one in verdicts if not one.is_as_expected] == []
    sizes = [one.findings.states for one in run.results if one.system.table.scope.family == "tiny"]
    assert max(sizes) < 27_000
    standings = judge_invariants(verdicts)
    for one in read_invariants(SPEC):
        assert isinstance(one, Invariant)
        if one.says_something(boxes):
            assert standings.get(one.number, one.how) not in ("", "not seen", "violated", "undetermined")


@pytest.mark.slow
@pytest.mark.parametrize("boxes", BOX_SETS, ids="+".join)
def test_every_invariant_has_a_verdict_on_decks_of_pairs(boxes: tuple[str, ...]) -> None:
    """Decks in which every kind is once; `kittens pairs --boxes ...` says it of all of them."""
    kinds = [one.name for one in rules_of(boxes).cards]
    chosen = set(zip(kinds[::2], [*kinds[1::2], kinds[0]], strict=False))
    rows = [
        check_pair(rules_of(boxes), job, Bounds(max_states=60_000)) for job in plan(boxes, 2) if job.kinds in chosen
    ]
    assert len(rows) >= len(kinds) // 2
    assert [row.kinds for row in rows if row.refused or row.limit is not None] == []
    standings = join_standings(row.standings for row in rows)
    for one in read_invariants(SPEC):
        assert isinstance(one, Invariant)
        if one.says_something(boxes):
            assert standings.get(one.number, one.how) not in ("", "violated", "undetermined")
