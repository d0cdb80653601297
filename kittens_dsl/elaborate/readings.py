"""Arms of an ambiguity: they stand one after another, and every reading has exactly one."""

from kittens_dsl.core.statements import Body
from kittens_dsl.elaborate.scope import Scope
from kittens_dsl.elaborate.unknown import refuse_unknown
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.syntax.ast import statements as ast
from kittens_dsl.syntax.ast.words import Word

Arm = ast.UnderBlock | ast.UnderSame


def gather_arms(block: ast.Block) -> tuple[tuple[Arm, ...], ast.Block]:
    """The arms of one ambiguity with which a block begins, maybe none, and the rest of the block."""
    arms: list[Arm] = []
    name: str | None = None
    for statement in block:
        if not isinstance(statement, ast.UnderBlock | ast.UnderSame):
            break
        if statement.ambiguity is not None:
            if name is not None and statement.ambiguity.text != name:
                break
            name = statement.ambiguity.text
        arms.append(statement)
    return tuple(arms), block[len(arms) :]


def resolve_arms(
    ambiguity: str, arms: tuple[Arm, ...], bodies: dict[str, Body], scope: Scope
) -> tuple[tuple[str, Body], ...] | None:
    """The body of each reading, in the order of the declaration; None, with problems, if one has none or two."""
    declared = [reading.name.text for reading in scope.book.ambiguities[ambiguity].readings]
    seen: dict[str, Word] = {}
    fine = True
    for arm in arms:
        fine &= _check_reading(arm.reading, ambiguity, declared, scope)
        first = seen.setdefault(arm.reading.text, arm.reading)
        if first is not arm.reading:
            fine = False
            scope.report.add(
                Problem(
                    "K204",
                    f"reading {arm.reading.text} of {ambiguity} has two cases",
                    label="a second case",
                    notes=(Note("the first one", first.span),),
                    span=arm.reading.span,
                )
            )
    for arm in arms:
        if isinstance(arm, ast.UnderSame):
            if arm.same_as.text in bodies:
                bodies.setdefault(arm.reading.text, bodies[arm.same_as.text])
            elif _check_reading(arm.same_as, ambiguity, declared, scope):
                fine = False
                _refuse_same(arm, scope)
            else:
                fine = False
    missing = [reading for reading in declared if reading not in seen]
    if missing and fine:
        _refuse_missing(missing, ambiguity, arms, scope)
    if missing or not fine:
        return None
    return tuple((reading, bodies[reading]) for reading in declared)


def _check_reading(reading: Word, ambiguity: str, declared: list[str], scope: Scope) -> bool:
    if reading.text in declared:
        return True
    refuse_unknown("K115", "reading", reading, declared, scope.report, of=ambiguity)
    return False


def _refuse_same(arm: ast.UnderSame, scope: Scope) -> None:
    scope.report.add(
        Problem(
            "K203",
            f"reading {arm.same_as.text} has no block here to be the same as",
            label="no block of this reading stands beside this line",
            span=arm.same_as.span,
        )
    )


def _refuse_missing(missing: list[str], ambiguity: str, arms: tuple[Arm, ...], scope: Scope) -> None:
    names = " and ".join(missing)
    declaration = scope.book.ambiguities[ambiguity]
    scope.report.add(
        Problem(
            "K203",
            f"nothing is said under reading {names} of {ambiguity}",
            label=f"these cases leave out {names}",
            notes=(Note(f"{ambiguity} is declared here", declaration.name.span),),
            helps=(
                f"add `under {missing[0]} of {ambiguity}` and a block, or `under {missing[0]} same as` another reading",
            ),
            span=arms[0].span,
        )
    )
