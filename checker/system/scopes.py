"""Names during lowering: what the variables of one rule instance stand for, and the play that is in progress."""

from __future__ import annotations

from dataclasses import replace

from checker.system.ir import Expression, Local, Origin
from kittens_dsl.core.rules import Rule
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Play:
    """A play in progress: its rule, who plays, the kinds paid (one entry a card), and the local that says cancelled.

    answered: of a response, the play it answers, `cancelled` being the response's own copy of that play's.
    """

    rule: Rule
    player: Expression
    paid: tuple[Expression, ...]
    cancelled: str
    traits: tuple[str, ...]
    variables: tuple[tuple[str, Expression], ...]
    answered: Play | None = None
    flat_window: FlatWindow | None = None


@dataclass(frozen=True, slots=True)
class FlatWindow:
    """The window that a collapsed response goes back to: its location, its parity local and its last-player local."""

    location: int
    cancelled: str
    last: str


@dataclass(slots=True)
class Scope:
    """The variables of one instance of a rule. A variable that is not a parameter is a local of its own.

    spoken_of: the play that conditions mean where it is not `play`: the answered one in the rule of a response.
    """

    origin: Origin
    instance: int
    parameters: dict[str, Expression]
    chain: str = ""
    used: frozenset[str] = frozenset()
    play: Play | None = None
    in_setup: bool = False
    spoken_of: Play | None = None

    def find(self, name: str) -> Expression:
        """What a variable stands for."""
        if name in self.parameters:
            return self.parameters[name]
        return Local(self.local(name))

    def find_play(self) -> Play | None:
        """The play that conditions mean."""
        return self.spoken_of or self.play

    def with_parameter(self, name: str, value: Expression) -> Scope:
        """The same scope with one variable standing for a given value."""
        return replace(self, parameters={**self.parameters, name: value})

    def local(self, name: str) -> str:
        """The local that holds a variable of this instance."""
        return f"{name}.{self.instance}"
