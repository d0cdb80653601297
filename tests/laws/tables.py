"""Random small tables of the shipped rules: few cards in the pile, any readings."""

from __future__ import annotations

import random
from functools import cache

from checker.system.table import Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.driver import load_rules
from kittens_dsl.source.shipped import find_spec_directory

KITTEN, DEFUSE, FACED, HOLDER = "Exploding Kitten", "Defuse", "Imploding Kitten", "Streaking Kitten"
GIVING, TOWER = "Garbage Collection", "Tower of Power"
LARGEST_PILE = 8


@cache
def rules_of(*boxes: str) -> Rules:
    """The shipped rules of some boxes."""
    loaded = load_rules(find_spec_directory(), boxes=boxes)
    assert loaded.rules is not None, loaded.problems
    return loaded.rules


def base_rules() -> Rules:
    """The shipped base box."""
    return rules_of("base")


def imploding_rules() -> Rules:
    """The shipped base box with the Imploding box."""
    return rules_of("base", "imploding")


def streaking_rules() -> Rules:
    """The shipped base box with the Streaking box."""
    return rules_of("base", "streaking")


def barking_rules(*others: str) -> Rules:
    """The shipped base box with the Barking box, and maybe others."""
    return rules_of("base", *others, "barking")


def random_table(rules: Rules, seed: int, *, pile: str = "ordered") -> Table | None:
    """A table of 2 to 4 players with random cards and readings; None if its pile would be too large to shuffle."""
    generator = random.Random(seed)
    printed = {kind.name: kind.copies for kind in rules.cards}
    players = generator.choice([2, 2, 3, 4])
    copies = {KITTEN: players - 1, DEFUSE: players + generator.choice([0, 0, 1])}
    if FACED in printed:
        copies[FACED] = 1
    if HOLDER in printed:
        copies |= {KITTEN: players, HOLDER: 1}
    others = [kind for kind in printed if kind not in copies]
    dealt = generator.randint(1, 5)
    for _ in range(players * dealt + generator.randint(0, 4)):
        repeated = [kind for kind in copies if kind in others]
        kind = generator.choice(repeated if repeated and generator.random() < 0.5 else others)
        copies[kind] = min(printed[kind], copies.get(kind, 0) + 1)
    laid = generator.randint(0, 2) if TOWER in printed else 0
    at_hand = sum(copies[kind] for kind in copies if kind in others and kind != TOWER)
    laid = min(laid, at_hand)
    dealt = min(dealt, (at_hand - laid) // players)
    into_the_pile = players if copies.get(GIVING) else 0  # cards of every hand, before it is shuffled
    if sum(copies.values()) - players * (dealt + 1) - laid + into_the_pile > LARGEST_PILE:
        return None
    readings = {one.name: generator.choice(one.readings)[0] for one in rules.ambiguities}
    if HOLDER in copies and readings["empty-pile"] == "reshuffle":
        readings["empty-pile"] = (
            "no-draw"  # with too few kittens a pile runs out: there are too many orders of the discards
        )
    scope = Scope(f"random {seed}", copies, dealt, laid)
    return Table(players, scope, readings, "ordered" if pile == "ordered" else "bag")
