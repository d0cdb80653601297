"""Words and tables as a terminal and a pipe get them."""

from __future__ import annotations

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.report.console import Grid, Text, make_console

BOLD, DIM, BOLD_DIM, END = "\x1b[1m", "\x1b[2m", "\x1b[1;2m", "\x1b[0m"


def make_grid() -> Grid:
    grid = Grid()
    grid.add_column("name")
    grid.add_column("verdict", wraps=False)
    grid.add_row("one", Text("holds in scope", "green"))
    grid.add_row("a name of five words", "")
    return grid


def make_terminal(monkeypatch: pytest.MonkeyPatch, *, width: int, **variables: str) -> None:
    """Standard output is a terminal from now on."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm", "COLUMNS": str(width), "LINES": "25", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)


def print_lines(capsys: pytest.CaptureFixture[str], grid: Grid) -> list[str]:
    """The lines of a table without styles, and without blanks at their ends."""
    make_console().print(grid)
    plain = capsys.readouterr().out.replace(BOLD, "").replace(END, "")
    return [line.rstrip() for line in plain.splitlines()]


def test_columns_are_as_wide_as_their_widest_cell(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_lines(capsys, make_grid()) == [
        "name                  verdict",
        "one                   holds in scope",
        "a name of five words",
    ]


def test_a_column_that_wraps_gives_way_to_one_that_does_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_terminal(monkeypatch, width=28, NO_COLOR="1")
    assert print_lines(capsys, make_grid()) == [
        "name          verdict",
        "one           holds in scope",
        "a name of",
        "five words",
    ]


def test_a_row_has_a_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="1 cells in a table of 2 columns"):
        make_grid().add_row("alone")


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, f"{BOLD_DIM}what{END}{DIM}: so{END}\n"),
        ({"TERM": "dumb"}, "what: so\n"),
    ],
)
def test_styles_are_shown_at_a_terminal_that_can(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    expected: str,
) -> None:
    make_terminal(monkeypatch, width=80, **variables)
    make_console().print(Text("what", "bold"), ": so", style="dim")
    assert capsys.readouterr().out == expected


def test_without_colours_the_words_are_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_terminal(monkeypatch, width=80, NO_COLOR="1")
    make_console().print(Text("holds", "green"), " here")
    assert capsys.readouterr().out == "holds here\n"


def test_a_pipe_gets_no_styles(capsys: pytest.CaptureFixture[str]) -> None:
    make_console().print(Text("what", "bold"), ": so", style="dim")
    assert capsys.readouterr().out == "what: so\n"


@pytest.mark.parametrize("width", [None, 20])
def test_text_is_never_broken_and_its_brackets_are_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int | None
) -> None:
    words = "by [bold]BASE-1[/] :smile: 12 " * 20
    if width is not None:
        make_terminal(monkeypatch, width=width)
    make_console().print(words)
    assert capsys.readouterr().out == words + "\n"


CELLS = st.text(st.sampled_from("ab [/]:\n\té漢\u0301\x1b\x85"), max_size=12) | st.sampled_from(["", "x" * 120])


def print_to_pipe(*what: str | Text | Grid, by_rich: bool) -> str:
    """What is printed to a pipe."""
    with pytest.MonkeyPatch.context() as patch:
        pipe = io.StringIO()
        patch.setattr(sys, "stdout", pipe)
        if by_rich:
            patch.setattr("checker.report.console._is_pipe", lambda: False)
        make_console().print(*what)
        return pipe.getvalue()


@given(st.lists(CELLS, max_size=4))
def test_a_line_in_a_pipe_is_what_rich_prints(words: list[str]) -> None:
    assert print_to_pipe(*words, by_rich=False) == print_to_pipe(*words, by_rich=True)


@given(st.integers(1, 4).flatmap(lambda columns: st.lists(st.lists(CELLS, min_size=columns, max_size=columns))))
def test_a_table_in_a_pipe_is_what_rich_prints(rows: list[list[str]]) -> None:
    grid = Grid()
    for number in range(len(rows[0]) if rows else 2):
        grid.add_column(f"column {number}", wraps=number % 2 == 0)
    for row in rows:
        grid.add_row(*row)
    assert print_to_pipe(grid, by_rich=False) == print_to_pipe(grid, by_rich=True)


@pytest.mark.parametrize("name", ["FORCE_COLOR", "TTY_COMPATIBLE"])
def test_who_asks_for_styles_in_a_pipe_gets_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(name, "1")
    make_console().print(Text("what", "bold"))
    assert capsys.readouterr().out == f"{BOLD}what{END}\n"


def test_a_reader_that_has_gone_is_left_to_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> int:
        raise BrokenPipeError

    monkeypatch.setattr(sys.stdout, "write", refuse)
    with pytest.raises(BrokenPipeError):
        make_console().print("words")
