"""Obligations: what must follow from what, for any number of players or for one, from commands and invariants.

The acting players are split off the rest, which is only its sums: own counts, own copies of every invariant of each
player, and one untouched bystander. compilation.md section 8. No solver is imported here.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations

from checker.smt.candidates.invariant import HERE, Invariant, is_own, moved, of_rest
from checker.smt.certificate.cases import FALSE, Case, Group
from checker.smt.counts.commands import Command, agenda_rows, is_agenda, post_values
from checker.smt.counts.evaluate import STOPPED, WON
from checker.smt.counts.family import Family, Hit, Start
from checker.smt.counts.linear import (
    GLOBAL,
    PLAYERS,
    SUM,
    Constraint,
    Count,
    Linear,
    holder_name,
    make_linear,
    number,
    show_count,
    variable,
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Rows, and the counts that they speak of."""

    rows: Mapping[str, Constraint]
    counts: frozenset[Count]


NO_FACTS = Facts({}, frozenset())


@dataclass(frozen=True, slots=True)
class Proof:
    """What is to be proved: invariants of a family, for `players` players (None: any number).

    speaking: names of counts of the agenda that rows tell of, beside those that the invariants name.
    """

    family: Family
    invariants: tuple[Invariant, ...]
    players: int | None
    speaking: frozenset[str] = frozenset()
    made: dict[Hashable, Facts] = field(default_factory=dict, compare=False, repr=False)
    frames: list[frozenset[str]] = field(default_factory=list, compare=False, repr=False)
    index: dict[str, list[int]] = field(default_factory=dict, compare=False, repr=False)

    # ---- rows
    def rows(
        self, given: Iterable[tuple[str, Constraint]], explicit: int, goals: Iterable[Constraint] = ()
    ) -> dict[str, Constraint]:
        """All that is known of a state: the given rows, every invariant for each explicit player, sums, at least 0."""
        rows = dict(given)
        known = _known(rows)
        facts = self._facts(explicit)
        more = self._facts_here(explicit, frozenset(known.items()))
        used = facts.counts | more.counts | _counts([*rows.values(), *goals])
        rows |= facts.rows
        rows |= more.rows
        parts = sorted({(count.name, count.kind) for count in used if count.holder >= 0 or count.holder == SUM})
        parts = [(name, kind) for name, kind in parts if not _is_chosen(name)]
        for name, kind in parts:
            rows[f"sum {name} {kind}"] = _sum_of_all(name, kind, explicit, is_equation=self.players is not None)
        if self.players is None:
            rows["players"] = Constraint(variable(PLAYERS).add(-max(explicit, 2)))
        else:
            rows["players"] = Constraint(variable(PLAYERS).add(-self.players), is_equation=True)
        used |= {Count(name, holder, kind) for name, kind in parts for holder in (SUM, *range(explicit))} | {PLAYERS}
        for count in sorted(used):
            rows[f"count {show_count(count)}"] = _at_least_0(count)
        return rows

    def _facts(self, explicit: int) -> Facts:
        """The invariants for each explicit player, and summed over the others; made once."""
        found = self.made.get(explicit)
        if found is None:
            rows: dict[str, Constraint] = {}
            for invariant in self.invariants:
                if invariant.shape == "global":
                    rows[f"invariant | {invariant.name}"] = invariant.constraint
                    continue
                for holder in range(explicit):
                    rows[f"invariant of {holder_name(holder)} | {invariant.name}"] = invariant.of(holder)
                if self.players is None and is_own(invariant.constraint):
                    rows[f"invariant of the rest | {invariant.name}"] = of_rest(invariant.constraint, explicit)
            found = self.made[explicit] = Facts(rows, frozenset(_counts(rows.values())))
        return found

    def _facts_here(self, explicit: int, known: frozenset[tuple[Count, Linear]]) -> Facts:
        """The invariants that speak of a player alone where some counts are known, summed over the others."""
        if self.players is not None:
            return NO_FACTS
        values = dict(known)
        found = self.made.get((explicit, known))
        if found is None:
            rows: dict[str, Constraint] = {}
            for invariant in self.invariants:
                others = [one for one, _ in invariant.constraint.linear.terms if one.holder != 0]
                if invariant.shape == "each" and others and all(one in values for one in others):
                    fact = invariant.constraint.substitute(values)
                    if not _is_trivial(fact):
                        rows[f"{HERE} | {invariant.name}"] = of_rest(fact, explicit)
            found = self.made[explicit, known] = Facts(rows, frozenset(_counts(rows.values())))
        return found

    def names(self) -> frozenset[str]:
        if not self.frames:
            counts = _counts(one.constraint for one in self.invariants)
            self.frames.append(self.speaking | {count.name for count in counts if is_agenda(count)})
        return self.frames[0]

    def _speaking_of(self, names: Collection[str]) -> list[Invariant]:
        """The invariants that speak of counts of some names, in order."""
        if not self.index:
            for number_, one in enumerate(self.invariants):
                for count, _ in one.constraint.linear.terms:
                    some = self.index.setdefault(count.name, [])
                    if not some or some[-1] != number_:
                        some.append(number_)
        numbers = sorted({number_ for name in names for number_ in self.index.get(name, ())})
        return [self.invariants[number_] for number_ in numbers]

    # ---- steps
    def group(self, case: Case) -> Group:
        """A case with the invariants of this proof."""
        rows = self.rows(case.given, case.explicit, [goal for _, goal in case.goals])
        return Group(case.name, rows, case.goals, case.command)

    def steps(self, command: Command) -> Iterator[Group]:
        """What must be shown of one command."""
        return (self.group(case) for case in self.step_cases(command))

    def step_cases(self, command: Command, *, with_counts: bool = True) -> Iterator[Case]:
        """What must be shown of one command: the invariants of table and actors, then those of a bystander.

        with_counts: that no count becomes less than 0, too.

        Nothing, if the play is over with it: the invariants speak of plays that go on.
        """
        if command.drops_agenda or (self.players is not None and command.actors > self.players):
            return
        explicit = command.actors if self.players is None else self.players
        goals = list(self._goals(command, range(command.actors), with_global=True))
        goals += self._least(command) if with_counts else ()
        if goals:
            yield Case(f"step {command.name}", self.given(command, explicit), explicit, tuple(goals), command)
        if self.players is not None and command.actors >= self.players:
            return
        bystander = command.actors
        goals = list(self._goals(command, (bystander,), with_global=False))
        if goals:
            more = max(explicit, bystander + 1)
            name = f"step {command.name} seen by another"
            yield Case(name, self.given(command, more), more, tuple(goals), command)

    def given(self, command: Command, explicit: int) -> tuple[tuple[str, Constraint], ...]:
        """The guard of a command with some players split off, what the agenda says, and that the game is not over."""
        given = [(f"guard {index}", Constraint(linear)) for index, linear in enumerate(command.guard)]
        wanted = self.names() | frozenset(count.name for linear in command.guard for count, _ in linear.terms)
        counted = self.family.counted
        given += [(name, Constraint(one, is_equation=True)) for name, one in agenda_rows(counted, command.top, wanted)]
        given += [(f"not {one.name}", Constraint(variable(one), is_equation=True)) for one in (WON, STOPPED)]
        for name, first in command.everyone:
            others = [Count(name, holder) for holder in range(first, explicit)]
            given += [(f"everyone {show_count(one)}", Constraint(variable(one).add(-1))) for one in others]
            if self.players is None:
                rest = make_linear(
                    {Count(name, SUM): 1, PLAYERS: -1} | {Count(name, one): -1 for one in range(explicit)}
                )
                given.append((f"everyone {name}", Constraint(rest.add(explicit))))
        return tuple(given)

    def _goals(
        self, command: Command, holders: Iterable[int], *, with_global: bool
    ) -> Iterator[tuple[str, Constraint]]:
        forgotten = {name for name, _ in command.everyone}
        changed = {count.name for count, _ in command.updates} | forgotten
        for invariant in self._speaking_of(changed):
            if invariant.shape == "global" and not with_global:
                continue
            for holder in holders if invariant.shape == "each" else (GLOBAL,):
                before = invariant.of(holder)
                counts = [count for count, _ in before.linear.terms]
                after = before.substitute(post_values(command, counts))
                if after != before and not _is_trivial(after):
                    whose = "" if holder == GLOBAL else f" of {holder_name(holder)}"
                    yield f"invariant{whose} | {invariant.name}", after

    def _least(self, command: Command) -> Iterator[tuple[str, Constraint]]:
        for count, value in command.updates:
            if not is_agenda(count) and not _is_trivial(Constraint(value)):
                yield f"at least 0 {show_count(count)}", Constraint(value)

    # ---- start
    @property
    def begun(self) -> tuple[Start, ...]:
        """The ways through setup for so many players."""
        return tuple(one for one in self.family.starts if self.players is None or one.players == self.players)

    def starts(self, start: Start) -> Iterator[Group]:
        """What must be shown of one way through setup."""
        rows = start.rows()
        goals: list[tuple[str, Constraint]] = []
        for invariant in self.invariants:
            for whose, values in start.views if invariant.shape == "each" else start.views[:1]:
                after = invariant.constraint.substitute(_complete(invariant.constraint, values))
                if not _is_trivial(after):
                    goals.append((f"invariant{whose if invariant.shape == 'each' else ''} | {invariant.name}", after))
        for count in sorted(_counts([*rows.values(), *(goal for _, goal in goals)])):
            rows[f"count {show_count(count)}"] = Constraint(variable(count))
        if start.players is not None:
            rows["players"] = Constraint(variable(PLAYERS).add(-start.players), is_equation=True)
        else:
            rows["players"] = Constraint(variable(PLAYERS).add(-start.least))
        if goals:
            yield Group(f"start {start.name}", rows, tuple(goals))

    # ---- the property
    def hit_cases(self, hit: Hit) -> Iterator[Case]:
        """That one way in which a property can fail is impossible while the play goes on."""
        if self.players is not None and hit.actors > self.players:
            return
        given = [(f"failing {index}", Constraint(linear)) for index, linear in enumerate(hit.guard)]
        given += [(f"not {one.name}", Constraint(variable(one), is_equation=True)) for one in (WON, STOPPED)]
        if hit.top is not None:
            counted = self.family.counted
            wanted = self.names() | frozenset(count.name for linear in hit.guard for count, _ in linear.terms)
            rows = agenda_rows(counted, hit.top, wanted)
            given += [(name, Constraint(one, is_equation=True)) for name, one in rows]
        explicit = hit.actors if self.players is None else self.players
        yield Case(f"property {hit.name}", tuple(given), explicit)

    def after_cases(self, command: Command, hit: Hit) -> Iterator[Case]:
        """That a command does not lead from where a property holds to one way in which it fails.

        The property held before: of the constraints of the failure that the command changes, one did not hold.
        """
        for holder in range(command.actors + 1) if hit.actors else (GLOBAL,):
            if self.players is not None and max(command.actors, holder + 1) > self.players:
                continue
            guard = [
                Constraint(linear) if holder == GLOBAL else moved(Constraint(linear), holder) for linear in hit.guard
            ]
            after = [one.substitute(post_values(command, [count for count, _ in one.linear.terms])) for one in guard]
            later = [(f"failing {index}", one) for index, one in enumerate(after)]
            explicit = max(command.actors, holder + 1) if self.players is None else self.players
            for index, (one, other) in enumerate(zip(guard, after, strict=True)):
                if one != other:
                    before = (f"held {index}", Constraint(one.linear.negate().add(-1)))
                    given = (*self.given(command, explicit), *later, before)
                    whose = "" if holder == GLOBAL else f" of {holder_name(holder)}"
                    yield Case(f"after {command.name}, {hit.name}{whose}, {index}", given, explicit, command=command)

    def begins(self, start: Start, hit: Hit) -> Iterator[Group]:
        """That a property does not fail in one way when play begins."""
        given = start.rows()
        for whose, values in start.views if hit.actors else start.views[:1]:
            failing = [Constraint(one).substitute(_complete(Constraint(one), values)) for one in hit.guard]
            rows = given | {f"failing {index}": one for index, one in enumerate(failing)}
            for count in sorted(_counts(rows.values())):
                rows[f"count {show_count(count)}"] = Constraint(variable(count))
            least = start.least if start.players is None else start.players
            rows["players"] = Constraint(variable(PLAYERS).add(-least), is_equation=start.players is not None)
            yield Group(f"start {start.name}, {hit.name}{whose}", rows, (("never", FALSE),))

    def visit_cases(self, hit: Hit) -> Iterator[Case]:
        """That one way in which a property can fail is impossible where the invariants are not shown.

        These are the decisions that are no points of their own, and the ends of the play. Where a path has changed
        nothing that the failure speaks of, it was excluded at its beginning.
        """
        if hit.top is not None:
            return
        over = tuple(one for one in self.family.counted.commands if one.drops_agenda)
        for command in (*self.family.counted.visits, *over):
            for chosen in permutations(range(command.actors + hit.actors), hit.actors):
                explicit = max((command.actors, *(one + 1 for one in chosen))) if self.players is None else self.players
                if self.players is not None and max((command.actors, *(one + 1 for one in chosen))) > self.players:
                    continue
                guard = [place(linear, chosen) for linear in hit.guard]
                after = [one.substitute(post_values(command, [count for count, _ in one.terms])) for one in guard]
                if after != guard:
                    later = [(f"failing {index}", Constraint(one)) for index, one in enumerate(after)]
                    given = (*self.given(command, explicit), *later)
                    whose = "".join(f" of {holder_name(one)}" for one in chosen)
                    yield Case(f"on {command.name}, {hit.name}{whose}", given, explicit, command=command)

    def by_steps(self, hits: Iterable[Hit]) -> Iterator[Group]:
        """That a property holds when play begins and after every command, for one that fails in ways at any point."""
        for hit in hits:
            for start in self.begun:
                yield from self.begins(start, hit)
            yield from (self.group(case) for case in self.change_cases(hit))

    def state_cases(self, hit: Hit) -> Iterator[Case]:
        """What must be shown of one way to fail, if the property is to follow from the invariants."""
        yield from self.hit_cases(hit)
        yield from self.visit_cases(hit)

    def change_cases(self, hit: Hit) -> Iterator[Case]:
        """What must be shown of one way to fail after every command, if the property is to hold step by step."""
        for command in (*self.family.counted.commands, *self.family.counted.visits):
            if self.players is None or command.actors <= self.players:
                yield from self.after_cases(command, hit)

    def groups(
        self, hits: Iterable[Hit], *, by_steps: bool = False, only: Collection[str] | None = None
    ) -> Iterator[Group]:
        """Everything that must be shown; only: of which commands, by name, if not of all (their steps alone)."""
        for start in self.begun:
            yield from self.starts(start)
        for command in self.family.counted.commands:
            if only is None or command.name in only:
                yield from self.steps(command)
        if by_steps:
            yield from self.by_steps(hits)
            return
        for hit in hits:
            yield from (self.group(case) for case in self.state_cases(hit))


def place(linear: Linear, players: tuple[int, ...]) -> Linear:
    """A constraint on acting players as one on those given."""
    own = {count for count, _ in linear.terms if count.holder >= 0}
    return linear.substitute({count: variable(count._replace(holder=players[count.holder])) for count in own})


def can_go_by_steps(hits: Iterable[Hit]) -> bool:
    """Whether a property can be proved step by step: it fails at any point, in counts of at most one player."""
    return all(hit.top is None and hit.actors <= 1 for hit in hits)


def _known(rows: Mapping[str, Constraint]) -> dict[Count, Linear]:
    """The counts of the table and of the agenda that rows say outright, a frame that cannot be there, say."""
    return {
        row.linear.terms[0][0]: number(-row.linear.constant)
        for row in rows.values()
        if row.is_equation and len(row.linear.terms) == 1 and row.linear.terms[0][1] == 1
    }


def _is_chosen(name: str) -> bool:
    """Whether a count is a number that one path chooses, which is nobody else's."""
    return name.startswith(("some ", "cards moved", "dealt")) or "#" in name


@lru_cache(maxsize=10_000)
def _sum_of_all(name: str, kind: int, explicit: int, *, is_equation: bool) -> Constraint:
    parts = {Count(name, SUM, kind): 1, **{Count(name, holder, kind): -1 for holder in range(explicit)}}
    return Constraint(make_linear(parts), is_equation)


@lru_cache(maxsize=10_000)
def _at_least_0(count: Count) -> Constraint:
    return Constraint(variable(count))


def _complete(constraint: Constraint, values: Mapping[Count, Linear]) -> dict[Count, Linear]:
    """Counts that setup says nothing of are 0 (frames that are not there); the number of players stays a symbol."""
    return {
        count: values.get(count, number(0))
        for count, _ in constraint.linear.terms
        if count != PLAYERS and count.name != "copies"
    }


def _counts(constraints: Iterable[Constraint]) -> set[Count]:
    return {count for constraint in constraints for count, _ in constraint.linear.terms}


def _is_trivial(constraint: Constraint) -> bool:
    linear = constraint.linear
    if constraint.is_equation:
        return linear.is_constant and linear.constant == 0
    return linear.constant >= 0 and all(factor > 0 for _, factor in linear.terms)
