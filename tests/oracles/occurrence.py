"""An event that takes place, and what rules about it can speak of."""

from __future__ import annotations

from dataclasses import dataclass

from kittens_dsl.core.rules import Event
from tests.oracles.situation import Frame, Play


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An event with everybody and everything that takes part in it, and the play in progress meanwhile."""

    event: Event
    subject: int
    other: int | None = None
    kind: str | None = None
    play: Play | None = None

    def frame(self, used: frozenset[str] | None = None) -> Frame:
        """What a rule about the event can speak of; with `used`, raising the event again continues its chain."""
        frame = Frame({"you": self.subject}, {}, self.play, self.play)
        if self.event.other is not None and self.other is not None:
            frame.players[self.event.other] = self.other
        if self.kind is not None:
            frame.kinds["card"] = self.kind
        if used is not None:
            frame.event, frame.used = self.event.name, used
        return frame
