"""Small programs: each bad one has one mistake and the message for it, each good one its core."""

from pathlib import Path

import pytest

from kittens_dsl.driver import load_rules
from kittens_dsl.problem.codes import CODES
from tests.language.programs import SUFFIX, list_programs, run_program

PROGRAMS = [*list_programs("bad"), *list_programs("good")]


def name_program(program: Path) -> str:
    return f"{program.parent.name}-{program.stem}"


@pytest.mark.parametrize("program", PROGRAMS, ids=name_program)
def test_program_gives_what_is_expected(program: Path) -> None:
    assert run_program(program) == program.with_suffix(SUFFIX).read_text(encoding="utf-8")


@pytest.mark.parametrize("program", list_programs("bad"), ids=name_program)
def test_bad_program_has_problems_and_no_rules(program: Path) -> None:
    loaded = load_rules(program)
    assert loaded.rules is None
    assert loaded.problems


@pytest.mark.parametrize("program", list_programs("good"), ids=name_program)
def test_good_program_has_no_problem(program: Path) -> None:
    assert load_rules(program).problems == ()


def test_every_expectation_has_its_program() -> None:
    expected = {path.with_suffix(".kit") for program in PROGRAMS for path in program.parent.glob(f"*{SUFFIX}")}
    assert expected == set(PROGRAMS)


def test_the_bad_programs_show_every_code_of_the_language() -> None:
    language = {code for code in CODES if "K010" <= code < "K502" or code >= "K600"}
    shown = {problem.code for program in list_programs("bad") for problem in load_rules(program).problems}
    with_a_register = {"K403", "K406", "K407", "K408", "K409", "K420"}
    of_a_choice_of_boxes, of_a_play = {"K107"}, {"K609"}  # in test_load.py, and in tests/cli
    assert language - shown == with_a_register | of_a_choice_of_boxes | of_a_play
