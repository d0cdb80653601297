"""Citations: every rule says which clauses it states, every clause is stated or open."""

from collections.abc import Iterator
from dataclasses import replace

from kittens_dsl.names.book import Book
from kittens_dsl.names.register import Register
from kittens_dsl.names.relations import refuse_unknown_word
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.records import dataclass
from kittens_dsl.syntax.ast.words import Word

MOST_CLAUSES = 4
"""Clauses of one rule; a rule that states more is two rules."""

EXAMPLE = "CLAUSE-1"


@dataclass(frozen=True, slots=True)
class Cited:
    """The clauses of one declaration: what it is, whether it must cite, may cite only a few, states what it cites."""

    sort: str
    name: Word
    cites: tuple[Word, ...]
    must: bool = False
    few: bool = False
    states: bool = True


def check_citations(book: Book, register: Register | None) -> tuple[Problem, ...]:
    """Every mistake in the citations; without a register, clauses are taken as they are."""
    cited: dict[str, Word] = {}
    ruled: dict[str, Word] = {}  # without scenes: whoever puts a case may put it about an open clause
    problems: list[Problem] = []
    for each in _list_cited(book):
        problems += _check_number(each)
        for clause in each.cites:
            if each.states:
                cited.setdefault(clause.text, clause)
            if each.states and each.sort != "scene":
                ruled.setdefault(clause.text, clause)
            if register is not None and clause.text not in register.clauses:
                problems.append(_refuse_clause(clause, register))
    problems += _check_open(book, ruled, register)
    if register is not None:
        problems += _find_uncited(book, cited, register)
        problems += _check_tensions(book, register)
    return tuple(problems)


def _refuse_clause(clause: Word, register: Register) -> Problem:
    problem = refuse_unknown_word("K403", "clause", clause, register.clauses)
    words = "a file clauses.toml in the same folder declares clauses, below `[clauses]`, in lines such as "
    return replace(
        problem, helps=(*problem.helps, words + f'`{clause.text} = {{ box = "NAME", words = "what it says" }}`')
    )


def _list_cited(book: Book) -> Iterator[Cited]:
    for box in book.boxes.values():
        yield Cited("box", box.name, box.cites)
    for noun in book.nouns.values():
        yield Cited("name", noun.name, noun.cites)
    for event in book.events.values():
        yield Cited("event", event.phrase, event.cites)
    for card in book.cards.values():
        yield Cited("card", card.title, card.cites)
    for ambiguity in book.ambiguities.values():
        yield Cited("ambiguity", ambiguity.name, ambiguity.cites, must=True)
        for reading in ambiguity.readings:
            yield Cited("reading", reading.name, reading.cites)
    for placed in book.rules.values():
        yield Cited("rule", placed.rule.name, placed.rule.cites, must=True, few=True)
    for setup in book.setup.values():
        yield Cited("setup step", setup.step.name, setup.step.cites, must=True, few=True)
    for ruling in book.rulings.values():
        yield Cited("ruling", ruling.name, ruling.cites, must=True)
        yield Cited("ruling", ruling.name, ruling.over, states=False)
    for stated in book.properties.values():
        if stated.is_lemma:
            yield Cited("lemma", stated.name, stated.cites, states=False)
            continue
        yield Cited("property", stated.name, stated.cites, must=True)
        for form in stated.forms:
            if form.expect is not None:
                yield Cited("expectation", form.expect.reason, form.expect.cites, must=True)
    for template in book.templates.values():
        yield Cited("template", template.name, template.cites, states=False)
    for tension in book.tensions.values():
        yield Cited("tension", tension.name, tension.cites, must=True, states=False)
    for scene in book.scenes.values():
        yield Cited("scene", scene.name, scene.cites, must=True)


def _check_number(each: Cited) -> Iterator[Problem]:
    if each.must and not each.cites:
        yield Problem(
            "K401",
            f"{each.sort} {each.name.text} cites no clause",
            label="where does it stand written?",
            helps=(
                f"add the clauses in square brackets after the name: `[{EXAMPLE}]`"
                if each.sort == "scene"
                else f"add the clauses in square brackets at the end of the line: `[{EXAMPLE}]`",
                *(("`kittens clauses` lists them with their words",) if each.sort == "scene" else ()),
            ),
            span=each.name.span,
        )
    if each.few and len(each.cites) > MOST_CLAUSES:
        yield Problem(
            "K402",
            f"{each.sort} {each.name.text} cites {len(each.cites)} clauses",
            label=f"more than {MOST_CLAUSES}",
            helps=("write two rules, each with its own clauses",),
            span=each.cites[MOST_CLAUSES].span,
        )
    seen: dict[str, Word] = {}
    for clause in each.cites:
        first = seen.setdefault(clause.text, clause)
        if first is not clause:
            yield Problem(
                "K404",
                f"clause {clause.text} is cited twice",
                label="cited again here",
                notes=(Note("cited here already", first.span),),
                span=clause.span,
            )


def _check_open(book: Book, ruled: dict[str, Word], register: Register | None) -> Iterator[Problem]:
    for name, clause in book.open_clauses.items():
        if register is not None and name not in register.clauses:
            yield _refuse_clause(clause.clause, register)
        if name in ruled:
            yield Problem(
                "K405",
                f"clause {name} is called open, but it is cited",
                label="not open",
                notes=(Note("cited here", ruled[name].span),),
                helps=("take this line out",),
                span=clause.clause.span,
            )


def _find_uncited(book: Book, cited: dict[str, Word], register: Register) -> Iterator[Problem]:
    """One warning for each box, so that a half-written box can still be tried."""
    for box in book.boxes.values():
        missing = [
            name
            for name, clause in register.clauses.items()
            if clause.boxes[-1] == box.name.text
            and set(clause.boxes) <= set(book.boxes)
            and name not in cited
            and name not in book.open_clauses
        ]
        if missing:
            count = "1 clause" if len(missing) == 1 else f"{len(missing)} clauses"
            yield Problem(
                "K406",
                f"{count} of box {box.name.text} {'is' if len(missing) == 1 else 'are'} cited nowhere",
                severity="warning",
                label="rules are missing for them",
                notes=tuple(Note(f"{name}: {register.clauses[name].words}") for name in missing[:10]),
                helps=('cite them, or say why not: `open CLAUSE "reason"`',),
                span=box.name.span,
            )


def _check_tensions(book: Book, register: Register) -> Iterator[Problem]:
    """Unknown tensions, and one warning for all that arise between the loaded boxes and are not decided."""
    if not register.tensions:
        return
    for name, tension in book.tensions.items():
        if name not in register.tensions:
            yield refuse_unknown_word("K408", "tension", tension.name, register.tensions)
    missing = [
        name for name, boxes in register.tensions.items() if boxes <= set(book.boxes) and name not in book.tensions
    ]
    if missing:
        count = "1 tension is" if len(missing) == 1 else f"{len(missing)} tensions are"
        yield Problem(
            "K409",
            f"{count} not decided: {', '.join(missing[:10])}{', ...' if len(missing) > 10 else ''}",
            severity="warning",
            helps=('decide each: `tension T1 "the question" [CLAUSE-1]` and below it `decided by ...`',),
        )
