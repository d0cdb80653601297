"""Which engine searches a table: the reference machine, or the same System compiled, with the same answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, TypeAlias

from checker.explore import explore, find_lasso
from checker.explore.gauges import REAL_GAUGES, Gauges
from checker.machine.machine import Machine, State
from checker.model import Bounds, Exploration, Progress, Trace
from checker.native import Keeping, NativeError, NativeTree, NativeUnavailable, explore_native, open_workshop
from kittens_dsl.records import dataclass

EngineName: TypeAlias = Literal["auto", "native", "machine"]
Report: TypeAlias = Callable[[Progress], None]

ENOUGH_FOR_THE_MACHINE = 5_000  # stored states: searched in less time than compiling takes


@dataclass(frozen=True, slots=True)
class Engine:
    """What searches: `auto` is the machine for small tables and the native explorer for all others.

    keeping: where the searches of the native explorer are kept, so that they go on after any end. lossy: it may take
    two states for one, which takes less memory and determines nothing but violations.
    """

    name: EngineName = "machine"
    threads: int = 1
    keeping: Keeping | None = None
    lossy: bool = False


REFERENCE = Engine()


@dataclass(frozen=True, slots=True)
class Search:
    """An exploration, the engine that made it, and one line on how it came about that the user should read, or None."""

    exploration: Exploration[State]
    engine: EngineName
    remark: str | None = None


def run_search(
    machine: Machine, bounds: Bounds, report: Report | None, engine: Engine, gauges: Gauges = REAL_GAUGES
) -> Search:
    """Search by the engine; by the machine if there is none but that. Coverage is left in machine.fired."""
    if engine.name == "machine":
        return Search(explore(machine, bounds, report=report, gauges=gauges), "machine")
    left = bounds
    if engine.name == "auto" and engine.keeping is None and not engine.lossy:
        began = gauges.clock()
        tried = _try_machine(machine, bounds, report, gauges)
        if tried is not None:
            return Search(tried, "machine")
        if bounds.max_seconds is not None:
            left = replace(bounds, max_seconds=max(0.0, bounds.max_seconds - (gauges.clock() - began)))
    starts = machine.initial()
    try:
        found = explore_native(
            machine.system,
            starts,
            left,
            report,
            coverage=machine.fired,
            gauges=gauges,
            threads=engine.threads,
            keeping=engine.keeping,
            lossy=engine.lossy,
        )
    except (NativeUnavailable, NativeError) as error:
        remark = f"the machine does the work, not the native explorer: {error}"
        return Search(explore(machine, left, report=report, gauges=gauges), "machine", remark)
    loaded = found.tree.loaded if isinstance(found.tree, NativeTree) else 0
    return Search(found, "native", f"went on from {loaded:,} decision points kept before" if loaded else None)


def _try_machine(machine: Machine, bounds: Bounds, report: Report | None, gauges: Gauges) -> Exploration[State] | None:
    """The search on the machine if it is small enough, or as small as the bounds make it."""
    most = bounds.max_states
    if most is not None and most <= ENOUGH_FOR_THE_MACHINE:
        return explore(machine, bounds, report=report, gauges=gauges)
    if len(machine.initial()) > ENOUGH_FOR_THE_MACHINE:
        return None
    try:
        open_workshop()
    except NativeUnavailable:
        return None  # explore_native finds the same, and says why
    tried = explore(machine, replace(bounds, max_states=ENOUGH_FOR_THE_MACHINE), report=report, gauges=gauges)
    return None if tried.limit == "states" else tried


def find_endless_play(machine: Machine, exploration: Exploration[State]) -> Trace | None:
    """The way into a cycle among the explored states, or None: also if they are no longer there."""
    tree = exploration.tree
    if isinstance(tree, NativeTree) and tree.odds is not None:
        return None
    if isinstance(tree, NativeTree):
        try:
            if not tree.library.has_endless_play():
                _add_coverage(machine, tree)
                return None
        except NativeUnavailable:
            pass  # the machine finds out
    lasso = find_lasso(machine, exploration).lasso
    return None if lasso is None else lasso.stem


def find_end_without(machine: Machine, exploration: Exploration[State], goal: int) -> int | None:
    """The first explored state without a label in which a goal does not hold; None also if they are no longer there."""
    tree = exploration.tree
    if isinstance(tree, NativeTree) and tree.odds is not None:
        return None
    if isinstance(tree, NativeTree):
        return tree.library.find_end_without(goal)
    holds = machine.goals[goal]
    ends = (number for number, state in enumerate(tree.states) if not machine.labels(state) and not holds(state))
    return next(ends, None)


def _add_coverage(machine: Machine, tree: NativeTree) -> None:
    """As on the machine, where looking for a cycle asks every state for its successors again."""
    machine.fired[:] = bytes(old | new for old, new in zip(machine.fired, tree.library.fired(), strict=False))
