"""Blocks and locations: pieces of segments by number, and the points where somebody decides or a caller waits."""

from __future__ import annotations

from checker.system.ir import UNKNOWN, Expression, Origin, Place, Test, Tree
from kittens_dsl.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a segment with a number; `parameters` are the locals it reads."""

    number: int
    name: str
    parameters: tuple[str, ...]
    tree: Tree


@dataclass(frozen=True, slots=True)
class Values:
    """A domain of fixed integers."""

    values: tuple[int, ...]


LOOSE = 128
"""The place of a pile in segments that stands for all places among its loose cards."""


@dataclass(frozen=True, slots=True)
class Positions:
    """The places of a pile at which inserting a kind gives different orders.

    In order: 0 (on top) to the size. In segments: 0 to the known cards on top, LOOSE, and LOOSE + 1 on: how many known
    cards lie below.
    """

    pile: str
    kind: Expression


@dataclass(frozen=True, slots=True)
class Orders:
    """All distinct orders of an ordered pile (sequences of kinds from the top)."""

    pile: str


@dataclass(frozen=True, slots=True)
class TopOrders:
    """All distinct orders of the top cards, at most `number`, of a pile where these are known: kinds from the top."""

    pile: str
    number: int


@dataclass(frozen=True, slots=True)
class Hands:
    """All distinct multisets of `number` cards of a zone, each a count for every kind."""

    place: Place
    number: int


Domain = Values | Positions | Orders | TopOrders | Hands


@dataclass(frozen=True, slots=True)
class Choice:
    """One family of labels of a location: nested binders, a guard, a chance weight, and what follows.

    owner: an expression (a seat), or a Constant CHANCE or NOBODY. words: constants, or names of binders and locals.
    """

    verb: str
    owner: Expression
    words: tuple[Word, ...]
    binders: tuple[tuple[str, Domain], ...]
    guard: Test
    weight: Expression | None
    then: Tree
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class Text:
    """A fixed word of a label."""

    text: str


@dataclass(frozen=True, slots=True)
class KindWord:
    """A word of a label: the kind that an expression gives."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class NumberWord:
    """A word of a label: a seat or a place."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class KindsWord:
    """A word of a label: several kinds, or (by `local`) the sequence that a chance domain bound."""

    expressions: tuple[Expression, ...] = ()
    local: str | None = None
    is_counts: bool = False


@dataclass(frozen=True, slots=True)
class Missing:
    """A word that this label does not have."""


Word = Text | KindWord | NumberWord | KindsWord | Missing


@dataclass(frozen=True, slots=True)
class Location:
    """A frame on the agenda: a decision (choices) or a caller that waits (resume). `saved` are its live locals."""

    number: int
    name: str
    saved: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    resume: Tree | None = None
    at_rest: bool = False
    in_setup: bool = False
    origin: Origin = field(default=UNKNOWN, compare=False)
