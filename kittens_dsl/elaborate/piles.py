"""What piles and deals do not allow, with the place."""

from kittens_dsl.core import terms as core
from kittens_dsl.elaborate.conditions import lower_number
from kittens_dsl.elaborate.scope import Scope
from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.span import Span
from kittens_dsl.syntax.ast import phrases as ast


def refuse_in_pile(message: str, label: str, span: Span, scope: Scope) -> None:
    """A problem of a statement that a pile does not allow."""
    helps = ("move the card or the cards to another zone first",)
    scope.report.add(Problem("K232", message, label=label, helps=helps, span=span))


def fixed_number(phrase: ast.Phrase, scope: Scope) -> core.Number | None:
    """A number that the table alone decides: of digits, of the players at the table, of sums of these."""
    number = lower_number(phrase, scope)
    if number is None or _is_fixed(number):
        return number
    scope.report.add(
        Problem(
            "K231",
            "how many cards these are must not change during play",
            label="not a fixed number",
            helps=("digits and `the number of players` are fixed, and sums of them",),
            span=phrase.span,
        )
    )
    return None


def _is_fixed(number: core.Number) -> bool:
    match number:
        case core.Literal() | core.PlayersAtTable():
            return True
        case core.Arithmetic(left=left, right=right):
            return _is_fixed(left) and _is_fixed(right)
        case _:
            return False
