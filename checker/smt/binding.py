"""The binders of a choice: every way to bind them that meets the guard, each part of it as soon as it can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from checker.smt.alike import Chain, chains, some_of
from checker.smt.evaluate import Terms
from checker.smt.linear import Linear, number
from checker.smt.run import HandOf, Run, Seat
from checker.system import ir, points
from checker.system.liveness import test_locals


@dataclass(frozen=True, slots=True)
class Binder:
    """Binds the binders of choices. alike (below): numbers of kinds, equal for kinds of which one stands for all."""

    terms: Terms

    def bind(self, choice: points.Choice, run: Run, alike: tuple[int, ...] | None = None) -> Iterator[Run]:
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
                some = [after for way in ways for after in self.choose_kinds(chain, alike, way)]
                ways = self._meet(parts, later, some)
        yield from ways

    def choose_kinds(self, chain: Chain, alike: tuple[int, ...] | None, run: Run) -> Iterator[Run]:
        """Every way to choose the kinds of a chain; those that other locals have are alike with themselves only."""
        used = frozenset(
            value.constant
            for local, value in run.locals.items()
            if self.terms.sorts.find(local) == "kind" and isinstance(value, Linear) and value.is_constant
        )
        for chosen in some_of(chain, alike, used):
            after = run.copy()
            after.locals.update((local, number(kind)) for local, kind in zip(chain[0], chosen, strict=True))
            yield after

    def _meet(self, parts: list[ir.Test], later: list[str], ways: list[Run]) -> list[Run]:
        ready = [part for part in parts if not test_locals(part) & set(later)]
        parts[:] = [part for part in parts if part not in ready]
        for part in ready:
            ways = [after for way in ways for after in self.terms.split(part, way)]
        return ways

    def _choose(self, local: str, domain: points.Domain, run: Run) -> Iterator[Run]:
        match domain:
            case points.Values() if self.terms.sorts.find(local) == "seat":
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
