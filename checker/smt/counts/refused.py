"""Rules that are not counted, and why."""

from __future__ import annotations


class NotCounted(Exception):
    """Rules of which no count commands are made; the words say why."""


class TooManyActors(NotCounted):
    """More players act on one path than are split off."""

    def __init__(self) -> None:
        super().__init__("more than three players act in one step")
