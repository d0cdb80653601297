"""Two readings side by side: the smallest game in which they differ, found by playing both in step."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.analysis.findings import INTERRUPTED, LIMITS
from checker.analysis.plan import Request
from checker.analysis.suspicion import find_played_kind
from checker.analysis.words import say_label
from checker.machine.describe import Describer
from checker.machine.machine import Machine, RawLabel, SetupError, State
from checker.model import Bounds
from checker.system.build import build_system, complete_readings
from checker.system.label import Label
from checker.system.specialise import specialise
from checker.system.system import System
from checker.system.table import PilePolicy, Scope, Table
from kittens_dsl.core.rules import Rule, Rules, SetupStep
from kittens_dsl.records import dataclass

UNBOUNDED = Bounds()


@dataclass(frozen=True, slots=True)
class Difference:
    """A shortest game after which two readings disagree.

    labels: the decisions from setup on, the same under both. first, second: what each reading then says, as lines that
    the other does not say.
    """

    system: System
    labels: tuple[Label, ...]
    first: tuple[str, ...]
    second: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What became of comparing two tables: a difference, or none in so many pairs of states.

    limit: what cut it short, or None. fired: the rules that came to pass under either reading.
    """

    difference: Difference | None
    pairs: int
    limit: str | None = None
    fired: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PairResult:
    """Two readings compared on one deck after another: the decks, the comparison, and why they never differ, if so."""

    decks: tuple[str, ...]
    comparison: Comparison
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Side:
    """One of two games played in step, with the labels it has put into words before."""

    machine: Machine
    describer: Describer
    words: dict[tuple[RawLabel, bytes], Label]

    def offers(self, state: State) -> dict[Label, State]:
        """Every label in words, with the next point."""
        agenda = state[self.machine.layout.size :]
        found: dict[Label, State] = {}
        for raw, after, _, _ in self.machine.weighted_successors(state):
            label = self.words.get((raw, agenda))
            if label is None:
                label = self.words[raw, agenda] = self.describer.label(state, raw)
            found[label] = after
        return found

    def end(self, state: State) -> tuple[int | None, str | None]:
        """Who has won, or the fault at which the play has stopped."""
        return self.describer.winner(state), self.describer.fault(state)


def _make_side(rules: Rules, table: Table) -> _Side:
    machine = Machine(build_system(rules, table))
    return _Side(machine, Describer(machine), {})


def compare_tables(rules: Rules, one: Table, other: Table, bounds: Bounds = UNBOUNDED) -> Comparison:
    """Play two tables of the same rules, differing in readings, in step: breadth first over pairs of points.

    Two games go on together while the same labels are offered and the situations (zones, counters, statuses, tokens,
    who is in) are equal. Both tables must have the same players, scope and pile policy. Of the bounds, states (pairs
    here) and seconds are kept; an interrupt gives what was found so far.
    """
    rules = replace(rules, properties=())
    left, right = _make_side(rules, one), _make_side(rules, other)
    fields = left.machine.layout.size
    pairs = [(left.machine.begin_setup(), right.machine.begin_setup())]
    came: list[tuple[int, Label] | None] = [None]
    seen = {pairs[0]}
    end = None if bounds.max_seconds is None else time.monotonic() + bounds.max_seconds
    limit: str | None = None
    try:
        for number, (first, second) in enumerate(pairs):  # the list grows while it is read: breadth first
            if end is not None and not number % 256 and time.monotonic() > end:
                limit = LIMITS["time"]
                break
            here, there = left.offers(first), right.offers(second)
            is_different = first[:fields] != second[:fields] or here.keys() != there.keys()
            if is_different or (not here and left.end(first) != right.end(second)):
                lines = (_lines(left.describer, first, list(here)), _lines(right.describer, second, list(there)))
                only_first = tuple(line for line in lines[0] if line not in lines[1])
                only_second = tuple(line for line in lines[1] if line not in lines[0])
                difference = Difference(left.machine.system, _path(came, number), only_first, only_second)
                return Comparison(difference, len(pairs))
            for label, after in here.items():
                pair = (after, there[label])
                if pair not in seen:
                    seen.add(pair)
                    pairs.append(pair)
                    came.append((number, label))
            if bounds.max_states is not None and len(pairs) > bounds.max_states:
                limit = LIMITS["states"]
                break
    except KeyboardInterrupt:
        limit = INTERRUPTED
    return Comparison(None, len(pairs), limit, _fired(left) | _fired(right))


def _fired(side: _Side) -> frozenset[str]:
    marks = zip(side.machine.system.coverage, side.machine.fired, strict=False)
    return frozenset(point.origin.rule for point, fired in marks if fired and point.is_rule)


def _path(came: list[tuple[int, Label] | None], number: int) -> tuple[Label, ...]:
    labels: list[Label] = []
    step = came[number]
    while step is not None:
        labels.append(step[1])
        step = came[step[0]]
    return tuple(reversed(labels))


def _lines(describer: Describer, state: State, offered: list[Label]) -> list[str]:
    """A situation and what can be done in it, as lines; during setup only the offers count."""
    system = describer.machine.system
    seats = range(system.table.players)
    lines: list[str] = []
    for zone in system.rules.zones:
        for owner in seats if zone.of_player else (None,):
            cards = describer.cards(state, zone.name, owner)
            lines.append(f"{_whose(owner)}{zone.name}: {', '.join(cards) or 'empty'}")
    for counter in system.rules.counters:
        for seat in seats if counter.of_player else (None,):
            value = describer.field(state, f"counter {counter.name}", *(() if seat is None else (seat,)))
            lines.append(f"{_whose(seat)}{counter.name}: {value}")
    for status in system.rules.statuses:
        for seat in seats if status.of_player else (None,):
            if describer.field(state, f"status {status.name}", *(() if seat is None else (seat,))):
                lines.append(f"{_whose(seat)}{status.name}")
    for token in system.rules.tokens:
        for seat in seats if token.of_player else (None,):
            holder = describer.field(state, f"token {token.name}", *(() if seat is None else (seat,)))
            lines.append(f"{_whose(seat)}{token.name}: player {holder + 1}")
    lines += [f"player {seat + 1} is out" for seat, lives in enumerate(describer.living(state)) if not lives]
    winner, fault = describer.winner(state), describer.fault(state)
    lines += [f"player {winner + 1} has won"] if winner is not None else []
    lines += [f"the play stops: {fault}"] if fault else []
    lines += sorted(f"possible: {' '.join(say_label(system, label))}" for label in offered)
    return lines


def _whose(seat: int | None) -> str:
    return "" if seat is None else f"player {seat + 1} "


def compare_on_decks(rules: Rules, request: Request, ambiguity: str, pair: tuple[str, str]) -> PairResult:
    """Compare two readings on the request's scope, then on the other named decks, smallest first, until they differ.

    The result is that of the deck of the difference, or of all decks that were tried. A deck on which one reading
    cannot be dealt at all is left out.
    """
    decks: list[str] = []
    tables: list[Table] = []
    pairs, fired = 0, frozenset[str]()
    limit: str | None = None
    for table in _tables(rules, request):
        one, other = (replace(table, readings={**table.readings, ambiguity: reading}) for reading in pair)
        words = f"{table.scope.name} with {table.players} players"
        try:
            one, other = _choose_piles(rules, request, one, other)
            found = compare_tables(rules, one, other, request.bounds)
        except SetupError:
            continue
        except KeyboardInterrupt:
            found = Comparison(None, 0, INTERRUPTED)
        decks.append(words)
        tables.append(one)
        pairs, fired, limit = pairs + found.pairs, fired | found.fired, limit or found.limit
        if found.difference is not None:
            return PairResult((words,), replace(found, pairs=pairs))
        if found.limit == INTERRUPTED:
            break
    reasons = tuple(_explain(rules, ambiguity, pair, tables, fired)) if tables else ("no deck could be dealt",)
    return PairResult(tuple(decks), Comparison(None, pairs, limit, fired), reasons)


def _choose_piles(rules: Rules, request: Request, one: Table, other: Table) -> tuple[Table, Table]:
    """Both tables with their piles as bags if that loses nothing in either, else both in order."""
    is_exact = all(build_system(rules, replace(table, pile="bag")).bag_exact for table in (one, other))
    pile: PilePolicy = "ordered" if request.pile == "ordered" or (request.pile == "auto" and not is_exact) else "bag"
    return replace(one, pile=pile), replace(other, pile=pile)


def _explain(
    rules: Rules, ambiguity: str, pair: tuple[str, str], tables: list[Table], fired: frozenset[str]
) -> Iterator[str]:
    """Why two readings never differed: what each rule that depends on them did in these decks."""
    held = frozenset(kind.name for table in tables for kind in specialise(rules, complete_readings(rules, table)).kinds)
    dependent = find_dependent_rules(rules, ambiguity, pair)
    if not dependent:
        yield "no rule says anything else under one than under the other: only properties ask for them"
    for rule in dependent:
        kind = find_played_kind(rule) if isinstance(rule, Rule) else None
        if kind is not None and kind not in held:
            yield f"{rule.name} is about {kind}, which these decks lack"
        elif rule.name not in fired:
            yield f"{rule.name} depends on them and never came to pass"
        else:
            yield f"{rule.name} depends on them and came to pass, with the same outcome under both"


def find_dependent_rules(rules: Rules, ambiguity: str, pair: tuple[str, str]) -> tuple[Rule | SetupStep, ...]:
    """The rules and steps of setup that say something else under one reading than under the other, all cards in."""
    copies = {kind.name: kind.copies for kind in rules.cards}
    texts: list[dict[str, object]] = []
    for reading in pair:
        table = complete_readings(rules, Table(2, Scope("full", copies), {ambiguity: reading}))
        special = specialise(rules, table)
        texts.append(
            {one.name: (one.guard, one.body) for one in special.rules} | {one.name: one.body for one in special.setup}
        )
    named: tuple[Rule | SetupStep, ...] = (*rules.setup, *rules.rules)
    return tuple(one for one in named if texts[0].get(one.name) != texts[1].get(one.name))


def _tables(rules: Rules, request: Request) -> list[Table]:
    names = [request.scope, *sorted(one.stem for one in (request.spec / "scopes").glob("*.toml"))]
    tables: list[Table] = []
    for name in dict.fromkeys(names):
        file = find_scope(name, request.spec)
        if not isinstance(file, ScopeFile) or file.contents.full is not None or file.recipes:
            continue
        if name != request.scope and file.contents.heavy:
            continue
        for players in request.players:
            for scope in make_scopes(file, rules, players):
                if isinstance(scope, Scope):
                    tables.append(Table(players, scope, {**file.readings, **request.readings}, "bag"))
    size = {id(table): sum(table.scope.copies.values()) for table in tables}
    return sorted(tables, key=lambda table: (table.scope.name != request.scope, size[id(table)]))
