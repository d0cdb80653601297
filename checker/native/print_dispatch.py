"""The last piece: the numbers of locations, faults and coverage points, tables by location, and the monitors."""

from __future__ import annotations

from checker.native.print_terms import TermPrinter
from checker.native.reach import Reached
from checker.native.symbols import Symbols
from checker.system.layout import Layout
from checker.system.system import System

MASK_BITS = 64


def count_mask_words(system: System) -> int:
    """64-bit words of a mask with a bit for every monitor and every fault."""
    return max(1, -(-(len(system.monitors) + len(system.faults)) // MASK_BITS))


def print_dispatch(system: System, layout: Layout, symbols: Symbols, reached: Reached) -> str:
    """Constants and tables for every location of the System (those not reached do nothing)."""
    won = len(system.locations)
    lines = [f"uint8_t fired[{max(1, len(system.coverage))}];"]
    lines += [f"const int WON = {won};", f"const int STOPPED = {won + 1};"]
    lines.append(f"const int COVERAGE = {len(system.coverage)};")
    lines += [f"const int {name} = {number};" for name, number in sorted(symbols.constants.items())]
    lines += [
        "static void resume_stay(S *s) { (void)s; }",
        "static int only_nothing(const S *s, Pick *pick) { (void)s; (void)pick; return 0; }",
        "static void take_nothing(S *s, const Pick *pick) { (void)s; (void)pick; }",
        "static void expand_nothing(const S *s) { (void)s; }",
    ]
    decided = {number for number in reached.locations if system.locations[number].resume is None}
    waiting = set(reached.locations) - decided
    families = (
        ("resume", "void {}(S *s)", "stay", waiting),
        ("only", "int {}(const S *s, Pick *pick)", "nothing", decided),
        ("take", "void {}(S *s, const Pick *pick)", "nothing", decided),
        ("expand", "void {}(const S *s)", "nothing", decided),
    )
    for family, signature, other, members in families:
        names = [symbols.locations[number] if number in members else other for number in range(won)]
        lines += [signature.format(f"{family}_{symbols.locations[number]}") + ";" for number in sorted(members)]
        lines.append(signature.format(f"(*const {family}_at[{won + 2}])") + " = {")
        lines += [f"    {family}_{name}," for name in [*names, other, other]]
        lines.append("};")
    lines += ["void resume(S *s)", "{", "    resume_at[top(s)](s);", "}"]
    return "\n".join([*lines, *_print_monitors(system, layout), *_print_goals(system, layout)]) + "\n"


def _print_monitors(system: System, layout: Layout) -> list[str]:
    """`read_monitors` adds the monitors hit at a point to a mask; those hit before are no longer looked at."""
    terms = TermPrinter(layout, len(system.locations), {})
    rest = [location.number for location in system.locations if location.at_rest]
    lines = [
        "extern uint64_t not_hit[];",
        "void read_monitors(const S *s, uint64_t *mask)",
        "{",
        "    int location = top(s);",
        "    (void)location;",
    ]
    hits = [
        (
            monitor.at_rest,
            f"if ((not_hit[{bit // MASK_BITS}] >> {bit % MASK_BITS} & 1) && {terms.test(monitor.test)}) "
            f"mask[{bit // MASK_BITS}] |= (uint64_t)1 << {bit % MASK_BITS};",
        )
        for bit, monitor in enumerate(system.monitors)
    ]
    if rest:
        lines.append(f"    if ({' || '.join(f'location == {number}' for number in rest)}) {{")
        lines += [f"        {line}" for at_rest, line in hits if at_rest]
        lines.append("    }")
    lines += [f"    {line}" for at_rest, line in hits if not at_rest]
    lines += [
        "    if (location == STOPPED) {",
        f"        int bit = {len(system.monitors)} + s->a[0];",
        f"        mask[bit / {MASK_BITS}] |= (uint64_t)1 << bit % {MASK_BITS};",
        "    }",
        "}",
    ]
    return lines


def _print_goals(system: System, layout: Layout) -> list[str]:
    """`reaches_goal` tests one goal at a point."""
    terms = TermPrinter(layout, len(system.locations), {})
    cases = [f"    case {number}: return {terms.test(goal.test)};" for number, goal in enumerate(system.goals)]
    return [
        "int reaches_goal(const S *s, int goal)",
        "{",
        "    (void)s;",
        "    switch (goal) {",
        *cases,
        "    }",
        "    return 0;",
        "}",
    ]
