"""Traces rebuilt from a search and replayed from their labels alone."""

from itertools import pairwise

from checker.model import Exploration, Hit, Label, Model, State, Trace, Visit


class ReplayError(Exception):
    """A trace and a model that do not fit; the message says which of them is to blame, and for what."""


def rebuild_trace(model: Model[State], exploration: Exploration[State], hit: Hit) -> Trace:
    """Return the trace of hit.depth labels that shows a hit of this exploration; errors as in rebuild_trace_to."""
    trace = rebuild_trace_to(model, exploration, hit.source_id)
    if hit.successor_index is None:
        return trace
    source = exploration.tree.states[hit.source_id]
    steps = model.successors(source)
    if hit.successor_index >= len(steps):
        raise ReplayError(
            f"the model changed: state {source!r} now has {len(steps)} successors, "
            f"but the hit lies on the way along number {hit.successor_index}"
        )
    return Trace(trace.start, (*trace.labels, steps[hit.successor_index][0]))


def rebuild_trace_to(model: Model[State], exploration: Exploration[State], state_id: int) -> Trace:
    """Return a shortest trace to a stored state.

    The states are the search's; the label of each step is that of the first successor that is the next state.
    ReplayError if the model no longer offers what the search saw; ValueError if the exploration has no such state.
    """
    states, parents = exploration.tree.states, exploration.tree.parents
    if not 0 <= state_id < exploration.states:
        raise ValueError(f"no state {state_id} in an exploration of {exploration.states} states")
    path = [state_id]
    while parents[path[-1]] >= 0:
        path.append(parents[path[-1]])
    start = -1 - parents[path[-1]]
    path.reverse()
    labels = (
        _find_label(model, states[source], states[target], step) for step, (source, target) in enumerate(pairwise(path))
    )
    return Trace(start, tuple(labels))


def _find_label(model: Model[State], source: State, target: State, step: int) -> Label:
    for label, successor, _ in model.successors(source):
        if successor == target:
            return label
    raise ReplayError(
        f"the model changed: at step {step} the search went from {source!r} to {target!r}, "
        "but the model now has no such successor"
    )


def replay_trace(model: Model[State], trace: Trace) -> tuple[Visit[State], ...]:
    """Return the states met and the monitors hit, recomputed from the start index and the labels: len(labels) + 1.

    ReplayError, blaming the trace, if there is no such start state or a label is not offered; blaming the model, if
    one label is offered for two different steps.
    """
    starts = model.initial()
    if not 0 <= trace.start < len(starts):
        raise ReplayError(f"the trace is wrong: it starts from start state {trace.start}, the model has {len(starts)}")
    state, passed = starts[trace.start]
    first = Visit(None, state, passed, model.hits(state))
    return (first, *follow_labels(model, state, trace.labels))


def follow_labels(model: Model[State], state: State, labels: tuple[Label, ...]) -> tuple[Visit[State], ...]:
    """Return the visits after each of the labels from this state on; errors as in replay_trace."""
    visits = []
    for step, label in enumerate(labels):
        steps = model.successors(state)
        matching = {(target, passed) for offered, target, passed in steps if offered == label}
        if not matching:
            offers = ", ".join(repr(offered) for offered, _, _ in steps) or "nothing"
            raise ReplayError(
                f"the trace is wrong: at step {step} it says {label!r}, "
                f"which is not offered in state {state!r}; offered: {offers}"
            )
        if len(matching) > 1:
            raise ReplayError(
                f"the model is wrong: in state {state!r} it offers {label!r} for {len(matching)} different steps"
            )
        state, passed = matching.pop()
        visits.append(Visit(label, state, passed, model.hits(state)))
    return tuple(visits)
