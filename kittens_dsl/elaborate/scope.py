"""What a sentence may speak of where it stands, and where its mistakes and its uses of names are written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal as OneOf

from kittens_dsl.core.terms import Kind, Player, ZoneOf
from kittens_dsl.names.book import Book
from kittens_dsl.problem.problem import Problem
from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import Span
from kittens_dsl.syntax.ast.words import Word


@dataclass(slots=True)
class Report:
    """The problems of a stage and the names that were used, both only ever added to."""

    problems: list[Problem] = field(default_factory=list)
    used: set[tuple[str, str]] = field(default_factory=set)
    called: dict[Span, str] = field(default_factory=dict)
    used_bindings: set[Span] = field(default_factory=set)
    unknown: set[tuple[str, str]] = field(default_factory=set)
    known: set[tuple[str, str, Span | None]] = field(default_factory=set)

    def add(self, problem: Problem) -> None:
        """Take a problem, unless the same was found at the same place."""
        key = (problem.code, problem.message, problem.span)
        if key not in self.known:
            self.known.add(key)
            self.problems.append(problem)

    def add_unknown(self, problem: Problem, name: str) -> None:
        """Take the problem of an unknown name, once for each name, however often it occurs."""
        key = (problem.code, name)
        if key not in self.unknown:
            self.unknown.add(key)
            self.problems.append(problem)

    def call(self, name: Word) -> None:
        """A rule gives a name to a card or a player."""
        self.called[name.span] = name.text

    def use(self, sort: str, name: str) -> None:
        """A declared name occurs in a sentence."""
        self.used.add((sort, name))


@dataclass(frozen=True, slots=True)
class CardBinding:
    """A card that has a name in the rule: its kind, where it lies, whether whoever tests it may see it.

    `zone` None: nobody knows where it lies, because of `lost`. `sites` are the places that gave the name.
    """

    kind: Kind
    zone: ZoneOf | None
    face_down: bool
    sites: frozenset[Span]
    lost: str = ""


@dataclass(frozen=True, slots=True)
class PlayerBinding:
    """A player who has a name in the rule."""

    player: Player
    sites: frozenset[Span]


@dataclass(frozen=True, slots=True)
class Unbound:
    """A name that only some of the ways to this place give."""

    sites: frozenset[Span]


Binding = CardBinding | PlayerBinding | Unbound
Bindings = Mapping[str, Binding]


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a sentence stands. `you`, `they`: who is meant; `card`: the title of the card in whose block it stands.

    `part` is the kind of declaration around it; `in_play` inside the rule that says what playing is, or in a response;
    `responds` only in a response; `seats` is how many players a scene has; `ended` where
    nothing comes any more, since the play has stopped; `rehearsal` in the first of the two passes over a loop.
    """

    book: Book
    report: Report
    part: OneOf["setup", "rule", "property", "scene"]
    bindings: Bindings = field(default_factory=dict)
    you: bool = False
    they: Player | None = None
    depth: int = 0
    card: str | None = None
    in_play: bool = False
    plays: bool = False
    responds: bool = False
    play_event: str | None = None
    seats: int | None = None
    ended: bool = False
    rehearsal: bool = False

    def bind(self, name: str, binding: Binding) -> Scope:
        """The scope in which a name is bound as well."""
        return replace(self, bindings={**self.bindings, name: binding})

    def with_bindings(self, bindings: Bindings) -> Scope:
        """The scope with other bindings."""
        return replace(self, bindings=bindings)

    def enter_loop(self, player: Player) -> Scope:
        """The scope in which `they` is the player of a loop or a quantifier."""
        return replace(self, they=player, depth=self.depth + 1)

    def name_loop_variable(self) -> str:
        """A variable for the player of a loop, unlike those of the loops around it."""
        return "they" if self.depth == 0 else f"they{self.depth + 1}"


def join_bindings(ways: list[Bindings]) -> Bindings:
    """What is bound where several ways meet: what all of them bind, as far as they agree."""
    first, *rest = ways
    joined = dict(first)
    for way in rest:
        for name in joined.keys() | way.keys():
            joined[name] = _join(joined.get(name), way.get(name))
    return joined


def _join(left: Binding | None, right: Binding | None) -> Binding:
    if left is None or right is None:
        only = left or right
        assert only is not None
        return Unbound(only.sites)
    match left, right:
        case CardBinding(), CardBinding() if left.kind == right.kind:
            lost = left.lost or right.lost
            zone = left.zone if left.zone == right.zone else None
            if zone is None and not lost:
                lost = "it lies in one zone or in another, depending on what happened"
            return CardBinding(left.kind, zone, left.face_down or right.face_down, left.sites | right.sites, lost)
        case PlayerBinding(), PlayerBinding() if left.player == right.player:
            return PlayerBinding(left.player, left.sites | right.sites)
        case _:
            return Unbound(left.sites | right.sites)
