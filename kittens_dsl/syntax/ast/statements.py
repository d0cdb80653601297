"""Statements as written: one closed verb frame each, or the invocation of an event that the file declares."""

from __future__ import annotations

from typing import Literal as OneOf

from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import NOWHERE, Span
from kittens_dsl.syntax.ast.phrases import Condition, Filters, Noun, Phrase
from kittens_dsl.syntax.ast.words import Word

Block = tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """`seen by everyone`, `seen by nobody`, `seen by P and Q`."""

    everyone: bool = False
    players: tuple[Noun, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


UNSAID = Sight()


@dataclass(frozen=True, slots=True)
class MoveEvery:
    """`move every card of Z to Z` with filters, or (`card` given) `move every "K" from Z to Z`."""

    card: Word | None
    source: Noun
    filters: Filters
    target: Noun
    sight: Sight
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class MoveNumber:
    """`move N "K" from Z to Z`, `move N of the X from Z to Z`; `called` of a single card."""

    number: Phrase
    card: Word | Noun
    source: Noun
    target: Noun
    sight: Sight
    called: Word | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class MoveCard:
    """`move the X to Z`."""

    card: Noun
    target: Noun
    sight: Sight
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """`move the played cards to Z`."""

    target: Noun
    sight: Sight
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Insert:
    """`put the X into Z at any place P chooses`."""

    card: Noun
    pile: Noun
    chooser: Noun
    sight: Sight
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PutOnPile:
    """`put the X on top of Z`, `put the X at the bottom of Z`."""

    card: Noun
    pile: Noun
    sight: Sight
    to_bottom: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class TakeTop:
    """`take the top card of Z to Z, called X`, `take the bottom card of Z to Z, called X`."""

    pile: Noun
    target: Noun
    name: Word | None
    sight: Sight
    from_bottom: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class TurnCard:
    """`turn the X face up`, `turn the X face down`."""

    card: Noun
    face_up: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Rearrange:
    """`P rearranges the top N cards of Z`."""

    player: Noun
    number: Phrase
    pile: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`shuffle Z`, `swap the top and the bottom card of Z`."""

    pile: Noun
    swaps_ends: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class LookAtTop:
    """`P looks at the top N cards of Z`."""

    player: Noun
    number: Phrase
    pile: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class LookAtZone:
    """`P looks at Z`; player None is `everyone`."""

    player: Noun | None
    zone: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """`P chooses a card of Z, called X`, with filters."""

    chooser: Noun
    zone: Noun
    filters: Filters
    name: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ChanceCard:
    """`chance picks a card of Z, called X`; `of Z itself`, without the zones that are part of it."""

    zone: Noun
    name: Word
    itself: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ChoosePlayer:
    """`P chooses a player, called X`, `P chooses another player, called X`, maybe `for whom C`."""

    chooser: Noun
    another: bool
    name: Word
    condition: Condition | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class SetCounter:
    """`the X of P becomes N`, `grows by N`, `falls by N`."""

    counter: Noun
    operator: OneOf["becomes", "grows", "falls"]
    number: Phrase
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class SetStatus:
    """`P is X`, `P is no longer X`."""

    owner: Noun
    status: Word
    on: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PassToken:
    """`the X goes to P`."""

    token: Noun
    player: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Invoke:
    """`P VERB a NOUN with the X on P`: an event is raised; `phrase` is its verb, in either person, and its noun."""

    subject: Noun
    phrase: Word
    card: Noun | None
    other: Noun | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Plain:
    """A statement without arguments."""

    verb: OneOf["reverse", "open window", "carry out", "pause", "cancel play", "nothing"]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class LeaveGame:
    """`P leaves the game`."""

    player: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class WinGame:
    """`the game is won by P`; `game` is whatever noun stands before the verb."""

    game: Noun
    player: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal N cards from Z to each X`, with the name of a zone of players; `deal N cards from Z to Z`."""

    number: Phrase
    source: Noun
    target: Word | Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """`no rule covers "words"`."""

    words: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Option:
    """`to WORDS, if C` and its block; no block if the words name the event of playing."""

    words: Word
    guard: Condition | None
    block: Block | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ChooseOne:
    """`P chooses one` and its options; `at rest` where no action is being resolved."""

    chooser: Noun
    options: tuple[Option, ...]
    at_rest: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class May:
    """`P may WORDS, if C` and its block."""

    chooser: Noun
    option: Option
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Show:
    """`show X to everyone`: the card stays where it lies."""

    card: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PlayOut:
    """`play out X, or else`: it is played as the rules of its card say; the block, if none of them lets you."""

    card: Noun
    otherwise: Block
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """`if C then` and its block, maybe `otherwise` and another."""

    condition: Condition
    then: Block
    otherwise: Block
    asked: Word | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat until C` and its block; None is `repeat` for ever."""

    until: Condition | None
    block: Block
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ForEach:
    """`each player, in turn order from P, for whom C` and its block."""

    start: Noun
    condition: Condition | None
    block: Block
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class UnderBlock:
    """`under R of A` and its block."""

    reading: Word
    ambiguity: Word
    block: Block
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class UnderSame:
    """`under R same as R2`, `under R of A same as R2`."""

    reading: Word
    ambiguity: Word | None
    same_as: Word
    span: Span = field(default=NOWHERE, compare=False)


Statement = (
    MoveEvery
    | MoveNumber
    | MoveCard
    | MovePlayed
    | Insert
    | PutOnPile
    | TakeTop
    | TurnCard
    | Rearrange
    | Shuffle
    | LookAtTop
    | LookAtZone
    | Show
    | PlayOut
    | ChooseCard
    | ChanceCard
    | ChoosePlayer
    | SetCounter
    | SetStatus
    | PassToken
    | Invoke
    | Plain
    | LeaveGame
    | WinGame
    | Deal
    | Fault
    | ChooseOne
    | May
    | If
    | Repeat
    | ForEach
    | UnderBlock
    | UnderSame
)
