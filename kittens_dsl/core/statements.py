"""The statements of core: what a rule does, one closed verb each, with its place in the text."""

from __future__ import annotations

from typing import Literal as OneOf

from kittens_dsl.core.terms import ALWAYS, ANY_CARD, CardFilter, Condition, Kind, Number, Player, ZoneOf
from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import NOWHERE, Span

Body = tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """Who sees a card at a move, a look or a reveal: everyone, or the players listed (nobody if empty)."""

    everyone: bool = False
    players: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """Move `number` cards of one kind (fewer there: impossible duty); onto a pile: on top, or below all others."""

    number: Number
    kind: Kind
    source: ZoneOf
    target: ZoneOf
    sight: Sight = Sight()
    to_bottom: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class MoveEvery:
    """Move every card of a zone that passes the filter; none is fine."""

    filter: CardFilter
    source: ZoneOf
    target: ZoneOf
    sight: Sight = Sight()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Insert:
    """Put one card of a kind from a zone into a pile at any place that the chooser likes."""

    kind: Kind
    source: ZoneOf
    pile: ZoneOf
    chooser: Player
    sight: Sight = Sight()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class TakeTop:
    """Move the top (or the bottom) card of a pile to a zone and bind its kind; an empty pile is an impossible duty."""

    pile: ZoneOf
    target: ZoneOf
    variable: str
    sight: Sight = Sight()
    from_bottom: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class TurnCard:
    """Turn a card over where it lies; `variable` is the card as it lies then. A kind with one face stays as it is.

    Everyone sees a card that is turned face up.
    """

    kind: Kind
    zone: ZoneOf
    face_up: bool
    variable: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Rearrange:
    """A player sees the top cards of a pile, as many as there are up to a number, and puts them back in any order."""

    player: Player
    number: Number
    pile: ZoneOf
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class SwapEnds:
    """The top and the bottom card of a pile change places, unseen; with fewer than two cards nothing happens."""

    pile: ZoneOf
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ShufflePile:
    """Put a pile into a uniformly random order."""

    pile: ZoneOf
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class LookAtTop:
    """A player sees the top cards of a pile, as many as there are up to a number; their order stays."""

    player: Player
    number: Number
    pile: ZoneOf
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class LookAtZone:
    """Some players (or everyone) see every card of a zone."""

    sight: Sight
    zone: ZoneOf
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """A player chooses one card of a zone that passes the filter; the kind is bound. None there: impossible duty."""

    chooser: Player
    zone: ZoneOf
    variable: str
    filter: CardFilter = ANY_CARD
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ChanceCard:
    """Chance picks one card of a zone, uniform over physical cards; the kind is bound. None there: impossible duty.

    itself: only the zone itself is meant, not the zones that are part of it.
    """

    zone: ZoneOf
    variable: str
    itself: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ChoosePlayer:
    """A player chooses a living player for whom the condition (over `variable`) holds. Nobody: impossible duty."""

    chooser: Player
    variable: str
    condition: Condition = ALWAYS
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Option:
    """One way out of a choice: the words, when it is open, what it does; plays=True stands for every legal play."""

    words: str
    guard: Condition
    body: Body
    plays: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ChooseOne:
    """A player picks one open option. at_rest marks the points at which no action is being resolved."""

    chooser: Player
    options: tuple[Option, ...]
    at_rest: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class SetCounter:
    """A counter becomes, grows by or falls by a number; leaving its declared range is a fault."""

    counter: str
    owner: Player | None
    operator: OneOf["becomes", "grows", "falls"]
    number: Number
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class SetStatus:
    """A player (or the table) gains or loses a status."""

    status: str
    owner: Player | None
    on: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PassToken:
    """A token of the table (owner None) or of a player goes to a player."""

    token: str
    player: Player
    owner: Player | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ReverseSeats:
    """The seat order turns round."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Raise:
    """An event is offered and, unless replaced or forbidden, happens. The card lies in the event's declared zone."""

    event: str
    subject: Player
    other: Player | None = None
    kind: Kind | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PlayOut:
    """A player plays one card, shown in the zone from which cards are played, as the rules of its kind say.

    Where none of them lets the player, the body happens instead.
    """

    player: Player
    kind: Kind
    otherwise: Body
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """One of two bodies, by a condition. `asked`: what an impartial referee is asked aloud, who knows the answer."""

    condition: Condition
    then: Body
    otherwise: Body = ()
    asked: str | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Under:
    """One body for each reading of an ambiguity, all readings covered."""

    ambiguity: str
    arms: tuple[tuple[str, Body], ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Repeat:
    """The body again and again until the condition holds at its beginning (forever if the condition is never true)."""

    until: Condition
    body: Body
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ForEach:
    """The body for each living player with the condition, in seat order from the start player (included)."""

    variable: str
    start: Player
    condition: Condition
    body: Body
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """The cards of the play that is being announced go from the player's hand to a zone."""

    target: ZoneOf
    sight: Sight = Sight(everyone=True)
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class OpenWindow:
    """Any number of responses, in any order, until nobody answers; cancelled or not is then known of the play."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Pause:
    """Anyone may play what can be played between actions, until nobody does."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CarryOut:
    """The effect of the play in progress happens."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CancelPlay:
    """A response cancels the play that it answers (or restores it, if it was cancelled)."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class LeaveGame:
    """A player leaves the game."""

    player: Player
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class WinGame:
    """The game is over at once and won by a player."""

    player: Player
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """Setup: each player in turn (or the table) gets a random hand of cards; a scope may say how many."""

    number: Number
    source: ZoneOf
    target: str
    to_table: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """The texts have no answer here: the play stops and the report says the words."""

    words: str
    span: Span = field(default=NOWHERE, compare=False)


Statement = (
    Move
    | MoveEvery
    | Insert
    | TakeTop
    | TurnCard
    | Rearrange
    | SwapEnds
    | ShufflePile
    | LookAtTop
    | LookAtZone
    | ChooseCard
    | ChanceCard
    | ChoosePlayer
    | ChooseOne
    | SetCounter
    | SetStatus
    | PassToken
    | ReverseSeats
    | Raise
    | PlayOut
    | If
    | Under
    | Repeat
    | ForEach
    | MovePlayed
    | OpenWindow
    | Pause
    | CarryOut
    | CancelPlay
    | LeaveGame
    | WinGame
    | Deal
    | Fault
)
