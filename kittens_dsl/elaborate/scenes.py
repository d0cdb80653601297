"""Scenes, lowered to core: the situation, the script and what must then hold."""

from dataclasses import replace
from typing import assert_never

from kittens_dsl.core import scenes as core
from kittens_dsl.core.terms import Condition
from kittens_dsl.elaborate.conditions import lower_condition
from kittens_dsl.elaborate.expected import find_pile
from kittens_dsl.elaborate.given import lower_given
from kittens_dsl.elaborate.rules import list_clauses
from kittens_dsl.elaborate.scope import Report, Scope
from kittens_dsl.elaborate.unknown import find_kind, find_reading, refuse_unknown
from kittens_dsl.names.book import Book
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import Span
from kittens_dsl.syntax.ast import phrases as ast
from kittens_dsl.syntax.ast import scenes as said
from kittens_dsl.syntax.ast.words import Digits, Word


@dataclass(slots=True)
class _Outcomes:
    """What must hold at the end, sorted by how it is checked."""

    then: list[Condition] = field(default_factory=list)
    said: list[Span] = field(default_factory=list)
    seen: list[core.HasSeen] = field(default_factory=list)
    pile: core.LiesFromTop | None = None
    refused: list[core.ScriptStep] = field(default_factory=list)
    offered: list[core.ScriptStep] = field(default_factory=list)
    winner: core.HasWon | None = None
    stops: core.Stops | None = None
    full: core.Full | None = None
    dealt: list[core.InSomeDeal] = field(default_factory=list)


def lower_scene(scene: said.Scene, book: Book, report: Report) -> core.Scene:
    """A scene; where part of it cannot be understood there is a problem, and that part is left out."""
    scope = Scope(book, report, "scene", seats=scene.players.value)
    _check_players(scene, book, report)
    readings = [find_reading(each.reading, each.ambiguity, scope) for each in scene.readings]
    given = lower_given(scene.given, scope)
    script = [_lower_step(step, scene, scope) for step in scene.script]
    outcomes = _Outcomes()
    for outcome in scene.outcomes:
        _lower_outcome(outcome, outcomes, scene, scope)
    return core.Scene(
        scene.name.text,
        list_clauses(scene.cites),
        scene.players.value,
        given,
        tuple(step for step in script if step is not None),
        tuple(outcomes.then),
        tuple(outcomes.seen),
        outcomes.pile,
        tuple(outcomes.refused),
        tuple(outcomes.offered),
        tuple(reading for reading in readings if reading is not None),
        winner=outcomes.winner,
        stops=outcomes.stops,
        full=outcomes.full,
        dealt=tuple(outcomes.dealt),
        said=tuple(outcomes.said),
        span=scene.span,
    )


def _check_players(scene: said.Scene, book: Book, report: Report) -> None:
    most = max((box.most.value for box in book.boxes.values()), default=0)
    fewest = min((box.fewest.value for box in book.boxes.values()), default=0)
    if not fewest <= scene.players.value <= most:
        report.add(
            Problem(
                "K501",
                f"the boxes are for {fewest} to {most} players",
                label="too many" if scene.players.value > most else "too few",
                span=scene.players.span,
            )
        )


def find_seat(number: Digits, players: int, scope: Scope) -> int | None:
    """The seat, from 0, of a player by number; a problem if nobody sits there."""
    if 1 <= number.value <= players:
        return number.value - 1
    scope.report.add(
        Problem(
            "K602",
            f"there is no player {number.value} in this scene",
            label=f"the players are 1 to {players}",
            span=number.span,
        )
    )
    return None


def _lower_step(step: said.Step, scene: said.Scene, scope: Scope) -> core.ScriptStep | None:
    players = scene.players.value
    match step:
        case said.Plays():
            return _lower_plays(step, players, scope)
        case said.Answers():
            return _lower_answers(step, players, scope)
        case said.ChanceOrders(cards=cards, span=span):
            kinds = [find_kind(card, scope) for card in cards]
            known = tuple(kind for kind in kinds if kind is not None)
            return core.ScriptStep(None, "chance", cards=known, span=span) if len(known) == len(kinds) else None
        case said.PicksCard(player=player, card=card, span=span):
            kind = find_kind(card, scope)
            seat = None if player is None else find_seat(player, players, scope)
            if kind is None or (player is not None and seat is None):
                return None
            return core.ScriptStep(seat, "chance" if player is None else "choose card", cards=(kind,), span=span)
        case said.Arranges(player=player, cards=cards, span=span):
            kinds = [find_kind(card, scope) for card in cards]
            seat = find_seat(player, players, scope)
            known = tuple(kind for kind in kinds if kind is not None)
            if seat is None or len(known) < len(kinds):
                return None
            return core.ScriptStep(seat, "arrange", cards=known, span=span)
        case said.Chooses() | said.PointsAt() | said.PutsAt() | said.UsesRule():
            seat = find_seat(step.player, players, scope)
            return None if seat is None else _lower_choice(step, seat, players, scope)
        case _:
            assert_never(step)


def _lower_choice(
    step: said.Chooses | said.PointsAt | said.PutsAt | said.UsesRule, seat: int, players: int, scope: Scope
) -> core.ScriptStep | None:
    match step:
        case said.Chooses(words=words, span=span):
            _check_option(words, scope)
            return core.ScriptStep(seat, "option", words.text, span=span)
        case said.PointsAt(target=target, span=span):
            other = find_seat(target, players, scope)
            return None if other is None else core.ScriptStep(seat, "choose player", target=other, span=span)
        case said.PutsAt(place=place, span=span):
            _check_place(place, scope)
            return core.ScriptStep(seat, "place", position=place.value - 1, span=span)
        case said.UsesRule(rule=rule, uses=uses, span=span):
            _check_rule(rule, scope)
            return core.ScriptStep(seat, "option", f"{'apply' if uses else 'decline'} {rule.text}", span=span)
        case _:
            assert_never(step)


def _check_place(place: Digits, scope: Scope) -> None:
    if place.value < 1:
        scope.report.add(
            Problem("K602", "places are counted from 1, the top", label="there is no such place", span=place.span)
        )


def _check_option(words: Word, scope: Scope) -> None:
    if words.text not in scope.book.options:
        refuse_unknown("K606", "option", words, scope.book.options, scope.report, quoted=True)


def _check_rule(rule: Word, scope: Scope) -> None:
    placed = scope.book.rules.get(rule.text)
    if placed is None:
        refuse_unknown("K116", "rule", rule, scope.book.rules, scope.report)
    elif placed.rule.effect is None or placed.rule.effect.form != "then you may instead":
        scope.report.add(
            Problem(
                "K607",
                f"nobody is asked whether {rule.text} is used",
                label="not a rule with `then you may instead`",
                notes=(Note("the rule", placed.rule.name.span),),
                span=rule.span,
            )
        )


def _lower_plays(step: said.Plays, players: int, scope: Scope) -> core.ScriptStep | None:
    seat = find_seat(step.player, players, scope)
    kinds = [find_kind(card, scope) for card in step.cards]
    target = None if step.target is None else find_seat(step.target, players, scope)
    named = None if step.named is None else find_kind(step.named, scope)
    cards = tuple(kind for kind in kinds if kind is not None)
    if seat is None or len(cards) < len(kinds):
        return None
    return core.ScriptStep(seat, "play", cards=cards, target=target, named=named, span=step.span)


def _lower_answers(step: said.Answers, players: int, scope: Scope) -> core.ScriptStep | None:
    if step.player is None or step.card is None:
        return core.ScriptStep(None, "pass", span=step.span)
    seat, kind = find_seat(step.player, players, scope), find_kind(step.card, scope)
    if seat is None or kind is None:
        return None
    return core.ScriptStep(seat, "respond", cards=(kind,), span=step.span)


# ---- outcomes --------------------------------------------------------------------------------------------------------
def _lower_outcome(outcome: said.Outcome, found: _Outcomes, scene: said.Scene, scope: Scope) -> None:
    match outcome:
        case said.Offer(step=step, can=can, odds=odds):
            made = _lower_step(step, scene, scope)
            if made is not None:
                weighed = replace(made, odds=_lower_odds(odds, scope), span=outcome.span)
                (found.offered if can else found.refused).append(weighed)
        case said.CannotGoOn(span=span):
            found.stops = core.Stops(span)
        case said.CannotJoin(span=span):
            found.full = core.Full(span)
        case said.InSomeDeal():
            _lower_dealt(outcome, found, scene, scope)
        case ast.Test(subject=subject, predicate=ast.HasSeen(card=card), positive=positive, span=span):
            seat, kind = _find_subject_seat(subject, scene, scope), find_kind(card, scope)
            if seat is not None and kind is not None:
                found.seen.append(core.HasSeen(seat, kind, positive, span))
        case ast.Test(subject=subject, predicate=ast.HasWon(), span=span):
            winner = _find_subject_seat(subject, scene, scope)
            found.winner = None if winner is None else core.HasWon(winner, span)
        case ast.Test(predicate=ast.HasKinds(from_top=True)):
            _lower_pile(outcome, found, scope)
        case _:
            condition = lower_condition(outcome, scope)
            if condition is not None:
                found.then.append(condition)
                found.said.append(outcome.span)


def _lower_dealt(outcome: said.InSomeDeal, found: _Outcomes, scene: said.Scene, scope: Scope) -> None:
    if scene.given or scene.script:
        words = "only a scene without `given` and `when` is dealt"
        scope.report.add(Problem("K605", words, label="nothing is dealt here", span=outcome.span))
        return
    condition = lower_condition(outcome.condition, scope)
    if condition is not None:
        found.dealt.append(core.InSomeDeal(condition, outcome.span))


def _lower_odds(odds: tuple[Digits, Digits] | None, scope: Scope) -> tuple[int, int] | None:
    if odds is None:
        return None
    share, whole = odds
    if not 1 <= share.value <= whole.value:
        label = f"not from 1 to {whole.value}"
        scope.report.add(Problem("K608", "odds that cannot be", label=label, span=share.span))
    return share.value, whole.value


def _find_subject_seat(subject: ast.Phrase, scene: said.Scene, scope: Scope) -> int | None:
    if isinstance(subject, ast.PlayerNumber):
        return find_seat(subject.number, scene.players.value, scope)
    scope.report.add(Problem("K605", "a player by number is needed here", label="not `player N`", span=subject.span))
    return None


def _lower_pile(test: ast.Test, found: _Outcomes, scope: Scope) -> None:
    predicate, subject = test.predicate, test.subject
    assert isinstance(predicate, ast.HasKinds)
    if not isinstance(subject, ast.TheName):
        scope.report.add(Problem("K605", "only the pile of the table has a top", label="no pile", span=subject.span))
        return
    pile = find_pile(subject, scope)
    kinds = [find_kind(card, scope) for card in predicate.cards]
    if found.pile is not None:
        scope.report.add(Problem("K604", "the order of a pile is told twice", label="told again here", span=test.span))
    if pile is not None and None not in kinds:
        found.pile = core.LiesFromTop(tuple(kind for kind in kinds if kind is not None), test.span)
