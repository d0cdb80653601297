"""The binders of a choice: every way to bind them that meets the guard, each part of it as soon as it can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from checker.smt.counts.evaluate import Terms
from checker.smt.counts.groups import Groups
from checker.smt.counts.linear import number
from checker.smt.counts.run import HandOf, Run, Seat
from checker.smt.shape.kinds import Chain, chains
from checker.system import ir, points
from checker.system.liveness import test_locals


@dataclass(frozen=True, slots=True)
class Binder:
    """Binds the binders of choices."""

    terms: Terms

    def bind(self, choice: points.Choice, run: Run) -> Iterator[Run]:
        """Every way to bind the binders of a choice and meet its guard."""
        guard = choice.guard
        parts: list[ir.Test] = list(guard.conditions) if isinstance(guard, ir.Conjunction) else [guard]
        later = [name for name, _ in choice.binders]
        ways = self._meet(parts, later, [run])
        together = {chain[0][0]: chain for chain in chains(choice, self.terms.sorts)}
        for local, domain in choice.binders:
            if local not in later:
                continue
            chain = together.get(local)
            if chain is None:
                later.remove(local)
                ways = self._meet(parts, later, [after for way in ways for after in self._choose(local, domain, way)])
            else:
                later = [one for one in later if one not in chain[0]]
                some = [after for way in ways for after in self.choose_kinds(chain, way)]
                ways = self._meet(parts, later, some)
        yield from ways

    def choose_kinds(self, chain: Chain, run: Run) -> Iterator[Run]:
        """Every way to choose the kinds of a chain, as far as they are told apart."""
        for chosen in ascending(chain, self.terms.groups):
            after = run.copy()
            for local, one in zip(chain[0], chosen, strict=True):
                after.locals.pop(local, None)
                after.locals[local] = self.terms.groups.choose(one, after)
            yield after

    def _meet(self, parts: list[ir.Test], later: list[str], ways: list[Run]) -> list[Run]:
        ready = [part for part in parts if not later or not test_locals(part) & set(later)]
        parts[:] = [part for part in parts if later and part not in ready]
        for part in ready:
            ways = [after for way in ways for after in self.terms.split(part, way)]
        return ways

    def _choose(self, local: str, domain: points.Domain, run: Run) -> Iterator[Run]:
        match domain:
            case points.Values() if self.terms.sorts.find(local) == "seat":
                if local not in self.terms.relevant and not self.terms.seats:
                    run.locals[local] = None
                    yield run
                    return
                for actor, after in self.terms.actors(run):
                    after.locals[local] = Seat(actor)
                    yield after
            case points.Values(values):
                for value in values:
                    after = run.copy()
                    after.locals[local] = number(value)
                    yield after
            case points.Positions() | points.Orders() | points.TopOrders():
                run.ignore("places and orders of a pile")
                run.locals[local] = None
                yield run
            case points.Hands(_, cards):
                run.locals[local] = HandOf(cards)
                yield run
            case _:
                assert_never(domain)


def ascending(chain: Chain, groups: Groups) -> list[tuple[int, ...]]:
    """The classes of different kinds in ascending order, without repetition.

    For each beginning the least kind that can be its last is kept: what can follow a greater one can follow it.
    """
    names, values = chain
    kinds = sorted(values)
    found: dict[tuple[int, ...], int] = {(): -1}
    for _ in names:
        longer: dict[tuple[int, ...], int] = {}
        for begun, last in found.items():
            seen: set[int] = set()
            for kind in kinds:
                one = groups.classes[kind]
                if kind > last and one not in seen:
                    seen.add(one)
                    longer[(*begun, one)] = min(kind, longer.get((*begun, one), kind))
        found = longer
    return list(found)
