"""Check a certificate without any solver: derive its obligations again from the System, then add up its multipliers.

What is trusted: this module, farkas, linear, obligations, family, the rooms `counts` and `shape`, and the System
that is built from the .kit files. What is not: the file, and whoever found the invariants and multipliers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from checker.smt.candidates.invariant import Invariant
from checker.smt.candidates.template import ranges
from checker.smt.certificate.cases import Obligation
from checker.smt.certificate.certificate import FORMAT, print_obligation
from checker.smt.certificate.farkas import halves_to_refute, refutes
from checker.smt.certificate.obligations import Proof, can_go_by_steps
from checker.smt.counts.evaluate import STOPPED, WON
from checker.smt.counts.family import PRINTED, Build, Counting, Family, make_counting, property_hits
from checker.smt.counts.linear import GLOBAL, NO_KIND, PLAYERS, SUM, Constraint, Count, make_linear
from checker.system.system import Monitor, System

INFO = re.compile(r'\(set-info :(\w+) "((?:[^"]|"")*)"\)')


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check has found. `problems` is empty if the certificate proves the property of this System.

    premises: kinds of which it is used that there is one at most, as printed.
    """

    obligations: int
    problems: tuple[str, ...]
    premises: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether every obligation is there and follows."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file says: what it is of, its invariants, and for each half of an obligation its multipliers and text."""

    about: Mapping[str, object]
    invariants: tuple[Invariant, ...]
    multipliers: Mapping[str, Mapping[str, Fraction]]
    texts: Mapping[str, str]


class Unreadable(Exception):
    """The file is not a certificate; the words say why."""


def read_certificate(text: str) -> Contents:
    """The contents of a file. Unreadable if it is none."""
    found = INFO.findall(text)
    infos = [(key, value.replace('""', '"')) for key, value in found]
    if not infos or infos[0] != ("source", FORMAT):
        raise Unreadable("this is no certificate of this program")
    try:
        about = json.loads(next(value for key, value in infos if key == "about"))
        invariants = tuple(_read_invariant(json.loads(value)) for key, value in infos if key == "invariant")
        names = [value for key, value in infos if key == "obligation"]
        weights = [
            {name: Fraction(factor) for name, factor in json.loads(value).items()}
            for key, value in infos
            if key == "farkas"
        ]
    except (ValueError, StopIteration, TypeError, AttributeError, ZeroDivisionError) as error:
        raise Unreadable(f"this certificate cannot be read: {error}") from None
    parts = re.split(r'^\(set-info :obligation "(?:[^"]|"")*"\)\n', text, flags=re.MULTILINE)[1:]
    if not len(names) == len(weights) == len(parts) or len(set(names)) != len(names):
        raise Unreadable("obligations and multipliers do not match one to one")
    return Contents(
        about,
        invariants,
        dict(zip(names, weights, strict=True)),
        {name: part.rstrip("\n") for name, part in zip(names, parts, strict=True)},
    )


def _read_invariant(data: list[object]) -> Invariant:
    shape, terms, constant, is_equation = data
    if shape not in ("global", "each") or not isinstance(terms, list) or not isinstance(constant, int):
        raise ValueError("an invariant is not well formed")
    counts = {Count(str(name), int(holder), int(kind)): int(factor) for name, holder, kind, factor in terms}
    if shape == "global" and any(count.holder >= 0 for count in counts):
        raise ValueError("a global invariant speaks of one player")
    if any(count.holder > 0 for count in counts):
        raise ValueError("an invariant speaks of several players")
    return Invariant(
        "each" if shape == "each" else "global", Constraint(make_linear(counts, constant), bool(is_equation))
    )


def verify_certificate(
    text: str,
    build: Build | Counting,
    find: Callable[[System], Monitor] | None,
    about: Mapping[str, object],
    required: Callable[[Family], tuple[Invariant, ...]] = lambda family: (),
) -> Checked:
    """Check a certificate against a spec: `build` makes its System for a number of players, `find` its property.

    about: what the file must say it is of (property, form, players, and so on); single kinds and tracked fields are
    read from the file, since any choice of them is sound. find: None for lemmas alone.
    required: the lemmas that it must contain.
    """
    try:
        contents = read_certificate(text)
    except Unreadable as error:
        return Checked(0, (str(error),))
    other = say_differences(about, contents.about)
    if other:
        return Checked(0, other)
    players = contents.about.get("players")
    if players is not None and not isinstance(players, int):
        return Checked(0, ("the number of players is no number",))
    single, tracked = contents.about.get("single"), contents.about.get("tracked")
    if not isinstance(single, list) or not isinstance(tracked, list):
        return Checked(0, ("single kinds or tracked fields are missing",))
    counting = make_counting(build)
    kinds = counting.system(2 if players is None else players).kinds
    if not set(single) <= set(kinds):
        return Checked(0, ("the certificate speaks of a kind of card that is not in this game",))
    family = counting.family([kinds.index(name) for name in single], frozenset(tracked), players)
    invariants = tuple(dict.fromkeys((*ranges(family.counted), *contents.invariants)))
    proof = Proof(family, invariants, players)
    problems = [f"it does not prove {one.name}" for one in required(family) if one not in contents.invariants]
    known = _state_counts(family)
    problems += [
        f"{one.name}: this System has no such count"
        for one in contents.invariants
        if not {count for count, _ in one.constraint.linear.terms} <= known
    ]
    seen: set[str] = set()
    hits = () if find is None else property_hits(family, find)
    by_steps = contents.about.get("by_steps") is True
    if by_steps and not can_go_by_steps(hits):
        problems.append("this property cannot be proved step by step")
        hits, by_steps = (), False
    for group in proof.groups(hits, by_steps=by_steps):
        for obligation in group.obligations():
            problems += _check(obligation, contents, seen)
    problems += [f"{name}: this System has no such obligation" for name in contents.texts if name not in seen]
    used = {name for weights in contents.multipliers.values() for name in weights if name.startswith(PRINTED)}
    return Checked(len(seen), tuple(problems), tuple(sorted(name.removeprefix(PRINTED) for name in used)))


def say_differences(about: Mapping[str, object], said: Mapping[str, object]) -> tuple[str, ...]:
    """Where what a certificate says it is of is not what is asked about."""
    return tuple(words for key in about for words in _differences(key, said.get(key), about[key]))


def _differences(key: str, said: object, asked: object) -> list[str]:
    if said == asked:
        return []
    if isinstance(said, dict) and isinstance(asked, dict):
        keys = sorted({*said, *asked})
        return [words for one in keys for words in _differences(f"{key}, {one}", said.get(one), asked.get(one))]
    return [f"it is a certificate of another game or property: {key}: {_say(said)}, not {_say(asked)}"]


def _say(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else "none" if value is None else str(value)


def _state_counts(family: Family) -> set[Count]:
    """What an invariant may speak of: fields, frames, whether the play is over, copies of a class, players.

    Not the numbers that a single command chooses: they are not part of a state.
    """
    counted = family.counted
    found = {WON, STOPPED, PLAYERS}
    for array in counted.arrays:
        is_zone = array.name.startswith("zone ")
        holders = (0, SUM) if len(array.dimensions) == 1 + is_zone else (GLOBAL,)
        kinds = range(len(counted.class_names)) if is_zone else (NO_KIND,)
        found |= {Count(array.name, holder, kind) for holder in holders for kind in kinds}
    found |= {Count("total", GLOBAL, kind) for kind in range(len(counted.class_names))}
    for one in counted.memory:
        found |= {one} if one.holder == GLOBAL else {one, one._replace(holder=SUM)}
    for point in counted.points:
        for count in counted.frame_counts(point):
            found |= {count} if count.holder == GLOBAL else {count, count._replace(holder=SUM)}
    return found


def _check(obligation: Obligation, contents: Contents, seen: set[str]) -> list[str]:
    problems: list[str] = []
    for index, half in enumerate(halves_to_refute(obligation.goal)):
        name = f"{obligation.name} / half {index}"
        seen.add(name)
        weights = contents.multipliers.get(name)
        if weights is None:
            problems.append(f"{name}: no multipliers for it")
        elif not refutes(obligation.rows, half, weights):
            problems.append(f"{name}: the multipliers do not prove it")
        else:
            whole = Obligation(obligation.name, obligation.rows, obligation.goal)
            filler: list[Mapping[str, Fraction]] = [{} for _ in halves_to_refute(obligation.goal)]
            filler[index] = weights
            if print_obligation(whole, tuple(filler))[index] != contents.texts[name]:
                problems.append(f"{name}: its text is not that of this System")
    return problems
