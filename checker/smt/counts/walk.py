"""Everything that can follow from one point of the agenda to the next: a graph of pieces of the System, with joins.

A node is a block (or a decision that is gone through, or a caller that is returned to) with a path up to it. Paths that
have come to the same place with the same counts go on as one, so that their number is no product of what happens on the
way. Where a place comes round again with other counts the graph would have no end: a path is cut there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from checker.smt.counts.binding import Binder
from checker.smt.counts.evaluate import Terms
from checker.smt.counts.linear import Count, Linear, number
from checker.smt.counts.loops import Loop
from checker.smt.counts.perform import Performer
from checker.smt.counts.refused import TooManyActors
from checker.smt.counts.run import Pending, Run, Value
from checker.smt.counts.tokens import clear, come_round
from checker.smt.shape.agenda import Spot
from checker.system import ir
from checker.system.system import System

Ending = Literal["waiting", "returned", "won", "stopped", "seen"]


class CutNeeded(Exception):
    """A spot was met twice on one path."""

    def __init__(self, spot: Spot) -> None:
        super().__init__(spot)
        self.spot = spot


@dataclass(frozen=True, slots=True)
class Cuts:
    """Where paths end. everywhere: at every decision of play."""

    spots: frozenset[Spot] = frozenset()
    everywhere: bool = True

    def meet(self, spots: frozenset[Spot]) -> bool:
        """Whether paths end at one of some spots."""
        return bool(spots & self.spots) or (self.everywhere and any(one.sort == "location" for one in spots))


@dataclass(frozen=True, slots=True)
class Goal:
    """How a path ends: at a spot, at a fault; or it is not the end: the counts as they are `seen` at a decision."""

    ending: Ending
    spot: Spot | None = None
    fault: int | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """Where a path goes on: at a spot that is no end of it."""

    spot: Spot
    resumed: bool = False


@dataclass(slots=True)
class Passed:
    """What was passed on the way to a node, on any path: labels, coverage points, atoms that were not looked at."""

    labels: dict[str, None] = field(default_factory=dict)
    fired: frozenset[int] = frozenset()
    unseen: frozenset[str] = frozenset()

    def add(self, other: Passed, fired: frozenset[int], unseen: frozenset[str]) -> bool:
        """Pass on what led to a node before; whether that is new."""
        before = len(self.labels), len(self.fired), len(self.unseen)
        self.labels |= other.labels
        self.fired |= other.fired | fired
        self.unseen |= other.unseen | unseen
        return before != (len(self.labels), len(self.fired), len(self.unseen))


@dataclass(frozen=True, slots=True)
class End:
    """The end of some paths that are alike."""

    run: Run
    goal: Goal
    passed: Passed


@dataclass(slots=True)
class _Node:
    at: Next | Goal
    run: Run
    passed: Passed
    visited: frozenset[Hashable]
    ahead: dict[int, tuple[frozenset[int], frozenset[str]]] = field(default_factory=dict)


@dataclass(slots=True)
class Walk:
    """One walk through the System, from some beginnings."""

    system: System
    terms: Terms
    cuts: Cuts
    nodes: list[_Node] = field(default_factory=list)
    known: dict[Hashable, int] = field(default_factory=dict)
    waiting: list[int] = field(default_factory=list)
    touched: set[Spot] = field(default_factory=set)

    def begin(self, tree: ir.Tree, run: Run, label: str) -> None:
        """Go from a tree on."""
        root = _Node(Goal("seen"), run, Passed({label: None}, run.fired, run.unseen), frozenset())
        self.nodes.append(root)
        self._follow(len(self.nodes) - 1, tree, run)

    def finish(self) -> list[End]:
        """Every end that can be come to."""
        while self.waiting:
            number = self.waiting.pop()
            node = self.nodes[number]
            if isinstance(node.at, Next):
                try:
                    self._expand(number, node.at, node.run.copy())
                except TooManyActors:
                    raise CutNeeded(node.at.spot) from None
        self._pass_on()
        ends = (self.nodes[number] for number in self.known.values())
        return [End(node.run, node.at, node.passed) for node in ends if isinstance(node.at, Goal)]

    def _expand(self, number: int, at: Next, run: Run) -> None:
        kind, index = at.spot
        if kind == "block":
            self._follow(number, self.system.blocks[index].tree, run)
            return
        location = self.system.locations[index]
        if at.resumed:
            assert location.resume is not None
            self._follow(number, location.resume, run)
            return
        for choice in location.choices:
            for after in Binder(self.terms).bind(choice, run.copy()):
                self._follow(number, choice.then, after)

    def _follow(self, number: int, tree: ir.Tree, run: Run) -> None:
        for at, after in self._tree(tree, run):
            self._add(number, at, after)

    def _add(self, number: int, at: Next | Goal, run: Run) -> None:
        """A node after another, unless it is known already."""
        here = self.nodes[number]
        fired, unseen = run.fired, run.unseen
        run.fired, run.unseen = frozenset(), frozenset()
        visited = here.visited
        if isinstance(at, Next):
            self.touched.add(at.spot)
        if isinstance(at, Next) and not at.resumed:
            place = self._place(at.spot, run)
            if place in visited and (at, run.key()) not in self.known:
                run.locals = {one: None if self._is_number(one, value) else value for one, value in run.locals.items()}
                if (at, run.key()) not in self.known and (place, "loosely") in visited:
                    raise CutNeeded(at.spot)
                visited |= {(place, "loosely")}
            visited |= {place}
        key = (at, run.key())
        found = self.known.get(key)
        if found is None:
            found = len(self.nodes)
            self.known[key] = found
            self.nodes.append(_Node(at, run, Passed(), visited))
            self.waiting.append(found)
        before = here.ahead.get(found, (frozenset(), frozenset()))
        here.ahead[found] = (before[0] | fired, before[1] | unseen)

    def _place(self, spot: Spot, run: Run) -> Hashable:
        """A place of which no path sees two states, unless the callers that wait are others."""
        fixed = tuple(
            value.constant
            for one, value in sorted(run.locals.items(), key=lambda item: item[0])
            if isinstance(value, Linear)
            and value.is_constant
            and self.terms.sorts.find(one) != "kind"
            and (self.terms.seats or self.terms.sorts.find(one) != "cursor")
        )
        return (spot, fixed, frozenset(one.location for one in run.pending))

    def _is_number(self, local: str, value: Value) -> bool:
        return isinstance(value, Linear) and not value.is_constant and self.terms.sorts.find(local) is None

    def _pass_on(self) -> None:
        waiting = list(range(len(self.nodes)))
        while waiting:
            node = self.nodes[waiting.pop()]
            for after, (fired, unseen) in node.ahead.items():
                if self.nodes[after].passed.add(node.passed, fired, unseen):
                    waiting.append(after)

    def _follows(self, loop: Loop | None) -> Loop | None:
        """A loop, if paths end in it: only then is there anything to remember."""
        return loop if loop is not None and self.cuts.meet(loop.inside) else None

    def _bind_in(self, loop: Loop, run: Run) -> bool:
        """Somebody is bound in a loop, who was not bound in it before; no if that is contradicted."""
        seat = self.terms.seat(run.locals[loop.local])
        if seat is None:
            return True
        count = Count(loop.name, seat)
        if not self.terms.assume(run, run.read(count).negate()):
            return False
        run.write(count, number(1))
        return True

    def _end_loop(self, loop: Loop, run: Run) -> bool:
        """A loop ends: everybody was bound in it, which is forgotten from now on; no if that is contradicted."""
        for actor in range(run.actors):
            count = Count(loop.name, actor)
            if not self.terms.assume(run, run.read(count).add(-1)):
                return False
            run.write(count, number(0))
        clear(run, loop, self._seats(run))
        if all(name != loop.name for name, _ in run.everyone):
            run.everyone = (*run.everyone, (loop.name, run.actors))
        return True

    def _seats(self, run: Run) -> dict[str, int | None]:
        return {local: self.terms.seat(value) for local, value in run.locals.items()}

    # ---- trees
    def _tree(self, tree: ir.Tree, run: Run) -> Iterator[tuple[Next | Goal, Run]]:
        loop = self._follows(self.terms.memory.binds.get(id(tree)))
        for way in Performer(self.terms, len(self.system.kinds)).perform_all(tree.instructions, run):
            if loop is None or self._bind_in(loop, way):
                if self._follows(self.terms.memory.backs.get(id(tree))) is not None:
                    come_round(self.terms.memory, way, tree, self._seats(way))
                yield from self._end(tree.ending, way)

    def _end(self, ending: ir.Ending, run: Run) -> Iterator[tuple[Next | Goal, Run]]:
        match ending:
            case ir.Branch(condition, then, otherwise):
                loop = self._follows(self.terms.memory.ends.get(id(ending)))
                for after in self.terms.split(condition, run.copy()):
                    if loop is None or self._end_loop(loop, after):
                        yield from self._tree(then, after)
                for after in self.terms.split(condition, run.copy(), wanted=False):
                    yield from self._tree(otherwise, after)
            case ir.Jump(block, bindings):
                yield from self._jump(block, bindings, run)
            case ir.Call(block, bindings, resume):
                saved = self._keep(self.system.locations[resume].saved, run)
                run.pending = (*run.pending, Pending(resume, tuple(sorted(saved.items(), key=lambda item: item[0]))))
                yield from self._jump(block, bindings, run)
            case ir.Wait(location):
                yield from self._wait(Spot("location", location), run)
            case ir.Return() if run.pending:
                frame = run.pending[-1]
                run.pending = run.pending[:-1]
                run.locals = dict(frame.saved)
                spot = Spot("location", frame.location)
                if spot in self.cuts.spots:
                    yield Goal("waiting", spot), _settled(run)
                else:
                    yield Next(spot, resumed=True), run
            case ir.Return():
                yield Goal("returned"), _bare(run)
            case ir.Win():
                yield Goal("won"), _bare(run)
            case ir.Stop(fault):
                yield Goal("stopped", fault=fault), _bare(run)
            case _:
                assert_never(ending)

    def _wait(self, spot: Spot, run: Run) -> Iterator[tuple[Next | Goal, Run]]:
        location = self.system.locations[spot.number]
        run.locals = self._keep(location.saved, run)
        if not location.in_setup:
            if self.cuts.everywhere or location.at_rest or spot in self.cuts.spots:
                yield Goal("waiting", spot), _settled(run)
                return
            yield Goal("seen"), _bare(run.copy())
            run.decided = True
        yield Next(spot), run

    def _keep(self, names: tuple[str, ...], run: Run) -> dict[str, Value]:
        """The locals of some names; who a player is only where it matters."""
        return {one: run.locals.get(one) if self._matters(one) else None for one in names}

    def _matters(self, local: str) -> bool:
        return self.terms.seats or self.terms.sorts.find(local) != "seat" or local in self.terms.relevant

    def _jump(
        self, block: int, bindings: tuple[tuple[str, ir.Expression], ...], run: Run
    ) -> Iterator[tuple[Next | Goal, Run]]:
        ways: list[tuple[dict[str, Value], Run]] = [({}, run)]
        for local, expression in bindings:
            if not self._matters(local):
                ways = [({**given, local: None}, before) for given, before in ways]
                continue
            ways = [
                ({**given, local: value}, after)
                for given, before in ways
                for value, after in self.terms.read(expression, before)
            ]
        spot = Spot("block", block)
        for given, after in ways:
            after.locals |= given
            after.locals = self._keep(self.system.blocks[block].parameters, after)
            if spot in self.cuts.spots:
                yield Goal("waiting", spot), _settled(after)
            else:
                yield Next(spot), after


def _settled(run: Run) -> Run:
    """A path at its end: who holds what and who is next is asked anew after it."""
    return replace(run, tokens={}, after={}, apart=frozenset(), nobody=frozenset())


def _bare(run: Run) -> Run:
    return replace(_settled(run), locals={}, pending=())
