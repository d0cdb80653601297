"""The leaves of the syntax tree: words, quoted titles and numbers with their places."""

from __future__ import annotations

from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Word:
    """A name, a quoted text (without its quotation marks) or a clause, and where it stands."""

    text: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Digits:
    """A number that is written out."""

    value: int
    span: Span = field(default=NOWHERE, compare=False)
