"""The tables of the parser: of a grammar without conflict, and shipped; keeping others is only a matter of time."""

from importlib.resources import files
from pathlib import Path

import pytest

from kittens_dsl.source.text import make_source
from kittens_dsl.syntax.automaton import Automaton
from kittens_dsl.syntax.grammar import SHIPPED, digest_grammar, find_tables, load_tables, read_grammar
from kittens_dsl.syntax.make_tables import make_tables
from kittens_dsl.syntax.parse import parse_source
from kittens_dsl.syntax.tables import Tables, read_tables, write_tables

LINE = "token first\n"
SMALL = 'start: pair*\npair: "a" [NAME] _b\n_b: "b"+\nNAME: "no lexer reads this"\n'


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    """After a change of the grammar: python -m kittens_dsl.syntax.make_tables."""
    grammar = read_grammar()
    shipped = files("kittens_dsl.syntax").joinpath(SHIPPED).read_text(encoding="utf-8")
    assert shipped == write_tables(make_tables(grammar), digest_grammar(grammar))


def test_the_shipped_tables_are_read_again_as_they_were_made() -> None:
    assert load_tables() == make_tables(read_grammar())


def test_a_grammar_with_a_conflict_is_refused() -> None:
    with pytest.raises(Exception, match="Shift/Reduce"):
        make_tables('start: start "a" start | "b"')


def refuse_to_make(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kittens_dsl.syntax.make_tables.make_tables", lambda _: pytest.fail("made again"))


def test_tables_of_another_grammar_are_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = find_tables(SMALL, directory=tmp_path / "cache")
    refuse_to_make(monkeypatch)
    assert find_tables(SMALL, directory=tmp_path / "cache") == made


@pytest.mark.parametrize("damage", ["", "rubbish", "{}", None])
def test_a_damaged_file_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str | None) -> None:
    made = find_tables(SMALL, directory=tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_text()
    file.write_text(whole[: len(whole) // 2] if damage is None else damage)
    assert find_tables(SMALL, directory=tmp_path) == made
    assert file.read_text() == whole


def test_tables_of_one_grammar_are_not_taken_for_another() -> None:
    tables = make_tables(SMALL)
    assert read_tables(write_tables(tables, "one"), "one") == tables
    assert read_tables(write_tables(tables, "one"), "other") is None


def test_a_directory_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no directory")  # not even root can write below it
    assert isinstance(find_tables(SMALL, directory=tmp_path / "file" / "below"), Tables)


def test_what_can_come_is_asked_without_going_on() -> None:
    automaton = Automaton(make_tables(SMALL))
    assert automaton.list_taken() == {"A", "$END"}
    assert automaton.takes("A")
    assert not automaton.takes("B")
    assert automaton.list_taken() == {"A", "$END"}


def test_comments_and_blank_lines_stand_anywhere() -> None:
    text = "-- a\n\nrule a.b [A-1] -- b\n\n  -- c\n  to gain\n-- d\n\n  then\n      -- e\n    you gain   -- f\n\n-- g\n"
    file, problems = parse_source(make_source("a.kit", text))
    assert problems == ()
    assert len(file.declarations) == 1


def test_a_file_may_end_without_a_newline() -> None:
    assert parse_source(make_source("a.kit", "token first")) == parse_source(make_source("a.kit", LINE))
