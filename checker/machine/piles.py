"""What printed segments need of ordered piles and of setup: cells hold kind + 1 from the top, 0 is empty."""

from __future__ import annotations

import random
from collections.abc import Iterator


def pile_insert(s: bytearray, start: int, end: int, kind: int, number: int, place: int) -> None:
    """Put some cards of a kind into a pile above place `place` (0 = on top)."""
    cells = s[start:end]
    cells[place:place] = bytes((kind + 1,)) * number
    s[start:end] = cells[: end - start]


def pile_remove(s: bytearray, start: int, end: int, kind: int, number: int) -> None:
    """Take the topmost cards of a kind out of a pile."""
    cells = s[start:end]
    for _ in range(number):
        del cells[cells.index(kind + 1)]
    s[start:end] = cells + bytes(end - start - len(cells))


def pile_remove_below(s: bytearray, start: int, end: int, kind: int, number: int) -> None:
    """Take the lowest cards of a kind out of a pile."""
    cells = s[start:end]
    for _ in range(number):
        del cells[cells.rindex(kind + 1)]
    s[start:end] = cells + bytes(end - start - len(cells))


def pile_top(s: bytes | bytearray, start: int, end: int) -> int:
    """The kind on top of a pile that is not empty."""
    return s[start] - 1


def pile_bottom(s: bytes | bytearray, start: int, end: int) -> int:
    """The lowest kind of a pile that is not empty."""
    return s[start:end].rstrip(b"\0")[-1] - 1


def pile_swap(s: bytearray, start: int, end: int) -> None:
    """The top and the bottom card change places."""
    last = start + len(s[start:end].rstrip(b"\0")) - 1
    if last > start:
        s[start], s[last] = s[last], s[start]


def pile_arrange(s: bytearray, start: int, end: int, order: tuple[int, ...]) -> None:
    """Give the uppermost cards of a pile (all, if the order is that long) an order, a sequence of kinds."""
    s[start : start + len(order)] = bytes(kind + 1 for kind in order)


def pile_places(s: bytes | bytearray, start: int, end: int, kind: int) -> Iterator[int]:
    """The places at which inserting a kind gives different orders."""
    above = 0
    for place in range(end - start + 1):
        if above != kind + 1:
            yield place
        above = s[start + place] if start + place < end else 0
        if not above:
            return


def pile_orders(s: bytes | bytearray, start: int, end: int) -> Iterator[tuple[int, ...]]:
    """All distinct orders of a pile, in lexicographic order of the kinds."""
    yield from list_orders([cell - 1 for cell in s[start:end] if cell])


def pile_top_orders(s: bytes | bytearray, start: int, end: int, number: int) -> Iterator[tuple[int, ...]]:
    """All distinct orders of the uppermost cards of a pile, at most so many, in lexicographic order of the kinds."""
    yield from list_orders([cell - 1 for cell in s[start : min(end, start + number)] if cell])


def list_orders(cards: list[int]) -> Iterator[tuple[int, ...]]:
    """All distinct orders of some cards, in lexicographic order of the kinds."""
    counts: dict[int, int] = {}
    for card in sorted(cards):
        counts[card] = counts.get(card, 0) + 1
    yield from _orders(counts, len(cards))


def _orders(counts: dict[int, int], left: int) -> Iterator[tuple[int, ...]]:
    if not left:
        yield ()
        return
    for kind, number in counts.items():
        if number:
            counts[kind] -= 1
            for rest in _orders(counts, left - 1):
                yield (kind, *rest)
            counts[kind] += 1


def zone_hands(s: bytes | bytearray, base: int, kinds: int, number: int) -> Iterator[tuple[int, ...]]:
    """All distinct multisets of `number` cards of a zone, as counts for every kind."""
    yield from _hands(tuple(s[base : base + kinds]), number)


def _hands(there: tuple[int, ...], number: int) -> Iterator[tuple[int, ...]]:
    if not there:
        if not number:
            yield ()
        return
    for taken in range(min(there[0], number), -1, -1):
        for rest in _hands(there[1:], number - taken):
            yield (taken, *rest)


def random_hand(s: bytes | bytearray, base: int, kinds: int, number: int, generator: random.Random) -> tuple[int, ...]:
    """A uniformly random hand of `number` cards of a zone, as counts for every kind."""
    cards = [kind for kind in range(kinds) for _ in range(s[base + kind])]
    hand = [0] * kinds
    for kind in generator.sample(cards, number):
        hand[kind] += 1
    return tuple(hand)


def random_order(s: bytes | bytearray, start: int, end: int, generator: random.Random) -> tuple[int, ...]:
    """A uniformly random order of a pile."""
    cards = [cell - 1 for cell in s[start:end] if cell]
    generator.shuffle(cards)
    return tuple(cards)
