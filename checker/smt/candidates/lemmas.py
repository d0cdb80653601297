"""Lemmas and templates of the specification as candidate invariants: tried in every proof, each must prove itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations, product

from checker.smt.candidates.invariant import Invariant
from checker.smt.candidates.template import said_by
from checker.smt.counts.family import Family, property_hits
from checker.system.build import lower_conditions
from checker.system.lower_terms import negate
from checker.system.system import Monitor, System
from kittens_dsl.core.counting import map_counts
from kittens_dsl.core.templates import Template
from kittens_dsl.core.terms import Condition, CountCards


@dataclass(frozen=True, slots=True)
class _Find:
    """The same lemma in the System for another number of players."""

    number: int

    def __call__(self, system: System) -> Monitor:
        return system.monitors[self.number]


def named_lemmas(family: Family) -> Iterator[tuple[str, tuple[Invariant, ...]]]:
    """Each lemma by its name, with the linear facts that it says."""
    for number, monitor in enumerate(family.counted.system.monitors):
        if monitor.rule is not None and monitor.rule.is_lemma:
            yield monitor.rule.name, tuple(said_by(property_hits(family, _Find(number))))


@dataclass(frozen=True, slots=True)
class _Lower:
    """A fact that a template stands for, as what is watched for its failure in any System of a family."""

    condition: Condition

    def __call__(self, system: System) -> Monitor:
        (test,) = lower_conditions(system, (self.condition,))
        return Monitor(None, None, negate(test), at_rest=False)


def declared(family: Family) -> tuple[Invariant, ...]:
    """The facts of all lemmas, and those that templates of the specification stand for."""
    facts = dict.fromkeys(fact for _, some in named_lemmas(family) for fact in some)
    for template in family.counted.system.rules.templates:
        for condition in list_instances(family, template):
            facts |= dict.fromkeys(said_by(property_hits(family, _Lower(condition))))
    return tuple(facts)


def list_instances(family: Family, template: Template) -> Iterator[Condition]:
    """A template of each choice of different cards, of those that are counted by themselves, and of different zones."""
    system, classes = family.counted.system, family.counted.classes
    apart = {kind for kind, one in zip(system.kinds, classes, strict=True) if classes.count(one) == 1}
    faces = {card.name: (card.name, *_faces(system, card.name)) for card in system.rules.cards}
    cards = [name for name, kinds in faces.items() if apart.issuperset(kinds)]
    zones = [zone for zone in system.rules.zones if not zone.is_part]
    choices = [[zone.name for zone in zones if zone.of_player == of_player] for _, of_player in template.zones]
    for some in permutations(cards, len(template.cards)):
        kinds = {name: faces[card] for name, card in zip(template.cards, some, strict=True)}
        for places in product(*choices):
            if len(set(places)) == len(places):
                names = {name: zone for (name, _), zone in zip(template.zones, places, strict=True)}
                yield map_counts(template.condition, partial(_substitute, kinds, names))


def _faces(system: System, card: str) -> tuple[str, ...]:
    return tuple(face for face, kind in system.rules.faces.items() if kind == card)


def _substitute(kinds: Mapping[str, tuple[str, ...]], zones: Mapping[str, str], count: CountCards) -> CountCards:
    named = count.filter.kinds
    if named is not None:
        named = tuple(kind for name in named for kind in kinds.get(name, (name,)))
    zone = replace(count.zone, zone=zones.get(count.zone.zone, count.zone.zone))
    return replace(count, zone=zone, filter=replace(count.filter, kinds=named))
