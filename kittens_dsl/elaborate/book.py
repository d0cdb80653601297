"""The whole book, lowered to core: every declaration once, in the order of the files."""

from collections.abc import Mapping
from pathlib import Path

from kittens_dsl.core.rules import Rules
from kittens_dsl.elaborate.declarations import (
    lower_ambiguity,
    lower_box,
    lower_card,
    lower_counter,
    lower_event,
    lower_status,
    lower_token,
    lower_zone,
)
from kittens_dsl.elaborate.kept_scenes import lower_scenes
from kittens_dsl.elaborate.places import check_places
from kittens_dsl.elaborate.playing import find_play_event
from kittens_dsl.elaborate.properties import lower_property
from kittens_dsl.elaborate.rules import lower_rule
from kittens_dsl.elaborate.rulings import lower_ruling
from kittens_dsl.elaborate.scope import Report
from kittens_dsl.elaborate.steps import lower_steps
from kittens_dsl.elaborate.templates import lower_template
from kittens_dsl.elaborate.tensions import lower_tension
from kittens_dsl.names.book import Book
from kittens_dsl.syntax.ast.declarations import Counter, Status, Token, Zone


def elaborate_book(
    book: Book,
    clause_boxes: Mapping[str, tuple[str, ...]],
    tension_boxes: Mapping[str, frozenset[str]],
    report: Report,
    kept: Path | None = None,
) -> Rules:
    """The rules in core; everything that could not be understood is reported, and then the rules are not complete.

    kept: the directory in which scenes are kept that were lowered before.
    """
    nouns = tuple(book.nouns.values())
    for problem in check_places(book):
        report.add(problem)
    play_event = find_play_event(book)
    rules = [lower_rule(placed, book, report, play_event) for placed in book.rules.values()]
    return Rules(
        boxes=tuple(lower_box(box, report) for box in book.boxes.values()),
        kinds=tuple(kind for card in book.cards.values() for kind in lower_card(card, book, report)),
        zones=tuple(lower_zone(noun, book, report) for noun in nouns if isinstance(noun, Zone)),
        counters=tuple(lower_counter(noun, report) for noun in nouns if isinstance(noun, Counter)),
        statuses=tuple(lower_status(noun, book, report) for noun in nouns if isinstance(noun, Status)),
        tokens=tuple(lower_token(noun) for noun in nouns if isinstance(noun, Token)),
        events=tuple(lower_event(event, book, report) for event in book.events.values()),
        ambiguities=tuple(lower_ambiguity(ambiguity, report) for ambiguity in book.ambiguities.values()),
        rules=tuple(rule for rule in rules if rule is not None),
        setup=lower_steps(book, report),
        rulings=tuple(lower_ruling(ruling, book, report) for ruling in book.rulings.values()),
        properties=tuple(lower_property(stated, book, report) for stated in book.properties.values()),
        templates=tuple(lowered for one in book.templates.values() if (lowered := lower_template(one, book, report))),
        scenes=lower_scenes(book, report, kept),
        open_clauses={name: clause.reason.text for name, clause in book.open_clauses.items()},
        clause_boxes=clause_boxes,
        tensions=tuple(lower_tension(tension, book, report) for tension in book.tensions.values()),
        tension_boxes=tension_boxes,
    )
