"""Declarations as written: what stands at the left margin of a file, and the rules inside cards."""

from __future__ import annotations

from typing import Literal as OneOf

from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import NOWHERE, Span
from kittens_dsl.syntax.ast.phrases import Condition
from kittens_dsl.syntax.ast.scenes import Property, Scene, SceneHead, Template
from kittens_dsl.syntax.ast.statements import Block
from kittens_dsl.syntax.ast.words import Digits, Word

Cites = tuple[Word, ...]
Seer = OneOf["owner", "everyone", "nobody"]
Target = OneOf["none", "other", "any"]


@dataclass(frozen=True, slots=True)
class BoxSource:
    """A text that a box was written from."""

    number: Word
    words: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Box:
    """`box NAME "title" for A to B players`: a box starts here, and what follows belongs to it."""

    name: Word
    title: Word
    fewest: Digits
    most: Digits
    cites: Cites
    sources: tuple[BoxSource, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class BoxAgain:
    """`box NAME`, `box NAME and NAME`: what follows belongs to a box of another file, if all of them are loaded.

    `alone`: only if no other box is loaded. `either` (`box NAME or NAME`): if one of them is. `without`: only if none
    of these is.
    """

    names: tuple[Word, ...]
    alone: bool
    either: bool = False
    without: tuple[Word, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Zone:
    """`zone NAME of a player, seen by its owner` and so on; one seer is right."""

    name: Word
    of_player: bool
    seen_by: tuple[Seer, ...]
    ordered: bool
    starts: bool
    played_from: bool
    within: Word | None
    is_part: bool
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Token:
    """`token NAME`, `token NAME of a player`."""

    name: Word
    of_player: bool
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Counter:
    """`counter NAME of a player, from A to B`."""

    name: Word
    of_player: bool
    least: Digits
    most: Digits
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Status:
    """`status NAME of a player`; `hiding their ZONE`: while it lasts, its player does not see that zone."""

    name: Word
    of_player: bool
    hides: Word | None
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Trait:
    """`trait NAME of a play`, `trait NAME of a card`."""

    name: Word
    of_play: bool
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Event:
    """`event VERB a NOUN by a player, with a card in Z, on a NAME`; the phrase is verb and noun."""

    phrase: Word
    card_zone: Word | None
    other: Word | None
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """`reading NAME "words"`."""

    name: Word
    words: Word
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """`ambiguity NAME "question"` with its readings; default None is `no default`."""

    name: Word
    question: Word
    readings: tuple[Reading, ...]
    default: Word | None
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class TraitLine:
    """`it is TRAIT`, `it is a TRAIT`."""

    trait: Word
    span: Span = field(default=NOWHERE, compare=False)


# ---- what a rule attaches to -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AfterSetup:
    """`once setup is over`."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class EventHead:
    """`to E`, `when you would E`, `whenever you E`, `you cannot E`."""

    relation: OneOf["to", "would", "whenever", "cannot"]
    phrase: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CardHead:
    """`whenever a card leaves your ZONE`, `whenever a card comes into your ZONE`."""

    relation: OneOf["leaves", "comes"]
    zone: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CarryingHead:
    """`when you would carry out RULE`, a rule that says how something is played; `you cannot carry out RULE`."""

    rule: Word
    forbids: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PlayHead:
    """`you may play COST on another player, naming a card`; number None is `this card`.

    `stand_in`: how many cards of which title besides. `like`: `as in RULE`, which says all but the cost.
    `between_actions`: `anyone may play this card between actions`.
    """

    number: Digits | None
    same_name: bool
    target: Target
    names_kind: bool
    stand_in: tuple[Digits, Word] | None = None
    like: Word | None = None
    between_actions: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ResponseHead:
    """`anyone may play this card in response to a TRAIT play`."""

    to_trait: Word
    span: Span = field(default=NOWHERE, compare=False)


Head = AfterSetup | EventHead | CardHead | CarryingHead | PlayHead | ResponseHead


@dataclass(frozen=True, slots=True)
class Effect:
    """`then`, `then instead`, `then you may instead`, and the block."""

    form: OneOf["then", "then instead", "then you may instead"]
    block: Block
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """`rule NAME`: its relations, head lines (one is right), guards, traits and effect."""

    name: Word
    exception_to: tuple[Word, ...]
    happens_before: tuple[Word, ...]
    heads: tuple[Head, ...]
    guards: tuple[Condition, ...]
    traits: tuple[TraitLine, ...]
    effect: Effect | None
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Card:
    """`card "TITLE" in BOX, N copies`, its traits and rules; `faces`: `it can lie face up`."""

    title: Word
    box: Word
    copies: Digits
    traits: tuple[TraitLine, ...]
    faces: bool
    rules: tuple[Rule, ...]
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Setup:
    """`setup NAME`: one step, the steps it comes after or before, the steps it replaces, and what is done."""

    name: Word
    after: tuple[Word, ...]
    before: tuple[Word, ...]
    instead_of: tuple[Word, ...]
    block: Block
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Carrier:
    """`carried out by NAME`, `carried out by box NAME`: what does as a ruling says."""

    sort: OneOf["rule", "box"]
    name: Word


@dataclass(frozen=True, slots=True)
class Ruling:
    """`ruling NAME`: the cited clauses hold, those of `over` yield; carriers do so, and the first of each pair beats
    the second.
    """

    name: Word
    words: Word | None
    over: Cites
    carriers: tuple[Carrier, ...]
    pairs: tuple[tuple[Word, Word], ...]
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class OpenClause:
    """`open CLAUSE "reason"`: no rule states this clause, and why."""

    clause: Word
    reason: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """`decided by SORT NAME`: `of` is the ambiguity of a reading."""

    sort: OneOf["reading", "ruling", "property"]
    name: Word
    of: Word | None = None


@dataclass(frozen=True, slots=True)
class Tension:
    """`tension ID "the question"`: texts that pull apart, what decides between them, scenes that show it."""

    name: Word
    question: Word
    decisions: tuple[Decision, ...]
    shown: tuple[Word, ...]
    cites: Cites
    span: Span = field(default=NOWHERE, compare=False)


Declaration = (
    Box
    | BoxAgain
    | Zone
    | Token
    | Counter
    | Status
    | Trait
    | Event
    | Ambiguity
    | Card
    | Rule
    | Setup
    | Ruling
    | Property
    | Template
    | Scene
    | SceneHead
    | OpenClause
    | Tension
)


@dataclass(frozen=True, slots=True)
class File:
    """What one source says, in its order."""

    source: str
    declarations: tuple[Declaration, ...]
