"""Statements about cards lowered to trees of instructions: moves, faces, choices, chances, the deal."""

from __future__ import annotations

from checker.system.draft import Continuation, Draft, before, branch
from checker.system.hiding import find_hidden
from checker.system.ir import (
    Bind,
    Constant,
    Expression,
    Known,
    Local,
    Origin,
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
    Missing,
    NumberWord,
    Values,
    Word,
)
from checker.system.scopes import Scope
from kittens_dsl.core import statements as core
from kittens_dsl.core.terms import CardFilter, KindName, ZoneOf

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
    what = f'"{move.kind.name}"' if isinstance(move.kind, KindName) else "cards"
    words = f"{IMPOSSIBLE}: too few {what} to move"
    if kind is None:
        return branch(enough, then(), draft.stop(words, scope, move.span))
    transfer = Transfer(number, kind, source, target, watchers, to_bottom=move.to_bottom, origin=origin)
    moved = pass_cards(draft, [transfer], source, target, [(kind, number)], scope, then)
    return branch(enough, moved, draft.stop(words, scope, move.span))


def move_every(draft: Draft, move: core.MoveEvery, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """All cards of some kinds change zones."""
    terms = draft.terms
    piles = [zone.name for zone in draft.rules.zones if zone.ordered and draft.pile != "bag"]
    if move.source.zone in piles and move.target.zone in piles:
        raise BuildError(f"{scope.origin.rule}: a pile is not moved onto a pile as a whole", move.span)
    kinds, watchers = terms.filtered(move.filter), terms.watchers(move.sight, scope)
    source, target = terms.place(move.source, scope), terms.place(move.target, scope)
    everything = TransferAll(kinds, source, target, watchers, origin)
    return pass_cards(draft, [everything], source, target, list_moved(draft, kinds, source), scope, then)


def turn_card(draft: Draft, turn: core.TurnCard, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """The turned card is a local of its own: which kind it is depends on the kind that is turned."""
    terms = draft.terms
    kind, place = terms.kind(turn.kind, scope), terms.place(turn.zone, scope)
    if kind is None:
        return then()
    if draft.pile != "bag" and any(zone.ordered and zone.name == place.zone for zone in draft.rules.zones):
        raise BuildError(f"{scope.origin.rule}: a card in the {place.zone} is not turned over where it lies", turn.span)
    local = scope.local(turn.variable)
    after = draft.share(f"{scope.origin.rule} turned", then)
    tree = before([Bind(local, kind)], after())
    for first, second in terms.turns(face_up=turn.face_up):
        turned = Turn(Constant(first), Constant(second), place, Watchers(everyone=turn.face_up), origin)
        tree = branch(equal(kind, Constant(first)), before([turned, Bind(local, Constant(second))], after()), tree)
    return tree


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
    """A hand for each player, seat by seat, or one for the table."""
    terms = draft.terms
    number = terms.number(deal.number, scope)
    fixed = draft.table.scope.laid if deal.to_table else draft.table.scope.dealt
    if fixed is not None:
        number = Constant(fixed)
    number = not_negative(number)
    if not isinstance(number, Constant):
        raise BuildError(f"{scope.origin.rule}: how many cards are dealt must be a fixed number", deal.span)
    source = terms.place(deal.source, scope)

    def seat_by_seat(seat: int) -> Tree:
        if seat == (1 if deal.to_table else terms.players):
            return then()
        hand = f"hand {seat}.{scope.instance}"
        target = Place(deal.target, None if deal.to_table else Constant(seat))
        dealt = before([TransferHand(hand, source, target, origin)], seat_by_seat(seat + 1))
        whose: Word = Missing() if deal.to_table else NumberWord(Constant(seat))
        words: tuple[Word, ...] = (whose, KindsWord(local=hand, is_counts=True))
        binders = ((hand, Hands(source, number.value)),)
        choice = Choice("hand", Constant(CHANCE), words, binders, conjoin([]), Constant(1), dealt, origin)
        there: Expression = total([count_cell(source, Constant(kind)) for kind in range(len(terms.kinds))])
        enough = compare("<=", Constant(number.value), there)
        short = draft.stop("an impossible deal: not enough cards", scope, deal.span)
        return branch(enough, draft.decide("deal", [choice], scope), short)

    return seat_by_seat(0)
