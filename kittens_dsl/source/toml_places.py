"""Where an entry of a TOML text stands, so that a message can underline it: the standard reader gives values only."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kittens_dsl.source.span import Span
from kittens_dsl.source.text import Source

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_VALUE = re.compile(r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'|\[[^\]]*\]|\{[^}]*\}|[^\s,\]}#]+")


def span_mistake(source: Source, error: str) -> Span:
    """The place that the standard reader names in the words of its error, to the end of the word there."""
    found = _PLACE.search(error)
    if found is None:
        return source.span(len(source.text), len(source.text))
    line, column = int(found.group(1)), int(found.group(2))
    start = min(source.line_starts[min(line, source.line_count) - 1] + column - 1, len(source.text))
    word = re.compile(r"[^\s,\]}#]*").match(source.text, start)
    return source.span(start, start if word is None else word.end())


def span_entry(source: Source, path: Sequence[str | int], *, key: bool = False) -> Span | None:
    """The value (or the key) at the end of a path of names and numbers of array tables; None where it is not found.

    A name is looked for behind what the path names before it: texts that put a key into a comment first may be misread,
    which costs a wrong underline and nothing else.
    """
    place, span = 0, None
    steps = list(path)
    for number, step in enumerate(steps):
        if isinstance(step, int):
            continue
        following = steps[number + 1] if number + 1 < len(steps) else 0
        index = following if isinstance(following, int) else 0
        found = _find(source.text, step, place, index)
        if found is None:
            return None
        place = found.end()
        if key or found.group("header") is not None:
            span = source.span(*found.span("quoted" if found.group("quoted") is not None else "header"))
            continue
        value = _VALUE.match(source.text, place)
        span = source.span(place, place if value is None else value.end())
    return span


def _find(text: str, name: str, place: int, index: int) -> re.Match[str] | None:
    """The so-manieth header of that name behind a place, or the first key."""
    quoted = rf"(?:{re.escape(name)}|\"{re.escape(name)}\"|'{re.escape(name)}')"
    pattern = re.compile(
        rf"^\s*(?P<header>\[+\s*{quoted}\s*\]+)|(?<![\w\"'-])(?P<quoted>{quoted})\s*=\s*", re.MULTILINE
    )
    found = list(pattern.finditer(text, place))
    return found[index] if index < len(found) else None
