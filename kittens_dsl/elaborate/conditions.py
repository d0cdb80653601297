"""Numbers and conditions, lowered to core; they contain each other, so they are one module."""

from typing import assert_never

from kittens_dsl.core import terms as core
from kittens_dsl.elaborate.counts import count_cards, lower_filters
from kittens_dsl.elaborate.expected import as_noun, find_card
from kittens_dsl.elaborate.meaning import (
    CardMeaning,
    CounterMeaning,
    EveryZoneMeaning,
    Meaning,
    PlayerMeaning,
    ThingMeaning,
    TokenMeaning,
    ZoneMeaning,
    refuse_sort,
)
from kittens_dsl.elaborate.nouns import find_meaning, find_player
from kittens_dsl.elaborate.scope import Scope
from kittens_dsl.elaborate.traits import find_card_trait, find_play_trait, find_status
from kittens_dsl.elaborate.unknown import find_kinds, find_reading, refuse_unknown
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.source.span import Span
from kittens_dsl.syntax.ast import phrases as ast
from kittens_dsl.syntax.ast.words import Digits, Word

MOST_NUMBER = 65_535  # more than any sum of counters and cards comes to
NOTHING = core.Literal(0)
ONE = core.Literal(1)


def lower_number(phrase: ast.Phrase, scope: Scope) -> core.Number | None:
    """A number; a problem where the phrase is none."""
    match phrase:
        case Digits(value=value, span=span):
            if value > MOST_NUMBER:
                _refuse(scope, "K608", "a number that nothing here can reach", f"{MOST_NUMBER} at most", span)
                return None
            return core.Literal(value)
        case ast.PlayersAtTable():
            return core.PlayersAtTable()
        case ast.PlayersLeft():
            return core.PlayersLeft()
        case ast.CountCards(place=place, filters=filters):
            chosen = lower_filters(filters, scope)
            return None if chosen is None else count_cards(place, chosen, None, scope)
        case ast.CountKind(card=card, place=place):
            kinds = find_kinds(card, scope)
            return None if kinds is None else count_cards(place, core.CardFilter(kinds), None, scope)
        case ast.Arithmetic(operator=operator, left=left, right=right):
            one, other = lower_number(left, scope), lower_number(right, scope)
            return None if one is None or other is None else core.Arithmetic(operator, one, other)
        case ast.PlayersSuch():
            return _count_players(phrase, scope)
        case _:
            return _lower_counter(phrase, scope)


def _lower_counter(noun: ast.Noun, scope: Scope) -> core.Number | None:
    meaning = find_meaning(noun, scope)
    match meaning:
        case None:
            return None
        case CounterMeaning(counter=counter, owner=owner):
            return core.CounterOf(counter, owner)
        case _:
            refuse_sort(noun, meaning, "a number", scope)
            return None


def _count_players(phrase: ast.PlayersSuch, scope: Scope) -> core.Number | None:
    if scope.part in ("rule", "setup"):
        _refuse(scope, "K212", "only a property or a scene can count players", "not in a rule", phrase.span)
        return None
    variable = scope.name_loop_variable()
    condition = lower_condition(phrase.condition, scope.enter_loop(core.PlayerVariable(variable)))
    return None if condition is None else core.CountPlayers(variable, condition)


def _refuse(scope: Scope, code: str, message: str, label: str, span: Span, *helps: str) -> None:
    scope.report.add(Problem(code, message, label=label, helps=helps, span=span))


def lower_condition(condition: ast.Condition, scope: Scope) -> core.Condition | None:
    """A condition; None, with a problem, where it says nothing that can be true."""
    match condition:
        case ast.Test():
            return _lower_test(condition, scope)
        case ast.UnderReading(reading=reading, ambiguity=ambiguity):
            found = find_reading(reading, ambiguity, scope)
            return None if found is None else core.ReadingChosen(*found)
        case ast.PaidWith(card=card, span=span):
            kinds = find_kinds(card, scope)
            if not scope.in_play:
                _refuse(scope, "K212", "no play is in progress here", "which cards?", span)
                return None
            return None if kinds is None else core.PaidWith(kinds)
        case ast.Every(parts=parts):
            several = lower_conditions(parts, scope)
            return None if several is None else core.Every(several)
        case ast.Either(parts=parts):
            several = lower_conditions(parts, scope)
            return None if several is None else core.Either(several)
        case ast.Negation(part=part):
            inner = lower_condition(part, scope)
            return None if inner is None else core.Negation(inner)
        case ast.Implies(left=left, right=right):
            several = lower_conditions((left, right), scope)
            return None if several is None else core.Either((core.Negation(several[0]), several[1]))
        case ast.Satisfies(quantifier=quantifier, condition=inside):
            variable = scope.name_loop_variable()
            inner = lower_condition(inside, scope.enter_loop(core.PlayerVariable(variable)))
            if inner is None:
                return None
            if quantifier == "some":
                return core.SomePlayer(variable, inner)
            return core.EachPlayer(variable, inner, dead_too=quantifier == "seat")
        case _:
            assert_never(condition)


def lower_conditions(parts: tuple[ast.Condition, ...], scope: Scope) -> tuple[core.Condition, ...] | None:
    """All of several conditions, or None if one of them failed (the others are still checked)."""
    lowered = [lower_condition(part, scope) for part in parts]
    whole = tuple(each for each in lowered if each is not None)
    return whole if len(whole) == len(lowered) else None


def join_conditions(conditions: tuple[core.Condition, ...]) -> core.Condition:
    """All of them in one."""
    match conditions:
        case ():
            return core.ALWAYS
        case (only,):
            return only
        case _:
            return core.Every(conditions)


def _lower_test(test: ast.Test, scope: Scope) -> core.Condition | None:
    condition = _lower_predicate(test, scope)
    if condition is None or test.positive:
        return condition
    match condition:
        case core.Compare(operator="=", right=core.Literal(value=0), left=core.CountCards() as count):
            return core.Compare("<=", ONE, count)
        case core.Compare(operator="<=", left=core.Literal(value=1), right=count):
            return core.Compare("=", count, NOTHING)
        case _:
            return core.Negation(condition)


def _lower_predicate(test: ast.Test, scope: Scope) -> core.Condition | None:
    subject, predicate = test.subject, test.predicate
    match predicate:
        case ast.IsEmpty():
            count = _count(subject, core.ANY_CARD, None, scope)
            return None if count is None else core.Compare("=", count, NOTHING)
        case ast.IsKind(card=card):
            kind, kinds = _find_tested_card(subject, scope), find_kinds(card, scope)
            return None if kind is None or kinds is None else core.IsKind(kind, kinds)
        case ast.IsFaceUp():
            kind = _find_tested_card(subject, scope)
            return None if kind is None else core.IsKind(kind, tuple(scope.book.kinds_face_up))
        case ast.IsOne(trait=trait):
            kind, found = _find_tested_card(subject, scope), find_card_trait(trait, scope)
            return None if kind is None or found is None else core.IsKind(kind, scope.book.list_kinds_with(found))
        case ast.IsWord(word=word):
            return _lower_word(subject, word, scope)
        case ast.IsInGame(inside=inside):
            player = _find_subject_player(subject, scope)
            if player is None:
                return None
            return core.InGame(player) if inside else core.Negation(core.InGame(player))
        case ast.IsWon():
            return _lower_won(subject, scope)
        case ast.IsWith(player=player):
            return _lower_with(subject, player, scope)
        case ast.Compares():
            return _lower_comparison(subject, predicate, scope)
        case ast.HasKinds(cards=cards, from_top=from_top, span=span):
            if from_top:
                _refuse(scope, "K605", "only the outcome of a scene can tell an order", "no order is known here", span)
                return None
            return _lower_has_kinds(subject, cards, scope)
        case ast.HasCard(filters=filters):
            chosen = lower_filters(filters, scope)
            count = None if chosen is None else _count(subject, chosen, None, scope)
            return None if count is None else core.Compare("<=", ONE, count)
        case ast.HasNoun(card=card):
            kind = _find_tested_card(card, scope)
            count = None if kind is None else _count(subject, core.ANY_CARD, kind, scope)
            return None if count is None else core.Compare("<=", ONE, count)
        case ast.HasSeen(span=span):
            _refuse(scope, "K212", "only a scene can ask what somebody has seen", "not here", span)
            return None
        case ast.HasWon(span=span):
            winner = _find_subject_player(subject, scope)
            if scope.part in ("rule", "setup"):
                _refuse(
                    scope, "K212", "no rule acts once the game is won", "only a property or a scene asks this", span
                )
                return None
            return None if winner is None else core.HasWon(winner)
        case _:
            assert_never(predicate)


def _count(subject: ast.Phrase, chosen: core.CardFilter, kind: core.Kind | None, scope: Scope) -> core.Number | None:
    noun = as_noun(subject, "a zone", scope)
    return None if noun is None else count_cards(noun, chosen, kind, scope)


def _find_subject_player(subject: ast.Phrase, scope: Scope) -> core.Player | None:
    noun = as_noun(subject, "a player", scope)
    return None if noun is None else find_player(noun, scope)


def _find_tested_card(subject: ast.Phrase, scope: Scope) -> core.Kind | None:
    """The card whose kind is tested; a problem if it lies face down."""
    noun = as_noun(subject, "a card", scope)
    card = None if noun is None else find_card(noun, scope)
    if card is None:
        return None
    if card.binding is not None and card.binding.face_down:
        scope.report.add(
            Problem(
                "K205",
                f"{card.name} is face down: nobody can tell yet what it is",
                label="tested here",
                notes=tuple(Note("it is picked unseen here", site) for site in sorted(card.binding.sites)),
                helps=("move it first, `seen by` whoever may know it",),
                span=subject.span,
            )
        )
        return None
    return card.kind


def _lower_word(subject: ast.Phrase, word: Word, scope: Scope) -> core.Condition | None:
    """`is WORD`: a status of a player or of the table, or a trait of the play or of a card."""
    noun = as_noun(subject, "a player or a card", scope)
    meaning = None if noun is None else find_meaning(noun, scope)
    match meaning:
        case None:
            return None
        case PlayerMeaning(player=player):
            status = find_status(word, scope, of_player=True)
            return None if status is None else core.HasStatus(status, player)
        case ThingMeaning(thing="table"):
            status = find_status(word, scope, of_player=False)
            return None if status is None else core.HasStatus(status, None)
        case ThingMeaning(thing="play"):
            return _lower_of_play(word, subject.span, scope)
        case CardMeaning():
            kind, trait = _find_tested_card(subject, scope), find_card_trait(word, scope)
            return None if kind is None or trait is None else core.IsKind(kind, scope.book.list_kinds_with(trait))
        case ZoneMeaning():
            refuse_unknown("K113", "status", word, ["empty"], scope.report, of="a zone")
            return None
        case _:
            assert noun is not None
            refuse_sort(noun, meaning, "a player, a card or the play", scope)
            return None


def _lower_of_play(word: Word, span: Span, scope: Scope) -> core.Condition | None:
    if not scope.in_play:
        _refuse(
            scope,
            "K212",
            "no play is in progress here",
            "which play?",
            span,
            "`the play` is known where cards are played and where somebody answers",
        )
        return None
    if word.text == "cancelled":
        return core.PlayCancelled()
    trait = find_play_trait(word, scope)
    return None if trait is None else core.PlayHasTrait(trait)


def _lower_won(subject: ast.Phrase, scope: Scope) -> core.Condition | None:
    noun = as_noun(subject, "the game", scope)
    meaning = None if noun is None else find_meaning(noun, scope)
    match meaning:
        case None:
            return None
        case ThingMeaning(thing="game"):
            if scope.part in ("rule", "setup"):
                _refuse(
                    scope,
                    "K212",
                    "no rule acts once the game is won",
                    "only a property or a scene asks this",
                    subject.span,
                )
                return None
            return core.GameWon()
        case _:
            assert noun is not None
            refuse_sort(noun, meaning, "the game", scope)
            return None


def _lower_with(subject: ast.Phrase, player: ast.Noun, scope: Scope) -> core.Condition | None:
    noun = as_noun(subject, "a token", scope)
    meaning = None if noun is None else find_meaning(noun, scope)
    holder = find_player(player, scope)
    match meaning:
        case None:
            return None
        case TokenMeaning(token=token, owner=owner):
            return None if holder is None else core.SamePlayer(core.TokenHolder(token, owner), holder)
        case _:
            assert noun is not None
            refuse_sort(noun, meaning, "a token", scope)
            return None


def _lower_has_kinds(subject: ast.Phrase, cards: tuple[Word, ...], scope: Scope) -> core.Condition | None:
    """Each of the kinds at least as often as it is listed."""
    found = [find_kinds(card, scope) for card in cards]
    if _count(subject, core.ANY_CARD, None, scope) is None or None in found:
        return None
    parts: list[core.Condition] = []
    for kinds in dict.fromkeys(kinds for kinds in found if kinds is not None):
        count = _count(subject, core.CardFilter(kinds), None, scope)
        assert count is not None
        parts.append(core.Compare("<=", core.Literal(found.count(kinds)), count))
    return join_conditions(tuple(parts))


def _lower_comparison(subject: ast.Phrase, compares: ast.Compares, scope: Scope) -> core.Condition | None:
    """Two numbers, or, with `is`, two players."""
    left, right = _find_either(subject, scope), _find_either(compares.right, scope)
    if left is None or right is None:
        return None
    match left, right:
        case PlayerMeaning(player=one), PlayerMeaning(player=other) if compares.relation == "is":
            return core.SamePlayer(one, other)
        case PlayerMeaning(), _:
            wrong = compares.right if compares.relation == "is" else subject
            wanted = "a player" if compares.relation == "is" else "a number"
            _refuse_comparison(wrong, right if compares.relation == "is" else left, wanted, scope)
            return None
        case _, PlayerMeaning():
            _refuse_comparison(compares.right, right, "a number", scope)
            return None
        case _:
            return _compare(compares.relation, left, right)


def _refuse_comparison(phrase: ast.Phrase, found: PlayerMeaning | core.Number, wanted: str, scope: Scope) -> None:
    sort = "a player" if isinstance(found, PlayerMeaning) else "a number"
    _refuse(scope, "K201", f"this is {sort}, but {wanted} is needed", f"not {wanted}", phrase.span)


def _compare(relation: str, left: core.Number, right: core.Number) -> core.Condition:
    match relation:
        case "is":
            return core.Compare("=", left, right)
        case "at least":
            return core.Compare("<=", right, left)
        case "at most":
            return core.Compare("<=", left, right)
        case "less than":
            return core.Compare("<", left, right)
        case _:
            return core.Compare("<", right, left)


def _find_either(phrase: ast.Phrase, scope: Scope) -> PlayerMeaning | core.Number | None:
    """A player or a number; a problem if it is something else."""
    match phrase:
        case (
            Digits()
            | ast.PlayersAtTable()
            | ast.PlayersLeft()
            | ast.PlayersSuch()
            | ast.CountCards()
            | ast.CountKind()
            | ast.Arithmetic()
        ):
            return lower_number(phrase, scope)
        case _:
            meaning: Meaning | None = find_meaning(phrase, scope)
    match meaning:
        case None | PlayerMeaning():
            return meaning
        case CounterMeaning(counter=counter, owner=owner):
            return core.CounterOf(counter, owner)
        case CardMeaning() | ZoneMeaning() | EveryZoneMeaning() | TokenMeaning() | ThingMeaning():
            refuse_sort(phrase, meaning, "a number or a player", scope)
            return None
        case _:
            assert_never(meaning)
