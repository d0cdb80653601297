"""Cards that leave a zone and come into one: the rules about every such move, run in place right after the move.

Each rule is asked once for each card that has moved; with a kind that is known beforehand, most are decided here, so
that a move costs nothing where no rule attaches. Setup lays cards out: nothing leaves or comes there.
"""

from __future__ import annotations

from dataclasses import replace

from checker.system.blocking import name_passing
from checker.system.draft import Continuation, Draft, before, branch
from checker.system.ir import (
    Bind,
    Call,
    Constant,
    Expression,
    Instruction,
    Jump,
    Known,
    Local,
    Place,
    Return,
    Test,
    Transfer,
    TransferAll,
    Tree,
)
from checker.system.lower_events import CARD, SUBJECT, in_precedence, origin_of
from checker.system.lower_terms import BuildError, at_least, compare, conjoin, count_cell, equal, fold, negate
from checker.system.scopes import Scope
from kittens_dsl.core.rules import CardComes, CardLeaves, Rule
from kittens_dsl.records import dataclass

Cards = list[tuple[Expression, Expression]]
"""What moves: kinds, each with how many cards."""

ONE = Constant(1)


@dataclass(frozen=True, slots=True)
class _Notice:
    """A rule that is asked of some cards of a kind, and the player whose zone they left or came into."""

    rule: Rule
    owner: Expression
    kind: Expression
    number: Expression


def pass_cards(
    draft: Draft,
    moves: list[Instruction],
    source: Place,
    target: Place,
    cards: Cards,
    scope: Scope,
    then: Continuation,
) -> Tree:
    """Instructions that move cards from one zone to another, the rules about that, and what comes after."""
    notices = [] if scope.in_setup else _list_notices(draft, source, target, cards)
    if not notices:
        return _carry(draft, moves, then())
    then = draft.share(f"{scope.origin.rule} moved", then)
    instance = draft.new_instance()
    binds: list[Instruction] = []
    kept: dict[Expression, Expression] = {}

    def keep(expression: Expression, name: str) -> Expression:
        """The value as it is before the move."""
        if isinstance(expression, Constant | Local):
            return expression
        if expression not in kept:
            kept[expression] = Local(f"{name} {len(kept)}.{instance}")
            binds.append(Bind(f"{name} {len(kept) - 1}.{instance}", expression))
        return kept[expression]

    steady = [
        _Notice(one.rule, keep(one.owner, "mover"), keep(one.kind, "moved"), keep(one.number, "how many"))
        for one in notices
    ]
    tree = _notice(draft, steady, scope, then)
    if source.owner is not None and target.owner is not None and _home(draft, source) == _home(draft, target):
        stays = equal(keep(source.owner, "mover"), keep(target.owner, "mover"))
        tree = branch(negate(stays), tree, then()) if stays != Known(False) else tree
    return before(binds, _carry(draft, moves, tree))


def _carry(draft: Draft, moves: list[Instruction], tree: Tree) -> Tree:
    """The moves, then the rest. Of a zone with parts, a card leaves the zone itself if one of its kind lies there."""
    for move in reversed(moves):
        match move:
            case Transfer(Constant(number), source=Place(parts=(_, *_))):
                for _ in range(number):
                    tree = _carry_one(draft, move, tree)
            case Transfer(source=Place(parts=(_, *_))):
                raise BuildError(
                    f"{move.origin.rule}: how many cards leave the {move.source.zone} must be a fixed number"
                )
            case TransferAll(source=Place(parts=(_, *_))) if move.source == move.target:
                pass
            case TransferAll(source=Place(parts=(_, *_))):
                tree = before([replace(move, source=piece) for piece in move.source.pieces], tree)
            case _:
                tree = before([move], tree)
    return tree


def _carry_one(draft: Draft, move: Transfer, tree: Tree) -> Tree:
    rest = draft.share("a card was taken", lambda: tree)
    stays = move.source == move.target

    def from_piece(piece: Place) -> Tree:
        target = piece if stays else move.target.pieces[0]
        return before([replace(move, count=ONE, source=piece, target=target)], rest())

    *others, last = move.source.pieces
    taken = from_piece(last)
    for piece in reversed(others):
        taken = branch(at_least(count_cell(piece, move.kind), 1), from_piece(piece), taken)
    return taken


def list_moved(draft: Draft, kinds: tuple[int, ...], source: Place) -> Cards:
    """Every card of some kinds that lies in a zone."""
    return [(Constant(kind), count_cell(source, Constant(kind))) for kind in kinds]


def _home(draft: Draft, place: Place) -> str:
    return draft.rules.find_home(place.zone)


def _list_notices(draft: Draft, source: Place, target: Place, cards: Cards) -> list[_Notice]:
    """Who is asked, in order: first those of whose zone the cards leave, kind by kind, then those where they come."""
    if source == target or (_home(draft, source), source.owner) == (_home(draft, target), target.owner):
        return []
    notices: list[_Notice] = []
    for attachment, owner in (
        (CardLeaves(_home(draft, source)), source.owner),
        (CardComes(_home(draft, target)), target.owner),
    ):
        rules = in_precedence([rule for rule in draft.rules.rules if rule.attachment == attachment])
        for kind, number in cards if owner is not None and rules else ():
            assert owner is not None
            notices += [
                _Notice(rule, owner, kind, number)
                for rule in rules
                if _test(draft, rule, owner, kind) != Known(False) and number != Constant(0)
            ]
    return notices


def _test(draft: Draft, rule: Rule, owner: Expression, kind: Expression) -> Test:
    scope = Scope(origin_of(rule), draft.new_instance(), {SUBJECT: owner, CARD: kind})
    return conjoin([draft.terms.test(rule.guard, scope)])


def _notice(draft: Draft, notices: list[_Notice], scope: Scope, then: Continuation) -> Tree:
    if not notices:
        return then()
    first, rest = notices[0], notices[1:]
    after = draft.share(f"after {first.rule.name}", lambda: _notice(draft, rest, scope, then))
    guard = _test(draft, first.rule, first.owner, first.kind)
    if first.number == ONE:
        return branch(guard, _run(draft, first, scope, after), after())
    left = Local(f"left.{draft.new_instance()}")
    head = draft.reserve_block(f"{first.rule.name} for each card")
    again: Continuation = lambda: Tree((), Jump(head))  # noqa: E731
    asked = branch(guard, _run(draft, first, scope, again), again())
    one_less = before([Bind(left.name, fold("-", left, ONE))], asked)
    draft.fill_block(head, branch(compare("==", left, Constant(0)), after(), one_less))
    return before([Bind(left.name, first.number)], again())


def _run(draft: Draft, notice: _Notice, scope: Scope, then: Continuation) -> Tree:
    """A rule that may wait is a block of its own; the others are run in place."""
    rule = notice.rule
    mark = draft.fired(rule.name, origin_of(rule), is_rule=True)
    key = name_passing(rule)
    if key not in draft.blocking_events:
        if key in draft.inlining:
            words = f"{rule.name} moves the cards that it is about, without any decision in between"
            raise BuildError(words, rule.span, code="K528")
        outside, draft.inlining = draft.inlining, (*draft.inlining, key)
        inner = Scope(origin_of(rule), draft.new_instance(), {SUBJECT: notice.owner, CARD: notice.kind})
        tree = before([mark], draft.lower_body(draft, rule.body, inner, _outside(draft, outside, then)))
        draft.inlining = outside
        return tree
    if (key,) not in draft.clones:
        instance = draft.new_instance()
        names: tuple[str, ...] = (f"{SUBJECT}.{instance}", f"{CARD}.{instance}")
        block = draft.reserve_block(rule.name)
        draft.clones[key,] = (block, names)
        values: dict[str, Expression] = {SUBJECT: Local(names[0]), CARD: Local(names[1])}
        inner = Scope(origin_of(rule), draft.new_instance(), values)

        def make() -> Tree:
            return before([mark], draft.lower_body(draft, rule.body, inner, lambda: Tree((), Return())))

        draft.fill_apart(block, names, make)
    block, parameters = draft.clones[key,]
    bindings = tuple(zip(parameters, (notice.owner, notice.kind), strict=True))
    after = then()
    if after == Tree((), Return()):
        return Tree((), Jump(block, bindings))
    resume = draft.resume_at(f"{scope.origin.rule} after {rule.name}", after, scope)
    return Tree((), Call(block, bindings, resume))


def _outside(draft: Draft, outside: tuple[str, ...], then: Continuation) -> Continuation:
    """What comes after, lowered as outside the rule."""

    def go_on() -> Tree:
        inside, draft.inlining = draft.inlining, outside
        tree = then()
        draft.inlining = inside
        return tree

    return go_on
