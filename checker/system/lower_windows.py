"""Response windows: who may answer a play, what an answer does, and when a nest of answers is a parity."""

from __future__ import annotations

from checker.system.blocking import may_concern
from checker.system.bodies import asks_of_play
from checker.system.draft import Continuation, Draft, before
from checker.system.hiding import find_hidden
from checker.system.ir import (
    Assign,
    Bind,
    Call,
    Cell,
    Constant,
    Instruction,
    Local,
    Operation,
    Origin,
    Tree,
    Wait,
)
from checker.system.label import NOBODY
from checker.system.lower_events import SUBJECT, lower_event, origin_of
from checker.system.lower_plays import ACTOR, current_play, make_play, not_forbidden, play_clone
from checker.system.lower_terms import (
    ANSWERED,
    LIVING,
    BuildError,
    at_least,
    conjoin,
    count_cell,
    equal,
    negate,
)
from checker.system.points import Choice, Text, Values
from checker.system.scopes import FlatWindow, Play, Scope
from kittens_dsl.core.rules import (
    Afterwards,
    CardLeaves,
    Does,
    Instead,
    ResponseRule,
    Rule,
    Rules,
)
from kittens_dsl.core.statements import Body, CancelPlay, CarryOut, If, MovePlayed, OpenWindow
from kittens_dsl.core.terms import Negation, PlayCancelled, PlayHasTrait

CARRY_OUT_UNLESS_CANCELLED = If(Negation(PlayCancelled()), (CarryOut(),))


def cancel_play(draft: Draft, scope: Scope, origin: Origin, then: Continuation) -> Tree:
    """The effect of a response: the answered play changes between cancelled and not."""
    answered = current_play(scope).answered
    if answered is None:
        raise BuildError(f"{scope.origin.rule}: no play is answered here")
    return before([Bind(answered.cancelled, Operation("-", Constant(1), Local(answered.cancelled)))], then())


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
    answer = make_play(rule, attachment, you, (kind,), instance, variables, play, flat)
    inner = Scope(origin_of(rule), instance, {SUBJECT: you, ACTOR: Local(last)}, play=answer, spoken_of=play)
    guard = conjoin(
        [
            equal(Cell(LIVING, (you,)), Constant(1)),
            at_least(count_cell(draft.terms.place_of(draft.rules.play_zone, you), kind), 1),
            draft.terms.test(rule.guard, inner),
            negate(find_hidden(draft.rules, draft.terms.place_of(draft.rules.play_zone, you), you)),
            *not_forbidden(draft, answer),
        ]
    )
    if is_flat:
        mark: list[Instruction] = [draft.fired(rule.name, origin_of(rule), is_rule=True)]
        tree = lower_event(
            draft, draft.play_event, frozenset(), {SUBJECT: you}, scope, lambda: Tree((), Wait(location)), answer
        )
        tree = before(mark, tree)
    else:
        block, number = play_clone(draft, rule, play, scope)
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
