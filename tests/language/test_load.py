"""The shipped specification loads."""

from pathlib import Path

from kittens_dsl.driver import load_rules
from kittens_dsl.quote.quote import quote_problems

SPEC = Path(__file__).resolve().parents[2] / "spec"


def test_the_specification_has_no_problems() -> None:
    loaded = load_rules(SPEC)
    assert quote_problems(loaded.problems, loaded.sources.get) == ""
    assert loaded.rules is not None
    assert loaded.rules.kinds
