"""The situation that a scene starts from."""

from collections import Counter
from dataclasses import dataclass, field

from kittens_dsl.core.scenes import Given
from kittens_dsl.core.terms import Player, Seat
from kittens_dsl.elaborate.expected import as_noun
from kittens_dsl.elaborate.meaning import (
    CounterMeaning,
    Meaning,
    PlayerMeaning,
    ThingMeaning,
    TokenMeaning,
    ZoneMeaning,
    refuse_sort,
)
from kittens_dsl.elaborate.nouns import find_meaning, find_player
from kittens_dsl.elaborate.scope import Scope
from kittens_dsl.elaborate.traits import find_status
from kittens_dsl.elaborate.unknown import find_kind
from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.span import Span
from kittens_dsl.syntax.ast import declarations
from kittens_dsl.syntax.ast import phrases as ast
from kittens_dsl.syntax.ast.words import Digits, Word


@dataclass(slots=True)
class _Draft:
    """The facts so far; `placed` counts the cards of each kind."""

    scope: Scope
    cards: dict[tuple[str, int | None], tuple[str, ...]] = field(default_factory=dict)
    counters: dict[tuple[str, int | None], int] = field(default_factory=dict)
    statuses: list[tuple[str, int | None]] = field(default_factory=list)
    tokens: dict[tuple[str, int | None], tuple[int, Span]] = field(default_factory=dict)
    gone: dict[int, Span] = field(default_factory=dict)
    placed: Counter[str] = field(default_factory=Counter)


def lower_given(facts: tuple[ast.Condition, ...], scope: Scope) -> Given:
    """The facts of a scene, each a plain sentence; problems for the others."""
    draft = _Draft(scope)
    for fact in facts:
        _add_fact(fact, draft)
    _check_gone(draft)
    return Given(
        tuple((zone, seat, kinds) for (zone, seat), kinds in draft.cards.items()),
        tuple((counter, seat, value) for (counter, seat), value in draft.counters.items()),
        tuple(draft.statuses),
        tuple((token, owner, seat) for (token, owner), (seat, _) in draft.tokens.items()),
        tuple(draft.gone),
    )


def _add_fact(fact: ast.Condition, draft: _Draft) -> None:
    match fact:
        case ast.Test(subject=subject, predicate=ast.HasKinds(cards=cards), positive=True):
            _add_cards(subject, cards, draft)
        case ast.Test(subject=subject, predicate=ast.IsEmpty(), positive=True):
            _add_cards(subject, (), draft)
        case ast.Test(subject=subject, predicate=ast.Compares(relation="is", right=Digits() as right), positive=True):
            _add_counter(subject, right, draft)
        case ast.Test(subject=subject, predicate=ast.IsWord(word=word), positive=True):
            _add_status(subject, word, draft)
        case ast.Test(subject=subject, predicate=ast.IsWith(player=player), positive=True):
            _add_token(subject, player, draft)
        case ast.Test(subject=subject, predicate=ast.IsInGame(inside=False), positive=True):
            _add_gone(subject, draft)
        case _:
            draft.scope.report.add(
                Problem(
                    "K601",
                    "this cannot be given",
                    label="no plain fact",
                    helps=(
                        'say `ZONE has "A", "B"`, `COUNTER of player N is 2`',
                        "or `player N is STATUS`, `TOKEN is with player N`, `player N is out of the game`",
                    ),
                    span=fact.span,
                )
            )


def _find(subject: ast.Phrase, wanted: str, draft: _Draft) -> tuple[ast.Noun, Meaning] | None:
    noun = as_noun(subject, wanted, draft.scope)
    meaning = None if noun is None else find_meaning(noun, draft.scope)
    return None if noun is None or meaning is None else (noun, meaning)


def _find_seat(player: Player | None, span: Span, draft: _Draft) -> int | None:
    """The seat of an owner; None, with a problem, for a player who is not told by number."""
    if isinstance(player, Seat):
        return player.index
    draft.scope.report.add(Problem("K601", "a player by number is needed here", label="not `player N`", span=span))
    return None


def _refuse_twice(span: Span, draft: _Draft) -> None:
    draft.scope.report.add(Problem("K604", "this is given twice", label="given again here", span=span))


def _add_gone(subject: ast.Phrase, draft: _Draft) -> None:
    match _find(subject, "a player", draft):
        case None:
            return
        case _, PlayerMeaning(player=player):
            seat = _find_seat(player, subject.span, draft)
            if seat is not None:
                draft.gone.setdefault(seat, subject.span)
        case noun, meaning:
            refuse_sort(noun, meaning, "a player", draft.scope)


def _check_gone(draft: _Draft) -> None:
    """Somebody is in the game, and whoever holds a token of the table is; one that is not given is with player 1."""
    report = draft.scope.report
    if draft.gone and len(draft.gone) == draft.scope.seats:
        span = list(draft.gone.values())[-1]
        report.add(Problem("K601", "nobody is left in the game", label="the last one", span=span))
        return
    for name, noun in draft.scope.book.nouns.items():
        if not isinstance(noun, declarations.Token) or noun.of_player:
            continue
        seat, said = draft.tokens.get((name, None), (0, None))
        if seat in draft.gone:
            report.add(
                Problem(
                    "K601",
                    f"the {name} is with player {seat + 1}, who is out of the game",
                    label="out of the game" if said is None else "",
                    helps=(f"say `{name} is with player N`: where nothing is said, it is with player 1",)
                    if said is None
                    else (),
                    span=draft.gone[seat] if said is None else said,
                )
            )


def _add_cards(subject: ast.Phrase, cards: tuple[Word, ...], draft: _Draft) -> None:
    match _find(subject, "a zone", draft):
        case None:
            return
        case _, ZoneMeaning(zone=zone):
            seat = None if zone.owner is None else _find_seat(zone.owner, subject.span, draft)
            if zone.owner is None or seat is not None:
                _put_cards((zone.zone, seat), cards, subject.span, draft)
        case noun, meaning:
            refuse_sort(noun, meaning, "a zone", draft.scope)


def _put_cards(zone: tuple[str, int | None], cards: tuple[Word, ...], span: Span, draft: _Draft) -> None:
    if zone in draft.cards:
        _refuse_twice(span, draft)
        return
    kinds: list[str] = []
    for card in cards:
        kind = find_kind(card, draft.scope)
        if kind is not None:
            kinds.append(kind)
            _count_card(card, kind, draft)
    draft.cards[zone] = tuple(kinds)


def _count_card(card: Word, kind: str, draft: _Draft) -> None:
    kind = draft.scope.book.kinds_face_up.get(kind, kind)
    draft.placed[kind] += 1
    copies = draft.scope.book.cards[kind].copies.value
    if draft.placed[kind] == copies + 1:
        draft.scope.report.add(
            Problem(
                "K603",
                f'there {"is only 1 copy" if copies == 1 else f"are only {copies} copies"} of "{kind}"',
                label="one too many",
                span=card.span,
            )
        )


def _add_counter(subject: ast.Phrase, value: Digits, draft: _Draft) -> None:
    match _find(subject, "a counter", draft):
        case None:
            return
        case _, CounterMeaning(counter=counter, owner=owner):
            seat = None if owner is None else _find_seat(owner, subject.span, draft)
            if owner is not None and seat is None:
                return
            if (counter, seat) in draft.counters:
                _refuse_twice(subject.span, draft)
            draft.counters[counter, seat] = value.value
            _check_range(counter, value, draft)
        case noun, meaning:
            refuse_sort(noun, meaning, "a counter", draft.scope)


def _check_range(counter: str, value: Digits, draft: _Draft) -> None:
    declared = draft.scope.book.nouns[counter]
    assert isinstance(declared, declarations.Counter)
    if not declared.least.value <= value.value <= declared.most.value:
        draft.scope.report.add(
            Problem(
                "K608",
                f"{counter} goes from {declared.least.value} to {declared.most.value}",
                label="outside of its range",
                span=value.span,
            )
        )


def _add_status(subject: ast.Phrase, word: Word, draft: _Draft) -> None:
    match _find(subject, "a player", draft):
        case None:
            return
        case _, PlayerMeaning(player=player):
            seat, status = _find_seat(player, subject.span, draft), find_status(word, draft.scope, of_player=True)
            draft.statuses += [] if seat is None or status is None else [(status, seat)]
        case _, ThingMeaning(thing="table"):
            status = find_status(word, draft.scope, of_player=False)
            draft.statuses += [] if status is None else [(status, None)]
        case noun, meaning:
            refuse_sort(noun, meaning, "a player", draft.scope)


def _add_token(subject: ast.Phrase, holder: ast.Noun, draft: _Draft) -> None:
    player = find_player(holder, draft.scope)
    match _find(subject, "a token", draft):
        case None:
            return
        case _, TokenMeaning(token=token, owner=owner):
            seat = None if player is None else _find_seat(player, holder.span, draft)
            whose = None if owner is None else _find_seat(owner, subject.span, draft)
            if (token, whose) in draft.tokens:
                _refuse_twice(subject.span, draft)
            elif seat is not None and (owner is None or whose is not None):
                draft.tokens[token, whose] = seat, holder.span
        case noun, meaning:
            refuse_sort(noun, meaning, "a token", draft.scope)
