"""A source: one text with its name and the places where its lines start."""

import re
from bisect import bisect_right
from functools import lru_cache
from pathlib import Path

from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import Span


@dataclass(frozen=True, slots=True)
class Source:
    """A text whose newlines are all LF. Make one with `make_source`.

    `name` is what spans carry and messages show (for example `spec/base.kit`); `path` is where it was read, None for
    a text that lies in no file. A text that ends in a newline has an empty last line.
    """

    name: str
    path: Path | None
    text: str = field(repr=False)

    @property
    def line_starts(self) -> tuple[int, ...]:
        """The offset of the first character of each line; of most texts nobody asks where a line starts."""
        return _find_line_starts(self.text)

    @property
    def line_count(self) -> int:
        """The number of lines, at least 1."""
        return len(self.line_starts)

    def read_line(self, line: int) -> str:
        """The text of a line (1-based) without its newline; IndexError where there is no such line."""
        if not 1 <= line <= self.line_count:
            raise IndexError(f"{self.name} has lines 1 to {self.line_count}, not {line}")
        start = self.line_starts[line - 1]
        if line == self.line_count:
            return self.text[start:]
        return self.text[start : self.line_starts[line] - 1]

    def locate(self, offset: int) -> tuple[int, int]:
        """Line and column (1-based, in characters) of an offset; the end of the text is a place too."""
        if not 0 <= offset <= len(self.text):
            raise IndexError(f"{self.name} has offsets 0 to {len(self.text)}, not {offset}")
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def span(self, start_offset: int, end_offset: int) -> Span:
        """The span from one offset up to, but not including, another."""
        if end_offset < start_offset:
            raise ValueError(f"a span cannot end at {end_offset} before it starts at {start_offset}")
        starts = self.line_starts
        line = bisect_right(starts, start_offset)
        if start_offset >= 0 and line < len(starts) and end_offset < starts[line]:  # most spans: within a line
            column = start_offset - starts[line - 1] + 1
            return Span(self.name, start_offset, end_offset, line, column, line, column + end_offset - start_offset)
        start_line, start_column = self.locate(start_offset)
        end_line, end_column = self.locate(end_offset)
        return Span(self.name, start_offset, end_offset, start_line, start_column, end_line, end_column)

    def span_line(self, line: int) -> Span:
        """The span of a line (1-based) without its newline."""
        start = self.line_starts[line - 1]
        return self.span(start, start + len(self.read_line(line)))


def make_source(name: str, text: str, *, path: Path | None = None) -> Source:
    """A source of a text in memory; CRLF and CR become LF, so columns are the same whatever editor wrote it."""
    normalised = text.replace("\r\n", "\n").replace("\r", "\n")
    return Source(name=name, path=path, text=normalised)


@lru_cache(maxsize=256)
def _find_line_starts(text: str) -> tuple[int, ...]:
    return (0, *(newline.end() for newline in re.finditer("\n", text)))
