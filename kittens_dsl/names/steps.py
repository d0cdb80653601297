"""The steps of setup: which of them are taken, and which come after which."""

from collections.abc import Mapping

from kittens_dsl.names.book import Book
from kittens_dsl.names.relations import refuse_unknown_word
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.source.span import Span


def resolve_steps(book: Book) -> Mapping[str, tuple[str, ...]]:
    """For each step that is taken, those it comes after. A step `instead of` another one stands in its place."""
    place = find_replacements(book)
    after: dict[str, dict[str, None]] = {name: {} for name in book.setup if name not in place}
    for later, earlier in list_step_edges(book):
        if later in after:
            after[later][earlier] = None
    return {name: tuple(earlier) for name, earlier in after.items()}


def find_replacements(book: Book) -> Mapping[str, str]:
    """For each step that is replaced, the step in whose place another one stands: itself, or another replacement."""
    return {
        replaced.text: name
        for name, placed in book.setup.items()
        for replaced in placed.step.instead_of
        if replaced.text in book.setup
    }


def list_step_edges(book: Book) -> Mapping[tuple[str, str], Span]:
    """Pairs of steps, the later one first, each with the words that say so; replaced steps have no pairs."""
    place = find_replacements(book)

    def standing(name: str) -> str:
        passed: set[str] = set()
        while name in place and name not in passed:
            passed.add(name)
            name = place[name]
        return name

    edges: dict[tuple[str, str], Span] = {}
    for name, placed in book.setup.items():
        for earlier in placed.step.after:
            if earlier.text in book.setup:
                edges[standing(name), standing(earlier.text)] = earlier.span
        for later in placed.step.before:
            if later.text in book.setup:
                edges[standing(later.text), standing(name)] = later.span
    return edges


def check_steps(book: Book) -> tuple[Problem, ...]:
    """Steps that nobody declared, and steps that two others replace."""
    problems: list[Problem] = []
    first: dict[str, Span] = {}
    for placed in book.setup.values():
        step = placed.step
        problems += [
            refuse_unknown_word("K117", "step of setup", word, book.setup)
            for word in (*step.after, *step.before, *step.instead_of)
            if word.text not in book.setup
        ]
        for replaced in step.instead_of:
            if replaced.text in first:
                problems.append(
                    Problem(
                        "K305",
                        f"two steps of setup replace {replaced.text}",
                        label="the second one",
                        notes=(Note("the first one", first[replaced.text]),),
                        helps=("let one of them replace the other one instead",),
                        span=replaced.span,
                    )
                )
            first.setdefault(replaced.text, replaced.span)
    return tuple(problems)
