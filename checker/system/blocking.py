"""Which events can reach a decision: the others are run in place, without a frame (compilation.md, section 3)."""

from __future__ import annotations

from checker.system.table import PilePolicy
from kittens_dsl.core.rules import Afterwards, Cannot, Does, Instead, Rules
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
    OpenWindow,
    Raise,
    Rearrange,
    Repeat,
    ShufflePile,
    SwapEnds,
    TakeTop,
)


def find_blocking_events(rules: Rules, pile: PilePolicy) -> frozenset[str]:
    """The events some rule of which may wait for a player or for chance. Rules are specialised; least fixpoint."""
    blocking: frozenset[str] = frozenset()
    while True:
        grown = blocking
        for rule in rules.rules:
            attachment = rule.attachment
            match attachment:
                case Does(event) | Instead(event, _) | Afterwards(event) | Cannot(event):
                    optional = isinstance(attachment, Instead) and attachment.optional
                    if optional or _blocks(rule.body, blocking, pile):
                        grown |= {event}
                case _:
                    pass
        if grown == blocking:
            return blocking
        blocking = grown


def _blocks(body: Body, blocking: frozenset[str], pile: PilePolicy) -> bool:
    for statement in body:
        match statement:
            case (
                ChooseCard()
                | ChanceCard()
                | ChoosePlayer()
                | ChooseOne()
                | OpenWindow()
                | CarryOut()
                | Deal()
                | Insert()
            ):
                return True
            case TakeTop():
                if pile != "ordered":
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
            case If(_, then, otherwise):
                if _blocks(then, blocking, pile) or _blocks(otherwise, blocking, pile):
                    return True
            case Repeat(_, inner) | ForEach(_, _, _, inner):
                if _blocks(inner, blocking, pile):
                    return True
            case _:
                pass
    return False
