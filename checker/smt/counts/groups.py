"""What is counted together: kinds of one class, and a zone with the zones that are part of it.

Of one kind in one zone of such a group only this is known: it is at least 0, and all of them together are the count of
the group. A `part` stands for it in an expression until a constraint is assumed; then the greatest value that the
constraint can have takes its place, so that what is assumed is implied.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import count

from checker.smt.counts.linear import Count, Linear, make_linear, number
from checker.smt.counts.run import Run, SomeOf, Value

PART = "part of "
_MANY = 1_000_000
_SERIAL = count(_MANY)
Group = tuple[str, int, int]  # a zone with its parts, a holder, a class


@dataclass(frozen=True, slots=True)
class Groups:
    """classes: the class of each kind. wholes: the zone of which a zone is a part. zones: how many zones each is."""

    classes: tuple[int, ...]
    wholes: Mapping[str, str]
    zones: Mapping[str, int]
    sizes: tuple[int, ...]

    def whole(self, zone: str) -> str:
        """The zone that a zone is counted with."""
        return self.wholes.get(zone, zone)

    def size(self, zone: str, one: int) -> int:
        """How many kinds in how many zones are counted together."""
        return self.zones.get(self.whole(zone), 1) * self.sizes[one]

    def kind(self, kind: int) -> Value:
        """A kind as far as it is told apart."""
        return number(kind) if self.sizes[self.classes[kind]] == 1 else SomeOf(self.classes[kind])

    def choose(self, one: int, run: Run) -> Value:
        """A kind of a class; if it is not told apart, a path knows it from now on by a number that it has free."""
        kind = self.kind(self.classes.index(one))
        if not isinstance(kind, SomeOf):
            return kind
        values = [*run.locals.values(), *(value for frame in run.pending for _, value in frame.saved)]
        tag = 1 + max((value.tag for value in values if isinstance(value, SomeOf)), default=0)
        for terms in [some for some in run.facts if any(part.kind // len(self.classes) == tag for part, _ in some)]:
            del run.facts[terms]
        return SomeOf(one, tag)

    def class_of(self, value: Value) -> int | None:
        """The class of a kind (None: not known)."""
        match value:
            case SomeOf(one):
                return one
            case Linear(terms, constant) if not terms:
                return self.classes[constant]
            case _:
                return None

    def are_same(self, one: Value, other: Value) -> bool | None:
        """Whether two kinds are the same; None if that is not known."""
        classes = self.class_of(one), self.class_of(other)
        if None not in classes and classes[0] != classes[1]:
            return False
        return True if one == other and isinstance(one, SomeOf) and one.tag > 0 else None

    def all_of(self, one: int) -> tuple[int, ...]:
        """The kinds of a class."""
        return tuple(kind for kind, found in enumerate(self.classes) if found == one)

    def part(self, zone: str, holder: int, value: Value) -> Linear:
        """One kind in one zone, where it is not counted by itself; no two kinds that are not known are the same."""
        kinds = len(self.classes)
        match value:
            case SomeOf(one, tag):
                index = kinds * (tag or next(_SERIAL)) + one
            case Linear(_, constant):
                index = constant
            case _:
                raise TypeError("a kind is always known")
        return Linear(((Count(f"{PART}{zone}", holder, index), 1),), 0)

    def settle(self, linear: Linear, read: Callable[[Group], Linear]) -> Linear:
        """Parts that are a whole group, each as often, replaced by it: the same number."""
        rest, groups = self._split(linear)
        if not groups:
            return linear
        found = make_linear(rest, linear.constant)
        for group, parts in groups.items():
            if self._is_whole(group, parts) and len(set(parts.values())) == 1:
                found = found.plus(read(group), next(iter(parts.values())))
            else:
                found = found.plus(make_linear(parts))
        return found

    def weaken(self, linear: Linear, read: Callable[[Group], Linear]) -> Linear:
        """The greatest value that an expression with parts can have, as an expression without."""
        rest, groups = self._split(linear)
        if not groups:
            return linear
        found = make_linear(rest, linear.constant)
        for group, parts in groups.items():
            factors = set(parts.values()) if self._is_whole(group, parts) else {*parts.values(), 0}
            found = found.plus(read(group), max(factors))
        return found

    def is_of(self, part: Count, groups: Collection[Group]) -> bool:
        """Whether a part is one of some groups."""
        return (self.whole(part.name.removeprefix(PART)), part.holder, self._class(part)) in groups

    def _class(self, part: Count) -> int:
        kinds = len(self.classes)
        return self.classes[part.kind] if part.kind < kinds else part.kind % kinds

    def _is_whole(self, group: Group, parts: Mapping[Count, int]) -> bool:
        return sum(one.kind < len(self.classes) for one in parts) == self.size(group[0], group[2])

    def _split(self, linear: Linear) -> tuple[dict[Count, int], dict[Group, dict[Count, int]]]:
        rest: dict[Count, int] = {}
        groups: dict[Group, dict[Count, int]] = {}
        for one, factor in linear.terms:
            if not one.name.startswith(PART):
                rest[one] = factor
                continue
            group = (self.whole(one.name.removeprefix(PART)), one.holder, self._class(one))
            groups.setdefault(group, {})[one] = factor
        return rest, groups


def is_part(one: Count) -> bool:
    """Whether a count is one kind or zone of a group."""
    return one.name.startswith(PART)


def is_lasting(part: Count) -> bool:
    """Whether a part is of a kind that a path can come back to."""
    return is_part(part) and part.kind < _MANY


def has_parts(linear: Linear) -> bool:
    """Whether an expression speaks of one kind or zone of a group."""
    return any(one.name.startswith(PART) for one, _ in linear.terms)
