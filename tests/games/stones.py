"""The game of stones (stones.kit) enumerated without the engine: every point at which somebody has a real choice."""

from __future__ import annotations

from typing import NamedTuple

Announced = tuple[str, bool]
"""A card on the table and whether it is cancelled; the last one is the one that can be answered."""


class Stones(NamedTuple):
    heap: int
    turn: int
    fists: tuple[tuple[int, int], tuple[int, int]]
    table: tuple[Announced, ...]


def spend(state: Stones, seat: int, card: str) -> Stones:
    pebbles, flints = state.fists[seat]
    left = (pebbles - 1, flints) if card == "Pebble" else (pebbles, flints - 1)
    fists = (left, state.fists[1]) if seat == 0 else (state.fists[0], left)
    return state._replace(fists=fists, table=(*state.table, (card, False)))


def next_turn(state: Stones) -> Stones:
    return state._replace(turn=1 - state.turn)


def silence(state: Stones) -> Stones:
    """Nobody answers the last card: it takes effect unless it is cancelled, and the window around is open again."""
    *around, (card, cancelled) = state.table
    heap = state.heap
    if card == "Pebble" and not cancelled and heap >= 2:
        heap -= 2
    if card == "Flint" and not cancelled:
        heap += 1
        outer, was_cancelled = around[-1]
        around[-1] = (outer, not was_cancelled)
    after = state._replace(heap=heap, table=tuple(around))
    return after if around else next_turn(after)


def successors(state: Stones) -> list[Stones]:
    if state.table:
        return [spend(state, seat, "Flint") for seat in (0, 1) if state.fists[seat][1]] + [silence(state)]
    if state.heap == 0:
        return []
    throw = [spend(state, state.turn, "Pebble")] if state.fists[state.turn][0] else []
    return [*throw, next_turn(state._replace(heap=state.heap - 1))]


def enumerate_stones(heap: int = 4) -> tuple[int, int]:
    """How many points with a choice or without any (the ends) there are, and how many ways lead on from them."""
    waiting, seen, ways = [Stones(heap, 0, ((1, 1), (1, 1)), ())], set[Stones](), 0
    while waiting:
        state = waiting.pop()
        while len(after := successors(state)) == 1:
            (state,) = after
        if state not in seen:
            seen.add(state)
            ways += len(after)
            waiting += after
    return len(seen), ways
