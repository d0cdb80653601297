"""Nouns where a certain sort is needed: a zone, a pile, a card, or anything but a number."""

from kittens_dsl.core.terms import ZoneOf
from kittens_dsl.elaborate.meaning import CardMeaning, ZoneMeaning, refuse_sort
from kittens_dsl.elaborate.nouns import find_meaning
from kittens_dsl.elaborate.scope import Scope
from kittens_dsl.elaborate.unknown import refuse_name
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.syntax.ast import phrases as ast
from kittens_dsl.syntax.ast.declarations import Zone
from kittens_dsl.syntax.ast.words import Digits, Word


def find_zone(noun: ast.Noun, scope: Scope) -> ZoneMeaning | None:
    """The zone that the noun means; a problem if it is something else."""
    meaning = find_meaning(noun, scope)
    match meaning:
        case None | ZoneMeaning():
            return meaning
        case _:
            refuse_sort(noun, meaning, "a zone", scope)
            return None


def find_zone_of_player(name: Word, scope: Scope) -> str | None:
    """The zone of that name that every player has; a problem if there is none."""
    declared = scope.book.find_zone(name.text)
    if declared is None:
        refuse_name(name, scope, only=Zone)
        return None
    scope.report.use("noun", name.text)
    if declared.of_player:
        return name.text
    scope.report.add(Problem("K202", f"{name.text} belongs to the table", label="no player has one", span=name.span))
    return None


def find_pile(noun: ast.Noun, scope: Scope) -> ZoneOf | None:
    """The zone in order that the noun means."""
    meaning = find_zone(noun, scope)
    if meaning is None:
        return None
    if not meaning.declared.ordered:
        scope.report.add(
            Problem(
                "K217",
                f"{meaning.declared.name.text} has no order",
                label="a pile is needed here",
                notes=(Note("declared here, without `in order`", meaning.declared.name.span),),
                span=noun.span,
            )
        )
        return None
    return meaning.zone


def find_card(noun: ast.Noun, scope: Scope) -> CardMeaning | None:
    """The card that the noun means; a problem if it is something else."""
    meaning = find_meaning(noun, scope)
    match meaning:
        case None | CardMeaning():
            return meaning
        case _:
            refuse_sort(noun, meaning, "a card", scope)
            return None


def as_noun(phrase: ast.Phrase, wanted: str, scope: Scope) -> ast.Noun | None:
    """The phrase as a noun; a problem if it is a number."""
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
            scope.report.add(
                Problem("K201", f"this is a number, but {wanted} is needed", label=f"not {wanted}", span=phrase.span)
            )
            return None
        case _:
            return phrase
