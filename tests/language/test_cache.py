"""The cache of parsed files: same result, never trusted when damaged, never needed."""

from pathlib import Path

import pytest

from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.text import Source, make_source
from kittens_dsl.syntax import cache
from kittens_dsl.syntax import parse as parsing
from kittens_dsl.syntax.ast import phrases
from kittens_dsl.syntax.ast.declarations import Box, BoxAgain, Declaration
from kittens_dsl.syntax.cache import parse_cached
from kittens_dsl.syntax.parse import parse_source

TEXT = 'box small "A Small Game" for 2 to 4 players [R-1]\n\ntoken turn [R-1]\n'


def test_the_second_reading_gives_the_same_tree_without_parsing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = make_source("small.kit", TEXT)
    first = parse_cached(source, tmp_path)
    monkeypatch.setattr(cache, "parse_source", lambda *_: pytest.fail("parsed again"))
    assert parse_cached(source, tmp_path) == first == parse_source(source)


def test_a_changed_text_is_parsed_again(tmp_path: Path) -> None:
    parse_cached(make_source("small.kit", TEXT), tmp_path)
    changed = make_source("small.kit", TEXT.replace("turn", "lead"))
    assert parse_cached(changed, tmp_path) == parse_source(changed)


@pytest.mark.parametrize("damage", [b"", b"not a pickle", b"\x80\x05N."])
def test_a_damaged_entry_counts_as_absent(tmp_path: Path, damage: bytes) -> None:
    source = make_source("small.kit", TEXT)
    parse_cached(source, tmp_path)
    for entry in tmp_path.iterdir():
        entry.write_bytes(damage)
    assert parse_cached(source, tmp_path) == parse_source(source)


@pytest.mark.parametrize("damage", [b"", b"not a name", b"../../etc", b"\xff\x00", b"a" * 64])
def test_a_damaged_name_of_the_last_entry_counts_as_absent(tmp_path: Path, damage: bytes) -> None:
    parse_cached(make_source("small.kit", TEXT), tmp_path)
    (last,) = tmp_path.glob("*.last")
    last.write_bytes(damage)
    changed = make_source("small.kit", TEXT.replace("turn", "lead"))
    assert parse_cached(changed, tmp_path) == parse_source(changed)


LONG = """-- two declarations and a scene

box small "A Small Game" for 2 to 4 players [R-1]

token turn [R-1]

scene one [R-1] for 2 players
  given
    turn is with player 1
  when
    player 1 plays "Skip"
  then
    turn is with player 2
"""


def count_parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where the chunks start that are parsed from now on."""
    found: list[int] = []
    parse = parsing._parse_chunk

    def note(source: Source, start: int, end: int) -> Declaration | Problem:
        found.append(start)
        return parse(source, start, end)

    monkeypatch.setattr(parsing, "_parse_chunk", note)
    return found


@pytest.mark.parametrize(
    ("old", "new", "again"),
    [
        ("turn [R-1]", "turn [R-2]", 1),
        ("-- two", "-- two, with a longer comment\n\n--", 0),
        ("token turn [R-1]", "token turn [R-1, R-2]", 1),
        ("token turn [R-1]\n\n", "token turn [R-1]\n\ntoken lead [R-1]\n\n", 1),
        ("token turn [R-1]\n\n", "", 0),
    ],
)
def test_declarations_that_did_not_change_are_moved_and_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, again: int
) -> None:
    """Places take no part in comparison: the texts of the trees are compared, which have them."""
    assert old in LONG
    parse_cached(make_source("small.kit", LONG), tmp_path)
    changed = make_source("small.kit", LONG.replace(old, new, 1))
    expected = parse_source(changed)
    parsed = count_parsed(monkeypatch)
    assert repr(parse_cached(changed, tmp_path)) == repr(expected)
    assert len(parsed) == again
    assert repr(parse_cached(changed, tmp_path)) == repr(expected)
    assert len(parsed) == again


OF_TWO_BOXES = (
    LONG
    + """
card "Odd" in small, 2 copies [R-1]

box other "Another" for 2 to 4 players [R-1]

token lead [R-1]
"""
)


@pytest.mark.parametrize(
    ("wanted", "left"), [("small other", (0, 1, 2, 3, 4, 5)), ("other", (0, 3, 4, 5)), ("neither", (0, 3, 4))]
)
def test_what_only_boxes_ask_for_that_nobody_wants_is_left_out_of_what_was_kept(
    tmp_path: Path, wanted: str, left: tuple[int, ...]
) -> None:
    source = make_source("small.kit", OF_TWO_BOXES)
    declared = parse_source(source)[0].declarations
    parse_cached(source, tmp_path)
    found, problems = parse_cached(source, tmp_path, lambda head: not set(wanted.split()).isdisjoint(name_boxes(head)))
    assert len(declared) == 6
    assert found.declarations == tuple(declared[number] for number in left)
    assert problems == ()


def name_boxes(head: Box | BoxAgain) -> list[str]:
    """The boxes that such a line names."""
    return [head.name.text] if isinstance(head, Box) else [name.text for name in head.names]


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
    cache._find_shapes.cache_clear()
    monkeypatch.setattr(cache, "words", phrases)  # as if the classes of one module were others
    older = cache._name_entry(source)
    cache._find_shapes.cache_clear()
    assert older != now
