"""The guided search finds what a guess leads to, and only what is there."""

from checker.explore import explore, follow_labels
from checker.explore.guided import search_guided
from checker.model import Bounds
from tests.toys import Grid, Jugs


def _never(_: int) -> bool:
    return False


def test_a_good_guess_leads_straight_to_the_corner() -> None:
    grid = Grid(30, 30)
    found = search_guided(grid, (0, 0), 0, lambda at: 58 - sum(at), _never)
    assert found.labels is not None
    assert len(found.labels) == 58
    assert found.expanded == 58 < 30 * 30


def test_without_a_guess_everything_is_looked_at_and_the_way_is_a_way() -> None:
    jugs = Jugs()
    found = search_guided(jugs, (0, 0), 0, lambda at: 0, _never)
    assert found.labels is not None
    hit = explore(jugs, Bounds()).first_hit(0)
    assert hit is not None
    assert len(found.labels) == hit.depth
    *_, last = follow_labels(jugs, (0, 0), found.labels)
    assert jugs.hits(last.state) & 1


def test_what_is_not_there_is_not_found() -> None:
    assert search_guided(Grid(4, 4), (0, 0), 2, lambda at: 0, _never).labels is None


def test_a_search_that_is_stopped_has_found_nothing() -> None:
    found = search_guided(Grid(30, 30), (0, 0), 0, lambda at: 0, lambda expanded: expanded == 10)
    assert (found.labels, found.expanded) == (None, 10)


def test_where_the_guess_says_never_nothing_is_expanded() -> None:
    assert search_guided(Grid(4, 4), (0, 0), 0, lambda at: float("inf"), _never).expanded == 0


def test_a_start_that_shows_the_hit_needs_no_labels() -> None:
    assert search_guided(Grid(1, 1), (0, 0), 0, lambda at: 0, _never).labels == ()
