"""Properties and scenes as written: what is asked of the rules, and what is told of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal as OneOf

from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import NOWHERE, Span
from kittens_dsl.syntax.ast.phrases import Condition
from kittens_dsl.syntax.ast.words import Digits, Word

Mode = OneOf["at rest", "always", "never", "can happen", "eventually"]


@dataclass(frozen=True, slots=True)
class Expect:
    """`expect violated "reason" [clauses], closed by READING and READING`."""

    reason: Word
    cites: tuple[Word, ...]
    closed_by: tuple[Word, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a property: its mode and its conditions, all of which are meant.

    `fewest`: for so many players or more. `under`: the reading and its ambiguity. `words`: the conditions as written.
    """

    mode: Mode
    conditions: tuple[Condition, ...]
    fewest: Digits | None
    under: tuple[Word, Word] | None
    expect: Expect | None
    words: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Property:
    """`property NAME "words"` with its forms, or `lemma NAME "words"` with what always holds."""

    name: Word
    words: Word
    states: Word | None
    deck: Word | None
    forms: tuple[Form, ...]
    cites: tuple[Word, ...]
    is_lemma: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Template:
    """`template NAME "words"`: facts to be tried, `for any card "C"` and `for any zone z of a player` or of the table.

    zones: each with whether it is a player's.
    """

    name: Word
    words: Word
    cards: tuple[Word, ...]
    zones: tuple[tuple[Word, bool], ...]
    conditions: tuple[Condition, ...]
    cites: tuple[Word, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Plays:
    """`player N plays "K", "L" on player M naming "J"`."""

    player: Digits
    cards: tuple[Word, ...]
    target: Digits | None
    named: Word | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Answers:
    """`player N answers "K"`; player and card None is `nobody answers`."""

    player: Digits | None
    card: Word | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Chooses:
    """`player N chooses "words"`."""

    player: Digits
    words: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PicksCard:
    """`player N gives|takes|picks "K"`; player None is `chance picks "K"`."""

    player: Digits | None
    card: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ChanceOrders:
    """`chance orders "K", "L"`: a shuffled pile, from the top."""

    cards: tuple[Word, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Arranges:
    """`player N orders "K", "L"`: the cards that a player rearranges, from the top."""

    player: Digits
    cards: tuple[Word, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PointsAt:
    """`player N points at player M`."""

    player: Digits
    target: Digits
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PutsAt:
    """`player N puts it at place K`, 1 being the top."""

    player: Digits
    place: Digits
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class UsesRule:
    """`player N uses RULE`, `player N declines RULE`."""

    player: Digits
    rule: Word
    uses: bool
    span: Span = field(default=NOWHERE, compare=False)


Step = Plays | Answers | Chooses | PicksCard | ChanceOrders | Arranges | PointsAt | PutsAt | UsesRule


@dataclass(frozen=True, slots=True)
class Offer:
    """`player N can|cannot play ...`, and so of the other decisions; `chance can pick "K", 2 of 3` with its odds."""

    step: Step
    can: bool
    odds: tuple[Digits, Digits] | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CannotGoOn:
    """`nobody can go on`: the rules ask for what cannot be done."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CannotJoin:
    """`nobody can join`: no loaded box is for more players."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class InSomeDeal:
    """`in some deal C`: a scene that only deals; C holds after one deal or another."""

    condition: Condition
    span: Span = field(default=NOWHERE, compare=False)


Outcome = Condition | Offer | CannotGoOn | CannotJoin | InSomeDeal


@dataclass(frozen=True, slots=True)
class SceneReading:
    """`R of A` in the head of a scene."""

    reading: Word
    ambiguity: Word
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Scene:
    """`scene NAME for N players under R of A`: given, when and then."""

    name: Word
    players: Digits
    readings: tuple[SceneReading, ...]
    given: tuple[Condition, ...]
    script: tuple[Step, ...]
    outcomes: tuple[Outcome, ...]
    cites: tuple[Word, ...]
    span: Span = field(default=NOWHERE, compare=False)

    def open(self) -> Scene:
        """The scene itself: it is there as a whole."""
        return self


@dataclass(frozen=True, slots=True)
class SceneHead:
    """A scene of which the rest is read when somebody opens it. `key` stands for its whole text and its place."""

    name: Word
    cites: tuple[Word, ...]
    key: str
    open: Callable[[], Scene] = field(compare=False, repr=False)
    span: Span = field(default=NOWHERE, compare=False)
