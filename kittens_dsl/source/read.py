"""Reading a file into a source, or refusing it with problems that say why."""

import os
import re
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.source.span import Span, span_file_start
from kittens_dsl.source.text import Source, make_source

SIZE_LIMIT = 1_000_000
"""Bytes that a file may have unless the caller says otherwise."""

COMMENT_MARK = "--"
_SAYING = re.compile(rf"^[^\S\n]*(?!{COMMENT_MARK})\S", re.MULTILINE)
"""The start of a line that is neither blank nor a comment."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_source(path: Path, *, name: str | None = None, size_limit: int = SIZE_LIMIT) -> Source | tuple[Problem, ...]:
    """The source in a file, or every reason why it cannot be one.

    `name` is what messages call it; without it, the path as given. `size_limit` is in bytes. Refused are: a file that
    cannot be read, a directory or device, more than `size_limit` bytes, text that is not UTF-8, NUL characters, tabs in
    indentation, and a file with nothing but blank lines and comments. A byte order mark is dropped.
    """
    shown = path.as_posix() if name is None else name
    content = _read_bytes(path, shown, size_limit)
    if isinstance(content, Problem):
        return (content,)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        return (_refuse_encoding(content, error.start, shown),)
    source = make_source(shown, text, path=path)
    problems = (*_find_nul(source), *_find_tabs(source), *_find_emptiness(source))
    return problems or source


def read_for_quotation(path: Path, *, name: str | None = None, size_limit: int = SIZE_LIMIT) -> Source | None:
    """What can be shown of a file that `read_source` refused: bytes that are not UTF-8 become U+FFFD.

    None where there is no text to show (unreadable, or over the limit). Only for quoting, never for parsing.
    """
    shown = path.as_posix() if name is None else name
    content = _read_bytes(path, shown, size_limit)
    if isinstance(content, Problem):
        return None
    return make_source(shown, content.decode("utf-8", errors="replace"), path=path)


def _read_bytes(path: Path, shown: str, size_limit: int) -> bytes | Problem:
    try:
        mode = os.stat(path).st_mode
        if S_ISDIR(mode):
            return Problem(
                "K002",
                f"{shown} is a directory, not a file",
                helps=("name the .kit file in it that you mean",),
                span=span_file_start(shown),
            )
        if not S_ISREG(mode):
            return Problem("K002", f"{shown} is a device or a pipe, not a file", span=span_file_start(shown))
        with open(path, "rb") as stream:
            content = stream.read(size_limit + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return Problem("K001", f"cannot read {shown}: {reason}", span=span_file_start(shown))
    except ValueError as error:  # a path with a NUL in it: the system is not even asked
        return Problem("K001", f"cannot read {shown}: {error}", span=span_file_start(shown))
    if len(content) > size_limit:
        return Problem(
            "K005",
            f"{shown} is larger than {size_limit:,} bytes",
            helps=("split it into several .kit files",),
            span=span_file_start(shown),
        )
    return content.removeprefix(BYTE_ORDER_MARK)


def _refuse_encoding(content: bytes, position: int, shown: str) -> Problem:
    """One problem at the first byte that is not UTF-8; the text before it gives its line and column."""
    before = make_source(shown, content[:position].decode("utf-8") + "\N{REPLACEMENT CHARACTER}")
    offset = len(before.text) - 1
    return Problem(
        "K003",
        f"{shown} is not UTF-8 text",
        label=f"byte 0x{content[position]:02X} cannot stand here",
        helps=("save the file as UTF-8 in your editor",),
        span=before.span(offset, offset + 1),
    )


def _find_nul(source: Source) -> tuple[Problem, ...]:
    offset = source.text.find("\0")
    if offset < 0:
        return ()
    return (
        Problem(
            "K004",
            f"{source.name} has a NUL character in it",
            label="here",
            notes=_count_others(source.text.count("\0") - 1, "NUL character", "NUL characters"),
            helps=("a .kit file is plain text: is this the file you mean?",),
            span=source.span(offset, offset + 1),
        ),
    )


def _find_tabs(source: Source) -> tuple[Problem, ...]:
    """One problem at the first line indented with tabs, that counts the others: one setting of an editor made them."""
    lines = range(1, source.line_count + 1) if "\t" in source.text else ()
    spans = [span for line in lines if (span := _span_tabs(source, line)) is not None]
    if not spans:
        return ()
    return (
        Problem(
            "K006",
            "a tab in the indentation",
            label="indentation is made of spaces",
            notes=_count_others(len(spans) - 1, "line", "lines"),
            helps=("let your editor replace tabs by spaces",),
            span=spans[0],
        ),
    )


def _span_tabs(source: Source, line: int) -> Span | None:
    """From the first tab to the last of the indentation of a line (1-based); None where no tab is in it."""
    text = source.read_line(line)
    indentation = text[: len(text) - len(text.lstrip())]
    if indentation == text or "\t" not in indentation:
        return None
    start = source.line_starts[line - 1]
    return source.span(start + indentation.index("\t"), start + indentation.rindex("\t") + 1)


def _count_others(count: int, singular: str, plural: str) -> tuple[Note, ...]:
    if count == 0:
        return ()
    return (Note(f"{count} more {singular if count == 1 else plural} like this in the file"),)


def _find_emptiness(source: Source) -> tuple[Problem, ...]:
    if _SAYING.search(source.text):
        return ()
    what = "has only comments" if source.text.strip() else "is empty"
    return (
        Problem(
            "K007",
            f"{source.name} {what}",
            helps=("a file of rules holds at least one declaration, a scope at least one deck",),
            span=span_file_start(source.name),
        ),
    )
