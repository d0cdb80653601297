"""The register: every clause of the rule texts with its box and words, every tension with the boxes it needs."""

import pickle
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from kittens_dsl.problem.problem import Problem
from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import Span, span_file_start
from kittens_dsl.source.text import Source
from kittens_dsl.source.toml_places import span_entry, span_mistake
from kittens_dsl.syntax.keeping import digest_shapes, name_kept, read_kept, write_kept


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: the boxes that must all be there for it to say something, and what it says in a few words.

    Its rules are looked for in the last of the boxes.
    """

    boxes: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Register:
    """Every clause by its id, and for every tension between clauses the boxes that must be there for it to arise."""

    clauses: Mapping[str, Clause]
    tensions: Mapping[str, frozenset[str]] = field(default_factory=dict)


def read_cached_register(source: Source, directory: Path) -> Register | Problem:
    """What `read_register` gives, from the directory if it is there; mistakes are not kept."""
    name = name_kept(digest_shapes(sys.modules[__name__]), "register", source.text)
    file = directory / f"{name}.register"
    try:
        kept = pickle.loads(read_kept(file))
    except Exception:  # whatever is wrong with an entry, the text itself is still there to be read
        kept = None
    if isinstance(kept, Register):
        return kept
    register = read_register(source)
    if isinstance(register, Register):
        write_kept(file, pickle.dumps(register, pickle.HIGHEST_PROTOCOL))
    return register


def read_register(source: Source) -> Register | Problem:
    """The clauses and tensions in a text.

    `[clauses]` has lines `ID = { box = "...", words = "..." }`, where a box may be `A and B`.
    `[tensions]`, which may be missing, has lines `ID = ["box", ...]`.
    """
    try:
        table = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        return _refuse(source, str(error), span_mistake(source, str(error)))
    entries = table.get("clauses")
    if not isinstance(entries, dict):
        return _refuse(source, "there is no table `[clauses]`")
    clauses: dict[str, Clause] = {}
    for name, entry in entries.items():
        box = entry.get("box") if isinstance(entry, dict) else None
        words = entry.get("words", "") if isinstance(entry, dict) else None
        if not isinstance(box, str) or not isinstance(words, str):
            words = f"clause {name} needs a box and words, both in quotation marks"
            return _refuse(source, words, span_entry(source, ("clauses", name)))
        clauses[name] = Clause(tuple(box.split(" and ")), words)
    tensions: dict[str, frozenset[str]] = {}
    for name, boxes in table.get("tensions", {}).items():
        if not isinstance(boxes, list) or not all(isinstance(box, str) for box in boxes):
            words = f"tension {name} needs a list of boxes, each in quotation marks"
            return _refuse(source, words, span_entry(source, ("tensions", name)))
        tensions[name] = frozenset(boxes)
    return Register(clauses, tensions)


def join_registers(first: Register, second: Register) -> Register:
    """The clauses and tensions of both; where both know a name, the first one counts."""
    return Register({**second.clauses, **first.clauses}, {**second.tensions, **first.tensions})


def _refuse(source: Source, reason: str, span: Span | None = None) -> Problem:
    return Problem("K407", f"{source.name} cannot be read: {reason}", span=span or span_file_start(source.name))
