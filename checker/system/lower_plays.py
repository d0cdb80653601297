"""Plays: what may be played, the announcement, the response window, the effect."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import assert_never

from checker.system.blocking import may_concern
from checker.system.bodies import asks_of_play
from checker.system.draft import Continuation, Draft, before, branch
from checker.system.hiding import find_hidden
from checker.system.ir import (
    Assign,
    Bind,
    Call,
    Cell,
    Constant,
    Expression,
    Instruction,
    Jump,
    Local,
    Operation,
    Origin,
    Return,
    Test,
    Transfer,
    Tree,
    Wait,
)
from checker.system.label import NOBODY
from checker.system.lower_events import SUBJECT, lower_event, origin_of
from checker.system.lower_passing import pass_cards
from checker.system.lower_terms import (
    ANSWERED,
    LIVING,
    BuildError,
    at_least,
    compare,
    conjoin,
    count_cell,
    disjoin,
    equal,
    negate,
)
from checker.system.points import Choice, Domain, KindsWord, KindWord, Missing, NumberWord, Text, Values
from checker.system.scopes import FlatWindow, Play, Scope
from kittens_dsl.core.rules import (
    Afterwards,
    Cannot,
    CardLeaves,
    Cost,
    DifferentNames,
    Does,
    Instead,
    PlayRule,
    ResponseRule,
    Rule,
    Rules,
    SameName,
    SingleCard,
    StandIn,
)
from kittens_dsl.core.statements import Body, CancelPlay, CarryOut, If, MovePlayed, OpenWindow, PlayOut, Sight
from kittens_dsl.core.terms import Negation, PlayCancelled, PlayHasTrait, ZoneOf

TARGET, NAMED, PLAYED, ACTOR = "target", "named", "played", "actor"
CARRY_OUT_UNLESS_CANCELLED = If(Negation(PlayCancelled()), (CarryOut(),))


def play_choices(draft: Draft, owner: Expression, open_: Test, scope: Scope, then: Continuation) -> list[Choice]:
    """One family of labels for every play rule."""
    choices: list[Choice] = []
    hidden = find_hidden(draft.rules, draft.terms.place_of(draft.rules.play_zone, owner), owner)
    seen = conjoin([open_, negate(hidden)])
    for rule in draft.rules.rules:
        if isinstance(rule.attachment, PlayRule):
            choices.append(_choice_of(draft, rule, rule.attachment, owner, seen, scope, then))
    return choices


def play_out(draft: Draft, played: PlayOut, scope: Scope, then: Continuation) -> Tree:
    """A card that was shown is played in one of the ways that its rules allow, if there is one."""
    terms = draft.terms
    after = draft.share(f"{scope.origin.rule} played out", then)
    owner, kind = terms.player(played.player, scope), terms.kind(played.kind, scope)
    choices: list[Choice] = []
    ways: list[Test] = []
    for rule in draft.rules.rules:
        match rule.attachment:
            case PlayRule(SingleCard(title)) as play if kind is not None:
                is_it = equal(kind, Constant(terms.kinds.index(title)))
                choices.append(_choice_of(draft, rule, play, owner, is_it, scope, after))
                ways += [conjoin([is_it, way]) for way in _list_ways(draft, rule, play, owner)]
            case _:
                pass
    otherwise = draft.lower_body(draft, played.otherwise, scope, after)
    return branch(disjoin(ways), draft.decide("shown", choices, scope), otherwise)


def _list_ways(draft: Draft, rule: Rule, play: PlayRule, owner: Expression) -> list[Test]:
    """Whether a rule allows a play, for each target that it may have."""
    ways: list[Test] = []
    for seat in [None] if play.target == "none" else range(draft.terms.players):
        instance = draft.new_instance()
        parameters, tests = {SUBJECT: owner}, list[Test]()
        if seat is not None:
            parameters[TARGET] = Constant(seat)
            tests.append(equal(Cell(LIVING, (Constant(seat),)), Constant(1)))
            tests += [negate(equal(Constant(seat), owner))] if play.target == "other" else []
        paid, _ = _paid_and_variables(draft, play, instance)
        offered = _play(rule, play, owner, paid, instance, ())
        tests.append(draft.terms.test(rule.guard, Scope(origin_of(rule), instance, parameters, play=offered)))
        ways.append(conjoin([*tests, *_not_forbidden(draft, offered)]))
    return ways


def _choice_of(
    draft: Draft,
    rule: Rule,
    play: PlayRule,
    owner: Expression,
    open_: Test,
    scope: Scope,
    then: Continuation,
) -> Choice:
    block, parameter = _play_clone(draft, rule, None, scope)
    instance = draft.new_instance()  # the names of the offered play: one of the same rule may be in progress
    hand = draft.terms.place_of(draft.rules.play_zone, owner)
    target, named = Local(f"{TARGET}.{instance}"), Local(f"{NAMED}.{instance}")
    kinds = len(draft.terms.kinds)
    binders: list[tuple[str, Domain]] = []
    guards = [open_]
    paid, _ = _paid_and_variables(draft, play, instance)
    each: list[Expression] = list(dict.fromkeys(paid))
    several = [one for one in each if isinstance(one, Local)]
    fixed = [one for one in each if isinstance(one, Constant)]
    domain = Values(tuple(number for number in range(kinds) if Constant(number) not in fixed))
    binders += [(one.name, domain) for one in several]
    guards += [at_least(count_cell(hand, one), paid.count(one)) for one in each]
    guards += [compare("<", first, second) for first, second in pairwise(several)]
    if play.target != "none":
        binders.append((target.name, Values(tuple(range(draft.terms.players)))))
        guards.append(equal(Cell(LIVING, (target,)), Constant(1)))
        if play.target == "other":
            guards.append(negate(equal(target, owner)))
    offered = _play(rule, play, owner, paid, instance, ())
    guards.append(draft.terms.test(rule.guard, Scope(origin_of(rule), instance, {SUBJECT: owner}, play=offered)))
    guards += _not_forbidden(draft, offered)
    if play.names_kind:
        binders.append((named.name, Values(draft.terms.names)))
    words = (
        Text(rule.name),
        KindsWord(paid),
        Missing() if play.target == "none" else NumberWord(target),
        KindWord(named) if play.names_kind else Missing(),
    )
    bindings = [(f"{SUBJECT}.{parameter}", owner)]
    for name in [name for name, _ in binders]:
        bindings.append((f"{name.rpartition('.')[0]}.{parameter}", Local(name)))
    after = then()
    entry = Tree((), Jump(block, tuple(bindings)))
    if after != Tree((), Return()):
        resume = draft.resume_at(f"{scope.origin.rule} after {rule.name}", after, scope)
        entry = Tree((), Call(block, tuple(bindings), resume))
    return Choice("play", owner, words, tuple(binders), conjoin(guards), None, entry, origin_of(rule))


def _not_forbidden(draft: Draft, play: Play) -> list[Test]:
    """Cannot beats may: what must hold lest a rule forbids the play."""
    forbidding = [rule for rule in draft.rules.rules if rule.attachment == Cannot(draft.play_event)]
    scopes = [Scope(origin_of(rule), draft.new_instance(), {SUBJECT: play.player}, play=play) for rule in forbidding]
    return [negate(draft.terms.test(rule.guard, scope)) for rule, scope in zip(forbidding, scopes, strict=True)]


def _play(
    rule: Rule,
    attachment: PlayRule | ResponseRule,
    player: Expression,
    paid: tuple[Expression, ...],
    instance: int,
    variables: tuple[tuple[str, Expression], ...],
    answered: Play | None = None,
    flat: FlatWindow | None = None,
) -> Play:
    return Play(rule, player, paid, f"cancelled.{instance}", attachment.traits, variables, answered, flat)


def _play_clone(draft: Draft, rule: Rule, answered: Play | None, scope: Scope) -> tuple[int, int]:
    """The block of the play event for one rule; its parameters end in the returned instance.

    A response gets whether the answered play is cancelled by value and gives it back in ANSWERED when it returns.
    """
    key = ("play", rule.name) if answered is None else ("play", rule.name, *answered.traits)
    if key not in draft.clones:
        instance = draft.new_instance()
        block = draft.reserve_block(f"play {rule.name}")
        draft.clones[key] = (block, (str(instance),))
        you = Local(f"{SUBJECT}.{instance}")
        attachment = rule.attachment
        variables: list[tuple[str, Expression]] = []
        paid: tuple[Expression, ...]
        if isinstance(attachment, ResponseRule):
            paid = (Constant(draft.terms.kinds.index(attachment.kind)),)
            variables.append((ACTOR, Local(f"{ACTOR}.{instance}")))
            assert answered is not None
            answered = replace(answered, cancelled=f"{ANSWERED}.{instance}")
        else:
            assert isinstance(attachment, PlayRule)
            paid, variables = _paid_and_variables(draft, attachment, instance)
        play = _play(rule, attachment, you, paid, instance, tuple(variables), answered)
        back: list[Instruction] = []
        if answered is not None:
            back.append(Assign(Cell(ANSWERED), Local(answered.cancelled), origin_of(rule)))
        outside, draft.inlining = draft.inlining, ()
        tree = lower_event(
            draft, draft.play_event, frozenset(), {SUBJECT: you}, scope, lambda: before(back, Tree((), Return())), play
        )
        draft.inlining = outside
        draft.fill_block(block, before([Bind(play.cancelled, Constant(0))], tree))
    block, (number,) = draft.clones[key]
    return block, int(number)


def _paid_and_variables(
    draft: Draft, play: PlayRule, instance: int
) -> tuple[tuple[Expression, ...], list[tuple[str, Expression]]]:
    variables: list[tuple[str, Expression]] = []
    paid = _paid(draft, play.cost, instance)
    if _find_name(play.cost) is not None:
        variables.append((PLAYED, paid[0]))
    if play.target != "none":
        variables.append((TARGET, Local(f"{TARGET}.{instance}")))
    if play.names_kind:
        variables.append((NAMED, Local(f"{NAMED}.{instance}")))
    return paid, variables


def _paid(draft: Draft, cost: Cost, instance: int) -> tuple[Expression, ...]:
    """The kinds that are paid, one entry a card; those of which there is a choice are locals, in ascending order."""
    match cost:
        case SingleCard(kind):
            return (Constant(draft.terms.kinds.index(kind)),)
        case SameName(cards):
            return (Local(f"{PLAYED}.{instance}"),) * cards
        case DifferentNames(cards):
            return tuple(Local(f"{PLAYED} {number}.{instance}") for number in range(cards))
        case StandIn(kind, number, besides):
            return (*_paid(draft, besides, instance), *(Constant(draft.terms.kinds.index(kind)),) * number)
        case _:
            assert_never(cost)


def _find_name(cost: Cost) -> SameName | None:
    """The part of a cost that is cards of one name."""
    match cost:
        case SameName():
            return cost
        case StandIn(_, _, besides):
            return _find_name(besides)
        case SingleCard() | DifferentNames():
            return None
        case _:
            assert_never(cost)


def move_played(draft: Draft, target: ZoneOf, sight: Sight, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """The announcement: the cards of the play go from the player's hand to a zone."""
    play = current_play(scope)
    source = draft.terms.place_of(draft.rules.play_zone, play.player)
    place = draft.terms.place(target, scope)
    watchers = draft.terms.watchers(sight, scope)
    cards: list[tuple[Expression, Expression]] = [
        (kind, Constant(play.paid.count(kind))) for kind in dict.fromkeys(play.paid)
    ]
    moves: list[Instruction] = [
        Transfer(number, kind, source, place, watchers, None, False, False, origin) for kind, number in cards
    ]
    return pass_cards(draft, moves, source, place, cards, scope, then)


def open_window(draft: Draft, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """The response window of the play in progress.

    If every possible response does nothing but cancel and can be answered by all of them again, the nest of windows is
    one location with the parity of the answers, and nobody answering closes it as a whole. Otherwise a response is a
    play of its own on top of the agenda: nobody answering closes the innermost window, and once the response is
    carried out (which may have changed who can answer), the window around it is still open.
    """
    play = current_play(scope)
    if play.flat_window is not None:
        window = play.flat_window
        flip = Bind(window.cancelled, Operation("-", Constant(1), Local(window.cancelled)))
        return Tree((flip, Bind(window.last, play.player)), Wait(window.location))
    responses = [
        rule
        for rule in draft.rules.rules
        if isinstance(rule.attachment, ResponseRule) and rule.attachment.to_trait in play.traits
    ]
    if not responses:
        return then()
    location = draft.reserve_location()
    last = f"last.{scope.instance}"
    nothing = Choice("pass", Constant(NOBODY), (), (), conjoin([]), None, then(), origin)
    is_flat = _collapses(draft, responses)
    choices = [_response(draft, rule, play, location, last, scope, is_flat=is_flat) for rule in responses]
    draft.fill_decision(location, f"window of {play.rule.name}", [*choices, nothing], scope)
    return Tree((Bind(last, play.player),), Wait(location))


def _response(draft: Draft, rule: Rule, play: Play, location: int, last: str, scope: Scope, *, is_flat: bool) -> Choice:
    attachment = rule.attachment
    assert isinstance(attachment, ResponseRule)
    instance = draft.new_instance()
    you = Local(f"{SUBJECT}.{instance}")
    kind = Constant(draft.terms.kinds.index(attachment.kind))
    variables = ((ACTOR, Local(last)),)
    flat = FlatWindow(location, play.cancelled, last) if is_flat else None
    answer = _play(rule, attachment, you, (kind,), instance, variables, play, flat)
    inner = Scope(origin_of(rule), instance, {SUBJECT: you, ACTOR: Local(last)}, play=answer, spoken_of=play)
    guard = conjoin(
        [
            equal(Cell(LIVING, (you,)), Constant(1)),
            at_least(count_cell(draft.terms.place_of(draft.rules.play_zone, you), kind), 1),
            draft.terms.test(rule.guard, inner),
            negate(find_hidden(draft.rules, draft.terms.place_of(draft.rules.play_zone, you), you)),
            *_not_forbidden(draft, answer),
        ]
    )
    if is_flat:
        mark: list[Instruction] = [draft.fired(rule.name, origin_of(rule), is_rule=True)]
        tree = lower_event(
            draft, draft.play_event, frozenset(), {SUBJECT: you}, scope, lambda: Tree((), Wait(location)), answer
        )
        tree = before(mark, tree)
    else:
        block, number = _play_clone(draft, rule, play, scope)
        back = Tree((Bind(play.cancelled, Cell(ANSWERED)), Assign(Cell(ANSWERED), Constant(0))), Wait(location))
        resume = draft.resume_at(f"window of {play.rule.name} after {rule.name}", back, scope)
        told = (f"{ANSWERED}.{number}", Local(play.cancelled))
        bindings = ((f"{SUBJECT}.{number}", you), (f"{ACTOR}.{number}", Local(last)), told)
        tree = Tree((), Call(block, bindings, resume))
    binders = ((you.name, Values(tuple(range(draft.terms.players)))),)
    return Choice("respond", you, (Text(rule.name),), binders, guard, None, tree, origin_of(rule))


def _collapses(draft: Draft, responses: list[Rule]) -> bool:
    """Whether the nest of windows is a parity: checked on core."""
    touched = any(
        isinstance(rule.attachment, Instead | Afterwards) and rule.attachment.event == draft.play_event
        for rule in draft.rules.rules
    )
    base = next(rule for rule in draft.rules.rules if rule.attachment == Does(draft.play_event))
    every_response = [rule for rule in draft.rules.rules if isinstance(rule.attachment, ResponseRule)]
    return not touched and all(
        isinstance(one.attachment, ResponseRule)
        and not _is_followed(draft.rules, one.attachment.kind)
        and _only_cancels(one)
        and _only_announces(base.body, one.attachment.traits)
        and all(
            isinstance(other.attachment, ResponseRule) and other.attachment.to_trait in one.attachment.traits
            for other in every_response
        )
        for one in every_response
    )


def _is_followed(rules: Rules, kind: str) -> bool:
    """Whether some rule is about cards of a kind that leave the zone from which cards are played."""
    return any(rule.attachment == CardLeaves(rules.play_zone) and may_concern(rule, kind) for rule in rules.rules)


def _only_cancels(rule: Rule) -> bool:
    return len(rule.body) == 1 and isinstance(rule.body[0], CancelPlay) and not asks_of_play(rule.guard)


def _only_announces(body: Body, traits: tuple[str, ...]) -> bool:
    """Whether a play with these traits is put on the table, answered, and carried out unless it is cancelled."""
    match body:
        case (MovePlayed(), *rest):
            return _only_announces(tuple(rest), traits)
        case (If(PlayHasTrait(trait), (OpenWindow(),), ()), *rest) if trait in traits:
            return rest == [CARRY_OUT_UNLESS_CANCELLED]
        case (OpenWindow(), *rest):
            return rest == [CARRY_OUT_UNLESS_CANCELLED]
        case _:
            return False


def current_play(scope: Scope) -> Play:
    """The play that is in progress; BuildError if none is."""
    if scope.play is None:
        raise BuildError(f"{scope.origin.rule}: no play is in progress here")
    return scope.play
