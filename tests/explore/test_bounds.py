"""Limits that no search could respect are refused; masks are taken apart."""

import pytest

from checker.model import Bounds, list_monitors


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"max_depth": -1}, "max_depth is at least 0, not -1"),
        ({"max_states": 0}, "max_states is at least 1, not 0"),
        ({"max_memory_bytes": 0}, "max_memory_bytes is at least 1, not 0"),
    ],
)
def test_a_limit_below_the_least_is_refused(limits: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Bounds(**limits)


def test_a_time_limit_that_is_not_a_number_is_refused() -> None:
    with pytest.raises(ValueError, match="max_seconds is at least 0, not nan"):
        Bounds(max_seconds=float("nan"))


def test_bounds_are_open_unless_given() -> None:
    assert Bounds() == Bounds(None, None, None, None)


def test_monitors_of_a_mask_rise() -> None:
    assert list_monitors(0b1010_0000_0001) == (0, 9, 11)


def test_a_mask_beyond_64_bits_is_taken_apart() -> None:
    assert list_monitors(1 << 100 | 1) == (0, 100)


def test_an_empty_mask_has_no_monitors() -> None:
    assert list_monitors(0) == ()


def test_a_negative_mask_is_refused() -> None:
    with pytest.raises(ValueError, match="a mask of monitors is not negative, this one is -2"):
        list_monitors(-2)
