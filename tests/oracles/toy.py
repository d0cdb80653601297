"""A made-up game of three kinds of card, built by hand, and the play of any body of statements in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checker.system.label import NOBODY, Label
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import (
    AfterSetup,
    Attachment,
    Counter,
    Does,
    Event,
    KindOfCard,
    Rule,
    Rules,
    Ruling,
    Status,
    Token,
    Zone,
)
from kittens_dsl.core.statements import (
    Body,
    CarryOut,
    ChooseOne,
    Fault,
    If,
    MovePlayed,
    OpenWindow,
    Option,
    SetCounter,
    Statement,
)
from kittens_dsl.core.terms import (
    ALWAYS,
    Condition,
    Literal,
    Negation,
    PlayCancelled,
    Player,
    PlayerVariable,
    PlayHasTrait,
    Seat,
    ZoneOf,
)
from tests.oracles.meaning import Meaning
from tests.oracles.situation import Situation, opening

RED, BLUE, GREEN = "Red", "Blue", "Green"
YOU = PlayerVariable("you")
PILE, DISCARD, BOX = ZoneOf("pile", None), ZoneOf("discard", None), ZoneOf("box", None)
PASS = Label(NOBODY, "pass", ())
STOP = Fault("stop")


def hand(player: Player) -> ZoneOf:
    return ZoneOf("hand", player)


PLAY_EVENT = Rule(
    "base.play",
    "toy",
    (),
    Does("play"),
    body=(
        MovePlayed(DISCARD),
        If(PlayHasTrait("answerable"), (OpenWindow(),)),
        If(Negation(PlayCancelled()), (CarryOut(),)),
    ),
)
RULES = Rules(
    boxes=(),
    kinds=(KindOfCard(RED, "toy", 2), KindOfCard(BLUE, "toy", 2), KindOfCard(GREEN, "toy", 2)),
    zones=(
        Zone("box", False, "everyone", starts=True),
        Zone("pile", False, "nobody", ordered=True),
        Zone("discard", False, "everyone"),
        Zone("hand", True, "owner", played_from=True),
    ),
    counters=(Counter("score", True, 0, 3), Counter("round", False, 0, 9)),
    statuses=(Status("tired", True),),
    tokens=(Token("turn"),),
    events=(Event("play"), Event("rest", other="friend"), Event("lose")),
    ambiguities=(),
    rules=(PLAY_EVENT,),
    setup=(),
)
TABLE = Table(3, Scope("toy", {RED: 2, BLUE: 2, GREEN: 2}))


def rule(name: str, attachment: Attachment, *body: Statement, guard: Condition = ALWAYS) -> Rule:
    return Rule(name, "toy", (), attachment, guard, body)


def place_cards(table: Table, pile: Sequence[str], hands: Sequence[Sequence[str]], discard: Sequence[str]) -> Situation:
    situation = opening(RULES, table)
    situation.zones["box", None].clear()
    situation.zones["pile", None].extend(pile)
    situation.zones["discard", None].extend(discard)
    for seat, cards in enumerate(hands):
        situation.zones["hand", seat].extend(cards)
    return situation


def begin(
    body: Body,
    *rules: Rule,
    table: Table = TABLE,
    pile: Sequence[str] = (),
    hands: Sequence[Sequence[str]] = (),
    discard: Sequence[str] = (),
    rulings: tuple[Ruling, ...] = (),
) -> Meaning:
    """A play of a body from a situation, with the rules beside that of the play event."""
    whole = replace(RULES, rules=(rule("toy.begin", AfterSetup(), *body), PLAY_EVENT, *rules), rulings=rulings)
    return Meaning(whole, table, place_cards(table, pile, hands, discard))


def words(meaning: Meaning) -> list[tuple[object, ...]]:
    return [label.words for label in meaning.offers()]


def score(seat: int, number: int = 1) -> SetCounter:
    return SetCounter("score", Seat(seat), "grows", Literal(number))


def point(player: Player = YOU) -> SetCounter:
    return SetCounter("score", player, "grows", Literal(1))


def scores(meaning: Meaning) -> list[int]:
    return [meaning.situation.counters["score", seat] for seat in range(meaning.situation.players)]


def choose(*options: Option, seat: int = 0) -> ChooseOne:
    return ChooseOne(Seat(seat), options, at_rest=True)


PLAYS = Option("play", ALWAYS, (), plays=True)
END = Option("end", ALWAYS, ())
