"""Paths over kinds to guards and updates over classes of kinds: guards become weaker, updates stay exact."""

from __future__ import annotations

from collections.abc import Iterable

from checker.smt.counts.groups import Groups
from checker.smt.counts.linear import NO_KIND, Count, Linear, find_tightest, make_linear, number, variable
from checker.smt.counts.paths import Path


def project(path: Path, groups: Groups) -> tuple[tuple[Linear, ...], tuple[tuple[Count, Linear], ...]]:
    """The guard and the update of a path over classes.

    A kind of a class with several kinds is at least 0, so a constraint `sum a_k x_k + c >= 0` implies the one in which
    every a_k of a class is replaced by the greatest of them. Where an update moves only some kinds of a class away,
    what it moves is a number between 0 and the class.
    """
    changes: dict[Count, Linear] = {}
    for count, value in path.values:
        whole = _lift(count, groups)
        changes[whole] = changes.get(whole, number(0)).plus(value.plus(variable(count), -1))
    updates: dict[Count, Linear] = {}
    parts: dict[Count, Count] = {}
    for whole, change in changes.items():
        value = variable(whole).plus(_exact(change, groups, parts))
        if value != variable(whole):
            updates[whole] = value
    guard = [_weaken(linear, groups) for linear in path.guard]
    guard += _add_up(path.guard, groups)
    by_whole: dict[Count, list[Count]] = {}
    for count, part in parts.items():
        by_whole.setdefault(_lift(count, groups), []).append(part)
    for whole, some in by_whole.items():
        guard.append(make_linear({whole: 1, **dict.fromkeys(some, -1)}))
    kept = find_tightest(one for one in guard if not _is_trivial(one))
    return (
        tuple(Linear(terms, constant) for terms, constant in sorted(kept.items())),
        tuple(sorted(updates.items())),
    )


def _add_up(guard: tuple[Linear, ...], groups: Groups) -> list[Linear]:
    """What several kinds of one class must at least have, added up: the class has that much."""
    least: dict[Count, int] = {}
    for linear in guard:
        if len(linear.terms) == 1 and linear.terms[0][1] == 1 and linear.constant < 0:
            count = linear.terms[0][0]
            if count.kind != NO_KIND:
                whole = _lift(count, groups)
                least[whole] = least.get(whole, 0) - linear.constant
    return [variable(whole).add(-number_) for whole, number_ in least.items()]


def _is_trivial(linear: Linear) -> bool:
    return linear.constant >= 0 and all(factor > 0 for _, factor in linear.terms)


def _lift(count: Count, groups: Groups) -> Count:
    return count if count.kind == NO_KIND else Count(groups.whole(count.name), count.holder, groups.classes[count.kind])


def _split(linear: Linear, groups: Groups) -> tuple[dict[Count, int], dict[Count, dict[Count, int]]]:
    single: dict[Count, int] = {}
    grouped: dict[Count, dict[Count, int]] = {}
    for count, factor in linear.terms:
        if count.kind == NO_KIND:
            single[count] = factor
        else:
            grouped.setdefault(_lift(count, groups), {})[count] = factor
    return single, grouped


def _weaken(linear: Linear, groups: Groups) -> Linear:
    terms, grouped = _split(linear, groups)
    for whole, factors in grouped.items():
        is_whole = len(factors) == groups.size(whole.name, whole.kind)
        values: Iterable[int] = factors.values() if is_whole else (*factors.values(), 0)
        terms[whole] = max(values)
    return make_linear(terms, linear.constant)


def _exact(linear: Linear, groups: Groups, parts: dict[Count, Count]) -> Linear:
    terms, grouped = _split(linear, groups)
    for whole, factors in grouped.items():
        values = set(factors.values())
        if len(values) == 1 and len(factors) == groups.size(whole.name, whole.kind):
            terms[whole] = values.pop()
            continue
        for count, factor in factors.items():
            part = parts.setdefault(count, Count(f"some {count.name}", count.holder, count.kind))
            terms[part] = terms.get(part, 0) + factor
    return make_linear(terms, linear.constant)
