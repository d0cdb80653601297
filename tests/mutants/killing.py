"""What becomes of a mutant: small tables on which the search differs, scenes that fail, rules that cannot be built."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from types import FrameType

from checker.analysis.scenes import SceneResult, SceneStage
from checker.explore import explore
from checker.machine.machine import Machine, SetupError
from checker.model import Bounds
from checker.system.build import build_system, complete_readings
from checker.system.lower_terms import BuildError
from checker.system.specialise import specialise
from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.scenes import Scene
from tests.laws.tables import DEFUSE, KITTEN, base_rules
from tests.mutants.every_change import Mutant, list_mutants

SECONDS = 4.0  # of processor time: only a rule that goes round without a decision takes as long
OTHER_READINGS = {
    "opening-defuses": "at-least-one",
    "spare-defuses": "at-most-two",
    "empty-pile": "no-draw",
    "owed-by-the-dead": "pass-on",
    "killing-kitten": "removed",
    "defuse-choice": "optional",
    "defuse-ends": "any-turn",
    "lone-defuse": "dump",
    "own-nope": "others",
    "attack-stacking": "replaced",
    "favor-target": "wasted",
    "short-pile": "not-playable",
    "lone-cat": "dump",
    "matching": "cats-only",
    "steal-from": "anyone",
    "triple-asks": "look",
    "theft-target": "wasted",
    "five-kitten": "held",
    "five-own": "earlier",
}
THIRD_READINGS = OTHER_READINGS | {
    "empty-pile": "out",
    "defuse-ends": "all-turns",
    "attack-stacking": "added-after",
    "favor-target": "literal",
    "five-kitten": "explodes",
}


CATS = ("Cattermelon", "Hairy Potato Cat", "Beard Cat", "Rainbow-Ralphing Cat")


def _table(players: int, dealt: int, readings: Mapping[str, str], copies: Mapping[str, int]) -> Table:
    deck = {KITTEN: players - 1, DEFUSE: players, **copies}
    return Table(players, Scope("family", deck, dealt), readings)


FIVE = dict.fromkeys((*CATS, "Tacocat", "Attack"), 1)
FAMILY = (
    _table(2, 2, {}, {"Nope": 1, "Attack": 1, "Favor": 1, "Tacocat": 2}),
    _table(3, 1, THIRD_READINGS, {"Attack": 2, "Favor": 1}),
    _table(2, 2, OTHER_READINGS, {"Nope": 1, "Skip": 1, "Tacocat": 3}),
    _table(2, 1, {"attack-stacking": "capped"}, {"Attack": 3, "See the Future": 1, "Shuffle": 1}),
    _table(2, 2, {}, {"Tacocat": 3, "Skip": 1, DEFUSE: 3}),
    _table(2, 1, {"opening-defuses": "at-least-one"}, {"Skip": 2, DEFUSE: 3}),
    _table(2, 3, {"triple-asks": "look"}, {"Skip": 3, "Attack": 3}),
    _table(2, 3, {"triple-asks": "look", "matching": "cats-only"}, {"Skip": 3, "Attack": 3}),
    _table(2, 2, {"matching": "cats-only"}, dict.fromkeys(CATS, 2)),
    _table(3, 1, {"five-kitten": "held"}, FIVE),
)
"""Small decks on which the rules of play are gone through under all their readings."""

CHEAP = 9
"""So many of them take half a second at most; the last one and the next family take longer."""

FIVE_FAMILY = (
    _table(3, 1, {}, FIVE),
    _table(3, 1, {"five-own": "earlier"}, FIVE),
    _table(3, 1, {"five-kitten": "explodes"}, FIVE),
    _table(3, 1, {"five-kitten": "explodes", "five-own": "earlier"}, FIVE),
    _table(3, 1, {"five-kitten": "held", "five-own": "earlier"}, FIVE),
)
"""The same for the rule of five different cards, whose kittens need a larger deck: for its own mutants only."""

Signature = tuple[object, ...]


@cache
def base_mutants() -> tuple[Mutant, ...]:
    """The mutants of the shipped base box."""
    return list_mutants(base_rules())


class Endless(Exception):
    """The rules go round and round without a decision."""


@dataclass(frozen=True, slots=True)
class Death:
    """How a mutant dies: by a table, a scene, or because nothing can be built of it; and of which one, in words."""

    how: str
    where: str


@contextmanager
def limited_time() -> Iterator[None]:
    """Endless once SECONDS of processor time have gone by."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Endless(f"no decision within {SECONDS} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# ---- tables --------------------------------------------------------------------------------------------------------
def search_table(rules: Rules, table: Table, most: int | None = None) -> Signature:
    """What a search says of a table: states, transitions, which properties and faults are hit, what else is reported.

    The last two: whether somebody is stuck, and whether the pile may be kept as a bag (a check takes another if not).
    """
    system = build_system(rules, table)
    exploration = explore(Machine(system), Bounds(max_states=most))
    named = [(one.rule.name, one.mode, number) for number, one in enumerate(system.monitors) if one.rule is not None]
    hit = {number for number, _ in exploration.hits}
    broken = tuple(name for name in named if name[2] in hit)
    faults = tuple(sorted(one.words for number, one in enumerate(system.faults, len(system.monitors)) if number in hit))
    stuck = exploration.deadlock is not None
    searched = (exploration.states, exploration.transitions, exploration.complete)
    return (*searched, broken, faults, stuck, system.bag_exact)


@cache
def expected_signature(number: int) -> Signature:
    """What a search of the rules as they are says of a table of both families."""
    return search_table(base_rules(), (*FAMILY, *FIVE_FAMILY)[number])


def same_at(rules: Rules, table: Table, original: Rules | None = None) -> bool:
    """Whether a mutant and the rules as they are (base) come to the same at a table: nothing need be searched."""
    original = original or base_rules()
    ours, theirs = complete_readings(rules, table), complete_readings(original, table)
    return ours == theirs and specialise(rules, ours) == specialise(original, theirs)


def killed_by_table(mutant: Mutant, *, dear: bool) -> Death | None:
    """The first table of which a search says something else, among those that are cheap or among the dear ones."""
    rules = mutant.rules
    tables = (*FAMILY, *FIVE_FAMILY) if "five" in mutant.rule else FAMILY
    for number, table in enumerate(tables):
        if (number >= CHEAP) != dear or same_at(rules, table):
            continue
        expected = expected_signature(number)
        most = expected[0]
        assert isinstance(most, int)
        try:
            with limited_time():
                found = search_table(rules, table, most + 1)
        except (BuildError, SetupError) as error:
            return Death("building", str(error))
        except Endless as error:
            return Death("endless", str(error))
        except (ValueError, IndexError, KeyError, AssertionError, StopIteration, RecursionError) as error:
            return Death("building", f"{type(error).__name__}: {error}")
        if found != expected:
            return Death("table", f"table {number}: {found[:3]}, not {expected[:3]}")
    return None


# ---- scenes --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Failure:
    """A scene that fails under a mutant. in_then: its whole script could be played, but what must hold does not."""

    scene: str
    words: tuple[str, ...]
    in_then: bool


def failing_scenes(rules: Rules, scenes: tuple[Scene, ...], original: Rules | None = None) -> Iterator[Failure]:
    """Those of the scenes that fail under a mutant; scenes at whose table it changes nothing are not played."""
    original = original or base_rules()
    stage = SceneStage(rules)
    same: dict[tuple[object, ...], bool] = {}
    broken: dict[tuple[object, ...], str] = {}
    for scene in scenes:
        key = (scene.players, scene.readings)
        if key not in same:
            same[key] = _same_for_scenes(rules, scene, original)
        if same[key]:
            continue
        if key in broken:
            yield Failure(scene.name, (broken[key],), in_then=False)
            continue
        try:
            with limited_time():
                result = stage.play(scene)
        except (BuildError, SetupError, Endless) as error:
            broken[key] = str(error)
            yield Failure(scene.name, (broken[key],), in_then=False)
        except (ValueError, IndexError, KeyError, AssertionError, StopIteration, RecursionError) as error:
            yield Failure(scene.name, (f"{type(error).__name__}: {error}",), in_then=False)
        else:
            if not result.passed:
                yield Failure(scene.name, result.failures, in_then=_script_was_played(result))


def _script_was_played(result: SceneResult) -> bool:
    return bool(result.points) and sum(not point.forced for point in result.points) == len(result.scene.script)


def _same_for_scenes(rules: Rules, scene: Scene, original: Rules) -> bool:
    copies = {kind.name: kind.copies for kind in original.kinds}
    if copies != {kind.name: kind.copies for kind in rules.kinds}:
        return False
    table = Table(scene.players, Scope("", copies), dict(scene.readings), "ordered")
    return same_at(replace(rules, properties=original.properties), table, original)


def killed_by_scene(mutant: Mutant) -> Death | None:
    """The first scene that fails, those that share a clause with the mutated rule first."""
    clauses = clauses_of(mutant)
    scenes = sorted(base_rules().scenes, key=lambda scene: -len(clauses & set(scene.clauses)))
    for failure in failing_scenes(mutant.rules, tuple(scenes)):
        return Death("scene", f"{failure.scene}: {failure.words[0]}")
    return None


def kill(mutant: Mutant) -> Death | None:
    """How a mutant dies; None if it survives tables and scenes. Whatever takes a second is tried last."""
    return killed_by_table(mutant, dear=False) or killed_by_scene(mutant) or killed_by_table(mutant, dear=True)


def clauses_of(mutant: Mutant) -> frozenset[str]:
    """The clauses that the mutated rule or setup step cites; none for a declaration."""
    rules = base_rules()
    cited = [one.clauses for one in rules.rules if one.name == mutant.rule]
    cited += [step.clauses for step in rules.setup if step.name == mutant.rule]
    return frozenset(clause for clauses in cited for clause in clauses)
