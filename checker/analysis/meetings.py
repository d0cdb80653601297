"""Whether two kinds of cards take part in one play, and after how many decisions at least."""

from __future__ import annotations

from collections.abc import Iterable

from checker.machine.describe import Describer
from checker.machine.machine import Machine, RawLabel, State
from kittens_dsl.records import dataclass

BOTH = 3
"""The bits of a history in which either kind has taken part, or the one kind twice."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The first play in which two kinds take part.

    decisions: how many labels it has; None if no play of the table has both. complete: whether the search came to its
    end, so that None means never. alone: for either kind, whether some play has it.
    """

    decisions: int | None
    complete: bool
    alone: tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class _Watch:
    """Notices in one step which of two kinds takes part: by being played, or because a rule of the card fires."""

    machine: Machine
    describer: Describer
    pair: tuple[str, str]
    marks: tuple[tuple[int, ...], tuple[int, ...]]

    def step(self, state: State, raw: RawLabel) -> tuple[State, tuple[int, int]]:
        """The next stored state, and how often either kind took part on the way."""
        fired = self.machine.fired
        for number in (*self.marks[0], *self.marks[1]):
            fired[number] = 0
        after, _ = self.machine.settle(self.machine.step(state, raw))
        played = self._list_played(state, raw)
        first, second = (
            max(played.count(kind), int(any(fired[number] for number in marks)))
            for kind, marks in zip(self.pair, self.marks, strict=True)
        )
        return after, (first, second)

    def _list_played(self, state: State, raw: RawLabel) -> tuple[str, ...]:
        if self.machine.system.locations[raw[0]].choices[raw[1]].verb != "play":
            return ()
        cards = self.describer.label(state, raw).words[1]
        return tuple(str(one) for one in cards) if isinstance(cards, tuple) else ()

    def remember(self, history: int, times: tuple[int, int]) -> int:
        """The history after a step."""
        if self.pair[0] != self.pair[1]:
            return history | (times[0] > 0) | (times[1] > 0) << 1
        return min(BOTH, history + times[0] + (history + times[0] == 2))


def find_meeting(machine: Machine, pair: tuple[str, str], max_states: int | None = None) -> Meeting:
    """Breadth first over states with the history of two kinds, up to the first in which both have taken part.

    A kind takes part when it is played, alone or with others, or when a rule of its card applies (a card that is drawn
    and goes off, one that answers). The same kind twice: two of its cards, or one of them at two times.
    What happens before the first decision counts for nobody. max_states bounds the states with their histories.
    """
    watch = _Watch(machine, Describer(machine), pair, _list_marks(machine, pair))
    level = [(state, 0) for state, _ in machine.initial()]
    seen, histories, depth = set(level), {0}, 0
    while level:
        depth += 1
        after: list[tuple[State, int]] = []
        for state, history in level:
            for raw, _ in machine.labels(state):
                target, times = watch.step(state, raw)
                there = (target, watch.remember(history, times))
                if there in seen:
                    continue
                seen.add(there)
                histories.add(there[1])
                if there[1] == BOTH:
                    return Meeting(depth, complete=True, alone=(True, True))
                if max_states is not None and len(seen) >= max_states:
                    return Meeting(None, complete=False, alone=_find_alone(histories))
                after.append(there)
        level = after
    return Meeting(None, complete=True, alone=_find_alone(histories))


def _find_alone(histories: set[int]) -> tuple[bool, bool]:
    return any(one & 1 for one in histories), any(one & 2 for one in histories)


def _list_marks(machine: Machine, pair: tuple[str, str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    cards = {rule.name: rule.card for rule in machine.system.rules.rules}
    first, second = (tuple(_find_points(machine, cards, kind)) for kind in pair)
    return first, second


def _find_points(machine: Machine, cards: dict[str, str], kind: str) -> Iterable[int]:
    for number, point in enumerate(machine.system.coverage):
        if point.is_rule and cards.get(point.origin.rule) == kind:
            yield number
