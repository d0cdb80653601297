"""What every command prints with: rich, behind what is needed of it and imported when something is first printed.

Words have a style at a terminal, none in a pipe; lines of text are never broken, brackets in them are no markup.
In a pipe, what needs no layout is written as it is: importing rich takes longer than many a search (decision 056).
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, TypeAlias

from kittens_dsl.records import dataclass, field

if TYPE_CHECKING:
    import rich.console
    import rich.table
    import rich.text

PIPE_WIDTH = 200
GAP = "  "
COLOURED = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""What rich looks at in the environment before it takes a pipe for a pipe."""

_WORDS = re.compile(r"(?:[!-~]+(?: +[!-~]+)*)?")
"""Words as wide as they are long, with nothing at either end that could be cut."""

_LINES = re.compile(r"[^\x00-\x09\x0b-\x1f\x7f-\x9f]*")
"""Lines without what a terminal would take for a command, or for a jump."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words in a style that rich knows, or in none."""

    plain: str
    style: str = ""


Words: TypeAlias = "str | Text"


@dataclass(frozen=True, slots=True)
class _Column:
    header: str
    wraps: bool


@dataclass(slots=True)
class Grid:
    """Rows below a header. A column that wraps is broken into lines where the table is too wide; others are cut."""

    _columns: list[_Column] = field(default_factory=list)
    _rows: list[tuple[Words, ...]] = field(default_factory=list)

    def add_column(self, header: str, *, wraps: bool = True) -> None:
        """Add a column; before any row."""
        self._columns.append(_Column(header, wraps))

    def add_row(self, *cells: Words) -> None:
        """Add a row: a cell for each column."""
        if len(cells) != len(self._columns):
            raise ValueError(f"{len(cells)} cells in a table of {len(self._columns)} columns")
        self._rows.append(cells)

    def as_rich(self) -> rich.table.Table:
        """The table that rich lays out."""
        from rich.table import Table

        table = Table(box=None, pad_edge=False, header_style="bold")
        for one in self._columns:
            header = _as_rich(one.header)
            table.add_column(header, no_wrap=not one.wraps, overflow="fold" if one.wraps else "ellipsis")
        for row in self._rows:
            table.add_row(*map(_as_rich, row))
        return table

    def as_plain(self) -> str | None:
        """The lines that rich would print in a pipe; None where only rich knows how."""
        rows = [tuple(one.header for one in self._columns), *(tuple(map(_say, row)) for row in self._rows)]
        widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
        is_plain = all(_WORDS.fullmatch(cell) for row in rows for cell in row)
        if not widths or not is_plain or sum(widths) + len(GAP) * (len(widths) - 1) > PIPE_WIDTH:
            return None
        return "\n".join(GAP.join(map(str.ljust, row, widths)) for row in rows)


@dataclass(slots=True)
class Console:
    """Standard output, once there is something to print."""

    _opened: rich.console.Console | None = None

    def print(self, *what: Words | Grid, style: str = "") -> None:
        """Print a line made of these pieces, all in a style beside their own; or a table."""
        plain = _say_all(what) if self._opened is None and _is_pipe() else None
        if plain is not None:
            sys.stdout.write(f"{plain}\n")
            sys.stdout.flush()
            return
        from rich.text import Text as RichText

        self._opened = self._opened or _open()
        for one in what:
            if isinstance(one, Grid):
                self._opened.print(one.as_rich(), style=style)
                return
        pieces = [_as_rich(one) for one in what if not isinstance(one, Grid)]
        self._opened.print(RichText.assemble(*pieces), style=style)


def make_console() -> Console:
    """A console for standard output."""
    return Console()


def _is_pipe() -> bool:
    """Whether nobody has asked for styles."""
    return not sys.stdout.isatty() and not any(name in os.environ for name in COLOURED)


def _say_all(what: tuple[Words | Grid, ...]) -> str | None:
    """What rich would print in a pipe, without the last newline; None where only rich knows how."""
    for one in what:
        if isinstance(one, Grid):
            return one.as_plain()
    line = "".join(_say(one) for one in what if not isinstance(one, Grid))
    return line if _LINES.fullmatch(line) else None


def _say(words: Words) -> str:
    return words if isinstance(words, str) else words.plain


def _open() -> rich.console.Console:
    from rich.console import Console as RichConsole

    class PipedConsole(RichConsole):
        """A console that leaves it to the program what a reader that has gone means: rich would end with code 1."""

        def on_broken_pipe(self) -> None:
            """Pass the error on."""
            raise BrokenPipeError

    return PipedConsole(soft_wrap=True, width=None if sys.stdout.isatty() else PIPE_WIDTH)


def _as_rich(words: Words) -> rich.text.Text:
    from rich.text import Text as RichText

    return RichText(words) if isinstance(words, str) else RichText(words.plain, words.style)
