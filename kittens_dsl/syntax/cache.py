"""Parsed files kept by content in the user's cache directory: a declaration that did not change is not parsed again.

An entry is named after everything it depends on: this package's code and grammar, the Python version, the file's name
(spans carry it) and its text. Of each name it is known which entry was written last: of a text that has no entry, the
declarations that are in that one too are taken from there. Entries may be deleted at any time; one that cannot be read,
was cut short or belongs to somebody else counts as absent. Files with problems are never kept.
"""

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_cache_path

from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.span import NOWHERE, Span
from kittens_dsl.source.text import Source
from kittens_dsl.syntax.ast import declarations, phrases, scenes, statements, words
from kittens_dsl.syntax.ast.declarations import Box, BoxAgain, Card, Declaration, File, OpenClause
from kittens_dsl.syntax.parse import find_chunks, parse_source

PACKAGE = Path(__file__).parent
FOLDER = "parsed"
ALWAYS_READ = (Box, BoxAgain, Card, OpenClause)
"""What is looked at whatever boxes are chosen: a card may stand among those of another box."""


class _Kept(NamedTuple):
    """A declaration: its text, where it stood, what was made of it, whether only its box asks for it."""

    text: str
    start: int
    line: int
    tree: bytes
    is_of_box: bool


def parse_cached(
    source: Source, directory: Path | None = None, is_wanted: Callable[[Box | BoxAgain], bool] | None = None
) -> tuple[File, tuple[Problem, ...]]:
    """What `parse_source` gives, from the cache if it is there. `directory`: the cache (None: the user's).

    is_wanted: whether anybody asks for what stands below such a line; what nobody asks for may be left out.
    """
    folder = directory or find_folder()
    name = _name_entry(source)
    entry = folder / f"{name}.pickle"
    found = _load(source, _read(entry), is_wanted)
    if found is not None:
        return found, ()
    last = folder / f"{_name_last(source)}.last"
    kept = {one.text: one for one in _read(folder / f"{_read_last(last)}.pickle")}
    file, problems = parse_source(source, lambda start, end: _find(source, start, end, kept))
    if not problems:
        _write(entry, pickle.dumps(_list_kept(source, file, kept), pickle.HIGHEST_PROTOCOL))
        _write(last, name.encode())
    return file, problems


def find_folder() -> Path:
    """The user's cache of parsed files."""
    return user_cache_path("kittens", appauthor=False) / FOLDER


# ---- declarations of an entry ----------------------------------------------------------------------------------------
def _load(source: Source, kept: tuple[_Kept, ...], is_wanted: Callable[[Box | BoxAgain], bool] | None) -> File | None:
    """The file of an entry; None if it is of no use."""
    if not kept:
        return None
    try:
        return File(source.name, tuple(_list_wanted(kept, is_wanted)))
    except Exception:  # whatever is wrong with an entry, the file itself is still there to be parsed
        return None


def _list_wanted(kept: tuple[_Kept, ...], is_wanted: Callable[[Box | BoxAgain], bool] | None) -> Iterator[Declaration]:
    """The declarations, without those that only their boxes ask for where no such box is wanted."""
    is_there = True
    for one in kept:
        if is_there or not one.is_of_box:
            declaration = pickle.loads(one.tree)
            if is_wanted is not None and isinstance(declaration, Box | BoxAgain):
                is_there = is_wanted(declaration)
            yield declaration


def _find(source: Source, start: int, end: int, kept: dict[str, _Kept]) -> Declaration | None:
    """The declaration of a chunk, if its text is kept, moved to where it stands now."""
    one = kept.get(source.text[start:end])
    if one is None:
        return None
    try:
        offset, lines = start - one.start, source.locate(start)[0] - one.line
        found = _Unpickler(one.tree, offset, lines).load() if offset or lines else pickle.loads(one.tree)
    except Exception:  # as above
        return None
    return found  # type: ignore[no-any-return]  # what was pickled is a declaration


def _list_kept(source: Source, file: File, kept: dict[str, _Kept]) -> tuple[_Kept, ...]:
    """The entry of a file without problems; what did not move is as it was kept."""
    listed: list[_Kept] = []
    for (start, end), declaration in zip(find_chunks(source.text), file.declarations, strict=True):
        text, line = source.text[start:end], source.locate(start)[0]
        old = kept.get(text)
        if old is None or (old.start, old.line) != (start, line):
            tree, is_of_box = (
                pickle.dumps(declaration, pickle.HIGHEST_PROTOCOL),
                not isinstance(declaration, ALWAYS_READ),
            )
            old = _Kept(text, start, line, tree, is_of_box)
        listed.append(old)
    return tuple(listed)


class _Unpickler(pickle.Unpickler):
    """Reads a tree whose spans are to be moved."""

    def __init__(self, tree: bytes, offset: int, lines: int) -> None:
        super().__init__(BytesIO(tree))
        self._offset, self._lines = offset, lines

    def find_class(self, module: str, name: str) -> Any:  # as in pickle
        """The class of that name; for spans, one that makes them where they are now."""
        found = super().find_class(module, name)
        return self._move_spans() if found is Span else found

    def _move_spans(self) -> type:
        offset, lines = self._offset, self._lines

        class Moved(Span):
            """A span that is made elsewhere."""

            def __new__(cls, *parts: Any) -> Any:  # whatever was pickled
                """The span, moved; NOWHERE stays."""
                span = Span(*parts)
                if span == NOWHERE:
                    return span
                return span._replace(
                    start_offset=span.start_offset + offset,
                    end_offset=span.end_offset + offset,
                    start_line=span.start_line + lines,
                    end_line=span.end_line + lines,
                )

        return Moved


# ---- files -----------------------------------------------------------------------------------------------------------
def _name_entry(source: Source) -> str:
    return _digest(source.name, source.text)


def _name_last(source: Source) -> str:
    return _digest(source.name)


def _digest(*parts: str) -> str:
    digest = hashlib.sha256(_fingerprint())
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part.encode())
    return digest.hexdigest()


@cache
def _fingerprint() -> bytes:
    """The code that makes entries: everything in this package, and the Python that runs it."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.lark"), *PACKAGE.parent.glob("source/*.py")]):
        digest.update(path.read_bytes())
    digest.update(repr(list(_list_shapes())).encode())
    return digest.digest()


def _list_shapes() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The classes of trees as they are loaded: a process that began before its code was changed on disk has others."""
    for module in (declarations, phrases, scenes, statements, words):
        for name, value in sorted(vars(module).items()):
            if isinstance(value, type) and is_dataclass(value):
                yield f"{module.__name__}.{name}", tuple(field.name for field in fields(value))


def _read(path: Path) -> tuple[_Kept, ...]:
    """The declarations of an entry; none if it cannot be used."""
    contents = _read_bytes(path)
    try:
        kept = pickle.loads(contents)
    except Exception:  # as above
        return ()
    is_right = isinstance(kept, tuple) and all(isinstance(one, _Kept) for one in kept)
    return kept if is_right else ()


def _read_last(path: Path) -> str:
    """The name of an entry, maybe of none."""
    name = _read_bytes(path).decode("ascii", errors="replace")
    return name if name.isalnum() else "none"


def _read_bytes(path: Path) -> bytes:
    """The contents of a file of ours; nothing if there is none."""
    try:
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return b""
        return path.read_bytes()
    except (OSError, ValueError):
        return b""


def _write(path: Path, contents: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as out:
            out.write(contents)
        os.replace(out.name, path)
    except OSError:
        return  # a cache that cannot be written costs time, nothing else
