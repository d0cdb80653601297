"""Masks of monitors taken apart."""


def list_monitors(mask: int) -> tuple[int, ...]:
    """Return the numbers of the monitors in a mask, rising; ValueError for a negative mask (it has no end)."""
    if mask < 0:
        raise ValueError(f"a mask of monitors is not negative, this one is {mask}")
    monitors = []
    while mask:
        lowest = mask & -mask
        monitors.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(monitors)
