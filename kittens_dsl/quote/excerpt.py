"""An excerpt: the lines of a span with carets under the exact words."""

from kittens_dsl.quote.columns import measure_width, show_text
from kittens_dsl.records import dataclass
from kittens_dsl.source.span import Span
from kittens_dsl.source.text import Source

LONGEST_LINE = 160
"""Characters of a line that are shown; of a longer one, a window around the caret."""

CONTEXT = 40
"""Characters shown before the caret in such a window."""


@dataclass(frozen=True, slots=True)
class Underlined:
    """A line and the part of it to underline: 0-based character positions, `start` ≤ `end` ≤ its length."""

    number: int
    text: str
    start: int
    end: int


def quote_excerpt(source: Source, span: Span, label: str, gutter: int) -> list[str]:
    """The quoted lines of a span, without a leading blank gutter; `gutter` is the width of the line numbers.

    A span of several lines shows its first and its last line; the label stands at the last caret.
    """
    first, *rest = _underline_lines(source, span)
    quoted = _quote_line(first, "" if rest else label, gutter)
    for line in rest:
        if line.number > first.number + 1:
            quoted.append("...")
        quoted += _quote_line(line, label, gutter)
    return quoted


def _underline_lines(source: Source, span: Span) -> list[Underlined]:
    """One or two lines. A span that ends at the very start of a line does not reach into that line."""
    last_line, last_column = span.end_line, span.end_column
    if last_column == 1 and last_line > span.start_line:
        last_line -= 1
        last_column = len(source.read_line(last_line)) + 1
    text = source.read_line(span.start_line)
    if last_line == span.start_line:
        return [Underlined(last_line, text, span.start_column - 1, last_column - 1)]
    last_text = source.read_line(last_line)
    indentation = len(last_text) - len(last_text.lstrip())
    return [
        Underlined(span.start_line, text, span.start_column - 1, len(text.rstrip())),
        Underlined(last_line, last_text, min(indentation, last_column - 1), last_column - 1),
    ]


def _quote_line(line: Underlined, label: str, gutter: int) -> list[str]:
    line = _crop(line)
    before = " " * measure_width(line.text[: line.start])
    carets = "^" * max(1, measure_width(line.text[line.start : line.end]))
    return [
        f"{line.number:>{gutter}} | {show_text(line.text)}".rstrip(),
        f"{'':>{gutter}} | {before}{carets} {show_text(label)}".rstrip(),
    ]


def _crop(line: Underlined) -> Underlined:
    """The same line, or a window of it around the start of the underlined part, with … for what was left out."""
    if len(line.text) <= LONGEST_LINE:
        return line
    left = max(0, line.start - CONTEXT)
    right = min(len(line.text), left + LONGEST_LINE)
    head = "…" if left > 0 else ""
    tail = "…" if right < len(line.text) else ""
    shift = len(head) - left
    return Underlined(
        number=line.number,
        text=f"{head}{line.text[left:right]}{tail}",
        start=line.start + shift,
        end=min(line.end, right) + shift,
    )
