"""The expressions of core: players, kinds of card, zones, numbers and conditions; names resolved, readings symbolic."""

from __future__ import annotations

from typing import Literal as OneOf

from kittens_dsl.records import dataclass


# ---- players -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PlayerVariable:
    """A player bound by the rule: `you`, `target`, `actor`, a loop variable or a `called` name."""

    name: str


@dataclass(frozen=True, slots=True)
class TokenHolder:
    """The player who holds a token of the table (owner None), such as the one whose turn it is, or of a player."""

    token: str
    owner: Player | None = None


@dataclass(frozen=True, slots=True)
class PlayerAfter:
    """The next living player after another one in the current seat order (the same one if nobody else lives)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Seat:
    """A fixed seat, counted from 0; used by setup, scenes and properties only."""

    index: int


Player = PlayerVariable | TokenHolder | PlayerAfter | Seat


# ---- kinds of card and zones -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class KindName:
    """A kind of card by its printed name."""

    name: str


@dataclass(frozen=True, slots=True)
class KindVariable:
    """A kind of card bound by a choice, a chance, a draw or an announcement."""

    name: str


Kind = KindName | KindVariable


@dataclass(frozen=True, slots=True)
class ZoneOf:
    """One zone: of a player (owner given) or of the table (owner None)."""

    zone: str
    owner: Player | None


@dataclass(frozen=True, slots=True)
class CardFilter:
    """Which cards of a zone are meant: kinds None = any; besides_played leaves the cards of this very play out."""

    kinds: tuple[str, ...] | None = None
    besides_played: bool = False


ANY_CARD = CardFilter()


# ---- numbers -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Literal:
    """A fixed number."""

    value: int


@dataclass(frozen=True, slots=True)
class CounterOf:
    """The value of a counter of a player or of the table."""

    counter: str
    owner: Player | None


@dataclass(frozen=True, slots=True)
class CountCards:
    """How many cards of a zone pass a filter (or are of the kind of a variable)."""

    zone: ZoneOf
    filter: CardFilter = ANY_CARD
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class PlayersAtTable:
    """The number of players who started the game."""


@dataclass(frozen=True, slots=True)
class PlayersLeft:
    """The number of players still in the game."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Linear arithmetic: plus, minus, the smaller or the greater of two numbers."""

    operator: OneOf["plus", "minus", "smaller", "greater"]
    left: Number
    right: Number


@dataclass(frozen=True, slots=True)
class SumOverPlayers:
    """The sum of a number over all seats, the dead included (properties only)."""

    variable: str
    number: Number


@dataclass(frozen=True, slots=True)
class CountPlayers:
    """How many living players satisfy a condition (properties only)."""

    variable: str
    condition: Condition


Number = Literal | CounterOf | CountCards | PlayersAtTable | PlayersLeft | Arithmetic | SumOverPlayers | CountPlayers


# ---- conditions --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Truth:
    """Always or never true."""

    value: bool


@dataclass(frozen=True, slots=True)
class Compare:
    """Two numbers compared."""

    operator: OneOf["=", "<", "<="]
    left: Number
    right: Number


@dataclass(frozen=True, slots=True)
class IsKind:
    """A kind of card is one of the named ones."""

    kind: Kind
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SamePlayer:
    """Two players are the same."""

    left: Player
    right: Player


@dataclass(frozen=True, slots=True)
class HasStatus:
    """A player (or the table, owner None) has a status."""

    status: str
    owner: Player | None


@dataclass(frozen=True, slots=True)
class InGame:
    """A player has not left the game."""

    player: Player


@dataclass(frozen=True, slots=True)
class ReadingChosen:
    """The table fixes this reading of an ambiguity."""

    ambiguity: str
    reading: str


@dataclass(frozen=True, slots=True)
class PaidWith:
    """A card of one of the kinds is among the cards of the play."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayHasTrait:
    """The play that is being announced or answered has a trait."""

    trait: str


@dataclass(frozen=True, slots=True)
class PlayCancelled:
    """The play in progress has been cancelled by its response window."""


@dataclass(frozen=True, slots=True)
class GameWon:
    """The game is over: somebody has won (properties only)."""


@dataclass(frozen=True, slots=True)
class HasWon:
    """The game is over and this player has won it (properties only)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Every:
    """All of the conditions hold."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of the conditions holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Negation:
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class EachPlayer:
    """Every living player satisfies the condition; with `dead_too` those who have left the game as well."""

    variable: str
    condition: Condition
    dead_too: bool = False


@dataclass(frozen=True, slots=True)
class SomePlayer:
    """Some living player satisfies the condition."""

    variable: str
    condition: Condition


Condition = (
    Truth
    | Compare
    | IsKind
    | SamePlayer
    | HasStatus
    | InGame
    | ReadingChosen
    | PaidWith
    | PlayHasTrait
    | PlayCancelled
    | GameWon
    | HasWon
    | Every
    | Either
    | Negation
    | EachPlayer
    | SomePlayer
)
ALWAYS = Truth(True)
