"""Counts of cards and the filters in them, lowered to core."""

from typing import assert_never

from kittens_dsl.core import terms as core
from kittens_dsl.elaborate.meaning import EveryZoneMeaning, ZoneMeaning, refuse_sort
from kittens_dsl.elaborate.nouns import find_meaning
from kittens_dsl.elaborate.scope import Scope
from kittens_dsl.elaborate.traits import find_card_trait
from kittens_dsl.elaborate.unknown import find_kinds
from kittens_dsl.problem.problem import Problem
from kittens_dsl.syntax.ast import phrases as ast


def count_cards(place: ast.Noun, chosen: core.CardFilter, kind: core.Kind | None, scope: Scope) -> core.Number | None:
    """How many cards of a zone, or of the zones of all seats, pass the filter."""
    meaning = find_meaning(place, scope)
    match meaning:
        case None:
            return None
        case ZoneMeaning(zone=zone):
            return core.CountCards(zone, chosen, kind)
        case EveryZoneMeaning(declared=declared):
            if scope.part in ("rule", "setup"):
                scope.report.add(
                    Problem(
                        "K212",
                        "only a property or a scene can count over all players",
                        label="not in a rule",
                        span=place.span,
                    )
                )
                return None
            variable = scope.name_loop_variable()
            zone = core.ZoneOf(declared.name.text, core.PlayerVariable(variable))
            return core.SumOverPlayers(variable, core.CountCards(zone, chosen, kind))
        case _:
            refuse_sort(place, meaning, "a zone", scope)
            return None


def lower_filters(filters: ast.Filters, scope: Scope) -> core.CardFilter | None:
    """One filter for several; traits and exclusions become lists of kinds."""
    kinds: tuple[str, ...] | None = None
    besides_played = False
    for each in filters:
        match each:
            case ast.BesidesPlayed():
                besides_played = True
                continue
            case ast.OtherThan(card=card):
                excluded = find_kinds(card, scope)
                if excluded is None:
                    return None
                every = [kind for title in scope.book.cards for kind in scope.book.list_faces(title)]
                passing = tuple(kind for kind in every if kind not in excluded)
            case ast.ThatIs(trait=trait, positive=positive):
                found = find_card_trait(trait, scope)
                if found is None:
                    return None
                passing = scope.book.list_kinds_with(found, positive=positive)
            case _:
                assert_never(each)
        kinds = passing if kinds is None else tuple(kind for kind in kinds if kind in passing)
    return core.CardFilter(kinds, besides_played)
