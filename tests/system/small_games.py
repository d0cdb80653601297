"""Small games written directly in core: what the System is built from in these tests, with nothing parsed."""

from __future__ import annotations

from kittens_dsl.core import statements as do
from kittens_dsl.core.rules import (
    AfterSetup,
    Box,
    Counter,
    Does,
    Event,
    KindOfCard,
    PlayRule,
    PropertyForm,
    PropertyRule,
    ResponseRule,
    Rule,
    Rules,
    SetupStep,
    SingleCard,
    Status,
    Token,
    Zone,
)
from kittens_dsl.core.terms import (
    ALWAYS,
    CardFilter,
    Compare,
    CountCards,
    HasStatus,
    InGame,
    KindName,
    KindVariable,
    Literal,
    Negation,
    PlayCancelled,
    PlayerAfter,
    PlayersLeft,
    PlayerVariable,
    PlayHasTrait,
    TokenHolder,
    Truth,
    ZoneOf,
)

YOU = PlayerVariable("you")
TURN = TokenHolder("turn")
STORE, PILE, USED = ZoneOf("store", None), ZoneOf("pile", None), ZoneOf("used", None)
HAND, SHOWN = ZoneOf("hand", YOU), ZoneOf("shown", YOU)


def draw_and_lose(*, stop_card: bool = False, answers: bool = False) -> Rules:
    """Players draw in turn; who draws a Bomb is out; the last one wins.

    stop_card: "Rest" may be played to pass the turn on. answers: "Halt" cancels a Rest or another Halt.
    """
    kinds = [KindOfCard("Bomb", "small", 1), KindOfCard("Plain", "small", 2)]
    rules = [
        Rule("rounds", "small", ("R-1",), AfterSetup(), body=(_rounds(),)),
        Rule("turn", "small", ("R-2",), Does("turn"), body=_turn(plays=stop_card)),
        Rule("draw", "small", ("R-3",), Does("draw"), body=_draw()),
        Rule("lose", "small", ("R-4",), Does("lose"), body=_lose()),
    ]
    if stop_card:
        kinds.append(KindOfCard("Rest", "small", 1))
        traits = ("stoppable",) if answers else ()
        rules.append(
            Rule(
                "rest.play",
                "small",
                ("R-5",),
                PlayRule(SingleCard("Rest"), traits=traits),
                body=(do.SetStatus("done", YOU, True),),
            )
        )
        rules.append(Rule("play", "small", ("R-6",), Does("play"), body=_play()))
    if answers:
        kinds.append(KindOfCard("Halt", "small", 2))
        rules.append(
            Rule(
                "halt.answer",
                "small",
                ("R-7",),
                ResponseRule("Halt", "stoppable", ("stoppable",)),
                body=(do.CancelPlay(),),
            )
        )
    return Rules(
        boxes=(Box("small", "A Small Game", 2, 4),),
        kinds=tuple(kinds),
        zones=(
            Zone("store", False, "everyone", starts=True),
            Zone("pile", False, "nobody", ordered=True),
            Zone("used", False, "everyone"),
            Zone("hand", True, "owner", played_from=True),
            Zone("shown", True, "everyone"),
        ),
        counters=(Counter("tricks", True, 0, 9),),
        statuses=(Status("done", True),),
        tokens=(Token("turn"),),
        events=(Event("turn"), Event("draw"), Event("lose"), Event("play")),
        ambiguities=(),
        rules=tuple(rules),
        setup=(
            SetupStep("deal", "small", ("R-8",), (do.Deal(Literal(1), STORE, "hand"),)),
            SetupStep(
                "pile",
                "small",
                ("R-9",),
                (do.MoveEvery(CardFilter(), STORE, PILE), do.ShufflePile(PILE)),
                after=("deal",),
            ),
        ),
        properties=(
            PropertyRule(
                "pile lasts",
                "The pile is never empty at rest.",
                ("R-3",),
                None,
                (PropertyForm("at rest", Negation(Compare("=", CountCards(PILE), Literal(0)))),),
            ),
        ),
    )


def _rounds() -> do.Statement:
    return do.Repeat(Truth(False), (do.Raise("turn", TURN), do.PassToken("turn", PlayerAfter(TURN))))


def _turn(*, plays: bool) -> do.Body:
    draw = do.Option("draw", ALWAYS, (do.Raise("draw", YOU),))
    play = do.Option("play", ALWAYS, (), plays=True)
    until = HasStatus("done", YOU)
    return (
        do.Repeat(until, (do.ChooseOne(YOU, (play, draw) if plays else (draw,), at_rest=True),)),
        do.SetStatus("done", YOU, False),
    )


def _draw() -> do.Body:
    is_bomb = Compare("<=", Literal(1), CountCards(SHOWN, CardFilter(("Bomb",))))
    return (
        do.TakeTop(PILE, SHOWN, "top"),
        do.If(
            is_bomb,
            (do.Raise("lose", YOU),),
            (do.Move(Literal(1), KindVariable("top"), SHOWN, HAND),),
        ),
        do.SetStatus("done", YOU, True),
    )


def _lose() -> do.Body:
    return (
        do.Move(Literal(1), KindName("Bomb"), SHOWN, USED),
        do.MoveEvery(CardFilter(), HAND, USED),
        do.LeaveGame(YOU),
        do.If(Compare("=", PlayersLeft(), Literal(1)), (do.WinGame(PlayerAfter(YOU)),)),
    )


def _play() -> do.Body:
    return (
        do.MovePlayed(USED),
        do.If(PlayHasTrait("stoppable"), (do.OpenWindow(),)),
        do.If(Negation(PlayCancelled()), (do.CarryOut(),)),
    )


LIVES = InGame(YOU)
