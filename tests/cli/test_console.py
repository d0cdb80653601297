"""Words and tables as a terminal and a pipe get them."""

from __future__ import annotations

import sys

import pytest

from checker.report.console import Console, Grid, Text, make_console

BOLD, DIM, END = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def make_grid() -> Grid:
    grid = Grid()
    grid.add_column("name")
    grid.add_column("verdict", wraps=False)
    grid.add_row("one", Text("holds in scope", "green"))
    grid.add_row("a name of five words", "")
    return grid


def print_plain(capsys: pytest.CaptureFixture[str], grid: Grid, width: int) -> list[str]:
    Console(False, width).print(grid)
    return capsys.readouterr().out.splitlines()


def test_columns_are_as_wide_as_their_widest_cell_and_nothing_follows_the_last_word(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert print_plain(capsys, make_grid(), 80) == [
        "name                  verdict",
        "one                   holds in scope",
        "a name of five words",
    ]


def test_a_column_that_wraps_gives_way_to_one_that_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_plain(capsys, make_grid(), 28) == [
        "name          verdict",
        "one           holds in scope",
        "a name of",
        "five words",
    ]


def test_a_terminal_that_is_too_narrow_gets_longer_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert "one       holds in scope" in print_plain(capsys, make_grid(), 5)


def test_the_widest_column_gives_way_first(capsys: pytest.CaptureFixture[str]) -> None:
    grid = Grid()
    grid.add_column("short cells")
    grid.add_column("long")
    grid.add_row("x", "words that go on and on until the line is full")
    lines = print_plain(capsys, grid, 40)
    assert lines[0] == "short cells  long"
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(line[13:] for line in lines[1:]) == "words that go on and on until the line is full"


def test_a_row_has_a_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="1 cells in a table of 2 columns"):
        make_grid().add_row("alone")


def test_styles_are_shown_at_a_terminal_and_nowhere_else(capsys: pytest.CaptureFixture[str]) -> None:
    for has_styles, expected in ((True, f"{BOLD}what{END}{DIM}: so{END}\n"), (False, "what: so\n")):
        Console(has_styles, 80).print(Text("what", "bold"), ": so", style="dim")
        assert capsys.readouterr().out == expected


def test_text_is_never_broken_and_its_brackets_are_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    Console(False, 10).print("by [bold]BASE-1[/] " * 9)
    assert capsys.readouterr().out == "by [bold]BASE-1[/] " * 9 + "\n"


@pytest.mark.parametrize(
    ("is_terminal", "variables", "expected"),
    [
        (False, {}, Console(False, 200)),
        (True, {}, Console(True, 61)),
        (True, {"NO_COLOR": "1"}, Console(False, 61)),
        (True, {"TERM": "dumb"}, Console(False, 61)),
    ],
)
def test_what_stands_behind_the_output_is_found_out(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, variables: dict[str, str], expected: Console
) -> None:
    for name, value in {"NO_COLOR": "", "TERM": "xterm", "COLUMNS": "61", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    assert make_console() == expected
