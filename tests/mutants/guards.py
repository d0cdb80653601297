"""Which guards the theorems rest on: each guard of the rules is dropped, and the theorems are asked for once more.

`python -m tests.mutants.guards` prints docs/guards.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from checker.analysis.verifying import MODES, FullSize, all_readings, find_form
from checker.smt.candidates.invariant import Invariant
from checker.smt.counts.family import Family, Hit, count_family, property_hits
from checker.smt.counts.refused import NotCounted
from checker.smt.proof.demand import Demand, Failure, gather, offer
from checker.smt.proof.prove import explain, show
from checker.smt.proof.solver import Undecided
from checker.smt.proof.words import tell_failure
from checker.system.lower_terms import BuildError
from checker.system.specialise import specialise
from checker.system.system import Monitor
from checker.system.table import Table
from kittens_dsl.core import statements as do
from kittens_dsl.core import terms
from kittens_dsl.core.rules import PlayRule, Rule, Rules
from kittens_dsl.core.show_terms import show_condition, show_filter
from tests.laws.tables import rules_of
from tests.mutants.changes import Change, Setting
from tests.mutants.every_change import Mutant, list_mutants_by
from tests.smt.conftest import full_deck

PLAYERS = 3


@dataclass(frozen=True, slots=True)
class Guard:
    """A guard of a rule: the rule's clauses, the guard in words, and the rules without it."""

    rule: str
    clauses: tuple[str, ...]
    words: str
    without: Rules


@dataclass(frozen=True, slots=True)
class Dropped:
    """What becomes of the theorems without a guard: those that are lost, and a step where one of them (`told`) fails.

    words: why nothing can be said, if so.
    """

    guard: Guard
    lost: tuple[str, ...] = ()
    told: str = ""
    step: tuple[str, ...] = ()
    words: str = ""


# ---- the guards ----------------------------------------------------------------------------------------------------
def list_guards(rules: Rules) -> tuple[Guard, ...]:
    """Every guard that says something of play under the default readings: of rules, options, effects, chosen cards."""
    readings = all_readings(rules, {})
    table = Table(PLAYERS, full_deck(rules), readings, "ordered")
    clauses = {one.name: one.clauses for one in rules.rules}
    usual = specialise(rules, table)
    return tuple(
        Guard(one.rule, clauses[one.rule], _say(one), one.rules)
        for one in list_mutants_by(rules, _drop_guards)
        if specialise(one.rules, table) != usual
    )


def _say(mutant: Mutant) -> str:
    return mutant.what + (f" (place {mutant.turn})" if mutant.turn > 1 else "")


def _drop_guards(node: object, setting: Setting) -> Iterator[Change]:
    match node:
        case Rule(guard=guard) | do.Option(guard=guard):
            for words, left in _drop_parts(guard):
                yield words, replace(node, guard=left)
        case do.If(condition=condition, otherwise=()) | do.ForEach(condition=condition) if not setting.in_setup:
            for words, left in _drop_parts(condition):
                yield words, replace(node, condition=left)
        case do.ChooseCard(filter=chosen) if chosen != terms.ANY_CARD:
            yield f"the card is {_shorten(show_filter(chosen), setting.rules)}", replace(node, filter=terms.ANY_CARD)
        case PlayRule(target="other"):
            yield "the target is another player", replace(node, target="any")
        case _:
            return


def _drop_parts(guard: terms.Condition) -> Iterator[tuple[str, terms.Condition]]:
    """Each part of a guard that speaks of more than readings, with what is left of the guard."""
    parts = guard.conditions if isinstance(guard, terms.Every) else (guard,)
    for number, part in enumerate(parts):
        if not _is_about_readings(part):
            rest = (*parts[:number], *parts[number + 1 :])
            yield show_condition(part), terms.Every(rest) if rest else terms.ALWAYS


def _is_about_readings(condition: terms.Condition) -> bool:
    match condition:
        case terms.Every(parts) | terms.Either(parts):
            return all(map(_is_about_readings, parts))
        case terms.Negation(inner):
            return _is_about_readings(inner)
        case _:
            return isinstance(condition, terms.ReadingChosen | terms.Truth)


def _shorten(words: str, rules: Rules) -> str:
    """A list of all kinds but one or two, by those that it lacks."""
    named = re.findall(r'"([^"]+)"', words)
    lacking = [one.name for one in rules.kinds if one.name not in named]
    if len(named) < len(lacking):
        return words
    return f"no {' and no '.join(lacking)}" + (" and none of those just played" if "besides played" in words else "")


# ---- the theorems --------------------------------------------------------------------------------------------------
Forms = tuple[tuple[str, Monitor], ...]


@dataclass(frozen=True, slots=True)
class Theorems:
    """What follows from counts for any number of players under the default readings (by Z3, without certificates).

    forms: of properties, by name. known: facts that show them, found in the rules as they are. single: kinds apart.
    """

    forms: Forms
    known: tuple[Invariant, ...]
    single: tuple[int, ...]


def find_theorems(rules: Rules) -> Theorems:
    """The forms of properties that follow from the rules as they are."""
    game = FullSize(rules, all_readings(rules, {}))
    single = game.named_kinds()
    family = count_family(game.build, single=single)
    forms = tuple(_name_forms(game))
    demand = _gather(family, forms, ())
    lost = _list_lost(demand, forms)
    return Theorems(tuple(one for one in forms if one not in lost), tuple(demand.wanted.values()), single)


def drop(guard: Guard, theorems: Theorems) -> Dropped:
    """What is lost without a guard, first by the facts that are known, then by facts that are looked for anew."""
    game = FullSize(guard.without, all_readings(guard.without, {}))
    try:
        family = count_family(game.build, single=theorems.single)
        demand = offer(family, theorems.known)
        lost = _list_lost(demand, theorems.forms)
        if lost:
            demand = _gather(family, lost, theorems.known)
            lost = _list_lost(demand, lost)
        if not lost:
            return Dropped(guard)
        told, form = next((one for one in lost if one[1].mode == "always"), lost[0])  # it fails where it came about
        step = tell_failure(family.counted, _explain(demand, form))
    except (BuildError, NotCounted, Undecided, AssertionError) as error:
        return Dropped(guard, words=str(error) or type(error).__name__)
    return Dropped(guard, tuple(name for name, _ in lost), told, step)


def _hits(family: Family, form: Monitor) -> tuple[Hit, ...]:
    return property_hits(family, find_form(form))


def _gather(family: Family, forms: Forms, extra: Iterable[Invariant]) -> Demand:
    return gather(family, [hit for _, form in forms for hit in _hits(family, form)], extra=extra)


def _list_lost(demand: Demand, forms: Forms) -> Forms:
    return tuple(one for one in forms if show(demand, _hits(demand.family, one[1]))[0] is not None)


def _explain(demand: Demand, form: Monitor) -> Failure:
    hits = _hits(demand.family, form)
    failure = explain(demand, hits) or show(demand, hits)[0]
    assert failure is not None
    return failure


def _name_forms(game: FullSize) -> Iterator[tuple[str, Monitor]]:
    used: Counter[str] = Counter()
    for one in game.build(2).monitors:
        if one.rule is not None and one.form is not None and one.form.expect_violated is None and one.mode in MODES:
            name = f"{one.rule.name}, {one.mode}"
            used[name] += 1
            yield (name if used[name] == 1 else f"{name} ({used[name]})"), one


# ---- the document --------------------------------------------------------------------------------------------------
HEAD = """# Guards that safety rests on, and guards that it does not

A guard is what must be so for a rule to apply, for a way out of a choice to be open, for part of an effect to happen,
or for a card or a player to be chosen. Each guard of the base box that says something under the default readings was
dropped by itself, and what follows from counts for any number of players was asked for once more: first whether the
facts that hold of the rules still hold, else facts were looked for anew. (By Z3 alone, without certificates.
`python -m tests.mutants.guards` writes this page, and a slow test compares.)

The theorems:
"""
SAFE = """
## Guards that do not matter for safety

Without the guard every one of these theorems still follows: it is there for what the printed rules allow, not to keep
the deck from running out or the game from going wrong. (Theorems speak of counts: for what they do not look at, turns
owed, order and knowledge, such a guard may still matter. They also follow where without the guard less comes to pass,
or play stops: without that of base.empty-pile no card is drawn.)
"""
UNSAFE = """
## Guards that matter

Without the guard these theorems do not follow, and this is a step from where one of them holds to where it fails. Such
a step need not be reachable.
"""
OPEN = """
## Guards of which nothing can be said

Without the guard there are no commands, or no answer of Z3, to ask about.
"""


def ask(rules: Rules) -> tuple[Theorems, tuple[Dropped, ...]]:
    """The theorems, and what becomes of them without each guard."""
    theorems = find_theorems(rules)
    return theorems, tuple(drop(one, theorems) for one in list_guards(rules))


def write_page(theorems: Theorems, dropped: Iterable[Dropped]) -> str:
    """docs/guards.md."""
    every = tuple(dropped)
    lines = [HEAD, *(f"- {name}" for name, _ in theorems.forms)]
    lines += [SAFE, *_write_rows(one for one in every if not one.lost and not one.words)]
    lines.append(UNSAFE)
    for one in (one for one in every if one.lost):
        lost = f"Lost: {'; '.join(one.lost)}. Where {one.told} fails:"
        lines += [f"### {_write_name(one.guard)}", "", lost, "", "```", *one.step, "```", ""]
    if any(one.words for one in every):
        lines += [OPEN, *(f"- {_write_name(one.guard)}: {one.words}" for one in every if one.words)]
    return "\n".join(lines).rstrip() + "\n"


def _write_rows(some: Iterable[Dropped]) -> Iterator[str]:
    yield "| rule | clauses | guard |"
    yield "|---|---|---|"
    for one in some:
        yield f"| {one.guard.rule} | {', '.join(one.guard.clauses)} | {_write_guard(one.guard)} |"


def _write_name(guard: Guard) -> str:
    return f"{guard.rule} [{', '.join(guard.clauses)}]: {_write_guard(guard)}"


def _write_guard(guard: Guard) -> str:
    return guard.words.replace("|", "or")


if __name__ == "__main__":
    print(write_page(*ask(rules_of("base"))), end="")
