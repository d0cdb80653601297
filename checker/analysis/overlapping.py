"""Orders left unsaid: whether two rules that can replace one event, by their words, ever apply together in a play.

Whoever asks knows the rules that are otherwise right. An overlap that no state allows, whatever the deck and however
many play, is none; the answers rest on Z3 and on invariants that prove themselves, and no certificate is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product

from checker.analysis.verifying import FullSize, all_readings
from checker.smt.counts.family import Family, count_family
from checker.smt.counts.refused import NotCounted
from checker.smt.proof.demand import gather
from checker.smt.proof.solver import Undecided
from checker.smt.questions.overlaps import Overlap, ask_overlaps, conflict_hits, list_pairs
from checker.system.lower_terms import BuildError
from kittens_dsl.core.counting import list_kinds
from kittens_dsl.core.rules import EVERY_READING, Rules
from kittens_dsl.driver import Disputed
from kittens_dsl.problem.problem import Problem


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of orders left unsaid: errors that remain, and in words what was excluded, and why."""

    problems: tuple[Problem, ...]
    excluded: tuple[str, ...]


def kinds_of_pairs(game: FullSize) -> tuple[int, ...]:
    """The kinds that must be told apart: as for proofs, and those of which the rules without an order ask."""
    system = game.build(2)
    guards = [rule.guard for pair in list_pairs(system) for rule in (pair.one, pair.other)]
    named = {name for guard in guards for name in list_kinds(guard)}
    return tuple(sorted({*game.named_kinds(), *(system.kinds.index(name) for name in named if name in system.kinds)}))


def find_overlaps(game: FullSize) -> tuple[Overlap, ...]:
    """What counts say of every pair of rules without an order, for any deck and any number of players."""
    family = count_family(game.build, single=kinds_of_pairs(game))
    free = replace(family, starts=tuple(replace(start, printed=()) for start in family.starts))  # any deck at all
    return _ask(free)


def _ask(family: Family) -> tuple[Overlap, ...]:
    return ask_overlaps(gather(family, conflict_hits(family)))


def settle(disputed: Disputed, chosen: Mapping[str, str], report: Callable[[str], None]) -> Settled:
    """Ask of every order left unsaid whether it matters, under the chosen readings and the defaults of the others."""
    answers: dict[frozenset[str], list[Overlap]] = {}
    lost = ""
    report("two rules have no order: looking whether both can apply")
    for readings in _list_readings(disputed.rules, chosen):
        try:
            found = find_overlaps(FullSize(disputed.rules, readings))
        except (NotCounted, Undecided, BuildError) as error:
            lost = str(error)
            break
        for one in found:
            answers.setdefault(frozenset((one.one, one.other)), []).append(one)
    problems: list[Problem] = []
    excluded: list[str] = []
    for overlap in disputed.overlaps:
        some = answers.get(frozenset((overlap.one, overlap.other)), [])
        open_ = next((one for one in some if one.answer != "never"), None)
        if lost:
            problems.append(_add(overlap.problem, f"nothing was excluded from counts: {lost}"))
        elif open_ is not None:
            problems.append(_add(overlap.problem, say(open_)))
        else:
            excluded.append(_say_excluded(overlap.one, overlap.other, some))
    return Settled(tuple(problems), tuple(excluded))


def _list_readings(rules: Rules, chosen: Mapping[str, str]) -> Iterable[dict[str, str]]:
    """Every choice of readings that is asked for."""
    names = {one.name: [reading for reading, _, _ in one.readings] for one in rules.ambiguities}
    ways = [names[name] if value == EVERY_READING else [value] for name, value in chosen.items()]
    return (all_readings(rules, dict(zip(chosen, way, strict=True))) for way in product(*ways))


def _add(problem: Problem, words: str) -> Problem:
    return replace(problem, helps=(*problem.helps, words))


def say(overlap: Overlap) -> str:
    """An answer in one line."""
    if overlap.answer == "never":
        return f"never: {'; '.join(overlap.because) or 'no path through the rules comes there'}"
    state = "; ".join(line.strip() for line in overlap.state)
    if overlap.answer == "both apply":
        return f"both apply in a state that the invariants allow: {state}"
    beside = f" (not looked at: {', '.join(overlap.unseen)})" if overlap.unseen else ""
    return f"not excluded by counts{beside}{f': {state}' if state else ''}"


def _say_excluded(one: str, other: str, answers: Iterable[Overlap]) -> str:
    because = dict.fromkeys(fact for answer in answers for fact in answer.because)
    words = f": {'; '.join(because)}" if because else ""
    return f"{one} and {other} need no order, for no state allows both{words}"
