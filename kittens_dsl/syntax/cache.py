"""Parsed files kept by content in the user's cache directory: a declaration that did not change is not parsed again.

An entry is named after everything it depends on: this package's code and grammar, the Python version, the file's name
(spans carry it) and its text. Of each name it is known which entry was written last: of a text that has no entry, the
declarations that are in that one too are taken from there. Entries may be deleted at any time; one that cannot be read,
was cut short or belongs to somebody else counts as absent. Files with problems are never kept.
"""

import pickle
from collections.abc import Callable, Iterator
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.span import NOWHERE, Span
from kittens_dsl.source.text import Source
from kittens_dsl.syntax.ast import declarations, phrases, scenes, statements, words
from kittens_dsl.syntax.ast.declarations import Box, BoxAgain, Card, Declaration, File, OpenClause
from kittens_dsl.syntax.ast.scenes import Scene, SceneHead
from kittens_dsl.syntax.keeping import digest_shapes, find_folder, name_kept, read_kept, write_kept
from kittens_dsl.syntax.parse import find_chunks, parse_source

ALWAYS_READ = (Box, BoxAgain, Card, OpenClause)
"""What is looked at whatever boxes are chosen: a card may stand among those of another box."""


class _Kept(NamedTuple):
    """A declaration: its text, where it stood, what it is, whether only its box asks for it; of a scene its head."""

    text: str
    start: int
    line: int
    tree: bytes
    is_of_box: bool
    head: bytes = b""


def parse_cached(
    source: Source,
    directory: Path | None = None,
    is_wanted: Callable[[Box | BoxAgain], bool] | None = None,
    *,
    only_heads: bool = False,
) -> tuple[File, tuple[Problem, ...]]:
    """What `parse_source` gives, from the cache if it is there. `directory`: the cache (None: the user's).

    is_wanted: whether anybody asks for what stands below such a line; what nobody asks for may be left out.
    only_heads: of scenes only the heads are loaded, with the way to the whole.
    """
    folder = directory or find_folder()
    name = _name_entry(source)
    entry = folder / f"{name}.pickle"
    key = name if only_heads else None
    found = _load(source, _read(entry), is_wanted, key)
    if found is not None:
        return found, ()
    last = folder / f"{_name_last(source)}.last"
    kept = {one.text: one for one in _read(folder / f"{_read_last(last)}.pickle")}
    file, problems = parse_source(source, lambda start, end: _find(source, start, end, kept))
    if not problems:
        write_kept(entry, pickle.dumps(_list_kept(source, file, kept), pickle.HIGHEST_PROTOCOL))
        write_kept(last, name.encode())
        if only_heads:
            heads = (_take_head(one, f"{name} {number}") for number, one in enumerate(file.declarations))
            return File(file.source, tuple(heads)), ()
    return file, problems


def _take_head(declaration: Declaration, key: str) -> Declaration:
    """The head of a scene that is there as a whole; any other declaration as it is."""
    if not isinstance(declaration, Scene):
        return declaration
    return SceneHead(declaration.name, declaration.cites, key, lambda: declaration, declaration.span)


# ---- declarations of an entry ----------------------------------------------------------------------------------------
def _load(
    source: Source, kept: tuple[_Kept, ...], is_wanted: Callable[[Box | BoxAgain], bool] | None, key: str | None
) -> File | None:
    """The file of an entry; None if it is of no use. key: of the file, if of scenes the heads are enough."""
    if not kept:
        return None
    try:
        return File(source.name, tuple(_list_wanted(source, kept, is_wanted, key)))
    except Exception:  # whatever is wrong with an entry, the file itself is still there to be parsed
        return None


def _list_wanted(
    source: Source, kept: tuple[_Kept, ...], is_wanted: Callable[[Box | BoxAgain], bool] | None, key: str | None
) -> Iterator[Declaration]:
    """The declarations, without those that only their boxes ask for where no such box is wanted."""
    is_there = True
    for number, one in enumerate(kept):
        if is_there and one.head and key is not None:
            name, cites, span = pickle.loads(one.head)
            yield SceneHead(name, cites, f"{key} {number}", partial(_open, source, number, one.tree), span)
        elif is_there or not one.is_of_box:
            declaration = pickle.loads(one.tree)
            if is_wanted is not None and isinstance(declaration, Box | BoxAgain):
                is_there = is_wanted(declaration)
            yield declaration


def _open(source: Source, number: int, tree: bytes) -> Scene:
    """The scene of a head."""
    try:
        scene = pickle.loads(tree)
    except Exception:  # as above
        scene = None
    if not isinstance(scene, Scene):
        scene = parse_source(source)[0].declarations[number]
        assert isinstance(scene, Scene)
    return scene


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
            old = _keep(text, start, line, declaration)
        listed.append(old)
    return tuple(listed)


def _keep(text: str, start: int, line: int, declaration: Declaration) -> _Kept:
    tree, head = pickle.dumps(declaration, pickle.HIGHEST_PROTOCOL), b""
    if isinstance(declaration, Scene):
        head = pickle.dumps((declaration.name, declaration.cites, declaration.span), pickle.HIGHEST_PROTOCOL)
    return _Kept(text, start, line, tree, not isinstance(declaration, ALWAYS_READ), head)


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
    return name_kept(_find_shapes(), source.name, source.text)


def _name_last(source: Source) -> str:
    return name_kept(_find_shapes(), source.name)


@cache
def _find_shapes() -> bytes:
    return digest_shapes(declarations, phrases, scenes, statements, words)


def _read(path: Path) -> tuple[_Kept, ...]:
    """The declarations of an entry; none if it cannot be used."""
    try:
        kept = pickle.loads(read_kept(path))
    except Exception:  # as above
        return ()
    is_right = isinstance(kept, tuple) and all(isinstance(one, _Kept) for one in kept)
    return kept if is_right else ()


def _read_last(path: Path) -> str:
    """The name of an entry, maybe of none."""
    name = read_kept(path).decode("ascii", errors="replace")
    return name if name.isalnum() else "none"
