"""What is taken at random is uniform over the cards that lie there, not over their names."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from checker.analysis.scenes import SceneStage, make_by_need
from checker.machine.describe import Describer
from checker.machine.machine import Machine
from checker.system.label import CHANCE
from checker.system.table import Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.scenes import Given, Scene, ScriptStep
from tests.laws.tables import rules_of

STREAKING, BOTH = ("base", "streaking"), ("base", "streaking", "barking")
PAIR, FAVOR, MARK = ("Tacocat", "Tacocat"), ("Favor",), ("Mark",)
TWO_AND_ONE = ("Nope", "Nope", "Skip")
RISK, NOBODY_ANSWERS = ScriptStep(0, "option", "risk a card"), ScriptStep(None, "pass")


@dataclass(frozen=True, slots=True)
class Chance:
    """A situation of two players and what is decided up to the point at which chance takes a card."""

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    script: tuple[ScriptStep, ...]
    blind: tuple[int, ...] = ()
    elsewhere: tuple[tuple[str, int, tuple[str, ...]], ...] = ()
    boxes: tuple[str, ...] = STREAKING


def play(cards: tuple[str, ...], target: int | None = 1) -> ScriptStep:
    return ScriptStep(0, "play", cards=cards, target=target)


def find_weights(chance: Chance) -> dict[str, int]:
    """How likely each card is beside the others at the end of the script."""
    hands = tuple(("hand", seat, cards) for seat, cards in enumerate(chance.hands) if cards)
    pile = ("pile", None, ("Tacocat", "Exploding Kitten"))
    given = Given(
        cards=(*hands, *chance.elsewhere, pile),
        counters=(("debt", 0, 1),),
        statuses=tuple(("blind", seat) for seat in chance.blind),
        tokens=(("turn", None, 0),),
    )
    machines: list[Machine] = []

    def keep_machine(rules: Rules, table: Table) -> Machine:
        machines.append(make_by_need(rules, table))
        return machines[-1]

    stage = SceneStage(rules_of(*chance.boxes), keep_machine)
    result = stage.play(Scene("weights", (), 2, given, chance.script, ()))
    assert result.passed, result.failures
    state, describer = result.points[-1].state, Describer(machines[0])
    found = {describer.label(state, raw): weight for raw, weight in machines[0].labels(state)}
    assert {(label.owner, label.verb) for label in found} == {(CHANCE, "pick")}
    return {str(label.words[0]): weight for label, weight in found.items()}


@pytest.mark.parametrize(
    ("chance", "expected"),
    [
        pytest.param(  # COMBO-2-1, case 058
            Chance((PAIR, TWO_AND_ONE), (play(PAIR), NOBODY_ANSWERS), boxes=("base",)),
            {"Nope": 2, "Skip": 1},
            id="a theft",
        ),
        pytest.param(  # COMBO-2-1, case 058 as it is told: a third each
            Chance((PAIR, ("Skip", "Shuffle", "Defuse")), (play(PAIR),), boxes=("base",)),
            {"Skip": 1, "Shuffle": 1, "Defuse": 1},
            id="a theft of one of three",
        ),
        pytest.param(  # STREAK-CURSE-3, T142
            Chance((TWO_AND_ONE, ()), (RISK,), (0,)), {"Nope": 2, "Skip": 1}, id="a card risked"
        ),
        pytest.param(  # STREAK-BLIND-MARK-1: what is marked in the own hand is as likely as any other card
            Chance((("Nope", "Skip"), ()), (RISK,), (0,), (("marked", 0, ("Nope", "Defuse")),)),
            {"Nope": 2, "Skip": 1, "Defuse": 1},
            id="a card risked beside a mark",
        ),
        pytest.param(  # STREAK-MARK-1, case 115: of the cards that are not marked yet
            Chance((MARK, TWO_AND_ONE), (play(MARK), NOBODY_ANSWERS), (), (("marked", 1, ("Nope", "Skip")),)),
            {"Nope": 2, "Skip": 1},
            id="a mark",
        ),
        pytest.param(  # STREAK-BLIND-FAVOR-2; the blind answer nothing
            Chance((FAVOR, TWO_AND_ONE), (play(FAVOR),), (1,)), {"Nope": 2, "Skip": 1}, id="a blind gift"
        ),
        pytest.param(  # STREAK-BLIND-GC-1, by a player who has turned it up: two Nopes and a Skip are left
            Chance(
                (("Garbage Collection", *TWO_AND_ONE), ("Defuse",)),
                (RISK, ScriptStep(None, "chance", cards=("Garbage Collection",))),
                (0,),
            ),
            {"Nope": 2, "Skip": 1},
            id="a blind card for the garbage",
        ),
        pytest.param(  # BARK-TOP-2: out of the crown, and not out of the hand
            Chance((FAVOR, ("Defuse",)), (play(FAVOR),), (), (("crown", 1, ("Attack", "Attack", "Skip")),), BOTH),
            {"Attack": 2, "Skip": 1},
            id="a card of a crown",
        ),
        pytest.param(  # BARK-BLIND-POT-1
            Chance(
                (("Potluck", *TWO_AND_ONE), ()), (RISK, ScriptStep(None, "chance", cards=("Potluck",))), (0,), (), BOTH
            ),
            {"Nope": 2, "Skip": 1},
            id="a blind card for the pot",
        ),
    ],
)
def test_chance_is_uniform_over_the_cards_that_lie_there(chance: Chance, expected: dict[str, int]) -> None:
    assert find_weights(chance) == expected
