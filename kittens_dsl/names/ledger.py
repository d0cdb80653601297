"""The ledger: who comes before whom, and whether that is said where it must be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise

from kittens_dsl.names.book import Book, PlacedRule
from kittens_dsl.names.disjoint import are_disjoint
from kittens_dsl.names.relations import Relation, find_event_phrase, list_relations
from kittens_dsl.names.steps import check_steps, list_step_edges
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.records import dataclass
from kittens_dsl.source.span import Span
from kittens_dsl.syntax.ast.declarations import AfterSetup, CarryingHead, EventHead, Head, Rule
from kittens_dsl.syntax.ast.phrases import Every


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two rules that can both replace one event as far as their words show, and the error that neither comes first."""

    one: str
    other: str
    problem: Problem


def check_ledger(book: Book) -> tuple[Problem, ...]:
    """Every mistake in what the rules and the steps of setup say of one another; orders left unsaid are overlaps."""
    relations, problems = list_relations(book)
    circles = find_circles(
        {(relation.winner, relation.loser): relation.said.span for relation in relations}, "K302", "comes before"
    )
    step_problems = check_steps(book)
    step_circles = find_circles(list_step_edges(book), "K304", "comes after")
    return (*problems, *circles, *step_problems, *step_circles, *_check_bases(book))


# ---- circles -----------------------------------------------------------------------------------------------------
def find_circles(edges: Mapping[tuple[str, str], Span], code: str, verb: str) -> tuple[Problem, ...]:
    """One problem for each circle that the edges make, told along the circle."""
    following: dict[str, list[str]] = {}
    for start, end in edges:
        following.setdefault(start, []).append(end)
    done: set[str] = set()
    problems: list[Problem] = []
    for start in following:
        circle = _find_circle(start, following, done)
        if circle:
            problems.append(_refuse_circle(circle, edges, code, verb))
    return tuple(problems)


def _find_circle(start: str, following: Mapping[str, list[str]], done: set[str]) -> list[str]:
    """The names of a circle that can be reached from a name, its first name repeated at its end; maybe none."""
    path: list[str] = []
    waiting: list[tuple[str, int]] = [(start, 0)]
    while waiting:
        name, depth = waiting.pop()
        del path[depth:]
        if name in path:
            circle = [*path[path.index(name) :], name]
            done.update(path)
            return circle
        if name in done:
            continue
        path.append(name)
        ends = following.get(name, [])
        waiting += [(end, depth + 1) for end in reversed(ends)]
        if not ends:
            done.add(name)
    done.add(start)
    return []


def _refuse_circle(circle: list[str], edges: Mapping[tuple[str, str], Span], code: str, verb: str) -> Problem:
    steps = list(pairwise(circle))
    return Problem(
        code,
        f"{circle[0]} would have to come before itself" if code == "K302" else f"{circle[0]} waits for itself",
        label=f"{steps[0][0]} {verb} {steps[0][1]}",
        notes=tuple(Note(f"{one} {verb} {other}", edges[one, other]) for one, other in steps[1:]),
        helps=("take one of these lines out",),
        span=edges[steps[0]],
    )


# ---- base rules --------------------------------------------------------------------------------------------------
def _check_bases(book: Book) -> tuple[Problem, ...]:
    """Every event has exactly one rule that says what it is."""
    bases: dict[str, Rule] = {}
    problems: list[Problem] = list(_check_beginnings(book))
    for placed in book.rules.values():
        for head in placed.rule.heads:
            if not isinstance(head, EventHead) or head.relation != "to":
                continue
            first = bases.setdefault(head.phrase.text, placed.rule)
            if first is not placed.rule:
                problems.append(_refuse_second_base(head, first))
    for phrase, event in book.events.items():
        if phrase not in bases:
            problems.append(
                Problem(
                    "K215",
                    f"no rule says what it is to {phrase}",
                    label="declared, but never said",
                    helps=(f"write a rule with the head `to {phrase}`",),
                    span=event.phrase.span,
                )
            )
    return tuple(problems)


def _check_beginnings(book: Book) -> Iterator[Problem]:
    """No two rules begin once setup is over."""
    rules = [placed.rule for placed in book.rules.values()]
    beginnings = [(rule, head) for rule in rules for head in rule.heads if isinstance(head, AfterSetup)]
    for _, head in beginnings[1:]:
        yield Problem(
            "K216",
            "two rules begin once setup is over",
            label="the second one",
            notes=(Note("the first one", beginnings[0][0].name.span),),
            span=head.span,
        )


def _refuse_second_base(head: EventHead, first: Rule) -> Problem:
    return Problem(
        "K216",
        f"two rules say what it is to {head.phrase.text}",
        label="the second one",
        notes=(Note("the first one", first.name.span),),
        helps=(f"a rule that changes it begins with `when you would {head.phrase.text}`",),
        span=head.phrase.span,
    )


# ---- overlaps ----------------------------------------------------------------------------------------------------
def find_overlaps(book: Book) -> tuple[Overlap, ...]:
    """Two rules that replace one event: one must come before the other, or their guards exclude one another."""
    relations: Iterable[Relation] = list_relations(book)[0]
    earlier = _close({(relation.winner, relation.loser) for relation in relations})
    groups: dict[str, list[PlacedRule]] = {}
    for placed in book.rules.values():
        phrase = find_event_phrase(placed.rule)
        if phrase is not None and any(_replaces(head) for head in placed.rule.heads):
            groups.setdefault(phrase, []).append(placed)
    return tuple(
        Overlap(one.rule.name.text, other.rule.name.text, _refuse_overlap(phrase, one.rule, other.rule))
        for phrase, group in groups.items()
        for one, other in combinations(group, 2)
        if (one.rule.name.text, other.rule.name.text) not in earlier
        and (other.rule.name.text, one.rule.name.text) not in earlier
        and not are_disjoint(Every(one.rule.guards), Every(other.rule.guards))
    )


def _replaces(head: Head) -> bool:
    if isinstance(head, CarryingHead):
        return not head.forbids
    return isinstance(head, EventHead) and head.relation == "would"


def _close(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The transitive closure."""
    following: dict[str, set[str]] = {}
    for one, other in pairs:
        following.setdefault(one, set()).add(other)
    closed: set[tuple[str, str]] = set()
    for start in following:
        waiting = list(following[start])
        while waiting:
            end = waiting.pop()
            if (start, end) not in closed:
                closed.add((start, end))
                waiting += following.get(end, ())
    return closed


def _refuse_overlap(phrase: str, one: Rule, other: Rule) -> Problem:
    return Problem(
        "K301",
        f"{one.name.text} and {other.name.text} can both replace `{phrase}`, and neither comes first",
        label=f"may apply at the same time as {one.name.text}",
        notes=(Note("the other rule", one.name.span),),
        helps=(
            f"say which comes first: `happens before {other.name.text}` in {one.name.text}, or the other way round",
            f"or write a ruling: `{one.name.text} beats {other.name.text}`",
            "or give them guards that exclude one another",
        ),
        span=other.name.span,
    )
