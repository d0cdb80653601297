"""Can a table be dealt from given cards? If not, which demands of setup and which cards quarrel: a minimal core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from checker.smt.counts.commands import default_tracked, make_classes, make_finder
from checker.smt.counts.linear import GLOBAL, Constraint, Count, Linear, show_linear, total, variable
from checker.smt.counts.paths import Dealing
from checker.smt.counts.walk import CutNeeded
from checker.smt.proof.solver import find_core, find_values, is_satisfiable
from checker.system.system import System


@dataclass(frozen=True, slots=True)
class Quarrel:
    """One party of a quarrel: a setup step with what it demands, or a card with its copies; the clauses of either."""

    who: str
    says: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """pile: the cards in piles when play begins, fewest and most (None: it does not begin).

    quarrel: why not. fault: where setup stops. sampled: on how many random deals all this was seen; 0 if it is exact.
    """

    players: int
    decks: int
    pile: tuple[int, int] | None
    fault: str
    quarrel: tuple[Quarrel, ...]
    sampled: int = 0


class SetupLoops(Exception):
    """Setup goes round a loop whose end depends on what is counted on the way: linear expressions do not say where."""


def ways_through_setup(system: System) -> tuple[Dealing, ...]:
    """Every way through setup, over the copies of each kind."""
    finder = make_finder(system, make_classes(system, range(len(system.kinds))), default_tracked(system))
    while True:
        try:
            return tuple(finder.dealings())
        except CutNeeded as cut:
            finder = replace(finder, cuts=replace(finder.cuts, spots=finder.cuts.spots | {cut.spot}))


def find_deal(system: System, copies: Mapping[str, int], decks: int = 1) -> Deal:
    """Whether play can begin when there are so many copies of each kind (a kind left out: none). SetupLoops raised."""
    ways = ways_through_setup(system)
    given = {
        f"card {number}": Constraint(
            variable(Count("copies", GLOBAL, number)).add(-decks * copies.get(kind, 0)), is_equation=True
        )
        for number, kind in enumerate(system.kinds)
    }
    players = system.table.players
    begins = [one for one in ways if one.fault is None]
    for way in begins:
        rows = given | _demands(way.guard)
        if find_core(rows) is None:
            if way.is_cut:
                raise SetupLoops
            return Deal(players, decks, _find_range(rows, _pile(system, way)), "", ())
    stops = next((one.fault for one in ways if find_core(given | _demands(one.guard)) is None), None)
    words = "" if stops is None else system.faults[stops].words
    for way in begins:
        origins = _origins(way, ways)
        others = [linear for linear in way.guard if linear not in origins]
        cases = [linear for linear in others if all(count.name == "copies" for count, _ in linear.terms)]
        if find_core(given | _demands(cases)) is None:  # the way that these cards would go, if it went on
            rows = given | _demands(origins)
            core = find_core(rows)
            if core is None:
                rows = given | _demands(way.guard)
                core = find_core(rows) or ()
            parties = [_party(system, name, rows[name], origins) for name in core]
            return Deal(players, decks, None, words, tuple(dict.fromkeys(one for one in parties if one is not None)))
    return Deal(players, decks, None, words, ())


def _demands(guard: Iterable[Linear]) -> dict[str, Constraint]:
    rows = {f"demand {number}": Constraint(linear) for number, linear in enumerate(guard)}
    counts = {count for row in rows.values() for count, _ in row.linear.terms}
    return rows | {f"least {count}": Constraint(variable(count)) for count in sorted(counts)}


def _pile(system: System, way: Dealing) -> Linear:
    piles = {f"zone {name}" for name in system.pile_zones}
    return total(value for count, value in way.values.items() if count.name in piles)


def _find_range(rows: Mapping[str, Constraint], height: Linear) -> tuple[int, int]:
    """The least and the greatest number that an expression can be, where some counts meet all rows."""
    known = [*rows.values(), *(Constraint(variable(count)) for count, _ in height.terms)]
    first = height.evaluate(find_values(known))
    return -_find_most(known, height.negate(), -first), _find_most(known, height, first)


def _find_most(rows: list[Constraint], height: Linear, found: int) -> int:
    while is_satisfiable([*rows, Constraint(height.add(-found - 1))]):
        found += 1
    return found


def _origins(way: Dealing, ways: tuple[Dealing, ...]) -> dict[Linear, int]:
    """The demands of a way whose only difference to another way is that the other ends at a fault."""
    found: dict[Linear, int] = {}
    for other in ways:
        if other.fault is not None:
            apart = {linear.negate().add(-1) for linear in other.guard} & set(way.guard)
            if len(apart) == 1:
                found.setdefault(apart.pop(), other.fault)
    return found


def _party(system: System, name: str, row: Constraint, origins: Mapping[Linear, int]) -> Quarrel | None:
    if name.startswith("card "):
        kind = next(one for one in system.rules.kinds if one.name == system.kinds[int(name.split()[1])])
        copies = -row.linear.constant
        return Quarrel(kind.name, "1 copy" if copies == 1 else f"{copies} copies", kind.clauses)
    if row.linear not in origins:
        return None
    origin = system.faults[origins[row.linear]].origin
    spell = {
        count: system.kinds[count.kind] if count.name == "copies" else f"{count.name} {system.kinds[count.kind]}"
        for count, _ in row.linear.terms
    }
    least = show_linear(Linear(row.linear.terms, 0), spell)
    return Quarrel(origin.rule, f"{least}: at least {-row.linear.constant}", origin.clauses)
