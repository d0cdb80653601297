"""The parser that Lark makes from grammar.lark, kept in the user's cache directory because making it takes a second."""

from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from os import replace
from pathlib import Path
from platform import python_version
from tempfile import NamedTemporaryFile

from lark import Lark
from lark import __version__ as lark_version
from platformdirs import user_cache_path

from kittens_dsl.syntax.lexer import KitLexer

GRAMMAR = "grammar.lark"
DIGEST_LENGTH = 64


@cache
def load_parser() -> Lark:
    """The parser; a cache that cannot be read or written only costs time."""
    return make_parser(read_grammar(), directory=_find_cache_directory())


def read_grammar() -> str:
    """The text of the grammar."""
    return files("kittens_dsl.syntax").joinpath(GRAMMAR).read_text(encoding="utf-8")


def make_parser(grammar: str, *, directory: Path | None) -> Lark:
    """The parser of a grammar: from the directory if it is kept there, else made and put there."""
    if directory is None:
        return _build(grammar)
    key = sha256("\0".join((grammar, lark_version, python_version())).encode()).hexdigest()
    file = directory / f"parser-{key[:16]}"
    kept = _read(file)
    if kept is not None:
        return Lark.load(BytesIO(kept))
    parser = _build(grammar)
    stream = BytesIO()
    parser.save(stream)
    _write(file, stream.getvalue())
    return parser


def _build(grammar: str) -> Lark:
    return Lark(grammar, parser="lalr", lexer=KitLexer, strict=True, keep_all_tokens=True)


def _read(file: Path) -> bytes | None:
    """The bytes that were kept, if all of them are there."""
    with suppress(OSError):
        content = file.read_bytes()
        digest, kept = content[:DIGEST_LENGTH], content[DIGEST_LENGTH:]
        if sha256(kept).hexdigest().encode() == digest:
            return kept
    return None


def _write(file: Path, kept: bytes) -> None:
    """Write beside the file, then put it in place at once, so that nobody reads half of it."""
    with suppress(OSError):
        with NamedTemporaryFile(dir=file.parent, delete=False) as stream:
            stream.write(sha256(kept).hexdigest().encode() + kept)
        replace(stream.name, file)


def _find_cache_directory() -> Path | None:
    with suppress(OSError):
        return user_cache_path("kittens", appauthor=False, ensure_exists=True)
    return None
