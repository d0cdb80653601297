"""Reading files: what is accepted, what is refused and where, and the positions in a text."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kittens_dsl.problem.problem import Problem
from kittens_dsl.source import shipped
from kittens_dsl.source.read import read_for_quotation, read_source
from kittens_dsl.source.shipped import find_spec_directory
from kittens_dsl.source.span import NOWHERE, Span, join_spans, span_file_start
from kittens_dsl.source.text import Source, make_source

ROOT = Path(__file__).resolve().parents[2]


def write(tmp_path: Path, content: bytes) -> Path:
    """A file with that content."""
    path = tmp_path / "box.kit"
    path.write_bytes(content)
    return path


def accept(path: Path) -> Source:
    """The source of a file that must be accepted."""
    source = read_source(path, name="box.kit")
    assert isinstance(source, Source)
    return source


def refuse(path: Path) -> Problem:
    """The only problem of a file that must be refused."""
    problems = read_source(path, name="box.kit")
    assert not isinstance(problems, Source)
    assert len(problems) == 1
    return problems[0]


def place(problem: Problem) -> tuple[str, int, int]:
    """Source, line and column of a problem."""
    assert problem.span is not None
    return problem.span.source, problem.span.start_line, problem.span.start_column


def test_a_file_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, 'box base "Größe"\n'.encode())
    source = accept(path)
    assert source == Source(name="box.kit", path=path, text='box base "Größe"\n')
    assert source.line_starts == (0, 17)


def test_a_source_is_called_by_its_path_unless_it_has_a_name(tmp_path: Path) -> None:
    path = write(tmp_path, b"box base\n")
    source = read_source(path)
    assert isinstance(source, Source)
    assert source.name == path.as_posix()


def test_crlf_becomes_lf(tmp_path: Path) -> None:
    assert accept(write(tmp_path, b"box base\r\n  source\r\n")).text == "box base\n  source\n"


def test_a_lone_carriage_return_becomes_lf(tmp_path: Path) -> None:
    assert accept(write(tmp_path, b"box base\r  source\r")).text == "box base\n  source\n"


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    assert accept(write(tmp_path, b"\xef\xbb\xbfbox base\n")).text == "box base\n"


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    problem = refuse(tmp_path / "missing.kit")
    assert (problem.code, problem.message) == ("K001", "cannot read box.kit: No such file or directory")
    assert place(problem) == ("box.kit", 1, 1)


def test_a_path_that_no_system_has_is_refused() -> None:
    assert refuse(Path("a\0b.kit")).code == "K001"


def test_a_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    assert refuse(tmp_path / ("x" * 5000)).code == "K001"


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "link.kit"
    link.symlink_to(link)
    assert refuse(link).code == "K001"


def test_a_directory_is_refused(tmp_path: Path) -> None:
    problem = refuse(tmp_path)
    assert (problem.code, problem.message) == ("K002", "box.kit is a directory, not a file")


def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.kit"
    os.mkfifo(pipe)
    assert refuse(pipe).code == "K002"


def test_bytes_that_are_not_utf_8_are_refused_at_the_first(tmp_path: Path) -> None:
    problem = refuse(write(tmp_path, "é\r\ncard ö".encode() + b"\xff\n"))
    assert (problem.code, problem.label) == ("K003", "byte 0xFF cannot stand here")
    assert place(problem) == ("box.kit", 2, 7)


def test_utf_16_is_refused(tmp_path: Path) -> None:
    assert refuse(write(tmp_path, "box base\n".encode("utf-16"))).code == "K003"


def test_a_nul_character_is_refused(tmp_path: Path) -> None:
    problem = refuse(write(tmp_path, b"box\nba\0se\0\n"))
    assert problem.code == "K004"
    assert place(problem) == ("box.kit", 2, 3)
    assert [note.text for note in problem.notes] == ["1 more NUL character like this in the file"]


def test_a_file_of_just_the_limit_is_accepted(tmp_path: Path) -> None:
    assert len(accept(write(tmp_path, b"x" * 1_000_000)).text) == 1_000_000


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    problem = refuse(write(tmp_path, b"x" * 1_000_001))
    assert (problem.code, problem.message) == ("K005", "box.kit is larger than 1,000,000 bytes")


def test_the_limit_is_the_callers(tmp_path: Path) -> None:
    problems = read_source(write(tmp_path, b"box base\n"), size_limit=8)
    assert not isinstance(problems, Source)
    assert [problem.code for problem in problems] == ["K005"]


def test_a_tab_in_the_indentation_is_refused(tmp_path: Path) -> None:
    problem = refuse(write(tmp_path, b"box base\n  \t source\n\tcard\n\tcard\n"))
    assert problem.code == "K006"
    assert problem.span == Span("box.kit", 11, 12, 2, 3, 2, 4)
    assert [note.text for note in problem.notes] == ["2 more lines like this in the file"]


def test_a_tab_after_the_first_word_is_accepted(tmp_path: Path) -> None:
    assert accept(write(tmp_path, b"box\tbase\n")).text == "box\tbase\n"


def test_a_tab_in_a_blank_line_is_accepted(tmp_path: Path) -> None:
    assert accept(write(tmp_path, b"box base\n\t\n")).text == "box base\n\t\n"


def test_a_nul_character_and_a_tab_are_both_reported(tmp_path: Path) -> None:
    problems = read_source(write(tmp_path, b"box\0\n\tcard\n"))
    assert not isinstance(problems, Source)
    assert [problem.code for problem in problems] == ["K004", "K006"]


@pytest.mark.parametrize("content", [b"", b"\n", b"  \r\n\r\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_refused(tmp_path: Path, content: bytes) -> None:
    problem = refuse(write(tmp_path, content))
    assert (problem.code, problem.message) == ("K007", "box.kit is empty")


def test_a_file_of_comments_is_refused(tmp_path: Path) -> None:
    problem = refuse(write(tmp_path, b"-- to do\n\n  -- more\n"))
    assert (problem.code, problem.message) == ("K007", "box.kit has only comments")


def test_a_refused_file_can_still_be_quoted(tmp_path: Path) -> None:
    path = write(tmp_path, b"box b\xffse\n")
    problem = refuse(path)
    source = read_for_quotation(path, name="box.kit")
    assert source is not None
    assert problem.span is not None
    assert source.text == "box b\ufffdse\n"
    assert source.text[problem.span.start_offset : problem.span.end_offset] == "\ufffd"


def test_nothing_can_be_quoted_of_a_missing_file(tmp_path: Path) -> None:
    assert read_for_quotation(tmp_path / "missing.kit") is None


def test_the_end_of_a_text_is_a_place() -> None:
    assert make_source("s", "ab\n").locate(3) == (2, 1)
    assert make_source("s", "").locate(0) == (1, 1)


@pytest.mark.parametrize("offset", [-1, 3])
def test_outside_a_text_is_no_place(offset: int) -> None:
    with pytest.raises(IndexError, match="s has offsets 0 to 2"):
        make_source("s", "ab").locate(offset)


@pytest.mark.parametrize("line", [0, 3])
def test_a_line_that_is_not_there_is_not_read(line: int) -> None:
    with pytest.raises(IndexError, match="s has lines 1 to 2"):
        make_source("s", "a\nb").read_line(line)


def test_a_span_cannot_end_before_it_starts() -> None:
    with pytest.raises(ValueError, match="cannot end at 1 before it starts at 2"):
        make_source("s", "abc").span(2, 1)


@given(st.text(alphabet="ab\r\n\u2028\x85é"))
def test_lines_and_positions_agree_with_the_text(text: str) -> None:
    source = make_source("s", text)
    assert "\n".join(source.read_line(line + 1) for line in range(source.line_count)) == source.text
    for offset in range(len(source.text) + 1):
        line, column = source.locate(offset)
        assert source.line_starts[line - 1] + column - 1 == offset
        assert column <= len(source.read_line(line)) + 1


def test_the_span_of_a_line_has_no_newline() -> None:
    assert make_source("s", "a\nbcd\n").span_line(2) == Span("s", 2, 5, 2, 1, 2, 4)


def test_joined_spans_cover_both() -> None:
    source = make_source("s", "abc\ndef\n")
    assert join_spans(source.span(5, 7), source.span(1, 2)) == source.span(1, 7)


def test_nowhere_adds_nothing_to_a_span() -> None:
    span = span_file_start("s")
    assert join_spans(NOWHERE, span) == span
    assert join_spans(span, NOWHERE) == span


def test_spans_of_two_sources_are_not_joined() -> None:
    with pytest.raises(ValueError, match="two sources"):
        join_spans(span_file_start("a"), span_file_start("b"))


def test_a_checkout_finds_its_specification() -> None:
    assert find_spec_directory() == ROOT / "spec"


def test_an_installed_wheel_finds_the_specification_in_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "kittens_dsl"
    (package / "shipped_spec").mkdir(parents=True)
    monkeypatch.setattr(shipped, "PACKAGE", package)
    assert find_spec_directory() == package / "shipped_spec"


def test_a_stranger_called_spec_beside_the_package_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "spec").mkdir()
    monkeypatch.setattr(shipped, "PACKAGE", tmp_path / "kittens_dsl")
    with pytest.raises(FileNotFoundError, match="the specification is missing"):
        find_spec_directory()
