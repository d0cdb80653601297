"""What is underlined in a TOML file: the value or the key that is wrong, not its line."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kittens_dsl.source.text import make_source
from kittens_dsl.source.toml_places import span_entry, span_mistake

TEXT = """\
words = "a # b"
players = [2, 3]

[[deck]]
players = 2
copies = { "Red" = 1, "Dark Red" = 2 }

[[deck]]
players = 3
copies = { "Red" = 4 }

[family]
always = { Red = "players - 1" }

[family.more]
each = 5
"""


def quote(path: Sequence[str | int], *, key: bool = False) -> tuple[str, int] | None:
    """What is underlined, and in which line."""
    span = span_entry(make_source("test.toml", TEXT), path, key=key)
    return None if span is None else (TEXT[span.start_offset : span.end_offset], span.start_line)


@pytest.mark.parametrize(
    ("path", "underlined"),
    [
        (("words",), ('"a # b"', 1)),
        (("players",), ("[2, 3]", 2)),
        (("deck", 0, "players"), ("2", 5)),
        (("deck", 1, "players"), ("3", 9)),
        (("deck", 0, "copies", "Red"), ("1", 6)),
        (("deck", 0, "copies", "Dark Red"), ("2", 6)),
        (("deck", 1, "copies", "Red"), ("4", 10)),
        (("deck", 1, "copies"), ('{ "Red" = 4 }', 10)),
        (("family", "always", "Red"), ('"players - 1"', 13)),
        (("deck", 1), ("[[deck]]", 8)),
        (("deck", 2), None),
        (("nothing",), None),
    ],
)
def test_the_value_is_underlined(path: tuple[str | int, ...], underlined: tuple[str, int] | None) -> None:
    assert quote(path) == underlined


def test_the_key_is_underlined_where_the_key_is_wrong() -> None:
    assert quote(("deck", 0, "copies", "Dark Red"), key=True) == ('"Dark Red"', 6)
    assert quote(("family", "always", "Red"), key=True) == ("Red", 13)


@pytest.mark.parametrize(
    ("text", "error", "underlined"),
    [
        ("a = 2 3", "Expected newline (at line 1, column 7)", "3"),
        ("a = \nb = 1", "Invalid value (at line 1, column 5)", ""),
        ("a = [1, nix, 2]", "Invalid value (at line 1, column 9)", "nix"),
        ("a = 1", "Cannot be read (at end of document)", ""),
    ],
)
def test_a_mistake_of_toml_is_underlined_where_the_reader_says(text: str, error: str, underlined: str) -> None:
    span = span_mistake(make_source("test.toml", text), error)
    assert text[span.start_offset : span.end_offset] == underlined
