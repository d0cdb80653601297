"""Blocks of statements and the statements that contain blocks."""

from collections.abc import Callable
from dataclasses import replace

from kittens_dsl.core import statements as core
from kittens_dsl.core.terms import ALWAYS, Condition, PlayerVariable, Truth, ZoneOf
from kittens_dsl.elaborate.cards import CardStatement, Lowered, find_place, lower_card_statement
from kittens_dsl.elaborate.conditions import lower_condition
from kittens_dsl.elaborate.expected import find_card
from kittens_dsl.elaborate.happenings import Happening, lower_happening
from kittens_dsl.elaborate.nouns import find_player
from kittens_dsl.elaborate.readings import Arm, gather_arms, resolve_arms
from kittens_dsl.elaborate.scope import Report, Scope, Unbound, join_bindings
from kittens_dsl.elaborate.unknown import find_ambiguity
from kittens_dsl.names.options import DECLINE
from kittens_dsl.problem.problem import Problem
from kittens_dsl.syntax.ast import statements as ast
from kittens_dsl.syntax.ast.declarations import Zone
from kittens_dsl.syntax.ast.phrases import You


def lower_block(block: ast.Block, scope: Scope) -> Lowered:
    """The statements of a block in core, and the scope after it."""
    body: list[core.Statement] = []
    rest = block
    while rest:
        if scope.ended:
            _refuse_unreached(rest[0], scope)
            break
        arms, after_arms = gather_arms(rest)
        if arms:
            lowered, scope = _lower_under(arms, scope)
            rest = after_arms
        else:
            lowered, scope = _lower_statement(rest[0], scope)
            rest = rest[1:]
        body += lowered
    return tuple(body), scope


def _lower_statement(statement: ast.Statement, scope: Scope) -> Lowered:
    match statement:
        case ast.ChooseOne():
            return _lower_choose_one(statement, scope)
        case ast.May():
            return _lower_may(statement, scope)
        case ast.PlayOut():
            return _lower_play_out(statement, scope)
        case ast.If(condition=condition, then=then, otherwise=otherwise, asked=asked, span=span):
            lowered = lower_condition(condition, scope)
            yes, after_yes = lower_block(then, scope)
            no, after_no = lower_block(otherwise, scope)
            after = _join(scope, [after_yes, after_no])
            words = None if asked is None else asked.text
            return () if lowered is None else (core.If(lowered, yes, no, words, span=span),), after
        case ast.Repeat():
            return _lower_repeat(statement, scope)
        case ast.ForEach():
            return _lower_for_each(statement, scope)
        case ast.UnderBlock() | ast.UnderSame():
            raise AssertionError("arms are gathered before")
        case _:
            return _lower_simple(statement, scope)


def _lower_simple(statement: CardStatement | Happening, scope: Scope) -> Lowered:
    match statement:
        case (
            ast.ChoosePlayer()
            | ast.SetCounter()
            | ast.SetStatus()
            | ast.PassToken()
            | ast.Invoke()
            | ast.Plain()
            | ast.LeaveGame()
            | ast.WinGame()
            | ast.Fault()
        ):
            return lower_happening(statement, scope)
        case _:
            return lower_card_statement(statement, scope)


def _refuse_unreached(statement: ast.Statement, scope: Scope) -> None:
    scope.report.add(
        Problem(
            "K223",
            "this is never reached",
            label="the play stops before this, or goes round for ever",
            helps=("take it out, or put it where it is reached",),
            span=statement.span,
        )
    )


def _join(scope: Scope, ways: list[Scope]) -> Scope:
    """The scope where several ways meet; ways that have ended do not come here."""
    alive = [way for way in ways if not way.ended]
    if not alive:
        return replace(scope, ended=True)
    return scope.with_bindings(join_bindings([way.bindings for way in alive]))


# ---- readings --------------------------------------------------------------------------------------------------------
def _lower_under(arms: tuple[Arm, ...], scope: Scope) -> Lowered:
    """Consecutive arms of one ambiguity: one body for each of its readings."""
    first = arms[0]
    name = None if first.ambiguity is None else find_ambiguity(first.ambiguity, scope)
    if first.ambiguity is None:
        scope.report.add(
            Problem(
                "K114",
                "this line does not say of which ambiguity it is",
                label="no case stands before it",
                helps=(f"write `under {first.reading.text} of` and the ambiguity",),
                span=first.span,
            )
        )
    bodies: dict[str, core.Body] = {}
    ways: list[Scope] = []
    for arm in arms:
        if isinstance(arm, ast.UnderBlock):
            body, after = lower_block(arm.block, scope)
            bodies.setdefault(arm.reading.text, body)
            ways.append(after)
    if name is None:
        return (), _join(scope, ways or [scope])
    whole = resolve_arms(name, arms, bodies, scope)
    span = first.span
    return () if whole is None else (core.Under(name, whole, span=span),), _join(scope, ways or [scope])


def _lower_play_out(statement: ast.PlayOut, scope: Scope) -> Lowered:
    """The card lies where cards are played from, and is seen."""
    card, player = find_card(statement.card, scope), find_player(You(statement.span), scope)
    place = None if card is None else find_place(card, statement.card, scope)
    otherwise, after = lower_block(statement.otherwise, scope)
    after = _join(scope, [scope, after])
    if card is None or player is None or place is None:
        return (), after
    played_from = next(
        (noun for noun in scope.book.nouns.values() if isinstance(noun, Zone) and noun.played_from), None
    )
    if played_from is None or place != ZoneOf(played_from.name.text, player):
        label = "cards are played from another zone" if played_from is not None else "no zone says so"
        scope.report.add(
            Problem("K208", "this card cannot be played from where it lies", label=label, span=statement.span)
        )
    if card.binding is not None and card.binding.face_down:
        scope.report.add(
            Problem(
                "K205",
                f"{card.name} is face down: nobody can tell yet how it is played",
                label="played here",
                helps=("show it to everyone first",),
                span=statement.span,
            )
        )
    if scope.play_event is not None:
        scope.report.use("event", scope.play_event)
    return (core.PlayOut(player, card.kind, otherwise, span=statement.span),), after


# ---- options ---------------------------------------------------------------------------------------------------------
def _lower_choose_one(statement: ast.ChooseOne, scope: Scope) -> Lowered:
    chooser = find_player(statement.chooser, scope)
    options: list[core.Option] = []
    ways: list[Scope] = []
    for option in statement.options:
        lowered, after = _lower_option(option, scope)
        ways.append(after)
        if lowered is not None:
            options.append(lowered)
    if chooser is None or len(options) < len(statement.options):
        return (), _join(scope, ways)
    return (core.ChooseOne(chooser, tuple(options), statement.at_rest, span=statement.span),), _join(scope, ways)


def _lower_option(option: ast.Option, scope: Scope) -> tuple[core.Option | None, Scope]:
    guard: Condition | None = ALWAYS
    if option.guard is not None:
        guard = lower_condition(option.guard, scope)
    if option.block is None:
        plays = option.words.text == scope.play_event
        if not plays:
            scope.report.add(
                Problem(
                    "K219",
                    f"nothing says what happens when somebody chooses to {option.words.text}",
                    label="a block is missing below this line",
                    helps=("write below it, indented, what is done",),
                    span=option.words.span,
                )
            )
            return None, scope
        scope.report.use("event", option.words.text)
        return None if guard is None else core.Option(option.words.text, guard, (), True, span=option.span), scope
    body, after = lower_block(option.block, scope)
    return None if guard is None else core.Option(option.words.text, guard, body, False, span=option.span), after


def _lower_may(statement: ast.May, scope: Scope) -> Lowered:
    chooser = find_player(statement.chooser, scope)
    option, after = _lower_option(statement.option, scope)
    joined = _join(scope, [scope, after])
    if chooser is None or option is None:
        return (), joined
    decline = core.Option(DECLINE + option.words, ALWAYS, (), False, span=option.span)
    return (core.ChooseOne(chooser, (option, decline), False, span=statement.span),), joined


# ---- loops -----------------------------------------------------------------------------------------------------------
def _lower_loop(scope: Scope, lower: Callable[[Scope], Lowered]) -> Lowered:
    """The body of a loop, read twice: what the first pass does to the names is what a later pass finds.

    Loops inside a first pass are read once, so that nested loops take no time that doubles with each.
    """
    if scope.rehearsal:
        _, once = lower(scope)
        return (), _leave_loop(_join(scope, [scope, once]), scope)
    _, once = lower(replace(scope, report=Report(), rehearsal=True))
    entry = _leave_loop(_join(scope, [scope, once]), scope)
    body, after = lower(entry)
    return body, _leave_loop(_join(scope, [entry, after]), scope)


def _leave_loop(after: Scope, before: Scope) -> Scope:
    """The scope after a loop: what it bound itself is not known, since it may not have run at all."""
    return after.with_bindings(
        {
            name: binding if name in before.bindings else Unbound(binding.sites)
            for name, binding in after.bindings.items()
        }
    )


def _lower_repeat(statement: ast.Repeat, scope: Scope) -> Lowered:
    until: Condition | None = Truth(False)
    if statement.until is not None:
        until = lower_condition(statement.until, scope)
    body, after = _lower_loop(scope, lambda inside: lower_block(statement.block, inside))
    after = replace(after, ended=statement.until is None)
    return () if until is None else (core.Repeat(until, body, span=statement.span),), after


def _lower_for_each(statement: ast.ForEach, scope: Scope) -> Lowered:
    start = find_player(statement.start, scope)
    variable = scope.name_loop_variable()

    def lower(inside: Scope) -> Lowered:
        body, after = lower_block(statement.block, inside.enter_loop(PlayerVariable(variable)))
        return body, after

    condition: Condition | None = ALWAYS
    if statement.condition is not None:
        condition = lower_condition(statement.condition, scope.enter_loop(PlayerVariable(variable)))
    body, after = _lower_loop(scope, lower)
    if start is None or condition is None:
        return (), after
    return (core.ForEach(variable, start, condition, body, span=statement.span),), after
