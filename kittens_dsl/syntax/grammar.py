"""The tables of the parser: shipped, and made anew by Lark, which takes a second, only if the grammar was changed."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from hashlib import sha256
from os import replace
from pathlib import Path
from tempfile import NamedTemporaryFile

from platformdirs import user_cache_path

from kittens_dsl.syntax.tables import Tables, read_tables, write_tables

GRAMMAR, SHIPPED = "grammar.lark", "grammar.tables"


@cache
def load_tables() -> Tables:
    """The tables of the grammar."""
    grammar = read_grammar()
    shipped = read_tables(_read_resource(SHIPPED), digest_grammar(grammar))
    return shipped or find_tables(grammar, directory=user_cache_path("kittens", appauthor=False))


def read_grammar() -> str:
    """The text of the grammar."""
    return _read_resource(GRAMMAR)


def _read_resource(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def digest_grammar(grammar: str) -> str:
    """What tables are named after."""
    return sha256(grammar.encode()).hexdigest()


def find_tables(grammar: str, *, directory: Path) -> Tables:
    """From the directory if they are kept there, else made and put there: a directory of no use only costs time."""
    digest = digest_grammar(grammar)
    file = directory / f"parser-{digest[:16]}.json"
    with suppress(OSError, UnicodeDecodeError):
        kept = read_tables(file.read_text(encoding="utf-8"), digest)
        if kept is not None:
            return kept
    from kittens_dsl.syntax.make_tables import make_tables  # Lark is loaded for this alone

    tables = make_tables(grammar)
    with suppress(OSError):
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        with NamedTemporaryFile("w", dir=directory, delete=False, encoding="utf-8") as stream:
            stream.write(write_tables(tables, digest))
        replace(stream.name, file)
    return tables
