"""`build_system`: rules and a table to the System, stage by stage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from checker.system.blocking import find_blocking_events
from checker.system.bodies import asks_who_won, list_statements
from checker.system.draft import Continuation, Draft, Later, before, branch
from checker.system.exchange import is_bag_exact
from checker.system.ir import Expression, Jump, Origin, Test, Tree
from checker.system.layout import check_layout
from checker.system.liveness import Liveness
from checker.system.lower_events import origin_of
from checker.system.lower_statements import lower_body
from checker.system.lower_terms import (
    ANSWERED,
    DIRECTION,
    LIVING,
    WINNER,
    BuildError,
    TermLowering,
    negate,
)
from checker.system.scopes import Scope
from checker.system.segments import loose_array, order_array, under_array
from checker.system.specialise import fix_condition, specialise
from checker.system.system import Array, Monitor, System
from checker.system.table import Table
from kittens_dsl.core.rules import AfterSetup, Does, PropertyForm, PropertyRule, Rules, SetupStep
from kittens_dsl.core.statements import CarryOut
from kittens_dsl.core.terms import Condition, EachPlayer, Either, Every, Negation

NOTHING: dict[str, Expression] = {}


def build_system(rules: Rules, table: Table) -> System:
    """The transition system of a table. BuildError if the rules lack something, named in words."""
    draft = begin_draft(rules, table)
    entry = lower_play(draft)
    start = lower_setup(draft, entry)
    monitors, goals = _lower_properties(draft)
    blocks, locations = Liveness(draft.finished_blocks(), draft.locations).finish()
    system = System(
        draft.rules,
        draft.table,
        draft.terms.kinds,
        lay_out_fields(draft),
        blocks,
        locations,
        start,
        entry,
        monitors,
        goals,
        tuple(draft.faults),
        tuple(draft.coverage),
        None,
        tuple(zone.name for zone in draft.rules.zones if zone.ordered),
    )
    check_layout(system)
    return replace(system, bag_exact=is_bag_exact(system)) if table.pile == "bag" else system


def begin_draft(rules: Rules, table: Table, later: dict[int, Later] | None = None) -> Draft:
    """The rules specialised to the table, nothing lowered yet. later: where blocks wait until they are entered."""
    table = complete_readings(rules, table)
    special = specialise(rules, table)
    terms = _make_terms(special, table)
    for zone in special.zones:
        if table.pile != "bag" and zone.ordered and zone.of_player:
            raise BuildError(f"the zone {zone.name} of a player is in order: only zones of the table can be piles")
    blocking = find_blocking_events(special, table.pile)
    return Draft(special, table, terms, find_play_event(special), blocking, lower_body, later=later)


def _make_terms(special: Rules, table: Table) -> TermLowering:
    return TermLowering(
        table.players,
        tuple(kind.name for kind in special.kinds),
        frozenset(zone.name for zone in special.zones if zone.of_player),
        special.faces,
        special.parts,
    )


def lower_conditions(system: System, conditions: Iterable[Condition]) -> tuple[Test, ...]:
    """Conditions of no rule, their readings decided, as tests of the fields of a System."""
    terms = _make_terms(system.rules, system.table)
    scope = Scope(Origin(""), 0, dict(NOTHING))
    return tuple(terms.test(one, scope) for one in conditions)


def complete_readings(rules: Rules, table: Table) -> Table:
    """The table with a reading for every ambiguity: the chosen one, else the default, else the first."""
    readings = {one.name: table.readings.get(one.name, one.default or one.readings[0][0]) for one in rules.ambiguities}
    for name, reading in table.readings.items():
        ambiguity = next((one for one in rules.ambiguities if one.name == name), None)
        if ambiguity is None or reading not in [found[0] for found in ambiguity.readings]:
            raise BuildError(f"there is no reading {reading} of an ambiguity {name}")
    return replace(table, readings=readings)


def find_play_event(rules: Rules) -> str:
    """The event whose base rule carries out a play; the empty string if there is none."""
    for rule in rules.rules:
        if isinstance(rule.attachment, Does) and any(isinstance(one, CarryOut) for one in list_statements(rule.body)):
            return rule.attachment.event
    return ""


def order_setup(steps: tuple[SetupStep, ...]) -> tuple[SetupStep, ...]:
    """The steps of setup, each after those it names, else in the order of declaration."""
    waiting, done = list(steps), []
    while waiting:
        names = {step.name for step in waiting}
        free = next((step for step in waiting if not names & set(step.after)), None)
        if free is None:
            raise BuildError(f"the setup steps {', '.join(sorted(names))} wait for each other")
        waiting.remove(free)
        done.append(free)
    return tuple(done)


def lower_play(draft: Draft) -> int:
    """The block at which play begins."""
    rules = [rule for rule in draft.rules.rules if isinstance(rule.attachment, AfterSetup)]
    if len(rules) != 1:
        raise BuildError(f"one rule must say what happens once setup is over, not {len(rules)}")
    rule = rules[0]
    block = draft.reserve_block("play begins")

    def make() -> Tree:
        scope = Scope(origin_of(rule), draft.new_instance(), dict(NOTHING))
        mark = draft.fired(rule.name, scope.origin, is_rule=True)
        nothing_left = draft.stop("the rules say nothing of what happens next", scope)
        body = draft.lower_body(draft, rule.body, scope, lambda: nothing_left)
        return branch(draft.terms.test(rule.guard, scope), before([mark], body), nothing_left)

    draft.fill_apart(block, (), make)
    return block


def lower_setup(draft: Draft, entry: int) -> int:
    """The block at which setup begins, which goes on to where play begins."""
    steps = order_setup(draft.rules.setup)

    def from_step(number: int) -> Tree:
        if number == len(steps):
            return Tree((), Jump(entry))
        step = steps[number]
        origin = Origin(step.name, step.clauses, step.span)
        scope = Scope(origin, draft.new_instance(), dict(NOTHING), in_setup=True)
        then: Continuation = lambda: from_step(number + 1)  # noqa: E731
        tree = draft.lower_body(draft, step.body, scope, then)
        return Tree((draft.fired(step.name, origin, is_rule=True), *tree.instructions), tree.ending)

    block = draft.reserve_block("setup")
    draft.fill_apart(block, (), lambda: from_step(0))
    return block


def _lower_properties(draft: Draft) -> tuple[tuple[Monitor, ...], tuple[Monitor, ...]]:
    monitors: list[Monitor] = []
    goals: list[Monitor] = []
    for rule in draft.rules.properties:
        for form in rule.forms:
            monitor = _monitor(draft, rule, form)
            (goals if form.mode == "eventually" else monitors).append(monitor)
    cases: list[Monitor] = []
    for number, monitor in enumerate(monitors):
        assert monitor.rule is not None
        assert monitor.form is not None
        case = _find_case(monitor.form.condition) if monitor.form.mode in ("always", "at rest") else None
        if case is not None:
            scope = Scope(Origin(monitor.rule.name), draft.new_instance(), dict(NOTHING))
            cases.append(Monitor(None, None, draft.terms.test(case, scope), monitor.at_rest, number))
    return (*monitors, *cases), tuple(goals)


def _monitor(draft: Draft, rule: PropertyRule, form: PropertyForm) -> Monitor:
    scope = Scope(Origin(rule.name, rule.clauses, form.span), draft.new_instance(), dict(NOTHING))
    test = draft.terms.test(form.condition, scope)
    is_hit = test if form.mode in ("never", "can happen", "eventually") else negate(test)
    return Monitor(rule, form, is_hit, form.mode == "at rest")


def _find_case(condition: Condition) -> Condition | None:
    """Where the first of several alternatives is false, so that the others matter; None if there is no such choice."""
    match condition:
        case Either((first, *_)):
            return fix_condition(Negation(first), {})
        case EachPlayer(variable, inner, dead_too):
            case = _find_case(inner)
            return None if case is None else Negation(EachPlayer(variable, Negation(case), dead_too))
        case Every(parts):
            return next((case for part in parts if (case := _find_case(part)) is not None), None)
        case _:
            return None


def lay_out_fields(draft: Draft) -> tuple[Array, ...]:
    """The fields of a state."""
    rules, table = draft.rules, draft.table
    players, kinds = table.players, len(draft.terms.kinds)
    copies = [table.scope.copies[draft.terms.faces.get(name, name)] for name in draft.terms.kinds]
    arrays = [Array(LIVING, (players,), 1, 1)]
    for token in rules.tokens:
        dimensions = (players,) if token.of_player else ()
        arrays.append(Array(f"token {token.name}", dimensions, 0, players - 1, by_index=token.of_player))
    if asks_who_won(rules):
        arrays.append(Array(WINNER, (), 0, players - 1))
    for counter in rules.counters:
        dimensions = (players,) if counter.of_player else ()
        arrays.append(Array(f"counter {counter.name}", dimensions, counter.least, counter.most))
    for status in rules.statuses:
        arrays.append(Array(f"status {status.name}", (players,) if status.of_player else (), 0, 1))
    arrays += [Array(DIRECTION, (), 0, 1), Array(ANSWERED, (), 0, 1)]
    for zone in rules.zones:
        arrays.append(
            Array(f"zone {zone.name}", (players, kinds) if zone.of_player else (kinds,), 0, max(copies, default=0))
        )
        if zone.ordered and draft.pile == "segmented":
            arrays.append(Array(loose_array(zone.name), (kinds,), 0, max(copies, default=0)))
        if zone.ordered and draft.pile != "bag":
            arrays.append(Array(order_array(zone.name), (sum(copies),), 0, kinds))
        if zone.ordered and draft.pile == "segmented":
            arrays.append(Array(under_array(zone.name), (sum(copies),), 0, kinds))
    return tuple(arrays)
