"""A mutator of core rules: every rule and setup step with one thing changed, in a fixed order, without chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Literal, TypeVar

from kittens_dsl.core.rules import KindOfCard, PlayRule, Rule, Rules, SetupStep
from kittens_dsl.core.statements import Option, Statement
from kittens_dsl.core.terms import IsKind
from kittens_dsl.source.span import NOWHERE, Span
from tests.mutants.changes import Change, Setting, list_changes, show_statement

Declared = TypeVar("Declared")
Node = TypeVar("Node")
Changes = Callable[[object, Setting], Iterator[Change]]
SEEN_BY: tuple[Literal["owner", "everyone", "nobody"], ...] = ("owner", "everyone", "nobody")


@dataclass(frozen=True, slots=True)
class Mutant:
    """The rules with one change: the rule or declaration it is in, the change in words, the line of the text.

    name is unique among the mutants of the same rules and does not depend on line numbers; a number at its end tells
    places apart at which the same words are changed in the same way.
    """

    rule: str
    what: str
    line: int
    rules: Rules
    turn: int = 1

    @property
    def name(self) -> str:
        """The rule, the change, the statement that it is in, and a number if that is not enough."""
        return f"{self.rule}: {self.what}" + (f" #{self.turn}" if self.turn > 1 else "")


@dataclass(frozen=True, slots=True)
class _Edit:
    """A node with one change: in words, on which line, within which statement (empty: none)."""

    change: str
    line: int
    node: object
    within: str = ""

    @property
    def what(self) -> str:
        return f"{self.change}, in `{self.within}`" if self.within else self.change


def list_mutants(rules: Rules) -> tuple[Mutant, ...]:
    """All mutants of the rules, the setup and the declared numbers, none equal to the rules themselves."""
    return _name_mutants(rules, (*_mutate_rules(rules), *_mutate_setup(rules), *_mutate_declarations(rules)))


def list_mutants_by(rules: Rules, changes: Changes) -> tuple[Mutant, ...]:
    """All mutants of the rules and the setup with one node changed in one of some ways."""
    edits = [
        (one.name, edit, replace(rules, rules=_swap(rules.rules, one, edit.node)))
        for one in rules.rules
        for edit in _edit_node(one, _setting(rules, one), one.span.start_line, only=changes)
        if isinstance(edit.node, Rule)
    ]
    steps = [
        (one.name, edit, replace(rules, setup=_swap(rules.setup, one, edit.node)))
        for one in rules.setup
        for edit in _edit_node(one, Setting(rules, False, in_setup=True), one.span.start_line, only=changes)
        if isinstance(edit.node, SetupStep)
    ]
    return _name_mutants(rules, (*edits, *steps))


def _name_mutants(rules: Rules, changes: Iterable[tuple[str, _Edit, Rules]]) -> tuple[Mutant, ...]:
    used: Counter[tuple[str, str]] = Counter()
    found: list[Mutant] = []
    for name, edit, changed in changes:
        if changed != rules:
            used[name, edit.what] += 1
            found.append(Mutant(name, edit.what, edit.line, changed, used[name, edit.what]))
    return tuple(found)


def _mutate_rules(rules: Rules) -> Iterator[tuple[str, _Edit, Rules]]:
    for number, rule in enumerate(rules.rules):
        before, after = rules.rules[:number], rules.rules[number + 1 :]
        yield rule.name, _Edit("rule dropped", rule.span.start_line, None), replace(rules, rules=(*before, *after))
        for edit in _edit_node(rule, _setting(rules, rule), rule.span.start_line):
            assert isinstance(edit.node, Rule)
            yield rule.name, edit, replace(rules, rules=(*before, edit.node, *after))


def _mutate_setup(rules: Rules) -> Iterator[tuple[str, _Edit, Rules]]:
    for number, step in enumerate(rules.setup):
        before, after = rules.setup[:number], rules.setup[number + 1 :]
        rest = tuple(replace(one, after=tuple(a for a in one.after if a != step.name)) for one in (*before, *after))
        yield step.name, _Edit("step dropped", step.span.start_line, None), replace(rules, setup=rest)
        for edit in _edit_node(step, Setting(rules, has_target=False, in_setup=True), step.span.start_line):
            assert isinstance(edit.node, SetupStep)
            yield step.name, edit, replace(rules, setup=(*before, edit.node, *after))


def _setting(rules: Rules, rule: Rule) -> Setting:
    return Setting(rules, isinstance(rule.attachment, PlayRule) and rule.attachment.target != "none")


def _edit_node(
    node: object, setting: Setting, line: int, within: str = "", only: Changes | None = None
) -> Iterator[_Edit]:
    """Every change of a node or of one inside it, as the whole node with that change; `only`: just what it names."""
    line = _line(node) or line
    if isinstance(node, Statement):
        within = show_statement(node)
    for change, changed in (only or list_changes)(node, setting):
        yield _Edit(change, line, changed, within)
    if isinstance(node, Span):
        return
    if isinstance(node, tuple):
        for number, part in enumerate(node):
            rest = (*node[:number], *node[number + 1 :])
            if isinstance(part, Statement) and only is None:
                yield _Edit(f"dropped: {show_statement(part)}", _line(part) or line, rest)
            elif isinstance(part, Option) and only is None:
                yield _Edit(f"option dropped: {part.words}", _line(part) or line, rest)
            for edit in _edit_node(part, setting, line, within, only):
                yield replace(edit, node=(*node[:number], edit.node, *node[number + 1 :]))
    elif is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            for edit in _edit_node(getattr(node, field.name), setting, line, within, only):
                yield replace(edit, node=replace(node, **{field.name: edit.node}))


def _line(node: object) -> int:
    span = getattr(node, "span", NOWHERE)
    return span.start_line if isinstance(span, Span) else 0


# ---- declarations --------------------------------------------------------------------------------------------------
def _mutate_declarations(rules: Rules) -> Iterator[tuple[str, _Edit, Rules]]:
    """Copies and ranges changed by one, cards without a trait, other defaults, zones seen by others."""
    for kind in rules.kinds:
        line = kind.span.start_line
        for copies in (kind.copies - 1, kind.copies + 1):
            kinds = _swap(rules.kinds, kind, replace(kind, copies=copies))
            edit = _Edit(f"{kind.copies} copies become {copies}", line, None)
            yield f"card {kind.name}", edit, replace(rules, kinds=kinds)
        for trait in kind.traits:
            yield f"card {kind.name}", _Edit(f"it is no {trait}", line, None), _without_trait(rules, kind, trait)
    for counter in rules.counters:
        least, most = counter.least, counter.most
        for changed in (
            replace(counter, least=least + 1),
            replace(counter, most=most - 1),
            replace(counter, most=most + 1),
        ):
            words = f"{least} to {most} becomes {changed.least} to {changed.most}"
            edit = _Edit(words, counter.span.start_line, None)
            yield f"counter {counter.name}", edit, replace(rules, counters=_swap(rules.counters, counter, changed))
    for ambiguity in rules.ambiguities:
        for reading, _, _ in ambiguity.readings:
            edit = _Edit(f"default {ambiguity.default} becomes {reading}", ambiguity.span.start_line, None)
            ambiguities = _swap(rules.ambiguities, ambiguity, replace(ambiguity, default=reading))
            yield f"ambiguity {ambiguity.name}", edit, replace(rules, ambiguities=ambiguities)
    for zone in rules.zones:
        for seen_by in SEEN_BY if zone.of_player else SEEN_BY[1:]:
            edit = _Edit(f"seen by {zone.seen_by} becomes seen by {seen_by}", zone.span.start_line, None)
            zones = _swap(rules.zones, zone, replace(zone, seen_by=seen_by))
            yield f"zone {zone.name}", edit, replace(rules, zones=zones)


def _swap(declared: tuple[Declared, ...], old: Declared, new: Declared) -> tuple[Declared, ...]:
    return tuple(new if one is old else one for one in declared)


def _without_trait(rules: Rules, kind: KindOfCard, trait: str) -> Rules:
    """The rules as they are if a card lacks a trait: names of traits have become lists of cards by then."""
    bearers = tuple(one.name for one in rules.kinds if trait in one.traits)
    fewer = tuple(name for name in bearers if name != kind.name)
    changed = replace(kind, traits=tuple(one for one in kind.traits if one != trait))
    kinds = _swap(rules.kinds, kind, changed)
    return replace(rules, kinds=kinds, rules=tuple(_with_bearers(one, bearers, fewer) for one in rules.rules))


def _with_bearers(node: Node, old: tuple[str, ...], new: tuple[str, ...]) -> Node:
    """A node of core with another list of cards wherever a card is asked to be one of the old list."""
    if isinstance(node, IsKind) and node.kinds == old:
        return replace(node, kinds=new)
    if isinstance(node, Span):
        return node
    if isinstance(node, tuple):
        return type(node)(_with_bearers(part, old, new) for part in node)
    if is_dataclass(node) and not isinstance(node, type):
        return replace(node, **{one.name: _with_bearers(getattr(node, one.name), old, new) for one in fields(node)})
    return node
