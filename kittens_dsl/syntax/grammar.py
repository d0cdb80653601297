"""The parser that Lark makes from grammar.lark, kept in the user's cache directory because making it takes a second."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from os import replace
from pathlib import Path
from pickle import UnpicklingError
from platform import python_version
from tempfile import NamedTemporaryFile

from lark import Lark
from lark import __version__ as lark_version
from platformdirs import user_cache_path

from kittens_dsl.syntax.lexer import KitLexer

GRAMMAR = "grammar.lark"


@cache
def load_parser() -> Lark:
    """The parser; a cache that cannot be read or written only costs time."""
    grammar = files("kittens_dsl.syntax").joinpath(GRAMMAR).read_text(encoding="utf-8")
    return make_parser(grammar, directory=_find_cache_directory())


def make_parser(grammar: str, *, directory: Path | None) -> Lark:
    """The parser of a grammar: from the directory if it is kept there, else made and put there."""
    if directory is None:
        return _build(grammar)
    key = sha256("\0".join((grammar, lark_version, python_version())).encode()).hexdigest()
    file = directory / f"parser-{key[:16]}"
    try:
        with file.open("rb") as stream:
            return Lark.load(stream)
    except (OSError, EOFError, UnpicklingError, KeyError, AttributeError, ImportError, ValueError):
        parser = _build(grammar)
    _save(parser, file)
    return parser


def _build(grammar: str) -> Lark:
    return Lark(grammar, parser="lalr", lexer=KitLexer, strict=True, keep_all_tokens=True)


def _save(parser: Lark, file: Path) -> None:
    """Write beside the file, then put it in place at once, so that nobody reads half of it."""
    try:
        with NamedTemporaryFile(dir=file.parent, delete=False) as stream:
            parser.save(stream)
        replace(stream.name, file)
    except OSError:
        return


def _find_cache_directory() -> Path | None:
    try:
        return user_cache_path("kittens", appauthor=False, ensure_exists=True)
    except OSError:
        return None
