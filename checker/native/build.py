"""A System to the bytes of a shared library: pieces printed, compiled if their object is not cached, linked."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from checker.native.cache import Cache
from checker.native.compiler import Compiler, NativeUnavailable
from checker.native.packing import Packing, plan_packing, print_packing
from checker.native.print_dispatch import count_mask_words, print_dispatch
from checker.native.print_pieces import PiecePrinter, list_order_locals
from checker.native.reach import find_ranges, find_reached
from checker.native.symbols import name_symbols
from checker.system.layout import Layout, lay_out
from checker.system.loops import MOST_TURNS, find_loop_heads
from checker.system.lower_terms import DIRECTION, LIVING
from checker.system.points import Hands
from checker.system.system import System
from kittens_dsl.records import dataclass

PIECE_LEVEL, RUNTIME_LEVEL = "-O1", "-O2"
QUICK_LEVEL = "-O0"
RUNTIME = (
    "runtime.c",
    "piles.c",
    "segments.c",
    "agendas.c",
    "store.c",
    "search.c",
    "threads.c",
    "walk.c",
    "kept.c",
    "calls.c",
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """What may have to grow: bytes of an agenda, words of a state. Lossy or exact. Smaller in tests: the last two."""

    agenda: int = 48
    more_words: int = 0
    lossy: bool = False
    hash_bits: int = 64
    chunk_bits: int = 20


@dataclass(frozen=True, slots=True)
class Unit:
    """One translation unit: its whole text and how it is optimised."""

    text: str
    level: str

    def key(self, compiler: Compiler) -> str:
        """The name of its object in the cache: everything that the object depends on."""
        return hashlib.sha256(f"{compiler.identity}\n{self.level}\n{self.text}".encode()).hexdigest() + ".o"

    def make_quick(self) -> Unit:
        """The same text, compiled sooner to what runs slower."""
        return Unit(self.text, QUICK_LEVEL)


@dataclass(frozen=True, slots=True)
class Built:
    """A shared library; whether some unit of it was compiled to be there soon, not to be fast."""

    contents: bytes
    is_quick: bool


@dataclass(frozen=True, slots=True)
class Printed:
    """A System in C: the units, and what the loader must know of them."""

    units: tuple[Unit, ...]
    layout: Layout
    packing: Packing
    sizes: Sizes
    mask_words: int
    monitors: int


def print_system(system: System, starts: Sequence[bytes], sizes: Sizes) -> Printed:
    """All units, the runtime first. NativeUnavailable if play asks for something that is not compiled."""
    layout = lay_out(system)
    reached = find_reached(system, layout, starts)
    for number in reached.locations:
        for choice in system.locations[number].choices:
            if any(isinstance(domain, Hands) for _, domain in choice.binders):
                raise NativeUnavailable("hands are dealt during play, which only the machine can do")
    packing = plan_packing(find_ranges(system, layout, reached, starts), more_words=sizes.more_words)
    symbols = name_symbols(system, reached)
    orders, heads = list_order_locals(system), find_loop_heads(system)
    state = _constants(system, layout, sizes) + _read_text("state.h")
    numbers = "extern const int WON;\nextern const int STOPPED;\n"
    units = [
        Unit(state + numbers + PiecePrinter(system, layout, symbols, piece, orders, heads).text(), PIECE_LEVEL)
        for piece in sorted(symbols.pieces)
    ]
    units.append(Unit(state + print_dispatch(system, layout, symbols, reached), RUNTIME_LEVEL))
    monitors = len(system.monitors) + len(system.faults)
    mask_words = count_mask_words(system)
    defines = {
        "WORDS": packing.words,
        "MASK_WORDS": mask_words,
        "MONITORS": max(1, monitors),
        "AGENDA_BITS": packing.agenda_bits,
        "HASH_BITS": sizes.hash_bits,
        "LOSSY": int(sizes.lossy),
        "TURNS": MOST_TURNS,
        "CHUNK_BITS": sizes.chunk_bits,
    }
    runtime = "".join(f"#define {name} {value}\n" for name, value in defines.items())
    runtime = (
        state
        + runtime
        + _read_text("packing.h")
        + print_packing(packing)
        + "".join(_read_text(name) for name in RUNTIME)
    )
    return Printed((Unit(runtime, RUNTIME_LEVEL), *units), layout, packing, sizes, mask_words, monitors)


def _constants(system: System, layout: Layout, sizes: Sizes) -> str:
    orders = [array.size for array in system.arrays if array.name.startswith("order ")]
    binders = [len(choice.binders) for location in system.locations for choice in location.choices]
    values = {
        "FIELDS": layout.size,
        "FIELDS8": -(-layout.size // 8) * 8,
        "AGENDA": sizes.agenda,
        "LOCATION_BYTES": layout.location_bytes,
        "PLAYERS": system.table.players,
        "LIVING": layout.offsets[LIVING],
        "DIRECTION": layout.offsets[DIRECTION],
        "ORDER": max([1, *orders]),
        "BINDERS": max([1, *binders]),
    }
    return "".join(f"#define {name} {value}\n" for name, value in values.items())


def _read_text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def build_library(printed: Printed, compiler: Compiler, cache: Cache, *, quick: bool = False) -> Built:
    """The shared library, from the cache where its content is there. NativeUnavailable if building fails.

    quick: units whose object is not there are compiled without optimising, unless the whole library is there.
    """
    found = cache.read(_name_library(printed.units, compiler))
    if found is not None:
        return Built(found, is_quick=False)
    units, objects = list(printed.units), [cache.read(unit.key(compiler)) for unit in printed.units]
    is_quick = quick and None in objects
    if is_quick:
        units = [unit if kept else unit.make_quick() for unit, kept in zip(units, objects, strict=True)]
        found = cache.read(_name_library(units, compiler))
        if found is not None:
            return Built(found, is_quick)
        objects = [kept or cache.read(unit.key(compiler)) for unit, kept in zip(units, objects, strict=True)]
    try:
        with tempfile.TemporaryDirectory(prefix="native-build-") as name:
            library = _build_in(Path(name), units, objects, compiler, cache)
    except OSError as error:
        raise NativeUnavailable(f"no place to build in: {error}") from error
    cache.write(_name_library(units, compiler), library)
    cache.prune()
    return Built(library, is_quick)


def _name_library(units: Sequence[Unit], compiler: Compiler) -> str:
    keys = "\n".join(unit.key(compiler) for unit in units)
    return hashlib.sha256(keys.encode()).hexdigest() + ".library"


def _build_in(
    directory: Path, units: Sequence[Unit], objects: Sequence[bytes | None], compiler: Compiler, cache: Cache
) -> bytes:
    """The library from objects, and from units where there is no object: the longest first, to end together."""

    def make(number: int) -> None:
        source = directory / f"{number}.c"
        source.write_text(units[number].text, encoding="utf-8")
        compiler.compile(source, targets[number], units[number].level)
        cache.write(units[number].key(compiler), targets[number].read_bytes())

    targets = [directory / f"{number}.o" for number in range(len(units))]
    for target, contents in zip(targets, objects, strict=True):
        if contents is not None:
            target.write_bytes(contents)
    missing = [number for number, contents in enumerate(objects) if contents is None]
    missing.sort(key=lambda number: -len(units[number].text))
    if len(missing) == 1:
        make(missing[0])
    elif missing:
        from concurrent.futures import ThreadPoolExecutor  # most builds miss one object at most

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(make, missing))
    target = directory / "system.so"
    compiler.link(targets, target)
    return target.read_bytes()
