"""What every command prints with: words in a style at a terminal, plain into a pipe; lines of text are never broken."""

from __future__ import annotations

import os
import shutil
import sys
from textwrap import wrap
from typing import TypeAlias

from kittens_dsl.records import dataclass, field

PIPE_WIDTH = 200
GAP = "  "
NARROWEST = 8  # characters that a column keeps, however narrow the terminal is
CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


@dataclass(frozen=True, slots=True)
class Text:
    """Words in a style: some of the words of CODES, with blanks, or none."""

    plain: str
    style: str = ""


Words: TypeAlias = "str | Text"


@dataclass(slots=True)
class Grid:
    """Rows below a header. A column that wraps is broken into lines where the table is too wide; others never are."""

    _wraps: list[bool] = field(default_factory=list)
    _rows: list[list[Text]] = field(default_factory=lambda: [[]])

    def add_column(self, header: str, *, wraps: bool = True) -> None:
        """Add a column; before any row."""
        self._wraps.append(wraps)
        self._rows[0].append(Text(header, "bold"))

    def add_row(self, *cells: Words) -> None:
        """Add a row: a cell for each column."""
        if len(cells) != len(self._wraps):
            raise ValueError(f"{len(cells)} cells in a table of {len(self._wraps)} columns")
        self._rows.append([_as_text(cell) for cell in cells])

    def lay_out(self, width: int) -> list[list[Text]]:
        """The lines: for each, its pieces from left to right."""
        widths = self._fit(width)
        return [line for row in self._rows for line in _break_row(row, widths)]

    def _fit(self, width: int) -> list[int]:
        """The widths of the columns: the widest of those that wrap gives way until all fit, as far as that helps."""
        widths = [max(len(row[column].plain) for row in self._rows) for column in range(len(self._wraps))]
        excess = sum(widths) + len(GAP) * (len(widths) - 1) - width
        while excess > 0:
            column = max(
                (number for number, wraps in enumerate(self._wraps) if wraps), key=lambda one: widths[one], default=None
            )
            if column is None or widths[column] <= NARROWEST:
                break
            widths[column] -= 1
            excess -= 1
        return widths


def _break_row(row: list[Text], widths: list[int]) -> list[list[Text]]:
    """The lines of one row, all but the last piece of each as wide as its column."""
    cells = [_break_cell(cell.plain, width) for cell, width in zip(row, widths, strict=True)]
    lines: list[list[Text]] = []
    for number in range(max(map(len, cells))):
        parts = [cell[number] if number < len(cell) else "" for cell in cells]
        last = max((column for column, part in enumerate(parts) if part), default=0)
        padded = [part.ljust(width) + GAP for part, width in zip(parts, widths, strict=True)][:last] + parts[last:][:1]
        lines.append([Text(part, cell.style) for part, cell in zip(padded, row, strict=False)])
    return lines


def _break_cell(text: str, width: int) -> list[str]:
    return [text] if len(text) <= width else wrap(text, width) or [""]


@dataclass(frozen=True, slots=True)
class Console:
    """Standard output: whether it shows styles, and how wide tables may be."""

    has_styles: bool
    width: int

    def print(self, *what: Words | Grid, style: str = "") -> None:
        """Print a line made of these pieces, all in a style unless they have their own; or a table."""
        for one in what:
            if isinstance(one, Grid):
                for line in one.lay_out(self.width):
                    self._put(line, style)
                return
        self._put([_as_text(one) for one in what if not isinstance(one, Grid)], style)

    def _put(self, pieces: list[Text], style: str) -> None:
        shown = (self._paint(one.plain, one.style or style) for one in pieces)
        print("".join(shown), file=sys.stdout, flush=True)

    def _paint(self, text: str, style: str) -> str:
        if not (self.has_styles and style and text):
            return text
        codes = ";".join(CODES[word] for word in style.split())
        return f"\x1b[{codes}m{text}\x1b[0m"


def make_console() -> Console:
    """The console of now. NO_COLOR and a terminal that is dumb mean plain words."""
    if not sys.stdout.isatty():
        return Console(False, PIPE_WIDTH)
    has_styles = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Console(has_styles, shutil.get_terminal_size().columns)


def _as_text(words: Words) -> Text:
    return Text(words) if isinstance(words, str) else words
