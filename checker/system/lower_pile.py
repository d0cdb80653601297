"""Statements about piles lowered to trees of instructions, for each way of keeping a pile (compilation.md, section 6).

In a bag no place is known, in order every place is. In segments a card is known once a rule has put it at an end; where
a rule needs one that is not, chance says which of the loose cards it is.
"""

from __future__ import annotations

from typing import assert_never

from checker.system.draft import Continuation, Draft, before, branch
from checker.system.ir import (
    Arrange,
    Constant,
    Expression,
    Instruction,
    Jump,
    Known,
    Local,
    Loosen,
    Mix,
    ObserveTop,
    Origin,
    PeekTop,
    Pin,
    SwapEnds,
    Test,
    Transfer,
    Tree,
    Watchers,
)
from checker.system.label import CHANCE
from checker.system.lower_cards import IMPOSSIBLE
from checker.system.lower_passing import pass_cards
from checker.system.lower_terms import (
    BuildError,
    at_least,
    compare,
    conjoin,
    count_cell,
    disjoin,
    negate,
    total,
)
from checker.system.points import (
    Choice,
    Domain,
    KindsWord,
    KindWord,
    NumberWord,
    Orders,
    Positions,
    Text,
    TopOrders,
    Values,
    Word,
)
from checker.system.scopes import Scope
from checker.system.segments import are_all_loose, is_bottom_known, is_order_known, is_top_known, loose_cell
from kittens_dsl.core import statements as core


def insert_card(draft: Draft, insert: core.Insert, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """A card goes to a place of a pile that its chooser likes."""
    terms = draft.terms
    kind = terms.kind(insert.kind, scope)
    source, pile = terms.place(insert.source, scope), terms.place(insert.pile, scope)
    if source.zone == pile.zone:
        raise BuildError(
            f"{scope.origin.rule}: a card of the {pile.zone} is put back there only from another zone", insert.span
        )
    watchers = terms.watchers(insert.sight, scope)
    missing = draft.stop(f"{IMPOSSIBLE}: no card to put back", scope, insert.span)
    if kind is None:
        return missing
    there = at_least(count_cell(source, kind), 1)
    owner = terms.player(insert.chooser, scope)
    position = None if draft.pile == "bag" else Local(scope.local("position"))
    moving = Transfer(Constant(1), kind, source, pile, watchers, position, anywhere=True, origin=origin)
    placed = pass_cards(draft, [moving], source, pile, [(kind, Constant(1))], scope, then)
    words: tuple[Word, ...] = (Text("anywhere"),)  # one label, forced: properties still see the card on its way
    binders: tuple[tuple[str, Domain], ...] = ()
    if position is not None:
        words, binders = (NumberWord(position),), ((position.name, Positions(pile.zone, kind)),)
    choice = Choice("place", owner, words, binders, conjoin([]), None, placed, origin)
    return branch(there, draft.decide("place", [choice], scope), missing)


def take_end(draft: Draft, take: core.TakeTop, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """The top or bottom card of a pile: the known one, or by chance."""
    terms = draft.terms
    pile, target = terms.place(take.pile, scope), terms.place(take.target, scope)
    local = Local(scope.local(take.variable))
    cells: list[Expression] = [count_cell(pile, Constant(kind)) for kind in range(len(terms.kinds))]
    watchers, lowest = terms.watchers(take.sight, scope), take.from_bottom
    moving = Transfer(Constant(1), local, pile, target, watchers, from_bottom=lowest, origin=origin)
    empty = draft.stop(f"{IMPOSSIBLE}: no card in an empty pile", scope, take.span)
    peek = PeekTop(pile.zone, local.name, lowest, origin)
    verb = "draw below" if lowest else "draw"

    def taken() -> Tree:
        return pass_cards(draft, [moving], pile, target, [(local, Constant(1))], scope, then)

    match draft.pile:
        case "ordered":
            tree = before([peek], taken())
        case "bag":
            tree = _chance(draft, verb, local, count_cell(pile, local), scope, origin, taken())
        case "segmented":
            after = draft.share(f"{scope.origin.rule} taken", taken)
            is_known = is_bottom_known(pile.zone) if lowest else is_top_known(pile.zone)
            loose = _chance(draft, verb, local, loose_cell(pile.zone, local), scope, origin, after())
            tree = branch(is_known, before([peek], after()), loose)
        case _:
            assert_never(draft.pile)
    return branch(at_least(total(cells), 1), tree, empty)


def _chance(
    draft: Draft, verb: str, local: Local, weight: Expression, scope: Scope, origin: Origin, then: Tree
) -> Tree:
    """Chance says which kind a card is, by how many there are of each."""
    binders = ((local.name, Values(tuple(range(len(draft.terms.kinds))))),)
    choice = Choice(verb, Constant(CHANCE), (KindWord(local),), binders, at_least(weight, 1), weight, then, origin)
    return draft.decide(verb, [choice], scope)


def shuffle_pile(draft: Draft, pile: str, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """Any order, by chance; where no order is kept, nothing of it is known any more."""
    if draft.pile != "ordered":
        return before([Mix(pile, origin)], then())
    order = scope.local("order")
    arranged = before([Arrange(pile, order, origin)], then())
    words, binders = (KindsWord(local=order),), ((order, Orders(pile)),)
    choice = Choice("arrange", Constant(CHANCE), words, binders, conjoin([]), Constant(1), arranged, origin)
    return draft.decide("shuffle", [choice], scope)


def rearrange_top(draft: Draft, arrange: core.Rearrange, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """Of a bag no order is known before or after, so that only the look is left."""
    terms = draft.terms
    number, pile = terms.number(arrange.number, scope), arrange.pile.zone
    if not isinstance(number, Constant):
        raise BuildError(f"{scope.origin.rule}: how many cards are rearranged must be a fixed number", arrange.span)
    owner = terms.player(arrange.player, scope)
    look = ObserveTop(Watchers(seats=(owner,)), pile, number, origin)
    if draft.pile == "bag":
        return before([look], then())
    after = draft.share(f"{scope.origin.rule} arranged", then)
    order = scope.local("order")
    arranged = before([Arrange(pile, order, origin)], after())
    words, binders = (KindsWord(local=order),), ((order, TopOrders(pile, number.value)),)
    choice = Choice("arrange", owner, words, binders, conjoin([]), None, arranged, origin)
    chosen = before([look], draft.decide("arrange", [choice], scope))
    if draft.pile == "ordered":
        return chosen
    kinds = len(terms.kinds)
    head = draft.share(
        f"{scope.origin.rule} known",
        lambda: _pin_until(draft, _is_known(draft, pile, number.value), chosen, pile, scope, origin),
    )
    place = terms.place(arrange.pile, scope)
    whole = total([count_cell(place, Constant(kind)) for kind in range(kinds)])
    loose = total([loose_cell(pile, Constant(kind)) for kind in range(kinds)])
    among_loose = conjoin([negate(is_top_known(pile)), compare("<=", number, loose)])
    nothing = branch(among_loose, before([look], after()), head())
    return branch(compare("<=", whole, number), before([look, Loosen(pile, origin)], after()), nothing)


def _is_known(draft: Draft, pile: str, number: int) -> Test:
    """Whether so many cards on top have one order only."""
    at_most = sum(draft.table.scope.copies.values())
    pinned = is_top_known(pile, number) if number <= at_most else Known(False)
    return disjoin([pinned, is_order_known(pile, len(draft.terms.kinds))])


def _pin_until(draft: Draft, known: Test, then: Tree, pile: str, scope: Scope, origin: Origin) -> Tree:
    """Chance says which loose card lies uppermost among them, again and again, until enough cards are known."""
    head = draft.reserve_block(f"{scope.origin.rule} unknown")
    again = _chance_pin(draft, pile, scope, origin, Tree((), Jump(head)), lowest=False)
    draft.fill_block(head, branch(known, then, again))
    return Tree((), Jump(head))


def _chance_pin(draft: Draft, pile: str, scope: Scope, origin: Origin, then: Tree, *, lowest: bool) -> Tree:
    local = Local(scope.local("lowest" if lowest else "uppermost"))
    pinned = before([Pin(pile, local, lowest, origin)], then)
    verb = "lies below" if lowest else "lies above"
    return _chance(draft, verb, local, loose_cell(pile, local), scope, origin, pinned)


def swap_ends(draft: Draft, pile: str, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """In segments, an end that is not known while the other one is must be found out first."""
    swap: list[Instruction] = [SwapEnds(pile, origin)]
    if draft.pile != "segmented":
        return before(swap, then())
    swapped = draft.share(f"{scope.origin.rule} swapped", lambda: before(swap, then()))
    one_order = is_order_known(pile, len(draft.terms.kinds))
    find_lowest = _chance_pin(draft, pile, scope, origin, swapped(), lowest=True)
    lowest = draft.share(
        f"{scope.origin.rule} lowest",
        lambda: branch(disjoin([is_bottom_known(pile), one_order]), swapped(), find_lowest),
    )
    find_top = _chance_pin(draft, pile, scope, origin, lowest(), lowest=False)
    known_top = branch(disjoin([is_top_known(pile), one_order]), lowest(), find_top)
    return branch(are_all_loose(pile), swapped(), known_top)
