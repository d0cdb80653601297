"""The words that the language keeps for itself, so that no declaration takes them."""

from kittens_dsl.problem.problem import Problem
from kittens_dsl.syntax.ast.words import Word

AFTER_THE = frozenset(
    (
        "actor",
        "card",
        "game",
        "greater",
        "holder",
        "named",
        "number",
        "play",
        "played",
        "player",
        "referee",
        "smaller",
        "table",
        "target",
    )
)
"""Words with a meaning of their own after `the`; so has `top`, see TOP."""

AFTER_IS = frozenset(
    ("a", "an", "at", "cancelled", "empty", "face", "in", "less", "more", "no", "not", "out", "with", "won")
)
"""Words with a meaning of their own after `is`."""

BEGINNINGS = frozenset(
    ("chance", "each", "if", "nobody", "some", "that", "the", "them", "their", "they", "this", "under", "you", "your")
)
"""Words that begin a sentence or a noun."""

TOP = "top"
"""A card can be called so, since it is never looked at; a zone cannot."""

RESERVED = AFTER_THE | AFTER_IS | BEGINNINGS | {TOP}

RESERVED_VERBS = frozenset(
    word
    for verb in (
        "are is",
        "become becomes",
        "carry carries",
        "choose chooses",
        "fall falls",
        "go goes",
        "grow grows",
        "leave leaves",
        "rearrange rearranges",
    )
    for word in verb.split()
) | {"look", "looks", "may"}
"""Verbs of the language, in both persons."""


def find_reserved(name: Word) -> Problem | None:
    """The problem of a declared name that the language would understand as something else; None for a free name."""
    return _refuse(name, name.text) if name.text in RESERVED else None


def find_reserved_verb(phrase: Word) -> Problem | None:
    """The same of the verb of an event."""
    verb = phrase.text.partition(" ")[0]
    return _refuse(phrase, verb) if verb in RESERVED_VERBS else None


def _refuse(name: Word, word: str) -> Problem:
    return Problem(
        "K104",
        f"{word} is a word of the language",
        label="cannot be declared",
        helps=("choose another name",),
        span=name.span,
    )
