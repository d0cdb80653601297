"""A record is what the standard decorator makes of the same class, for all that a program asks of it."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from typing import Any

import pytest

from kittens_dsl.core import statements, terms
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """Two numbers, and where they are from."""

    across: int
    up: int = 0
    origin: str = field(default="here", compare=False)


@dataclass(frozen=True, slots=True)
class Named(Point):
    """More fields, one of them made anew for every node, one not shown."""

    names: list[str] = field(default_factory=list)
    hidden: int = field(default=3, repr=False)

    def __post_init__(self) -> None:
        if self.across < 0:
            raise ValueError("negative")


def make_count(decorate: Any) -> Any:  # classes that are made here
    """A class that changes, with fields that are not given."""

    class Count:
        begun: int
        passed: list[int] = field(default_factory=list)
        ended: int = field(init=False)
        marks: set[int] = field(init=False, default_factory=set)
        size: int = field(init=False, default=7)

        def __post_init__(self) -> None:
            self.ended = self.begun + 1

    Count.__qualname__ = "Count"
    return decorate(slots=True)(Count)


Count, StandardCount = make_count(dataclass), make_count(dataclasses.dataclass)


def standard() -> tuple[Any, Any]:  # classes that are made here
    """The same classes by the standard decorator."""
    point: Any = dataclasses.dataclass(frozen=True, slots=True)(  # as above
        type(
            "Point",
            (),
            {
                "__annotations__": {"across": "int", "up": "int", "origin": "str"},
                "up": 0,
                "origin": field(default="here", compare=False),
                "__module__": __name__,
            },
        )
    )
    named: Any = dataclasses.dataclass(frozen=True, slots=True)(  # as above
        type(
            "Named",
            (point,),
            {
                "__annotations__": {"names": "list[str]", "hidden": "int"},
                "names": field(default_factory=list),
                "hidden": field(default=3, repr=False),
                "__module__": __name__,
            },
        )
    )
    return point, named


@pytest.mark.parametrize("number", [0, 1])
def test_fields_parameters_and_words_are_those_of_the_standard_class(number: int) -> None:
    ours, theirs = (Point, Named)[number], standard()[number]
    assert is_dataclass(ours)
    for attribute in ("name", "type", "default", "default_factory", "compare", "repr", "init", "kw_only"):
        assert [getattr(one, attribute) for one in fields(ours)] == [getattr(one, attribute) for one in fields(theirs)]
    assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)
    assert repr(ours(1, 2)) == repr(theirs(1, 2))
    assert ours.__match_args__ == theirs.__match_args__
    assert ours.__slots__ == theirs.__slots__


def test_equality_looks_at_compared_fields_and_at_the_class() -> None:
    assert Point(1, 2) == Point(1, 2, "there")
    assert hash(Point(1, 2)) == hash(Point(1, 2, "there"))
    assert Point(1, 2) != Point(1, 3)
    assert Point(1, 2).__eq__(Named(1, 2)) is NotImplemented
    assert len({Point(1), Point(1, 0, "there"), Point(2)}) == 2


def test_nothing_can_be_set_or_deleted() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'up'"):
        point.up = 3  # type: ignore[misc]  # on purpose
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'up'"):
        del point.up
    assert not hasattr(point, "__dict__")


def test_parameters_are_checked() -> None:
    with pytest.raises(TypeError, match=r"Point\.__init__\(\) missing 1 required positional argument: 'across'"):
        Point()  # type: ignore[call-arg]  # on purpose
    with pytest.raises(TypeError, match="unexpected keyword argument 'down'"):
        Point(1, down=2)  # type: ignore[call-arg]  # on purpose
    with pytest.raises(ValueError, match="negative"):
        Named(-1)


def test_a_field_without_a_default_after_one_with_it_is_refused() -> None:
    late = type("Late", (), {"__annotations__": {"one": "int", "two": "int"}, "one": 1, "__module__": __name__})
    with pytest.raises(TypeError, match="non-default argument 'two' follows default argument"):
        dataclass(frozen=True, slots=True)(late)


def test_a_default_made_anew_is_made_for_every_node() -> None:
    assert Named(1).names is not Named(1).names


def test_nodes_are_replaced_copied_pickled_and_matched() -> None:
    node = Named(1, names=["a"])
    assert replace(node, up=5) == Named(1, 5, names=["a"])
    assert copy.deepcopy(node) == copy.copy(node) == pickle.loads(pickle.dumps(node)) == node
    match node:
        case Point(across, up, origin):
            assert (across, up, origin) == (1, 0, "here")


def test_a_class_whose_fields_change_is_the_standard_one_too() -> None:
    count, other = Count(1), StandardCount(1)
    assert repr(count) == repr(other)
    assert count == Count(1) != Count(2)
    assert Count(1).marks is not count.marks
    count.begun, count.passed = 5, [3]
    assert (count.begun, count.ended, count.size) == (5, 2, 7)
    assert replace(count, begun=8).ended == 9
    assert copy.deepcopy(count) == pickle.loads(pickle.dumps(count)) == count
    assert Count.__match_args__ == StandardCount.__match_args__
    with pytest.raises(TypeError, match="unhashable type"):
        hash(count)
    assert list(inspect.signature(Count).parameters) == list(inspect.signature(StandardCount).parameters)
    with pytest.raises(TypeError):
        Count(1, [], 3)


@pytest.mark.parametrize("module", [statements, terms])
def test_every_node_of_core_is_a_record_with_slots(module: object) -> None:
    found = [one for one in vars(module).values() if isinstance(one, type) and is_dataclass(one)]
    assert len(found) > 20
    for one in found:
        assert one.__init__.__code__.co_filename == "<record>"
        assert not hasattr(one.__new__(one), "__dict__")
