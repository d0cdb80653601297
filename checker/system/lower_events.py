"""Events: who may stop them, what happens instead, what they are, what follows; each clone lowered once."""

from __future__ import annotations

from checker.system.draft import Continuation, Draft, before, branch
from checker.system.ir import Bind, Call, Constant, Expression, Instruction, Jump, Known, Local, Origin, Return, Tree
from checker.system.lower_terms import BuildError, conjoin
from checker.system.points import Choice, Text
from checker.system.scopes import Play, Scope
from kittens_dsl.core.rules import Afterwards, Cannot, Does, Event, Instead, Rule
from kittens_dsl.core.statements import Raise
from kittens_dsl.source.span import Span

SUBJECT = "you"
CARD = "card"


def origin_of(rule: Rule) -> Origin:
    """The origin of everything that a rule does."""
    return Origin(rule.name, rule.clauses, rule.span)


def beats(first: Rule, second: Rule) -> bool:
    """Whether the first rule is declared to come before the second one, maybe by way of others (see specialise)."""
    return second.name in first.happens_before


def in_precedence(some: list[Rule]) -> list[Rule]:
    """The rules with every declared winner before its loser, else in the order of declaration."""
    waiting, sorted_rules = list(some), []
    while waiting:
        free = next(
            (one for one in waiting if not any(beats(other, one) for other in waiting if other is not one)),
            None,
        )
        if free is None:
            raise BuildError(f"the rules {', '.join(one.name for one in waiting)} beat each other in a circle")
        waiting.remove(free)
        sorted_rules.append(free)
    return sorted_rules


def raise_event(draft: Draft, raised: Raise, scope: Scope, then: Continuation) -> Tree:
    """The tree of an event that a rule brings about, followed by what comes after it."""
    terms = draft.terms
    event = next(one for one in draft.rules.events if one.name == raised.event)
    used = scope.used if scope.chain == event.name else frozenset[str]()
    arguments: list[tuple[str, Expression]] = [(SUBJECT, terms.player(raised.subject, scope))]
    if event.other is not None and raised.other is not None:
        arguments.append((event.other, terms.player(raised.other, scope)))
    if event.card_zone is not None and raised.kind is not None:
        kind = terms.kind(raised.kind, scope)
        if kind is None:
            return then()
        arguments.append((CARD, kind))
    if event.name not in draft.blocking_events:
        return _inline(draft, event, used, arguments, scope, then, raised.span)
    block, parameters = _clone(draft, event, used, scope)
    bindings = tuple(zip(parameters, (value for _, value in arguments), strict=True))
    after = then()
    if after == Tree((), Return()):
        return Tree((), Jump(block, bindings))
    resume = draft.resume_at(f"{scope.origin.rule} after {event.name}", after, scope)
    return Tree((), Call(block, bindings, resume))


def _inline(
    draft: Draft,
    event: Event,
    used: frozenset[str],
    arguments: list[tuple[str, Expression]],
    scope: Scope,
    then: Continuation,
    span: Span,
) -> Tree:
    key = f"{event.name} {sorted(used)}"
    if key in draft.inlining:
        words = f"the event {event.name} brings itself about without any decision in between"
        raise BuildError(words, span, code="K528")
    outside = draft.inlining
    draft.inlining = (*outside, key)
    instance = draft.new_instance()
    parameters: dict[str, Expression] = {}
    binds: list[Instruction] = []
    for name, value in arguments:
        if isinstance(value, Constant | Local):
            parameters[name] = value
        else:
            local = f"{name}.{instance}"
            binds.append(Bind(local, value))
            parameters[name] = Local(local)

    def outside_then() -> Tree:
        inside = draft.inlining
        draft.inlining = outside
        tree = then()
        draft.inlining = inside
        return tree

    after = draft.share(f"after {event.name}", outside_then)
    tree = lower_event(draft, event.name, used, parameters, scope, after)
    draft.inlining = outside
    return before(binds, tree)


def _clone(draft: Draft, event: Event, used: frozenset[str], scope: Scope) -> tuple[int, tuple[str, ...]]:
    key = (event.name, *sorted(used), "setup" if scope.in_setup else "")
    if key not in draft.clones:
        instance = draft.new_instance()
        names = [SUBJECT, *([event.other] if event.other else []), *([CARD] if event.card_zone else [])]
        parameters = tuple(f"{name}.{instance}" for name in names)
        block = draft.reserve_block(f"{event.name} {' '.join(sorted(used))}".strip())
        draft.clones[key] = (block, parameters)
        values: dict[str, Expression] = {
            name: Local(parameter) for name, parameter in zip(names, parameters, strict=True)
        }

        def make() -> Tree:
            return lower_event(draft, event.name, used, values, scope, lambda: Tree((), Return()))

        draft.fill_apart(block, parameters, make)
    return draft.clones[key]


def lower_event(
    draft: Draft,
    event: str,
    used: frozenset[str],
    parameters: dict[str, Expression],
    outer: Scope,
    then: Continuation,
    play: Play | None = None,
) -> Tree:
    """An event as it is offered to the rules: cannot, instead, the base rule, afterwards."""

    def scope_of(rule: Rule, now_used: frozenset[str] | None = None) -> Scope:
        chain = "" if now_used is None else event
        return Scope(
            origin_of(rule),
            draft.new_instance(),
            dict(parameters),
            chain,
            now_used or frozenset(),
            play,
            outer.in_setup,
        )

    def run(rule: Rule, after: Continuation, now_used: frozenset[str] | None = None) -> Tree:
        """With `now_used`, raising the event again continues its chain; else (base rule, afterwards) begins one."""
        scope = scope_of(rule, now_used)
        mark = draft.fired(rule.name, scope.origin, is_rule=True)
        return before([mark], draft.lower_body(draft, rule.body, scope, after))

    attached = draft.rules.rules
    afterwards = in_precedence([r for r in attached if r.attachment == Afterwards(event)])
    cannot = [rule for rule in attached if rule.attachment == Cannot(event)]
    insteads = in_precedence(
        [
            rule
            for rule in attached
            if isinstance(rule.attachment, Instead) and rule.attachment.event == event and rule.name not in used
        ],
    )

    def follow(rest: list[Rule]) -> Tree:
        if not rest:
            return then()
        after = draft.share(f"after {rest[0].name}", lambda: follow(rest[1:]))
        return branch(draft.terms.test(rest[0].guard, scope_of(rest[0])), run(rest[0], after), after())

    def happen() -> Tree:
        base = [rule for rule in attached if rule.attachment == Does(event)]
        if len(base) != 1:
            raise BuildError(f"the event {event} needs one rule that says what it is to do it, not {len(base)}")
        guard = draft.terms.test(base[0].guard, scope_of(base[0]))
        if guard == Known(True):
            return run(base[0], lambda: follow(afterwards))
        after = draft.share(f"{event} or not", then)
        return branch(guard, run(base[0], draft.share(f"{event} done", lambda: follow(afterwards))), after())

    def offer(rest: list[Rule], now_used: frozenset[str]) -> Tree:
        if not rest:
            return happen()
        rule, others = rest[0], rest[1:]
        scope = scope_of(rule, now_used)
        guard = draft.terms.test(rule.guard, scope)
        attachment = rule.attachment
        assert isinstance(attachment, Instead)
        after = draft.share(f"{event} instead", then)
        further = draft.share(f"{event} without {rule.name}", lambda: offer(others, now_used))
        applied = run(rule, after, now_used | {rule.name})
        if attachment.optional:
            declined = offer(others, now_used | {rule.name}) if others else further()
            choices = [
                Choice(verb, parameters[SUBJECT], (Text(rule.name),), (), conjoin([]), None, tree, scope.origin)
                for verb, tree in (("apply", applied), ("decline", declined))
            ]
            return branch(guard, draft.decide(f"may {rule.name}", choices, scope), further())
        for other in reversed(others):
            if not beats(rule, other) and not _is_optional(other):
                both = draft.terms.test(other.guard, scope_of(other, now_used))
                applied = branch(both, draft.stop(conflict_words(rule, other, event), scope), applied)
        return branch(guard, applied, further())

    if cannot and play is None:  # a forbidden play is not offered
        mark_stopped = draft.share(f"{event} forbidden", then)
        tree = offer(insteads, used)
        for rule in reversed(cannot):
            scope = scope_of(rule)
            mark = draft.fired(rule.name, scope.origin, is_rule=True)
            tree = branch(draft.terms.test(rule.guard, scope), before([mark], mark_stopped()), tree)
        return tree
    return offer(insteads, used)


def conflict_words(rule: Rule, other: Rule, replaced: str) -> str:
    """What is wrong where two rules replace one thing."""
    return f"a conflict: {rule.name} and {other.name} both replace {replaced} and neither beats the other"


def _is_optional(rule: Rule) -> bool:
    return isinstance(rule.attachment, Instead) and rule.attachment.optional
