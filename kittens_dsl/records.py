"""`dataclass(slots=True)`, frozen or not, in a fraction of the time: each start of the program makes some 300 classes.

The standard decorator writes and compiles six methods of every class. Here `__init__` alone is compiled, once for all
classes with as many fields, and gets its names afterwards; the other methods only read fields. For `fields`,
`replace`, `is_dataclass`, patterns, pickling and a type checker the class is what the standard decorator makes.
What is made here has no type before it is made, hence `Any`; a type checker sees the standard decorator instead.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import field as field
from functools import cache
from inspect import get_annotations
from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Literal

_Way = Literal["given", "given or made", "made", "default", "later"]

MISSING: Any = dataclasses.MISSING
FIELDS = "__dataclass_fields__"
PARAMETERS = "__dataclass_params__"


@dataclasses.dataclass(frozen=True, slots=True)
class _Model:
    """What the standard decorator writes down of a class and of a field, to be written down here too."""

    one: int


@dataclasses.dataclass(slots=True)
class _ChangingModel:
    """The same, of a class whose fields may be set."""


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, slots: Literal[True], frozen: bool = False) -> Callable[[type], type]:
        """The decorator of a class with slots."""
        return _make_frozen if frozen else _make_changing


def _make_frozen(cls: type) -> type:
    return _make(cls, getattr(_Model, PARAMETERS), _list_frozen_methods)


def _make_changing(cls: type) -> type:
    return _make(cls, getattr(_ChangingModel, PARAMETERS), _list_methods)


def _make(cls: type, parameters: Any, list_methods: Callable[..., dict[str, Any]]) -> type:
    inherited: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:]):
        inherited |= getattr(base, FIELDS, {})
    own = {name: _find_field(cls, name, kind) for name, kind in get_annotations(cls).items()}
    fields = {**inherited, **own}
    names = tuple(fields)
    left_out = {"__dict__", "__weakref__", *own}
    namespace = {name: value for name, value in cls.__dict__.items() if name not in left_out}
    compared = _read(tuple(one.name for one in fields.values() if one.compare))
    shown = tuple(one.name for one in fields.values() if one.repr)
    namespace = {**list_methods(compared, shown, _read(names)), **namespace}
    given = tuple(one.name for one in fields.values() if one.init)
    if given != names:
        del namespace["__reduce__"]  # some fields are not given to the class: slots are then copied one by one
    namespace |= {"__slots__": tuple(name for name in own if name not in inherited), "__match_args__": given}
    namespace |= {FIELDS: fields, PARAMETERS: parameters, "__qualname__": cls.__qualname__}
    known: dict[str, Any] = {}
    if "__init__" not in namespace:
        namespace["__init__"] = _make_init(cls, fields, known)
    made: Any = type(cls)(cls.__name__, cls.__bases__, namespace)
    known |= {f"_set_{number}": getattr(made, name).__set__ for number, name in enumerate(names)}
    return made  # type: ignore[no-any-return]  # whatever made the class makes it again


def _find_field(cls: type, name: str, kind: object) -> Any:
    """The field of an annotation, as `fields` gives it."""
    default = cls.__dict__.get(name, MISSING)
    found: Any = default if isinstance(default, dataclasses.Field) else dataclasses.field(default=default)
    found.name, found.type, found.kw_only = name, kind, False
    found._field_type = getattr(_Model, FIELDS)["one"]._field_type
    return found


def _read(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """The function that reads some fields of a node together."""
    if len(names) > 1:
        return attrgetter(*names)
    getters = [attrgetter(name) for name in names]
    return lambda node: tuple(get(node) for get in getters)


def _list_methods(
    compared: Callable[[Any], tuple[Any, ...]], shown: tuple[str, ...], every: Callable[[Any], tuple[Any, ...]]
) -> dict[str, Any]:
    def equal(self: Any, other: Any) -> Any:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    def show(self: Any) -> str:
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def reduce(self: Any) -> tuple[type, tuple[Any, ...]]:
        return self.__class__, every(self)

    return {"__eq__": equal, "__hash__": None, "__repr__": show, "__reduce__": reduce}


def _list_frozen_methods(
    compared: Callable[[Any], tuple[Any, ...]], shown: tuple[str, ...], every: Callable[[Any], tuple[Any, ...]]
) -> dict[str, Any]:
    def make_hash(self: Any) -> int:
        return hash(compared(self))

    more = {"__hash__": make_hash, "__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    return _list_methods(compared, shown, every) | more


def _refuse_to_set(self: Any, name: str, value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _make_init(cls: type, fields: dict[str, Any], known: dict[str, Any]) -> FunctionType:
    """`__init__` with the fields as parameters, once `known` has what sets each of them as well.

    TypeError: a field without a default follows one with a default.
    """
    known["_missing"] = MISSING
    defaults: list[Any] = []
    ways: list[_Way] = []
    for number, one in enumerate(fields.values()):
        if one.default_factory is not MISSING:
            known[f"_make_{number}"] = one.default_factory
        elif not one.init:
            known[f"_value_{number}"] = one.default
        ways.append(_find_way(one))
        if one.init and (one.default is not MISSING or one.default_factory is not MISSING):
            defaults.append(one.default)
        elif one.init and defaults:
            raise TypeError(f"non-default argument {one.name!r} follows default argument")
    code = _compile_init(tuple(ways), hasattr(cls, "__post_init__"))
    code = code.replace(co_varnames=("self", *(one.name for one in fields.values() if one.init)))
    init = FunctionType(code, known, "__init__", tuple(defaults))
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _find_way(one: Any) -> _Way:
    """How a field gets its value."""
    if one.default_factory is not MISSING:
        return "given or made" if one.init else "made"
    return "given" if one.init else "later" if one.default is MISSING else "default"


@cache
def _compile_init(ways: tuple[_Way, ...], has_more: bool) -> CodeType:
    """The code for fields that get their values so, the parameters without names: few classes differ in this."""
    given = [number for number, way in enumerate(ways) if way.startswith("given")]
    lines = [f"def __init__({', '.join(['self', *(f'a{number}' for number in given)])}):", " pass"]
    for number, way in enumerate(ways):
        match way:
            case "given":
                lines.append(f" _set_{number}(self, a{number})")
            case "given or made":
                lines.append(f" _set_{number}(self, _make_{number}() if a{number} is _missing else a{number})")
            case "made":
                lines.append(f" _set_{number}(self, _make_{number}())")
            case "default":
                lines.append(f" _set_{number}(self, _value_{number})")
            case "later":
                pass
    lines += [" self.__post_init__()"] if has_more else []
    (code,) = (one for one in compile("\n".join(lines), "<record>", "exec").co_consts if isinstance(one, CodeType))
    return code
