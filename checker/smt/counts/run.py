"""One path in the making: what locals and fields are by now, and what must have held at its start."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from checker.smt.counts.linear import Count, Linear, Terms, number, variable


@dataclass(frozen=True, slots=True, order=True)
class Seat:
    """A player: the number of an acting player, or a seat where seats are concrete."""

    number: int


@dataclass(frozen=True, slots=True, order=True)
class SomeOf:
    """Some kind of a class with several kinds. tag: which, on one path (0: it may be any)."""

    number: int
    tag: int = 0


@dataclass(frozen=True, slots=True)
class HandOf:
    """Setup: a multiset of so many cards that chance picks."""

    cards: int


Value = Seat | SomeOf | Linear | HandOf | None  # None: not known, nothing is assumed of it


@dataclass(frozen=True, slots=True)
class Pending:
    """A frame pushed on this path and not yet returned to: its location and its saved locals."""

    location: int
    saved: tuple[tuple[str, Value], ...]


@dataclass(slots=True)
class Run:
    """A path so far. `guard`: the tightest constant for the terms of each constraint `terms + constant >= 0`.

    decided: whether somebody has decided on the way.
    everyone: loops that have ended on the way, with how many acted by then: of all others it was known that they had
    been bound, and of everybody nothing is remembered since.
    facts: the same of single kinds and zones that are counted together with others, as they are by now.
    apart: tokens of acting players that are not with a player. nobody: tokens of players, a player, and of how many
    others in the game it can be with that player.
    after: the next living player after a player, as far as this path has asked and nothing of it has changed.
    """

    locals: dict[str, Value]
    values: dict[Count, Linear] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    after: dict[int, int] = field(default_factory=dict)
    guard: dict[Terms, int] = field(default_factory=dict)
    facts: dict[Terms, int] = field(default_factory=dict)
    unseen: frozenset[str] = frozenset()
    actors: int = 0
    pending: tuple[Pending, ...] = ()
    fresh: int = 0
    decided: bool = False
    fired: frozenset[int] = frozenset()
    everyone: tuple[tuple[str, int], ...] = ()
    apart: frozenset[tuple[str, int]] = frozenset()
    nobody: frozenset[tuple[str, int, Linear]] = frozenset()

    def copy(self) -> Run:
        """An independent copy."""
        return Run(
            dict(self.locals),
            dict(self.values),
            dict(self.tokens),
            dict(self.after),
            dict(self.guard),
            dict(self.facts),
            self.unseen,
            self.actors,
            self.pending,
            self.fresh,
            self.decided,
            self.fired,
            self.everyone,
            self.apart,
            self.nobody,
        )

    def key(self) -> Hashable:
        """What two runs must have in common to go on alike: all but what they have passed."""
        return (
            tuple(sorted(self.locals.items(), key=_by_name)),
            frozenset(self.values.items()),
            frozenset(self.tokens.items()),
            frozenset(self.after.items()),
            frozenset(self.guard.items()),
            frozenset(self.facts.items()),
            self.actors,
            self.pending,
            self.decided,
            self.everyone,
            self.apart,
            self.nobody,
        )

    def read(self, count: Count) -> Linear:
        """What a field is by now, in terms of the start of the path."""
        found = self.values.get(count)
        if found is not None:
            return found
        return number(0) if self._is_forgotten(count) else variable(count)

    def _is_forgotten(self, count: Count) -> bool:
        return any(count.name == name for name, _ in self.everyone)

    def write(self, count: Count, value: Linear) -> None:
        """A field changes."""
        if value == variable(count) and not self._is_forgotten(count):
            self.values.pop(count, None)
        else:
            self.values[count] = value

    def new_count(self, words: str, holder: int) -> Count:
        """A number of which only `0 <= it` is known."""
        self.fresh += 1
        return Count(f"{words} #{self.fresh}", holder)

    def ignore(self, words: str) -> None:
        """Note an atom that is not looked at."""
        self.unseen |= {words}

    def assume(self, linear: Linear, most: Mapping[str, int]) -> bool:
        """Add `linear >= 0`; no if that contradicts the guard, the ranges of fields or that counts are at least 0."""
        if linear.is_constant:
            return linear.constant >= 0
        if all(factor > 0 for _, factor in linear.terms) and linear.constant >= 0:
            return True
        highest = linear.constant
        for count, factor in linear.terms:
            if factor > 0:
                bound = most.get(count.name) if count.holder > -2 else None
                if bound is None:
                    break
                highest += factor * bound
        else:
            if highest < 0:
                return False
        return tighten(self.guard, linear) is not False


def tighten(known: dict[Terms, int], linear: Linear) -> bool | None:
    """Add `linear >= 0` to what is known: None if it is new; whether it holds, if that is known already."""
    constant = known.get(linear.terms)
    if constant is not None and constant <= linear.constant:
        return True
    opposite = known.get(tuple((count, -factor) for count, factor in linear.terms))
    if opposite is not None and opposite + linear.constant < 0:
        return False
    known[linear.terms] = linear.constant
    return None


def join(runs: Iterable[Run]) -> list[Run]:
    """Paths that go on alike as one, which has passed what any of them has."""
    some = list(runs)
    if len(some) < 2:
        return some
    found: dict[Hashable, Run] = {}
    for run in some:
        same = found.setdefault(run.key(), run)
        same.unseen |= run.unseen
        same.fired |= run.fired
    return list(found.values())


def _by_name(item: tuple[str, Value]) -> str:
    return item[0]
