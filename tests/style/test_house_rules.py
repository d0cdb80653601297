"""The house rules that a program can check: short modules, docstrings, and no word of the game in the code."""

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("kittens_dsl", "checker")
LINE_LIMIT = 400

GAME_WORDS = (
    "attack",
    "barking",
    "blind",
    "catomic",
    "curse",
    "defuse",
    "favor",
    "imploding",
    "kitten",
    "nope",
    "streaking",
    "tacocat",
)
LANGUAGE_VERBS = frozenset({"mark", "reverse", "shuffle", "skip", "swap"})
"""Verbs of the language that are also names of cards."""

COMMANDS = (
    "ask|campaign|check|clauses|conflicts|explore|export|fmt|lsp|mutants"
    "|deal|new|pairs|play|prove|readings|rulebook|scenes|show|tests"
)
PROGRAM_NAME = re.compile(
    rf"""\bkittens_dsl\b            # the package
    | (?<=["'`])kittens(?=["'`])    # the name alone, quoted: "kittens"
    | \bkittens(?=:\s)              # what a message starts with
    | \bkittens(?=\ (?:{COMMANDS}|COMMAND|--|\{{))  # a command line in a help text
    """,
    re.VERBOSE,
)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|\d+")
CARD_HEADER = re.compile(r'^\s*card\s+"([^"]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase of the game and the line (1-based) where it starts."""

    line: int
    phrase: str


def find_phrases(text: str, phrases: Iterable[str]) -> tuple[Found, ...]:
    """Every occurrence of a phrase as whole words, whatever the capitals, underscores, hyphens and line breaks.

    `draw_Kitten`, `DrawKitten` and `kittens` count as `kitten`; the name of the program and its package does not.
    """
    masked = PROGRAM_NAME.sub(lambda match: " " * len(match.group()), text)
    matches = list(WORD.finditer(masked))
    words = [match.group().casefold() for match in matches]
    found: set[tuple[int, str]] = set()
    for phrase in phrases:
        wanted = split_words(phrase)
        for start in range(len(words) - len(wanted) + 1):
            if matches_words(words[start : start + len(wanted)], wanted):
                found.add((masked.count("\n", 0, matches[start].start()) + 1, phrase))
    return tuple(Found(line, phrase) for line, phrase in sorted(found))


def split_words(phrase: str) -> list[str]:
    """The words of a phrase as `find_phrases` sees them."""
    return [match.group().casefold() for match in WORD.finditer(phrase)]


def matches_words(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the words are the wanted ones; the last may be a plural."""
    return [*words[:-1]] == [*wanted[:-1]] and words[-1] in (wanted[-1], wanted[-1] + "s")


def list_card_names(spec: Path) -> tuple[str, ...]:
    """The names in the headers of cards of a specification, each also without its parenthesis; none without a spec."""
    names = {name for file in spec.glob("**/*.kit") for name in CARD_HEADER.findall(file.read_text(encoding="utf-8"))}
    plain = {re.sub(r"\s*\([^)]*\)", "", name) for name in names}
    return tuple(sorted(name for name in names | plain if name.casefold() not in LANGUAGE_VERBS))


def list_files(suffix: str) -> list[Path]:
    """The files of the packages with that suffix."""
    return sorted(file for package in PACKAGES for file in (ROOT / package).glob(f"**/*{suffix}"))


def count_lines(text: str) -> int:
    """Lines of a module, the last one counted whether or not a newline ends it."""
    return len(text.splitlines())


def starts_with_docstring(text: str) -> bool:
    """Whether the first statement of a module says something in words."""
    return bool((ast.get_docstring(ast.parse(text)) or "").strip())


def show_path(file: Path) -> str:
    """The name of a test's parameter."""
    return file.relative_to(ROOT).as_posix()


MODULES = pytest.mark.parametrize("module", list_files(".py"), ids=show_path)
CODE = pytest.mark.parametrize("file", [*list_files(".py"), *list_files(".lark")], ids=show_path)


@MODULES
def test_module_is_short(module: Path) -> None:
    assert count_lines(module.read_text(encoding="utf-8")) < LINE_LIMIT


@MODULES
def test_module_starts_with_a_docstring(module: Path) -> None:
    assert starts_with_docstring(module.read_text(encoding="utf-8"))


@CODE
def test_code_names_nothing_of_the_game(file: Path) -> None:
    phrases = {*GAME_WORDS, *list_card_names(ROOT / "spec")}
    assert find_phrases(file.read_text(encoding="utf-8"), phrases) == ()


def list_conflicts(text: str) -> list[str]:
    """Lines that a merge has left in a file."""
    return [line for line in text.splitlines() if line.startswith(("<<<<<<< ", ">>>>>>> "))]


WRITTEN = [
    file
    for pattern in ("*.md", "docs/**/*.md", "spec/**/*.kit", "spec/**/*.toml", "examples/**/*.kit", "benchmarks/*.md")
    for file in sorted(ROOT.glob(pattern))
]


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_merge_is_left_half_done(file: Path) -> None:
    assert list_conflicts(file.read_text(encoding="utf-8")) == []


def test_a_half_done_merge_is_seen() -> None:
    assert len(list_conflicts("one\n<<<<<<< HEAD\ntwo\n=======\nthree\n>>>>>>> other\n")) == 2


def test_the_packages_are_where_the_rules_look() -> None:
    assert {file.relative_to(ROOT).parts[0] for file in list_files(".py")} == set(PACKAGES)


@pytest.mark.parametrize(
    "planted",
    [
        'CARD = "Nope"',
        "def draw_kitten() -> None: ...",
        "class KittenCount: ...",
        "# how many kittens are left",
        "MAX_DEFUSES = 6",
        "attack = 1",
        '"""Nobody is BLIND here."""',
    ],
)
def test_scanner_flags_a_planted_word(tmp_path: Path, planted: str) -> None:
    module = tmp_path / "planted.py"
    module.write_text(f'"""A module."""\n\n{planted}\n', encoding="utf-8")
    assert [found.line for found in find_phrases(module.read_text(encoding="utf-8"), GAME_WORDS)] == [3]


@pytest.mark.parametrize(
    "allowed",
    [
        "from kittens_dsl.source.span import Span",
        'DIRECTORY = user_cache_path("kittens")',
        '"""Run `kittens check --help`."""',
        'print(f"kittens {version}")',
        'ECHO = "kittens: no such box"',
        "canopener = knopes = 1",
        "counterattack = 1",
        "shuffle, swap, skip, mark, reverse = range(5)",
    ],
)
def test_scanner_leaves_other_words_alone(allowed: str) -> None:
    assert find_phrases(allowed, GAME_WORDS) == ()


def test_scanner_finds_a_name_of_several_words_across_lines() -> None:
    assert find_phrases("x = 1\n# See the\n# Future\n", ["See the Future"]) == (Found(2, "See the Future"),)


def test_card_names_are_read_from_the_specification(tmp_path: Path) -> None:
    (tmp_path / "box.kit").write_text(
        'card "Peek (3x)" in box, 2 copies\n  card "Swap" in box\n-- card "Not a card"\n', encoding="utf-8"
    )
    assert list_card_names(tmp_path) == ("Peek", "Peek (3x)")


def test_no_specification_has_no_card_names(tmp_path: Path) -> None:
    assert list_card_names(tmp_path / "missing") == ()


def test_a_module_of_four_hundred_lines_is_too_long() -> None:
    assert not count_lines("pass\n" * 400) < LINE_LIMIT
    assert count_lines("pass\n" * 399) < LINE_LIMIT


@pytest.mark.parametrize("text", ["", "# a comment\nimport re\n", "import re\n'''late'''\n", "''''''\n"])
def test_a_module_without_a_docstring_is_seen(text: str) -> None:
    assert not starts_with_docstring(text)
