"""Nearest names: what a user may have meant by a word that nobody knows."""

from collections.abc import Iterable

LONGEST_WORD = 100
"""Characters; a longer word gets no suggestion, as comparing takes time that grows with the square of its length."""


def suggest_names(word: str, candidates: Iterable[str], *, limit: int = 3, alike: float = 0.6) -> tuple[str, ...]:
    """At most `limit` candidates that look like the word, the nearest first, capitals ignored; alike: from 0 to 1.

    The answer does not depend on the order of the candidates; the word itself is never suggested.
    """
    from difflib import get_close_matches  # only when something is wrong

    if len(word) > LONGEST_WORD:
        return ()
    spellings: dict[str, list[str]] = {}
    for candidate in sorted(set(candidates) - {word}):
        spellings.setdefault(candidate.casefold(), []).append(candidate)
    nearest = get_close_matches(word.casefold(), list(spellings), n=limit, cutoff=alike) if limit > 0 else []
    return tuple(candidate for key in nearest for candidate in spellings[key])[:limit]


def help_find(word: str, candidates: Iterable[str], *, besides: str = "") -> tuple[str, ...]:
    """What to say of a name that nobody knows: the nearest ones, else all there are; nothing if there are none.

    `besides` names what would do as well.
    """
    known = sorted(set(candidates))
    nearest = suggest_names(word, known)
    listed = ", ".join((*known, *([besides] if besides else [])))
    helps = tuple(f"did you mean {one}?" for one in nearest)
    if helps and not besides:
        return helps
    return (*helps, f"there {'are' if len(known) > 1 or besides else 'is'}: {listed}") if listed else helps
