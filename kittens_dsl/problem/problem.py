"""A problem: one mistake of a user, as data that any report can show."""

from dataclasses import KW_ONLY, dataclass, field
from typing import Literal

from kittens_dsl.problem.codes import CODES
from kittens_dsl.source.span import Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Note:
    """A further fact about a problem, with the place that shows it where there is one."""

    text: str
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A repair that a program may make: put `replacement` where `span` is."""

    replacement: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake. `code` stands in the registry (ValueError otherwise), `message` says what is wrong in one line.

    `label` stands under the caret, `helps` say what the user can do. `span` is None (or NOWHERE) where no file is at
    fault, such as for an option of a command. A `suggestion` is shown as a help of its own. Spans do not take part in
    comparison: to tell apart two equal mistakes in two places, compare `span` as well.
    """

    code: str
    message: str
    _: KW_ONLY
    severity: Severity = "error"
    label: str = ""
    notes: tuple[Note, ...] = ()
    helps: tuple[str, ...] = ()
    suggestion: Suggestion | None = None
    span: Span | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"the problem code {self.code!r} is not in the registry")


def has_errors(problems: tuple[Problem, ...]) -> bool:
    """Whether a stage must stop: True if any problem is an error, not a warning."""
    return any(problem.severity == "error" for problem in problems)
