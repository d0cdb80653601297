"""Count commands: how many there are, that each concrete path is an instance of one, that machine steps are steps."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.machine.machine import Machine
from checker.smt.commands import Command, CountSystem, count_system
from checker.smt.family import Family, count_family
from checker.smt.image import reach, read_image
from checker.smt.simulate import check_simulation
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


COUNTED: dict[int, tuple[Machine, CountSystem]] = {}


def _counted(players: int) -> tuple[Machine, CountSystem]:
    if players not in COUNTED:
        system = _small(players)
        COUNTED[players] = (Machine(system), count_system(system, single=[0, 1]))
    return COUNTED[players]


def test_a_game_of_draws_has_these_commands() -> None:
    rules = draw_and_lose()
    system = build_system(rules, Table(3, Scope("all", {"Bomb": 2, "Plain": 4}), {}, "ordered"))
    counted = count_system(system, single=[0])
    assert (counted.paths, len(counted.commands)) == (18, 18)
    assert "which card lies on top" in counted.unseen


def test_cards_that_no_proof_tells_apart_are_one_class(three: Family) -> None:
    assert three.counted.class_names == ("Exploding Kitten", "other cards")


def _exhaustive(system: System) -> CountSystem:
    """The commands from every path, kinds that are alike included."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("checker.smt.commands.Alike", lambda *given: None)
        return count_system(system, single=[0])


def _without_numbers_of_paths(counted: CountSystem) -> list[Command]:
    return [replace(one, paths=0, examples=()) for one in counted.commands]


def test_one_path_for_kinds_that_are_alike_gives_the_commands_of_all_paths() -> None:
    short, whole = count_system(build_base(2), single=[0]), _exhaustive(build_base(2))
    assert _without_numbers_of_paths(short) == _without_numbers_of_paths(whole)
    assert len(whole.commands) < whole.paths / 10
    assert short.paths < whole.paths / 5


def test_kinds_that_are_not_alike_each_have_their_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.smt.alike.Alike._number", lambda self, marks: (0,) * len(self.classes))
    blind = count_system(build_base(2), single=[0])
    assert _without_numbers_of_paths(blind) != _without_numbers_of_paths(_exhaustive(build_base(2)))


def test_who_is_next_is_not_looked_at(three: Family) -> None:
    assert "seat order" in three.counted.unseen


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_each_concrete_path_is_an_instance_of_a_command(players: int) -> None:
    simulated = check_simulation(count_system(build_base(players), single=[0]))
    assert simulated.missing == ()
    assert simulated.paths == simulated.syntactic + simulated.by_solver > 100


@pytest.mark.slow
def test_each_concrete_path_of_four_players_is_an_instance_of_a_command() -> None:
    assert check_simulation(count_system(build_base(4), single=[0])).missing == ()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([2, 3]))
def test_the_image_of_every_machine_step_is_reached_by_commands(seed: int, players: int) -> None:
    machine, counted = _counted(players)
    generator = random.Random(seed)
    state = machine.sample_deal(generator)[0]
    for _ in range(30):
        if machine.is_final(state):
            return
        label, _ = generator.choice(machine.labels(state))
        after = machine.step(state, label)
        before = read_image(counted, machine.layout, state)
        assert reach(counted, before, read_image(counted, machine.layout, after)) is not None, label
        state = after


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
