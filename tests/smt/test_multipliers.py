"""An exact simplex finds multipliers that the checker accepts, and some whenever Z3 says that there are any."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from checker.smt.candidates.invariant import Invariant
from checker.smt.certificate.cases import Group
from checker.smt.certificate.farkas import refutes
from checker.smt.certificate.obligations import Proof
from checker.smt.certificate.smtlib import declare, print_constraint
from checker.smt.counts.family import Family
from checker.smt.counts.linear import Constraint, Count, Linear, make_linear
from checker.smt.proof.certify import Question, certify
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


class _Question(Question):
    """That the first count is at least 5, from the invariants alone."""

    def groups(self, proof: Proof, only: Collection[str] | None = None) -> Iterable[Group]:
        rows = {f"invariant | {one.name}": one.constraint for one in proof.invariants}
        yield Group("one", rows, (("goal", Constraint(make_linear({COUNTS[0]: 1}, -5))),))


def test_where_integers_need_less_than_rationals_more_invariants_are_asked(three: Family) -> None:
    """2a = 2b + 1 holds of no integers, so that Z3 needs nothing more; multipliers need a fact that says the goal."""
    odd = Invariant("global", Constraint(make_linear({COUNTS[0]: 2, COUNTS[1]: -2}, -1), is_equation=True))
    useless = Invariant("global", Constraint(make_linear({COUNTS[2]: 1})))
    enough = Invariant("global", Constraint(make_linear({COUNTS[0]: 1, COUNTS[2]: -1}, -5)))
    question = _Question((), by_steps=False)
    needed, certified = certify(Proof(three, (odd, useless, enough), 3), (odd,), question)
    assert needed == (odd, useless, enough)
    assert certified is not None
    (one,) = certified
    assert set(one.multipliers[0]) == {"goal", f"invariant | {useless.name}", f"invariant | {enough.name}"}
    assert certify(Proof(three, (odd, useless), 3), (odd,), question)[1] is None
