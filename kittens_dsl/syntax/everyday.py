"""What people write who do not know the language yet: turns of everyday language, names without quotation marks."""

import re
from collections.abc import Iterable

from kittens_dsl.records import dataclass

DECLARED = re.compile(r'^card "([^"\n]+)"', re.MULTILINE)
TITLE = re.compile(r"[A-Z][\w'’-]*(?:(?: (?:a|an|and|at|for|from|in|of|on|the|to|with))* [A-Z(][\w'’()+-]*)*")
"""A name as on a card: words with capitals, with small words between."""


@dataclass(frozen=True, slots=True)
class _Saying:
    """A turn of everyday language, and how the language says the same."""

    said: re.Pattern[str]
    help: str


SAYINGS = (
    _Saying(
        re.compile(r"\b(steals?|random|randomly)\b"),
        "a card is taken at random in two lines, such as `chance picks a card of the target's hand, called picked` and "
        "`move the picked to your hand`",
    ),
    _Saying(
        re.compile(
            r"\b(all|every|for each|(each|every|all) other) players?\b|\b(each|every) player (?!satisfies)[a-z]"
        ),
        "what several players do is a block: a line `each player, in turn order from you`, and indented below it what "
        "`they` do; without you, the line is `each player, in turn order from you, for whom they are not you`",
    ),
    _Saying(
        re.compile(r"\b(gives?|hands? over)\b"),
        "a card is given in two lines, such as `they choose a card of their hand, called gift` and "
        "`move the gift to your hand`",
    ),
)


def list_sayings(line: str) -> tuple[str, ...]:
    """What the language has for the turns of everyday language in a line."""
    text = re.sub(r'"[^"]*"', '""', line.partition("--")[0])
    return tuple(one.help for one in SAYINGS if one.said.search(text))


def read_title(line: str, declared: Iterable[str]) -> str:
    """The name of a card with which a line begins, without quotation marks: a declared one, else words with capitals.

    '' if it begins with neither.
    """
    known = [name for name in declared if re.match(rf"{re.escape(name)}(?![\w(])", line)]
    title = TITLE.match(line)
    return max(known, key=len, default="") or (title.group() if title else "")


def list_declared(text: str) -> list[str]:
    """The names of the cards that a text declares."""
    return DECLARED.findall(text)
