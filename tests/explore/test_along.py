"""The search along a script: it follows the steps that fit, puts others in, and passes some over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pytest

from checker.explore.along import Guide, search_along
from checker.explore.watch import Watch
from checker.model import Label
from tests.toys import Grid, Point


@dataclass(frozen=True)
class Steps(Grid):
    """The grid, from point to point."""

    def select(
        self, state: Point, choose: Callable[[Sequence[Label]], Iterable[int]], /
    ) -> Sequence[tuple[Label, Point]]:
        several = self.successors(state)
        return [several[number][:2] for number in choose([label for label, _, _ in several])]


def _never(_: int) -> bool:
    return False


def _guide(script: tuple[str, ...], goal: Point = (0, 0)) -> Guide[Point]:
    return Guide(script, lambda _, label: label, lambda at: max(0, sum(goal) - sum(at)))


def test_a_script_that_fits_is_followed_step_by_step() -> None:
    script = ("right", "up", "up", "right", "up", "right")
    found = search_along(Watch(Steps(4, 4), 1), (0, 0), 0, _guide(script), _never)
    assert found.labels == script
    assert found.expanded == len(script)


def test_steps_are_put_in_where_the_model_is_larger_than_the_script() -> None:
    script = ("right", "up")  # of the grid with four points
    found = search_along(Watch(Steps(20, 20), 1), (0, 0), 0, _guide(script, (19, 19)), _never)
    assert found.labels is not None
    assert (found.labels[:2], found.labels.count("right"), found.labels.count("up")) == (script, 19, 19)
    assert found.expanded < 100 < 400  # of 400 points


def test_a_step_that_is_not_offered_is_passed_over() -> None:
    found = search_along(Watch(Steps(3, 3), 1), (0, 0), 0, _guide(("right", "down", "right", "up", "up")), _never)
    assert found.labels == ("right", "right", "up", "up")


def test_what_is_not_there_is_not_found_and_a_stop_is_obeyed() -> None:
    assert search_along(Watch(Steps(4, 4), 4), (0, 0), 0, _guide(("up",)), _never).labels is None
    found = search_along(Watch(Steps(9, 9), 1), (0, 0), 0, _guide(()), lambda expanded: expanded == 5)
    assert (found.labels, found.expanded) == (None, 5)


def test_a_start_that_shows_it_needs_no_steps() -> None:
    assert search_along(Watch(Steps(1, 1), 1), (0, 0), 0, _guide(()), _never).labels == ()


@dataclass(frozen=True)
class Walled(Steps):
    """The grid without its last column: nothing leads on from (1, 2) of three columns, which is no end."""

    def successors(self, state: Point) -> list[tuple[str, Point, int]]:
        return [one for one in super().successors(state) if one[1][0] < self.width - 1]


@pytest.mark.parametrize(("mask", "dead_ends", "hit"), [(0, True, 1), (0, False, 0), (2, False, 0)])
def test_a_dead_end_is_watched_for_only_if_asked(mask: int, dead_ends: bool, hit: int) -> None:
    assert Watch(Walled(3, 3), mask, dead_ends).hits((1, 2)) == hit
    assert Watch(Walled(3, 3), mask, dead_ends).hits((0, 2)) == 0  # (1, 2) follows


def test_any_monitor_of_the_mask_is_the_one_monitor() -> None:
    watch = Watch(Steps(2, 2), 3)
    assert [watch.hits((0, 0)), watch.hits((1, 1)), Watch(Steps(3, 3), 2).hits((1, 1))] == [0, 1, 1]
    assert Watch(Steps(3, 3), 4).hits((1, 1)) == 0
