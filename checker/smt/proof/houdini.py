"""Houdini (C. Flanagan and K. Leino, FME 2001): the greatest part of some candidates that implies itself.

What properties need is found on demand (`demand`); here everything that a template yields is kept, for what is asked of
rules that differ from those of which it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from checker.smt.candidates.invariant import Invariant, find_invariant
from checker.smt.candidates.lemmas import declared
from checker.smt.candidates.template import candidates, ranges
from checker.smt.certificate.cases import Group
from checker.smt.certificate.obligations import Proof
from checker.smt.counts.family import Family, Hit
from checker.smt.counts.linear import Count
from checker.smt.proof.sieve import sieve
from checker.smt.proof.solver import Prepared, Session, Undecided


@dataclass(frozen=True, slots=True)
class Learned:
    """The candidates that hold at every start (`started`), and those of them that hold after every command (`kept`)."""

    players: int | None
    started: tuple[Invariant, ...]
    kept: tuple[Invariant, ...]


def gather_candidates(
    family: Family, hits: Iterable[Hit] = (), *, players: int | None = None, extra: Iterable[Invariant] = ()
) -> tuple[Invariant, ...]:
    """What the template, lemmas, `extra` and properties say, where it holds at every start and on a random walk."""
    fixed = ranges(family.counted)
    tried = dict.fromkeys((*candidates(family.counted, hits), *declared(family), *extra))
    walked = sieve(family, [one for one in tried if one not in fixed], players)
    return filter_starts(family, fixed, walked, players)


def learn_invariants(
    family: Family, hits: Iterable[Hit] = (), *, players: int | None = None, extra: Iterable[Invariant] = ()
) -> Learned:
    """The greatest part of the template, of lemmas and `extra`, and of what properties say, that proves itself."""
    started = gather_candidates(family, hits, players=players, extra=extra)
    return Learned(players, started, _filter_steps(family, ranges(family.counted), started, players))


def _broken(group: Group, values: Mapping[Count, int]) -> set[str | None]:
    """The invariants whose goals some counts break; None for a goal that is no invariant."""
    return {find_invariant(name) for name, goal in group.goals if not goal.holds(values)}


def _filter(prepared: list[Prepared], tried: tuple[Invariant, ...]) -> tuple[Invariant, ...]:
    """The greatest subset of the candidates that implies itself in all groups."""
    kept = {one.name for one in tried}
    always = {invariant for one in prepared for name in one.group.rows if (invariant := find_invariant(name))}
    always |= {invariant for one in prepared for name, _ in one.group.goals if (invariant := find_invariant(name))}
    always -= kept
    waiting = list(prepared)
    while waiting:
        before = len(kept)
        for one in waiting:
            while not one.is_shown(kept | always) and (found := one.find_counterexample(kept | always)) is not None:
                broken = {name for name in _broken(one.group, found.values) if name in kept}
                if not broken:
                    raise Undecided(f"a range or a count below 0 in {one.group.name}")
                kept -= broken
        waiting = prepared if len(kept) < before else []
    return tuple(one for one in tried if one.name in kept)


def filter_starts(
    family: Family, fixed: tuple[Invariant, ...], tried: tuple[Invariant, ...], players: int | None
) -> tuple[Invariant, ...]:
    """The candidates that hold at every start."""
    proof = Proof(family, (*fixed, *tried), players)
    some = [start for start in family.starts if players is None or start.players == players]
    session = Session()
    return _filter([session.prepare(group) for start in some for group in proof.starts(start)], tried)


def _filter_steps(
    family: Family, fixed: tuple[Invariant, ...], tried: tuple[Invariant, ...], players: int | None
) -> tuple[Invariant, ...]:
    proof = Proof(family, (*fixed, *tried), players)
    groups = [group for command in family.counted.commands for group in proof.steps(command)]
    session = Session()
    return _filter([session.prepare(group) for group in groups], tried)
