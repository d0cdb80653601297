"""Statuses that hide a zone of their player from its owner."""

from __future__ import annotations

from kittens_dsl.core.rules import Rules


def list_hidings(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Every status that hides a zone of its player, with that zone."""
    return tuple((one.name, one.hides) for one in rules.statuses if one.hides is not None)
