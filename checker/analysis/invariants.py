"""What verdicts say of the numbered invariants that properties state: one standing for each, the worst of its forms."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from checker.analysis.verdict import Verdict, combine_families
from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.read import read_source
from kittens_dsl.source.text import Source
from kittens_dsl.source.toml_places import span_mistake

Standing: TypeAlias = Literal[
    "violated", "undetermined", "violated as expected", "holds in scope", "witnessed", "not seen"
]
"""From the worst to what says least; `not seen` is a witness that no deck gave, or a case that never came up."""

ORDER: tuple[Standing, ...] = get_args(Standing)
FILE = "invariants.toml"


class Invariant(msgspec.Struct, forbid_unknown_fields=True):
    """An invariant by its number. boxes: it says something only where one of these is in (none: everywhere).

    how: where it is looked at if no property of the boxes states it.
    """

    number: str
    words: str
    boxes: list[str] = []
    how: str = ""

    def says_something(self, boxes: Iterable[str]) -> bool:
        """Whether it is about a game of these boxes."""
        return not self.boxes or not set(self.boxes).isdisjoint(boxes)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    invariant: list[Invariant]


def read_invariants(spec: Path) -> tuple[Invariant, ...] | tuple[Problem, ...]:
    """The invariants of a specification, or what is wrong with the file that lists them."""
    source = read_source(spec / FILE)
    if not isinstance(source, Source):
        return source
    try:
        return tuple(msgspec.convert(tomllib.loads(source.text), _File).invariant)
    except tomllib.TOMLDecodeError as error:
        return (Problem("K510", f"this is not TOML: {error}", span=span_mistake(source, str(error))),)
    except msgspec.ValidationError as error:
        fits = "it has tables [[invariant]] with number, words, and maybe boxes and how"
        return (Problem("K511", f"{FILE}: {error}", span=source.span_line(1), helps=(fits,)),)


def judge_invariants(verdicts: Sequence[Verdict]) -> dict[str, Standing]:
    """The standing of every number that one of the verdicts states; of a family of decks, that of all together."""
    return join_standings({one.number: _judge(one)} for one in combine_families(verdicts) if one.number is not None)


def join_standings(several: Iterable[Mapping[str, Standing]]) -> dict[str, Standing]:
    """The worst standing of each number."""
    joined: dict[str, Standing] = {}
    for standings in several:
        for number, standing in standings.items():
            joined[number] = min(standing, joined.get(number, "not seen"), key=ORDER.index)
    return dict(sorted(joined.items()))


def _judge(verdict: Verdict) -> Standing:
    if verdict.outcome == "violated":
        return "violated as expected" if verdict.is_as_expected else "violated"
    if verdict.outcome == "impossible" or verdict.vacuous:
        return "not seen"
    return verdict.outcome
