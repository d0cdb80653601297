"""Refine once: where a proof fails at what was not looked at, one thing more is counted, and it is tried anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from checker.analysis.verifying import FullSize
from checker.smt.counts.family import count_family, property_hits
from checker.smt.counts.refused import NotCounted
from checker.smt.proof.demand import Demand, gather
from checker.smt.proof.prove import ProofResult, prove_property
from checker.smt.proof.solver import Undecided
from checker.system.system import Monitor, System
from kittens_dsl.core.counting import list_kinds


@dataclass(frozen=True, slots=True)
class Refinement:
    """What is counted more: a field, or a kind of cards told apart. words: which, as a verdict says it."""

    words: str
    single: tuple[int, ...]
    tracked: frozenset[str]


@dataclass(frozen=True, slots=True)
class Refined:
    """What became of the second try. result: None if no commands can be made of it, or Z3 gives no answer."""

    refinement: Refinement
    result: ProofResult | None


def find_refinement(result: ProofResult, form: Monitor) -> Refinement | None:
    """A field that the failure did not look at, the property's own before those of the step; else a kind that the
    property names and that is counted together with others; None if there is neither.
    """
    counted = result.family.counted
    tracked = counted.finder.terms.tracked
    classes = counted.classes
    single = tuple(kind for kind, own in enumerate(classes) if classes.count(own) == 1)
    fields = [array.name for array in counted.system.arrays if array.name not in tracked]
    for name in _unseen(result):
        if name in fields:
            return Refinement(f"{name} is counted", single, tracked | {name})
    condition = None if form.form is None else form.form.condition
    for name in () if condition is None else list_kinds(condition):
        kind = counted.system.kinds.index(name) if name in counted.system.kinds else None
        if kind is not None and kind not in single:
            return Refinement(f"{name} is told apart", tuple(sorted({*single, kind})), tracked)
    return None


def _unseen(result: ProofResult) -> Iterable[str]:
    """What was not looked at in the failing property and step, each once."""
    own = {name for hit in result.hits for name in hit.unseen}
    steps = (one.group.command for one in result.failures)
    others = {name for command in steps if command is not None for name in command.unseen}
    return (*sorted(own), *sorted(others - own))


@dataclass(frozen=True, slots=True)
class Refining:
    """What is counted more, and what is wanted of it: made once for all forms (`finders`) that fail for want of it.

    made: None where no commands can be made, or Z3 gives no answer.
    """

    game: FullSize
    finders: tuple[Callable[[System], Monitor], ...]
    made: dict[Refinement, Demand | None] = field(default_factory=dict, compare=False)

    def count(self, refinement: Refinement) -> Demand | None:
        """The commands with one thing more counted, and what can be wanted of them."""
        if refinement not in self.made:
            try:
                family = count_family(self.game.build, single=refinement.single, tracked=refinement.tracked)
                hits = [hit for find in self.finders for hit in property_hits(family, find)]
                self.made[refinement] = gather(family, hits)
            except (NotCounted, Undecided):
                self.made[refinement] = None
        return self.made[refinement]


def refine_once(
    refining: Refining, result: ProofResult, form: Monitor, find: Callable[[System], Monitor]
) -> Refined | None:
    """Try a failed proof once more with one thing more counted; None if there is nothing to refine."""
    refinement = find_refinement(result, form)
    if refinement is None:
        return None
    demand = refining.count(refinement)
    if demand is None:
        return Refined(refinement, None)
    return Refined(refinement, prove_property(demand.family, find, demand=demand))
