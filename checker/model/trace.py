"""Plays written down: traces, lassos, and what is seen when they are replayed."""

from typing import Generic

from checker.model.protocol import Label, State
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Trace:
    """A finite play: the index of its start state in Model.initial(), and the label of each step."""

    start: int
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Lasso:
    """An infinite play: the stem is walked once, the cycle (at least one label) for ever from where the stem ends."""

    stem: Trace
    cycle: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Visit(Generic[State]):
    """One stored state of a play: the label that led to it (None for the start state), and the monitors hit.

    passed is the mask of the forced points on the way to the state, here the mask of the state itself.
    """

    label: Label | None
    state: State
    passed: int
    here: int
