"""The words that the language keeps for itself, so that no declaration takes them."""

from kittens_dsl.problem.problem import Problem
from kittens_dsl.syntax.ast.words import Word

AFTER_THE = frozenset(
    {
        "actor",
        "card",
        "game",
        "greater",
        "named",
        "number",
        "play",
        "played",
        "player",
        "smaller",
        "table",
        "target",
        "top",
    }
)
"""Words with a meaning of their own after `the`."""

AFTER_IS = frozenset({"a", "an", "at", "cancelled", "empty", "in", "less", "more", "no", "not", "out", "with", "won"})
"""Words with a meaning of their own after `is`."""

ELSEWHERE = frozenset({"every", "it", "player", "that", "them", "their", "they", "this", "you", "your"})

RESERVED = AFTER_THE | AFTER_IS | ELSEWHERE


def find_reserved(name: Word) -> Problem | None:
    """The problem of a declared name that the language would understand as something else; None for a free name."""
    if name.text not in RESERVED:
        return None
    return Problem(
        "K104",
        f"{name.text} is a word of the language",
        label="cannot be declared",
        helps=("choose another name",),
        span=name.span,
    )
