"""Random boxes, well-typed but of no sense: the crates game with cards whose rules are put together by lot."""

from __future__ import annotations

import random
from pathlib import Path

from checker.system.table import PilePolicy, Scope, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.driver import load_sources
from kittens_dsl.source.text import make_source

CRATES = Path(__file__).resolve().parents[1] / "games" / "crates.kit"
KINDS = ("Barrel", "Rope", "Anvil", "Sail", "Crane")
DEEPEST = 2
PILES: tuple[PilePolicy, ...] = ("bag", "segmented", "ordered")
SIMPLE = (
    "shuffle the stack",
    "swap the top and the bottom card of the stack",
    "you rearrange the top 2 cards of the stack",
    "you rearrange the top 3 cards of the stack",
    "you look at the top 2 cards of the stack",
    "move every card of the net to the stack",
    "move every card of the quay to the net",
    "move every card of your cabin to the net",
)
PLACES = (
    "put the {card} at the bottom of the stack, seen by everyone",
    "put the {card} on top of the stack",
    "put the {card} into the stack at any place they choose",
    "move the {card} to the net",
    "move the {card} to the quay, seen by everyone",
)


class BoxWriter:
    """Writes one box; every choice is the generator's."""

    def __init__(self, seed: int) -> None:
        self._generator = random.Random(seed)
        self._cards = 0

    def text(self) -> str:
        """The whole file."""
        frame = CRATES.read_text(encoding="utf-8").partition('card "Rope"')[0]
        return frame + "\n".join(self._card(kind) for kind in KINDS[1:])

    def _card(self, kind: str) -> str:
        lines = [f'card "{kind}" in crates, 2 copies [C-4]', f"  rule {kind.lower()}.load [C-4]"]
        lines += ["    you may play this card", "    then"]
        return "\n".join([*lines, *self._block("      ", 0)]) + "\n"

    def _block(self, indent: str, depth: int) -> list[str]:
        return [line for _ in range(self._generator.randint(1, 2)) for line in self._statement(indent, depth)]

    def _statement(self, indent: str, depth: int) -> list[str]:
        forms = [self._simple, self._move_kind, self._choose_card, self._every_player, self._draw]
        forms += [self._test, self._choose] if depth < DEEPEST else []
        return self._generator.choice(forms)(indent, depth)

    def _simple(self, indent: str, depth: int) -> list[str]:
        return [indent + self._generator.choice(SIMPLE)]

    def _move_kind(self, indent: str, depth: int) -> list[str]:
        source, target = self._generator.choice([("stack", "net"), ("net", "stack"), ("quay", "stack")])
        return [f'{indent}move every "{self._generator.choice(KINDS)}" from the {source} to the {target}']

    def _choose_card(self, indent: str, depth: int) -> list[str]:
        card = self._name_card()
        place = self._generator.choice(PLACES).format(card=card).replace("they choose", "you choose")
        lines = [
            f"{indent}if your cabin is not empty then",
            f"{indent}  you choose a card of your cabin, called {card}",
        ]
        return [*lines, f"{indent}  {place}"]

    def _every_player(self, indent: str, depth: int) -> list[str]:
        card = self._name_card()
        lines = [f"{indent}each player, in turn order from you, for whom their cabin is not empty"]
        lines.append(f"{indent}  they choose a card of their cabin, called {card}")
        return [*lines, f"{indent}  {self._generator.choice(PLACES).format(card=card)}"]

    def _draw(self, indent: str, depth: int) -> list[str]:
        card, end = self._name_card(), self._generator.choice(["top", "bottom"])
        lines = [f"{indent}if the stack is not empty then"]
        lines.append(f"{indent}  take the {end} card of the stack to your hook, called {card}")
        return [*lines, f"{indent}  you stow with the {card}"]

    def _test(self, indent: str, depth: int) -> list[str]:
        tests = ("the stack is empty", "the net is not empty", "your cabin is empty", "the number of players left is 2")
        lines = [f"{indent}if {self._generator.choice(tests)} then", *self._block(indent + "  ", depth + 1)]
        return [*lines, f"{indent}otherwise", *self._block(indent + "  ", depth + 1)]

    def _choose(self, indent: str, depth: int) -> list[str]:
        lines = [f"{indent}you choose one", f"{indent}  to heave", *self._block(indent + "    ", depth + 1)]
        return [*lines, f"{indent}  to haul", *self._block(indent + "    ", depth + 1)]

    def _name_card(self) -> str:
        self._cards += 1
        return "load" + "abcdefghij"[self._cards // 10 % 10] + "abcdefghij"[self._cards % 10]


def write_box(seed: int) -> Rules:
    """The rules of a random box. AssertionError if they are not well-typed."""
    loaded = load_sources((make_source("random.kit", BoxWriter(seed).text()),))
    assert loaded.rules is not None, loaded.problems
    return loaded.rules


def lay_random_table(seed: int) -> Table:
    """A table for a random box."""
    generator = random.Random(seed)
    copies = {kind: generator.choice([1, 1, 2]) for kind in KINDS}
    return Table(2, Scope(f"random {seed}", copies), {}, generator.choice(PILES))
