"""Walks through the statements of a block, as written, and of all blocks in it."""

from collections.abc import Iterator
from typing import assert_never

from kittens_dsl.syntax.ast import statements as ast


def walk_statements(block: ast.Block) -> Iterator[ast.Statement]:
    """Every statement, those in blocks after the one that holds the block."""
    for statement in block:
        yield statement
        for inner in list_blocks(statement):
            yield from walk_statements(inner)


def list_blocks(statement: ast.Statement) -> tuple[ast.Block, ...]:
    """The blocks that stand directly in a statement."""
    match statement:
        case ast.ChooseOne(options=options):
            return tuple(option.block or () for option in options)
        case ast.May(option=option):
            return (option.block or (),)
        case ast.If(then=then, otherwise=otherwise):
            return then, otherwise
        case ast.PlayOut(otherwise=otherwise):
            return (otherwise,)
        case ast.Repeat(block=block) | ast.ForEach(block=block) | ast.UnderBlock(block=block):
            return (block,)
        case (
            ast.MoveEvery()
            | ast.MoveNumber()
            | ast.MoveCard()
            | ast.MovePlayed()
            | ast.Insert()
            | ast.PutOnPile()
            | ast.TakeTop()
            | ast.TurnCard()
            | ast.Rearrange()
            | ast.Shuffle()
            | ast.LookAtTop()
            | ast.LookAtZone()
            | ast.Show()
            | ast.ChooseCard()
            | ast.ChanceCard()
            | ast.ChoosePlayer()
            | ast.SetCounter()
            | ast.SetStatus()
            | ast.PassToken()
            | ast.Invoke()
            | ast.Plain()
            | ast.LeaveGame()
            | ast.WinGame()
            | ast.Deal()
            | ast.Fault()
            | ast.UnderSame()
        ):
            return ()
        case _:
            assert_never(statement)
