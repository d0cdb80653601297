"""Lemmas: what proofs from counts can use, a fact that is linear in numbers of cards and players.

Such a fact fails in ways each of which is one inequality, so that it can be shown at the start and after every step.
"""

from collections.abc import Iterable, Sequence

from kittens_dsl.core import terms as core
from kittens_dsl.elaborate.scope import Scope
from kittens_dsl.problem.problem import Problem
from kittens_dsl.syntax.ast import phrases as ast

HELP = "compare sums of numbers of cards and players, of the table or of each player"


def check_linear(sort: str, written: Sequence[ast.Condition], lowered: Iterable[core.Condition], scope: Scope) -> None:
    """Report the first thing in each condition of a lemma (or of another sort of fact) that is not linear in counts."""
    for condition, found in zip(written, lowered, strict=True):
        words = _find_other(found)
        if words is not None:
            message = f"a {sort} cannot speak of {words}"
            scope.report.add(Problem("K234", message, label="not linear in counts", helps=(HELP,), span=condition.span))


def _find_other(condition: core.Condition, *, inside: bool = False) -> str | None:
    """What a condition has that no linear fact has, in words; None if it is one."""
    match condition:
        case core.Compare(left=left, right=right):
            return _find_uncounted(left) or _find_uncounted(right)
        case core.Truth() | core.ReadingChosen():
            return None
        case core.Negation(core.ReadingChosen()):
            return None
        case core.Negation(core.Compare("<" | "<=", left, right)):
            return _find_uncounted(left) or _find_uncounted(right)
        case core.Every(conditions):
            return _first(_find_other(one, inside=inside) for one in conditions)
        case core.Either(conditions):
            rest = [one for one in conditions if not _is_fixed(one)]
            return "alternatives" if len(rest) > 1 else _first(_find_other(one, inside=inside) for one in rest)
        case core.EachPlayer(condition=inner) if not inside:
            return _find_other(inner, inside=True)
        case _:
            return "what is no comparison of numbers"


def _is_fixed(condition: core.Condition) -> bool:
    """Whether the readings alone decide a condition."""
    match condition:
        case core.Truth() | core.ReadingChosen():
            return True
        case core.Negation(inner):
            return _is_fixed(inner)
        case core.Every(conditions) | core.Either(conditions):
            return all(map(_is_fixed, conditions))
        case _:
            return False


def _find_uncounted(number: core.Number) -> str | None:
    match number:
        case core.Literal() | core.PlayersAtTable() | core.PlayersLeft():
            return None
        case core.CountCards(core.ZoneOf(_, None | core.PlayerVariable()), _, None | core.KindName()):
            return None
        case core.SumOverPlayers(_, inner):
            return _find_uncounted(inner)
        case core.Arithmetic("plus" | "minus", left, right):
            return _find_uncounted(left) or _find_uncounted(right)
        case core.Arithmetic():
            return "the smaller or the greater of two numbers"
        case core.CountCards():
            return "a player who is not each player"
        case core.CountPlayers():
            return "how many players satisfy something"
        case core.CounterOf(counter):
            return f"the counter {counter}, which is no number of cards or players"


def _first(found: Iterable[str | None]) -> str | None:
    return next((one for one in found if one is not None), None)
