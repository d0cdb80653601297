"""Ten-line models whose state counts are known from a formula, a textbook or a count by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from checker.model import Label, Model, State

Point = tuple[int, int]


@dataclass(frozen=True)
class Grid:
    """Two counters that only rise: width * height states, 2wh - w - h transitions, depth w + h - 2.

    Monitor 0: the far corner. Monitor 1: the diagonal point (1, 1). Monitor 2: never.
    """

    width: int
    height: int

    def initial(self) -> list[tuple[Point, int]]:
        return [((0, 0), 0)]

    def successors(self, state: Point) -> list[tuple[str, Point, int]]:
        x, y = state
        right = [("right", (x + 1, y), 0)] if x + 1 < self.width else []
        up = [("up", (x, y + 1), 0)] if y + 1 < self.height else []
        return right + up

    def hits(self, state: Point) -> int:
        return int(self.is_final(state)) | int(state == (1, 1)) << 1

    def is_final(self, state: Point) -> bool:
        return state == (self.width - 1, self.height - 1)


@dataclass(frozen=True)
class Jugs:
    """Measure 4 litres with jugs of 3 and 5 litres (Die Hard 3): 16 states, 96 transitions, the goal after 6 pourings.

    TLC's DieHard example gives the same 16 distinct states, and 97 generated ones with the start. Monitor 0: the goal.
    """

    def initial(self) -> list[tuple[Point, int]]:
        return [((0, 0), 0)]

    def successors(self, state: Point) -> list[tuple[str, Point, int]]:
        small, big = state
        up, down = min(small, 5 - big), min(big, 3 - small)
        return [
            ("fill small", (3, big), 0),
            ("fill big", (small, 5), 0),
            ("empty small", (0, big), 0),
            ("empty big", (small, 0), 0),
            ("small to big", (small - up, big + up), 0),
            ("big to small", (small + down, big - down), 0),
        ]

    def hits(self, state: Point) -> int:
        return int(state[1] == 4)

    def is_final(self, state: Point) -> bool:
        return False


@dataclass(frozen=True)
class Ring:
    """Processes 'i'dle, 'w'aiting or 'c'ritical around one token: size * 3 * 2 ** (size - 1) states, and no end.

    Only the holder of the token enters, and it passes the token on when idle or waiting, not when critical.
    Monitor 0: two processes are critical. Monitor 1: one is. With broken=True the token is not asked for.
    """

    size: int
    broken: bool = False

    def initial(self) -> list[tuple[tuple[int, str], int]]:
        return [((0, "i" * self.size), 0)]

    def successors(self, state: tuple[int, str]) -> list[tuple[Label, tuple[int, str], int]]:
        token, ring = state
        steps: list[tuple[Label, tuple[int, str], int]] = []
        for process, at in enumerate(ring):
            may = at != "w" or process == token or self.broken
            if may:
                after = ring[:process] + {"i": "w", "w": "c", "c": "i"}[at] + ring[process + 1 :]
                steps.append(((process, at), (token, after), 0))
        if ring[token] != "c":
            steps.append(("pass", ((token + 1) % self.size, ring), 0))
        return steps

    def hits(self, state: tuple[int, str]) -> int:
        critical = state[1].count("c")
        return int(critical > 1) | int(critical == 1) << 1

    def is_final(self, state: tuple[int, str]) -> bool:
        return False


@dataclass(frozen=True)
class Rho:
    """A road of `tail` steps into a circle of `circle` states, in which every step passes forced points.

    tail + circle states and as many transitions. Monitor 0: the circle's first state. Monitor 1: a forced point on
    the step that closes the circle.
    """

    tail: int
    circle: int

    def initial(self) -> list[tuple[int, int]]:
        return [(0, 0)]

    def successors(self, state: int) -> list[tuple[Label, int, int]]:
        closes = state == self.tail + self.circle - 1
        return [(f"from {state}", self.tail if closes else state + 1, int(closes) << 1)]

    def hits(self, state: int) -> int:
        return int(state == self.tail)

    def is_final(self, state: int) -> bool:
        return False


@dataclass(frozen=True)
class TwoLocks:
    """Two processes take the same two locks, in opposite orders, then release both: 13 states, one deadlock.

    A process is at 0 (no lock), 1 (its first), 2 (both) or 3 (released). Of the 16 pairs (1,2), (2,1), (2,2) are
    impossible, and in (1, 1) both wait for ever. Both in the same order: no deadlock, one state less.
    """

    same_order: bool = False

    def initial(self) -> list[tuple[Point, int]]:
        return [((0, 0), 0)]

    def successors(self, state: Point) -> list[tuple[str, Point, int]]:
        steps = []
        for process, at in enumerate(state):
            other = state[1 - process]
            next_lock = {0: {"x"}, 1: {"y"}} if process == 0 or self.same_order else {0: {"y"}, 1: {"x"}}
            first = "x" if process == 1 or self.same_order else "y"
            held = {0: set(), 1: {first}, 2: {"x", "y"}, 3: set()}[other]
            if at < 3 and not next_lock.get(at, set()) & held:
                after = (at + 1, other) if process == 0 else (other, at + 1)
                steps.append((f"{'AB'[process]} {('takes', 'takes', 'releases')[at]}", after, 0))
        return steps

    def hits(self, state: Point) -> int:
        return 0

    def is_final(self, state: Point) -> bool:
        return state == (3, 3)


@dataclass(frozen=True)
class Leap:
    """A frog on stones 0 to 6: 'hop' goes on by one stone, 'leap' by two, over a stone passed by force.

    7 states, 11 transitions. Monitor 0: stone 5 touched, hopped on or leapt over (3 labels: leaps over 1, 3 and 5).
    Monitor 1: stone 3 only when leapt over. Monitor 2: a point before the start. Stored, its forced points are
    the pairs ('over', stone): 12 states for the weighted search.
    """

    def initial(self) -> list[tuple[Label, int]]:
        return [(0, 4)]

    def successors(self, state: Label) -> list[tuple[Label, Label, int]]:
        assert isinstance(state, int)
        hop: list[tuple[Label, Label, int]] = [("hop", state + 1, 0)] if state < 6 else []
        leap: list[tuple[Label, Label, int]] = (
            [("leap", state + 2, self.hits(("over", state + 1)))] if state < 5 else []
        )
        return hop + leap

    def weighted_successors(self, state: Label) -> list[tuple[Label, Label, int, int]]:
        if isinstance(state, tuple):
            return [("land", state[1] + 1, 0, 0)]
        assert isinstance(state, int)
        hop: list[tuple[Label, Label, int, int]] = [("hop", state + 1, 1, 0)] if state < 6 else []
        leap: list[tuple[Label, Label, int, int]] = [("leap", ("over", state + 1), 1, 0)] if state < 5 else []
        return hop + leap

    def hits(self, state: Label) -> int:
        return int(state in (5, ("over", 5))) | int(state == ("over", 3)) << 1

    def is_final(self, state: Label) -> bool:
        return state == 6


@dataclass(frozen=True)
class Table:
    """Any finite model, written down: edges[state] lists the targets, labelled by their positions.

    masks[(source, position)] are the monitors on forced points, here[state] those of a state; starts are states.
    """

    edges: tuple[tuple[int, ...], ...]
    starts: tuple[int, ...] = (0,)
    here: tuple[tuple[int, int], ...] = ()
    masks: tuple[tuple[tuple[int, int], int], ...] = ()
    final: tuple[int, ...] = ()

    def initial(self) -> list[tuple[int, int]]:
        return [(start, 0) for start in self.starts]

    def successors(self, state: int) -> list[tuple[int, int, int]]:
        masks = dict(self.masks)
        return [(at, target, masks.get((state, at), 0)) for at, target in enumerate(self.edges[state])]

    def hits(self, state: int) -> int:
        return dict(self.here).get(state, 0)

    def is_final(self, state: int) -> bool:
        return state in self.final


@dataclass(frozen=True)
class UnitWeights(Generic[State]):
    """Any model, each step of which weighs 1."""

    model: Model[State]

    def initial(self) -> Sequence[tuple[State, int]]:
        return self.model.initial()

    def weighted_successors(self, state: State) -> list[tuple[Label, State, int, int]]:
        return [(label, target, 1, passed) for label, target, passed in self.model.successors(state)]

    def hits(self, state: State) -> int:
        return self.model.hits(state)

    def is_final(self, state: State) -> bool:
        return self.model.is_final(state)


@dataclass
class Watched(Generic[State]):
    """Any model, which writes down whose successors are asked for and interrupts when asked for the nth time."""

    model: Model[State]
    interrupt_at: int = -1

    def __post_init__(self) -> None:
        self.asked: list[State] = []

    def initial(self) -> Sequence[tuple[State, int]]:
        return self.model.initial()

    def successors(self, state: State) -> Sequence[tuple[Label, State, int]]:
        self.asked.append(state)
        if len(self.asked) == self.interrupt_at:
            raise KeyboardInterrupt
        return self.model.successors(state)

    def hits(self, state: State) -> int:
        return self.model.hits(state)

    def is_final(self, state: State) -> bool:
        return self.model.is_final(state)
