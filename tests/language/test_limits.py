"""Texts made to break the parser give problems, not crashes."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kittens_dsl.driver import load_sources
from kittens_dsl.problem.problem import Problem
from kittens_dsl.quote.quote import quote_problems
from kittens_dsl.source.text import make_source
from tests.language.programs import list_programs

MANY = 10_000
HEAD = """box dice "Dice" for 2 to 4 players
counter score of a player, from 0 to 9
event gain by a player
rule gain.base [A-1]
  to gain
"""


def find_problems(text: str) -> tuple[Problem, ...]:
    source = make_source("test.kit", text)
    loaded = load_sources((source,))
    quote_problems(loaded.problems, {"test.kit": source}.get)
    return loaded.problems


@pytest.mark.parametrize(
    "line",
    [
        "  and " + "(" * MANY + "you are asleep" + ")" * MANY,
        "  and " + "not " * MANY + "you are asleep",
        "  and " + "if " * MANY + "you are asleep",
        "  and your score is " + "the player after " * MANY + "you",
        "  and your score is 1" + " plus 1" * MANY,
        "  and your score is " + "the smaller of 1 and " * MANY + "1",
        "  and " + "each player satisfies " * MANY + "you are asleep",
        "  and you are asleep" + " and you are asleep" * MANY,
    ],
    ids=["brackets", "not", "if", "after", "plus", "smaller", "each", "and"],
)
def test_a_line_nested_too_deeply_is_one_problem(line: str) -> None:
    assert [problem.code for problem in find_problems(f"{HEAD}{line}\n  then\n    nothing happens\n")] == ["K017"]


@pytest.mark.parametrize("opening", ["repeat", "if your score is 0 then", "each player, in turn order from you"])
def test_blocks_nested_too_deeply_are_one_problem(opening: str) -> None:
    lines = [" " * (4 + depth) + opening for depth in range(1000)]
    assert [problem.code for problem in find_problems(HEAD + "  then\n" + "\n".join(lines))] == ["K017"]


def test_loops_in_loops_take_no_time_that_doubles_with_each() -> None:
    lines = [" " * (4 + depth) + "repeat until your score is 9" for depth in range(35)]
    text = HEAD + "  then\n" + "\n".join(lines) + "\n" + " " * 40 + "you gain\n"
    assert find_problems(text) == ()


def test_a_chain_of_cases_that_is_too_long_is_one_problem() -> None:
    case = "    {} your score is 0 then\n      nothing happens\n"
    text = HEAD + "  then\n" + case.format("if") + case.format("otherwise if") * MANY
    assert [problem.code for problem in find_problems(text)] == ["K017"]


def test_many_mistakes_are_all_reported() -> None:
    assert len(find_problems(HEAD + "  then\n    nothing happens\n" + "tokn a\n" * 300)) == 300


def test_a_long_block_is_no_problem() -> None:
    assert find_problems(HEAD + "  then\n    your score becomes 0\n" + "    you gain\n" * MANY) == ()


PROGRAMS = [path.read_text(encoding="utf-8") for path in list_programs("good")]
SPEC = Path(__file__).resolve().parents[2] / "spec"


@st.composite
def mutate_programs(draw: st.DrawFn) -> str:
    """A good program with a few words taken out, doubled, exchanged or replaced."""
    words = draw(st.sampled_from(PROGRAMS)).split(" ")
    for _ in range(draw(st.integers(1, 4))):
        index = draw(st.integers(0, len(words) - 1))
        match draw(st.sampled_from(["leave out", "double", "exchange", "replace", "break", "join"])):
            case "leave out":
                del words[index]
            case "double":
                words.insert(index, words[index])
            case "exchange":
                other = draw(st.integers(0, len(words) - 1))
                words[index], words[other] = words[other], words[index]
            case "replace":
                words[index] = draw(st.sampled_from([*PROGRAMS[0].split(), "(", ")", "'s", '"', "[", "é", "\t", "0"]))
            case "break":
                words.insert(index, "\n")
            case _:
                words[index] = words[index].replace("\n", "")
    return " ".join(words)


@settings(max_examples=150, deadline=None)
@given(mutate_programs())
def test_a_program_with_mistakes_gives_problems_and_never_a_crash(text: str) -> None:
    source = make_source("test.kit", text)
    loaded = load_sources((source,))
    assert loaded.rules is not None or loaded.problems
    for problem in loaded.problems:
        assert problem.span is not None
        assert 0 <= problem.span.start_offset <= problem.span.end_offset <= len(source.text)
    quote_problems(loaded.problems, {"test.kit": source}.get)


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("abz AZ09\n\n  \"[](),.'-é\u2028\x00"), max_size=200))
def test_any_text_gives_problems_and_never_a_crash(text: str) -> None:
    source = make_source("test.kit", text)
    loaded = load_sources((source,))
    quoted = quote_problems(loaded.problems, {"test.kit": source}.get)
    assert loaded.rules is not None or quoted.count("error[") >= 1
