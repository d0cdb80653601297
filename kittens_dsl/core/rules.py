"""The declarations of core: boxes, kinds, zones, events, rules, setup, properties and scenes, as one frozen `Rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal as OneOf

from kittens_dsl.core.scenes import Scene
from kittens_dsl.core.statements import Body
from kittens_dsl.core.templates import Template
from kittens_dsl.core.tensions import Tension
from kittens_dsl.core.terms import ALWAYS, Condition
from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import NOWHERE, Span

Clauses = tuple[str, ...]

EVERY_READING = "all"
"""What stands for every reading of an ambiguity where readings are asked for: no reading is called so."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box of cards with its rule text: name, printed title, and how many may play."""

    name: str
    title: str
    fewest_players: int
    most_players: int
    clauses: Clauses = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class KindOfCard:
    """A card by its printed name, with its printed copies and its traits.

    `face_of`: these are the cards of that kind that lie face up where it matters; they have no copies of their own.
    """

    name: str
    box: str
    copies: int
    traits: tuple[str, ...] = ()
    face_of: str | None = None
    clauses: Clauses = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards. `of_player`: one for each player. `ordered`: a pile.

    `starts`: every printed card begins here. `played_from`: the cards of a play are taken from here. `within`: a card
    that goes from that zone of the same player to this one has not left that zone, and leaves it when it goes on.
    `is_part`: besides, its cards count, are chosen, picked, played and moved as cards of that zone, after the others of
    their kind.
    """

    name: str
    of_player: bool
    seen_by: OneOf["owner", "everyone", "nobody"]
    ordered: bool = False
    starts: bool = False
    played_from: bool = False
    within: str | None = None
    is_part: bool = False
    clauses: Clauses = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Counter:
    """A number from `least` to `most` for each player or for the table; it starts at `least`."""

    name: str
    of_player: bool
    least: int
    most: int
    clauses: Clauses = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Status:
    """A yes or no for each player or for the table; it starts as no.

    hides: a zone of the player; while the status lasts, its player sees no card of it, neither there nor on its way out
    or in, and chooses and plays none from it (but what everyone sees is seen).
    """

    name: str
    of_player: bool
    hides: str | None = None
    clauses: Clauses = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Token:
    """A marker that one player holds: of the table (seat 0 at the start), or one of each player (held by themself)."""

    name: str
    of_player: bool = False
    clauses: Clauses = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens to a player (`you`), maybe with another player, maybe with a card in a zone of `you`."""

    name: str
    other: str | None = None
    card_zone: str | None = None
    clauses: Clauses = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A clause with several meanings: the readings (name, words, clauses) and the default, if there is one."""

    name: str
    question: str
    readings: tuple[tuple[str, str, Clauses], ...]
    default: str | None
    clauses: Clauses = ()
    span: Span = field(default=NOWHERE, compare=False)


# ---- what a rule attaches to --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AfterSetup:
    """The rule that runs once setup is over and from which all play comes."""


@dataclass(frozen=True, slots=True)
class Does:
    """The base rule of an event: what it is to do it."""

    event: str


@dataclass(frozen=True, slots=True)
class Instead:
    """Before the event: this happens in its place; `optional` asks the subject first."""

    event: str
    optional: bool


@dataclass(frozen=True, slots=True)
class Afterwards:
    """Once the event has happened."""

    event: str


@dataclass(frozen=True, slots=True)
class Cannot:
    """The event does not happen when the guard holds. (Meta-rule: cannot beats may.)"""

    event: str


@dataclass(frozen=True, slots=True)
class CannotPlay:
    """What a play rule allows, and the rules that are like it, cannot be played when the guard holds."""

    rule: str


@dataclass(frozen=True, slots=True)
class InsteadOfEffect:
    """In place of the effect of a play rule, and of the rules that are like it, once it is announced and answered."""

    rule: str


@dataclass(frozen=True, slots=True)
class CardLeaves:
    """At once, whenever a card has left this zone of a player (`you`) in play; `card` is its kind."""

    zone: str


@dataclass(frozen=True, slots=True)
class CardComes:
    """At once, whenever a card has come into this zone of a player (`you`) in play; `card` is its kind."""

    zone: str


@dataclass(frozen=True, slots=True)
class SingleCard:
    """The cost of a play: one card of a kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class SameName:
    """The cost of a play: some cards of one name; the kind is bound as `played`."""

    number: int


@dataclass(frozen=True, slots=True)
class DifferentNames:
    """The cost of a play: some cards, all of different names."""

    number: int


@dataclass(frozen=True, slots=True)
class StandIn:
    """The cost of a play: some cards of one kind, in the place of missing ones, and other cards besides."""

    kind: str
    number: int
    besides: SameName | DifferentNames


Cost = SingleCard | SameName | DifferentNames | StandIn


@dataclass(frozen=True, slots=True)
class PlayRule:
    """`you` may play this where plays are offered: the cost, and whether a `target` or a `named` kind is said.

    like: the rule that this one is like in all but the cost. between_actions: not where plays are offered, but by
    anyone at rest, and where a pause is made.
    """

    cost: Cost
    target: OneOf["none", "other", "any"] = "none"
    names_kind: bool = False
    traits: tuple[str, ...] = ()
    like: str | None = None
    between_actions: bool = False


@dataclass(frozen=True, slots=True)
class ResponseRule:
    """Any living player may play one card of a kind as an answer to a play with the trait; `actor` played that."""

    kind: str
    to_trait: str
    traits: tuple[str, ...] = ()


Attachment = (
    AfterSetup
    | Does
    | Instead
    | Afterwards
    | Cannot
    | CannotPlay
    | InsteadOfEffect
    | CardLeaves
    | CardComes
    | PlayRule
    | ResponseRule
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One statute: name, clauses, what it attaches to, when it applies, what it does, and its declared relations.

    card: the title of the card that it is part of, or the empty string.
    """

    name: str
    box: str
    clauses: Clauses
    attachment: Attachment
    guard: Condition = ALWAYS
    body: Body = ()
    exception_to: tuple[str, ...] = ()
    happens_before: tuple[str, ...] = ()
    card: str = ""
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One step of setup; it comes after the steps named in `after`."""

    name: str
    box: str
    clauses: Clauses
    body: Body
    after: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Ruling:
    """Clauses that hold, those of `over` that yield to them, what carries them out, and pairs of rules.

    carried_out_by: rules and steps of setup by their names, a box as `box NAME`. pairs: the first beats the second.
    """

    name: str
    words: str
    clauses: Clauses
    over: Clauses = ()
    carried_out_by: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


# ---- what is asked -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PropertyForm:
    """One form of a property. `expect_violated` carries the reason and the clauses, or None.

    `fewest_players`: it is asked of tables with so many players or more. `under`: an ambiguity and the reading with
    which it is asked; under those of `closed_by`, of the same ambiguity, it must hold. `words`: as written.
    """

    mode: OneOf["at rest", "always", "never", "can happen", "eventually"]
    condition: Condition
    expect_violated: str | None = None
    expect_clauses: Clauses = ()
    fewest_players: int = 0
    under: tuple[str, str] | None = None
    closed_by: tuple[str, ...] = ()
    words: str = ""
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class PropertyRule:
    """A named property with its clauses, the number of the catalogue's invariant it states, and its forms.

    is_lemma: it is stated for the sake of proofs, a linear fact of counts that always holds.
    """

    name: str
    words: str
    clauses: Clauses
    states: str | None
    forms: tuple[PropertyForm, ...]
    deck: str | None = None
    is_lemma: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that the loaded boxes say, resolved; players, readings and scope are fixed later by a table."""

    boxes: tuple[Box, ...]
    kinds: tuple[KindOfCard, ...]
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...]
    statuses: tuple[Status, ...]
    tokens: tuple[Token, ...]
    events: tuple[Event, ...]
    ambiguities: tuple[Ambiguity, ...]
    rules: tuple[Rule, ...]
    setup: tuple[SetupStep, ...]
    rulings: tuple[Ruling, ...] = ()
    properties: tuple[PropertyRule, ...] = ()
    templates: tuple[Template, ...] = ()
    scenes: tuple[Scene, ...] = ()
    open_clauses: Mapping[str, str] = field(default_factory=dict)
    clause_boxes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tensions: tuple[Tension, ...] = ()
    tension_boxes: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def cards(self) -> tuple[KindOfCard, ...]:
        """The kinds that copies are printed of: each once, whatever faces it has."""
        return tuple(kind for kind in self.kinds if kind.face_of is None)

    @property
    def faces(self) -> Mapping[str, str]:
        """For each kind of face-up cards, the kind that they are copies of."""
        return {kind.name: kind.face_of for kind in self.kinds if kind.face_of is not None}

    def find_home(self, zone: str) -> str:
        """The zone that a zone lies within; the zone itself if it says nothing of that."""
        return next((one.within or zone for one in self.zones if one.name == zone), zone)

    @property
    def parts(self) -> Mapping[str, tuple[str, ...]]:
        """For each zone that others are part of, those zones."""
        homes = {one.within for one in self.zones if one.is_part and one.within is not None}
        return {home: tuple(one.name for one in self.zones if one.is_part and one.within == home) for home in homes}

    @property
    def play_zone(self) -> str:
        """The zone of a player from which plays are paid; the empty string if no zone says so."""
        return next((zone.name for zone in self.zones if zone.played_from), "")
