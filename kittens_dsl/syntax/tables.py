"""The tables that drive the parser, as data: what Lark makes of the grammar, written down to be read again at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from kittens_dsl.records import dataclass


class Part(NamedTuple):
    """A part of an alternative that goes into its tree: its place, whether it gives its own parts, Nones before it."""

    place: int
    is_opened: bool
    nones: int


class Alternative(NamedTuple):
    """An alternative of a rule: the rule, the number of parts, the name of its tree, and how the tree is made.

    is_open: a tree of one part is that part. parts: None if all go into the tree as they are. nones: Nones at its end.
    """

    rule: str
    size: int
    name: str
    is_open: bool
    parts: tuple[Part, ...] | None
    nones: int


@dataclass(frozen=True, slots=True)
class Tables:
    """An LALR automaton.

    states: for each state, by terminal: the next state, or ~n to reduce alternative n; by rule: the state after it.
    end: the state in which a whole text has been read. keywords: terminals by the word or mark that they are.
    """

    states: Sequence[Mapping[str, int]]
    start: int
    end: int
    alternatives: Sequence[Alternative]
    keywords: Mapping[str, str]


class _Document(msgspec.Struct):
    """What a file of tables holds. grammar: the digest of the grammar that they are made of."""

    grammar: str
    start: int
    end: int
    keywords: dict[str, str]
    states: list[dict[str, int]]
    alternatives: tuple[Alternative, ...]


def write_tables(tables: Tables, digest: str) -> str:
    """A text, one state or alternative a line; digest: of the grammar that they are made of."""
    import json  # an indented head is what msgspec does not write, and to write is rare

    document = {
        "grammar": digest,
        "start": tables.start,
        "end": tables.end,
        "keywords": dict(sorted(tables.keywords.items())),
    }
    head = json.dumps(document, indent=0)[:-2]
    states = ",\n".join(json.dumps(dict(sorted(row.items())), separators=(",", ":")) for row in tables.states)
    alternatives = ",\n".join(json.dumps(one, separators=(",", ":")) for one in tables.alternatives)
    return f'{head},\n"states": [\n{states}\n],\n"alternatives": [\n{alternatives}\n]\n}}\n'


def read_tables(text: str, digest: str) -> Tables | None:
    """The tables of a grammar, or None if the text is not what was written for it."""
    try:
        found = msgspec.json.decode(text, type=_Document)
    except msgspec.DecodeError:
        return None
    if found.grammar != digest:
        return None
    return Tables(found.states, found.start, found.end, found.alternatives, found.keywords)
