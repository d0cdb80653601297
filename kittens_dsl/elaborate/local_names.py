"""Names that a rule gives with `called`: they may not hide what is declared."""

from kittens_dsl.elaborate.scope import Scope
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.syntax.ast.words import Word
from kittens_dsl.syntax.reserved import TOP, find_reserved


def check_local_name(name: Word, scope: Scope) -> bool:
    """Whether the name is free, which is then noted; a problem otherwise."""
    reserved = None if name.text == TOP else find_reserved(name)
    if reserved is not None:
        scope.report.add(reserved)
        return False
    declared = scope.book.nouns.get(name.text)
    if declared is None:
        scope.report.call(name)
        return True
    scope.report.add(
        Problem(
            "K105",
            f"{name.text} is already a declared name",
            label="this would hide it",
            notes=(Note("declared here", declared.name.span),),
            helps=("call it something else",),
            span=name.span,
        )
    )
    return False
