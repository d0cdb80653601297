"""What a model is: start states, successors, monitors and proper ends."""

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

State = TypeVar("State", bound=Hashable)

Label: TypeAlias = Hashable
"""Who decided what: opaque to every search, only compared, hashed and shown. No two successors of a state share one."""


class Model(Protocol[State]):
    """A transition system over hashable stored states, watched by monitors numbered from 0.

    A *monitor* is whatever should be noticed: an invariant violated, a witness of a reachability property, a fault.
    A *mask* is a non-negative int whose bit i says that monitor i is hit. A *forced point* lies between two stored
    states, where nobody has a choice: it is not stored and has no depth, but its monitors are read.
    All four methods are pure: the same state gives the same answer, in the same order, at every call.
    """

    def initial(self) -> Sequence[tuple[State, int]]:
        """Return the distinct start states, each with the mask of the forced points passed before it."""
        ...

    def successors(self, state: State, /) -> Sequence[tuple[Label, State, int]]:
        """Return (label, next stored state, mask of the forced points passed on the way, the target's not included)."""
        ...

    def hits(self, state: State, /) -> int:
        """Return the mask of the monitors hit in this stored state."""
        ...

    def is_final(self, state: State, /) -> bool:
        """Say whether play properly ends here; asked only of states without successors, False makes a deadlock."""
        ...


class WeightedModel(Protocol[State]):
    """A model that also stores its forced points: a step by a label weighs 1, a forced step weighs 0."""

    def initial(self) -> Sequence[tuple[State, int]]:
        """Return the distinct start states, each with the mask of the points passed before it."""
        ...

    def weighted_successors(self, state: State, /) -> Sequence[tuple[Label, State, int, int]]:
        """Return (label, next state, weight 0 or 1, mask of the points passed on the way)."""
        ...

    def hits(self, state: State, /) -> int:
        """Return the mask of the monitors hit in this state."""
        ...

    def is_final(self, state: State, /) -> bool:
        """Say whether play properly ends here; asked only of states without successors."""
        ...


@runtime_checkable
class WeighsLabels(Protocol):
    """A model whose labels are not equally likely when plays are sampled."""

    def weight(self, label: Label, /) -> float:
        """Return the relative weight of a label among those of its state: finite, not negative."""
        ...
