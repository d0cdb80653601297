"""What printed segments need of piles in segments, see checker/system/segments.py.

`at` says where the fields of a pile are: the first byte of the loose counts, how many kinds, the first byte of the
known cards on top, that of the known cards at the bottom, and how many cells each of the two has.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.machine.piles import list_orders
from checker.system.points import LOOSE

At = tuple[int, int, int, int, int]


def _read(s: bytes | bytearray, at: At) -> tuple[bytearray, bytearray, bytearray]:
    loose, kinds, top, under, size = at
    above, below = s[top : top + size].rstrip(b"\0"), s[under : under + size].rstrip(b"\0")
    return bytearray(s[loose : loose + kinds]), bytearray(above), bytearray(below)


def _write(s: bytearray, at: At, counts: bytearray, above: bytearray, below: bytearray) -> None:
    """The fields in canonical form."""
    loose, kinds, top, under, size = at
    if (above or below) and len(counts) - counts.count(0) < 2:
        for kind, number in enumerate(counts):
            above += bytes((kind + 1,)) * number
        above += below[::-1]
        lowest = above[-1]
        left = above.rstrip(bytes((lowest,)))
        counts = bytearray(kinds)
        counts[lowest - 1] = len(above) - len(left)
        above, below = left, bytearray()
    s[loose : loose + kinds] = counts
    s[top : top + size] = above + bytes(size - len(above))
    s[under : under + size] = below + bytes(size - len(below))


def segments_insert(s: bytearray, at: At, kind: int, number: int, place: int) -> None:
    """Put some cards of a kind at a place: below so many known cards on top, among the loose ones, or above others."""
    counts, above, below = _read(s, at)
    cards = bytes((kind + 1,)) * number
    if place == LOOSE:
        counts[kind] += number
    elif place < LOOSE:
        above[place:place] = cards
    else:
        below[place - LOOSE - 1 : place - LOOSE - 1] = cards
    _write(s, at, counts, above, below)


def segments_remove(s: bytearray, at: At, kind: int, number: int) -> None:
    """Take the topmost cards of a kind out."""
    if not s[at[2]] and not s[at[3]]:
        s[at[0] + kind] -= number
        return
    counts, above, below = _read(s, at)
    for _ in range(number):
        if kind + 1 in above:
            del above[above.index(kind + 1)]
        elif counts[kind]:
            counts[kind] -= 1
        else:
            del below[below.rindex(kind + 1)]
    _write(s, at, counts, above, below)


def segments_remove_below(s: bytearray, at: At, kind: int, number: int) -> None:
    """Take the lowest cards of a kind out."""
    counts, above, below = _read(s, at)
    for _ in range(number):
        if kind + 1 in below:
            del below[below.index(kind + 1)]
        elif counts[kind]:
            counts[kind] -= 1
        else:
            del above[above.rindex(kind + 1)]
    _write(s, at, counts, above, below)


def segments_mix(s: bytearray, at: At) -> None:
    """Nothing of the order is known any more."""
    counts, above, below = _read(s, at)
    for cell in above + below:
        counts[cell - 1] += 1
    _write(s, at, counts, bytearray(), bytearray())


def segments_pin(s: bytearray, at: At, kind: int, lowest: int) -> None:
    """The uppermost (or lowest) loose card is known to be of a kind."""
    counts, above, below = _read(s, at)
    counts[kind] -= 1
    (below if lowest else above).append(kind + 1)
    _write(s, at, counts, above, below)


def segments_swap(s: bytearray, at: At) -> None:
    """The known cards at both ends change places; of loose cards alone, either end is anything."""
    counts, above, below = _read(s, at)
    if not above and not below:
        return
    if len(counts) - counts.count(0) < 2:
        run = next(kind for kind, number in enumerate(counts) if number)
        above += bytes((run + 1,)) * counts[run]
        counts[run] = 0
        above[0], above[-1] = above[-1], above[0]
    else:
        above[0], below[0] = below[0], above[0]
    _write(s, at, counts, above, below)


def segments_places(s: bytes | bytearray, at: At, kind: int) -> Iterator[int]:
    """The places at which inserting a kind gives different sets of orders."""
    _, above, below = _read(s, at)
    for place in range(len(above)):
        if not place or above[place - 1] != kind + 1:
            yield place
    yield LOOSE
    for place in range(len(below)):
        if below[place] != kind + 1:
            yield LOOSE + 1 + place


def segments_top_orders(s: bytes | bytearray, at: At, number: int) -> Iterator[tuple[int, ...]]:
    """All distinct orders of the uppermost cards, at most so many, which must be known."""
    yield from list_orders(_known(s, at)[:number])


def _known(s: bytes | bytearray, at: At) -> list[int]:
    counts, above, _ = _read(s, at)
    cards = [cell - 1 for cell in above]
    if len(counts) - counts.count(0) == 1:
        cards += [kind for kind, cards_of_it in enumerate(counts) for _ in range(cards_of_it)]
    return cards


def segments_arrange(s: bytearray, at: At, order: tuple[int, ...]) -> None:
    """Give the uppermost cards, which must be known, an order."""
    counts, above, below = _read(s, at)
    for kind in _known(s, at)[len(above) : len(order)]:
        counts[kind] -= 1
    _write(s, at, counts, bytearray(kind + 1 for kind in order) + above[len(order) :], below)
