"""With whom the tokens of players are: that nobody who is in the game relies on a player who is out.

Who holds a token is no count. Counted is how many players in the game have theirs with somebody who is out (`astray`):
at most so many, for what is not known is added. Whoever is looked up as the holder is in the game if none is astray. A
player who goes out leaves nobody astray, if a condition on all players has said so, or a loop over all players in each
of whose turns it turned out so; how many turns left it open is counted too (`left`). All of this is read off the
System.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checker.smt.shape.following import walk_on
from checker.system import ir
from checker.system.lower_terms import LIVING
from checker.system.points import Block
from checker.system.reads import walk_atoms, walk_trees
from checker.system.system import System


@dataclass(frozen=True, slots=True)
class Clearing:
    """A loop after which nobody's token is with a player. token: its array. holder: the local that is the player.

    left: the name of the count of those turns that left it open.
    """

    token: str
    holder: str
    left: str


def astray(token: str) -> str:
    """The name of the count of players in the game whose token is with somebody who is out."""
    return f"{token} astray"


def find_tokens(system: System) -> tuple[str, ...]:
    """The tokens of players, if nobody who is out comes back."""
    for tree in walk_trees(system.blocks, system.locations):
        for one in tree.instructions:
            if isinstance(one, ir.Assign) and one.cell.array == LIVING and one.value != ir.Constant(0):
                return ()
    return tuple(one.name for one in system.arrays if one.name.startswith("token ") and len(one.dimensions) == 1)


def find_clearings(
    system: System, head: Block, body: list[ir.Tree], local: str, tokens: tuple[str, ...]
) -> tuple[Clearing, ...]:
    """What a loop over all players can clear: it asks of whoever is bound whether the token is with a fixed player.

    While it is under way tokens only go to their own players. local: that is bound.
    """
    found: dict[Clearing, None] = {}
    bound = {one.local for tree in body for one in tree.instructions if isinstance(one, ir.Bind)}
    written = {
        one.cell.array
        for tree in walk_on(system, body, head=head.number)
        for one in tree.instructions
        if isinstance(one, ir.Assign) and one.cell.indices != (one.value,)
    }
    for tree in body:
        if isinstance(tree.ending, ir.Branch):
            for test in _comparisons(tree.ending.condition):
                match test.left, test.right:
                    case ir.Cell(token, (ir.Local(asked),)), ir.Local(holder) if (
                        asked == local and token in tokens and token not in written and holder not in bound
                    ):
                        found[Clearing(token, holder, f"{token} left, {head.number} {head.name}")] = None
                    case _:
                        continue
    return tuple(found)


def _comparisons(test: ir.Test) -> Iterator[ir.Comparison]:
    return (one for one in walk_atoms(test) if isinstance(one, ir.Comparison) and one.operator == "==")


def nobody_else(parts: tuple[ir.Test, ...], tokens: tuple[str, ...]) -> tuple[str, ir.Local] | None:
    """A token and a player: if no part holds, the token of nobody else in the game is with that player."""
    found = {_asked(seat, part, tokens) for seat, part in enumerate(parts)}
    return found.pop() if len(found) == 1 else None


def _asked(seat: int, part: ir.Test, tokens: tuple[str, ...]) -> tuple[str, ir.Local] | None:
    own = ir.Constant(seat)
    conditions = part.conditions if isinstance(part, ir.Conjunction) else (part,)
    for one in conditions:
        match one:
            case ir.Comparison("==", ir.Cell(token, (index,)), ir.Local() as holder) if (
                index == own and token in tokens
            ):
                beside = {
                    ir.Comparison("==", ir.Cell(LIVING, (own,)), ir.Constant(1)),
                    ir.Negated(ir.Comparison("==", own, holder)),
                }
                return (token, holder) if set(conditions) - {one} <= beside else None
            case _:
                continue
    return None
