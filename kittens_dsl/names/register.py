"""The register of clauses: every clause of the rule texts, with its box and its words."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.span import span_file_start
from kittens_dsl.source.text import Source


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: the box whose rules it belongs to, and what it says in a few words."""

    box: str
    words: str


Register = Mapping[str, Clause]


def read_register(source: Source) -> Register | Problem:
    """The clauses in a text such as `[clauses]` and lines `ID = { box = "...", words = "..." }`."""
    try:
        table = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        return _refuse(source, str(error))
    clauses = table.get("clauses")
    if not isinstance(clauses, dict):
        return _refuse(source, "there is no table `[clauses]`")
    register: dict[str, Clause] = {}
    for name, entry in clauses.items():
        box = entry.get("box") if isinstance(entry, dict) else None
        words = entry.get("words", "") if isinstance(entry, dict) else None
        if not isinstance(box, str) or not isinstance(words, str):
            return _refuse(source, f"clause {name} needs a box and words, both in quotation marks")
        register[name] = Clause(box, words)
    return register


def _refuse(source: Source, reason: str) -> Problem:
    return Problem("K407", f"{source.name} cannot be read: {reason}", span=span_file_start(source.name))
