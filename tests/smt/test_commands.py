"""Count commands: how many there are, that each concrete path is an instance of one, that machine steps are steps."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.machine.machine import Machine
from checker.smt.counts.commands import CountSystem, count_system
from checker.smt.counts.family import Family, count_family
from checker.smt.counts.image import Image, reach, read_image
from checker.smt.counts.walk import Cuts
from checker.smt.proof.simulate import check_simulation
from checker.system.build import build_system
from checker.system.system import System
from checker.system.table import Scope, Table
from kittens_dsl.driver import load_rules
from tests.smt.conftest import SPEC, base_rules, build_base
from tests.system.small_games import draw_and_lose

DECKS = {
    2: {"Exploding Kitten": 1, "Defuse": 3, "Nope": 2, "Attack": 2, "Favor": 1, "Tacocat": 3, "Shuffle": 1},
    3: {"Exploding Kitten": 2, "Defuse": 4, "Nope": 1, "Attack": 1, "Skip": 1, "Favor": 2, "Beard Cat": 3},
}


def _small(players: int) -> System:
    return build_system(base_rules(), Table(players, Scope("small", DECKS[players], 2), {}, "ordered"))


EVERYWHERE = Cuts()
COUNTED: dict[int, tuple[Machine, CountSystem]] = {}


BOXES = {
    "streaking": {"Streaking Kitten": 1, "Garbage Collection": 2, "Curse of the Cat Butt": 2, "Mark": 1},
    "barking": {"Barking Kitten": 2, "I'll Take That": 3, "Tower of Power": 1, "Potluck": 1, "Bury": 1},
}


@lru_cache
def _counted_with(box: str) -> tuple[Machine, CountSystem]:
    rules = load_rules(SPEC, boxes=("base", box)).rules
    assert rules is not None
    copies = {"Exploding Kitten": 3, "Defuse": 5, "Nope": 1, "Favor": 2, **BOXES[box]}
    system = build_system(rules, Table(3, Scope("small", copies, 2, 2), {}, "ordered"))
    return Machine(system), count_system(system, single=[0, 1, 2], remember=True)


def _counted(players: int) -> tuple[Machine, CountSystem]:
    if players not in COUNTED:
        system = _small(players)
        COUNTED[players] = (Machine(system), count_system(system, single=[0, 1], remember=True))
    return COUNTED[players]


def test_a_game_of_draws_has_these_commands() -> None:
    rules = draw_and_lose()
    system = build_system(rules, Table(3, Scope("all", {"Bomb": 2, "Plain": 4}), {}, "ordered"))
    counted = count_system(system, single=[0])
    # No card is there, or it is kept: 2. A Bomb that is drawn or lay open takes the player; then one is left, or more
    # are, or (as far as counts go) nobody else was there: 2 times 3. Then another is on turn, or the same: 2.
    assert (counted.paths, len(counted.commands)) == (10, 10)
    assert "which card lies on top" in counted.unseen


def test_cards_that_no_proof_tells_apart_are_one_class(three: Family) -> None:
    assert three.counted.class_names == ("Exploding Kitten", "other cards")


def test_a_path_for_cards_that_are_counted_together_stands_for_one_of_each() -> None:
    together = count_system(build_base(2), single=[0], cuts=EVERYWHERE)
    apart = count_system(build_base(2), single=range(13), cuts=EVERYWHERE)
    assert together.paths < apart.paths / 5


def test_points_that_no_count_tells_apart_are_one() -> None:
    counted = count_system(build_base(2), single=[0], cuts=EVERYWHERE)
    assert len(counted.points) == len(set(counted.alike.values())) < len(counted.alike)
    assert all(counted.alike[point] == point for point in counted.points)
    names = [counted.finder.describe(point).partition(" ")[2] for point in counted.points]
    assert len([one for one in names if one.startswith("rest")]) == 1  # at rest is a point of its own


def test_points_that_are_not_alike_are_missed_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.smt.counts.alike._sign", lambda number, paths: frozenset())
    counted = count_system(build_base(2), single=[0], cuts=EVERYWHERE)
    one = counted.points[0]
    assert len(counted.points) < 10
    without = replace(counted, commands=tuple(command for command in counted.commands if command.top.point != one))
    assert check_simulation(without).missing != ()


def test_who_is_next_is_not_looked_at(three: Family) -> None:
    assert "seat order" in three.counted.unseen


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_each_concrete_path_is_an_instance_of_a_command(players: int) -> None:
    simulated = check_simulation(count_system(build_base(players), single=[0], cuts=EVERYWHERE))
    assert simulated.missing == ()
    assert simulated.paths == simulated.syntactic + simulated.by_solver > 100


@pytest.mark.slow
def test_each_concrete_path_of_four_players_is_an_instance_of_a_command() -> None:
    assert check_simulation(count_system(build_base(4), single=[0], cuts=EVERYWHERE)).missing == ()


def _follow_a_play(machine: Machine, counted: CountSystem, seed: int, steps: int) -> int:
    """Each point of a play is reached by commands from the last one, each decision between them seen; how many were."""
    generator = random.Random(seed)
    state = machine.sample_deal(generator)[0]
    last: Image | None = None  # before the first point there is nothing to start from
    reached = 0
    for _ in range(steps):
        image = read_image(counted, machine.layout, state)
        assert last is None or reach(counted, last, image) is not None
        reached += last is not None
        if machine.is_final(state):
            break
        if image.agenda[-1].point in counted.alike:
            last = image
        label, _ = generator.choice(machine.labels(state))
        state = machine.step(state, label)
    return reached


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([2, 3]))
def test_the_image_of_every_machine_step_is_reached_by_commands(seed: int, players: int) -> None:
    assert _follow_a_play(*_counted(players), seed, 30) > 0


@pytest.mark.parametrize(("box", "seed"), [("barking", 5), pytest.param("streaking", 3, marks=pytest.mark.slow)])
def test_so_is_that_of_every_step_with_other_boxes(box: str, seed: int) -> None:
    """With seed 5 a player is lost who has cards in the crown and a claim with another: several paths are cut there."""
    assert _follow_a_play(*_counted_with(box), seed, 30) > 0


def test_a_missing_command_is_noticed() -> None:
    machine, counted = _counted(2)
    state = machine.sample_deal(random.Random(1))[0]
    label, _ = machine.labels(state)[0]
    images = [read_image(counted, machine.layout, one) for one in (state, machine.step(state, label))]
    rest = images[0].agenda[-1].point
    without = replace(counted, commands=tuple(one for one in counted.commands if one.top.point != rest))
    assert reach(counted, images[0], images[1]) is not None
    assert reach(without, images[0], images[1]) is None


@pytest.mark.slow
def test_frames_go_by_the_names_of_locals_where_their_instances_differ_with_the_players() -> None:
    """With this box a rule written out for each seat shifts the numbers of all later instances."""
    rules = load_rules(SPEC, boxes=("base", "streaking")).rules
    assert rules is not None
    family = count_family(lambda players: build_base(players, rules=rules), single=[0], players=(2, 3))
    tops = {command.top.point for command in family.counted.commands}
    assert tops <= set(family.counted.points)  # named as the agenda names them, or its rows would contradict the guard


@pytest.mark.slow
def test_a_decision_on_the_way_is_one_that_a_rank_must_lower() -> None:
    """Whoever gives the Streaking Kitten to a Garbage Collection may defuse: in the loop over the cards given."""
    _, counted = _counted_with("streaking")
    tops = {counted.finder.how(command.top.point.spot) for command in counted.commands if command.decided}
    assert "block" in tops
