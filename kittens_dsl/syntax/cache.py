"""Parsed files kept by content in the user's cache directory: a file that did not change is not parsed again.

An entry is named after everything it depends on: this package's code and grammar, the Python version, the file's name
(spans carry it) and its text. Entries may be deleted at any time; one that cannot be read, was cut short or belongs to
somebody else counts as absent. Files with problems are never kept.
"""

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.text import Source
from kittens_dsl.syntax.ast import declarations, phrases, scenes, statements, words
from kittens_dsl.syntax.ast.declarations import File
from kittens_dsl.syntax.parse import parse_source

PACKAGE = Path(__file__).parent
FOLDER = "parsed"


def parse_cached(source: Source, directory: Path | None = None) -> tuple[File, tuple[Problem, ...]]:
    """What `parse_source` gives, from the cache if it is there. `directory`: the cache (None: the user's)."""
    folder = directory or user_cache_path("kittens", appauthor=False) / FOLDER
    path = folder / f"{_name_entry(source)}.pickle"
    kept = _read(path)
    if kept is not None:
        return kept, ()
    file, problems = parse_source(source)
    if not problems:
        _write(path, file)
    return file, problems


def _name_entry(source: Source) -> str:
    digest = hashlib.sha256(_fingerprint())
    for part in (source.name, source.text):
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


def _read(path: Path) -> File | None:
    try:
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return None
        kept = pickle.loads(path.read_bytes())
    except Exception:  # whatever is wrong with an entry, the file itself is still there to be parsed
        return None
    return kept if isinstance(kept, File) else None


def _write(path: Path, file: File) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as out:
            out.write(pickle.dumps(file, protocol=pickle.HIGHEST_PROTOCOL))
        os.replace(out.name, path)
    except OSError:
        return  # a cache that cannot be written costs time, nothing else
