"""The definitional interpreter of core: what each statement means, run as it is written, one decision at a time."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import assert_never

from checker.system.label import CHANCE, NOBODY, Label
from kittens_dsl.core.rules import (
    AfterSetup,
    Afterwards,
    Cannot,
    CardComes,
    CardLeaves,
    Does,
    Instead,
    Rule,
)
from kittens_dsl.core.statements import (
    Body,
    CancelPlay,
    CarryOut,
    ChanceCard,
    ChooseCard,
    ChooseOne,
    ChoosePlayer,
    Deal,
    Fault,
    ForEach,
    If,
    Insert,
    LeaveGame,
    LookAtTop,
    LookAtZone,
    Move,
    MoveEvery,
    MovePlayed,
    OpenWindow,
    Option,
    PassToken,
    Pause,
    PlayOut,
    Raise,
    Rearrange,
    Repeat,
    ReverseSeats,
    SetCounter,
    SetStatus,
    ShufflePile,
    Sight,
    Statement,
    SwapEnds,
    TakeTop,
    TurnCard,
    Under,
    WinGame,
)
from tests.oracles.cards import IMPOSSIBLE, Decisions, Faulty, Game, Offer, offer
from tests.oracles.occurrence import Occurrence
from tests.oracles.plays import (
    CONFLICT,
    announcement,
    answers_only_cancel,
    effect_of,
    find_play_event,
    legal_answers,
    legal_plays,
    plays_between_actions,
)
from tests.oracles.precedence import in_order, is_optional, rivals, rules_on, rules_on_moves
from tests.oracles.situation import Frame, Place, Play, frame_of_play

OUT_OF_RANGE = "range"
ENDLESS = "endless"
UNSEEN = "unseen"
LONGEST_RUN = 20_000
"""Statements run without a real decision before the play is called endless."""

PASS = Label(NOBODY, "pass", ())


Whole = Generator[Offer, Label, str | None]
"""A play: it returns the words of its fault; None if it was won or ran out of text."""


class GameOver(Exception):
    """Somebody has won."""


@dataclass(slots=True)
class Interpreter:
    """The rules at work on the situation of a game."""

    game: Game
    since_decision: int = 0
    in_setup: bool = False

    def run(self, body: Body, frame: Frame) -> Decisions:
        for statement in body:
            self.count_step()
            yield from self.do(statement, frame)

    def count_step(self) -> None:
        self.since_decision += 1
        if self.since_decision > LONGEST_RUN:
            raise Faulty(ENDLESS)

    def do(self, statement: Statement, frame: Frame) -> Decisions:
        game, view, situation = self.game, self.game.view, self.game.situation
        match statement:
            case Move(number, kind, source, target, sight, to_bottom):
                cards = [view.kind(kind, frame)] * view.number(number, frame)
                places = view.zone(source, frame), view.zone(target, frame)
                (game.move_below if to_bottom else game.move)(cards, *places)
                game.show(cards, sight, frame, places[1])
                yield from self.pass_cards(cards, *places)
            case MoveEvery(_, source, target):
                places = view.zone(source, frame), view.zone(target, frame)
                yield from self.pass_cards(game.move_every(statement, frame), *places)
            case Insert(kind, source, target):
                places, kinds = (view.zone(source, frame), view.zone(target, frame)), [view.kind(kind, frame)]
                yield from game.insert(statement, frame)
                yield from self.pass_cards(kinds, *places)
            case TakeTop(source, target, variable):
                places = view.zone(source, frame), view.zone(target, frame)
                yield from game.take_top(statement, frame)
                yield from self.pass_cards([frame.kinds[variable]], *places)
            case TurnCard():
                game.turn(statement, frame)
            case Rearrange():
                yield from game.rearrange(statement, frame)
            case SwapEnds(pile):
                game.swap_ends(view.zone(pile, frame))
            case ShufflePile(pile):
                yield from game.shuffle(view.zone(pile, frame))
            case LookAtTop(player, number, pile):
                top = situation.zones[view.zone(pile, frame)][: max(0, view.number(number, frame))]
                game.show(top, Sight(players=(player,)), frame)
            case LookAtZone(sight, zone):
                game.show(situation.cards_in(view.zone(zone, frame)), sight, frame)
            case ChooseCard(chooser, zone, variable, wanted):
                seat, kinds = view.player(chooser, frame), view.cards(zone, wanted, frame)
                if game.is_hidden(view.zone(zone, frame), seat):
                    raise Faulty(UNSEEN)
                frame.kinds[variable] = yield from game.choose_kind(seat, "card", kinds)
            case ChanceCard(zone, variable, itself):
                place = view.zone(zone, frame)
                kinds = situation.zones[place] if itself else situation.cards_in(place)
                frame.kinds[variable] = yield from game.choose_kind(CHANCE, "pick", kinds)
            case ChoosePlayer():
                yield from self.choose_player(statement, frame)
            case ChooseOne():
                yield from self.choose_one(statement, frame)
            case SetCounter():
                self.set_counter(statement, frame)
            case SetStatus(status, owner, on):
                situation.statuses[view.place(status, owner, frame)] = on
            case PassToken(token, player, owner):
                situation.tokens[view.place(token, owner, frame)] = view.player(player, frame)
            case ReverseSeats():
                situation.direction = -situation.direction
            case Raise():
                yield from self.raise_event(statement, frame)
            case PlayOut(player, kind, otherwise):
                seat, card = view.player(player, frame), view.kind(kind, frame)
                ways = {announcement(play): play for play in legal_plays(game, seat, shown=card)}
                if ways:
                    yield from self.announce(ways[(yield offer(ways))])
                else:
                    yield from self.run(otherwise, frame)
            case If(condition, then, otherwise, asked):
                if asked is not None:
                    yield offer([Label(NOBODY, "confirm" if view.holds(condition, frame) else "deny", (asked,))])
                yield from self.run(then if view.holds(condition, frame) else otherwise, frame)
            case Under(ambiguity, arms):
                yield from self.run(dict(arms)[game.table.readings[ambiguity]], frame)
            case Repeat(until, body):
                while not view.holds(until, frame):
                    self.count_step()
                    yield from self.run(body, frame)
            case ForEach(variable, start, condition, body):
                first, direction = view.player(start, frame), situation.direction
                for step in range(situation.players):
                    seat = (first + direction * step) % situation.players
                    inner = frame.with_player(variable, seat)
                    if situation.in_game[seat] and view.holds(condition, inner):
                        yield from self.run(body, inner)
            case MovePlayed(target, sight):
                play = in_progress(frame)
                places = (game.rules.play_zone, play.player), view.zone(target, frame)
                play.lies_in = places[1]
                game.move(play.cards, *places)
                game.show(play.cards, sight, frame, places[1])
                yield from self.pass_cards(play.cards, *places)
            case OpenWindow():
                yield from self.open_window(in_progress(frame))
            case Pause():
                yield from self.pause()
            case CarryOut():
                play = in_progress(frame)
                yield from self.run(effect_of(self.game, play), frame_of_play(play))
            case CancelPlay():
                answered = in_progress(frame).answers
                assert answered is not None, "only a response cancels"
                answered.cancelled = not answered.cancelled
            case LeaveGame(player):
                situation.in_game[view.player(player, frame)] = False
            case WinGame(player):
                situation.winner = view.player(player, frame)
                raise GameOver
            case Deal():
                yield from game.deal(statement, frame)
            case Fault(words):
                raise Faulty(words)
            case _:
                assert_never(statement)

    def choose_player(self, statement: ChoosePlayer, frame: Frame) -> Decisions:
        chooser, variable = self.game.view.player(statement.chooser, frame), statement.variable
        ways = {
            Label(chooser, "player", (seat,)): seat
            for seat in self.game.situation.living()
            if self.game.view.holds(statement.condition, frame.with_player(variable, seat))
        }
        if not ways:
            raise Faulty(IMPOSSIBLE)
        frame.players[variable] = ways[(yield offer(ways))]

    def choose_one(self, statement: ChooseOne, frame: Frame) -> Decisions:
        """An option that stands for plays has no effect of its own. No way out at all: the play is stuck here."""
        seat = self.game.view.player(statement.chooser, frame)
        ways: dict[Label, Option | Play] = {}
        for option in statement.options:
            if self.game.view.holds(option.guard, frame):
                if option.plays:
                    ways |= {announcement(play): play for play in legal_plays(self.game, seat)}
                else:
                    ways.setdefault(Label(seat, "option", (option.words,)), option)
        between = {announcement(play): play for play in plays_between_actions(self.game)} if statement.at_rest else {}
        label = yield offer([*ways, *between], at_rest=statement.at_rest)
        if label in between:
            yield from self.announce(between[label])
            yield from self.choose_one(statement, frame)
            return
        way = ways[label]
        match way:
            case Play():
                yield from self.announce(way)
            case Option():
                yield from self.run(way.body, frame)
            case _:
                assert_never(way)

    def set_counter(self, statement: SetCounter, frame: Frame) -> None:
        place = self.game.view.place(statement.counter, statement.owner, frame)
        counters, number = self.game.situation.counters, self.game.view.number(statement.number, frame)
        value = {"becomes": number, "grows": counters[place] + number, "falls": counters[place] - number}[
            statement.operator
        ]
        declared = next(counter for counter in self.game.rules.counters if counter.name == statement.counter)
        if not declared.least <= value <= declared.most:
            raise Faulty(OUT_OF_RANGE)
        counters[place] = value

    # ---- events: who may stop, replace and follow them -------------------------------------------------------------
    def raise_event(self, statement: Raise, frame: Frame) -> Decisions:
        """The same event again, inside a rule that replaced it, continues the chain; anything else begins one."""
        view = self.game.view
        occurrence = Occurrence(
            event=next(event for event in self.game.rules.events if event.name == statement.event),
            subject=view.player(statement.subject, frame),
            other=None if statement.other is None else view.player(statement.other, frame),
            kind=None if statement.kind is None else view.kind(statement.kind, frame),
            play=frame.play,
        )
        yield from self.happen(occurrence, frame.used if frame.event == statement.event else frozenset())

    def happen(self, occurrence: Occurrence, used: frozenset[str]) -> Decisions:
        """Forbidden, or replaced by the first rule that applies, or done (if its own rule applies) and followed."""
        rules, name = self.game.rules, occurrence.event.name

        def applies(rule: Rule) -> bool:
            return self.game.view.holds(rule.guard, occurrence.frame())

        if any(map(applies, rules_on(rules, name, Cannot))):
            return
        for rule in rules_on(rules, name, Instead):
            if rule.name in used or not applies(rule):
                continue
            if is_optional(rule):
                apply, decline = (Label(occurrence.subject, verb, (rule.name,)) for verb in ("apply", "decline"))
                if (yield offer((apply, decline))) == decline:
                    used |= {rule.name}
                    continue
            else:
                unused = [
                    other for other in rivals(rules, rule, rules_on(rules, name, Instead)) if other.name not in used
                ]
                if any(map(applies, unused)):
                    raise Faulty(CONFLICT)
            yield from self.run(rule.body, occurrence.frame(used | {rule.name}))
            return
        for rule in rules_on(rules, name, Does):
            if not applies(rule):
                return
            yield from self.run(rule.body, occurrence.frame())
        for rule in rules_on(rules, name, Afterwards):
            if applies(rule):
                yield from self.run(rule.body, occurrence.frame())

    def pass_cards(self, cards: Sequence[str], source: Place, target: Place) -> Decisions:
        """What rules say of every card that has left a zone of a player or come into one: not in setup."""
        rules = self.game.rules
        home = [(rules.find_home(zone), owner) for zone, owner in (source, target)]
        if self.in_setup or home[0] == home[1]:
            return
        for attachment, owner in ((CardLeaves(home[0][0]), home[0][1]), (CardComes(home[1][0]), home[1][1])):
            about = rules_on_moves(rules, attachment) if owner is not None else []
            asked = [(rule, kind) for kind in dict.fromkeys(cards) for rule in about for _ in range(cards.count(kind))]
            for rule, kind in asked:
                frame = Frame({"you": owner or 0}, {"card": kind})
                if self.game.view.holds(rule.guard, frame):
                    yield from self.run(rule.body, frame)

    # ---- plays and responses ---------------------------------------------------------------------------------------
    def announce(self, play: Play) -> Decisions:
        event = find_play_event(self.game.rules)
        yield from self.happen(Occurrence(event, play.player, play=play), frozenset())

    def open_window(self, play: Play) -> Decisions:
        """Answers to the play, one after another, until nobody answers; each is answered before it has an effect.

        Where answers do nothing but cancel, silence closes the windows around as well: the last word counts.
        Where they do more, an effect may let somebody answer who could not: the windows around stay open.
        """
        play.closed = False
        while not play.closed:
            answers = {announcement(answer): answer for answer in legal_answers(self.game, play)}
            label = yield offer((*answers, PASS))
            if label == PASS:
                play.closed = True
            else:
                yield from self.announce(answers[label])
                play.closed = answers[label].closed and answers_only_cancel(self.game)

    def pause(self) -> Decisions:
        """Plays between actions until nobody plays; nobody asks where no rule allows any."""
        while True:
            between = {announcement(play): play for play in plays_between_actions(self.game)}
            label = yield offer((*between, PASS))
            if label == PASS:
                return
            yield from self.announce(between[label])

    # ---- the whole -------------------------------------------------------------------------------------------------
    def set_up_and_play(self) -> Decisions:
        steps = {step.name: step for step in self.game.rules.setup}
        self.in_setup = True
        for name in in_order(list(steps), {name: set(step.after) for name, step in steps.items()}):
            yield from self.run(steps[name].body, Frame())
        self.in_setup = False
        yield from self.play()

    def play(self) -> Decisions:
        for rule in self.game.rules.rules:
            if isinstance(rule.attachment, AfterSetup) and self.game.view.holds(rule.guard, Frame()):
                yield from self.run(rule.body, Frame())

    def whole(self, decisions: Decisions) -> Whole:
        """Take the decisions with one label silently, and turn the end into words."""
        try:
            decision = next(decisions)
            while True:
                label = decision.forced()
                if label is None:
                    self.since_decision = 0
                    label = yield decision
                decision = decisions.send(label)
        except (StopIteration, GameOver):
            return None
        except Faulty as fault:
            return str(fault)
        except RecursionError:  # an event that brings itself about: here every event is a call
            return ENDLESS


def in_progress(frame: Frame) -> Play:
    assert frame.play is not None, "only the rules of a play speak of the play"
    return frame.play
