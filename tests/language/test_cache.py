"""The cache of parsed files: same result, never trusted when damaged, never needed."""

from pathlib import Path

import pytest

from kittens_dsl.source.text import make_source
from kittens_dsl.syntax import cache
from kittens_dsl.syntax.ast import phrases
from kittens_dsl.syntax.cache import parse_cached
from kittens_dsl.syntax.parse import parse_source

TEXT = 'box small "A Small Game" for 2 to 4 players [R-1]\n\ntoken turn [R-1]\n'


def test_the_second_reading_gives_the_same_tree_without_parsing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = make_source("small.kit", TEXT)
    first = parse_cached(source, tmp_path)
    monkeypatch.setattr(cache, "parse_source", lambda _: pytest.fail("parsed again"))
    assert parse_cached(source, tmp_path) == first == parse_source(source)


def test_a_changed_text_is_parsed_again(tmp_path: Path) -> None:
    parse_cached(make_source("small.kit", TEXT), tmp_path)
    changed = make_source("small.kit", TEXT.replace("turn", "lead"))
    assert parse_cached(changed, tmp_path) == parse_source(changed)


@pytest.mark.parametrize("damage", [b"", b"not a pickle", b"\x80\x05N."])
def test_a_damaged_entry_counts_as_absent(tmp_path: Path, damage: bytes) -> None:
    source = make_source("small.kit", TEXT)
    parse_cached(source, tmp_path)
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(damage)
    assert parse_cached(source, tmp_path) == parse_source(source)


def test_a_file_with_problems_is_not_kept(tmp_path: Path) -> None:
    _, problems = parse_cached(make_source("small.kit", "box small nonsense\n"), tmp_path)
    assert problems
    assert list(tmp_path.iterdir()) == []


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    source = make_source("small.kit", TEXT)
    assert parse_cached(source, blocked) == parse_source(source)


def test_a_process_whose_classes_are_older_than_the_code_on_disk_uses_other_entries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = make_source("a.kit", 'open A-1 "nothing"\n')
    now = cache._name_entry(source)
    cache._fingerprint.cache_clear()
    monkeypatch.setattr(cache, "words", phrases)  # as if the classes of one module were others
    older = cache._name_entry(source)
    cache._fingerprint.cache_clear()
    assert older != now
