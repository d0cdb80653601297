"""The page about scenes: every case in it is played, every sentence of its tables is read, every message is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.analysis.scenes import SceneStage
from checker.cli.scenes import list_problems
from kittens_dsl.driver import load_rules
from kittens_dsl.quote.quote import quote_problems
from kittens_dsl.source.shipped import find_spec_directory

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "scenes.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
CASES = [
    (text, following[1] if following[1].startswith("error[") else "")
    for (sort, text), following in zip(BLOCKS, [*BLOCKS[1:], ("", "")], strict=True)
    if sort == "kit"
]
PARTS = dict(re.findall(r"^## (given|when|then)$(.*?)(?=^## )", PAGE, re.MULTILINE | re.DOTALL))
SENTENCES = [
    (part, sentence) for part, text in PARTS.items() for sentence in re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)
]


def name_boxes(text: str) -> tuple[str, ...]:
    """The boxes of the first line of a file, and the base box."""
    return tuple(dict.fromkeys(("base", *text.partition("\n")[0].removeprefix("box ").split(" and "))))


def test_the_page_has_cases_and_sentences_of_every_part() -> None:
    assert len(CASES) == 5
    assert sum(bool(message) for _, message in CASES) == 1
    assert {part for part, _ in SENTENCES} == {"given", "when", "then"}
    assert len(SENTENCES) >= 30


@pytest.mark.parametrize(("text", "message"), CASES, ids=lambda one: one.partition("\n")[0])
def test_every_case_of_the_page_is_played(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "my-cases.kit"
    path.write_text(text, encoding="utf-8")
    loaded = load_rules(find_spec_directory(), boxes=name_boxes(text), beside=(path,))
    assert loaded.rules is not None, loaded.problems
    stage = SceneStage(loaded.rules)
    own = [stage.play(one) for one in loaded.rules.scenes if one.span.source == path.as_posix()]
    assert len(own) == text.count("\nscene ")
    problems = [problem for result in own for problem in list_problems(result)]
    shown = quote_problems(problems, loaded.sources.get).replace(path.as_posix(), path.name)
    assert shown == message.rstrip("\n")


@pytest.mark.parametrize(("part", "sentence"), SENTENCES)
def test_every_sentence_of_the_tables_is_one(tmp_path: Path, part: str, sentence: str) -> None:
    said = {"then": "turn is with player 1", part: sentence}
    lines = ["box base", "scene said [TURN-1] for 2 players"]
    for one in ("given", "when", "then"):
        lines += [f"  {one}", f"    {said[one]}"] if one in said else []
    path = tmp_path / "said.kit"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    loaded = load_rules(find_spec_directory(), boxes=("base",), beside=(path,))
    assert loaded.problems == ()
