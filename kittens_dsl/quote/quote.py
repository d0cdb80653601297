"""Problems in plain text, each with the words it is about, in the manner of rustc."""

from collections.abc import Callable, Iterable

from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.quote.columns import show_text
from kittens_dsl.quote.excerpt import quote_excerpt
from kittens_dsl.source.span import NOWHERE, Span
from kittens_dsl.source.text import Source

SourceLookup = Callable[[str], Source | None]
"""The source of a name that spans carry; None where there is no text to quote, such as for a missing file."""


def quote_problem(problem: Problem, source_lookup: SourceLookup) -> str:
    """A problem as lines of plain text, without a newline at the end.

    Lines and columns are 1-based and count characters; carets stand in terminal cells.
    """
    gutter = _measure_gutter(problem, source_lookup)
    lines = _hang(f"{problem.severity}[{problem.code}]: ", problem.message)
    if problem.span is not None and problem.span != NOWHERE:
        lines += _quote_place(problem.span, problem.label, gutter, source_lookup)
    for note in problem.notes:
        lines += _quote_note(note, gutter, source_lookup)
    for help_text in (*problem.helps, *_phrase_suggestion(problem)):
        lines += _hang(f"{'':>{gutter}} = help: ", help_text)
    return "\n".join(lines)


def quote_problems(problems: Iterable[Problem], source_lookup: SourceLookup) -> str:
    """All problems in the order of `sort_problems`, a blank line between two; no newline at the end."""
    return "\n\n".join(quote_problem(problem, source_lookup) for problem in sort_problems(problems))


def sort_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """By source, then by place; those without a place come first, those of one place by code and message."""
    return tuple(sorted(problems, key=_rank))


def _rank(problem: Problem) -> tuple[str, int, int, str, str]:
    span = problem.span
    if span is None or span == NOWHERE:
        return ("", -1, -1, problem.code, problem.message)
    return (span.source, span.start_offset, span.end_offset, problem.code, problem.message)


def _quote_place(span: Span, label: str, gutter: int, source_lookup: SourceLookup) -> list[str]:
    arrow = f"{'':>{gutter}}--> {show_text(span.source)}:{span.start_line}:{span.start_column}"
    source = source_lookup(span.source)
    if source is None:
        return [arrow, *(_hang(f"{'':>{gutter}} = ", label) if label else [])]
    return [arrow, f"{'':>{gutter}} |", *quote_excerpt(source, span, label, gutter)]


def _quote_note(note: Note, gutter: int, source_lookup: SourceLookup) -> list[str]:
    if note.span is None or note.span == NOWHERE:
        return _hang(f"{'':>{gutter}} = note: ", note.text)
    return [*_hang("note: ", note.text), *_quote_place(note.span, "", gutter, source_lookup)]


def _phrase_suggestion(problem: Problem) -> tuple[str, ...]:
    if problem.suggestion is None:
        return ()
    if not problem.suggestion.replacement:
        return ("leave it out",)
    return (f"write `{problem.suggestion.replacement}` instead",)


def _measure_gutter(problem: Problem, source_lookup: SourceLookup) -> int:
    """The digits of the largest line number that is shown, so that all excerpts of a problem align."""
    spans = (problem.span, *(note.span for note in problem.notes))
    shown = [span.end_line for span in spans if span is not None and source_lookup(span.source) is not None]
    return len(str(max(shown, default=1)))


def _hang(prefix: str, text: str) -> list[str]:
    """The text after the prefix, further lines of it aligned under its first."""
    first, *rest = text.split("\n")
    return [prefix + show_text(first), *(" " * len(prefix) + show_text(line) for line in rest)]
