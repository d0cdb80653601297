"""A span: the stretch of a source that a tree, a problem or a step of a trace speaks of."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """From `start` up to, but not including, `end`; both may be the same place (a caret between two characters).

    Lines and columns are 1-based and count characters (code points), as Lark does; offsets are 0-based indices into
    the text of the source, whose newlines are single characters. `source` is the name of the source. Spans sort by
    source, then by where they start, then by where they end.
    """

    source: str
    start_offset: int
    end_offset: int
    start_line: int
    start_column: int
    end_line: int
    end_column: int


NOWHERE = Span("", 0, 0, 0, 0, 0, 0)
"""The span of what stands in no source, such as a tree that a program made."""


def span_file_start(source: str) -> Span:
    """The empty span at the first character: for a problem that is about a file as a whole."""
    return Span(source, 0, 0, 1, 1, 1, 1)


def join_spans(first: Span, last: Span) -> Span:
    """The shortest span that covers both; they must be of one source (ValueError otherwise). NOWHERE adds nothing."""
    if NOWHERE in (first, last):
        return last if first == NOWHERE else first
    if first.source != last.source:
        raise ValueError(f"spans of two sources cannot be joined: {first.source!r} and {last.source!r}")
    start = min(first, last, key=lambda span: span.start_offset)
    end = max(first, last, key=lambda span: span.end_offset)
    return Span(
        source=first.source,
        start_offset=start.start_offset,
        end_offset=end.end_offset,
        start_line=start.start_line,
        start_column=start.start_column,
        end_line=end.end_line,
        end_column=end.end_column,
    )
