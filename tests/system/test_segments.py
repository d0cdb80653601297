"""Law: every verb on a pile in segments does to the set of orders that a state stands for what it does to an order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations, product

import pytest

from checker.machine import segments as verbs
from checker.system.points import LOOSE

KINDS = 3
SIZE = 6
AT = (0, KINDS, KINDS, KINDS + SIZE, SIZE)
Cards = tuple[int, ...]


def make(above: Cards, loose: Cards, below: Cards) -> bytearray:
    """A pile in segments, in canonical form; the cards below are given from the top."""
    s = bytearray(KINDS + 2 * SIZE)
    for kind in loose:
        verbs.segments_insert(s, AT, kind, 1, LOOSE)
    for kind in below:
        verbs.segments_insert(s, AT, kind, 1, LOOSE + 1)
    for kind in reversed(above):
        verbs.segments_insert(s, AT, kind, 1, 0)
    return s


def parts(s: bytearray) -> tuple[Cards, Cards, Cards]:
    above, below = ([cell - 1 for cell in s[start : start + SIZE] if cell] for start in AT[2:4])
    loose = tuple(kind for kind in range(KINDS) for _ in range(s[kind]))
    return tuple(above), loose, tuple(below[::-1])


def orders(s: bytearray) -> set[Cards]:
    above, loose, below = parts(s)
    return {above + order + below for order in permutations(loose)}


def _sequences(longest: int) -> Iterable[Cards]:
    return (one for length in range(longest + 1) for one in product(range(KINDS), repeat=length))


STATES = {
    bytes(make(above, loose, below))
    for above in _sequences(2)
    for below in _sequences(1)
    for loose in _sequences(3)
    if list(loose) == sorted(loose)
}


def after(state: bytes, change: Callable[[bytearray], None]) -> set[Cards]:
    s = bytearray(state)
    change(s)
    return orders(s)


def without(order: Cards, place: int) -> Cards:
    return order[:place] + order[place + 1 :]


def test_there_are_many_states_and_no_two_stand_for_the_same_orders() -> None:
    assert len(STATES) > 200
    assert len({frozenset(orders(bytearray(state))) for state in STATES}) == len(STATES)


def test_a_pile_without_known_cards_is_its_counts() -> None:
    for loose in _sequences(3):
        assert parts(make((), loose, ())) == ((), tuple(sorted(loose)), ())


@pytest.mark.parametrize("kind", range(KINDS))
def test_a_card_put_on_top_or_at_the_bottom_lies_there(kind: int) -> None:
    for state in STATES:
        here = orders(bytearray(state))
        assert after(state, lambda s: verbs.segments_insert(s, AT, kind, 1, 0)) == {(kind, *one) for one in here}
        lowest = after(state, lambda s: verbs.segments_insert(s, AT, kind, 1, LOOSE + 1))
        assert lowest == {(*one, kind) for one in here}


@pytest.mark.parametrize("kind", range(KINDS))
def test_the_free_places_are_all_places(kind: int) -> None:
    for state in STATES:
        s = bytearray(state)
        found = [
            after(state, lambda t, p=place: verbs.segments_insert(t, AT, kind, 1, p))  # type: ignore[misc]  # bound by a default
            for place in verbs.segments_places(s, AT, kind)
        ]
        places = {(*one[:place], kind, *one[place:]) for one in orders(s) for place in range(len(one) + 1)}
        assert set().union(*found) == places
        assert len({frozenset(one) for one in found}) == len(found)


@pytest.mark.parametrize("kind", range(KINDS))
def test_the_topmost_or_the_lowest_card_of_a_kind_leaves(kind: int) -> None:
    for state in STATES:
        here = orders(bytearray(state))
        if all(kind in one for one in here):
            assert after(state, lambda s: verbs.segments_remove(s, AT, kind, 1)) == {
                without(one, one.index(kind)) for one in here
            }
            assert after(state, lambda s: verbs.segments_remove_below(s, AT, kind, 1)) == {
                without(one, len(one) - 1 - one[::-1].index(kind)) for one in here
            }


def test_a_shuffle_makes_all_orders_possible() -> None:
    for state in STATES:
        cards = sum(parts(bytearray(state)), ())
        assert after(state, lambda s: verbs.segments_mix(s, AT)) == set(permutations(cards))


@pytest.mark.parametrize("lowest", [0, 1])
def test_a_loose_card_that_is_found_out_leaves_the_orders_with_it_there(lowest: int) -> None:
    for state in STATES:
        above, loose, below = parts(bytearray(state))
        for kind in set(loose):
            place = -1 - len(below) if lowest else len(above)
            found = after(state, lambda s, k=kind: verbs.segments_pin(s, AT, k, lowest))  # type: ignore[misc]  # bound by a default
            assert found == {one for one in orders(bytearray(state)) if one[place] == kind}


def test_known_ends_change_places() -> None:
    for state in STATES:
        above, loose, below = parts(bytearray(state))
        here = orders(bytearray(state))
        if (above and below) or len(here) == 1 or not (above or below):
            swapped = {(one[-1], *one[1:-1], one[0]) if len(one) > 1 else one for one in here}
            assert after(state, lambda s: verbs.segments_swap(s, AT)) == swapped, (above, loose, below)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_known_cards_on_top_get_any_order(number: int) -> None:
    for state in STATES:
        above, here = parts(bytearray(state))[0], orders(bytearray(state))
        if (len(above) >= number or len(here) == 1) and all(len(one) > number for one in here):
            found: set[Cards] = set()
            for order in verbs.segments_top_orders(bytearray(state), AT, number):
                found |= after(state, lambda s, o=order: verbs.segments_arrange(s, AT, o))  # type: ignore[misc]  # bound by a default
            assert found == {order + one[number:] for one in here for order in permutations(one[:number])}
