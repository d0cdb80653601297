"""An exact simplex finds multipliers that the checker accepts, and some whenever Z3 says that there are any."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from checker.smt.certificate.farkas import refutes
from checker.smt.certificate.obligations import Group
from checker.smt.certificate.smtlib import declare, print_constraint
from checker.smt.counts.linear import Constraint, Count, Linear, make_linear
from checker.smt.proof.multipliers import Weigher
from checker.smt.proof.simplex import weigh
from checker.smt.proof.solver import make_solver

COUNTS = [Count("a"), Count("b"), Count("c")]
NUMBERS = st.integers(-3, 3)
LINEARS = st.builds(
    lambda factors, constant: make_linear(dict(zip(COUNTS, factors, strict=True)), constant),
    st.lists(NUMBERS, min_size=3, max_size=3),
    NUMBERS,
)
ROWS = st.lists(st.builds(Constraint, LINEARS, st.booleans()), max_size=5)


def _is_possible(rows: list[Constraint]) -> bool:
    lines = [*declare(rows, "Real"), *(f"(assert {print_constraint(row)})" for row in rows)]
    return str(make_solver("QF_LRA", lines).check()) == "sat"


@settings(max_examples=150, deadline=None)
@given(ROWS, LINEARS)
def test_rows_are_weighed_whenever_nothing_meets_them(rows: list[Constraint], half: Linear) -> None:
    named = {f"row {index}": row for index, row in enumerate(rows)}
    weights = weigh(named, half)
    assert (weights is None) == _is_possible([*rows, Constraint(half)])
    assert weights is None or refutes(named, half, weights)


def test_what_one_command_needed_is_tried_on_the_next() -> None:
    a, b = (make_linear({one: 1}) for one in COUNTS[:2])
    goal = Constraint(a.plus(b))
    first = Group("one", {"guard 0": Constraint(a), "guard 1": Constraint(b)}, (("goal", goal),))
    second = Group("other", {"guard 0": Constraint(b), "guard 1": Constraint(a)}, (("goal", goal),))
    third = Group("third", {"guard 0": Constraint(b)}, (("goal", goal),))
    weigher = Weigher()
    ((_, found),) = weigher.find(first, {"goal"})
    ((_, again),) = weigher.find(second, {"goal"})
    assert found is not None
    assert again is not None
    assert len(weigher.bases) == 1
    assert {name: Fraction(1) for name in ("goal", "guard 0", "guard 1")} == found[0] == again[0]
    assert list(weigher.find(third, {"goal"})) == [("goal", None)]
