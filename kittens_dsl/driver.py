"""The stages of the language in order: read, parse, merge, elaborate; the first stage with errors is the last."""

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from kittens_dsl.core.rules import Rules
from kittens_dsl.elaborate.book import elaborate_book
from kittens_dsl.elaborate.scope import Report
from kittens_dsl.elaborate.unused import find_unused
from kittens_dsl.names.book import is_live, merge_files
from kittens_dsl.names.citations import check_citations
from kittens_dsl.names.ledger import Overlap, check_ledger, find_overlaps
from kittens_dsl.names.register import Register, join_registers, read_cached_register
from kittens_dsl.problem.problem import Problem, has_errors
from kittens_dsl.records import dataclass
from kittens_dsl.source.read import read_for_quotation, read_source
from kittens_dsl.source.text import Source
from kittens_dsl.syntax.ast.declarations import Box, File
from kittens_dsl.syntax.cache import parse_cached
from kittens_dsl.syntax.keeping import find_folder

SUFFIX = ".kit"
REGISTER = "clauses.toml"

RESERVED = "K104"
"""A declared name that is a word of the language: sentences with it cannot be read either, so only this is told."""


@dataclass(frozen=True, slots=True)
class Disputed:
    """Rules with which nothing is wrong but orders left unsaid, and the warnings that remain if none of them matters.

    Whether two rules can apply together in some state of a play is no question of words: whoever asks needs the rules.
    """

    rules: Rules
    overlaps: tuple[Overlap, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was loaded: the rules unless there are errors, all problems, and the sources by name to quote them from.

    disputed: the rules, if all that is wrong with them is that orders are left unsaid.
    """

    rules: Rules | None
    problems: tuple[Problem, ...]
    sources: Mapping[str, Source]
    disputed: Disputed | None = None


def load_rules(
    paths: Path | Iterable[Path], *, boxes: Iterable[str] | None = None, beside: Iterable[Path] = ()
) -> Loaded:
    """The rules of some files, or of all .kit files in a directory; `boxes` chooses among the boxes (None: all).

    beside: files and directories of other boxes, read as well; each directory may have a register of its own clauses.
    """
    with _no_collection():
        return _load(paths, boxes, tuple(beside))


@contextmanager
def _no_collection() -> Iterator[None]:
    """No garbage is collected meanwhile: trees grow and nothing is thrown away, yet each collection walks them all."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _load(paths: Path | Iterable[Path], boxes: Iterable[str] | None, beside: tuple[Path, ...]) -> Loaded:
    sources, problems = _read((*list_files(paths), *_list_beside(beside)))
    register, register_problems = _read_register(paths, sources)
    for directory in beside if register is not None else ():
        if directory.is_dir() and not (directory / REGISTER).is_file():
            continue  # it may cite what the register of the rules has; what no register has is told below
        more, more_problems = _read_register(directory, sources)
        register_problems += more_problems
        register = register if more is None or register is None else join_registers(register, more)
    directories = [one for one in ((paths, *beside) if isinstance(paths, Path) else beside) if one.is_dir()]
    empty = [one for one in directories if next(one.rglob(f"*{SUFFIX}"), None) is None]
    problems += tuple(Problem("K008", f"the directory {one} holds no {SUFFIX} file") for one in empty)
    if problems or has_errors(register_problems):
        return Loaded(None, (*problems, *register_problems), sources)
    texts = tuple(source for source in sources.values() if source.name.endswith(SUFFIX))
    loaded = load_sources(texts, boxes=boxes, register=register)
    if loaded.disputed is not None:
        warnings = loaded.disputed.problems + register_problems
        return replace(loaded, disputed=replace(loaded.disputed, problems=warnings))
    return loaded if has_errors(loaded.problems) else replace(loaded, problems=loaded.problems + register_problems)


def _list_beside(paths: tuple[Path, ...]) -> tuple[tuple[Path, str], ...]:
    """As list_files, but each file is called by the path that the user wrote: two directories may have one name."""
    return tuple((file, file.as_posix()) for path in paths for file, _ in list_files(path))


def load_sources(
    sources: tuple[Source, ...], *, boxes: Iterable[str] | None = None, register: Register | None = None
) -> Loaded:
    """The rules of texts that are already read; without a register of clauses, every clause is taken as it is."""
    by_name = {source.name: source for source in sources}
    chosen = None if boxes is None else frozenset(boxes)
    files, problems = _parse(sources, chosen)
    if has_errors(problems):
        return Loaded(None, problems, by_name)
    rules, problems, overlaps = _build(files, chosen, register)
    if rules is not None and overlaps:
        found = (*(one for one in problems if one.severity == "warning"), *(one.problem for one in overlaps))
        lacking = _find_lacking(_parse(sources, None)[0], chosen, register, found) if chosen else ()
        return Loaded(None, lacking or found, by_name, Disputed(rules, overlaps, problems))
    lacking = _find_lacking(_parse(sources, None)[0], chosen, register, problems) if rules is None and chosen else ()
    return Loaded(rules, lacking or problems, by_name)


def _build(
    files: tuple[File, ...], chosen: frozenset[str] | None, register: Register | None
) -> tuple[Rules | None, tuple[Problem, ...], tuple[Overlap, ...]]:
    """The rules unless there are errors, all problems, and the orders that are left unsaid."""
    book, problems = merge_files(files, chosen)
    if has_errors(problems):
        return None, problems, ()
    clause_boxes = {name: clause.boxes for name, clause in register.clauses.items()} if register else {}
    report = Report()
    rules = elaborate_book(book, clause_boxes, register.tensions if register else {}, report, find_folder())
    problems = (*report.problems, *check_citations(book, register))
    if not has_errors(problems):
        problems += check_ledger(book)
    if has_errors(problems):
        return None, problems, ()
    overlaps, unused = find_overlaps(book), tuple(find_unused(book, report))
    if has_errors(unused):
        return None, (*problems, *(tuple(one.problem for one in overlaps) or unused)), ()
    return rules, problems + unused, overlaps


def _find_lacking(
    files: tuple[File, ...], chosen: frozenset[str], register: Register | None, problems: tuple[Problem, ...]
) -> tuple[Problem, ...]:
    """One problem, instead of many unknown names, if all that is wrong is that one more box should be chosen."""
    declared = [each.name.text for file in files for each in file.declarations if isinstance(each, Box)]
    for box in declared:
        if box in chosen:
            continue
        rules, _, overlaps = _build(files, chosen | {box}, register)
        if rules is not None and not overlaps:
            together = ",".join(one for one in declared if one in chosen or one == box)
            words = f"{', '.join(sorted(chosen))} cannot stand without the box {box}"
            first = next((one for one in problems if one.severity == "error" and one.span is not None), None)
            label, span = ("", None) if first is None else (f"needs it: {first.message}", first.span)
            return (Problem("K107", words, label=label, helps=(f"choose {together}",), span=span),)
    return ()


def list_files(paths: Path | Iterable[Path]) -> tuple[tuple[Path, str], ...]:
    """Each file with the name that messages call it: in a directory, its name and the path below it."""
    if not isinstance(paths, Path):
        return tuple(entry for path in paths for entry in list_files(path))
    if not paths.is_dir():
        return ((paths, paths.as_posix()),)
    return tuple(
        (file, (Path(paths.name) / file.relative_to(paths)).as_posix()) for file in sorted(paths.rglob(f"*{SUFFIX}"))
    )


def _read(files: tuple[tuple[Path, str], ...]) -> tuple[dict[str, Source], tuple[Problem, ...]]:
    sources: dict[str, Source] = {}
    problems: list[Problem] = []
    for path, name in files:
        source = read_source(path, name=name)
        if isinstance(source, Source):
            sources[name] = source
            continue
        problems += source
        quotable = read_for_quotation(path, name=name)
        if quotable is not None:
            sources[name] = quotable
    return sources, tuple(problems)


def _parse(sources: tuple[Source, ...], chosen: frozenset[str] | None) -> tuple[tuple[File, ...], tuple[Problem, ...]]:
    """All files; what stands in other boxes than the chosen may be left out of those that were read before."""
    folder = find_folder()
    wanted = None if chosen is None else partial(is_live, live=chosen)
    parsed = [parse_cached(source, folder, wanted, only_heads=True) for source in sources]
    files, problems = tuple(file for file, _ in parsed), tuple(problem for _, found in parsed for problem in found)
    reserved = tuple(problem for problem in problems if problem.code == RESERVED)
    return files, reserved or problems


def _read_register(
    paths: Path | Iterable[Path], sources: dict[str, Source]
) -> tuple[Register | None, tuple[Problem, ...]]:
    """The register in a directory; None, with a warning, where there is none."""
    if not isinstance(paths, Path) or not paths.is_dir():
        return None, ()
    if not (paths / REGISTER).is_file():
        words = f"{paths} has no register of clauses: no clause is looked up, and none is missed"
        helps = (
            f'a file {REGISTER} there has lines such as `A-1 = {{ box = "NAME", words = "..." }}` below `[clauses]`',
        )
        return None, (Problem("K420", words, severity="warning", helps=helps),)
    source = read_source(paths / REGISTER, name=(Path(paths.name) / REGISTER).as_posix())
    if not isinstance(source, Source):
        return None, source
    sources[source.name] = source
    register = read_cached_register(source, find_folder())
    return (None, (register,)) if isinstance(register, Problem) else (register, ())
