"""The functions of a System, and the helpers that their source calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias, TypeVar

from checker.machine import piles, segments
from kittens_dsl.records import dataclass

State = bytes
RawLabel = tuple[int, int, int, *tuple[int | tuple[int, ...], ...]]  # location, choice, owner, binders
Again: TypeAlias = "tuple[Enter, tuple[object, ...]] | None"
Enter: TypeAlias = Callable[..., Again]
Found = tuple[RawLabel, Enter, tuple[object, ...], int]
Happened = list[tuple[object, ...]]
Names = dict[str, object]
Value = TypeVar("Value", covariant=True)


class Numbered(Protocol[Value]):
    """Values by number: a tuple of all, or a mapping that grows."""

    def __getitem__(self, number: int, /) -> Value:
        """The value with a number."""
        ...


@dataclass(frozen=True, slots=True)
class Functions:
    """What a System does: labels by location, what begins a segment by block, what enters one by location of setup."""

    labels: Numbered[Callable[..., Sequence[Found]]]
    top: Callable[[bytes | bytearray], int]
    begin: Mapping[int, Enter]
    enter: Mapping[int, Enter]
    hits: Callable[[State], int]
    goals: tuple[Callable[[State], bool], ...]


def make_names(fired: bytearray, told: Happened) -> Names:
    """What printed source calls besides itself: F marks coverage, T is told what happens."""
    helpers = (
        piles.pile_insert,
        piles.pile_remove,
        piles.pile_remove_below,
        piles.pile_top,
        piles.pile_bottom,
        piles.pile_arrange,
        piles.pile_swap,
        segments.segments_insert,
        segments.segments_remove,
        segments.segments_remove_below,
        segments.segments_mix,
        segments.segments_pin,
        segments.segments_swap,
        segments.segments_places,
        segments.segments_top_orders,
        segments.segments_arrange,
        piles.pile_places,
        piles.pile_orders,
        piles.pile_top_orders,
        piles.zone_hands,
    )
    return {"F": fired, "T": told} | {one.__name__: one for one in helpers}


def run_source(source: str, names: Names) -> None:
    """Define what printed source defines."""
    exec(compile(source, "<system>", "exec"), names)
