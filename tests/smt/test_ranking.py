"""Every play is finite: ranks found by Z3, checked by adding up, and what makes them fail."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from checker.analysis.verifying import FullSize, all_readings, verify_file
from checker.smt.certificate.rank_certificate import print_rank, verify_rank
from checker.smt.certificate.ranking import check_rank
from checker.smt.counts.commands import CountSystem, count_system
from checker.smt.counts.family import Family, count_family
from checker.smt.counts.linear import Count
from checker.smt.proof.confirm import confirm_certificate
from checker.smt.proof.find_rank import Ranked, find_rank
from checker.system.build import build_system
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from tests.smt.conftest import base_rules, build_base
from tests.system.small_games import draw_and_lose


@pytest.fixture(scope="module")
def family() -> Family:
    """The base game for any number of players."""
    return count_family(build_base, single=[0])


@pytest.fixture(scope="module")
def ranked(family: Family) -> Ranked:
    return find_rank(family.counted)


@pytest.fixture(scope="module")
def game() -> FullSize:
    return FullSize(base_rules(), all_readings(base_rules(), {}))


@pytest.fixture(scope="module")
def certificate(family: Family, ranked: Ranked, game: FullSize) -> str:
    return print_rank(game.about_ending(), family.counted, ranked.rank)


def _without_first_statement(rules: Rules, name: str) -> Rules:
    rule = next(one for one in rules.rules if one.name == name)
    free = replace(rule, body=rule.body[1:])
    return replace(rules, rules=tuple(free if one is rule else one for one in rules.rules))


def test_every_play_of_the_base_game_is_finite(family: Family, ranked: Ranked) -> None:
    assert ranked.left == ()
    assert check_rank(family.counted, ranked.rank) == ()


def test_where_plays_cost_nothing_no_rank_is_found() -> None:
    rules = _without_first_statement(base_rules(), "base.play")  # the played cards stay in the hand
    counted = count_system(build_base(2, rules=rules), single=[0])
    examples = {label for command in find_rank(counted).left for label in command.examples}
    assert "play attack.play other cards" in examples  # which stays in the hand: it can be played for ever


def test_a_game_of_draws_is_finite_because_the_pile_shrinks() -> None:
    system = build_system(draw_and_lose(), Table(3, Scope("all", {"Bomb": 2, "Plain": 4}), {}, "ordered"))
    counted = count_system(system)
    found = find_rank(counted)
    assert (found.left, check_rank(counted, found.rank)) == ((), ())


def _broken(counted: CountSystem, ranked: Ranked) -> list[tuple[str, tuple[dict[Count, int], ...]]]:
    first, *rest = (dict(one) for one in ranked.rank)
    some = next(iter(first))
    return [
        ("a component less", tuple(rest)),
        ("hands without weight", ({count: one for count, one in first.items() if count.name != "zone hand"}, *rest)),
        ("no component", ()),
        ("a coefficient below 0", ({**first, some: -1}, *rest)),
        ("a count that is not there", ({**first, Count("zone nowhere"): 1}, *rest)),
    ]


def test_what_is_no_rank_is_not_accepted(family: Family, ranked: Ranked) -> None:
    for words, rank in _broken(family.counted, ranked):
        assert check_rank(family.counted, rank), words


def test_the_certificate_is_accepted_without_a_solver_and_confirmed(certificate: str, game: FullSize) -> None:
    found = verify_file(certificate, game)
    assert (found.claim, found.checked.problems) == ("every-play-is-finite, built in", ())
    assert found.checked.obligations > 100
    assert confirm_certificate(certificate).confirmed


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("(set-info :rank", "(set-info :rink", "no component falls"),
        ("(< ", "(<= ", "its text is not that of this System"),
        ('five-kitten"": ""forbidden', 'five-kitten"": ""held', "readings, five-kitten: held, not forbidden"),
        ('[""Exploding Kitten""]', '[""Nobody""]', "not of this game"),
    ],
)
def test_a_changed_certificate_is_rejected(certificate: str, game: FullSize, old: str, new: str, words: str) -> None:
    changed = certificate.replace(old, new)
    assert changed != certificate
    assert words in verify_rank(changed, game.build, game.about_ending()).problems[0]


def test_checking_imports_no_solver() -> None:
    asked = "import sys, checker.smt.certificate.rank_certificate; print(sorted({'z3', 'cvc5'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True).stdout == "[]\n"
