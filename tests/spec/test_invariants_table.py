"""The table of invariants in the documents says what the specification says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from kittens_dsl.core.rules import PropertyRule
from tests.spec.plays import BOX_SETS, rules_of

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"\| (I\d\d) \|[^|]*\| (.*) \|$")


@cache
def all_properties() -> tuple[PropertyRule, ...]:
    """The properties of any set of boxes."""
    return tuple(one for boxes in BOX_SETS for one in rules_of(boxes).properties)


def list_rows() -> list[tuple[str, str]]:
    """Each row of the table: the invariant, and what checks it."""
    lines = (ROOT / "docs" / "invariants.md").read_text(encoding="utf-8").splitlines()
    return [(found[1], found[2]) for line in lines if (found := ROW.match(line))]


def read_rows() -> dict[str, str]:
    """What the table says of each invariant."""
    return dict(list_rows())


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


def test_the_table_has_one_row_for_every_invariant() -> None:
    assert [name for name, _ in list_rows()] == [f"I{number:02}" for number in range(1, 36)]
