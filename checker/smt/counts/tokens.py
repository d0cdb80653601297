"""What a path does to the tokens of players: who relies on whom, as far as `holders` counts it."""

from __future__ import annotations

from collections.abc import Mapping

from checker.smt.counts.holders import astray, nobody_else
from checker.smt.counts.linear import GLOBAL, Count, Linear, number, variable
from checker.smt.counts.loops import Loop, Memory
from checker.smt.counts.run import Run, Seat
from checker.system import ir
from checker.system.lower_terms import LIVING


def name_token(array: str, seat: int) -> str:
    """The token of an acting player."""
    return f"{array} of {seat}"


def _living(run: Run, seat: int) -> Linear:
    return run.read(Count(LIVING, seat))


def rely(memory: Memory, run: Run, array: str, token: str | None, holder: int, most: Mapping[str, int]) -> bool:
    """Who holds the token of another player in the game is in the game, if none is astray; no if contradicted."""
    if array not in memory.tokens or token is None or token == name_token(array, holder):
        return True
    relying = _living(run, int(token.rpartition(" ")[2]))
    return run.assume(_living(run, holder).plus(run.read(Count(astray(array)))).plus(relying, -1), most)


def is_apart(run: Run, array: str, seat: int, holder: int) -> bool:
    """Whether a player is known to be out, or to be the holder, or not to have the token with the holder."""
    token, out = name_token(array, seat), _living(run, seat).negate()
    known = 0 if out.is_constant else run.guard.get(out.terms)
    return (
        seat == holder
        or (known is not None and known <= out.constant)
        or run.tokens.get(token, holder) != holder
        or (token, holder) in run.apart
    )


def hand_over(memory: Memory, run: Run, array: str, token: str | None, holder: int | None) -> None:
    """A token changes hands: that of a player may be astray then, and others may no longer be with nobody."""
    if array in memory.tokens:
        run.apart = frozenset(one for one in run.apart if token is not None and one[0] != token)
        if holder is None or token != name_token(array, holder):
            run.nobody = frozenset(one for one in run.nobody if one[0] != array or holder not in (None, one[1]))
            unknown = variable(run.new_count(array, GLOBAL)) if holder is None else _living(run, holder).negate().add(1)
            count = Count(astray(array))
            run.write(count, run.read(count).plus(unknown))
    if token is None:
        for one in [one for one in run.tokens if one.startswith(f"{array} of ")]:  # of somebody's: it may be anybody's
            del run.tokens[one]
        return
    run.tokens.pop(token, None)
    if holder is not None:
        run.tokens[token] = holder


def lose_holder(memory: Memory, run: Run, holder: int) -> None:
    """A player goes out: tokens of others that are with that player are astray."""
    for array in memory.tokens:
        known = [left for one, seat, left in sorted(run.nobody, key=repr) if (one, seat) == (array, holder)]
        count = Count(astray(array))
        run.write(count, run.read(count).plus(known[0] if known else variable(run.new_count(array, GLOBAL))))


def note_nobody_of(memory: Memory, run: Run, parts: tuple[ir.Test, ...], players: int) -> None:
    """None of some conditions holds: they may say, one for each seat, that nobody else has a token with a player."""
    found = nobody_else(parts, memory.tokens) if len(parts) == players else None
    holder = None if found is None else run.locals.get(found[1].name)
    if found is not None and isinstance(holder, Seat):
        run.nobody |= {(found[0], holder.number, number(0))}


def note_apart(memory: Memory, run: Run, asked: ir.Comparison, token: str, holder: int) -> None:
    """A token is not with a player: kept only where a loop asks everybody bound in it this question."""
    questions = (
        ir.Comparison("==", ir.Cell(one.token, (ir.Local(loop.local),)), ir.Local(one.holder))
        for loop in memory.loops
        for one in loop.clears
    )
    if asked in questions:
        run.apart |= {(token, holder)}


def come_round(memory: Memory, run: Run, tree: ir.Tree, seats: Mapping[str, int | None]) -> None:
    """A turn in a loop is over: with some tokens it may have left open with whom they are. seats: by local."""
    loop = memory.backs[id(tree)]
    for one in loop.clears:
        seat, holder = seats.get(loop.local), seats.get(one.holder)
        if seat is None or holder is None or not is_apart(run, one.token, seat, holder):
            run.write(Count(one.left), run.read(Count(one.left)).add(1))


def clear(run: Run, loop: Loop, seats: Mapping[str, int | None]) -> None:
    """A loop ends: but for those that it left open, nobody has tokens with a player."""
    for one in loop.clears:
        holder = seats.get(one.holder)
        if holder is not None:
            run.nobody |= {(one.token, holder, run.read(Count(one.left)))}
        run.write(Count(one.left), number(0))
