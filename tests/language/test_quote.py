"""Quotations of problems: golden texts, and carets that stand under the exact words."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kittens_dsl.problem.problem import Note, Problem, Suggestion
from kittens_dsl.quote.columns import measure_width, show_text
from kittens_dsl.quote.quote import quote_problem, quote_problems, sort_problems
from kittens_dsl.source.span import NOWHERE, Span, span_file_start
from kittens_dsl.source.text import Source, make_source

BOX = make_source(
    "spec/base.kit",
    """\
box base "A box"

card "Peek" in base, 2 copies
  rule peek.play
    when you play this card
    then
      move 1 "Peak" from your hand to the pile
""",
)


def look_up(*sources: Source) -> Callable[[str], Source | None]:
    """A lookup that knows these sources."""
    return {source.name: source for source in sources}.get


def find(source: Source, words: str) -> Span:
    """The span of the first occurrence of the words."""
    start = source.text.index(words)
    return source.span(start, start + len(words))


def underline(line: str, word: str) -> tuple[str, str]:
    """The quoted line and the line of its carets, for a problem about the word."""
    source = make_source("s", line)
    quoted = quote_problem(Problem("K001", "m", span=find(source, word)), look_up(source)).split("\n")
    return quoted[-2], quoted[-1]


def test_a_problem_with_everything() -> None:
    problem = Problem(
        "K001",
        'no card is called "Peak"',
        label="not a card of any box on the table",
        notes=(
            Note("a card with a name like it is declared here", find(BOX, '"Peek"')),
            Note("cards are looked up in all boxes of the table"),
        ),
        helps=('did you mean "Peek"?',),
        suggestion=Suggestion('"Peek"', find(BOX, '"Peak"')),
        span=find(BOX, '"Peak"'),
    )
    assert (
        quote_problem(problem, look_up(BOX))
        == """\
error[K001]: no card is called "Peak"
 --> spec/base.kit:7:14
  |
7 |       move 1 "Peak" from your hand to the pile
  |              ^^^^^^ not a card of any box on the table
note: a card with a name like it is declared here
 --> spec/base.kit:3:6
  |
3 | card "Peek" in base, 2 copies
  |      ^^^^^^
  = note: cards are looked up in all boxes of the table
  = help: did you mean "Peek"?
  = help: write `"Peek"` instead"""
    )


def test_a_bare_problem_is_one_line() -> None:
    assert (
        quote_problem(Problem("K001", "no such table", severity="warning"), look_up()) == "warning[K001]: no such table"
    )


def test_a_problem_in_no_source_is_not_placed() -> None:
    problem = Problem("K001", "m", notes=(Note("n", NOWHERE),), span=NOWHERE)
    assert quote_problem(problem, look_up()) == "error[K001]: m\n  = note: n"


def test_a_source_that_cannot_be_shown_is_still_named() -> None:
    problem = Problem("K001", "cannot read a.kit", label="here", helps=("look",), span=span_file_start("a.kit"))
    assert (
        quote_problem(problem, look_up())
        == """\
error[K001]: cannot read a.kit
 --> a.kit:1:1
  = here
  = help: look"""
    )


def test_line_numbers_of_all_places_share_one_gutter() -> None:
    source = make_source("s", "first\n" + "\n" * 98 + "last\n")
    problem = Problem("K001", "m", notes=(Note("n", find(source, "last")),), helps=("h",), span=find(source, "first"))
    assert (
        quote_problem(problem, look_up(source))
        == """\
error[K001]: m
   --> s:1:1
    |
  1 | first
    | ^^^^^
note: n
   --> s:100:1
    |
100 | last
    | ^^^^
    = help: h"""
    )


def test_a_span_of_several_lines_shows_its_first_and_last() -> None:
    start, end = BOX.text.index("rule"), BOX.text.index(" 1 ")
    problem = Problem("K001", "m", label="to here", span=BOX.span(start, end))
    assert (
        quote_problem(problem, look_up(BOX))
        == """\
error[K001]: m
 --> spec/base.kit:4:3
  |
4 |   rule peek.play
  |   ^^^^^^^^^^^^^^
...
7 |       move 1 "Peak" from your hand to the pile
  |       ^^^^ to here"""
    )


def test_neighbouring_lines_leave_nothing_out() -> None:
    source = make_source("s", "one\n  two\n")
    problem = Problem("K001", "m", span=source.span(0, 7))
    assert (
        quote_problem(problem, look_up(source))
        == """\
error[K001]: m
 --> s:1:1
  |
1 | one
  | ^^^
2 |   two
  |   ^"""
    )


def test_a_span_that_ends_with_its_newline_is_one_line() -> None:
    source = make_source("s", "one\ntwo\n")
    assert quote_problem(Problem("K001", "m", span=source.span(0, 4)), look_up(source)).endswith("1 | one\n  | ^^^")


def test_an_empty_span_has_one_caret() -> None:
    source = make_source("s", "one\n")
    assert quote_problem(Problem("K001", "m", span=source.span(3, 3)), look_up(source)).endswith("1 | one\n  |    ^")


def test_the_end_of_a_file_can_be_quoted() -> None:
    source = make_source("s", "one\n")
    assert quote_problem(Problem("K001", "m", label="end", span=source.span(4, 4)), look_up(source)).endswith(
        "s:2:1\n  |\n2 |\n  | ^ end"
    )


def test_further_lines_of_a_text_are_indented() -> None:
    assert (
        quote_problem(Problem("K001", "a\nb", helps=("c\nd",)), look_up())
        == """\
error[K001]: a
             b
  = help: c
          d"""
    )


def test_a_repair_that_removes_words_says_so() -> None:
    problem = Problem("K001", "m", suggestion=Suggestion("", find(BOX, "base")))
    assert quote_problem(problem, look_up(BOX)) == "error[K001]: m\n  = help: leave it out"


@pytest.mark.parametrize(
    ("line", "word", "shown", "carets"),
    [
        ("the 猫 card", "card", "1 | the 猫 card", "  |        ^^^^"),
        ("the 猫猫 card", "猫猫", "1 | the 猫猫 card", "  |     ^^^^"),
        ("cafe\u0301 noir", "noir", "1 | cafe\u0301 noir", "  |      ^^^^"),
        ("cafe\u0301 noir", "cafe\u0301", "1 | cafe\u0301 noir", "  | ^^^^"),
        ("a \U0001f408 b", "b", "1 | a \U0001f408 b", "  |      ^"),
        ("한글 b", "b", "1 | 한글 b", "  |      ^"),
        ("\u1112\u1161\u11ab b", "b", "1 | \u1112\u1161\u11ab b", "  |    ^"),
        ("a\tb", "b", "1 | a    b", "  |      ^"),
        ("a\u200db c", "c", "1 | a\u200db c", "  |    ^"),
        ("a\x1b[31m b", "b", "1 | a\ufffd[31m b", "  |        ^"),
        ("a\u202eb c", "c", "1 | a\ufffdb c", "  |     ^"),
        ("a\u2028b c", "c", "1 | a\ufffdb c", "  |     ^"),
    ],
)
def test_carets_stand_under_the_word(line: str, word: str, shown: str, carets: str) -> None:
    assert underline(line, word) == (shown, carets)


def test_crlf_moves_no_caret() -> None:
    unix, windows = (make_source("s", f"one{newline}two three{newline}") for newline in ("\n", "\r\n"))
    quotes = {
        quote_problem(Problem("K001", "m", span=find(source, "three")), look_up(source)) for source in (unix, windows)
    }
    assert quotes == {"error[K001]: m\n --> s:2:5\n  |\n2 | two three\n  |     ^^^^^"}


def test_only_a_window_of_a_very_long_line_is_shown() -> None:
    shown, carets = underline("x" * 1000 + "word" + "y" * 1000, "word")
    assert shown == "1 | …" + "x" * 40 + "word" + "y" * 116 + "…"
    assert carets == "  | " + " " * 41 + "^^^^"


def test_a_caret_over_a_very_long_line_ends_with_the_window() -> None:
    shown, carets = underline("x" * 1000, "x" * 1000)
    assert shown == "1 | " + "x" * 160 + "…"
    assert carets == "  | " + "^" * 160


def test_messages_cannot_steer_the_terminal() -> None:
    assert quote_problem(Problem("K001", "a\x1b[2Jb"), look_up()) == "error[K001]: a\ufffd[2Jb"


def test_problems_are_sorted_by_place() -> None:
    first, second, third = find(BOX, "box"), find(BOX, "card"), span_file_start("spec/other.kit")
    problems = (
        Problem("K001", "d", span=third),
        Problem("K002", "c", span=second),
        Problem("K001", "c", span=second),
        Problem("K001", "b", span=first),
        Problem("K001", "a"),
    )
    assert sort_problems(problems) == tuple(reversed(problems))


def test_quotations_of_several_problems_are_parted_by_a_blank_line() -> None:
    problems = (Problem("K002", "b"), Problem("K001", "a"))
    assert quote_problems(problems, look_up()) == "error[K001]: a\n\nerror[K002]: b"


def test_no_problem_is_no_text() -> None:
    assert quote_problems((), look_up()) == ""


@given(st.text(max_size=30))
def test_what_is_shown_is_as_wide_as_measured(text: str) -> None:
    assert measure_width(show_text(text)) == measure_width(text)


@given(st.text(max_size=400), st.data())
def test_every_span_can_be_quoted(text: str, data: st.DataObject) -> None:
    source = make_source("s", text)
    start = data.draw(st.integers(0, len(source.text)))
    end = data.draw(st.integers(start, len(source.text)))
    quoted = quote_problem(Problem("K001", "m", span=source.span(start, end)), look_up(source))
    assert "^" in quoted.split("\n")[-1]
    assert not any(ord(character) < 32 for character in quoted.replace("\n", ""))
