"""The relations that rules declare to one another, with the rules looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kittens_dsl.names.book import Book, PlacedRule
from kittens_dsl.problem.problem import Note, Problem, Suggestion
from kittens_dsl.problem.suggest import suggest_names
from kittens_dsl.records import dataclass
from kittens_dsl.syntax.ast.declarations import CardHead, CarryingHead, EventHead, Rule
from kittens_dsl.syntax.ast.words import Word


@dataclass(frozen=True, slots=True)
class Relation:
    """One rule comes before another: it is asked first, and if it applies it stands in the other's place."""

    winner: str
    loser: str
    said: Word
    """The word that says so."""


def list_relations(book: Book) -> tuple[tuple[Relation, ...], tuple[Problem, ...]]:
    """All relations whose rules are there and are about one event, and the problems of the others."""
    relations: list[Relation] = []
    problems: list[Problem] = []
    for winner, loser, said in _list_said(book):
        if loser.text not in book.rules or winner.text not in book.rules:
            unknown = [word for word in (winner, loser) if word.text not in book.rules]
            problems += [refuse_unknown_word("K116", "rule", word, book.rules) for word in unknown]
            continue
        problem = _check_event(book.rules[winner.text], book.rules[loser.text], said)
        if problem is None:
            relations.append(Relation(winner.text, loser.text, said))
        else:
            problems.append(problem)
    return tuple(relations), tuple(problems)


def _list_said(book: Book) -> Iterator[tuple[Word, Word, Word]]:
    """Winner, loser and the word to point at."""
    for placed in book.rules.values():
        rule = placed.rule
        for loser in (*rule.exception_to, *rule.happens_before):
            yield rule.name, loser, loser
    for ruling in book.rulings.values():
        for winner, loser in ruling.pairs:
            yield winner, loser, loser


def find_event_phrase(rule: Rule) -> str | None:
    """The event that a rule is about; None for a rule about playing or about the end of setup."""
    for head in rule.heads:
        match head:
            case EventHead(phrase=phrase):
                return phrase.text
            case CarryingHead(rule=carried):
                return f"carry out {carried.text}"
            case CardHead(relation=relation, zone=zone):
                return f"a card {'leaves' if relation == 'leaves' else 'comes into'} your {zone.text}"
            case _:
                pass
    return None


def _check_event(winner: PlacedRule, loser: PlacedRule, said: Word) -> Problem | None:
    one, other = find_event_phrase(winner.rule), find_event_phrase(loser.rule)
    if one is not None and one == other:
        return None
    return Problem(
        "K303",
        f"{winner.rule.name.text} and {loser.rule.name.text} are not about the same event",
        label=f"{loser.rule.name.text} is about {_describe(other)}",
        notes=(Note(f"{winner.rule.name.text} is about {_describe(one)}", winner.rule.name.span),),
        helps=("only rules about one event can come before one another",),
        span=said.span,
    )


def _describe(phrase: str | None) -> str:
    return "no event" if phrase is None else f"`{phrase}`"


def refuse_unknown_word(code: str, sort: str, word: Word, known: Mapping[str, object]) -> Problem:
    """The problem of a word of some sort that is not among the known ones."""
    nearest = suggest_names(word.text, known)
    return Problem(
        code,
        f"unknown {sort} {word.text}",
        label="nothing is called that",
        helps=("did you mean " + ", ".join(nearest) + "?",) if len(nearest) > 1 else (),
        suggestion=Suggestion(nearest[0], word.span) if len(nearest) == 1 else None,
        span=word.span,
    )
