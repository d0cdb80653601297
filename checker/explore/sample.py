"""Random plays: hits without a search, and never a proof of anything."""

from collections.abc import Iterator
from random import Random

from checker.model import Label, Model, State, Trace, Visit, WeighsLabels, list_monitors
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    """What random plays met: for each monitor hit (sorted) and for deadlock the shortest trace among them.

    steps counts the labels of all plays, longest those of the longest. Each play ended properly, in a deadlock, or
    was cut at the step limit: plays = ended + deadlocked + cut.
    """

    plays: int
    steps: int
    longest: int
    ended: int
    deadlocked: int
    cut: int
    hits: tuple[tuple[int, Trace], ...]
    deadlock: Trace | None


def sample_plays(model: Model[State], plays: int, seed: int, max_steps: int) -> Sample:
    """Play at random, from a start state drawn uniformly, and note what the monitors show.

    Labels are drawn uniformly, or by model.weight(label) where the model has that method. The same arguments give
    the same sample. ValueError if there is no start state, or plays or max_steps is negative.
    """
    if plays < 0 or max_steps < 0:
        raise ValueError(f"plays and max_steps are not negative, these are {plays} and {max_steps}")
    starts = model.initial()
    if not starts:
        raise ValueError("the model has no start state to play from")
    random = Random(seed)
    shortest: dict[int, Trace] = {}
    deadlock: Trace | None = None
    steps = longest = ended = deadlocked = 0
    for _ in range(plays):
        start = random.randrange(len(starts))
        labels: list[Label] = []
        state, _ = starts[start]
        for number, visit in enumerate(walk_play(model, starts[start], random, max_steps)):
            state = visit.state
            if number:
                labels.append(visit.label)
            for monitor in list_monitors(visit.passed | visit.here):
                if monitor not in shortest or len(labels) < len(shortest[monitor].labels):
                    shortest[monitor] = Trace(start, tuple(labels))
        steps += len(labels)
        longest = max(longest, len(labels))
        if model.successors(state):
            continue
        if model.is_final(state):
            ended += 1
            continue
        deadlocked += 1
        if deadlock is None or len(labels) < len(deadlock.labels):
            deadlock = Trace(start, tuple(labels))
    cut = plays - ended - deadlocked
    return Sample(plays, steps, longest, ended, deadlocked, cut, tuple(sorted(shortest.items())), deadlock)


def walk_play(model: Model[State], start: tuple[State, int], random: Random, max_steps: int) -> Iterator[Visit[State]]:
    """Yield the visits of one random play, at most max_steps after the first, until no successor is left.

    start is one of model.initial(): a state and the mask of the forced points before it.
    """
    weigh = model.weight if isinstance(model, WeighsLabels) else None
    state, passed = start
    yield Visit(None, state, passed, model.hits(state))
    for _ in range(max_steps):
        steps = model.successors(state)
        if not steps:
            return
        if weigh is None:
            label, state, passed = steps[random.randrange(len(steps))]
        else:
            label, state, passed = random.choices(steps, [weigh(offered) for offered, _, _ in steps])[0]
        yield Visit(label, state, passed, model.hits(state))
