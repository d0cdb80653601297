"""How fields become whole 64-bit words: eight bytes at a time, the bits that can be set, one group after another."""

from __future__ import annotations

from collections.abc import Sequence

from checker.native.reach import FieldRange
from kittens_dsl.records import dataclass

WORD = 64
LEAST_AGENDA_BITS = 6
MOST_AGENDA_BITS = 32


@dataclass(frozen=True, slots=True)
class Packing:
    """The packed state: field bits from the lowest bit on, then the number of the agenda in `agenda_bits` bits."""

    ranges: tuple[FieldRange, ...]
    words: int
    agenda_bits: int

    @property
    def field_bits(self) -> int:
        """The bits of all fields."""
        return sum(one.bits for one in self.ranges)

    @property
    def groups(self) -> tuple[tuple[FieldRange, ...], ...]:
        """The fields by eights, the last group filled up with fields that are always 0."""
        padded = [*self.ranges, *[FieldRange(0, 0)] * (-len(self.ranges) % 8)]
        return tuple(tuple(padded[start : start + 8]) for start in range(0, len(padded), 8))


def plan_packing(ranges: Sequence[FieldRange], *, more_words: int = 0) -> Packing:
    """The least number of words; the number of the agenda gets what is left of the last one, at least 6 bits."""
    bits = sum(one.bits for one in ranges)
    words = -(-(bits + LEAST_AGENDA_BITS) // WORD) + more_words
    return Packing(tuple(ranges), words, min(words * WORD - bits, MOST_AGENDA_BITS))


def print_packing(packing: Packing) -> str:
    """The C functions `pack_fields` (0 if a field is out of its range) and `unpack_fields`."""
    pack = ["static int pack_fields(const uint8_t *f, uint64_t *w)", "{", "    uint64_t x, v, wrong = 0;"]
    pack += [f"    w[{word}] = 0;" for word in range(packing.words)]
    unpack = ["static void unpack_fields(const uint64_t *w, uint8_t *f)", "{", "    uint64_t x, v;"]
    position = 0
    for number, group in enumerate(packing.groups):
        widths = [one.bits for one in group]
        mask = sum(((1 << one.bits) - 1) << 8 * place for place, one in enumerate(group))
        fixed = sum(one.value << 8 * place for place, one in enumerate(group))
        arguments = ", ".join(f"{one}" for one in widths)
        pack.append(f"    memcpy(&x, f + {8 * number}, 8);")
        pack.append(f"    wrong |= (x & 0x{mask ^ (1 << WORD) - 1:016x}u) ^ 0x{fixed:016x}u;")
        total = sum(widths)
        if total:
            word, bit = divmod(position, WORD)
            pack.append(f"    v = GATHER(x, 0x{mask:016x}u, {arguments});")
            pack.append(f"    w[{word}] |= v << {bit};")
            unpack.append(f"    v = w[{word}] >> {bit};")
            if bit + total > WORD:
                pack.append(f"    w[{word + 1}] |= v >> {WORD - bit};")
                unpack.append(f"    v |= w[{word + 1}] << {WORD - bit};")
            unpack.append(f"    x = SCATTER(v, 0x{mask:016x}u, {arguments}) | 0x{fixed:016x}u;")
        else:
            unpack.append(f"    x = 0x{fixed:016x}u;")
        unpack.append(f"    memcpy(f + {8 * number}, &x, 8);")
        position += total
    pack += ["    return wrong == 0;", "}"]
    unpack += ["    (void)v;", "}"] if position else ["    (void)v; (void)w;", "}"]
    return "\n".join([*pack, *unpack, *_print_agenda(packing, position)]) + "\n"


def _print_agenda(packing: Packing, position: int) -> list[str]:
    """Two accessors for the number of the agenda behind the fields."""
    word, bit = divmod(position, WORD)
    mask = (1 << packing.agenda_bits) - 1
    straddles = bit + packing.agenda_bits > WORD
    put = [f"    w[{word}] |= (uint64_t)number << {bit};"]
    get = f"(w[{word}] >> {bit})"
    if straddles:
        put.append(f"    w[{word + 1}] |= (uint64_t)number >> {WORD - bit};")
        get = f"({get} | w[{word + 1}] << {WORD - bit})"
    return [
        "static void pack_agenda(uint64_t *w, uint32_t number)",
        "{",
        *put,
        "}",
        "static uint32_t unpack_agenda(const uint64_t *w)",
        "{",
        f"    return (uint32_t)({get} & 0x{mask:x}u);",
        "}",
    ]
