"""A model of which one thing is watched: any monitor of a mask, or a dead end."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol

from checker.model import Label, Model, State


class Selective(Model[State], Protocol[State]):
    """A model that also goes from point to point, forced ones included, by some of many labels."""

    def select(
        self, state: State, choose: Callable[[Sequence[Label]], Iterable[int]], /
    ) -> Sequence[tuple[Label, State]]:
        """The very next points after the labels that are chosen, by their places."""
        ...


@dataclass(frozen=True, slots=True)
class Watch(Generic[State]):
    """The model with one monitor, number 0: one of `mask` is hit. dead_ends: or nothing leads on, too early."""

    model: Selective[State]
    mask: int
    dead_ends: bool = False

    def initial(self) -> Sequence[tuple[State, int]]:
        """The start states of the model."""
        return [(state, self._is_hit(passed)) for state, passed in self.model.initial()]

    def successors(self, state: State, /) -> Sequence[tuple[Label, State, int]]:
        """The successors of the model."""
        return [(label, target, self._is_hit(passed)) for label, target, passed in self.model.successors(state)]

    def select(
        self, state: State, choose: Callable[[Sequence[Label]], Iterable[int]], /
    ) -> Sequence[tuple[Label, State]]:
        """The next points of the model."""
        return self.model.select(state, choose)

    def hits(self, state: State, /) -> int:
        """1 if what is watched for is seen here."""
        if self._is_hit(self.model.hits(state)):
            return 1
        return int(self.dead_ends and not self.model.is_final(state) and not self.model.successors(state))

    def is_final(self, state: State, /) -> bool:
        """As the model."""
        return self.model.is_final(state)

    def _is_hit(self, passed: int) -> int:
        return int(passed & self.mask != 0)
