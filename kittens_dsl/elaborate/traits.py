"""Traits and statuses by name, with problems where a word is of the wrong sort or bearer."""

from kittens_dsl.elaborate.scope import Scope
from kittens_dsl.elaborate.unknown import refuse_unknown
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.syntax.ast.declarations import Status, Trait
from kittens_dsl.syntax.ast.words import Word


def find_card_trait(word: Word, scope: Scope) -> str | None:
    """A trait of cards."""
    return _find_trait(word, scope, of_play=False)


def find_play_trait(word: Word, scope: Scope) -> str | None:
    """A trait of plays."""
    return _find_trait(word, scope, of_play=True)


def _find_trait(word: Word, scope: Scope, *, of_play: bool) -> str | None:
    declared = scope.book.nouns.get(word.text)
    bearer = "play" if of_play else "card"
    if declared is None:
        traits = [
            name for name, noun in scope.book.nouns.items() if isinstance(noun, Trait) and noun.of_play == of_play
        ]
        refuse_unknown("K113", "trait", word, traits, scope.report, of=f"a {bearer}")
        return None
    scope.report.use("noun", word.text)
    if isinstance(declared, Trait) and declared.of_play == of_play:
        return word.text
    scope.report.add(
        Problem(
            "K220",
            f"{word.text} is not a trait of a {bearer}",
            label=f"no {bearer} is that",
            notes=(Note("declared here", declared.name.span),),
            span=word.span,
        )
    )
    return None


def find_status(word: Word, scope: Scope, *, of_player: bool) -> str | None:
    """A status of a player or of the table."""
    declared = scope.book.nouns.get(word.text)
    bearer = "a player" if of_player else "the table"
    if declared is None:
        statuses = [name for name, noun in scope.book.nouns.items() if isinstance(noun, Status)]
        others = ["in the game", "out of the game"] if of_player else []
        refuse_unknown("K113", "status", word, [*statuses, "empty", "won", *others], scope.report, of=bearer)
        return None
    scope.report.use("noun", word.text)
    if isinstance(declared, Status) and declared.of_player == of_player:
        return word.text
    scope.report.add(
        Problem(
            "K220",
            f"{word.text} is not a status of {bearer}",
            label="cannot be said here",
            notes=(Note("declared here", declared.name.span),),
            span=word.span,
        )
    )
    return None
