"""Players, kinds, numbers and conditions of core lowered to expressions and tests over the fields of the state."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import assert_never

from checker.system.ir import (
    Cell,
    Comparison,
    Conjunction,
    Constant,
    Disjunction,
    Expression,
    IsOneOf,
    IsOver,
    Known,
    Local,
    Negated,
    NextPlayer,
    Operation,
    Place,
    Test,
    Total,
    Watchers,
)
from checker.system.scopes import Scope
from kittens_dsl.core import terms
from kittens_dsl.core.statements import Sight
from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import Span

LIVING = "in the game"
DIRECTION = "direction"
ANSWERED = "answered"
WINNER = "token of the winner"


class BuildError(Exception):
    """The rules cannot become a transition system; the words say which rule and why, the span (if known) where.

    code: of the problem that is made of it.
    """

    def __init__(self, words: str, span: Span | None = None, *, code: str = "K520") -> None:
        super().__init__(words)
        self.span = span
        self.code = code


@dataclass(frozen=True, slots=True)
class TermLowering:
    """Lowers terms for a table: `players` seats, `kinds` in order, the zones that belong to a player.

    `faces`: for each kind of face-up cards, the kind that they are copies of. `parts`: for each zone that others are
    part of, those zones.
    """

    players: int
    kinds: tuple[str, ...]
    zones_of_players: frozenset[str]
    faces: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def player(self, player: terms.Player, scope: Scope) -> Expression:
        """The seat of a player."""
        match player:
            case terms.PlayerVariable(name):
                return scope.find(name)
            case terms.TokenHolder(token, owner):
                return self.owned("token", token, owner, scope)
            case terms.PlayerAfter(other):
                return NextPlayer(self.player(other, scope))
            case terms.Seat(index):
                return Constant(index)
            case _:
                assert_never(player)

    def kind(self, kind: terms.Kind, scope: Scope) -> Expression | None:
        """The number of a kind; None for a kind without copies at this table."""
        match kind:
            case terms.KindName(name):
                return Constant(self.kinds.index(name)) if name in self.kinds else None
            case terms.KindVariable(name):
                return scope.find(name)
            case _:
                assert_never(kind)

    def turns(self, *, face_up: bool) -> list[tuple[int, int]]:
        """The kinds that change when a card is turned face up (or face down), each with what it becomes."""
        pairs = [(self.kinds.index(down), self.kinds.index(up)) for up, down in self.faces.items() if up in self.kinds]
        return pairs if face_up else [(up, down) for down, up in pairs]

    @property
    def names(self) -> tuple[int, ...]:
        """The kinds that can be named: those of face-up cards have the name of their other face."""
        return tuple(number for number, kind in enumerate(self.kinds) if kind not in self.faces)

    def place(self, zone: terms.ZoneOf, scope: Scope) -> Place:
        """The zone of the state."""
        return self.place_of(zone.zone, None if zone.owner is None else self.player(zone.owner, scope))

    def place_of(self, zone: str, owner: Expression | None) -> Place:
        """A zone of somebody, with its parts."""
        return Place(zone, owner, self.parts.get(zone, ()))

    def watchers(self, sight: Sight, scope: Scope) -> Watchers:
        """Who sees."""
        return Watchers(sight.everyone, tuple(self.player(one, scope) for one in sight.players))

    def count(self, place: Place, kind: Expression) -> Expression:
        """The number of cards of a kind in a zone."""
        return count_cell(place, kind)

    def filtered(self, card_filter: terms.CardFilter) -> tuple[int, ...]:
        """The numbers of the kinds that a filter lets through (what was just played is not looked at)."""
        wanted = card_filter.kinds
        return tuple(number for number, name in enumerate(self.kinds) if wanted is None or name in wanted)

    def available(self, place: Place, kind: Expression, card_filter: terms.CardFilter, scope: Scope) -> Test:
        """Whether a card of a kind (known to pass the filter's kinds) can be taken from a zone."""
        tests: list[Test] = [at_least(self.count(place, kind), 1)]
        if card_filter.besides_played:
            if scope.play is None:
                raise BuildError(f"{scope.origin.rule}: 'besides the played cards' outside a play")
            paid = scope.play.paid
            for one in dict.fromkeys(paid):
                more = 1 + paid.count(one)
                tests.append(Disjunction((negate(equal(kind, one)), at_least(self.count(place, kind), more))))
        return conjoin(tests)

    def some_available(self, place: Place, card_filter: terms.CardFilter, scope: Scope) -> Test:
        """Whether any card of a zone passes a filter."""
        numbers = self.filtered(card_filter)
        if not card_filter.besides_played:
            return at_least(total([self.count(place, Constant(number)) for number in numbers]), 1)
        return disjoin([self.available(place, Constant(number), card_filter, scope) for number in numbers])

    def number(self, number: terms.Number, scope: Scope) -> Expression:
        """The value of a number."""
        match number:
            case terms.Literal(value):
                return Constant(value)
            case terms.CounterOf(counter, owner):
                return self.owned("counter", counter, owner, scope)
            case terms.CountCards(zone, card_filter, kind):
                place = self.place(zone, scope)
                if kind is not None:
                    expression = self.kind(kind, scope)
                    return Constant(0) if expression is None else self.count(place, expression)
                if card_filter.besides_played:
                    raise BuildError(f"{scope.origin.rule}: cards besides the played ones can be had, not counted")
                return total([self.count(place, Constant(one)) for one in self.filtered(card_filter)])
            case terms.PlayersAtTable():
                return Constant(self.players)
            case terms.PlayersLeft():
                return total([Cell(LIVING, (Constant(seat),)) for seat in range(self.players)])
            case terms.Arithmetic(operator, left, right):
                sign = {"plus": "+", "minus": "-", "smaller": "min", "greater": "max"}[operator]
                return fold(sign, self.number(left, scope), self.number(right, scope))
            case terms.SumOverPlayers(variable, inner):
                return total([self.number(inner, self._at_seat(scope, variable, seat)) for seat in range(self.players)])
            case terms.CountPlayers():
                raise AssertionError("players are counted in comparisons only, and those go through the cases")
            case _:
                assert_never(number)

    def owned(self, sort: str, name: str, owner: terms.Player | None, scope: Scope) -> Cell:
        """The field of a counter, a status or a token (then the seat of its holder): of a player, or of the table."""
        return Cell(f"{sort} {name}", () if owner is None else (self.player(owner, scope),))

    def test(self, condition: terms.Condition, scope: Scope) -> Test:
        """The test of a condition whose readings are decided."""
        match condition:
            case terms.Truth(value):
                return Known(value)
            case terms.Compare(operator, left, right):
                return self._compare(operator, left, right, scope)
            case terms.IsKind(kind, names):
                expression = self.kind(kind, scope)
                numbers = tuple(number for number, name in enumerate(self.kinds) if name in names)
                return Known(False) if expression is None else is_one_of(expression, numbers)
            case terms.SamePlayer(left, right):
                return equal(self.player(left, scope), self.player(right, scope))
            case terms.HasStatus(status, owner):
                return equal(self.owned("status", status, owner, scope), Constant(1))
            case terms.InGame(player):
                return equal(Cell(LIVING, (self.player(player, scope),)), Constant(1))
            case terms.ReadingChosen(ambiguity, _):
                raise BuildError(f"{scope.origin.rule}: the reading of {ambiguity} is not decided")
            case terms.PaidWith(names):
                paid = scope.find_play()
                kinds = tuple(number for number, name in enumerate(self.kinds) if name in names)
                cards = () if paid is None else tuple(dict.fromkeys(paid.paid))
                return disjoin([is_one_of(one, kinds) for one in cards])
            case terms.PlayHasTrait(trait):
                play = scope.find_play()
                return Known(play is not None and trait in play.traits)
            case terms.PlayCancelled():
                play = scope.find_play()
                if play is None:
                    raise BuildError(f"{scope.origin.rule}: no play is in progress here")
                return equal(Local(play.cancelled), Constant(1))
            case terms.GameWon():
                return IsOver()
            case terms.HasWon(player):
                return conjoin([IsOver(), equal(Cell(WINNER), self.player(player, scope))])
            case terms.Every(parts):
                return conjoin([self.test(one, scope) for one in parts])
            case terms.Either(parts):
                return disjoin([self.test(one, scope) for one in parts])
            case terms.Negation(inner):
                return negate(self.test(inner, scope))
            case terms.EachPlayer(variable, inner, dead_too=True):
                return conjoin([test for _, test in self._seats(variable, inner, scope)])
            case terms.EachPlayer(variable, inner):
                return conjoin(
                    [disjoin([negate(living), test]) for living, test in self._seats(variable, inner, scope)]
                )
            case terms.SomePlayer(variable, inner):
                return disjoin([conjoin([living, test]) for living, test in self._seats(variable, inner, scope)])
            case _:
                assert_never(condition)

    def _compare(self, operator: str, left: terms.Number, right: terms.Number, scope: Scope) -> Test:
        counted = _find_players_counted(left) or _find_players_counted(right)
        if counted is not None:
            return self._compare_players(operator, left, right, counted, scope)
        match left, right:
            case terms.Literal(1), terms.CountCards(zone, card_filter, None) if (
                operator == "<=" and card_filter.besides_played
            ):
                return self.some_available(self.place(zone, scope), card_filter, scope)
            case _:
                sign = {"=": "==", "<": "<", "<=": "<="}[operator]
                return compare(sign, self.number(left, scope), self.number(right, scope))

    def _compare_players(
        self, operator: str, left: terms.Number, right: terms.Number, counted: terms.CountPlayers, scope: Scope
    ) -> Test:
        """A comparison in which players are counted: case by case, who of them satisfies the condition."""
        who = [conjoin(list(one)) for one in self._seats(counted.variable, counted.condition, scope)]
        cases: list[Test] = []
        for satisfied in product((True, False), repeat=len(who)):
            number = terms.Literal(sum(satisfied))
            one, other = _with_number(left, counted, number), _with_number(right, counted, number)
            parts = [test if holds else negate(test) for test, holds in zip(who, satisfied, strict=True)]
            cases.append(conjoin([*parts, self._compare(operator, one, other, scope)]))
        return disjoin(cases)

    def _seats(self, variable: str, inner: terms.Condition, scope: Scope) -> list[tuple[Test, Test]]:
        return [
            (
                equal(Cell(LIVING, (Constant(seat),)), Constant(1)),
                self.test(inner, self._at_seat(scope, variable, seat)),
            )
            for seat in range(self.players)
        ]

    def _at_seat(self, scope: Scope, variable: str, seat: int) -> Scope:
        return scope.with_parameter(variable, Constant(seat))


def _find_players_counted(number: terms.Number) -> terms.CountPlayers | None:
    match number:
        case terms.CountPlayers():
            return number
        case terms.Arithmetic(_, left, right):
            return _find_players_counted(left) or _find_players_counted(right)
        case _:
            return None


def _with_number(number: terms.Number, counted: terms.CountPlayers, value: terms.Literal) -> terms.Number:
    match number:
        case terms.Arithmetic(operator, left, right):
            return terms.Arithmetic(operator, _with_number(left, counted, value), _with_number(right, counted, value))
        case _:
            return value if number == counted else number


def count_cell(place: Place, kind: Expression) -> Expression:
    """The number of cards of a kind in a zone, its parts included: a field, or a sum of fields."""
    return total(
        [Cell(f"zone {one.zone}", (kind,) if one.owner is None else (one.owner, kind)) for one in place.pieces]
    )


def fold(operator: str, left: Expression, right: Expression) -> Expression:
    """An operation, computed if both sides are constants."""
    match left, right:
        case Constant(a), Constant(b):
            return Constant({"+": a + b, "-": a - b, "min": min(a, b), "max": max(a, b)}[operator])
        case _, Constant(0) if operator in "+-":
            return left
        case _:
            return Operation(operator, left, right)


def not_negative(expression: Expression) -> Expression:
    """A number of cards: fewer than none are none."""
    return fold("max", expression, Constant(0)) if _may_be_negative(expression) else expression


def _may_be_negative(expression: Expression) -> bool:
    match expression:
        case Constant(value):
            return value < 0
        case Operation("-"):
            return True
        case Operation("max", left, right):
            return _may_be_negative(left) and _may_be_negative(right)
        case Operation(_, left, right):
            return _may_be_negative(left) or _may_be_negative(right)
        case _:
            return False


def total(terms_: list[Expression]) -> Expression:
    """The sum of expressions."""
    if not terms_:
        return Constant(0)
    return terms_[0] if len(terms_) == 1 else Total(tuple(terms_))


def compare(operator: str, left: Expression, right: Expression) -> Test:
    """A comparison, decided if both sides are constants."""
    match left, right:
        case Constant(a), Constant(b):
            return Known({"==": a == b, "<": a < b, "<=": a <= b}[operator])
        case _ if left == right:
            return Known(operator != "<")
        case _:
            return Comparison(operator, left, right)


def equal(left: Expression, right: Expression) -> Test:
    """Whether two expressions are equal."""
    return compare("==", left, right)


def at_least(expression: Expression, least: int) -> Test:
    """Whether an expression is at least a constant."""
    return compare("<=", Constant(least), expression)


def is_one_of(expression: Expression, values: tuple[int, ...]) -> Test:
    """Whether an expression has one of some values, decided if it is a constant or there are none."""
    if isinstance(expression, Constant) or not values:
        return Known(isinstance(expression, Constant) and expression.value in values)
    return IsOneOf(expression, values)


def negate(test: Test) -> Test:
    """The opposite of a test."""
    match test:
        case Known(value):
            return Known(not value)
        case Negated(inner):
            return inner
        case _:
            return Negated(test)


def conjoin(tests: list[Test]) -> Test:
    """All of the tests."""
    flat = [one for test in tests for one in (test.conditions if isinstance(test, Conjunction) else (test,))]
    kept = [test for test in flat if test != Known(True)]
    if Known(False) in kept:
        return Known(False)
    return Known(True) if not kept else kept[0] if len(kept) == 1 else Conjunction(tuple(kept))


def disjoin(tests: list[Test]) -> Test:
    """At least one of the tests."""
    kept = [test for test in tests if test != Known(False)]
    if Known(True) in kept:
        return Known(True)
    return Known(False) if not kept else kept[0] if len(kept) == 1 else Disjunction(tuple(kept))
