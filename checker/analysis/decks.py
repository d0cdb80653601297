"""Scopes from TOML files: decks for boxes and a number of players, families of decks, the printed inventory."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from checker.analysis.families import Amount, MemberDeck, Positive, Recipe, WrongAmount, expand_recipes
from checker.system.table import Scope
from kittens_dsl.core.rules import Rules
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.problem.suggest import help_find
from kittens_dsl.records import dataclass
from kittens_dsl.source.read import read_source
from kittens_dsl.source.span import Span
from kittens_dsl.source.text import Source
from kittens_dsl.source.toml_places import span_entry, span_mistake


class _Deck(msgspec.Struct, forbid_unknown_fields=True):
    players: Positive
    copies: dict[str, int]
    name: str = ""
    boxes: list[str] = []
    dealt: Amount | None = None
    laid: Amount | None = None


class _Full(msgspec.Struct, forbid_unknown_fields=True):
    dealt: Amount | None = None
    laid: Amount | None = None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    words: str = ""
    deck: list[_Deck] = []
    family: Recipe | list[Recipe] = []
    full: _Full | None = None
    heavy: bool = False
    boxes: list[str] | None = None
    players: list[int] | None = None
    readings: dict[str, str] = {}
    mixed: Positive = 1  # how many sets of the boxes are put together


@dataclass(frozen=True, slots=True)
class ScopeFile:
    """A scope as written: its name, where it stands, and what the file says of the table beside the decks."""

    name: str
    words: str
    source: Source
    contents: _File

    @property
    def readings(self) -> Mapping[str, str]:
        """The readings that the file asks for."""
        return self.contents.readings

    @property
    def recipes(self) -> tuple[Recipe, ...]:
        """How the decks of a family are made; none if the scope is no family."""
        family = self.contents.family
        return (family,) if isinstance(family, Recipe) else tuple(family)

    @property
    def is_family(self) -> bool:
        """Whether it is a family of decks and nothing else."""
        return bool(self.recipes) and not self.contents.deck and self.contents.full is None

    @property
    def players(self) -> tuple[int, ...] | None:
        """The numbers of players that the file asks for, or has decks for; None if any will do."""
        if self.contents.players is not None:
            return tuple(self.contents.players)
        return tuple(sorted({deck.players for deck in self.contents.deck})) or None


def read_scope(path: Path) -> ScopeFile | tuple[Problem, ...]:
    """A scope file, or what is wrong with it, with the place."""
    source = read_source(path)
    if not isinstance(source, Source):
        return source
    try:
        table = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        message = "this is not TOML: " + re.sub(r" *\(at .*\)", "", str(error))
        return (Problem("K510", message, span=span_mistake(source, str(error))),)
    try:
        contents = msgspec.convert(table, _File)
    except msgspec.ValidationError as error:
        return (_refuse_contents(source, table, str(error)),)
    return ScopeFile(path.stem, contents.words, source, contents)


def _refuse_contents(source: Source, table: Mapping[str, object], error: str) -> Problem:
    """The problem of a value that a scope cannot have, underlined. The error names its place as `$.deck[0].copies`."""
    message, _, where = error.partition(" - at ")
    unknown = re.search(r"unknown field `([^`]+)`", message)
    path: list[str | int] = [int(n) if n else key for key, n in re.findall(r"\.([A-Za-z_]+)|\[(\d+)\]", where)]
    if "[...]" in where:
        path += _find_wrong_entry(table, path, message)
    path += [unknown.group(1)] if unknown else []
    span = span_entry(source, path, key=unknown is not None) or source.span_line(1)
    fits = "words, [[deck]] (name, boxes, players, copies, dealt, laid), [[family]], [full], boxes, players, readings"
    fits += ", mixed"
    return Problem("K511", f"a scope cannot say this: {message}", span=span, helps=(f"it says {fits}",))


def _find_wrong_entry(table: Mapping[str, object], path: list[str | int], message: str) -> list[str]:
    """The key of the first entry of the type that the message complains of."""
    inner: object = table
    for step in path:
        if isinstance(inner, Mapping) and isinstance(step, str):
            inner = inner.get(step)
        elif isinstance(inner, list) and isinstance(step, int):
            inner = inner[step]
    wrong = message.partition("got `")[2].rstrip("`")
    if not isinstance(inner, Mapping):
        return []
    return [key for key, value in inner.items() if type(value).__name__ in (wrong, "dict")][:1]


def find_scope(name: str, spec: Path) -> ScopeFile | tuple[Problem, ...]:
    """A scope by its name (a file in spec/scopes) or by the path of a TOML file."""
    if name.endswith(".toml"):
        return read_scope(Path(name))
    path = spec / "scopes" / f"{name}.toml"
    if path.is_file():
        return read_scope(path)
    known = sorted(one.stem for one in (spec / "scopes").glob("*.toml"))
    return (
        Problem(
            "K512",
            f"there is no scope {name}",
            helps=help_find(name, known, besides="or a .toml file") if known else ("name a .toml file",),
        ),
    )


def make_scopes(file: ScopeFile, rules: Rules, players: int) -> tuple[Scope, ...] | tuple[Problem, ...]:
    """The decks of a scope file for the loaded boxes and a number of players, or what is wrong."""
    contents = file.contents
    boxes = {box.name for box in rules.boxes}
    scopes: list[Scope] = []
    fitting = [one for one in contents.deck if one.players == players and (not one.boxes or set(one.boxes) == boxes)]
    for number, deck in enumerate(fitting, 1):
        own = deck.name or (str(number) if len(fitting) > 1 else "")
        scopes.append(Scope(f"{file.name}: {own}" if own else file.name, deck.copies, deck.dealt, deck.laid))
    if file.recipes:
        family = _make_family(file, rules, players)
        if isinstance(family, Problem):
            return (family,)
        decks: dict[tuple[tuple[str, int], ...], Scope] = {}
        for member in family:
            decks.setdefault(tuple(sorted(member.scope.copies.items())), member.scope)
        scopes.extend(decks.values())
    if contents.full is not None:
        copies = {kind.name: kind.copies for kind in rules.cards}
        scopes.append(Scope(file.name, copies, contents.full.dealt, contents.full.laid))
    problems = tuple(problem for scope in scopes for problem in _check_copies(file, scope, rules))
    problems += check_readings(file, rules)
    if problems:
        return problems
    if not scopes:
        words = f"the scope {file.name} has no deck for {players} players and the boxes {', '.join(sorted(boxes))}"
        return (Problem("K513", words, helps=(_show_example(rules, players),)),)
    return tuple(scopes)


def _show_example(rules: Rules, players: int) -> str:
    """A deck that a user could begin with: a card of the last box, so that it is not taken for one that is complete."""
    card = next((kind.name for kind in reversed(rules.cards) if kind.box == rules.boxes[-1].name), "CARD")
    lines = (
        "[[deck]]",
        f"players = {players}",
        "dealt = 2",
        f'copies = {{ "{card}" = 1 }}  # and every card that setup asks for',
    )
    return "\n".join(("write a deck of your own into a file, and add `--scope FILE.toml`; such as", *lines))


def make_family(file: ScopeFile, rules: Rules, players: int) -> tuple[MemberDeck, ...] | tuple[Problem, ...]:
    """The decks of a family with the kinds that meet in each, or what is wrong; two may be the same deck."""
    if not file.recipes:
        words = f"the scope {file.name} is no family of decks"
        return (Problem("K513", words, span=file.source.span_line(1), helps=("add a table [family]",)),)
    family = _make_family(file, rules, players)
    if isinstance(family, Problem):
        return (family,)
    problems = tuple(problem for one in family for problem in _check_copies(file, one.scope, rules))
    return problems[:1] or family


def _make_family(file: ScopeFile, rules: Rules, players: int) -> tuple[MemberDeck, ...] | Problem:
    family = expand_recipes(file.name, file.recipes, rules, players)
    if isinstance(family, WrongAmount):
        span = span_entry(file.source, ("family", family.recipe, "always", family.kind))
        words = f"{family.text!r} is no number of copies"
        return Problem("K514", words, span=span, helps=("write 2, players, players - 1 ...",))
    return family


def _check_copies(file: ScopeFile, scope: Scope, rules: Rules) -> list[Problem]:
    printed = {kind.name: kind.copies for kind in rules.cards}
    problems: list[Problem] = []
    for kind, copies in scope.copies.items():
        if kind not in printed:
            problems.append(
                Problem(
                    "K515",
                    f"the loaded boxes have no card {kind}",
                    span=_span_copies(file, kind, copies, key=True),
                    helps=help_find(kind, printed),
                )
            )
        elif not 0 <= copies <= printed[kind] * file.contents.mixed:
            words = f"{copies} copies of {kind} are asked for"
            note = Note(f"the boxes hold {printed[kind] * file.contents.mixed}")
            problems.append(Problem("K516", words, span=_span_copies(file, kind, copies, key=False), notes=(note,)))
    return problems


def _span_copies(file: ScopeFile, kind: str, copies: int, *, key: bool) -> Span | None:
    """The entry of a kind in the deck that has so many copies of it, or in the family's."""
    for number, deck in enumerate(file.contents.deck):
        if deck.copies.get(kind) == copies:
            return span_entry(file.source, ("deck", number, "copies", kind), key=key)
    return span_entry(file.source, ("family", "always", kind), key=key)


def check_readings(file: ScopeFile, rules: Rules) -> tuple[Problem, ...]:
    """A problem for every reading of a scope file that the loaded boxes do not declare."""
    declared = {one.name: [reading for reading, _, _ in one.readings] for one in rules.ambiguities}
    problems: list[Problem] = []
    for name, reading in file.readings.items():
        if name not in declared:
            span = span_entry(file.source, ("readings", name), key=True)
            helps = help_find(name, declared)
            problems.append(Problem("K517", f"there is no ambiguity {name}", span=span, helps=helps))
        elif reading not in declared[name]:
            span = span_entry(file.source, ("readings", name))
            helps = help_find(reading, declared[name])
            problems.append(Problem("K517", f"{name} has no reading {reading}", span=span, helps=helps))
    return tuple(problems)
