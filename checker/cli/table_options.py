"""The options of every command that needs a table, and what they mean."""

from __future__ import annotations

import gc
import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NoReturn, TypeVar, get_args

import click
from click.core import ParameterSource

from checker.analysis.decks import ScopeFile, find_scope
from checker.analysis.plan import Request
from checker.model import Bounds
from checker.system.table import PilePolicy
from kittens_dsl.core.rules import EVERY_READING, Rules
from kittens_dsl.driver import Disputed, Loaded, load_rules
from kittens_dsl.problem.problem import Problem
from kittens_dsl.problem.suggest import help_find
from kittens_dsl.quote.quote import quote_problems
from kittens_dsl.records import dataclass
from kittens_dsl.source.read import read_for_quotation
from kittens_dsl.source.shipped import find_spec_directory
from kittens_dsl.source.text import Source

Command = TypeVar("Command", bound=Callable[..., None])

WRONG_INPUT = 2
DEFAULT_SCOPE = "tiny"
SOURCES = "sources"  # where a command keeps what it has read, to quote from


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What the user said of the table."""

    boxes: tuple[str, ...]
    players: tuple[int, ...]
    scope: str
    readings: tuple[str, ...]
    properties: tuple[str, ...]
    spec: Path | None
    beside: tuple[Path, ...]
    deck: str
    bounds: Bounds
    sampled: int | None
    seed: int


def _add(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


spec_options = _add(
    click.option("--boxes", default="base", show_default=True, help="Boxes on the table, with commas."),
    click.option("--spec", type=click.Path(path_type=Path), help="A folder of .kit files instead of the shipped one."),
    click.option(
        "--with",
        "beside",
        multiple=True,
        type=click.Path(path_type=Path),
        help="A folder or file of more boxes. Repeatable.",
    ),
)
"""The options of a command that needs the rules and no table."""

readings_option = _add(
    click.option("--reading", "readings", multiple=True, help="AMBIGUITY=READING, or =all. Repeatable."),
)
reading_option = _add(
    click.option("--reading", "readings", multiple=True, help="AMBIGUITY=READING. Repeatable."),
)
"""The option of a command that takes one reading of each ambiguity."""
property_option = _add(
    click.option("--property", "properties", multiple=True, help="Only this property. Repeatable."),
)
scene_options = _add(
    click.option("--only", multiple=True, help="Only this scene; or a part of its name, or a clause. Repeatable."),
    click.option("--steps", is_flag=True, help="Show how each scene goes, step by step."),
)
"""The options of a command that plays scenes."""
players_option = _add(click.option("--players", help="Numbers of players, such as 2 or 2,3 or 2-5.  [default: 2,3]"))
deck_option = _add(
    click.option(
        "--deck", type=click.Choice(["auto", *get_args(PilePolicy)]), default="auto", help="How piles are kept."
    ),
)


def scope_options(default: str) -> Callable[[Command], Command]:
    """The options that say which decks are meant."""
    scope = click.option("--scope", default=default, show_default=True, help="A named scope, or a .toml file.")
    return _add(scope, deck_option)


def table_options(default: str) -> Callable[[Command], Command]:
    """The options of a command that searches the tables of a scope, each under one reading of every ambiguity."""
    return _add(players_option, scope_options(default), reading_option)


seed_option = _add(click.option("--seed", type=int, default=0, help="For random plays."))
limit_options = _add(
    click.option("--time-limit", type=click.FloatRange(0, min_open=True), help="Seconds for each table."),
    click.option("--memory-limit", default="", help="Such as 500M or 2G."),
    click.option("--state-limit", type=click.IntRange(1), help="Decision points for each table."),
    click.option("--depth-limit", type=click.IntRange(0), help="Decisions from the start."),
)
"""The options of a command that searches tables."""

sample_option = _add(click.option("--sample", type=click.IntRange(1), help="Random plays instead of a search."))


def refuse_ignored(names: Collection[str], why: str) -> None:
    """Exit code 2 if one of these parameters was given although it would change nothing."""
    context = click.get_current_context()
    for one in context.command.params:
        if one.name in names and context.get_parameter_source(one.name or "") is ParameterSource.COMMANDLINE:
            refuse((Problem("K522", f"{one.opts[0]} would change nothing: {why}"),))


def read_table_options(values: dict[str, object]) -> TableOptions:
    """The options that a command has as data; exit code 2 with a message for a value that means nothing."""
    boxes = tuple(dict.fromkeys(one.strip() for one in str(values["boxes"]).split(",") if one.strip()))
    if not boxes:
        refuse((Problem("K102", "no box is on the table", helps=("write --boxes base",)),))
    players = values.get("players")
    spec = values["spec"]
    assert spec is None or isinstance(spec, Path)
    beside = values["beside"]
    assert isinstance(beside, tuple)
    readings, properties = values.get("readings", ()), values.get("properties", ())
    assert isinstance(readings, tuple)
    assert isinstance(properties, tuple)
    seconds = values.get("time_limit")
    if isinstance(seconds, float) and not math.isfinite(seconds):
        refuse((Problem("K524", f"{seconds} is no number of seconds", helps=("leave --time-limit out for no limit",)),))
    bounds = Bounds(
        max_depth=_number(values.get("depth_limit")),
        max_states=_number(values.get("state_limit")),
        max_seconds=seconds if isinstance(seconds, float) else None,
        max_memory_bytes=parse_bytes(str(values.get("memory_limit") or "")),
    )
    return TableOptions(
        boxes,
        () if players is None else parse_players(str(players)),
        str(values.get("scope", "tiny")),
        readings,
        properties,
        spec,
        beside,
        str(values.get("deck", "auto")),
        bounds,
        _number(values.get("sample")),
        _number(values.get("seed")) or 0,
    )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None


def parse_players(text: str) -> tuple[int, ...]:
    """The numbers of players of a text such as 2 or 2,3 or 2-5, each once; exit code 2 for any other."""
    found: list[int] = []
    for part in text.replace(" ", "").split(","):
        ends = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", part)
        numbers = range(0) if ends is None else range(int(ends[1]), int(ends[2] or ends[1]) + 1)
        if not numbers or numbers[0] < 2:
            refuse((Problem("K501", f"{part!r} is no number of players", helps=("write 2, or 2,3, or 2-5",)),))
        found += numbers
    return tuple(dict.fromkeys(found))


def parse_bytes(text: str) -> int | None:
    """A number of bytes such as 500M; None for no text; exit code 2 for one that is none."""
    if not text:
        return None
    found = re.fullmatch(r"(\d{1,9}(?:\.\d+)?)\s*([kKmMgG]?)[bB]?", text)
    number = 0 if found is None else int(float(found[1]) * 1024 ** " kmg".index(found[2].lower() or " "))
    if number < 1:
        refuse((Problem("K521", f"{text!r} is not a number of bytes", helps=("write 500M or 2G",)),))
    return number


def load(options: TableOptions, *, even_disputed: bool = False) -> tuple[Rules, Path]:
    """The rules of the chosen boxes; exit code 2 with quoted problems if the specification is wrong.

    even_disputed: orders that are left unsaid are nothing wrong. Else they are, unless no state of a play needs them.
    """
    spec = options.spec or find_spec_directory()
    loaded = load_rules(spec, boxes=options.boxes, beside=options.beside)
    if not gc.isenabled():  # so this is a process of ours: from now on there may be garbage, but not among these
        gc.freeze()
        gc.enable()
    click.get_current_context().meta[SOURCES] = loaded.sources
    if loaded.disputed is not None and even_disputed:
        loaded = replace(loaded, rules=loaded.disputed.rules, problems=loaded.disputed.problems)
    elif loaded.disputed is not None:
        loaded = _settle(loaded, loaded.disputed, options)
    errors = tuple(one for one in loaded.problems if one.severity == "error")
    sources = loaded.sources
    if loaded.problems:
        click.echo(quote_problems(loaded.problems, sources.get), err=True)
    if errors or loaded.rules is None:
        click.get_current_context().exit(WRONG_INPUT)
    return loaded.rules, spec


def _settle(loaded: Loaded, disputed: Disputed, options: TableOptions) -> Loaded:
    """Orders left unsaid, but for those of which no state of a play needs one: these are told."""
    from checker.analysis.overlapping import settle  # imports Z3, which most commands do not need

    chosen = parse_readings(options, disputed.rules)
    settled = settle(disputed, chosen, lambda words: click.echo(f"{words} ...", err=True))
    for words in settled.excluded:
        click.echo(f"note: {words}", err=True)
    if settled.problems:
        warnings = tuple(one for one in disputed.problems if one.severity != "error")
        return replace(loaded, problems=(*warnings, *settled.problems))
    return replace(loaded, rules=disputed.rules, problems=disputed.problems)


def list_sets(scope: str, spec: Path) -> tuple[str, ...]:
    """The sets of boxes for which a scope has decks of their own; those of the default scope if it has none."""
    for name in (scope, DEFAULT_SCOPE):
        file = find_scope(name, spec)
        if not isinstance(file, ScopeFile):
            refuse(file)
        sets = dict.fromkeys(",".join(deck.boxes) for deck in file.contents.deck if deck.boxes)
        if sets:
            return tuple(sets)
    return ()


def make_request(options: TableOptions, rules: Rules, spec: Path, *, every_reading: bool = False) -> Request:
    """The request; exit code 2 for readings, properties or players that the rules do not know.

    every_reading: whether the command runs every reading of an ambiguity that is set to 'all'.
    """
    players = options.players or _scope_players(options, spec) or (2, 3)
    fewest = max(box.fewest_players for box in rules.boxes)
    most = max(box.most_players for box in rules.boxes)
    for number in players:
        if not fewest <= number <= most:
            words = f"{number} players are not allowed: {fewest} to {most} may play"
            clauses = ", ".join(clause for box in rules.boxes for clause in box.clauses)
            refuse((Problem("K501", words, helps=(f"see {clauses}",) if clauses else ()),))
    known = [one.name for one in rules.properties] + ["no-stuck-player", "no-missing-rule"]
    for name in options.properties:
        if name not in known:
            refuse((Problem("K518", f"there is no property {name}", helps=help_find(name, known)),))
    only = frozenset(options.properties) or None
    chosen = parse_readings(options, rules)
    if EVERY_READING in chosen.values() and not every_reading:
        helps = ("write --reading AMBIGUITY=READING", "`kittens check --reading AMBIGUITY=all` runs every reading")
        refuse((Problem("K517", "this is done under one reading of each ambiguity", helps=helps),))
    readings = {name: value for name, value in chosen.items() if value != EVERY_READING}
    return Request(
        spec, options.scope, players, readings, options.deck, options.bounds, only, options.sampled, options.seed
    )


def parse_readings(options: TableOptions, rules: Rules) -> dict[str, str]:
    """Readings by ambiguity, 'all' among the values; exit code 2 for one that the rules do not know."""
    ambiguities = {one.name: [reading[0] for reading in one.readings] for one in rules.ambiguities}
    chosen: dict[str, str] = {}
    for text in options.readings:
        name, equals, value = text.partition("=")
        if not equals:
            refuse((Problem("K517", f"{text!r} is no reading", helps=("write AMBIGUITY=READING",)),))
        if name not in ambiguities:
            helps = help_find(name, ambiguities) or ("the loaded boxes have no ambiguity",)
            refuse((Problem("K517", f"there is no ambiguity {name}", helps=helps),))
        if value != EVERY_READING and value not in ambiguities[name]:
            words = f"the ambiguity {name} has no reading {value!r}"
            refuse((Problem("K517", words, helps=(f"it has: {', '.join(ambiguities[name])}, or all",)),))
        if name in chosen:
            refuse((Problem("K517", f"a reading of {name} is asked for twice", helps=("all runs every reading",)),))
        chosen[name] = value
    return chosen


def _scope_players(options: TableOptions, spec: Path) -> tuple[int, ...] | None:
    file = find_scope(options.scope, spec)
    if not isinstance(file, ScopeFile):
        refuse(file)
    return file.players


def refuse(problems: tuple[Problem, ...]) -> NoReturn:
    """Show problems, with the lines they speak of, and stop with exit code 2."""
    click.echo(quote(problems), err=True)
    raise click.exceptions.Exit(WRONG_INPUT)


def quote(problems: Iterable[Problem]) -> str:
    """Problems with the lines they speak of, of the files that the command has loaded."""
    loaded: Mapping[str, Source] = click.get_current_context().meta.get(SOURCES, {})
    return quote_problems(problems, lambda name: loaded.get(name) or _reread(name))


def _reread(name: str) -> Source | None:
    return read_for_quotation(Path(name))
