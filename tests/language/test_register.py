"""The register that is kept: the same as the one that is read, and never one of another text."""

from pathlib import Path

import pytest

from kittens_dsl.names import register
from kittens_dsl.names.register import read_cached_register, read_register
from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.text import Source, make_source

TEXT = '[clauses]\nA-1 = { box = "dice and coins", words = "mix" }\n[tensions]\nT1 = ["dice"]\n'
WRONG = "[clauses]\nA-1 = 3\n"


def make(text: str) -> Source:
    return make_source("clauses.toml", text)


def test_the_second_reading_gives_the_same_without_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = read_register(make(TEXT))
    assert read_cached_register(make(TEXT), tmp_path) == expected
    monkeypatch.setattr(register, "read_register", lambda _: pytest.fail("read again"))
    assert read_cached_register(make(TEXT), tmp_path) == expected


def test_a_changed_text_is_read_again(tmp_path: Path) -> None:
    read_cached_register(make(TEXT), tmp_path)
    changed = TEXT.replace("mix", "cut")
    assert read_cached_register(make(changed), tmp_path) == read_register(make(changed)) != read_register(make(TEXT))


def test_a_mistake_is_told_each_time(tmp_path: Path) -> None:
    for _ in range(2):
        assert isinstance(read_cached_register(make(WRONG), tmp_path), Problem)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"\x80\x05N."])
def test_a_damaged_entry_counts_as_absent(tmp_path: Path, damage: bytes) -> None:
    read_cached_register(make(TEXT), tmp_path)
    for entry in tmp_path.iterdir():
        entry.write_bytes(damage)
    assert read_cached_register(make(TEXT), tmp_path) == read_register(make(TEXT))
