"""The table of invariants in the documents says what the specification says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from checker.analysis.invariants import Invariant, read_invariants
from kittens_dsl.core.rules import PropertyRule
from kittens_dsl.source.shipped import find_spec_directory
from tests.spec.plays import BOX_SETS, rules_of

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "invariants.md"
ROW = re.compile(r"\| (I\d\d) \|[^|]*\| (.*) \|$")


@cache
def all_properties() -> tuple[PropertyRule, ...]:
    """The properties of any set of boxes."""
    return tuple(one for boxes in BOX_SETS for one in rules_of(boxes).properties)


def read_rows() -> dict[str, str]:
    """What the table says of each invariant."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    return {found[1]: found[2] for line in lines if (found := ROW.match(line))}


def test_every_property_that_states_an_invariant_stands_in_its_row() -> None:
    rows = read_rows()
    lacking = [
        (one.states, one.name)
        for one in all_properties()
        if one.states and f"`{one.name}`" not in rows.get(one.states, "")
    ]
    assert lacking == []


def test_every_property_of_the_table_is_declared() -> None:
    declared = {one.name for one in all_properties()} | {"no-stuck-player", "no-missing-rule"}
    named = {name for row in read_rows().values() for name in re.findall(r"`([a-z]+(?:-[a-z]+)+)`", row)}
    assert named - declared == set()


@pytest.mark.parametrize(
    "path", sorted({name for row in read_rows().values() for name in re.findall(r"`(tests/[\w/.]+)`", row)})
)
def test_every_test_of_the_table_is_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_table_has_every_invariant_once() -> None:
    numbers = [found[1] for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if (found := ROW.match(line))]
    assert numbers == [f"I{number:02}" for number in range(1, 36)]


def test_the_list_of_the_specification_calls_them_the_same() -> None:
    listed = [one for one in read_invariants(find_spec_directory()) if isinstance(one, Invariant)]
    text = DOCUMENT.read_text(encoding="utf-8")
    assert [one.number for one in listed] == list(read_rows())
    assert [one.words for one in listed if f"| {one.number} | {one.words} |" not in text] == []


def test_an_invariant_that_no_property_states_says_what_looks_at_it() -> None:
    for boxes in BOX_SETS:
        stated = {one.states for one in rules_of(boxes).properties} | {"I03"}
        lacking = [
            one.number
            for one in read_invariants(find_spec_directory())
            if isinstance(one, Invariant) and one.says_something(boxes) and one.number not in stated and not one.how
        ]
        assert lacking == []
