"""Boxes, cards, zones, counters, statuses, tokens, events and ambiguities, lowered to core."""

from dataclasses import replace

from kittens_dsl.core import rules as core
from kittens_dsl.elaborate.expected import find_zone_of_player
from kittens_dsl.elaborate.rules import list_clauses
from kittens_dsl.elaborate.scope import Report, Scope
from kittens_dsl.elaborate.traits import find_card_trait
from kittens_dsl.elaborate.unknown import refuse_name, refuse_unknown
from kittens_dsl.elaborate.verbs import name_event
from kittens_dsl.names.book import Book, name_face_up
from kittens_dsl.problem.problem import Problem
from kittens_dsl.source.span import Span
from kittens_dsl.syntax.ast.declarations import Ambiguity, Box, Card, Counter, Event, Status, Token, Zone
from kittens_dsl.syntax.ast.words import Digits, Word

MOST = 255
"""The greatest number that a counter can have, and copies of a card that there can be."""


def lower_box(box: Box, report: Report) -> core.Box:
    """A box and how many may play."""
    if box.fewest.value < 1:
        report.add(Problem("K218", "nobody can play alone with nobody", label="too few", span=box.fewest.span))
    _check_order(box.fewest, box.most, report)
    return core.Box(
        box.name.text, box.title.text, box.fewest.value, box.most.value, list_clauses(box.cites), span=box.span
    )


def _check_order(least: Digits, most: Digits, report: Report) -> None:
    if least.value > most.value:
        report.add(
            Problem(
                "K218",
                f"from {least.value} to {most.value} there is nothing",
                label=f"smaller than {least.value}",
                span=most.span,
            )
        )


def _check_most(number: Digits, message: str, report: Report) -> None:
    if number.value > MOST:
        report.add(Problem("K608", message, label=f"{MOST} at most", span=number.span))


def lower_card(card: Card, book: Book, report: Report) -> tuple[core.KindOfCard, ...]:
    """A card with its traits, maybe twice: face down and face up; its rules are lowered with all rules."""
    scope = Scope(book, report, "rule")
    if card.box.text not in book.boxes:
        refuse_unknown("K102", "box", card.box, book.boxes, report)
    _check_most(card.copies, f'there are too many copies of "{card.title.text}"', report)
    traits = [find_card_trait(line.trait, scope) for line in card.traits]
    kind = core.KindOfCard(
        card.title.text,
        card.box.text,
        card.copies.value,
        tuple(trait for trait in traits if trait is not None),
        None,
        list_clauses(card.cites),
        span=card.span,
    )
    if not card.faces:
        return (kind,)
    return kind, replace(kind, name=name_face_up(kind.name), copies=0, face_of=kind.name)


def lower_zone(zone: Zone, book: Book, report: Report) -> core.Zone:
    """A zone; a problem unless it says once who sees it."""
    if len(zone.seen_by) != 1:
        how = "does not say who sees it" if not zone.seen_by else "says more than once who sees it"
        report.add(
            Problem(
                "K221",
                f"zone {zone.name.text} {how}",
                label="who sees the cards in it?",
                helps=("`seen by everyone`, `seen by nobody` or `seen by its owner`, once",),
                span=zone.span,
            )
        )
    if zone.ordered and zone.of_player:
        report.add(
            Problem(
                "K233",
                f"the zone {zone.name.text} of a player is in order",
                label="only zones of the table can be piles",
                helps=("leave `in order` out, or make it a zone of the table",),
                span=zone.name.span,
            )
        )
    if "owner" in zone.seen_by and not zone.of_player:
        report.add(Problem("K202", f"zone {zone.name.text} has no owner", label="it is of the table", span=zone.span))
    within = None if zone.within is None else _find_home(zone, zone.within, book, report)
    seen_by = zone.seen_by[0] if zone.seen_by else "nobody"
    return core.Zone(
        zone.name.text,
        zone.of_player,
        seen_by,
        zone.ordered,
        zone.starts,
        zone.played_from,
        within,
        zone.is_part,
        list_clauses(zone.cites),
        span=zone.span,
    )


def _find_home(zone: Zone, name: Word, book: Book, report: Report) -> str | None:
    """The zone that a zone lies within: one of a player, which lies within no other."""
    home = find_zone_of_player(name, Scope(book, report, "rule"))
    declared = None if home is None else book.find_zone(home)
    if declared is None or (zone.of_player and declared.within is None):
        return home
    report.add(
        Problem(
            "K202",
            f"{zone.name.text} cannot lie within {name.text}",
            label=f"it lies within {declared.within.text}" if declared.within is not None else "whose would it be?",
            helps=("both are zones of a player, and the one around lies within no other",),
            span=name.span,
        )
    )
    return None


def lower_counter(counter: Counter, report: Report) -> core.Counter:
    """A counter and its range."""
    _check_order(counter.least, counter.most, report)
    _check_most(counter.most, f"counter {counter.name.text} goes too far", report)
    return core.Counter(
        counter.name.text,
        counter.of_player,
        counter.least.value,
        counter.most.value,
        list_clauses(counter.cites),
        span=counter.span,
    )


def lower_status(status: Status, book: Book, report: Report) -> core.Status:
    """A status; a problem if the table would hide something from itself."""
    hides = None if status.hides is None else find_zone_of_player(status.hides, Scope(book, report, "rule"))
    if status.hides is not None and not status.of_player:
        report.add(
            Problem(
                "K202", f"{status.name.text} has no player", label="from whom is it hidden?", span=status.hides.span
            )
        )
    return core.Status(status.name.text, status.of_player, hides, list_clauses(status.cites), span=status.span)


def lower_token(token: Token) -> core.Token:
    """A token."""
    return core.Token(token.name.text, token.of_player, list_clauses(token.cites), span=token.span)


def lower_event(event: Event, book: Book, report: Report) -> core.Event:
    """An event; a problem if its card would lie in no zone of a player."""
    card_zone = event.card_zone
    if card_zone is not None:
        zone = book.find_zone(card_zone.text)
        if zone is None:
            refuse_name(card_zone, Scope(book, report, "rule"))
        elif not zone.of_player:
            report.add(
                Problem(
                    "K202",
                    f"{card_zone.text} belongs to the table",
                    label="the card must lie in a zone of the player",
                    span=card_zone.span,
                )
            )
        report.use("noun", card_zone.text)
    return core.Event(
        name_event(event.phrase.text),
        None if event.other is None else event.other.text,
        None if card_zone is None else card_zone.text,
        list_clauses(event.cites),
        span=event.span,
    )


def lower_ambiguity(ambiguity: Ambiguity, report: Report) -> core.Ambiguity:
    """An ambiguity; problems for readings that are named twice and for a default that is none of them."""
    names: dict[str, Span] = {}
    for reading in ambiguity.readings:
        if reading.name.text in names:
            report.add(
                Problem(
                    "K101",
                    f"reading {reading.name.text} is declared twice",
                    label="declared again here",
                    span=reading.name.span,
                )
            )
        if reading.name.text == core.EVERY_READING:
            report.add(
                Problem(
                    "K104",
                    f"no reading can be called {core.EVERY_READING}",
                    label=f"`--reading {ambiguity.name.text}={core.EVERY_READING}` asks for every reading",
                    helps=("choose another name",),
                    span=reading.name.span,
                )
            )
        names[reading.name.text] = reading.name.span
    default = ambiguity.default
    if default is not None and default.text not in names:
        refuse_unknown("K115", "reading", default, names, report, of=ambiguity.name.text)
    return core.Ambiguity(
        ambiguity.name.text,
        ambiguity.question.text,
        tuple((reading.name.text, reading.words.text, list_clauses(reading.cites)) for reading in ambiguity.readings),
        None if default is None else default.text,
        list_clauses(ambiguity.cites),
        span=ambiguity.span,
    )
