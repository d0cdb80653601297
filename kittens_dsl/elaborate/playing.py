"""Which event is playing: the one whose base rule says `carry out the play`."""

from kittens_dsl.names.blocks import walk_statements
from kittens_dsl.names.book import Book
from kittens_dsl.syntax.ast.declarations import EventHead, Rule
from kittens_dsl.syntax.ast.statements import Plain


def find_play_event(book: Book) -> str | None:
    """The phrase of the event of playing; None where cards are not played."""
    for placed in book.rules.values():
        phrase = _find_phrase(placed.rule)
        if phrase is not None and _carries_out(placed.rule):
            return phrase
    return None


def _find_phrase(rule: Rule) -> str | None:
    phrases = [head.phrase.text for head in rule.heads if isinstance(head, EventHead) and head.relation == "to"]
    return phrases[0] if phrases else None


def _carries_out(rule: Rule) -> bool:
    block = () if rule.effect is None else rule.effect.block
    return any(isinstance(each, Plain) and each.verb == "carry out" for each in walk_statements(block))
