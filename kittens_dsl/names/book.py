"""The book: all loaded boxes as one set of declarations by name, without duplicates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar, assert_never

from kittens_dsl.names.options import list_options
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.problem.suggest import help_find, suggest_names
from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import Span, span_file_start
from kittens_dsl.syntax.ast.declarations import (
    Ambiguity,
    Box,
    BoxAgain,
    Card,
    Counter,
    Declaration,
    Event,
    File,
    OpenClause,
    Rule,
    Ruling,
    Setup,
    Status,
    Tension,
    Token,
    Trait,
    Zone,
)
from kittens_dsl.syntax.ast.scenes import Property, Scene, SceneHead, Template
from kittens_dsl.syntax.ast.words import Word

Noun = Zone | Token | Counter | Status | Trait


def name_face_up(title: str) -> str:
    """What the cards of a title are called that lie face up."""
    return f"{title} face up"


@dataclass(frozen=True, slots=True)
class PlacedRule:
    """A rule, its box and the title of the card in whose block it stands."""

    rule: Rule
    box: str
    card: str | None


@dataclass(frozen=True, slots=True)
class PlacedSetup:
    """A step of setup and its box."""

    step: Setup
    box: str


@dataclass(frozen=True, slots=True)
class Book:
    """Every declaration by its name, in the order of the files.

    `nouns`: zones, tokens, counters, statuses, traits; `options`: the words of every option that a rule offers.
    """

    boxes: Mapping[str, Box]
    nouns: Mapping[str, Noun]
    events: Mapping[str, Event]
    cards: Mapping[str, Card]
    ambiguities: Mapping[str, Ambiguity]
    rules: Mapping[str, PlacedRule]
    setup: Mapping[str, PlacedSetup]
    rulings: Mapping[str, Ruling]
    properties: Mapping[str, Property]
    templates: Mapping[str, Template]
    scenes: Mapping[str, Scene | SceneHead]
    open_clauses: Mapping[str, OpenClause]
    tensions: Mapping[str, Tension]
    options: tuple[str, ...]

    def list_kinds_with(self, trait: str, *, positive: bool = True) -> tuple[str, ...]:
        """The kinds of the cards that say (positive False: that do not say) `it is a TRAIT`."""
        return tuple(
            kind
            for title, card in self.cards.items()
            if any(line.trait.text == trait for line in card.traits) == positive
            for kind in self.list_faces(title)
        )

    def list_faces(self, title: str) -> tuple[str, ...]:
        """The kinds that a title means: the cards of that name, and those of them that lie face up."""
        card = self.cards.get(title)
        return (title, name_face_up(title)) if card is not None and card.faces else (title,)

    @property
    def kinds_face_up(self) -> Mapping[str, str]:
        """For each kind of face-up cards, the title of the card."""
        return {name_face_up(title): title for title, card in self.cards.items() if card.faces}

    def find_zone(self, name: str) -> Zone | None:
        """The zone of that name."""
        noun = self.nouns.get(name)
        return noun if isinstance(noun, Zone) else None


@dataclass(slots=True)
class _Draft:
    """The book while it is written, and what was wrong with it."""

    boxes: dict[str, Box] = field(default_factory=dict)
    nouns: dict[str, Noun] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    ambiguities: dict[str, Ambiguity] = field(default_factory=dict)
    rules: dict[str, PlacedRule] = field(default_factory=dict)
    setup: dict[str, PlacedSetup] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    properties: dict[str, Property] = field(default_factory=dict)
    templates: dict[str, Template] = field(default_factory=dict)
    scenes: dict[str, Scene | SceneHead] = field(default_factory=dict)
    open_clauses: dict[str, OpenClause] = field(default_factory=dict)
    tensions: dict[str, Tension] = field(default_factory=dict)
    places: dict[tuple[str, str], Span] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def merge_files(files: Iterable[File], chosen: frozenset[str] | None = None) -> tuple[Book, tuple[Problem, ...]]:
    """The book of the chosen boxes (None: of all), and every name that is declared twice or belongs to no box."""
    files = tuple(files)
    draft = _Draft()
    for file in files:
        for declaration in file.declarations:
            if isinstance(declaration, Box):
                _add(draft.boxes, declaration.name, declaration, "box", draft)
    _check_chosen(chosen, draft)
    known = frozenset(draft.boxes)
    live = known if chosen is None else known & chosen
    for file in files:
        for declaration, box in _list_live(file, known, live, draft):
            _add_declaration(declaration, box, draft)
    for box in tuple(draft.boxes):
        if box not in live:
            del draft.boxes[box]
    return _finish(draft), tuple(draft.problems)


def _check_chosen(chosen: frozenset[str] | None, draft: _Draft) -> None:
    for name in sorted((chosen or frozenset()) - frozenset(draft.boxes)):
        helps = help_find(name, draft.boxes) or ('no file declares a box: one begins with `box NAME "TITLE" for ...`',)
        draft.problems.append(Problem("K102", f"there is no box {name}", helps=helps))


def _list_live(
    file: File, known: frozenset[str], live: frozenset[str], draft: _Draft
) -> Iterator[tuple[Declaration, str]]:
    """The declarations of a file that belong to live boxes, each with its box."""
    boxes: tuple[str, ...] | None = None
    is_there = False
    for declaration in file.declarations:
        match declaration:
            case Box(name=name):
                boxes, is_there = (name.text,), is_live(declaration, live)
            case BoxAgain(names=names, without=without):
                boxes, is_there = tuple(name.text for name in names), is_live(declaration, live)
                draft.problems += [_refuse_box(name, known) for name in (*names, *without) if name.text not in known]
            case OpenClause():
                yield declaration, ""
                continue
            case _:
                if boxes is None:
                    boxes = ()
                    draft.problems.append(_refuse_boxless(declaration))
        if boxes and is_there:
            yield declaration, next(box for box in boxes if box in live)
        if isinstance(declaration, Card) and boxes and declaration.box.text in known.difference(boxes):
            draft.problems.append(_refuse_stray_card(declaration, boxes))


def is_live(head: Box | BoxAgain, live: frozenset[str]) -> bool:
    """Whether what follows such a line is read when these boxes are loaded."""
    if isinstance(head, Box):
        return head.name.text in live
    names = {name.text for name in head.names}
    there = live.isdisjoint(name.text for name in head.without)
    return there and (bool(names & live) if head.either else names <= live and not (head.alone and names != live))


def _refuse_box(name: Word, known: frozenset[str]) -> Problem:
    nearest = suggest_names(name.text, known)
    return Problem(
        "K102",
        f"there is no box {name.text}",
        label="unknown box",
        helps=(f"did you mean {nearest[0]}?",) if nearest else ("the first line of a box gives its title and players",),
        span=name.span,
    )


def _refuse_stray_card(card: Card, boxes: tuple[str, ...]) -> Problem:
    return Problem(
        "K106",
        f'card "{card.title.text}" stands among those of box {boxes[0]}',
        label="another box",
        helps=(f"put it below the line `box {card.box.text}`",),
        span=card.box.span,
    )


def _refuse_boxless(declaration: Declaration) -> Problem:
    return Problem(
        "K103",
        "this belongs to no box",
        label="declared before any `box` line",
        helps=("begin the file with a line such as `box NAME`",),
        span=span_file_start(declaration.span.source),
    )


Entry = TypeVar("Entry")


def _add(book: dict[str, Entry], name: Word, entry: Entry, sort: str, draft: _Draft, namespace: str = "") -> None:
    """Put an entry under its name, or say that the name is taken."""
    key = (namespace or sort, name.text)
    if key in draft.places:
        draft.problems.append(
            Problem(
                "K101",
                f"{sort} {name.text} is declared twice" if not namespace else f"{name.text} is declared twice",
                label="declared again here",
                notes=(Note("first declared here", draft.places[key]),),
                helps=("rename one of them, or leave one out",),
                span=name.span,
            )
        )
        return
    draft.places[key] = name.span
    book[name.text] = entry


def _add_noun(declaration: Noun, draft: _Draft) -> None:
    _add(draft.nouns, declaration.name, declaration, "", draft, "noun")


def _add_copies(first: Card, more: Card) -> Card:
    """A card that another box has too: its copies are added, and whatever that box says of it."""
    return replace(
        first,
        copies=replace(first.copies, value=first.copies.value + more.copies.value),
        traits=(
            *first.traits,
            *(line for line in more.traits if line.trait not in [one.trait for one in first.traits]),
        ),
        faces=first.faces or more.faces,
        cites=(*first.cites, *(cite for cite in more.cites if cite not in first.cites)),
    )


def _add_declaration(declaration: Declaration, box: str, draft: _Draft) -> None:
    match declaration:
        case Box() | BoxAgain():
            return
        case Zone() | Token() | Counter() | Status() | Trait():
            _add_noun(declaration, draft)
        case Event(phrase=phrase):
            _add(draft.events, phrase, declaration, "event", draft)
        case Ambiguity(name=name):
            _add(draft.ambiguities, name, declaration, "ambiguity", draft)
        case Card(title=title, rules=rules):
            first = draft.cards.get(title.text)
            if first is not None and first.box.text != declaration.box.text:
                draft.cards[title.text] = _add_copies(first, declaration)
            else:
                _add(draft.cards, title, declaration, "card", draft)
            for rule in rules:
                _add(draft.rules, rule.name, PlacedRule(rule, box, title.text), "rule", draft)
        case Rule(name=name):
            _add(draft.rules, name, PlacedRule(declaration, box, None), "rule", draft)
        case Setup(name=name):
            _add(draft.setup, name, PlacedSetup(declaration, box), "setup step", draft)
        case Ruling(name=name):
            _add(draft.rulings, name, declaration, "ruling", draft)
        case Property(name=name):
            _add(draft.properties, name, declaration, "lemma" if declaration.is_lemma else "property", draft)
        case Template(name=name):
            _add(draft.templates, name, declaration, "template", draft)
        case Scene(name=name) | SceneHead(name=name):
            _add(draft.scenes, name, declaration, "scene", draft)
        case OpenClause(clause=clause):
            _add(draft.open_clauses, clause, declaration, "open clause", draft)
        case Tension(name=name):
            _add(draft.tensions, name, declaration, "tension", draft)
        case _:
            assert_never(declaration)


def _finish(draft: _Draft) -> Book:
    return Book(
        draft.boxes,
        draft.nouns,
        draft.events,
        draft.cards,
        draft.ambiguities,
        draft.rules,
        draft.setup,
        draft.rulings,
        draft.properties,
        draft.templates,
        draft.scenes,
        draft.open_clauses,
        draft.tensions,
        list_options(placed.rule for placed in draft.rules.values()),
    )
