"""Statuses that hide a zone from its player."""

from __future__ import annotations

from checker.system.ir import Cell, Constant, Expression, Known, Place, Test
from checker.system.lower_terms import conjoin, disjoin, equal
from kittens_dsl.core.rules import Rules


def find_hidden(rules: Rules, place: Place, player: Expression) -> Test:
    """Whether a status of a player hides a zone from them, whose own it then is."""
    statuses = [one.name for one in rules.statuses if one.hides == place.zone]
    if place.owner is None or not statuses:
        return Known(False)
    on = disjoin([equal(Cell(f"status {status}", (player,)), Constant(1)) for status in statuses])
    return conjoin([equal(place.owner, player), on])
