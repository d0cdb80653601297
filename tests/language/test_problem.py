"""Problems as data: the registry of codes and the nearest names."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kittens_dsl.problem.codes import CODE_CLASSES, CODES
from kittens_dsl.problem.problem import Problem, has_errors
from kittens_dsl.problem.suggest import suggest_names
from kittens_dsl.source.span import span_file_start

ROOT = Path(__file__).resolve().parents[2]


def find_codes_in_use() -> set[str]:
    """Every quoted problem code in the packages, but for the registry itself."""
    modules = [
        module
        for package in ("kittens_dsl", "checker")
        for module in (ROOT / package).glob("**/*.py")
        if module != ROOT / "kittens_dsl/problem/codes.py"
    ]
    return {code for module in modules for code in re.findall(r'"(K\d{3})"', module.read_text(encoding="utf-8"))}


def test_the_registry_holds_the_codes_in_use_and_no_others() -> None:
    assert find_codes_in_use() == set(CODES)


def test_every_code_is_of_a_class() -> None:
    assert {code[:2] for code in CODES} <= set(CODE_CLASSES)
    assert all(re.fullmatch(r"K\d{3}", code) for code in CODES)


def test_the_registry_is_in_order_and_says_each_title_once() -> None:
    assert list(CODES) == sorted(CODES)
    assert len(set(CODES.values())) == len(CODES)


def test_an_unregistered_code_is_our_bug() -> None:
    with pytest.raises(ValueError, match="'K999' is not in the registry"):
        Problem("K999", "something")


def test_a_place_takes_no_part_in_comparison() -> None:
    assert Problem("K007", "empty", span=span_file_start("a")) == Problem("K007", "empty")


def test_warnings_are_not_errors() -> None:
    warning = Problem("K007", "empty", severity="warning")
    assert not has_errors(())
    assert not has_errors((warning,))
    assert has_errors((warning, Problem("K007", "empty")))


def test_the_nearest_name_comes_first() -> None:
    assert suggest_names("shufle", ["shuttle", "scuffle", "shuffle", "draw"]) == ("shuffle", "shuttle", "scuffle")


def test_capitals_are_ignored() -> None:
    assert suggest_names("PILE", ["Pile", "hand"]) == ("Pile",)


def test_two_spellings_of_one_name_are_both_suggested() -> None:
    assert suggest_names("pile", ["Pile", "PILE", "hand"]) == ("PILE", "Pile")


def test_a_word_like_no_other_gets_no_suggestion() -> None:
    assert suggest_names("xyzzy", ["pile", "hand"]) == ()


def test_a_very_long_word_gets_no_suggestion() -> None:
    assert suggest_names("a" * 101, ["a" * 100]) == ()


def test_no_more_names_than_asked_for() -> None:
    assert suggest_names("pile", ["piles", "pilet", "piled"], limit=2) == ("pilet", "piles")
    assert suggest_names("pile", ["piles"], limit=0) == ()


@given(st.text(alphabet="abAB", max_size=5), st.lists(st.text(alphabet="abAB", max_size=5)))
def test_suggestions_do_not_depend_on_the_order_of_the_candidates(word: str, candidates: list[str]) -> None:
    names = suggest_names(word, candidates)
    assert names == suggest_names(word, reversed(candidates))
    assert len(names) <= 3
    assert set(names) <= set(candidates) - {word}
