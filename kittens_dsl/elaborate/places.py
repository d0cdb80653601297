"""The two zones that a game with cards needs: where every card starts, and from where cards are played."""

from collections.abc import Iterator

from kittens_dsl.names.book import Book
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.syntax.ast.declarations import PlayHead, ResponseHead, Zone


def check_places(book: Book) -> Iterator[Problem]:
    """A problem for each of the two that is missing or there twice."""
    zones = [noun for noun in book.nouns.values() if isinstance(noun, Zone)]
    card = next(iter(book.cards.values()), None)
    play = next((rule.rule for rule in book.rules.values() if any(_plays(head) for head in rule.rule.heads)), None)
    starts = [zone for zone in zones if zone.starts]
    played_from = [zone for zone in zones if zone.played_from]
    if card is not None and not starts:
        yield Problem(
            "K222",
            "no zone says that every card starts in it",
            label="where does this card start?",
            helps=("add `, where every card starts` to one zone",),
            span=card.title.span,
        )
    if play is not None and not played_from:
        yield Problem(
            "K222",
            "no zone says that cards are played from it",
            label="from where is this played?",
            helps=("add `, played from` to one zone of a player",),
            span=play.name.span,
        )
    for chosen, what in ((starts, "every card starts in it"), (played_from, "cards are played from it")):
        for zone in chosen[1:]:
            yield Problem(
                "K222",
                f"two zones say that {what}",
                label="the second one",
                notes=(Note("the first one", chosen[0].name.span),),
                span=zone.name.span,
            )


def _plays(head: object) -> bool:
    return isinstance(head, PlayHead | ResponseHead)
