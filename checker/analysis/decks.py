"""Scopes from TOML files: decks for boxes and a number of players, families of decks, the printed inventory."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path

import msgspec

from checker.system.table import Scope
from kittens_dsl.core.rules import Rules
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.problem.suggest import suggest_names
from kittens_dsl.source.read import read_source
from kittens_dsl.source.text import Source


class _Deck(msgspec.Struct, forbid_unknown_fields=True):
    players: int
    copies: dict[str, int]
    boxes: list[str] = []
    dealt: int | None = None
    laid: int | None = None


class _Family(msgspec.Struct, forbid_unknown_fields=True):
    together: int
    each: int
    always: dict[str, str]
    dealt: int | None = None
    laid: int | None = None


class _Full(msgspec.Struct, forbid_unknown_fields=True):
    dealt: int | None = None
    laid: int | None = None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    words: str = ""
    deck: list[_Deck] = []
    family: _Family | None = None
    full: _Full | None = None
    heavy: bool = False
    boxes: list[str] | None = None
    players: list[int] | None = None
    readings: dict[str, str] = {}


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
    def players(self) -> tuple[int, ...] | None:
        """The numbers of players that the file asks for, or has decks for; None if any will do."""
        if self.contents.players is not None:
            return tuple(self.contents.players)
        return tuple(sorted({deck.players for deck in self.contents.deck})) or None


@dataclass(frozen=True, slots=True)
class MemberDeck:
    """One deck of a family and the kinds that it is for, the same one twice if it meets itself."""

    kinds: tuple[str, ...]
    scope: Scope


def read_scope(path: Path) -> ScopeFile | tuple[Problem, ...]:
    """A scope file, or what is wrong with it, with the place."""
    source = read_source(path)
    if not isinstance(source, Source):
        return source
    try:
        contents = msgspec.convert(tomllib.loads(source.text), _File)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line = int(found.group(1)) if found else source.line_count
        message = "this is not TOML: " + re.sub(r" *\(at .*\)", "", str(error))
        return (Problem("K510", message, span=source.span_line(min(line, source.line_count))),)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        keys = re.findall(r"[A-Za-z_]+", where) or re.findall(r"`([^`]+)`$", message)
        line = next((n for n in range(1, source.line_count + 1) if keys and keys[-1] in source.read_line(n)), 1)
        fits = "words, [[deck]] (boxes, players, copies, dealt, laid), [family], [full], boxes, players, readings"
        return (
            Problem(
                "K511", f"a scope cannot say this: {message}", span=source.span_line(line), helps=(f"it says {fits}",)
            ),
        )
    return ScopeFile(path.stem, contents.words, source, contents)


def find_scope(name: str, spec: Path) -> ScopeFile | tuple[Problem, ...]:
    """A scope by its name (a file in spec/scopes) or by the path of a TOML file."""
    if name.endswith(".toml"):
        return read_scope(Path(name))
    path = spec / "scopes" / f"{name}.toml"
    if path.is_file():
        return read_scope(path)
    known = sorted(one.stem for one in (spec / "scopes").glob("*.toml"))
    helps = tuple(f"did you mean {one}?" for one in suggest_names(name, known))
    return (
        Problem("K512", f"there is no scope {name}", helps=(*helps, f"there are: {', '.join(known)}, or a .toml file")),
    )


def make_scopes(file: ScopeFile, rules: Rules, players: int) -> tuple[Scope, ...] | tuple[Problem, ...]:
    """The decks of a scope file for the loaded boxes and a number of players, or what is wrong."""
    contents = file.contents
    boxes = {box.name for box in rules.boxes}
    scopes: list[Scope] = []
    for deck in contents.deck:
        if deck.players == players and (not deck.boxes or set(deck.boxes) == boxes):
            scopes.append(Scope(file.name, deck.copies, deck.dealt, deck.laid))
    if contents.family is not None:
        family = _make_family(file, contents.family, rules, players)
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
    if problems:
        return problems
    if not scopes:
        words = f"the scope {file.name} has no deck for {players} players and the boxes {', '.join(sorted(boxes))}"
        return (Problem("K513", words, span=file.source.span_line(1)),)
    return tuple(scopes)


def make_family(file: ScopeFile, rules: Rules, players: int) -> tuple[MemberDeck, ...] | tuple[Problem, ...]:
    """The decks of a family with the kinds that meet in each, or what is wrong; two may be the same deck."""
    if file.contents.family is None:
        words = f"the scope {file.name} is no family of decks"
        return (Problem("K513", words, span=file.source.span_line(1), helps=("add a table [family]",)),)
    family = _make_family(file, file.contents.family, rules, players)
    if isinstance(family, Problem):
        return (family,)
    problems = tuple(problem for one in family for problem in _check_copies(file, one.scope, rules))
    return problems[:1] or tuple(family)


def _make_family(file: ScopeFile, family: _Family, rules: Rules, players: int) -> list[MemberDeck] | Problem:
    printed = {kind.name: kind.copies for kind in rules.cards}
    base: dict[str, int] = {}
    for kind, number in family.always.items():
        found = re.fullmatch(r"(players)?\s*(?:([+-])?\s*(\d+))?", number.strip())
        if found is None or not number.strip():
            line = next((n for n in range(1, file.source.line_count + 1) if number in file.source.read_line(n)), 1)
            words = f"{number!r} is no number of copies"
            return Problem(
                "K514", words, span=file.source.span_line(line), helps=("write 2, players, players - 1 ...",)
            )
        amount = int(found.group(3) or 0) * (-1 if found.group(2) == "-" else 1)
        base[kind] = (players if found.group(1) else 0) + amount
    decks: list[MemberDeck] = []
    for chosen in combinations_with_replacement(printed, family.together):
        copies = dict(base)
        for kind in chosen:
            copies[kind] = max(copies.get(kind, 0), min(family.each, printed[kind]))
        name = f"{file.name}: " + " + ".join(dict.fromkeys(chosen))
        decks.append(MemberDeck(chosen, Scope(name, copies, family.dealt, family.laid)))
    return decks


def _check_copies(file: ScopeFile, scope: Scope, rules: Rules) -> list[Problem]:
    printed = {kind.name: kind.copies for kind in rules.cards}
    problems: list[Problem] = []
    for kind, copies in scope.copies.items():
        line = next((n for n in range(1, file.source.line_count + 1) if kind in file.source.read_line(n)), 1)
        span = file.source.span_line(line)
        if kind not in printed:
            helps = tuple(f"did you mean {one}?" for one in suggest_names(kind, printed))
            problems.append(Problem("K515", f"the loaded boxes have no card {kind}", span=span, helps=helps))
        elif not 0 <= copies <= printed[kind]:
            words = f"{copies} copies of {kind} are asked for"
            note = Note(f"the boxes hold {printed[kind]}")
            problems.append(Problem("K516", words, span=span, notes=(note,)))
    return problems
