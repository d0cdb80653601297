"""Setup at full size: which tables can be dealt, and which clauses quarrel where none can."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.cli.main import commands
from checker.smt.questions.dealing import Deal, find_deal
from checker.system.build import build_system
from checker.system.table import Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.statements import Move
from kittens_dsl.core.terms import Arithmetic, Literal
from kittens_dsl.driver import load_rules
from tests.smt.conftest import SPEC, base_rules, full_deck
from tests.smt.test_proofs import one_kitten_less
from tests.spec.test_setup_totals import count_pile


def _rules(*boxes: str) -> Rules:
    rules = load_rules(SPEC, boxes=boxes).rules
    assert rules is not None
    return rules


def _deal(rules: Rules, players: int, decks: int = 1, copies: Mapping[str, int] | None = None) -> Deal:
    printed = {kind.name: kind.copies for kind in rules.kinds}
    system = build_system(rules, Table(players, full_deck(rules), {}, "ordered"))
    return find_deal(system, printed if copies is None else {**printed, **copies}, decks)


def _who(deal: Deal) -> set[str]:
    return {one.who for one in deal.quarrel}


# 56 cards less 4 kittens and 6 Defuses are 46; each player gets 7 of them; the pile gets the rest, players minus 1
# kittens and the Defuses left, but with two players only two [SETUP-BASE-1 to 8].
@pytest.mark.parametrize(("players", "pile"), [(2, 46 - 14 + 1 + 2), (3, 46 - 21 + 2 + 3), (4, 23), (5, 16)])
def test_the_pile_of_the_base_game(players: int, pile: int) -> None:
    assert _deal(base_rules(), players).pile == (pile, pile)


def test_six_players_need_a_kitten_more_than_there_are() -> None:
    deal = _deal(base_rules(), 6)
    assert (deal.pile, _who(deal)) == (None, {"Exploding Kitten", "base.kittens"})
    assert [(one.says, one.clauses) for one in deal.quarrel] == [
        ("4 copies", ("SETUP-BASE-1", "BASE-EK-5")),
        ("Exploding Kitten: at least 5", ("SETUP-BASE-4",)),
    ]


def test_seven_players_have_a_defuse_too_few() -> None:
    deal = _deal(base_rules(), 7, copies={"Exploding Kitten": 9})
    assert _who(deal) == {"Defuse", "base.reserve"}


def test_two_decks_are_enough_for_nine_and_three_for_ten() -> None:
    assert [_deal(base_rules(), players, 2).pile is None for players in (6, 9, 10)] == [False, False, True]
    assert _deal(base_rules(), 10, 3).pile is not None


@pytest.mark.parametrize(("players", "can"), [(2, True), (6, True), (7, False)])
def test_the_imploding_kitten_lets_six_play(players: int, can: bool) -> None:
    assert (_deal(_rules("base", "imploding"), players).pile is not None) == can


def test_too_few_other_cards_are_a_quarrel_of_the_deal() -> None:
    few = {kind.name: 1 for kind in base_rules().kinds if kind.name not in ("Exploding Kitten", "Defuse")}
    deal = _deal(base_rules(), 2, copies=few)
    assert deal.pile is None
    assert {"base.deal", "Nope"} <= _who(deal)


def test_no_party_of_a_quarrel_could_be_left_out() -> None:
    assert _deal(base_rules(), 6, copies={"Exploding Kitten": 5}).pile is not None
    assert _deal(one_kitten_less(base_rules()), 6).pile is not None


def test_one_kitten_more_cannot_be_dealt_to_five(tmp_path: Path) -> None:
    def more(rules: Rules) -> Rules:
        step = next(one for one in rules.setup if one.name == "base.kittens")
        (move,) = step.body
        assert isinstance(move, Move)
        body = (replace(move, number=Arithmetic("plus", move.number, Literal(1))),)
        return replace(rules, setup=tuple(replace(one, body=body) if one is step else one for one in rules.setup))

    assert _who(_deal(more(base_rules()), 5)) == {"Exploding Kitten", "base.kittens"}


# SETUP-IMPL-8, SETUP-STREAK-13, SETUP-BARK-11: of what is not dealt, the whole number nearest to a third is taken out
# before the kittens (and the Tower of Power) go in. Two players, Imploding: 46 + 19 - 14 = 51 less 17, and then the
# spare Defuses and the one kitten. Barking: 46 + 19 - 14 less six for the stash, the spare Defuses are in before: 47
# less 16, the Tower and a kitten. Streaking and Barking: 46 + 14 + 19 - 14 - 6 + 2 = 61 less 20, the Tower and two
# kittens [SETUP-STREAK-14].
@pytest.mark.parametrize(
    ("boxes", "pile"),
    [
        ("base,imploding", 51 - 17 + 2 + 1),
        ("base,barking", 47 - 16 + 1 + 1),
        ("base,streaking,barking", 61 - 20 + 1 + 2),
    ],
)
def test_a_loop_of_setup_is_not_the_end_of_it(boxes: str, pile: int) -> None:
    arguments = ["--boxes", boxes, "--players", "2", "--reading", "faster-game=yes", "--format", "json"]
    result = CliRunner().invoke(commands, ["deal", *arguments])
    (found,) = json.loads(result.output)["deals"]
    assert found["pile"] == [pile, pile]
    assert found["sampled"] > 0


def test_what_was_only_seen_in_deals_is_marked() -> None:
    arguments = ["--boxes", "base,streaking", "--players", "2,6", "--reading", "faster-game=yes"]
    result = CliRunner().invoke(commands, ["deal", *arguments])
    assert "random deals" in result.output
    few, many = (line for line in result.output.splitlines() if line.startswith(("2 ", "6 ")))
    assert "35*" in few  # 46 + 14 - 14 = 46 less 15, two spare Defuses and two kittens
    assert "none*" in many  # six kittens are wanted [SETUP-STREAK-7] and five are there
    assert "SETUP-BASE-4" in many


NOPES_GO = """
box base
setup late.nopes [SETUP-BASE-5]
  after base.own-defuse
  before base.pile
  move every "Nope" from the box to the removed
"""


def test_how_high_the_pile_is_can_depend_on_the_deal(tmp_path: Path) -> None:
    (tmp_path / "late.kit").write_text(NOPES_GO, encoding="utf-8")
    rules = load_rules(SPEC, boxes=("base",), beside=(tmp_path / "late.kit",)).rules
    assert rules is not None
    assert _deal(rules, 2).pile == (35 - 5, 35)  # none of the five is in a hand, or all of them are


def test_the_command_shows_the_table_and_the_clauses() -> None:
    result = CliRunner().invoke(commands, ["deal", "--players", "5-6"])
    assert result.exit_code == 0  # the box is for five at most
    assert "16" in result.output
    assert "base.kittens [SETUP-BASE-4] Exploding Kitten: at least 5" in result.output


def test_the_command_refuses_what_is_no_range() -> None:
    result = CliRunner().invoke(commands, ["deal", "--players", "many"])
    assert result.exit_code == 2
    assert "is no number of players" in result.output


# ---- every set of boxes (catalogue, section 25, by the clauses of its head; research/smt.md, section 6, for 2 to 10)
SETS = [
    boxes
    for number in range(4)
    for more in combinations(("imploding", "streaking", "barking"), number)
    for boxes in [("base", *more)]
]


def _kittens(boxes: tuple[str, ...], players: int) -> int:
    """Exploding Kittens that setup takes: one fewer than players [SETUP-BASE-4], as many with the Streaking Kitten
    [SETUP-STREAK-7], of which the Imploding Kitten is one [SETUP-IMPL-2, SETUP-IMPL-6]."""
    return players - ("streaking" not in boxes) - ("imploding" in boxes)


def _first_obstacle(boxes: tuple[str, ...], players: int) -> set[str]:
    """4 kittens, 5 with Streaking; 6 Defuses, one each [SETUP-BASE-1, SETUP-BASE-3, SETUP-STREAK-3]."""
    found = {"Exploding Kitten"} if _kittens(boxes, players) > 4 + ("streaking" in boxes) else set()
    return found | ({"Defuse"} if players > 6 else set())


@pytest.mark.slow
def test_the_table_of_all_sets_is_the_one_of_the_clauses() -> None:
    result = CliRunner().invoke(commands, ["deal", "--every-set", "--players", "2,3,5-7", "--format", "json"])
    assert result.exit_code == 0
    sets = {tuple(sorted(one["boxes"])): one for one in json.loads(result.stdout)["sets"]}
    assert set(sets) == {tuple(sorted(boxes)) for boxes in SETS}
    for boxes in SETS:
        one = sets[tuple(sorted(boxes))]
        most = 6 if "imploding" in boxes else 5  # SETUP-BASE-12, SETUP-IMPL-1
        assert (one["fewest"], one["most"]) == (2, most)
        for deal in one["deals"]:
            quarrel = {party["who"] for party in deal["quarrel"]}
            if deal["players"] <= most:
                assert deal["pile"] == [count_pile(boxes, deal["players"])] * 2, boxes
                assert not quarrel
            else:
                assert deal["pile"] is None
                assert quarrel & {"Exploding Kitten", "Defuse"}
                assert quarrel & {"Exploding Kitten", "Defuse"} <= _first_obstacle(boxes, deal["players"])


@pytest.mark.parametrize(
    ("boxes", "readings", "players", "pile"),
    [
        # where the table of section 6 says otherwise than the defaults: all spare Defuses go back, whoever plays
        (("barking",), {"barking-spares": "every"}, 2, 51),
        (("imploding", "streaking", "barking"), {"barking-spares": "every", "spares-for-three": "three"}, 2, 85),
        (("imploding", "streaking", "barking"), {"barking-spares": "every", "spares-for-three": "three"}, 3, 78),
        # an Imploding Kitten beside the kittens: one card more than in the default
        (("imploding",), {"imploding-count": "added"}, 5, 36),
        (("imploding",), {"imploding-count": "added"}, 6, None),
    ],
)
def test_other_readings_of_the_spares_give_the_other_columns(
    boxes: tuple[str, ...], readings: dict[str, str], players: int, pile: int | None
) -> None:
    rules = _rules("base", *boxes)
    system = build_system(rules, Table(players, full_deck(rules), readings, "ordered"))
    found = find_deal(system, {kind.name: kind.copies for kind in rules.kinds}).pile
    assert found == (None if pile is None else (pile, pile))


def test_five_kittens_are_enough_for_six_if_one_fewer_is_put_in() -> None:
    """Streaking says as many kittens as players, Barking one fewer: only the second lets six play (section 6)."""
    rules = _rules("base", "streaking", "barking")
    copies = {kind.name: kind.copies for kind in rules.kinds}
    assert [
        find_deal(build_system(rules, Table(6, full_deck(rules), {"streaking-count": one}, "ordered")), copies).pile
        is None
        for one in ("players", "one-fewer")
    ] == [True, False]


def test_no_shipped_reading_is_called_what_asks_for_every_reading() -> None:
    for boxes in SETS:
        assert not [
            one.name for one in _rules(*boxes).ambiguities if "all" in {reading for reading, _, _ in one.readings}
        ]
