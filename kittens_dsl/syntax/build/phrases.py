"""Nouns, filters, numbers and conditions of a tree."""

from kittens_dsl.source.text import Source
from kittens_dsl.syntax.ast import phrases as ast
from kittens_dsl.syntax.build.leaves import (
    Branch,
    Child,
    build_digits,
    build_word,
    build_words,
    expect_branch,
    first_child,
    list_branches,
    list_children,
    span_branch,
)
from kittens_dsl.syntax.tree import Token


def build_noun(child: Child, source: Source) -> ast.Noun:
    """A player, a zone, a card, a counter or a token, as far as the text says."""
    branch = expect_branch(child)
    span = span_branch(branch, source)
    parts = list_children(branch)
    match branch.data:
        case "you":
            return ast.You(span)
        case "they":
            return ast.They(span)
        case "the_name" | "bare":
            return ast.TheName(build_word(parts[0], source), span)
        case "holder":
            return ast.Holder(build_word(parts[0], source), None, span)
        case "holder_of":
            held = build_noun(parts[0], source)
            assert isinstance(held, ast.Owned)
            return ast.Holder(held.name, held.owner, span)
        case "player_after":
            return ast.PlayerAfter(build_noun(parts[0], source), span)
        case "player_number":
            return ast.PlayerNumber(build_digits(parts[0], source), span)
        case "table":
            return ast.TheTable(span)
        case "this_card":
            return ast.ThisCard(span)
        case "played_card":
            return ast.PlayedCard(span)
        case "named_card":
            return ast.NamedCard(span)
        case "owned" | "bare_owned":
            return ast.Owned(build_word(parts[0], source), build_noun(parts[1], source), span)
        case "possessed":
            return ast.Owned(build_word(parts[1], source), build_noun(parts[0], source), span)
        case "yours":
            return ast.Owned(build_word(parts[0], source), ast.You(span), span)
        case "theirs":
            return ast.Owned(build_word(parts[0], source), ast.They(span), span)
        case "every_place":
            return ast.EveryPlace(build_word(parts[0], source), span)
        case other:
            raise AssertionError(f"no noun: {other}")


def build_filters(branches: list[Branch], source: Source) -> ast.Filters:
    """The filters among some branches, in their order."""
    return tuple(_build_filter(branch, source) for branch in branches if branch.data in FILTERS)


FILTERS = ("other_than", "besides_played", "that_is", "that_is_not")


def _build_filter(branch: Branch, source: Source) -> ast.Filter:
    span = span_branch(branch, source)
    match branch.data:
        case "other_than":
            return ast.OtherThan(build_word(first_child(branch), source), span)
        case "besides_played":
            return ast.BesidesPlayed(span)
        case "that_is" | "that_is_not" as form:
            return ast.ThatIs(build_word(first_child(branch), source), form == "that_is", span)
        case other:
            raise AssertionError(f"no filter: {other}")


def build_number(child: Child, source: Source) -> ast.Phrase:
    """A number, or a noun that may turn out to be one."""
    branch = expect_branch(child)
    span = span_branch(branch, source)
    parts = list_children(branch)
    match branch.data:
        case "digits":
            return build_digits(parts[0], source)
        case "players_at_table":
            return ast.PlayersAtTable(span)
        case "players_left":
            return ast.PlayersLeft(span)
        case "players_such":
            return ast.PlayersSuch(build_condition(parts[0], source), span)
        case "count_cards":
            return ast.CountCards(build_noun(parts[0], source), build_filters(list_branches(branch)[1:], source), span)
        case "count_kind":
            return ast.CountKind(build_word(parts[0], source), build_noun(parts[1], source), span)
        case "plus" | "minus" | "smaller" | "greater" as operator:
            left, right = build_number(parts[0], source), build_number(parts[1], source)
            return ast.Arithmetic(operator, left, right, span)
        case _:
            return build_noun(branch, source)


def build_condition(child: Child, source: Source) -> ast.Condition:
    """A condition of any shape."""
    branch = expect_branch(child)
    span = span_branch(branch, source)
    parts = list_children(branch)
    match branch.data:
        case "test":
            return _build_test(build_number(parts[0], source), parts[1], branch, source)
        case "bare_fact":
            return _build_test(build_noun(parts[0], source), parts[1], branch, source)
        case "bracketed":
            return build_condition(parts[0], source)
        case "under_reading":
            return ast.UnderReading(build_word(parts[0], source), build_word(parts[1], source), span)
        case "paid_with":
            return ast.PaidWith(build_word(parts[0], source), span)
        case "every":
            return ast.Every(tuple(build_condition(part, source) for part in parts), span)
        case "either":
            return ast.Either(tuple(build_condition(part, source) for part in parts), span)
        case "negation":
            return ast.Negation(build_condition(parts[0], source), span)
        case "implies":
            return ast.Implies(build_condition(parts[0], source), build_condition(parts[1], source), span)
        case "each_satisfies":
            return ast.Satisfies("each", build_condition(parts[0], source), span)
        case "seat_satisfies":
            return ast.Satisfies("seat", build_condition(parts[0], source), span)
        case "some_satisfies":
            return ast.Satisfies("some", build_condition(parts[0], source), span)
        case other:
            raise AssertionError(f"no condition: {other}")


def _build_test(subject: ast.Phrase, said: Child, whole: Branch, source: Source) -> ast.Test:
    span = span_branch(whole, source)
    branch = expect_branch(said)
    match branch.data:
        case "is_":
            return ast.Test(subject, _build_predicate(expect_branch(first_child(branch)), source), True, span)
        case "is_not":
            return ast.Test(subject, _build_predicate(expect_branch(first_child(branch)), source), False, span)
        case "has_no_kind" | "has_no_card" | "has_not_seen":
            return ast.Test(subject, _build_having(branch, source), False, span)
        case _:
            return ast.Test(subject, _build_having(branch, source), True, span)


def _build_predicate(branch: Branch, source: Source) -> ast.Predicate:
    span = span_branch(branch, source)
    parts = list_children(branch)
    match branch.data:
        case "is_empty":
            return ast.IsEmpty(span)
        case "is_kind":
            return ast.IsKind(build_word(parts[0], source), span)
        case "is_one":
            return ast.IsOne(build_word(parts[0], source), span)
        case "is_word":
            return ast.IsWord(build_word(parts[0], source), span)
        case "is_face_up":
            return ast.IsFaceUp(span)
        case "in_game":
            return ast.IsInGame(True, span)
        case "out_of_game":
            return ast.IsInGame(False, span)
        case "is_won":
            return ast.IsWon(span)
        case "is_with":
            return ast.IsWith(build_noun(parts[0], source), span)
        case "equals":
            return ast.Compares("is", build_number(parts[0], source), span)
        case "at_least":
            return ast.Compares("at least", build_number(parts[0], source), span)
        case "at_most":
            return ast.Compares("at most", build_number(parts[0], source), span)
        case "less_than":
            return ast.Compares("less than", build_number(parts[0], source), span)
        case "more_than":
            return ast.Compares("more than", build_number(parts[0], source), span)
        case other:
            raise AssertionError(f"no predicate: {other}")


def _build_having(branch: Branch, source: Source) -> ast.Predicate:
    span = span_branch(branch, source)
    parts = list_children(branch)
    match branch.data:
        case "has_kind" | "has_no_kind":
            return ast.HasKinds((build_word(parts[0], source),), span=span)
        case "has_kinds":
            cards = build_words([part for part in parts if isinstance(part, Token)], source)
            return ast.HasKinds(cards, bool(list_branches(branch)), span)
        case "has_card" | "has_no_card":
            return ast.HasCard(build_filters(list_branches(branch), source), span)
        case "has_noun":
            return ast.HasNoun(build_noun(parts[0], source), span)
        case "has_seen" | "has_not_seen":
            return ast.HasSeen(build_word(parts[0], source), span)
        case "has_won":
            return ast.HasWon(span)
        case other:
            raise AssertionError(f"no predicate: {other}")
