"""Loading: the shipped specification, chosen boxes, the register of clauses."""

from pathlib import Path

import pytest

from kittens_dsl.driver import SUFFIX, Loaded, _parse, load_rules, load_sources
from kittens_dsl.names.book import merge_files
from kittens_dsl.quote.quote import quote_problems
from kittens_dsl.source.text import make_source
from tests.spec.plays import BOX_SETS

SPEC = Path(__file__).resolve().parents[2] / "spec"

TWO_BOXES = """
box dice "Dice" for 2 to 4 players
zone heap of the table, in order, seen by nobody, where every card starts
setup mix [A-1]
  shuffle the heap

box coins "Coins" for 2 to 4 players
token lucky
setup coins.start [A-1]
  the lucky goes to player 1

box coins and dice
setup coins.mix [A-1]
  after mix
  shuffle the heap
"""

REGISTER = """
[clauses]
A-1 = { box = "dice", words = "mix" }
A-2 = { box = "dice", words = "cut" }
A-3 = { box = "dice", words = "deal" }
B-1 = { box = "coins", words = "toss" }
"""


def load_text(text: str, boxes: set[str] | None = None) -> Loaded:
    return load_sources((make_source("test.kit", text),), boxes=boxes)


def list_steps(loaded: Loaded) -> list[str]:
    assert loaded.rules is not None
    return [step.name for step in loaded.rules.setup]


def write_spec(directory: Path, text: str, register: str = REGISTER) -> Path:
    spec = directory / "spec"
    spec.mkdir()
    (spec / "dice.kit").write_text(text, encoding="utf-8")
    (spec / "clauses.toml").write_text(register, encoding="utf-8")
    return spec


def quote_all(loaded: Loaded) -> str:
    return quote_problems(loaded.problems, loaded.sources.get)


@pytest.mark.parametrize("boxes", BOX_SETS, ids="+".join)
def test_the_specification_has_no_problems(boxes: tuple[str, ...]) -> None:
    loaded = load_rules(SPEC, boxes=boxes)
    assert quote_all(loaded) == ""
    assert loaded.rules is not None
    assert loaded.rules.kinds


def test_all_boxes_are_loaded_unless_some_are_chosen() -> None:
    assert list_steps(load_text(TWO_BOXES)) == ["mix", "coins.start", "coins.mix"]


def test_only_what_belongs_to_the_chosen_boxes_is_loaded() -> None:
    assert list_steps(load_text(TWO_BOXES, {"dice"})) == ["mix"]
    assert list_steps(load_text(TWO_BOXES, {"coins"})) == ["coins.start"]


def test_a_chosen_box_that_is_not_there_is_a_problem() -> None:
    loaded = load_text(TWO_BOXES, {"dize"})
    assert loaded.rules is None
    assert quote_all(loaded) == "error[K102]: there is no box dize\n  = help: did you mean dice?"


def test_windows_line_ends_change_nothing() -> None:
    unix, windows = load_text(TWO_BOXES), load_text(TWO_BOXES.replace("\n", "\r\n"))
    assert unix.rules == windows.rules


def test_a_missing_file_is_a_problem(tmp_path: Path) -> None:
    loaded = load_rules(tmp_path / "missing.kit")
    assert loaded.rules is None
    assert [problem.code for problem in loaded.problems] == ["K001"]


def test_problems_of_all_files_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.kit").write_text("boks a\n", encoding="utf-8")
    (tmp_path / "b.kit").write_text("zonne b\n", encoding="utf-8")
    loaded = load_rules(tmp_path)
    assert [(problem.code, problem.span and problem.span.source) for problem in loaded.problems] == [
        ("K019", f"{tmp_path.name}/a.kit"),
        ("K019", f"{tmp_path.name}/b.kit"),
    ]


# ---- clauses ---------------------------------------------------------------------------------------------------------
DICE = """
box dice "Dice" for 2 to 4 players
zone heap of the table, in order, seen by nobody, where every card starts
setup mix [{cited}]
  shuffle the heap
"""


def test_a_clause_that_is_not_in_the_register_is_a_problem(tmp_path: Path) -> None:
    loaded = load_rules(write_spec(tmp_path, DICE.format(cited="A-1, AA-2")))
    assert loaded.rules is None
    assert quote_all(loaded) == (
        "warning[K406]: 2 clauses of box dice are cited nowhere\n"
        " --> spec/dice.kit:2:5\n"
        "  |\n"
        '2 | box dice "Dice" for 2 to 4 players\n'
        "  |     ^^^^ rules are missing for them\n"
        "  = note: A-2: cut\n"
        "  = note: A-3: deal\n"
        '  = help: cite them, or say why not: `open CLAUSE "reason"`\n'
        "\n"
        "error[K403]: unknown clause AA-2\n"
        " --> spec/dice.kit:4:17\n"
        "  |\n"
        "4 | setup mix [A-1, AA-2]\n"
        "  |                 ^^^^ nothing is called that\n"
        "  = help: a file clauses.toml in the same folder declares clauses, below `[clauses]`, in lines such as "
        '`AA-2 = { box = "NAME", words = "what it says" }`\n'
        "  = help: write `A-2` instead"
    )


def test_a_folder_beside_the_rules_needs_no_register_of_its_own(tmp_path: Path) -> None:
    spec = write_spec(tmp_path, DICE.format(cited="A-1, A-2, A-3"))
    beside = tmp_path / "more"
    beside.mkdir()
    (beside / "more.kit").write_text('box more "More" for 2 to 4 players [A-1]\n', encoding="utf-8")
    assert load_rules(spec, beside=(beside,)).problems == ()


def test_uncited_clauses_are_a_warning_and_the_rules_are_there(tmp_path: Path) -> None:
    loaded = load_rules(write_spec(tmp_path, DICE.format(cited="A-1, A-3")))
    assert loaded.rules is not None
    assert [problem.code for problem in loaded.problems] == ["K406"]
    assert loaded.rules.clause_boxes == {"A-1": ("dice",), "A-2": ("dice",), "A-3": ("dice",), "B-1": ("coins",)}


def test_open_clauses_need_no_citation(tmp_path: Path) -> None:
    loaded = load_rules(write_spec(tmp_path, DICE.format(cited="A-1, A-3") + 'open A-2 "nobody cuts"\n'))
    assert loaded.problems == ()
    assert loaded.rules is not None
    assert loaded.rules.open_clauses == {"A-2": "nobody cuts"}


TENSIONS = """
[tensions]
T1 = ["dice"]
T2 = ["dice", "coins"]
T3 = ["dice"]
"""


def test_tensions_of_loaded_boxes_that_nothing_decides_are_a_warning(tmp_path: Path) -> None:
    text = DICE.format(cited="A-1, A-2, A-3")
    loaded = load_rules(write_spec(tmp_path, text, REGISTER + TENSIONS))
    assert loaded.rules is not None
    assert [(one.code, one.message) for one in loaded.problems] == [("K409", "2 tensions are not decided: T1, T3")]


def test_a_tension_that_is_not_in_the_register_is_a_problem(tmp_path: Path) -> None:
    tension = 'tension T4 "?" [A-1]\n  decided by property dice\n'
    loaded = load_rules(write_spec(tmp_path, DICE.format(cited="A-1, A-2, A-3") + tension, REGISTER + TENSIONS))
    assert ("K408", "unknown tension T4") in [(one.code, one.message) for one in loaded.problems]
    assert loaded.rules is None


def test_a_tension_states_no_clause(tmp_path: Path) -> None:
    some = 'property some "Some." [A-1]\n  always\n    the number of cards in the heap is at least 0\n'
    tension = some + 'tension T1 "?" [A-2]\n  decided by property some\nopen A-2 "nobody cuts"\n'
    loaded = load_rules(write_spec(tmp_path, DICE.format(cited="A-1, A-3") + tension))
    assert loaded.problems == ()


@pytest.mark.parametrize(
    "register",
    [
        "[clauses",
        "[clauses]\n[tensions]\nT1 = 1",
        "[clauses]\n[tensions]\nT1 = [1]",
        "A-1 = 3",
        "[clauses]\nA-1 = 3",
        "[clauses]\nA-1 = { box = 1 }",
    ],
)
def test_a_broken_register_is_a_problem(tmp_path: Path, register: str) -> None:
    loaded = load_rules(write_spec(tmp_path, DICE.format(cited="A-1"), register))
    assert loaded.rules is None
    assert [problem.code for problem in loaded.problems] == ["K407"]


def test_a_box_that_speaks_of_another_is_told_to_need_it() -> None:
    text = TWO_BOXES.replace("zone heap of the table, in order, seen by nobody, where every card starts\n", "") + (
        "box dice\nzone heap of the table, in order, seen by nobody, where every card starts\n"
        "box coins\nsetup coins.stir [A-1]\n  shuffle the heap\n"
    )
    (problem,) = load_text(text, {"coins"}).problems
    assert (problem.code, problem.message) == ("K107", "coins cannot stand without the box dice")
    assert problem.helps == ("choose dice,coins",)
    assert problem.label == "needs it: unknown name heap"
    assert problem.span is not None
    assert text.splitlines()[problem.span.start_line - 1] == "  shuffle the heap"
    assert load_text(text, {"coins", "dice"}).problems == ()


def test_of_what_was_read_before_only_what_no_chosen_box_asks_for_is_left_out() -> None:
    counted: dict[tuple[str, ...], int] = {}
    for boxes in BOX_SETS:
        chosen = frozenset(boxes)
        sources = load_rules(SPEC, boxes=boxes).sources.values()
        texts = tuple(source for source in sources if source.name.endswith(SUFFIX))
        (whole, _), (short, _) = _parse(texts, None), _parse(texts, chosen)
        counted[boxes] = sum(len(file.declarations) for file in short)
        assert repr(merge_files(whole, chosen)) == repr(merge_files(short, chosen))
    assert counted["base",] < counted["base", "imploding"] < counted["base", "imploding", "streaking", "barking"]


def test_a_card_of_a_box_that_is_not_chosen_is_looked_at_although_it_was_read_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    text = TWO_BOXES.replace("box coins and dice", 'card "Stray" in dice, 2 copies [A-1]\n\nbox coins and dice')
    for _ in range(2):
        assert [one.code for one in load_text(text, {"dice"}).problems] == ["K106"]
