"""Which rules attach to an event, and which of them comes first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kittens_dsl.core.rules import Afterwards, Cannot, CardComes, CardLeaves, Does, Instead, Rule, Rules


def in_order(names: Sequence[str], after: Mapping[str, set[str]]) -> list[str]:
    """The names so that each comes after those it must come after; otherwise as declared."""
    left, line = list(names), list[str]()
    while left:
        ready = [name for name in left if not after[name].intersection(left)]
        if not ready:
            raise ValueError(f"these must each come before another of them: {', '.join(left)}")
        left.remove(ready[0])
        line.append(ready[0])
    return line


def predecessors(rules: Rules, chosen: Sequence[Rule]) -> dict[str, set[str]]:
    """For each of the chosen rules, those of them that are declared to come before it."""
    before: dict[str, set[str]] = {rule.name: set() for rule in chosen}
    pairs = [(rule.name, later) for rule in chosen for later in (*rule.exception_to, *rule.happens_before)]
    for first, later in (*pairs, *(pair for ruling in rules.rulings for pair in ruling.pairs)):
        if first in before and later in before:
            before[later].add(first)
    return before


def rules_on(rules: Rules, event: str, way: type[Cannot | Instead | Does | Afterwards]) -> list[Rule]:
    """The rules that attach to the event in this way, in precedence order."""
    chosen = {
        rule.name: rule for rule in rules.rules if isinstance(rule.attachment, way) and rule.attachment.event == event
    }
    return [chosen[name] for name in in_order(list(chosen), predecessors(rules, list(chosen.values())))]


def rules_on_moves(rules: Rules, attachment: CardLeaves | CardComes) -> list[Rule]:
    """The rules about every card that leaves a zone or comes into it, in precedence order."""
    chosen = {rule.name: rule for rule in rules.rules if rule.attachment == attachment}
    return [chosen[name] for name in in_order(list(chosen), predecessors(rules, list(chosen.values())))]


def is_optional(rule: Rule) -> bool:
    return isinstance(rule.attachment, Instead) and rule.attachment.optional


def rivals(rules: Rules, rule: Rule, others: Sequence[Rule]) -> list[Rule]:
    """The mandatory ones that no declaration puts before or after the rule, not even by way of another of them."""
    before = predecessors(rules, [rule, *others])

    def precedes(first: str, later: str) -> bool:
        return first == later or any(precedes(first, between) for between in before[later])

    return [
        other
        for other in others
        if not (is_optional(other) or precedes(other.name, rule.name) or precedes(rule.name, other.name))
    ]
