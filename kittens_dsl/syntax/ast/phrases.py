"""Nouns, numbers and conditions as written; whether `the pile` is a zone or a player is found out at elaboration."""

from __future__ import annotations

from typing import Literal as OneOf

from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import NOWHERE, Span
from kittens_dsl.syntax.ast.words import Digits, Word


@dataclass(frozen=True, slots=True)
class You:
    """`you`: the player whose rule it is."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class They:
    """`they`, `them`: the player of the loop or of the quantifier around it."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class TheName:
    """`the X`, or a bare `X` in a scene."""

    name: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Holder:
    """`the X holder`, `the holder of P's X`: who has a token."""

    token: Word
    owner: Noun | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PlayerAfter:
    """`the player after P`."""

    player: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PlayerNumber:
    """`player N`, counted from 1."""

    number: Digits
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class TheTable:
    """`the table`, the owner of what belongs to nobody."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ThisCard:
    """`this card`: the card in whose block the rule stands."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """`the played card`: the name that the cards of the play share."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class NamedCard:
    """`the named card`: the name that was called when the cards were played."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Owned:
    """`the X of P`, `P's X`, `your X`, `their X`."""

    name: Word
    owner: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class EveryPlace:
    """`every X`: the zones of all seats together."""

    name: Word
    span: Span = field(default=NOWHERE, compare=False)


Noun = (
    You
    | They
    | TheName
    | Holder
    | PlayerAfter
    | PlayerNumber
    | TheTable
    | ThisCard
    | PlayedCard
    | NamedCard
    | Owned
    | EveryPlace
)


@dataclass(frozen=True, slots=True)
class OtherThan:
    """`other than "K"`."""

    card: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class BesidesPlayed:
    """`besides the played cards`."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ThatIs:
    """`that is a TRAIT`, or (positive False) `that is not a TRAIT`."""

    trait: Word
    positive: bool
    span: Span = field(default=NOWHERE, compare=False)


Filter = OtherThan | BesidesPlayed | ThatIs
Filters = tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class PlayersAtTable:
    """`the number of players`."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PlayersLeft:
    """`the number of players left`."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PlayersSuch:
    """`the number of players for whom (C)`."""

    condition: Condition
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CountCards:
    """`the number of cards in Z`, with filters."""

    place: Noun
    filters: Filters
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CountKind:
    """`the number of "K" in Z`."""

    card: Word
    place: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`A plus B`, `A minus B`, `the smaller of A and B`, `the greater of A and B`."""

    operator: OneOf["plus", "minus", "smaller", "greater"]
    left: Phrase
    right: Phrase
    span: Span = field(default=NOWHERE, compare=False)


Number = Digits | PlayersAtTable | PlayersLeft | PlayersSuch | CountCards | CountKind | Arithmetic
Phrase = Noun | Number


@dataclass(frozen=True, slots=True)
class IsEmpty:
    """`is empty`."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class IsKind:
    """`is a "K"`."""

    card: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class IsOne:
    """`is a TRAIT`."""

    trait: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class IsWord:
    """`is STATUS`, `is TRAIT`, `is cancelled`."""

    word: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class IsFaceUp:
    """`is face up`, of a card."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class IsInGame:
    """`is in the game` (True) or `is out of the game` (False)."""

    inside: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class IsWon:
    """`is won`."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class IsWith:
    """`is with P`, of a token."""

    player: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Compares:
    """`is X`, `is at least X`, `is at most X`, `is less than X`, `is more than X`; `is X` is said of players too."""

    relation: OneOf["is", "at least", "at most", "less than", "more than"]
    right: Phrase
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class HasKinds:
    """`has a "K"`, `has "K", "L"`; `from the top` if the order is meant."""

    cards: tuple[Word, ...]
    from_top: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class HasCard:
    """`has a card`, with filters."""

    filters: Filters
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class HasNoun:
    """`has the named card`."""

    card: Noun
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class HasSeen:
    """`has seen "K"`."""

    card: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class HasWon:
    """`has won`."""

    span: Span = field(default=NOWHERE, compare=False)


Predicate = (
    IsEmpty
    | IsKind
    | IsOne
    | IsWord
    | IsFaceUp
    | IsInGame
    | IsWon
    | IsWith
    | Compares
    | HasKinds
    | HasCard
    | HasNoun
    | HasSeen
    | HasWon
)


@dataclass(frozen=True, slots=True)
class Test:
    """A predicate of a noun or a number, or (positive False) its opposite."""

    subject: Phrase
    predicate: Predicate
    positive: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PaidWith:
    """`the played cards have a K`."""

    card: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class UnderReading:
    """`under R of A`."""

    reading: Word
    ambiguity: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Every:
    """`C and D`."""

    parts: tuple[Condition, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Either:
    """`C or D`."""

    parts: tuple[Condition, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Negation:
    """`not C`."""

    part: Condition
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Implies:
    """`if C then D`."""

    left: Condition
    right: Condition
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Satisfies:
    """`each player satisfies C`, `each seat satisfies C` (those who are out too), `some player satisfies C`."""

    quantifier: OneOf["each", "seat", "some"]
    condition: Condition
    span: Span = field(default=NOWHERE, compare=False)


Condition = Test | PaidWith | UnderReading | Every | Either | Negation | Implies | Satisfies
