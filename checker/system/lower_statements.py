"""Statements lowered to trees of instructions, each with what comes after it as a continuation."""

from __future__ import annotations

from typing import assert_never

from checker.system.bodies import asks_who_won, may_reverse
from checker.system.draft import Continuation, Draft, before, branch
from checker.system.ir import (
    Arrange,
    Assign,
    Bind,
    Cell,
    Constant,
    Expression,
    Jump,
    Local,
    Mix,
    ObserveTop,
    ObserveZone,
    Operation,
    Origin,
    PeekTop,
    Place,
    SeatFrom,
    Test,
    Transfer,
    TransferAll,
    TransferHand,
    Tree,
    Turn,
    Watchers,
    Win,
)
from checker.system.label import CHANCE
from checker.system.lower_events import raise_event
from checker.system.lower_plays import cancel_play, carry_out, move_played, open_window, play_choices
from checker.system.lower_terms import (
    DIRECTION,
    LIVING,
    WINNER,
    BuildError,
    at_least,
    compare,
    conjoin,
    count_cell,
    disjoin,
    equal,
    fold,
    not_negative,
    total,
)
from checker.system.points import (
    Choice,
    Hands,
    KindsWord,
    KindWord,
    NumberWord,
    Orders,
    Positions,
    Text,
    TopOrders,
    Values,
)
from checker.system.scopes import Scope
from kittens_dsl.core import statements as core
from kittens_dsl.core.terms import CardFilter, ZoneOf

IMPOSSIBLE = "an impossible duty"


def lower_body(draft: Draft, body: core.Body, scope: Scope, then: Continuation) -> Tree:
    """The tree of some statements followed by what comes after them."""
    if not body:
        return then()
    first, rest = body[0], body[1:]
    return lower_statement(draft, first, scope, lambda: lower_body(draft, rest, scope, then))


def lower_statement(draft: Draft, statement: core.Statement, scope: Scope, then: Continuation) -> Tree:
    """The tree of one statement followed by what comes after it."""
    terms = draft.terms
    origin = Origin(scope.origin.rule, scope.origin.clauses, statement.span)
    match statement:
        case core.Move():
            return _move(draft, statement, scope, origin, then)
        case core.MoveEvery(card_filter, source, target, sight):
            piles = [zone.name for zone in draft.rules.zones if zone.ordered and draft.ordered]
            if source.zone in piles and target.zone in piles:
                raise BuildError(f"{scope.origin.rule}: a pile is not moved onto a pile as a whole")
            everything = TransferAll(
                terms.filtered(card_filter),
                terms.place(source, scope),
                terms.place(target, scope),
                terms.watchers(sight, scope),
                origin,
            )
            return before([everything], then())
        case core.Insert():
            return _insert(draft, statement, scope, origin, then)
        case core.TakeTop():
            return _take_top(draft, statement, scope, origin, then)
        case core.TurnCard():
            return _turn(draft, statement, scope, origin, then)
        case core.Rearrange():
            return _rearrange(draft, statement, scope, origin, then)
        case core.ShufflePile(pile):
            if not draft.ordered:
                return before([Mix(pile.zone, origin)], then())
            order = scope.local("order")
            arranged = Tree((Arrange(pile.zone, order, origin), *(rest := then()).instructions), rest.ending)
            words = (KindsWord(local=order),)
            binders = ((order, Orders(pile.zone)),)
            choice = Choice("arrange", Constant(CHANCE), words, binders, conjoin([]), Constant(1), arranged, origin)
            return draft.decide("shuffle", [choice], scope)
        case core.LookAtTop(player, number, pile):
            watchers = terms.watchers(core.Sight(players=(player,)), scope)
            look = ObserveTop(watchers, pile.zone, not_negative(terms.number(number, scope)), origin)
            return before([look], then())
        case core.LookAtZone(sight, zone):
            return before([ObserveZone(terms.watchers(sight, scope), terms.place(zone, scope), origin)], then())
        case core.ChooseCard(chooser, zone, variable, card_filter):
            owner = terms.player(chooser, scope)
            return _pick(draft, "card", owner, zone, variable, card_filter, scope, origin, then)
        case core.ChanceCard(zone, variable):
            return _pick(draft, "pick", Constant(CHANCE), zone, variable, CardFilter(), scope, origin, then)
        case core.ChoosePlayer():
            return _choose_player(draft, statement, scope, origin, then)
        case core.ChooseOne():
            return _choose_one(draft, statement, scope, then)
        case core.SetCounter():
            return _set_counter(draft, statement, scope, origin, then)
        case core.SetStatus(status, owner_of_status, on):
            cell = terms.status(status, owner_of_status, scope)
            return before([Assign(cell, Constant(int(on)), origin)], then())
        case core.PassToken(token, player):
            return before([Assign(Cell(f"token {token}"), terms.player(player, scope), origin)], then())
        case core.ReverseSeats():
            turned = Operation("-", Constant(1), Cell(DIRECTION))
            return before([Assign(Cell(DIRECTION), turned, origin)], then())
        case core.Raise():
            return raise_event(draft, statement, scope, then)
        case core.If(condition, yes, no):
            test = terms.test(condition, scope)
            after = draft.share(f"{scope.origin.rule} after if", then)
            arms = [lower_body(draft, arm, scope, after) for arm in (yes, no)]
            if yes:
                mark = draft.fired(f"then, line {statement.span.start_line}", origin, is_rule=False)
                arms[0] = before([mark], arms[0])
            return branch(test, arms[0], arms[1])
        case core.Under():
            raise AssertionError("readings are decided before lowering")
        case core.Repeat(until, body):
            head = draft.reserve_block(f"{scope.origin.rule} repeat")
            again = lower_body(draft, body, scope, lambda: Tree((), Jump(head)))
            draft.fill_block(head, branch(terms.test(until, scope), then(), again))
            return Tree((), Jump(head))
        case core.ForEach():
            return _for_each(draft, statement, scope, then)
        case core.MovePlayed(target, sight):
            return move_played(draft, target, sight, scope, origin, then)
        case core.OpenWindow():
            return open_window(draft, scope, origin, then)
        case core.CarryOut():
            return carry_out(draft, scope, then)
        case core.CancelPlay():
            return cancel_play(draft, scope, origin, then)
        case core.LeaveGame(player):
            seat = terms.player(player, scope)
            return before([Assign(Cell(LIVING, (seat,)), Constant(0), origin)], then())
        case core.WinGame(player):
            seat = terms.player(player, scope)
            noted = [Assign(Cell(WINNER), seat, origin)] if asks_who_won(draft.rules) else []
            return before([*noted], Tree((), Win(seat)))
        case core.Deal():
            return _deal(draft, statement, scope, origin, then)
        case core.Fault(words):
            return draft.stop(words, scope, statement.span)
        case _:
            assert_never(statement)


def _move(draft: Draft, move: core.Move, scope: Scope, origin: Origin, then: Continuation) -> Tree:
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
    moved = before([Transfer(number, kind, source, target, watchers, None, False, False, origin)], then())
    return branch(enough, moved, draft.stop(words, scope, move.span))


def _insert(draft: Draft, insert: core.Insert, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    terms = draft.terms
    kind = terms.kind(insert.kind, scope)
    source, pile = terms.place(insert.source, scope), terms.place(insert.pile, scope)
    if source.zone == pile.zone:
        raise BuildError(f"{scope.origin.rule}: a card of the {pile.zone} is put back there only from another zone")
    watchers = terms.watchers(insert.sight, scope)
    missing = draft.stop(f"{IMPOSSIBLE}: no card to put back", scope, insert.span)
    if kind is None:
        return missing
    there = at_least(count_cell(source, kind), 1)
    owner = terms.player(insert.chooser, scope)
    if not draft.ordered:  # one label, forced: properties still see the card on its way
        placed = before([Transfer(Constant(1), kind, source, pile, watchers, None, True, False, origin)], then())
        somewhere = Choice("place", owner, (Text("anywhere"),), (), conjoin([]), None, placed, origin)
        return branch(there, draft.decide("place", [somewhere], scope), missing)
    position = Local(scope.local("position"))
    placed = before([Transfer(Constant(1), kind, source, pile, watchers, position, True, False, origin)], then())
    choice = Choice(
        "place",
        owner,
        (NumberWord(position),),
        ((position.name, Positions(pile.zone, kind)),),
        conjoin([]),
        None,
        placed,
        origin,
    )
    return branch(there, draft.decide("place", [choice], scope), missing)


def _take_top(draft: Draft, take: core.TakeTop, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    terms = draft.terms
    pile, target = terms.place(take.pile, scope), terms.place(take.target, scope)
    local = Local(scope.local(take.variable))
    cells: list[Expression] = [count_cell(pile, Constant(kind)) for kind in range(len(terms.kinds))]
    watchers = terms.watchers(take.sight, scope)
    end = take.from_bottom
    taken = before([Transfer(Constant(1), local, pile, target, watchers, None, False, end, origin)], then())
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


def _turn(draft: Draft, turn: core.TurnCard, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """The turned card is a local of its own: which kind it is depends on the kind that is turned."""
    terms = draft.terms
    kind, place = terms.kind(turn.kind, scope), terms.place(turn.zone, scope)
    if kind is None:
        return then()
    if draft.ordered and any(zone.ordered and zone.name == place.zone for zone in draft.rules.zones):
        raise BuildError(f"{scope.origin.rule}: a card in the {place.zone} is not turned over where it lies")
    local = scope.local(turn.variable)
    after = draft.share(f"{scope.origin.rule} turned", then)
    tree = before([Bind(local, kind)], after())
    for first, second in terms.turns(face_up=turn.face_up):
        turned = Turn(Constant(first), Constant(second), place, Watchers(everyone=turn.face_up), origin)
        tree = branch(equal(kind, Constant(first)), before([turned, Bind(local, Constant(second))], after()), tree)
    return tree


def _rearrange(draft: Draft, arrange: core.Rearrange, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """Of a bag no order is known before or after, so that only the look is left."""
    terms = draft.terms
    number, pile = terms.number(arrange.number, scope), arrange.pile.zone
    if not isinstance(number, Constant):
        raise BuildError(f"{scope.origin.rule}: how many cards are rearranged must be a fixed number")
    owner = terms.player(arrange.player, scope)
    look = ObserveTop(Watchers(seats=(owner,)), pile, number, origin)
    if not draft.ordered:
        return before([look], then())
    order = scope.local("order")
    arranged = before([Arrange(pile, order, origin)], then())
    words, binders = (KindsWord(local=order),), ((order, TopOrders(pile, number.value)),)
    choice = Choice("arrange", owner, words, binders, conjoin([]), None, arranged, origin)
    return before([look], draft.decide("arrange", [choice], scope))


def _pick(
    draft: Draft,
    verb: str,
    owner: Expression,
    zone: ZoneOf,
    variable: str,
    card_filter: CardFilter,
    scope: Scope,
    origin: Origin,
    then: Continuation,
) -> Tree:
    terms = draft.terms
    place = terms.place(zone, scope)
    local = Local(scope.local(variable))
    weight = count_cell(place, local) if verb == "pick" else None
    guard = terms.available(place, local, card_filter, scope)
    binders = ((local.name, Values(terms.filtered(card_filter))),)
    choice = Choice(verb, owner, (KindWord(local),), binders, guard, weight, then(), origin)
    nothing = draft.stop(f"{IMPOSSIBLE}: no card to choose from", scope, origin.span)
    return branch(terms.some_available(place, card_filter, scope), draft.decide(verb, [choice], scope), nothing)


def _choose_player(draft: Draft, choose: core.ChoosePlayer, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    terms = draft.terms
    local = Local(scope.local(choose.variable))
    seats = tuple(range(terms.players))

    def eligible(seat: Expression) -> Test:
        inner = scope.with_parameter(choose.variable, seat)
        return conjoin([equal(Cell(LIVING, (seat,)), Constant(1)), terms.test(choose.condition, inner)])

    guard = conjoin([equal(Cell(LIVING, (local,)), Constant(1)), terms.test(choose.condition, scope)])
    owner = terms.player(choose.chooser, scope)
    binders = ((local.name, Values(seats)),)
    choice = Choice("player", owner, (NumberWord(local),), binders, guard, None, then(), origin)
    anybody = disjoin([eligible(Constant(seat)) for seat in seats])
    nobody = draft.stop(f"{IMPOSSIBLE}: no player to choose", scope, choose.span)
    return branch(anybody, draft.decide("player", [choice], scope), nobody)


def _choose_one(draft: Draft, choose: core.ChooseOne, scope: Scope, then: Continuation) -> Tree:
    terms = draft.terms
    after = draft.share(f"{scope.origin.rule} after choice", then)
    owner = terms.player(choose.chooser, scope)
    choices: list[Choice] = []
    for option in choose.options:
        origin = Origin(scope.origin.rule, scope.origin.clauses, option.span)
        if option.plays:
            choices.extend(play_choices(draft, owner, terms.test(option.guard, scope), scope, after))
            continue
        mark = draft.fired(f"option {option.words}", origin, is_rule=False)
        tree = before([mark], lower_body(draft, option.body, scope, after))
        guard = terms.test(option.guard, scope)
        choices.append(Choice("option", owner, (Text(option.words),), (), guard, None, tree, origin))
    name = "rest" if choose.at_rest else "choice"
    return draft.decide(name, choices, scope, at_rest=choose.at_rest)


def _set_counter(draft: Draft, change: core.SetCounter, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    terms = draft.terms
    cell = terms.counter(change.counter, change.owner, scope)
    number = terms.number(change.number, scope)
    declared = next(one for one in draft.rules.counters if one.name == change.counter)
    sign = {"becomes": "", "grows": "+", "falls": "-"}[change.operator]
    value = number if not sign else fold(sign, cell, number)
    inside = conjoin([compare("<=", Constant(declared.least), value), compare("<=", value, Constant(declared.most))])
    words = f"the counter {change.counter} leaves its range {declared.least} to {declared.most}"
    set_it = before([Assign(cell, value, origin)], then())
    return branch(inside, set_it, draft.stop(words, scope, change.span))


def _for_each(draft: Draft, each: core.ForEach, scope: Scope, then: Continuation) -> Tree:
    terms = draft.terms
    start, steps = Local(scope.local(f"{each.variable} start")), Local(scope.local(f"{each.variable} steps"))
    player = Local(scope.local(each.variable))
    turned = Local(scope.local(f"{each.variable} turned"))  # the order is the one in which the loop begins
    head = draft.reserve_block(f"{scope.origin.rule} each")
    step_on = Tree((Bind(steps.name, fold("+", steps, Constant(1))),), Jump(head))
    inner = lower_body(draft, each.body, scope, lambda: step_on)
    eligible = conjoin([equal(Cell(LIVING, (player,)), Constant(1)), terms.test(each.condition, scope)])
    met = draft.share(f"{scope.origin.rule} met", lambda: branch(eligible, inner, step_on))
    first = [Bind(start.name, terms.player(each.start, scope)), Bind(steps.name, Constant(0))]
    if may_reverse(draft.rules):
        first.append(Bind(turned.name, Cell(DIRECTION)))
        back = fold("-", Constant(terms.players), steps)
        ways = [before([Bind(player.name, SeatFrom(start, one))], met()) for one in (steps, back)]
        one = branch(equal(turned, Cell(DIRECTION)), ways[0], ways[1])
    else:
        one = before([Bind(player.name, SeatFrom(start, steps))], branch(eligible, inner, step_on))
    draft.fill_block(head, branch(compare("==", steps, Constant(terms.players)), then(), one))
    return Tree(tuple(first), Jump(head))


def _deal(draft: Draft, deal: core.Deal, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    terms = draft.terms
    number = terms.number(deal.number, scope)
    if draft.table.scope.dealt is not None:
        number = Constant(draft.table.scope.dealt)
    assert isinstance(number, Constant), "a deal has a fixed number"
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
