"""Law: a System lowered piece by piece plays as the System lowered as a whole: the same labels, states and telling."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from checker.analysis.evidence import Happening, Teller
from checker.analysis.scenes import play_scenes, printed_scope
from checker.machine.describe import Describer
from checker.machine.machine import Machine, SetupError, State
from checker.system.build import build_system
from checker.system.label import Label
from checker.system.system import System
from checker.system.table import Table
from checker.system.unfold import Unfolding
from kittens_dsl.core.rules import Rules
from tests.games.test_games import TABLES, game_of
from tests.games.test_loops import ENDLESS, FOR_EVER, NEVER_SO, RAISED, ROUND_AND_ROUND
from tests.games.texts import COMMON, DEAL, GRAB, MOVE, PLAY, lay_table, load_text
from tests.laws.tables import base_rules, random_table, rules_of

STEPS = 60


def whole(rules: Rules, table: Table) -> Machine:
    """A machine that tells what happens, of the System lowered as a whole."""
    return Machine(build_system(replace(rules, properties=()), table), told=True)


def unfolded(rules: Rules, table: Table) -> Machine:
    """The same, lowered as a play comes to it."""
    return Machine.unfold(Unfolding(rules, table))


def named(system: System, happened: tuple[Happening, ...]) -> list[object]:
    """What happened, with the points of coverage themselves instead of their numbers."""
    return [system.coverage[one[1]] if one[0] == "fired" and isinstance(one[1], int) else one for one in happened]


def offered(teller: Teller, state: State) -> list[tuple[Label, int]]:
    """Labels in words with their weights, in order."""
    return [(teller.describer.label(state, raw), weight) for raw, weight in teller.machine.labels(state)]


def walk_both(rules: Rules, table: Table, seed: int) -> int:
    """A random play on both machines, point by point; how many steps it had."""
    tellers = [Teller(machine, Describer(machine)) for machine in (whole(rules, table), unfolded(rules, table))]
    states = [one.machine.sample_deal(random.Random(seed))[0] for one in tellers]
    size, generator = tellers[0].machine.layout.size, random.Random(seed)
    for step in range(STEPS):
        assert states[0][:size] == states[1][:size]
        labels, others = (offered(one, state) for one, state in zip(tellers, states, strict=True))
        assert labels == others
        assert len({one.describer.fault(state) for one, state in zip(tellers, states, strict=True)}) == 1
        if not labels:
            assert len({one.describer.winner(state) for one, state in zip(tellers, states, strict=True)}) == 1
            return step
        number = generator.randrange(len(labels))
        raws = [one.machine.labels(state)[number][0] for one, state in zip(tellers, states, strict=True)]
        points = [one.step(state, raw, forced=False) for one, state, raw in zip(tellers, states, raws, strict=True)]
        told = [named(one.machine.system, point.happened) for one, point in zip(tellers, points, strict=True)]
        assert told[0] == told[1]
        states = [point.state for point in points]
    return STEPS


@pytest.mark.parametrize("name", TABLES)
def test_other_games_play_the_same(name: str) -> None:
    assert sum(walk_both(game_of(name), TABLES[name], seed) for seed in range(3)) >= 15


def tables(rules: Rules, seeds: range, pile: str) -> list[tuple[int, Table]]:
    """Random tables that can be laid, by seed."""
    found = [(seed, random_table(rules, seed, pile=pile)) for seed in seeds]
    return [(seed, table) for seed, table in found if table is not None]


def walk_random(boxes: tuple[str, ...], seeds: range, pile: str) -> int:
    """Random plays at random tables; a table that cannot be dealt is refused by both machines."""
    rules, steps = rules_of(*boxes), 0
    for seed, table in tables(rules, seeds, pile):
        try:
            steps += walk_both(rules, table, seed)
        except SetupError as error:
            with pytest.raises(SetupError, match=str(error).split(" (")[0]):
                unfolded(rules, table).sample_deal(random.Random(seed))
    return steps


@pytest.mark.parametrize("pile", ["ordered", "bag"])
def test_the_base_box_plays_the_same(pile: str) -> None:
    assert walk_random(("base",), range(12), pile) >= 70


@pytest.mark.slow
@pytest.mark.parametrize("others", [("imploding",), ("streaking", "barking"), ("imploding", "streaking", "barking")])
def test_other_boxes_play_the_same(others: tuple[str, ...]) -> None:
    assert walk_random(("base", *others), range(10), "ordered") >= 80


def test_scenes_go_the_same_way_on_both() -> None:
    rules = base_rules()
    scenes = [one for one in rules.scenes if one.players == 2 and not one.readings]
    results = [play_scenes(rules, scenes, make_machine) for make_machine in (whole, unfolded)]
    assert len(scenes) >= 50
    for one, other in zip(*results, strict=True):
        assert (one.failures, [point.label for point in one.points]) == (
            other.failures,
            [point.label for point in other.points],
        )


WHIRL = """
event whirl by a player
rule toy.whirl [T-6]
  to whirl
  then
    you spin
"""
TWO_UNITS = ROUND_AND_ROUND.replace("      you spin", "      you whirl") + WHIRL + RAISED


@pytest.mark.parametrize(
    "text",
    [FOR_EVER, NEVER_SO, ROUND_AND_ROUND + RAISED, TWO_UNITS],
    ids=["repeat", "until", "event", "two events"],
)
def test_a_loop_without_a_decision_stops_the_play_there_too(text: str) -> None:
    rules = load_text(COMMON, MOVE, PLAY, DEAL, text, GRAB)
    machine = unfolded(rules, lay_table(rules))
    state = machine.sample_deal(random.Random(1))[0]
    stopped = {Describer(machine).fault(machine.settle(after)[0]) for _, after, _ in machine.successors(state)}
    assert ENDLESS in stopped


def test_what_a_play_never_comes_to_is_never_lowered() -> None:
    rules = base_rules()
    table = Table(2, printed_scope(rules), {}, "ordered")
    system = build_system(rules, table)
    unfolding = Unfolding(rules, table)
    machine = Machine.unfold(unfolding)
    machine.sample_deal(random.Random(1))
    assert 0 < len(unfolding.system.locations) < len(system.locations)
