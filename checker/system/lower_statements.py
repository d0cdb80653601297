"""Statements lowered to trees of instructions, each with what comes after it as a continuation."""

from __future__ import annotations

from typing import assert_never

from checker.system.bodies import asks_who_won, may_reverse
from checker.system.draft import Continuation, Draft, before, branch
from checker.system.ir import (
    Assign,
    Bind,
    Cell,
    Constant,
    Expression,
    Jump,
    Local,
    ObserveTop,
    ObserveZone,
    Operation,
    Origin,
    SeatFrom,
    Test,
    Tree,
    Wait,
    Win,
)
from checker.system.label import CHANCE, NOBODY
from checker.system.lower_cards import IMPOSSIBLE, deal_hands, move_cards, move_every, pick_card, turn_card
from checker.system.lower_events import raise_event
from checker.system.lower_pile import insert_card, rearrange_top, shuffle_pile, swap_ends, take_end
from checker.system.lower_plays import (
    between_actions,
    carry_out,
    make_pause,
    move_played,
    play_choices,
    play_out,
)
from checker.system.lower_terms import (
    DIRECTION,
    LIVING,
    WINNER,
    compare,
    conjoin,
    disjoin,
    equal,
    fold,
    negate,
    not_negative,
)
from checker.system.lower_windows import cancel_play, open_window
from checker.system.points import (
    Choice,
    NumberWord,
    Text,
    Values,
)
from checker.system.scopes import Scope
from kittens_dsl.core import statements as core
from kittens_dsl.core.terms import CardFilter


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
            return move_cards(draft, statement, scope, origin, then)
        case core.MoveEvery():
            return move_every(draft, statement, scope, origin, then)
        case core.Insert():
            return insert_card(draft, statement, scope, origin, then)
        case core.TakeTop():
            return take_end(draft, statement, scope, origin, then)
        case core.TurnCard():
            return turn_card(draft, statement, scope, origin, then)
        case core.Rearrange():
            return rearrange_top(draft, statement, scope, origin, then)
        case core.SwapEnds(pile):
            return swap_ends(draft, pile.zone, scope, origin, then)
        case core.ShufflePile(pile):
            return shuffle_pile(draft, pile.zone, scope, origin, then)
        case core.LookAtTop(player, number, pile):
            watchers = terms.watchers(core.Sight(players=(player,)), scope)
            look = ObserveTop(watchers, pile.zone, not_negative(terms.number(number, scope)), origin)
            return before([look], then())
        case core.LookAtZone(sight, zone):
            seers = terms.watchers(sight, scope)
            return before([ObserveZone(seers, piece, origin) for piece in terms.place(zone, scope).pieces], then())
        case core.ChooseCard(chooser, zone, variable, card_filter):
            owner = terms.player(chooser, scope)
            return pick_card(draft, "card", owner, zone, variable, card_filter, scope, origin, then)
        case core.ChanceCard(zone, variable, itself):
            owner, every = Constant(CHANCE), CardFilter()
            return pick_card(draft, "pick", owner, zone, variable, every, scope, origin, then, itself=itself)
        case core.ChoosePlayer():
            return _choose_player(draft, statement, scope, origin, then)
        case core.ChooseOne():
            return _choose_one(draft, statement, scope, then)
        case core.SetCounter():
            return _set_counter(draft, statement, scope, origin, then)
        case core.SetStatus(status, owner_of_status, on):
            cell = terms.owned("status", status, owner_of_status, scope)
            return before([Assign(cell, Constant(int(on)), origin)], then())
        case core.PassToken(token, player, owner):
            return before(
                [Assign(terms.owned("token", token, owner, scope), terms.player(player, scope), origin)], then()
            )
        case core.ReverseSeats():
            turned = Operation("-", Constant(1), Cell(DIRECTION))
            return before([Assign(Cell(DIRECTION), turned, origin)], then())
        case core.Raise():
            return raise_event(draft, statement, scope, then)
        case core.PlayOut():
            return play_out(draft, statement, scope, then)
        case core.If(condition, yes, no, asked):
            test = terms.test(condition, scope)
            after = draft.share(f"{scope.origin.rule} after if", then)
            arms = [lower_body(draft, arm, scope, after) for arm in (yes, no)]
            if yes:
                mark = draft.fired(f"then, line {statement.span.start_line}", origin, is_rule=False)
                arms[0] = before([mark], arms[0])
            return branch(test, arms[0], arms[1]) if asked is None else _ask(draft, asked, test, arms, scope, origin)
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
        case core.Pause():
            return make_pause(draft, scope, origin, then)
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
            return deal_hands(draft, statement, scope, origin, then)
        case core.Fault(words):
            return draft.stop(words, scope, statement.span)
        case _:
            assert_never(statement)


def _ask(draft: Draft, asked: str, test: Test, arms: list[Tree], scope: Scope, origin: Origin) -> Tree:
    """A step with a single label, which everybody hears."""
    answers = (("confirm", test, arms[0]), ("deny", negate(test), arms[1]))
    choices = [
        Choice(verb, Constant(NOBODY), (Text(asked),), (), guard, None, tree, origin) for verb, guard, tree in answers
    ]
    return draft.decide("referee", choices, scope)


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
    if not choose.at_rest:
        return draft.decide("choice", choices, scope)
    location = draft.reserve_location()
    choices += between_actions(draft, location, scope)
    draft.fill_decision(location, "rest", choices, scope, at_rest=True)
    return Tree((), Wait(location))


def _set_counter(draft: Draft, change: core.SetCounter, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    terms = draft.terms
    cell = terms.owned("counter", change.counter, change.owner, scope)
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
