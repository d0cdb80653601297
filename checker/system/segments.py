"""A pile in segments: known cards on top, loose cards whose order is anybody's guess, known cards at the bottom.

Its fields: `loose PILE` counts the loose cards of each kind, `order PILE` holds kind + 1 of the known cards from the
top down, `under PILE` those from the bottom up (0: no more). A state stands for all orders of the loose cards.

Canonical form: if the loose cards are of one kind or none are left, the whole order is known; then the lowest run of
equal cards is the loose ones, all cards above it are known on top, and nothing is at the bottom. So there are no known
cards without loose ones, two states never stand for the same orders, and where no rule puts a card at a fixed place
the pile is just its counts.
"""

from __future__ import annotations

from checker.system.ir import Cell, Constant, Disjunction, Expression, Test
from checker.system.lower_terms import compare, conjoin, equal, negate, total


def loose_array(pile: str) -> str:
    """The array of the loose cards of a pile."""
    return f"loose {pile}"


def order_array(pile: str) -> str:
    """The array of the known cards on top of a pile; of a pile in order, of all its cards."""
    return f"order {pile}"


def under_array(pile: str) -> str:
    """The array of the known cards at the bottom of a pile."""
    return f"under {pile}"


def loose_cell(pile: str, kind: Expression) -> Cell:
    """How many cards of a kind are loose."""
    return Cell(loose_array(pile), (kind,))


def is_top_known(pile: str, number: int = 1) -> Test:
    """Whether at least so many cards on top are known ones."""
    return negate(equal(Cell(order_array(pile), (Constant(number - 1),)), Constant(0)))


def is_bottom_known(pile: str) -> Test:
    """Whether the lowest card is a known one."""
    return negate(equal(Cell(under_array(pile), (Constant(0),)), Constant(0)))


def is_order_known(pile: str, kinds: int) -> Test:
    """Whether the loose cards, and thereby the whole pile, have one order only."""
    loose: list[Expression] = [loose_cell(pile, Constant(kind)) for kind in range(kinds)]
    return Disjunction(tuple(compare("==", total(loose), one) for one in loose))


def are_all_loose(pile: str) -> Test:
    """Whether no card is a known one."""
    return conjoin([negate(is_top_known(pile)), negate(is_bottom_known(pile))])
