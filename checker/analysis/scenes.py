"""Scenes: a situation, a script of decisions, and what must then hold.

The scenes of one table share one System, of which just what they play is ever lowered.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

from checker.analysis.evidence import Point, Teller
from checker.analysis.holds import Reader
from checker.analysis.scene_notes import say_broken, say_forced, say_open, say_referee
from checker.analysis.scene_offers import list_offered
from checker.analysis.sightings import find_open, find_sightings
from checker.machine.describe import Describer
from checker.machine.machine import Machine, RawLabel, State
from checker.system.build import complete_readings
from checker.system.lower_terms import LIVING
from checker.system.table import Scope, Table
from checker.system.unfold import Unfolding
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.scenes import Given, Scene, ScriptStep
from kittens_dsl.core.terms import Compare, Condition, Every, Literal, SamePlayer
from kittens_dsl.records import dataclass
from kittens_dsl.source.span import Span

PRINTED = "printed inventory"
VERBS = {
    "play": "plays",
    "respond": "answers",
    "pass": "answers",
    "choose card": "gives",
    "choose player": "points",
    "place": "puts it",
    "arrange": "orders",
    "option": "chooses",
    "chance": "picks",
}
"""The steps of a script as they are written."""
DEALS = 5  # random deals on which a scene about setup is played
MOST_DEALS = 300  # random deals among which one is looked for of which `in some deal` speaks


@dataclass(frozen=True, slots=True)
class Failure:
    """What a scene says and does not come to pass, in words; where it says so; what there is instead ('' unknown).

    notes: what may be the reason.
    """

    words: str
    span: Span
    instead: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SceneResult:
    """How a scene went: what failed (empty: nothing), and the points of its play."""

    scene: Scene
    failed: tuple[Failure, ...]
    points: tuple[Point, ...]

    @property
    def failures(self) -> tuple[str, ...]:
        """What failed, in words with their lines."""
        return tuple(
            "; ".join(filter(None, (f"line {one.span.start_line}: {one.words}", one.instead, *one.notes)))
            for one in self.failed
        )

    @property
    def passed(self) -> bool:
        """Whether everything that must hold holds."""
        return not self.failed


def printed_scope(rules: Rules) -> Scope:
    """Every card as printed."""
    return Scope(PRINTED, {kind.name: kind.copies for kind in rules.cards})


def printed_table(rules: Rules) -> Table:
    """The smallest table with every card as printed, under the default readings."""
    return Table(max(box.fewest_players for box in rules.boxes), printed_scope(rules), {}, "ordered")


def make_by_need(rules: Rules, table: Table) -> Machine:
    """A machine that lowers just what is played."""
    return Machine.unfold(Unfolding(rules, table))


class SceneStage:
    """Plays scenes; machines are kept by number of players and readings."""

    def __init__(self, rules: Rules, make_machine: Callable[[Rules, Table], Machine] = make_by_need) -> None:
        self._rules, self._properties = replace(rules, properties=()), rules.properties
        self._make_machine = make_machine
        self._tellers: dict[tuple[object, ...], Teller] = {}

    def play(self, scene: Scene) -> SceneResult:
        """Play one scene from its situation to the end of its script; one without a situation is played after setup."""
        teller = self._teller(scene)
        if scene.given == Given():
            plays = [self._play_from(scene, teller, _deal(teller, seed)) for seed in range(DEALS)]
            result = next((one for one in plays if not one.passed), plays[0])
            never = tuple(_find_never(teller, scene))
            return replace(result, failed=(*result.failed, *never)) if never else result
        fields, problem = _set_up(teller.machine, scene)
        if problem:
            return SceneResult(scene, (Failure(problem, scene.span),), ())
        return self._play_from(scene, teller, teller.machine.begin(fields))

    def machine_of(self, scene: Scene) -> Machine:
        """The machine that a scene is played on, for telling its play."""
        return self._teller(scene).machine

    def _play_from(self, scene: Scene, teller: Teller, start: State) -> SceneResult:
        points = [Point(start, None, None, True, ())]
        since, taken = 1, 0  # where the forced points after the last line begin; how many lines have been played
        failed: tuple[Failure, ...] = ()
        for step in scene.script:
            raw = _seek(teller, points, step)
            if raw is None:
                failed = (_not_offered(teller, points[-1].state, step),)
                break
            points.append(teller.step(points[-1].state, raw, forced=False))
            since, taken = len(points), taken + 1
        else:
            _finish_action(teller, points)
            failed = tuple(_judge(teller, scene, points))
        if failed:
            forced = say_forced(teller.machine.system, points[since:], scene, taken)
            broken = say_broken(self._properties, teller.describer, start, scene)
            undecided = say_open(teller, points[-1].state) if taken == len(scene.script) else ""
            referee = say_referee(teller.machine.system, points)
            notes = tuple(one for one in (referee, forced, undecided, broken) if one)
            failed = (replace(failed[0], notes=notes), *failed[1:])
        return SceneResult(scene, failed, tuple(points))

    def _teller(self, scene: Scene) -> Teller:
        table = Table(scene.players, printed_scope(self._rules), dict(scene.readings), "ordered")
        table = complete_readings(self._rules, table)
        key = (scene.players, *sorted(table.readings.items()))
        if key not in self._tellers:
            machine = self._make_machine(self._rules, table)
            self._tellers[key] = Teller(machine, Describer(machine))
        return self._tellers[key]


def _find_never(teller: Teller, scene: Scene) -> Iterable[Failure]:
    """What a scene says of some deal and none of many shows."""
    left = scene.dealt
    for seed in range(MOST_DEALS if left else 0):
        reader = Reader(teller.describer, _deal(teller, seed))
        left = tuple(one for one in left if not reader.holds(one.condition, {}))
        if not left:
            return
    yield from (Failure(f"this holds in none of {MOST_DEALS} random deals", one.span) for one in left)


def _deal(teller: Teller, seed: int) -> State:
    """The point at which play begins after a random deal."""
    return teller.machine.sample_deal(random.Random(seed))[0]


def play_scenes(
    rules: Rules, scenes: Iterable[Scene], make_machine: Callable[[Rules, Table], Machine] = make_by_need
) -> tuple[SceneResult, ...]:
    """Play several scenes on shared machines."""
    stage = SceneStage(rules, make_machine)
    return tuple(stage.play(scene) for scene in scenes)


def _set_up(machine: Machine, scene: Scene) -> tuple[bytearray, str]:
    system, layout = machine.system, machine.layout
    fields = bytearray(layout.size)
    for array in system.arrays:
        fields[layout.offsets[array.name] : layout.offsets[array.name] + array.size] = array.first_values
    starts = next(zone.name for zone in system.rules.zones if zone.starts)
    left, faces = dict(system.table.scope.copies), system.rules.faces
    for zone, seat, cards in scene.given.cards:
        for place, card in enumerate(cards):
            printed = faces.get(card, card)
            if not left.get(printed, 0):
                return fields, f"the situation has more of {printed} than the boxes hold"
            left[printed] -= 1
            kind = system.kinds.index(card)
            fields[layout.index(f"zone {zone}", *(() if seat is None else (seat,)), kind)] += 1
            if f"order {zone}" in layout.offsets:
                fields[layout.offsets[f"order {zone}"] + place] = kind + 1
    for name, copies in left.items():
        fields[layout.index(f"zone {starts}", system.kinds.index(name))] += copies
    for counter, seat, value in scene.given.counters:
        fields[layout.index(f"counter {counter}", *(() if seat is None else (seat,)))] = value
    for status, seat in scene.given.statuses:
        fields[layout.index(f"status {status}", *(() if seat is None else (seat,)))] = 1
    for token, owner, seat in scene.given.tokens:
        fields[layout.index(f"token {token}", *(() if owner is None else (owner,)))] = seat
    for seat in scene.given.gone:
        fields[layout.index(LIVING, seat)] = 0
    return fields, ""


def _seek(teller: Teller, points: list[Point], step: ScriptStep) -> RawLabel | None:
    """The label that a step of a script means: offered now, or once that was done for which there is no choice.

    That nobody answers is said of the window that is open, so it is not looked for beyond the end of an action.
    """
    passed: set[State] = set()
    while (raw := list_offered(teller.describer, points[-1].state).find(step)) is None:
        state = points[-1].state
        only = teller.only_label(state)
        if only is None or state in passed or (step.verb == "pass" and _is_at_rest(teller.machine, state)):
            return None
        passed.add(state)
        points.append(teller.step(state, only, forced=True))
    return raw


def _finish_action(teller: Teller, points: list[Point]) -> None:
    """Do that for which there is no choice, until somebody decides something or the action is at its end."""
    passed: set[State] = set()
    while (raw := teller.only_label(points[-1].state)) is not None and points[-1].state not in passed:
        if _is_at_rest(teller.machine, points[-1].state):
            return
        passed.add(points[-1].state)
        points.append(teller.step(points[-1].state, raw, forced=True))


def _is_at_rest(machine: Machine, state: State) -> bool:
    location = machine.location(state)
    return location is not None and location.at_rest


def _judge(teller: Teller, scene: Scene, points: list[Point]) -> Iterable[Failure]:
    machine = teller.machine
    state = points[-1].state
    reader = Reader(teller.describer, state)
    fault = teller.describer.fault(state)
    if fault is not None and scene.stops is None:
        yield Failure("the rules ask for what cannot be done, and the scene does not say so", scene.span, fault)
    if fault is None and scene.stops is not None:
        yield Failure("the play can go on", scene.stops.span, f"offered: {list_offered(teller.describer, state).say()}")
    seats = max(box.most_players for box in machine.system.rules.boxes)
    if scene.full is not None and scene.players < seats:
        yield Failure("more players can join", scene.full.span, f"the boxes are for up to {seats}")
    for condition, span in zip(scene.then, scene.said or (scene.span,) * len(scene.then), strict=True):
        if not reader.holds(condition, {}):
            yield Failure("this does not hold at the end", span, _say_actual(reader, condition))
    winner = teller.describer.winner(state)
    if scene.winner is not None and winner != scene.winner.seat:
        words = "nobody has" if winner is None else f"player {winner + 1} has"
        yield Failure(f"player {scene.winner.seat + 1} has not won", scene.winner.span, words)
    if scene.pile_from_top is not None:
        piles = [teller.describer.cards(state, zone) for zone in machine.system.pile_zones]
        if piles != [scene.pile_from_top.kinds]:
            words = f"the pile is not {', '.join(scene.pile_from_top.kinds)} from the top"
            yield Failure(words, scene.pile_from_top.span, f"it is {', '.join(piles[0]) or 'empty'}")
    sightings = find_sightings(machine.system, tuple(one for point in points for one in point.happened))
    sightings |= find_open(teller.describer, points[0].state) if scene.seen else set()
    for seen in scene.seen:
        if ((seen.seat, seen.kind) in sightings) != seen.positive:
            words = f"player {seen.seat + 1} has {'not ' if seen.positive else ''}seen {seen.kind}"
            yield Failure(words, seen.span)
    yield from _judge_offers(teller, scene, state)


def _judge_offers(teller: Teller, scene: Scene, state: State) -> Iterable[Failure]:
    offered = list_offered(teller.describer, state)
    for step in scene.refused:
        if offered.find(step) is not None:
            yield Failure(f"this should be refused: {say_step(step)}", step.span)
        elif not offered.asks(step):
            words = f"nobody is asked for this here, so that it says nothing: {say_step(step)}"
            yield Failure(words, step.span, f"offered: {offered.say()}")
    for step in scene.offered:
        if offered.find(step) is None:
            yield _not_offered(teller, state, step)
        elif step.odds is not None and offered.share(step) != Fraction(*step.odds):
            share = offered.share(step)
            words = f"{say_step(step)} is not {step.odds[0]} of {step.odds[1]}"
            yield Failure(words, step.span, f"it is {share.numerator} of {share.denominator}")


def _say_actual(reader: Reader, condition: Condition) -> str:
    """What there is instead of what a condition says; '' where that is its mere negation."""
    match condition:
        case Compare(_, left, right):
            counted = [str(reader.number(one, {})) for one in (left, right) if not isinstance(one, Literal)]
            return f"it is {counted[0]}" if len(counted) == 1 else f"the two sides are {' and '.join(counted)}"
        case SamePlayer(left, _):
            return f"it is player {reader.seat(left, {}) + 1}"
        case Every(parts):
            return next((_say_actual(reader, one) for one in parts if not reader.holds(one, {})), "")
        case _:
            return ""


def _not_offered(teller: Teller, state: State, step: ScriptStep) -> Failure:
    instead = f"offered: {list_offered(teller.describer, state).say()}"
    winner, fault = teller.describer.winner(state), teller.describer.fault(state)
    if winner is not None:
        instead = f"the game is over: player {winner + 1} has won"
    elif fault is not None:
        instead = f"the game cannot go on: {fault}"
    return Failure(f"not offered: {say_step(step)}", step.span, instead)


def _quote(words: str) -> str:
    return f'"{words}"' if words else ""


def say_step(step: ScriptStep) -> str:
    """A step of a script in words."""
    who = "chance" if step.verb == "chance" else "nobody" if step.seat is None else f"player {step.seat + 1}"
    use, _, rule = step.words.partition(" ")
    said = {"apply": ["uses", rule], "decline": ["declines", rule]}.get(use, [VERBS[step.verb], _quote(step.words)])
    words = [who, *said, ", ".join(f'"{card}"' for card in step.cards)]
    words += (
        [f"{'at' if step.verb == 'choose player' else 'on'} player {step.target + 1}"]
        if step.target is not None
        else []
    )
    words += [f'naming "{step.named}"'] if step.named is not None else []
    words += [f"at place {step.position + 1}"] if step.position is not None else []
    return " ".join(word for word in words if word)
