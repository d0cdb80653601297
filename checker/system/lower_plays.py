"""Plays: what may be played, the announcement, the effect."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import assert_never

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
    Origin,
    Return,
    Test,
    Transfer,
    Tree,
    Wait,
)
from checker.system.label import NOBODY
from checker.system.lower_events import SUBJECT, beats, conflict_words, in_precedence, lower_event, origin_of
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
    Cannot,
    CannotPlay,
    Cost,
    DifferentNames,
    InsteadOfEffect,
    PlayRule,
    ResponseRule,
    Rule,
    SameName,
    SingleCard,
    StandIn,
)
from kittens_dsl.core.statements import PlayOut, Sight
from kittens_dsl.core.terms import ZoneOf

TARGET, NAMED, PLAYED, ACTOR = "target", "named", "played", "actor"


def play_choices(draft: Draft, owner: Expression, open_: Test, scope: Scope, then: Continuation) -> list[Choice]:
    """One family of labels for every play rule."""
    choices: list[Choice] = []
    hidden = find_hidden(draft.rules, draft.terms.place_of(draft.rules.play_zone, owner), owner)
    seen = conjoin([open_, negate(hidden)])
    for rule in draft.rules.rules:
        if isinstance(rule.attachment, PlayRule) and not rule.attachment.between_actions:
            choices.append(_choice_of(draft, rule, rule.attachment, owner, seen, scope, then))
    return choices


def between_actions(draft: Draft, location: int, scope: Scope) -> list[Choice]:
    """What anyone may play between actions, at a point where somebody else may be choosing: then the point is back."""
    return [
        _choice_of(draft, rule, rule.attachment, None, conjoin([]), scope, lambda: Tree((), Wait(location)))
        for rule in draft.rules.rules
        if isinstance(rule.attachment, PlayRule) and rule.attachment.between_actions
    ]


def make_pause(draft: Draft, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """Plays between actions, one after another, until nobody plays."""
    location = draft.reserve_location()
    choices = between_actions(draft, location, scope)
    if not choices:
        draft.fill_decision(location, "no pause", [], scope)
        return then()
    nothing = Choice("pass", Constant(NOBODY), (), (), conjoin([]), None, then(), origin)
    draft.fill_decision(location, "pause", [*choices, nothing], scope)
    return Tree((), Wait(location))


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
        aimed = () if seat is None else ((TARGET, Constant(seat)),)
        offered = make_play(rule, play, owner, paid, instance, aimed)
        tests.append(draft.terms.test(rule.guard, Scope(origin_of(rule), instance, parameters, play=offered)))
        ways.append(conjoin([*tests, *not_forbidden(draft, offered)]))
    return ways


def _choice_of(
    draft: Draft, rule: Rule, play: PlayRule, player: Expression | None, open_: Test, scope: Scope, then: Continuation
) -> Choice:
    """The labels of a play rule, for a player, or (None) for anyone."""
    block, parameter = play_clone(draft, rule, None, scope)
    instance = draft.new_instance()  # the names of the offered play: one of the same rule may be in progress
    owner = player or Local(f"{SUBJECT}.{instance}")
    hand = draft.terms.place_of(draft.rules.play_zone, owner)
    target, named = Local(f"{TARGET}.{instance}"), Local(f"{NAMED}.{instance}")
    kinds = len(draft.terms.kinds)
    binders: list[tuple[str, Domain]] = []
    guards = [open_]
    if player is None:
        binders.append((f"{SUBJECT}.{instance}", Values(tuple(range(draft.terms.players)))))
        guards.append(equal(Cell(LIVING, (owner,)), Constant(1)))
        guards.append(negate(find_hidden(draft.rules, draft.terms.place_of(draft.rules.play_zone, owner), owner)))
    paid, variables = _paid_and_variables(draft, play, instance)
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
    offered = make_play(rule, play, owner, paid, instance, tuple(variables))
    guards.append(draft.terms.test(rule.guard, Scope(origin_of(rule), instance, {SUBJECT: owner}, play=offered)))
    guards += not_forbidden(draft, offered)
    if play.names_kind:
        binders.append((named.name, Values(draft.terms.names)))
    words = (
        Text(rule.name),
        KindsWord(paid),
        Missing() if play.target == "none" else NumberWord(target),
        KindWord(named) if play.names_kind else Missing(),
    )
    bindings = [(f"{SUBJECT}.{parameter}", owner)]
    for name in [name for name, _ in binders if Local(name) != owner]:
        bindings.append((f"{name.rpartition('.')[0]}.{parameter}", Local(name)))
    after = then()
    entry = Tree((), Jump(block, tuple(bindings)))
    if after != Tree((), Return()):
        resume = draft.resume_at(f"{scope.origin.rule} after {rule.name}", after, scope)
        entry = Tree((), Call(block, tuple(bindings), resume))
    return Choice("play", owner, words, tuple(binders), conjoin(guards), None, entry, origin_of(rule))


def not_forbidden(draft: Draft, play: Play) -> list[Test]:
    """Cannot beats may: what must hold lest a rule forbids the play."""
    attachment = play.rule.attachment
    like = attachment.like if isinstance(attachment, PlayRule) else None
    forbids = (Cannot(draft.play_event), CannotPlay(play.rule.name), CannotPlay(like or play.rule.name))
    forbidding = [rule for rule in draft.rules.rules if rule.attachment in forbids]
    said: dict[str, Expression] = {SUBJECT: play.player, **dict(play.variables)}
    scopes = [Scope(origin_of(rule), draft.new_instance(), dict(said), play=play) for rule in forbidding]
    return [negate(draft.terms.test(rule.guard, scope)) for rule, scope in zip(forbidding, scopes, strict=True)]


def make_play(
    rule: Rule,
    attachment: PlayRule | ResponseRule,
    player: Expression,
    paid: tuple[Expression, ...],
    instance: int,
    variables: tuple[tuple[str, Expression], ...],
    answered: Play | None = None,
    flat: FlatWindow | None = None,
) -> Play:
    """A play of a rule or a response to one, before it is announced."""
    return Play(rule, player, paid, f"cancelled.{instance}", attachment.traits, variables, answered, flat)


def play_clone(draft: Draft, rule: Rule, answered: Play | None, scope: Scope) -> tuple[int, int]:
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
        play = make_play(rule, attachment, you, paid, instance, tuple(variables), answered)
        back: list[Instruction] = []
        if answered is not None:
            back.append(Assign(Cell(ANSWERED), Local(answered.cancelled), origin_of(rule)))

        def make() -> Tree:
            then: Continuation = lambda: before(back, Tree((), Return()))  # noqa: E731
            tree = lower_event(draft, draft.play_event, frozenset(), {SUBJECT: you}, scope, then, play)
            return before([Bind(play.cancelled, Constant(0))], tree)

        locals_ = [one.name for one in (you, *paid, *dict(variables).values()) if isinstance(one, Local)]
        if answered is not None:
            locals_.append(answered.cancelled)
        draft.fill_apart(block, tuple(dict.fromkeys(locals_)), make)
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
        Transfer(number, kind, source, place, watchers, origin=origin) for kind, number in cards
    ]
    return pass_cards(draft, moves, source, place, cards, scope, then)


def carry_out(draft: Draft, scope: Scope, then: Continuation) -> Tree:
    """The effect of the play in progress, or what a rule puts in its place."""
    play = current_play(scope)
    rule, attachment = play.rule, play.rule.attachment
    names = [rule.name] + ([attachment.like] if isinstance(attachment, PlayRule) and attachment.like else [])
    wanted = [InsteadOfEffect(name) for name in names]
    rivals = in_precedence([one for one in draft.rules.rules if one.attachment in wanted])
    after = draft.share(f"{rule.name} carried out", then) if rivals else then

    def scope_of(said: Rule) -> Scope:
        parameters = {SUBJECT: play.player, **dict(play.variables)}
        instance, answered = draft.new_instance(), play.answered
        return Scope(origin_of(said), instance, parameters, play=play, in_setup=scope.in_setup, spoken_of=answered)

    def run(said: Rule) -> Tree:
        effect = scope_of(said)
        mark = draft.fired(said.name, effect.origin, is_rule=True)
        return before([mark], draft.lower_body(draft, said.body, effect, after))

    tree = run(rule)
    for number, rival in reversed(list(enumerate(rivals))):
        done = run(rival)
        for other in rivals[number + 1 :]:
            if not beats(rival, other):
                words = conflict_words(rival, other, f"the effect of {rule.name}")
                done = branch(draft.terms.test(other.guard, scope_of(other)), draft.stop(words, scope), done)
        tree = branch(draft.terms.test(rival.guard, scope_of(rival)), done, tree)
    return tree


def current_play(scope: Scope) -> Play:
    """The play that is in progress where a statement stands."""
    if scope.play is None:
        raise BuildError(f"{scope.origin.rule}: no play is in progress here")
    return scope.play
