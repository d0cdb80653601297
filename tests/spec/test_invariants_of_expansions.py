"""Invariants of the catalogue that speak of what happens on the way: blindness, the crown, the price of a Defuse.

I14 one Defuse for each kitten put back, I16 what a blind player comes to see, I17 how blindness ends, I21 who gets what
lies in a crown. Looked at in random plays of the printed inventory, happening by happening.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from checker.analysis.evidence import Happening, make_teller
from checker.analysis.sightings import find_sightings
from tests.spec.plays import BOX_SETS, Play, Step, sample

PLAYS = 30


def tables(*boxes: str) -> pytest.MarkDecorator:
    """Two and three players at the sets with any of these boxes."""
    chosen = [(one, players) for one in BOX_SETS if set(boxes) & set(one) for players in (2, 3)]
    return pytest.mark.parametrize(
        ("boxes", "players"), chosen, ids=lambda one: str(one) if isinstance(one, int) else "+".join(one)
    )


@dataclass(frozen=True, slots=True)
class Move:
    """Some cards of one kind change places. source, target: a zone and its owner, None of the table."""

    kind: str
    source: tuple[str, int | None]
    target: tuple[str, int | None]
    happening: Happening


@dataclass(frozen=True, slots=True)
class Told:
    """A step of a play with what happened in it."""

    play: Play
    step: Step
    happened: tuple[Happening, ...]
    moves: tuple[Move, ...]

    def is_blind(self, seat: int, *, before: bool) -> bool:
        """Whether a player is blind before, or after, the step."""
        return bool(self.play.describer.field(self.step.before if before else self.step.after, "status blind", seat))


def list_moves(play: Play, happened: tuple[Happening, ...]) -> Iterator[Move]:
    """The moves of at least one card."""
    for happening in happened:
        match happening:
            case ("move", int(number), int(kind), str(source), giver, str(target), taker, _, _) if number:
                ends = ((source, as_seat(giver)), (target, as_seat(taker)))
                yield Move(play.machine.system.kinds[kind], *ends, happening)
            case _:
                pass


def as_seat(owner: object) -> int | None:
    """The owner of a zone, None for one of the table."""
    return owner if isinstance(owner, int) else None


@dataclass(frozen=True, slots=True)
class Action:
    """What goes on from one point at rest to the next."""

    steps: tuple[Told, ...]

    @property
    def fired(self) -> frozenset[str]:
        """The rules that fired on the way."""
        return frozenset(name for one in self.steps for name in one.step.fired)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All that changed places on the way, in order."""
        return tuple(move for one in self.steps for move in one.moves)


def cut_at_rest(told: list[Told]) -> Iterator[Action]:
    """The actions of a play."""
    steps: list[Told] = []
    for one in told:
        location = one.play.machine.location(one.step.before)
        if steps and location is not None and location.at_rest:
            yield Action(tuple(steps))
            steps = []
        steps.append(one)
    yield Action(tuple(steps))


@cache
def tell(boxes: tuple[str, ...], players: int) -> tuple[Action, ...]:
    """Random plays, told action by action."""
    plays = sample(boxes, players, PLAYS)
    teller = make_teller(plays[0].machine)
    actions: list[Action] = []
    for play in plays:
        points = [(step, teller.step(step.before, step.raw, forced=False)) for step in play.steps]
        told = [Told(play, step, one.happened, tuple(list_moves(play, one.happened))) for step, one in points]
        actions += cut_at_rest(told)
    return tuple(actions)


BARKS = {"barking.save", "barking.may-save", "blind.bears"}
"""The rules by which a Defuse is paid for a bark."""


@tables("base")
def test_i14_one_defuse_is_paid_for_each_kitten_put_back(boxes: tuple[str, ...], players: int) -> None:
    """BASE-DEFUSE-2 and 3, STREAK-BLIND-EK-2: a Defuse of the hand, and no other card that was turned up for one."""
    put_back = 0
    for action in tell(boxes, players):
        for seat in range(players):
            kittens = sum(
                one.kind == "Exploding Kitten" and one.source == ("exploding", seat) and one.target[0] == "pile"
                for one in action.moves
            )
            ended = any(not one.play.describer.living(one.step.after)[seat] for one in action.steps)
            if not kittens or ended or BARKS & action.fired:
                continue
            paid = sum(
                one.kind == "Defuse" and one.source in (("hand", seat), ("marked", seat)) and one.target[0] == "discard"
                for one in action.moves
            )
            played = sum(
                one.step.label.verb == "play" and one.step.label.owner == seat and "Defuse" in str(one.step.label.words)
                for one in action.steps
            )
            assert played or paid == kittens
            put_back += kittens
    assert put_back > 3 or ("imploding" in boxes and players == 2)  # few kittens beside the imploding one


LOOKS = {"blind.triple", "blind.bark"}
"""The rules by which a blind player looks at the own hand (STREAK-BLIND-THREE-1, BARK-BLIND-BK-5)."""

OPEN = {"play", "discard", "exploding", "front", "removed", "marked"}
"""Where cards lie before everybody."""

SINGLY = {"given", "surrendered", "gathered", "drawn", "pile"}
"""Where a blind player sees the card that is given or taken (STREAK-BLIND-FAVOR-1, STREAK-BLIND-GC-2)."""


def sees(told: Told, happening: Happening, seat: int) -> set[str]:
    """The kinds that a player sees in something that happens."""
    return {kind for one, kind in find_sightings(told.play.machine.system, (happening,)) if one == seat}


@tables("streaking")
def test_i16_a_blind_player_sees_of_the_own_hand_only_what_goes_or_comes(boxes: tuple[str, ...], players: int) -> None:
    blind = 0
    happened = [(one, told) for one in tell(boxes, players) for told in one.steps]
    for action, told, seat in [(*one, seat) for one in happened for seat in range(players)]:
        if not (told.is_blind(seat, before=True) and told.is_blind(seat, before=False)):
            continue
        blind += 1
        for happening in told.happened:
            if happening[0] == "look zone" and happening[1:3] == ("hand", seat):
                assert not sees(told, happening, seat) or LOOKS & action.fired
        for move in told.moves:
            ends = (move.source, move.target)
            if ("hand", seat) in ends and move.kind in sees(told, move.happening, seat):
                other = move.target if move.source == ("hand", seat) else move.source
                assert other[0] in OPEN | SINGLY or move.happening[7] == "everyone"
    assert blind > 50


EXITS = {
    "blind.sees",  # a card drawn and kept (STREAK-CURSE-2)
    "blind.kitten",  # a kitten held is one (STREAK-BLIND-EK-1)
    "blind.imploding",  # T98
    "blind.bury",  # T97
    "blind.defends",  # a blind Defuse (STREAK-BLIND-EK-4)
    "blind.bears",  # against a bark (BARK-BLIND-BK-3)
    "blind.hands-over",  # BARK-BLIND-ITT-2
    "blind.gone",  # out of the game
}


@tables("streaking")
def test_i17_blindness_ends_by_a_draw_a_defuse_a_hand_over_or_a_loss(boxes: tuple[str, ...], players: int) -> None:
    ended = 0
    for action in tell(boxes, players):
        for told in action.steps:
            for seat in range(players):
                if told.is_blind(seat, before=True) and not told.is_blind(seat, before=False):
                    assert EXITS & action.fired
                    ended += 1
    assert ended > 10


THIEVES = {"tower.favor", "tower.pair", "tower.triple", "tower.look"}
"""The rules by which a theft takes from a crown; those at an empty hand are called tower.bare-..."""


@tables("barking")
def test_i21_the_stash_goes_into_a_crown_and_the_crown_to_thieves(boxes: tuple[str, ...], players: int) -> None:
    """BARK-TOP-1 to 4: never to the wearer's own hand; with the wearer's death it is discarded."""
    laid = stolen = 0
    for action in tell(boxes, players):
        played = {str(one.step.label.words[0]) for one in action.steps if one.step.label.verb == "play"}
        for told, move in [(one, move) for one in action.steps for move in one.moves]:
            if move.source[0] == "stash":
                assert move.target[0] == "crown"
                laid += 1
            if move.target[0] == "crown":
                assert move.source[0] == "stash"
            if move.source[0] == "crown" and move.target[0] == "hand":
                assert move.target[1] != move.source[1]
                assert THIEVES & action.fired or any("tower.bare-" in one or "crown" in one for one in played)
                stolen += 1
            elif move.source[0] == "crown":
                assert move.target[0] == "discard"
                assert not told.play.describer.living(told.step.after)[move.source[1] or 0]
    assert laid > 10
    assert stolen > 3
