"""What helps to see why a scene fails: steps that were taken by themselves, and what its situation breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.analysis.evidence import Point, Teller
from checker.analysis.holds import Reader
from checker.analysis.scene_offers import list_offered, say_decision
from checker.analysis.words import say_label
from checker.machine.describe import Describer
from checker.machine.machine import State
from checker.system.system import System
from kittens_dsl.core.rules import PropertyForm, PropertyRule
from kittens_dsl.core.scenes import Scene

MOST_SHOWN = 4
ANSWERS = ("confirm", "deny")
"""The verbs of the labels by which a referee answers."""


def say_forced(system: System, points: Sequence[Point], scene: Scene, taken: int) -> str:
    """The steps after some line of a script that nobody had to write; '' for none. taken: lines played by then."""
    labels = [one.label for one in points if one.label is not None]
    steps = [say_decision(system, one) for one in labels]
    if not steps:
        return ""
    more = [f"and {len(steps) - MOST_SHOWN} more"] if len(steps) > MOST_SHOWN else []
    where = f"after line {scene.script[taken - 1].span.start_line}" if taken else "before anything is decided"
    count = "1 step was" if len(steps) == 1 else f"{len(steps)} steps were"
    return f"{where}, {count} taken because nothing else was offered: {'; '.join(steps[:MOST_SHOWN] + more)}"


def say_referee(system: System, points: Sequence[Point]) -> str:
    """What the referee has answered in a play; '' for nothing. No line of a script decides it."""
    asked = [one.label for one in points if one.label is not None and one.label.verb in ANSWERS]
    return f"by the way: {'; '.join(' '.join(say_label(system, one)) for one in asked)}" if asked else ""


def say_open(teller: Teller, state: State) -> str:
    """What could still be decided before the action is at its end; '' where it is, or where the play is over."""
    location = teller.machine.location(state)
    offered = list_offered(teller.describer, state)
    if location is None or location.at_rest or len(offered.weights) < 2:
        return ""
    told = offered.list_words()
    more = [f"and {len(told) - MOST_SHOWN} more"] if len(told) > MOST_SHOWN else []
    return f"there could still be decided: {'; '.join(told[:MOST_SHOWN] + more)}"


def say_broken(properties: Sequence[PropertyRule], describer: Describer, start: State, scene: Scene) -> str:
    """Which properties a situation breaks that hold between actions; '' for none.

    Counters of the table that a scene does not give (what setup has counted, say) may be anything.
    """
    readers = [Reader(describer, one) for one in _list_variants(describer, start, scene)]
    broken = [
        one.name
        for one in properties
        for form in one.forms
        if _is_asked(form, scene) and not any(reader.holds(form.condition, {}) for reader in readers)
    ]
    return f"already the given situation breaks {', '.join(dict.fromkeys(broken))}" if broken else ""


def _list_variants(describer: Describer, start: State, scene: Scene) -> Iterator[State]:
    yield start
    given = {name for name, seat, _ in scene.given.counters if seat is None}
    for counter in describer.machine.system.rules.counters:
        if counter.of_player or counter.name in given:
            continue
        index = describer.machine.layout.index(f"counter {counter.name}")
        yield from (start[:index] + bytes((value,)) + start[index + 1 :] for value in range(counter.most + 1))


def _is_asked(form: PropertyForm, scene: Scene) -> bool:
    is_plain = form.under is None and form.expect_violated is None
    return form.mode == "at rest" and is_plain and form.fewest_players <= scene.players
