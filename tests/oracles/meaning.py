"""What the rules mean, decision by decision: plays run by the definitional interpreter."""

from __future__ import annotations

from checker.system.label import Label
from checker.system.table import Table
from kittens_dsl.core.rules import Rules
from tests.oracles.cards import Game, Offer
from tests.oracles.interpreter import Interpreter, Whole
from tests.oracles.situation import Situation, opening


def run_setup(rules: Rules, table: Table, situation: Situation | None = None) -> Whole:
    """Setup and play; `situation` (by default a new opening) is changed in place."""
    interpreter = Interpreter(Game(rules, table, opening(rules, table) if situation is None else situation))
    return interpreter.whole(interpreter.set_up_and_play())


def play_from(rules: Rules, table: Table, situation: Situation) -> Whole:
    """Play without setup, from a situation that is changed in place."""
    interpreter = Interpreter(Game(rules, table, situation))
    return interpreter.whole(interpreter.play())


class Meaning:
    """A play, decision by decision. Without a situation it begins with setup.

    It ends in one of three ways, all without offers: `over` (somebody has won), `fault` (its words), neither (stuck).
    """

    def __init__(self, rules: Rules, table: Table, situation: Situation | None = None) -> None:
        self.situation = opening(rules, table) if situation is None else situation
        self.fault: str | None = None
        self.decision: Offer | None = None
        begin = run_setup if situation is None else play_from
        self._play = begin(rules, table, self.situation)
        self._advance(None)

    @property
    def over(self) -> bool:
        return self.situation.winner is not None

    @property
    def at_rest(self) -> bool:
        return self.decision is not None and self.decision.at_rest

    def offers(self) -> tuple[Label, ...]:
        """The labels of this decision. A shuffle or a deal may have more than can be listed; `take` does not list."""
        return () if self.decision is None else tuple(self.decision.labels())

    def weight(self, label: Label) -> int:
        """How likely a label of this decision is beside the others; 1 for each where players decide."""
        return 1 if self.decision is None else self.decision.weight(label)

    def take(self, label: Label) -> None:
        """Decide. ValueError if the label is not offered."""
        if self.decision is None or not self.decision.allows(label):
            raise ValueError(f"not offered: {label}")
        self._advance(label)

    def _advance(self, label: Label | None) -> None:
        try:
            self.decision = next(self._play) if label is None else self._play.send(label)
        except StopIteration as end:
            self.decision, self.fault = None, end.value
