"""Names that nobody declared: one problem each, with the nearest names that would be right there."""

from collections.abc import Iterable

from kittens_dsl.elaborate.scope import Report, Scope
from kittens_dsl.names.book import Noun
from kittens_dsl.problem.problem import Problem, Suggestion
from kittens_dsl.problem.suggest import suggest_names
from kittens_dsl.syntax.ast.words import Word

FEW = 10
"""As many names are all listed where none is near."""

NounSorts = type[Noun] | tuple[type[Noun], ...]


def refuse_unknown(
    code: str, sort: str, word: Word, known: Iterable[str], report: Report, *, quoted: bool = False, of: str = ""
) -> None:
    """The problem of a word of some sort (`of` something) that is not among the known ones."""
    known = tuple(known)
    nearest = suggest_names(word.text, known)
    mark = '"' if quoted else ""
    helps: tuple[str, ...] = ()
    suggestion = None
    if len(nearest) == 1:
        suggestion = Suggestion(f"{mark}{nearest[0]}{mark}", word.span)
    elif nearest:
        helps = ("did you mean " + ", ".join(f"{mark}{name}{mark}" for name in nearest) + "?",)
    elif 0 < len(known) <= FEW:
        helps = (f"there is {', '.join(f'{mark}{name}{mark}' for name in known)}",)
    report.add_unknown(
        Problem(
            code,
            f"unknown {sort} {mark}{word.text}{mark}{of and ' of '}{of}",
            label="nothing is called that",
            helps=helps,
            suggestion=suggestion,
            span=word.span,
        ),
        word.text,
    )


def look_up(code: str, sort: str, name: Word, known: Iterable[str], report: Report) -> bool:
    """Whether a name is among the known ones; a problem if it is not."""
    known = tuple(known)
    if name.text not in known:
        refuse_unknown(code, sort, name, known, report)
    return name.text in known


def refuse_name(name: Word, scope: Scope, *, only: NounSorts | None = None) -> None:
    """The problem of a noun's name that is neither bound nor declared; `only` says which sorts would be right."""
    declared = [key for key, noun in scope.book.nouns.items() if only is None or isinstance(noun, only)]
    bound = [] if only is not None else list(scope.bindings)
    refuse_unknown("K110", "name", name, [*bound, *declared], scope.report)


def find_kind(title: Word, scope: Scope) -> str | None:
    """The title of a card that is declared, maybe one that lies `face up`; a problem otherwise."""
    if title.text in scope.book.cards or title.text in scope.book.kinds_face_up:
        return title.text
    refuse_unknown("K111", "card", title, scope.book.cards, scope.report, quoted=True)
    return None


def find_kinds(title: Word, scope: Scope) -> tuple[str, ...] | None:
    """The kinds that a title means where it is asked for: whichever way the cards lie."""
    kind = find_kind(title, scope)
    return None if kind is None else scope.book.list_faces(kind)


def find_ambiguity(name: Word, scope: Scope) -> str | None:
    """The name of an ambiguity that is declared; a problem otherwise."""
    if name.text in scope.book.ambiguities:
        scope.report.use("ambiguity", name.text)
        return name.text
    refuse_unknown("K114", "ambiguity", name, scope.book.ambiguities, scope.report)
    return None


def find_reading(reading: Word, ambiguity: Word, scope: Scope) -> tuple[str, str] | None:
    """Ambiguity and reading, both declared; a problem otherwise."""
    name = find_ambiguity(ambiguity, scope)
    if name is None:
        return None
    readings = [each.name.text for each in scope.book.ambiguities[name].readings]
    if reading.text not in readings:
        refuse_unknown("K115", "reading", reading, readings, scope.report, of=name)
        return None
    return name, reading.text
