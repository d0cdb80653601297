"""Which events can reach a decision: the others are run in place, without a frame (compilation.md, section 3)."""

from __future__ import annotations

from checker.system.table import PilePolicy
from kittens_dsl.core.rules import Afterwards, Cannot, CardComes, CardLeaves, Does, Instead, Rule, Rules
from kittens_dsl.core.statements import (
    Body,
    CarryOut,
    ChanceCard,
    ChooseCard,
    ChooseOne,
    ChoosePlayer,
    Deal,
    ForEach,
    If,
    Insert,
    Move,
    MoveEvery,
    MovePlayed,
    OpenWindow,
    Pause,
    PlayOut,
    Raise,
    Rearrange,
    Repeat,
    ShufflePile,
    SwapEnds,
    TakeTop,
)
from kittens_dsl.core.terms import Every, IsKind, Kind, KindName, KindVariable, PlayerVariable, ZoneOf

YOU = PlayerVariable("you")


def find_blocking_events(rules: Rules, pile: PilePolicy) -> frozenset[str]:
    """The events some rule of which may wait for a player or for chance. Rules are specialised; least fixpoint.

    Among them, by `name_passing`, the rules about every card that leaves a zone or comes into it.
    """
    blocking: frozenset[str] = frozenset()
    while True:
        grown = blocking
        for rule in rules.rules:
            attachment = rule.attachment
            waits = _blocks(rules, rule.body, blocking, pile)
            match attachment:
                case Does(event) | Instead(event, _) | Afterwards(event) | Cannot(event):
                    optional = isinstance(attachment, Instead) and attachment.optional
                    if optional or waits:
                        grown |= {event}
                case CardLeaves() | CardComes():
                    if waits:
                        grown |= {name_passing(rule)}
                case _:
                    pass
        if grown == blocking:
            return blocking
        blocking = grown


def name_passing(rule: Rule) -> str:
    """A name for what happens by a rule about moves; no event has a blank in its name."""
    return f"rule {rule.name}"


def may_concern(rule: Rule, kind: str) -> bool:
    """Whether a rule about moves can be about cards of a kind; its guard may ask of the card what it is."""
    parts = rule.guard.conditions if isinstance(rule.guard, Every) else (rule.guard,)
    return not any(
        isinstance(part, IsKind) and part.kind == KindVariable("card") and kind not in part.kinds for part in parts
    )


def _passing_blocks(rules: Rules, source: ZoneOf, target: ZoneOf, kind: Kind | None, blocking: frozenset[str]) -> bool:
    """Whether a move of cards (of a kind, or any) may raise a rule that waits."""
    attachments = (CardLeaves(rules.find_home(source.zone)), CardComes(rules.find_home(target.zone)))
    return any(
        isinstance(rule.attachment, CardLeaves | CardComes)
        and rule.attachment in attachments
        and name_passing(rule) in blocking
        and not (isinstance(kind, KindName) and not may_concern(rule, kind.name))
        for rule in rules.rules
    )


def _blocks(rules: Rules, body: Body, blocking: frozenset[str], pile: PilePolicy) -> bool:
    for statement in body:
        match statement:
            case (
                ChooseCard()
                | ChanceCard()
                | ChoosePlayer()
                | ChooseOne()
                | OpenWindow()
                | Pause()
                | CarryOut()
                | Deal()
                | Insert()
                | PlayOut()
            ):
                return True
            case TakeTop(source, target):
                if pile != "ordered" or _passing_blocks(rules, source, target, None, blocking):
                    return True
            case Move(_, kind, source, target):
                if _passing_blocks(rules, source, target, kind, blocking):
                    return True
            case MoveEvery(_, source, target):
                if _passing_blocks(rules, source, target, None, blocking):
                    return True
            case MovePlayed(target):
                if _passing_blocks(rules, ZoneOf(rules.play_zone, YOU), target, None, blocking):
                    return True
            case ShufflePile():
                if pile == "ordered":
                    return True
            case Rearrange():
                if pile != "bag":
                    return True
            case SwapEnds():
                if pile == "segmented":
                    return True
            case Raise(event):
                if event in blocking:
                    return True
            case If(_, then, otherwise, asked):
                if asked is not None or _blocks(rules, (*then, *otherwise), blocking, pile):
                    return True
            case Repeat(_, inner) | ForEach(_, _, _, inner):
                if _blocks(rules, inner, blocking, pile):
                    return True
            case _:
                pass
    return False
