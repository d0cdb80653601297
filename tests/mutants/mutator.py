"""Small edits of core: numbers by one, comparisons, yes and no, statements left out, guards dropped or turned round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace

from kittens_dsl.core.rules import Rule, Rules, SetupStep
from kittens_dsl.core.statements import Statement
from kittens_dsl.core.terms import ALWAYS, Compare, Literal, Negation


@dataclass(frozen=True, slots=True)
class Mutant:
    """Rules with one edit: where, and what was done."""

    name: str
    rules: Rules


def mutate_rules(rules: Rules) -> Iterator[Mutant]:
    """Every mutant of every rule and setup step, in order."""
    for rule in rules.rules:
        for words, edited in mutate_rule(rule):
            kept = tuple(edited if one is rule else one for one in rules.rules)
            yield Mutant(f"{rule.name}: {words}", replace(rules, rules=kept))
    for step in rules.setup:
        for words, body in _edit_body(step.body):
            edited_step = replace(step, body=body)
            steps: tuple[SetupStep, ...] = tuple(edited_step if one is step else one for one in rules.setup)
            yield Mutant(f"{step.name}: {words}", replace(rules, setup=steps))


def mutate_rule(rule: Rule) -> Iterator[tuple[str, Rule]]:
    """Edits of one rule: its guard, then its body."""
    if rule.guard != ALWAYS:
        yield "guard dropped", replace(rule, guard=ALWAYS)
        yield "guard turned round", replace(rule, guard=Negation(rule.guard))
    for words, body in _edit_body(rule.body):
        yield words, replace(rule, body=body)


def _edit_body(body: tuple[Statement, ...]) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    for number, statement in enumerate(body):
        name = f"{type(statement).__name__} in line {statement.span.start_line}"
        yield f"{name} left out", (*body[:number], *body[number + 1 :])
        for words, edited in _edit(statement):
            yield f"{words} of {name}", (*body[:number], edited, *body[number + 1 :])


def _edit(node: Statement) -> Iterator[tuple[str, Statement]]:
    for words, edited in _edit_node(node):
        if edited != node:
            yield words, edited  # type: ignore[misc]  # an edit of a statement is a statement: fields keep their types


def _edit_node(node: object) -> Iterator[tuple[str, object]]:
    """Edits of one node of core: itself if it is a number or a comparison, then inside each of its fields."""
    match node:
        case Literal(value):
            yield f"{value} plus 1", Literal(value + 1)
            return
        case Compare("<=", left, right):
            yield "at most made less", Compare("<", left, right)
        case _:
            pass
    if not is_dataclass(node) or isinstance(node, type):
        return
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name == "span":
            continue
        if field.name == "on":
            yield "yes and no swapped", replace(node, **{field.name: not value})
        elif is_dataclass(value):
            for words, edited in _edit_node(value):
                yield words, replace(node, **{field.name: edited})
        elif isinstance(value, tuple) and value and all(_is_statement(one) for one in value):
            for words, body in _edit_body(value):
                yield words, replace(node, **{field.name: body})
        elif isinstance(value, tuple):
            for number, one in enumerate(value):
                for words, edited in _edit_node(one):
                    yield words, replace(node, **{field.name: (*value[:number], edited, *value[number + 1 :])})
                if isinstance(one, tuple) and len(one) == 2 and isinstance(one[1], tuple):
                    for words, body in _edit_body(one[1]):
                        arm = (one[0], body)
                        yield words, replace(node, **{field.name: (*value[:number], arm, *value[number + 1 :])})


def _is_statement(node: object) -> bool:
    return is_dataclass(node) and hasattr(node, "span") and not hasattr(node, "words")
