"""Players, cards and labels in words, as every report says them."""

from __future__ import annotations

from checker.system.label import CHANCE, NOBODY, Label
from checker.system.points import LOOSE
from checker.system.system import System
from kittens_dsl.core.rules import ResponseRule


def name_player(seat: object) -> str:
    """Players are counted from 1."""
    assert isinstance(seat, int)
    return f"player {seat + 1}"


def say_label(system: System, label: Label) -> tuple[str, str]:
    """Who decided, and what, in words."""
    who = "chance" if label.owner == CHANCE else "the table" if label.owner == NOBODY else name_player(label.owner)
    match label.verb, label.words:
        case "play", (str(), tuple(cards), target, named):
            words = "plays " + say_cards(cards)
            words += f" on {name_player(target)}" if target is not None else ""
            return who, words + (f", naming {named}" if named is not None else "")
        case "respond", (str(rule),):
            attachment = next(one.attachment for one in system.rules.rules if one.name == rule)
            assert isinstance(attachment, ResponseRule)
            return who, f"answers with {attachment.kind}"
        case "pass", _:
            return who, "nobody answers"
        case "card", (kind,):
            return who, f"chooses {kind}"
        case "player", (seat,):
            return who, f"chooses {name_player(seat)}"
        case "place", (str(place),):
            return who, f"puts it {place} into the pile"
        case "place", (int(place),) if system.segmented and place >= LOOSE:
            if place == LOOSE:
                return who, "puts it among the cards of the pile that nobody knows"
            return who, f"puts it at place {place - LOOSE} from the bottom"
        case "place", (int(place),):
            return who, f"puts it at place {place + 1} from the top"
        case "option", (words,):
            return who, f"chooses to {words}"
        case "confirm" | "deny" as answer, (words,):
            return "the referee", f"{'confirms' if answer == 'confirm' else 'denies'}: {words}"
        case "apply", (rule,):
            return who, f"uses the rule {rule}"
        case "decline", (rule,):
            return who, f"does not use the rule {rule}"
        case "draw", (kind,):
            return who, f"the top card is {kind}"
        case "lies above", (kind,):
            return who, f"the next card turns out to be {kind}"
        case "lies below", (kind,):
            return who, f"the lowest card turns out to be {kind}"
        case "draw below", (kind,):
            return who, f"the bottom card is {kind}"
        case "arrange", (tuple(cards),) if label.owner != CHANCE:
            return who, f"puts back, from the top, {', '.join(map(str, cards))}"
        case "pick", (kind,):
            return who, f"picks {kind}"
        case "arrange", (tuple(cards),):
            return who, f"the pile is, from the top, {', '.join(map(str, cards))}"
        case "hand", (None, tuple(cards)):
            return who, f"{say_cards(cards)} laid out"
        case "hand", (seat, tuple(cards)):
            return who, f"{name_player(seat)} is dealt {say_cards(cards)}"
        case verb, words:
            raise AssertionError((verb, words))


def say_cards(cards: tuple[object, ...]) -> str:
    """Cards with their numbers."""
    counts: dict[object, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return ", ".join(str(card) if count == 1 else f"{count} {card}" for card, count in counts.items()) or "nothing"
