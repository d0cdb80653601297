"""Which event is playing: the one whose base rule says `carry out the play`."""

from kittens_dsl.names.book import Book
from kittens_dsl.syntax.ast import statements as ast
from kittens_dsl.syntax.ast.declarations import EventHead, Rule


def find_play_event(book: Book) -> str | None:
    """The phrase of the event of playing; None where cards are not played."""
    for placed in book.rules.values():
        phrase = _find_phrase(placed.rule)
        if phrase is not None and placed.rule.effect is not None and _carries_out(placed.rule.effect.block):
            return phrase
    return None


def _find_phrase(rule: Rule) -> str | None:
    phrases = [head.phrase.text for head in rule.heads if isinstance(head, EventHead) and head.relation == "to"]
    return phrases[0] if phrases else None


def _carries_out(block: ast.Block) -> bool:
    for statement in block:
        match statement:
            case ast.Plain(verb="carry out"):
                return True
            case ast.If(then=then, otherwise=otherwise) if _carries_out(then) or _carries_out(otherwise):
                return True
            case ast.Repeat(block=inner) | ast.ForEach(block=inner) | ast.UnderBlock(block=inner) if _carries_out(
                inner
            ):
                return True
            case ast.May(option=option) if _carries_out(option.block or ()):
                return True
            case ast.ChooseOne(options=options) if any(_carries_out(option.block or ()) for option in options):
                return True
            case _:
                continue
    return False
