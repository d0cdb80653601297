"""Files kept in the user's cache directory, named after what they depend on; one that is damaged is absent."""

import hashlib
import os
import sys
import tempfile
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from platformdirs import user_cache_path

PACKAGE = Path(__file__).parents[1]
FOLDER = "parsed"


def find_folder() -> Path:
    """The user's cache of parsed files."""
    return user_cache_path("kittens", appauthor=False) / FOLDER


def name_kept(shapes: bytes, *parts: str) -> str:
    """The name of what is made of some parts by this package and this Python; shapes: of the classes in it."""
    digest = hashlib.sha256(_fingerprint() + shapes)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part.encode())
    return digest.hexdigest()


@cache
def _fingerprint() -> bytes:
    """The code that makes entries: everything in this package, and the Python that runs it."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.lark")]):
        digest.update(path.read_bytes())
    return digest.digest()


def digest_shapes(*modules: ModuleType) -> bytes:
    """The classes of trees as they are loaded: a process that began before its code was changed on disk has others."""
    shapes = [
        (module.__name__, name, tuple(field.name for field in fields(value)))
        for module in modules
        for name, value in sorted(vars(module).items())
        if isinstance(value, type) and is_dataclass(value)
    ]
    return hashlib.sha256(repr(shapes).encode()).digest()


def read_kept(path: Path) -> bytes:
    """The contents of a file of ours; nothing if there is none."""
    try:
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return b""
        return path.read_bytes()
    except (OSError, ValueError):
        return b""


def write_kept(path: Path, contents: bytes) -> None:
    """Keep a file; a cache that cannot be written costs time, nothing else."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as out:
            out.write(contents)
        os.replace(out.name, path)
    except OSError:
        return
