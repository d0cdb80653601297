"""The instructions of the System: integer expressions, conditions, straight-line instructions, how a segment ends.

Players are seats 0.., kinds are numbers 0.., yes and no are 1 and 0. A segment is a tree: instructions, then one
ending; a `Branch` ending has two trees. Machine, native, smt and export print these and nothing else.
"""

from __future__ import annotations

from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an instruction comes from: the rule (or setup step), its clauses, and the place in the text."""

    rule: str
    clauses: tuple[str, ...] = ()
    span: Span = NOWHERE


UNKNOWN = Origin("")


# ---- expressions ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Constant:
    """A fixed integer."""

    value: int


@dataclass(frozen=True, slots=True)
class Local:
    """A variable of the segment or of a frame."""

    name: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of the state: an array and an index for each of its dimensions."""

    array: str
    indices: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """`+`, `-`, `min` or `max` of two expressions."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of several expressions."""

    terms: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class NextPlayer:
    """The next living seat after a seat in the current direction; the seat itself if no other lives."""

    player: Expression


@dataclass(frozen=True, slots=True)
class SeatFrom:
    """The seat that is `steps` places on from a seat in the current direction, the dead counted."""

    start: Expression
    steps: Expression


Expression = Constant | Local | Cell | Operation | Total | NextPlayer | SeatFrom


# ---- conditions ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Known:
    """Always or never true."""

    value: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """`==`, `<` or `<=` between two expressions."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class IsOneOf:
    """An expression has one of these values."""

    expression: Expression
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conjunction:
    """Every condition holds."""

    conditions: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Disjunction:
    """Some condition holds."""

    conditions: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Negated:
    """The condition does not hold."""

    condition: Test


@dataclass(frozen=True, slots=True)
class IsOver:
    """The game is over (asked by properties only)."""


Test = Known | Comparison | IsOneOf | Conjunction | Disjunction | Negated | IsOver


# ---- instructions --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Place:
    """One zone of the state: its array and, for a zone of a player, whose; and the zones that are part of it.

    Instructions are about the zone itself; lowering makes one for each part.
    """

    zone: str
    owner: Expression | None = None
    parts: tuple[str, ...] = ()

    @property
    def pieces(self) -> tuple[Place, ...]:
        """The zone itself, then each of its parts."""
        return tuple(Place(zone, self.owner) for zone in (self.zone, *self.parts))


@dataclass(frozen=True, slots=True)
class Watchers:
    """Who sees something: everyone, or the seats listed."""

    everyone: bool = False
    seats: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Transfer:
    """Move `count` cards of one kind between zones.

    Into a pile with cells: on top, or at `position` (a place as its domain `Positions` names it) if given, or at the
    bottom with `to_bottom`. `anywhere`: the place was free to choose, so that in a bag nothing of the order is settled.
    `from_bottom`: out of such a pile, the lowest cards of the kind.
    """

    count: Expression
    kind: Expression
    source: Place
    target: Place
    watchers: Watchers
    position: Expression | None = None
    anywhere: bool = False
    from_bottom: bool = False
    to_bottom: bool = False
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """One card of a kind becomes one of another kind where it lies, not in cells: it shows its other face."""

    kind: Expression
    face: Expression
    place: Place
    watchers: Watchers
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class TransferAll:
    """Move every card of the listed kinds between zones."""

    kinds: tuple[int, ...]
    source: Place
    target: Place
    watchers: Watchers
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class TransferHand:
    """Setup: move the multiset that a chance domain bound to a local (a count for each kind)."""

    hand: str
    source: Place
    target: Place
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class Arrange:
    """A pile, or its uppermost cards, get the order that a domain bound to a local."""

    pile: str
    order: str
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class Mix:
    """A pile that is not kept in order is shuffled: its counts stay, everything known of its order is gone."""

    pile: str
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class Loosen:
    """A whole pile in segments may come to lie in any order that somebody likes: nothing of it is known."""

    pile: str
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class Pin:
    """A card of the loose cards of a pile in segments turns out to be the uppermost (or the lowest) of them."""

    pile: str
    kind: Expression
    lowest: bool = False
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class SwapEnds:
    """The top and the bottom card of a pile change places; both must be known, unless all cards are loose."""

    pile: str
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class PeekTop:
    """Bind the kind on top (or at the bottom) of a pile that is not empty, where it is known, to a local."""

    pile: str
    local: str
    from_bottom: bool = False
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class Assign:
    """A field of the state gets a value."""

    cell: Cell
    value: Expression
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class Bind:
    """A local gets a value."""

    local: str
    value: Expression


@dataclass(frozen=True, slots=True)
class ObserveTop:
    """Someone sees the top cards of a pile."""

    watchers: Watchers
    pile: str
    number: Expression
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class ObserveZone:
    """Someone sees every card of a zone."""

    watchers: Watchers
    place: Place
    origin: Origin = field(default=UNKNOWN, compare=False)


@dataclass(frozen=True, slots=True)
class Fired:
    """A rule, an option or one arm of a guard has come to pass (coverage)."""

    number: int


Instruction = (
    Transfer
    | Turn
    | TransferAll
    | TransferHand
    | Arrange
    | Mix
    | Loosen
    | Pin
    | SwapEnds
    | PeekTop
    | Assign
    | Bind
    | ObserveTop
    | ObserveZone
    | Fired
)


# ---- how a segment ends --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Branch:
    """One of two trees, by a condition."""

    condition: Test
    then: Tree
    otherwise: Tree


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on at a block; its other parameters are the locals of the same name."""

    block: int
    bindings: tuple[tuple[str, Expression], ...] = ()


@dataclass(frozen=True, slots=True)
class Wait:
    """Push the frame of a location where somebody decides."""

    location: int


@dataclass(frozen=True, slots=True)
class Call:
    """Push the frame of a location that waits for its callee, then go on at the callee's block."""

    block: int
    bindings: tuple[tuple[str, Expression], ...]
    resume: int


@dataclass(frozen=True, slots=True)
class Return:
    """Go on at the location of the frame on top."""


@dataclass(frozen=True, slots=True)
class Win:
    """The game is over; the agenda is dropped."""

    player: Expression


@dataclass(frozen=True, slots=True)
class Stop:
    """The play stops at a fault; the agenda is dropped."""

    fault: int


Ending = Branch | Jump | Wait | Call | Return | Win | Stop


@dataclass(frozen=True, slots=True)
class Tree:
    """Straight-line instructions and one ending."""

    instructions: tuple[Instruction, ...]
    ending: Ending
