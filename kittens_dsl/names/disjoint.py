"""Whether two conditions can never hold together, as far as their words show."""

from kittens_dsl.names.book import name_face_up
from kittens_dsl.syntax.ast.phrases import (
    Compares,
    Condition,
    Either,
    Every,
    IsKind,
    Negation,
    Test,
    UnderReading,
)
from kittens_dsl.syntax.ast.words import Digits


def are_disjoint(one: Condition, other: Condition) -> bool:
    """True if they exclude one another; False if that is not seen."""
    match one, other:
        case Either(parts=parts), _:
            return all(are_disjoint(part, other) for part in parts)
        case _, Either(parts=parts):
            return all(are_disjoint(one, part) for part in parts)
        case Every(parts=parts), _:
            return any(are_disjoint(part, other) for part in parts)
        case _, Every(parts=parts):
            return any(are_disjoint(one, part) for part in parts)
        case Negation(part=part), _ if part == other:
            return True
        case _, Negation(part=part) if part == one:
            return True
        case UnderReading(), UnderReading():
            return one.ambiguity == other.ambiguity and one.reading != other.reading
        case Test(), Test():
            return _exclude(one, other)
        case _:
            return False


def _exclude(one: Test, other: Test) -> bool:
    if one.subject != other.subject:
        return False
    if one.predicate == other.predicate:
        return one.positive != other.positive
    match one.predicate, other.predicate:
        case IsKind(card=card), IsKind(card=another) if one.positive and other.positive:
            return not {card.text, another.text} & {name_face_up(card.text), name_face_up(another.text)}
        case Compares(), Compares() if one.positive and other.positive:
            first, second = _find_range(one.predicate), _find_range(other.predicate)
            return first is not None and second is not None and not _meet(first, second)
        case _:
            return False


def _find_range(compares: Compares) -> tuple[float, float] | None:
    """The least and the greatest number that the comparison allows; None if it is not with a number."""
    if not isinstance(compares.right, Digits):
        return None
    value = compares.right.value
    match compares.relation:
        case "is":
            return value, value
        case "at least":
            return value, float("inf")
        case "at most":
            return float("-inf"), value
        case "more than":
            return value + 1, float("inf")
        case "less than":
            return float("-inf"), value - 1


def _meet(first: tuple[float, float], second: tuple[float, float]) -> bool:
    return max(first[0], second[0]) <= min(first[1], second[1])
