"""Statements about cards lowered to trees of instructions: moves, places of a pile, choices, chances, the deal."""

from __future__ import annotations

from checker.system.draft import Continuation, Draft, before, branch
from checker.system.hiding import find_hidden
from checker.system.ir import (
    Arrange,
    Bind,
    Constant,
    Expression,
    Known,
    Local,
    ObserveTop,
    Origin,
    PeekTop,
    Place,
    Transfer,
    TransferAll,
    TransferHand,
    Tree,
    Turn,
    Watchers,
)
from checker.system.label import CHANCE
from checker.system.lower_passing import list_moved, pass_cards
from checker.system.lower_terms import (
    BuildError,
    at_least,
    compare,
    conjoin,
    count_cell,
    equal,
    not_negative,
    total,
)
from checker.system.points import (
    Choice,
    Hands,
    KindsWord,
    KindWord,
    NumberWord,
    Positions,
    Text,
    TopOrders,
    Values,
)
from checker.system.scopes import Scope
from kittens_dsl.core import statements as core
from kittens_dsl.core.terms import CardFilter, ZoneOf

IMPOSSIBLE = "an impossible duty"


def move_cards(draft: Draft, move: core.Move, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """A number of cards of one kind change zones."""
    terms = draft.terms
    number = not_negative(terms.number(move.number, scope))
    kind = terms.kind(move.kind, scope)
    source, target = terms.place(move.source, scope), terms.place(move.target, scope)
    watchers = terms.watchers(move.sight, scope)
    there: Expression = Constant(0) if kind is None else count_cell(source, kind)
    enough = compare("<=", number, there)
    words = f"{IMPOSSIBLE}: too few cards to move"
    if kind is None:
        return branch(enough, then(), draft.stop(words, scope, move.span))
    transfer = Transfer(number, kind, source, target, watchers, None, False, False, origin)
    moved = pass_cards(draft, [transfer], source, target, [(kind, number)], scope, then)
    return branch(enough, moved, draft.stop(words, scope, move.span))


def move_every(draft: Draft, move: core.MoveEvery, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """All cards of some kinds change zones."""
    terms = draft.terms
    piles = [zone.name for zone in draft.rules.zones if zone.ordered and draft.ordered]
    if move.source.zone in piles and move.target.zone in piles:
        raise BuildError(f"{scope.origin.rule}: a pile is not moved onto a pile as a whole", move.span)
    kinds, watchers = terms.filtered(move.filter), terms.watchers(move.sight, scope)
    source, target = terms.place(move.source, scope), terms.place(move.target, scope)
    everything = TransferAll(kinds, source, target, watchers, origin)
    return pass_cards(draft, [everything], source, target, list_moved(draft, kinds, source), scope, then)


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

    def place_at(position: Expression | None) -> Tree:
        transfer = Transfer(Constant(1), kind, source, pile, watchers, position, True, False, origin)
        return pass_cards(draft, [transfer], source, pile, [(kind, Constant(1))], scope, then)

    if not draft.ordered:  # one label, forced: properties still see the card on its way
        somewhere = Choice("place", owner, (Text("anywhere"),), (), conjoin([]), None, place_at(None), origin)
        return branch(there, draft.decide("place", [somewhere], scope), missing)
    position = Local(scope.local("position"))
    choice = Choice(
        "place",
        owner,
        (NumberWord(position),),
        ((position.name, Positions(pile.zone, kind)),),
        conjoin([]),
        None,
        place_at(position),
        origin,
    )
    return branch(there, draft.decide("place", [choice], scope), missing)


def take_end(draft: Draft, take: core.TakeTop, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """The top or bottom card of a pile: known in an ordered pile, a chance in a bag."""
    terms = draft.terms
    pile, target = terms.place(take.pile, scope), terms.place(take.target, scope)
    local = Local(scope.local(take.variable))
    cells: list[Expression] = [count_cell(pile, Constant(kind)) for kind in range(len(terms.kinds))]
    watchers = terms.watchers(take.sight, scope)
    end = take.from_bottom
    transfer = Transfer(Constant(1), local, pile, target, watchers, None, False, end, origin)
    taken = pass_cards(draft, [transfer], pile, target, [(local, Constant(1))], scope, then)
    if draft.ordered:
        taken = before([PeekTop(pile.zone, local.name, end, origin)], taken)
    else:
        cell = count_cell(pile, local)
        domain = Values(tuple(range(len(terms.kinds))))
        binders = ((local.name, domain),)
        words = (KindWord(local),)
        verb = "draw below" if end else "draw"
        choice = Choice(verb, Constant(CHANCE), words, binders, at_least(cell, 1), cell, taken, origin)
        taken = draft.decide("draw", [choice], scope)
    empty = draft.stop(f"{IMPOSSIBLE}: no card in an empty pile", scope, take.span)
    return branch(at_least(total(cells), 1), taken, empty)


def turn_card(draft: Draft, turn: core.TurnCard, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """The turned card is a local of its own: which kind it is depends on the kind that is turned."""
    terms = draft.terms
    kind, place = terms.kind(turn.kind, scope), terms.place(turn.zone, scope)
    if kind is None:
        return then()
    if draft.ordered and any(zone.ordered and zone.name == place.zone for zone in draft.rules.zones):
        raise BuildError(f"{scope.origin.rule}: a card in the {place.zone} is not turned over where it lies", turn.span)
    local = scope.local(turn.variable)
    after = draft.share(f"{scope.origin.rule} turned", then)
    tree = before([Bind(local, kind)], after())
    for first, second in terms.turns(face_up=turn.face_up):
        turned = Turn(Constant(first), Constant(second), place, Watchers(everyone=turn.face_up), origin)
        tree = branch(equal(kind, Constant(first)), before([turned, Bind(local, Constant(second))], after()), tree)
    return tree


def rearrange_top(draft: Draft, arrange: core.Rearrange, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """Of a bag no order is known before or after, so that only the look is left."""
    terms = draft.terms
    number, pile = terms.number(arrange.number, scope), arrange.pile.zone
    if not isinstance(number, Constant):
        raise BuildError(f"{scope.origin.rule}: how many cards are rearranged must be a fixed number", arrange.span)
    owner = terms.player(arrange.player, scope)
    look = ObserveTop(Watchers(seats=(owner,)), pile, number, origin)
    if not draft.ordered:
        return before([look], then())
    order = scope.local("order")
    arranged = before([Arrange(pile, order, origin)], then())
    words, binders = (KindsWord(local=order),), ((order, TopOrders(pile, number.value)),)
    choice = Choice("arrange", owner, words, binders, conjoin([]), None, arranged, origin)
    return before([look], draft.decide("arrange", [choice], scope))


def pick_card(
    draft: Draft,
    verb: str,
    owner: Expression,
    zone: ZoneOf,
    variable: str,
    card_filter: CardFilter,
    scope: Scope,
    origin: Origin,
    then: Continuation,
    *,
    itself: bool = False,
) -> Tree:
    """Somebody or chance takes one card of a zone."""
    terms = draft.terms
    place = terms.place(zone, scope).pieces[0] if itself else terms.place(zone, scope)
    local = Local(scope.local(variable))
    weight = count_cell(place, local) if verb == "pick" else None
    guard = terms.available(place, local, card_filter, scope)
    binders = ((local.name, Values(terms.filtered(card_filter))),)
    choice = Choice(verb, owner, (KindWord(local),), binders, guard, weight, then(), origin)
    nothing = draft.stop(f"{IMPOSSIBLE}: no card to choose from", scope, origin.span)
    tree = branch(terms.some_available(place, card_filter, scope), draft.decide(verb, [choice], scope), nothing)
    hidden = find_hidden(draft.rules, place, owner)
    unseen = draft.stop("a player would choose among cards that lie face down", scope, origin.span)
    return tree if hidden == Known(False) else branch(hidden, unseen, tree)


def deal_hands(draft: Draft, deal: core.Deal, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """A hand for each player, seat by seat."""
    terms = draft.terms
    number = terms.number(deal.number, scope)
    if draft.table.scope.dealt is not None:
        number = Constant(draft.table.scope.dealt)
    number = not_negative(number)
    if not isinstance(number, Constant):
        raise BuildError(f"{scope.origin.rule}: how many cards are dealt must be a fixed number", deal.span)
    source = terms.place(deal.source, scope)

    def seat_by_seat(seat: int) -> Tree:
        if seat == terms.players:
            return then()
        hand = f"hand {seat}.{scope.instance}"
        target = Place(deal.target, Constant(seat))
        dealt = before([TransferHand(hand, source, target, origin)], seat_by_seat(seat + 1))
        words = (NumberWord(Constant(seat)), KindsWord(local=hand, is_counts=True))
        binders = ((hand, Hands(source, number.value)),)
        choice = Choice("hand", Constant(CHANCE), words, binders, conjoin([]), Constant(1), dealt, origin)
        there: Expression = total([count_cell(source, Constant(kind)) for kind in range(len(terms.kinds))])
        enough = compare("<=", Constant(number.value), there)
        short = draft.stop("an impossible deal: not enough cards", scope, deal.span)
        return branch(enough, draft.decide("deal", [choice], scope), short)

    return seat_by_seat(0)
