"""How wide a text is on a terminal, and what of it is safe to show there."""

import unicodedata

TAB_WIDTH = 4

BIDIRECTIONAL_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that reorder what is shown, so that a line could look unlike what it says (CVE-2021-42574)."""


def show_text(text: str) -> str:
    """The text as it may be printed: tabs as spaces, control characters and reordering marks as U+FFFD."""
    return "".join(map(_show_character, text))


def measure_width(text: str) -> int:
    """The number of terminal cells that `show_text(text)` takes: wide characters are 2, combining ones 0.

    Unicode Standard Annex 11 (East Asian width); ambiguous characters are taken to be narrow.
    """
    return sum(map(_measure_character, text))


def _show_character(character: str) -> str:
    if character == "\t":
        return " " * TAB_WIDTH
    if _is_unsafe(character):
        return "\N{REPLACEMENT CHARACTER}"
    return character


def _measure_character(character: str) -> int:
    if character == "\t":
        return TAB_WIDTH
    if _is_unsafe(character):
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf") or "\u1160" <= character <= "\u11ff":
        return 0  # the range: vowels and final consonants that join the Hangul syllable before them
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _is_unsafe(character: str) -> bool:
    return character in BIDIRECTIONAL_CONTROLS or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
