"""The functions of a machine are made when a play first comes to them, once each."""

from __future__ import annotations

from collections import Counter

import pytest

from checker.explore import explore
from checker.machine import by_part
from checker.machine.functions import Names, run_source
from checker.machine.machine import Machine
from checker.model import Bounds
from checker.system.build import build_system
from checker.system.system import System
from checker.system.table import Scope, Table
from tests.system.small_games import draw_and_lose


@pytest.fixture(name="system")
def make_system() -> System:
    copies = {"Bomb": 1, "Plain": 3, "Rest": 2, "Halt": 2}
    return build_system(draw_and_lose(stop_card=True, answers=True), Table(2, Scope("small", copies, dealt=1)))


def count_definitions(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each function is defined from now on."""
    made: Counter[str] = Counter()

    def note(source: str, names: Names) -> None:
        made.update(line.split("(")[0].removeprefix("def ") for line in source.splitlines() if line.startswith("def "))
        run_source(source, names)

    monkeypatch.setattr(by_part, "run_source", note)
    return made


def test_deals_need_a_part_of_the_functions(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    made = count_definitions(monkeypatch)
    machine = Machine(system)
    machine.initial()
    of_deals = set(made)
    explore(machine, Bounds())
    assert len(of_deals) < len(made)
    assert {name for name in set(made) - of_deals if name.startswith("block_")}


def test_nothing_is_made_twice(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    made = count_definitions(monkeypatch)
    machine = Machine(system)
    first, second = explore(machine, Bounds()), explore(machine, Bounds())
    assert first == second
    assert machine.begin_setup() == machine.begin_setup()
    assert set(made.values()) == {1}
