"""Commands of the same effect as one, whose guard is what all their guards say: what it keeps, each of them keeps."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

from checker.smt.counts.commands import Command
from checker.smt.counts.linear import Linear, find_tightest


def join_commands(commands: Iterable[Command]) -> list[tuple[Command, tuple[Command, ...]]]:
    """Each group of commands that differ in their guards alone, with one that stands for it."""
    groups: dict[Hashable, list[Command]] = {}
    for one in commands:
        key = (one.top, one.actors, one.pushed, one.ending, one.drops_agenda, one.updates, one.everyone)
        groups.setdefault(key, []).append(one)
    return [(replace(some[0], guard=_join_guards(some)), tuple(some)) for some in groups.values()]


def _join_guards(commands: list[Command]) -> tuple[Linear, ...]:
    """What every guard says: of the same terms the weakest constant."""
    guards = [find_tightest(one.guard) for one in commands]
    shared = [terms for terms in guards[0] if all(terms in guard for guard in guards)]
    return tuple(Linear(terms, max(guard[terms] for guard in guards)) for terms in shared)
