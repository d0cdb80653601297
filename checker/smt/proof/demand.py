"""Invariants on demand: of all candidates only those that something to be shown needs, and what these need in turn.

Houdini (C. Flanagan and K. Leino, FME 2001) keeps the greatest part of the candidates that implies itself, and asks of
each. Here a candidate is wanted once a counterexample without it was found and it excludes that (`lazily`). One is
given up only where all candidates that are left do not help it, so the answers are those of Houdini: what follows from
its greatest part is shown, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace

from checker.smt.candidates.invariant import Invariant, find_invariant
from checker.smt.candidates.template import ranges
from checker.smt.certificate.cases import Case, Group
from checker.smt.certificate.obligations import Proof
from checker.smt.counts.commands import Command
from checker.smt.counts.family import Family, Hit
from checker.smt.counts.linear import Count, Number
from checker.smt.proof.houdini import filter_starts, gather_candidates
from checker.smt.proof.joined import join_commands
from checker.smt.proof.lazily import ask, complete
from checker.smt.proof.solver import Undecided

Aim = Callable[[Proof], Iterable[Case]]
ALL_COMMANDS = ("all commands", "no count or range is left")


@dataclass(frozen=True, slots=True)
class Failure:
    """An obligation that does not hold, with counts that show it."""

    group: Group
    values: dict[Count, int]


@dataclass(slots=True)
class Demand:
    """What is wanted of a pool of candidates (by name), all of which hold at every start.

    fixed: what always holds and is never given up. waiting: what is wanted and not shown at all commands. shown: of
    each goal of each case, the invariants that it needs. everything: the obligations of the pool, until that changes.
    aims: the cases that were asked for, numbered.
    """

    family: Family
    players: int | None
    fixed: tuple[Invariant, ...]
    pool: dict[str, Invariant]
    wanted: dict[str, Invariant] = field(default_factory=dict)
    waiting: dict[str, Invariant] = field(default_factory=dict)
    shown: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    everything: Proof | None = None
    aims: dict[Case, int] = field(default_factory=dict)

    @property
    def invariants(self) -> tuple[Invariant, ...]:
        """What always holds, and what is wanted beside it."""
        return (*self.fixed, *self.wanted.values())

    def proof(self, more: Iterable[Invariant] = ()) -> Proof:
        """The obligations of what is wanted, and of some invariants more; of the agenda they tell all of the pool."""
        return self._proof_of(dict.fromkeys((*self.invariants, *more)))

    def find_failure(self, aim: Aim) -> Failure | None:
        """A case that no part of the pool shows, with counts that all of the pool allows; None if all can be shown.

        With None, the invariants that are wanted show all cases and each other; if not, nothing more is wanted.
        """
        before = dict(self.wanted)
        while True:
            cases = [one for case in aim(self.proof()) if (one := self._open(self._name_aim(case))) is not None]
            if not cases and not self.waiting and self._has_counts():
                return None
            for case in cases:
                failure = self._show(case, [case])
                if failure is not None:
                    self._forget(self.wanted.keys() - before.keys())
                    return replace(failure, group=replace(failure.group, name=case.name.partition(": ")[2]))
            self._settle()

    def _name_aim(self, case: Case) -> Case:
        """A case with a name of its own: of several properties some are called alike."""
        return replace(case, name=f"aim {self.aims.setdefault(case, len(self.aims))}: {case.name}")

    def find_counterexample(self, case: Case) -> Failure | None:
        """Counts that all of the pool allows and that break a goal of a case; nothing is wanted for it."""
        answer = ask(case, self._all(), self.pool, self.proof)
        return None if answer.values is None else self._tell(case, answer.values)

    # ---- at all commands
    def _has_counts(self) -> bool:
        """Whether it has been shown that no command makes a count or a range too small or too great."""
        return ALL_COMMANDS in self.shown

    def _settle(self) -> None:
        """Show all that is wanted at every command, giving up and wanting more, until nothing is left to be shown."""
        while self.waiting or not self._has_counts():
            first = not self._has_counts()
            self.shown[ALL_COMMANDS] = frozenset()
            new = self._proof_of((*(self.fixed if first else ()), *self.waiting.values()))
            self.waiting = {}
            for joined, commands in join_commands(self.family.counted.commands):
                if len(commands) == 1 or not self._show_together(new, joined, commands, first=first):
                    for command in commands:
                        self._show_all(new, command, first=first)

    def _show_together(self, new: Proof, joined: Command, commands: tuple[Command, ...], *, first: bool) -> bool:
        """Show what is new at several commands of the same effect by what all their guards say."""
        for case in new.step_cases(joined, with_counts=first):
            alike = [replace(case, name=case.name.replace(joined.name, one.name, 1), command=one) for one in commands]
            opened = [some for one in alike if (some := self._open(one)) is not None]
            goals = dict.fromkeys(goal for one in opened for goal in one.goals)
            if goals and self._show(replace(case, goals=tuple(goals)), opened) is not None:
                return False
        return True

    def _show_all(self, new: Proof, command: Command, *, first: bool) -> None:
        """Show what is new at a command; what it breaks is given up."""
        for whole in new.step_cases(command, with_counts=first):
            case = self._open(whole)
            while case is not None:
                failure = self._show(case, [case])
                if failure is not None:
                    self._give_up(command, failure)
                case = self._open(case)

    def _open(self, case: Case) -> Case | None:
        """A case with the goals that are wanted and not shown; None if there are none."""
        there = self.wanted.keys() | {one.name for one in self.fixed}
        goals = tuple((name, goal) for name, goal in case.goals if self._is_open(case, name, there))
        return replace(case, goals=goals) if goals else None

    def _is_open(self, case: Case, name: str, there: Set[str]) -> bool:
        invariant = find_invariant(name)
        needed = self.shown.get((case.name, name))
        return (invariant is None or invariant in there) and (needed is None or not needed <= there)

    def _show(self, case: Case, alike: Iterable[Case]) -> Failure | None:
        """Show a case, and with it others that are given as much, by what is then wanted, too."""
        answer = ask(case, self._all(), self.pool, self.proof)
        if answer.values is not None:
            return self._tell(case, answer.values)
        for one in alike:
            for name, _ in one.goals:
                self.shown[one.name, name] = answer.needed
        needed = sorted(answer.needed)  # in an order that no hash decides
        more = {name: self.pool[name] for name in needed if name in self.pool and name not in self.wanted}
        self.wanted |= more
        self.waiting |= more
        return None

    def _tell(self, case: Case, values: Mapping[Count, Number]) -> Failure:
        group = self._all().group(case)
        return Failure(group, {count: int(value) for count, value in complete(group, values).items()})

    # ---- what is wanted no longer
    def _give_up(self, command: Command, failure: Failure) -> None:
        """Take everything out of the pool that a command breaks from counts that all of the pool allows."""
        name = failure.group.name
        whole = next(one for one in self._all().step_cases(command) if one.name == name)
        values = complete(self._all().group(whole), failure.values)
        broken = {find_invariant(name) for name, goal in whole.goals if not goal.holds(values)}
        if not any(one in self.pool for one in broken):
            raise Undecided(f"a range or a count below 0 in {name}")
        for lost in broken:
            if lost is not None:
                self.pool.pop(lost, None)
        self.everything = None
        self._forget(broken)

    def _forget(self, lost: Set[str | None]) -> None:
        """Want some no longer, nor what was wanted for them alone; what they have shown waits to be shown again."""
        again = {find_invariant(name) for (_, name), needed in self.shown.items() if needed & lost}
        if again - self.wanted.keys():
            self.shown.pop(ALL_COMMANDS, None)
        self.waiting |= {name: one for name, one in self.wanted.items() if name in again}
        self.shown = {at: needed for at, needed in self.shown.items() if not needed & lost}
        needs: dict[str | None, set[str]] = {}
        for (_, name), needed in self.shown.items():
            needs.setdefault(find_invariant(name), set()).update(needed)
        wanted: set[str] = set()
        found: list[str | None] = [None, *(one.name for one in self.fixed)]
        while found:
            more = needs.get(found.pop(), set()) - wanted
            wanted |= more
            found += more
        self.wanted = {name: one for name, one in self.wanted.items() if name in wanted and name not in lost}
        self.waiting = {name: one for name, one in self.waiting.items() if name in self.wanted}

    # ---- obligations
    def _all(self) -> Proof:
        if self.everything is None:
            self.everything = Proof(self.family, (*self.fixed, *self.pool.values()), self.players)
        return self.everything

    def _proof_of(self, some: Iterable[Invariant]) -> Proof:
        return Proof(self.family, tuple(some), self.players, self._all().names())


def gather(
    family: Family, hits: Iterable[Hit] = (), *, players: int | None = None, extra: Iterable[Invariant] = ()
) -> Demand:
    """Everything that can be wanted, for some properties that may fail in these ways; nothing is wanted yet."""
    candidates = gather_candidates(family, hits, players=players, extra=extra)
    return Demand(family, players, ranges(family.counted), {one.name: one for one in candidates})


def offer(family: Family, known: Iterable[Invariant]) -> Demand:
    """Only some facts, known of other rules, can be wanted, if they hold at every start."""
    fixed = ranges(family.counted)
    started = filter_starts(family, fixed, tuple(one for one in known if one not in fixed), None)
    return Demand(family, None, fixed, {one.name: one for one in started})
