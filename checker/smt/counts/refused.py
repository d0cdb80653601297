"""Rules that are not counted, and why."""

from __future__ import annotations


class NotCounted(Exception):
    """Rules of which no count commands are made; the words say why."""


class Lasting(NotCounted):
    """A status that was taken to be off wherever paths end, and is not."""

    def __init__(self, status: str) -> None:
        super().__init__(f"the {status} is on where a path ends")
        self.status = status


class TooManyActors(NotCounted):
    """More players act on one path than are split off."""

    def __init__(self) -> None:
        super().__init__("more than three players act in one step")
