"""Two readings side by side: the smallest game in which they differ, found by playing both in step."""

from __future__ import annotations

from dataclasses import dataclass, replace

from checker.analysis.decks import ScopeFile, find_scope, make_scopes
from checker.analysis.plan import Request
from checker.analysis.words import say_label
from checker.machine.describe import Describer
from checker.machine.machine import Machine, RawLabel, SetupError, State
from checker.system.build import build_system
from checker.system.label import Label
from checker.system.system import System
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules


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
    """What became of comparing two tables: a difference, or none in so many pairs of states (complete or cut short)."""

    difference: Difference | None
    pairs: int
    complete: bool


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


def compare_tables(rules: Rules, one: Table, other: Table, max_pairs: int | None = None) -> Comparison:
    """Play two tables of the same rules, differing in readings, in step: breadth first over pairs of points.

    Two games go on together while the same labels are offered and the situations (zones, counters, statuses, tokens,
    who is in) are equal. Both tables must have the same players, scope and pile policy.
    """
    rules = replace(rules, properties=())
    left, right = _make_side(rules, one), _make_side(rules, other)
    fields = left.machine.layout.size
    pairs = [(left.machine.begin_setup(), right.machine.begin_setup())]
    came: list[tuple[int, Label] | None] = [None]
    seen = {pairs[0]}
    for number, (first, second) in enumerate(pairs):  # the list grows while it is read: breadth first
        here, there = left.offers(first), right.offers(second)
        is_different = first[:fields] != second[:fields] or here.keys() != there.keys()
        if is_different or (not here and left.end(first) != right.end(second)):
            lines = (_lines(left.describer, first, list(here)), _lines(right.describer, second, list(there)))
            only_first = tuple(line for line in lines[0] if line not in lines[1])
            only_second = tuple(line for line in lines[1] if line not in lines[0])
            difference = Difference(left.machine.system, _path(came, number), only_first, only_second)
            return Comparison(difference, len(pairs), True)
        for label, after in here.items():
            pair = (after, there[label])
            if pair not in seen:
                if max_pairs is not None and len(pairs) >= max_pairs:
                    return Comparison(None, len(pairs), False)
                seen.add(pair)
                pairs.append(pair)
                came.append((number, label))
    return Comparison(None, len(pairs), True)


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


def compare_on_decks(rules: Rules, request: Request, ambiguity: str, pair: tuple[str, str]) -> tuple[str, Comparison]:
    """Compare two readings on the request's scope, then on the other named decks, smallest first, until they differ.

    Gives the words for the deck of the difference, or for all decks that were tried. BuildError and SetupError apart,
    a deck on which one reading cannot be dealt at all is left out.
    """
    tried: list[str] = []
    pairs, complete = 0, True
    for table in _tables(rules, request):
        one, other = (replace(table, readings={**table.readings, ambiguity: reading}) for reading in pair)
        words = f"{table.scope.name} with {table.players} players"
        try:
            found = compare_tables(rules, one, other, request.bounds.max_states)
        except SetupError:
            continue
        tried.append(words)
        pairs += found.pairs
        complete &= found.complete
        if found.difference is not None:
            return words, Comparison(found.difference, pairs, True)
    return ", ".join(tried), Comparison(None, pairs, complete)


def _tables(rules: Rules, request: Request) -> list[Table]:
    names = [request.scope, *sorted(one.stem for one in (request.spec / "scopes").glob("*.toml"))]
    tables: list[Table] = []
    for name in dict.fromkeys(names):
        file = find_scope(name, request.spec)
        if not isinstance(file, ScopeFile) or file.contents.full is not None or file.contents.family is not None:
            continue
        if name != request.scope and file.contents.heavy:
            continue
        for players in request.players:
            for scope in make_scopes(file, rules, players):
                if isinstance(scope, Scope):
                    tables.append(Table(players, scope, dict(request.readings), "bag"))
    size = {id(table): sum(table.scope.copies.values()) for table in tables}
    return sorted(tables, key=lambda table: (table.scope.name != request.scope, size[id(table)]))
