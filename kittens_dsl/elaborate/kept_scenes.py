"""Scenes lowered once for as long as nothing changes that they can see: an edit inside a rule leaves them as they are.

A scene is lowered in a view of the book that has no more than the headings of rules. The lowered scenes are kept with
that view and with the keys of their texts; where both are the same again, the same would come out again. Scenes in
which something is wrong are never kept.
"""

import pickle
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kittens_dsl.core import rules, scenes, statements, terms
from kittens_dsl.core.scenes import Scene
from kittens_dsl.elaborate.scenes import lower_scene
from kittens_dsl.elaborate.scope import Report
from kittens_dsl.names.book import Book, PlacedRule
from kittens_dsl.syntax.ast import declarations, phrases, words
from kittens_dsl.syntax.ast import scenes as written
from kittens_dsl.syntax.ast.scenes import SceneHead
from kittens_dsl.syntax.keeping import digest_shapes, name_kept, read_kept, write_kept


class _Kept(NamedTuple):
    """The scenes of a book: what they can see of it, the keys of their texts, the names that they use, the scenes."""

    view: Book
    keys: tuple[str, ...]
    used: frozenset[tuple[str, str]]
    scenes: tuple[Scene, ...]


def lower_scenes(book: Book, report: Report, directory: Path | None) -> tuple[Scene, ...]:
    """The scenes of a book, from the directory if they are there (None: nothing is kept)."""
    heads = [one for one in book.scenes.values() if isinstance(one, SceneHead)]
    if directory is None or len(heads) < len(book.scenes):
        return _lower(book, book, report)
    view, keys = view_book(book), tuple(one.key for one in heads)
    file = directory / f"{name_kept(_find_shapes(), 'scenes', *book.boxes)}.scenes"
    kept = _read(file)
    if kept is not None and kept.keys == keys and kept.view == view:
        report.used |= kept.used
        return kept.scenes
    own = Report()
    lowered = _lower(book, view, own)
    if own.problems or own.called:
        return _lower(book, book, report)
    write_kept(file, pickle.dumps(_Kept(view, keys, frozenset(own.used), lowered), pickle.HIGHEST_PROTOCOL))
    report.used |= own.used
    return lowered


def view_book(book: Book) -> Book:
    """What scenes can see: all names that are declared, of rules the headings, of cards all but their rules."""
    return replace(
        book,
        cards={title: replace(card, rules=()) for title, card in book.cards.items()},
        rules={name: _view_rule(placed) for name, placed in book.rules.items()},
        setup={},
        rulings={},
        properties={},
        templates={},
        scenes={},
        open_clauses={},
        tensions={},
    )


def _view_rule(placed: PlacedRule) -> PlacedRule:
    rule, effect = placed.rule, placed.rule.effect
    heading = replace(
        rule,
        exception_to=(),
        happens_before=(),
        heads=(),
        guards=(),
        traits=(),
        effect=None if effect is None else replace(effect, block=()),
        cites=(),
    )
    return replace(placed, rule=heading)


def _lower(book: Book, view: Book, report: Report) -> tuple[Scene, ...]:
    return tuple(lower_scene(scene.open(), view, report) for scene in book.scenes.values())


def _read(file: Path) -> _Kept | None:
    """What is kept in a file; None if it is of no use."""
    try:
        kept = pickle.loads(read_kept(file))
    except Exception:  # whatever is wrong with it, the scenes themselves are still there
        return None
    return kept if isinstance(kept, _Kept) else None


@cache
def _find_shapes() -> bytes:
    return digest_shapes(rules, scenes, statements, terms, declarations, phrases, written, words)
