"""The parser: it has no conflict, and keeping it is only a matter of time."""

from pathlib import Path

import pytest
from lark import Lark, Token

from kittens_dsl.source.text import make_source
from kittens_dsl.syntax.grammar import make_parser, read_grammar
from kittens_dsl.syntax.parse import parse_source

LINE = "token first\n"


def parse_line(parser: Lark) -> list[str]:
    return [str(token) for token in parser.parse(LINE).scan_values(lambda value: isinstance(value, Token))]


def test_the_grammar_has_no_conflict() -> None:
    assert parse_line(make_parser(read_grammar(), directory=None)) == ["token", "first", "\n"]


def test_a_grammar_with_a_conflict_is_refused() -> None:
    with pytest.raises(Exception, match="Shift/Reduce"):
        make_parser('start: start "a" start | "b"', directory=None)


def test_a_kept_parser_parses_the_same(tmp_path: Path) -> None:
    made, kept = (make_parser(read_grammar(), directory=tmp_path) for _ in range(2))
    assert len(list(tmp_path.iterdir())) == 1
    assert parse_line(made) == parse_line(kept)


def test_a_damaged_file_is_made_again(tmp_path: Path) -> None:
    make_parser(read_grammar(), directory=tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert parse_line(make_parser(read_grammar(), directory=tmp_path))
    assert file.stat().st_size > len(whole) // 2


def test_a_directory_that_is_not_there_does_no_harm(tmp_path: Path) -> None:
    assert parse_line(make_parser(read_grammar(), directory=tmp_path / "missing"))
    assert not (tmp_path / "missing").exists()


def test_a_directory_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no directory")  # not even root can write below it
    assert parse_line(make_parser(read_grammar(), directory=tmp_path / "file" / "below"))


def test_comments_and_blank_lines_stand_anywhere() -> None:
    text = "-- a\n\nrule a.b [A-1] -- b\n\n  -- c\n  to gain\n-- d\n\n  then\n      -- e\n    you gain   -- f\n\n-- g\n"
    file, problems = parse_source(make_source("a.kit", text))
    assert problems == ()
    assert len(file.declarations) == 1


def test_a_file_may_end_without_a_newline() -> None:
    assert parse_source(make_source("a.kit", "token first")) == parse_source(make_source("a.kit", LINE))
