"""What is offered at a point of a scene, and which label a step of its script means there."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from checker.analysis.words import name_player, say_label
from checker.machine.describe import Describer
from checker.machine.machine import RawLabel, State
from checker.system.label import CHANCE, NOBODY, Label
from checker.system.system import System
from kittens_dsl.core.rules import ResponseRule
from kittens_dsl.core.scenes import ScriptStep
from kittens_dsl.records import dataclass

CARDS = ("card", "pick")
SORTS = {
    "choose card": CARDS,
    "chance": CARDS,
    "place": ("place",),
    "choose player": ("player",),
    "option": ("option",),
}
"""The verbs of the labels that answer the question which a step of a script answers."""


@dataclass(frozen=True, slots=True)
class Offered:
    """The labels of a point with their weights (0 where nothing is by chance), and how many places its piles have."""

    system: System
    weights: dict[Label, tuple[RawLabel, int]]
    places: int

    def find(self, step: ScriptStep) -> RawLabel | None:
        """The label that a step means; None if it is not offered.

        Of places between equal cards only the highest is offered: the lower ones mean it.
        """
        fitting = [raw for label, (raw, _) in self.weights.items() if _fits(self.system, label, step)]
        if fitting or step.verb != "place" or step.position is None or step.position >= self.places:
            return fitting[0] if fitting else None
        above = {
            label.words[0]: raw
            for label, (raw, _) in self.weights.items()
            if label.verb == "place"
            and step.seat == label.owner
            and isinstance(label.words[0], int)
            and label.words[0] < step.position
        }
        return above[max(above)] if above else None

    def asks(self, step: ScriptStep) -> bool:
        """Whether somebody is asked here for a decision of the sort of a step, so that it can be refused."""
        wanted = SORTS.get(step.verb)
        return wanted is None or any(label.verb in wanted for label in self.weights)

    def share(self, step: ScriptStep) -> Fraction:
        """How likely it is that chance takes what a step says."""
        chances = {label: weight for label, (_, weight) in self.weights.items() if label.owner == CHANCE}
        fitting = sum(weight for label, weight in chances.items() if _fits(self.system, label, step))
        return Fraction(fitting, sum(chances.values()))

    def list_words(self) -> list[str]:
        """Each as a line of a script."""
        return [say_decision(self.system, label) for label in self.weights]

    def say(self) -> str:
        """All of them in words."""
        return "; ".join(self.list_words()) or "nothing"


def say_decision(system: System, label: Label) -> str:
    """One decision as a line of a script says it; in words where no line decides it."""
    who = "chance" if label.owner == CHANCE else name_player(label.owner)
    match label.verb, label.words:
        case "play", (str(), tuple(cards), target, named):
            words = f"{who} plays {_quote(cards)}"
            words += "" if target is None else f" on {name_player(target)}"
            return words + ("" if named is None else f' naming "{named}"')
        case "respond", _:
            return f'{who} answers "{_answer_kind(system, label)}"'
        case "pass", _:
            return "nobody answers"
        case "card", (kind,):
            return f'{who} gives "{kind}"'
        case "pick", (kind,):
            return f'{who} picks "{kind}"'
        case "player", (seat,):
            return f"{who} points at {name_player(seat)}"
        case "place", (int(place),):
            return f"{who} puts it at place {place + 1}"
        case "option", (words,):
            return f'{who} chooses "{words}"'
        case "apply" | "decline", (rule,):
            return f"{who} {'uses' if label.verb == 'apply' else 'declines'} {rule}"
        case "arrange", (tuple(cards),):
            return f"{who} orders {_quote(cards)}"
        case _:
            return " ".join(say_label(system, label))


def _quote(cards: Iterable[object]) -> str:
    return ", ".join(f'"{card}"' for card in cards)


def list_offered(describer: Describer, state: State) -> Offered:
    """What is offered at a point."""
    system = describer.machine.system
    weights = {describer.label(state, raw): (raw, weight) for raw, weight in describer.machine.labels(state)}
    deepest = max((len(describer.cards(state, zone)) for zone in system.pile_zones), default=0)
    return Offered(system, weights, deepest + 1)


def _fits(system: System, label: Label, step: ScriptStep) -> bool:
    if step.seat is not None and label.owner != step.seat:
        return False
    match step.verb:
        case "play":
            if label.verb != "play":
                return False
            _, cards, target, named = label.words
            same = isinstance(cards, tuple) and sorted(cards) == sorted(step.cards)
            return same and target == step.target and named == step.named
        case "respond":
            return label.verb == "respond" and _answer_kind(system, label) == step.cards[0]
        case "pass":
            return label.verb == "pass" and label.owner == NOBODY
        case "choose card":
            return label.verb == "card" and label.words == step.cards
        case "choose player":
            return label.verb == "player" and label.words == (step.target,)
        case "arrange":
            return label.verb == "arrange" and label.words == (step.cards,)
        case "place":
            return label.verb == "place" and label.words == (step.position,)
        case "option":
            if label.verb in ("apply", "decline"):
                return step.words == f"{label.verb} {label.words[0]}"
            return label.verb == "option" and label.words == (step.words,)
        case "chance":
            return label.owner == CHANCE and label.words in (step.cards, (step.cards,))


def _answer_kind(system: System, label: Label) -> str:
    rule = next(one for one in system.rules.rules if one.name == label.words[0])
    assert isinstance(rule.attachment, ResponseRule)
    return rule.attachment.kind
