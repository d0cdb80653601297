"""What is done to the cells of a pile, in either dialect: in order, or in segments (checker/system/segments.py).

Statements work on `q` cards of kind `k`; f, g, h, c, i, j and r are scratch. Written from what the fields of a pile
mean, not from what the machine or the native explorer do with them.
"""

from __future__ import annotations

from checker.export.dialect import Dialect, Lines
from checker.export.plan import Ordering, Plan
from checker.system.points import LOOSE
from checker.system.segments import loose_array, order_array, under_array

AT_BOTTOM = str(LOOSE + 1)


class PilePrinter:
    """Prints statements on piles that have cells."""

    def __init__(self, plan: Plan, dialect: Dialect) -> None:
        self._plan, self._dialect = plan, dialect

    def has_cells(self, zone: str) -> bool:
        """Whether more than the counts of a zone are kept."""
        return order_array(zone) in self._plan.layout.offsets

    def remove(self, zone: str, *, from_bottom: bool) -> Lines:
        """Take the topmost, or the lowest, of the kind."""
        dialect, (top, size) = self._dialect, self._cells(zone)
        if not self._plan.system.segmented:
            spared = [*self._count_kind(top, size), *dialect.assign("g", "g - q")] if from_bottom else []
            return [*spared, *dialect.remove(top, size, "k", "q", "g" if from_bottom else "0")]
        loose, under = self._loose(zone), self._under(zone)
        near, far = (under, top) if from_bottom else (top, under)
        lines = [*self._count_kind(near, size), *self._take_least("h", "q", "g")]
        lines += [*dialect.assign("f", "q - h"), *dialect.remove(near, size, "k", "h", "0")]
        lines += self._take_least("h", "f", f"{loose}[k]")
        lines += [*dialect.assign(f"{loose}[k]", f"{loose}[k] - h"), *dialect.assign("f", "f - h")]
        last = [*self._count_kind(far, size), *dialect.assign("g", "g - f"), *dialect.remove(far, size, "k", "f", "g")]
        return [*lines, *dialect.branch("f > 0", last, []), *self._settle(zone)]

    def insert(self, zone: str, place: str) -> Lines:
        """Put the cards in at a place, as the domain Positions names it."""
        dialect, (top, size) = self._dialect, self._cells(zone)
        if not self._plan.system.segmented:
            return dialect.insert(top, size, "k", "q", place)
        loose, under = self._loose(zone), self._under(zone)
        among_loose = dialect.assign(f"{loose}[k]", f"{loose}[k] + q")
        on_top = dialect.insert(top, size, "k", "q", place)
        at_bottom = [*dialect.assign("g", f"{place} - {LOOSE + 1}"), *dialect.insert(under, size, "k", "q", "g")]
        if place.isdigit():
            lines = on_top if int(place) < LOOSE else among_loose if int(place) == LOOSE else at_bottom
        else:
            lines = dialect.branch(f"{place} < {LOOSE}", on_top, at_bottom)
            lines = dialect.branch(f"{place} {dialect.equal} {LOOSE}", among_loose, lines)
        return [*lines, *self._settle(zone)]

    def insert_at_bottom(self, zone: str) -> Lines:
        """Put the cards below all others."""
        if self._plan.system.segmented:
            return self.insert(zone, AT_BOTTOM)
        return [*self._count_cells(*self._cells(zone), "g"), *self.insert(zone, "g")]

    def swap_ends(self, zone: str) -> Lines:
        """The top and the bottom card change places."""
        dialect, (top, size) = self._dialect, self._cells(zone)
        assign, branch = dialect.assign, dialect.branch
        if not self._plan.system.segmented:
            swapped = [*assign("h", f"{top}[0]"), *assign(f"{top}[0]", f"{top}[g - 1]"), *assign(f"{top}[g - 1]", "h")]
            return [*self._count_cells(top, size, "g"), *branch("g > 1", swapped, [])]
        loose, under = self._loose(zone), self._under(zone)
        kinds = len(self._plan.system.kinds)
        lowest = dialect.repeat("i", 0, kinds - 1, branch(f"{loose}[i] > 0", assign("f", "i"), []))
        lowest = [*assign("f", "0"), *lowest, *assign(f"{loose}[f]", f"{loose}[f] - 1")]
        lines = branch(f"{under}[0] {dialect.equal} 0", [*lowest, *assign(f"{under}[0]", "f + 1")], [])
        lines += [*assign("h", f"{top}[0]"), *assign(f"{top}[0]", f"{under}[0]"), *assign(f"{under}[0]", "h")]
        is_any_known = f"({top}[0] > 0 {dialect.either} {under}[0] > 0)"
        return branch(is_any_known, [*lines, *self._settle(zone)], [])

    def loosen(self, zone: str) -> Lines:
        """Nothing of the order is known any more."""
        if not (self._plan.system.segmented and self.has_cells(zone)):
            return []
        dialect, loose = self._dialect, self._loose(zone)
        lines: Lines = []
        for cells in (self._cells(zone)[0], self._under(zone)):
            moved = dialect.assign(f"{loose}[{cells}[i] - 1]", f"{loose}[{cells}[i] - 1] + 1")
            lines += dialect.branch(f"{cells}[i] > 0", [*moved, *dialect.assign(f"{cells}[i]", "0")], [])
        return dialect.repeat("i", 0, self._cells(zone)[1] - 1, lines)

    def pin(self, zone: str, kind: str, *, lowest: bool) -> Lines:
        """One of the loose cards turns out to be the uppermost, or the lowest, of them."""
        top, size = self._cells(zone)
        cells, loose, assign = self._under(zone) if lowest else top, self._loose(zone), self._dialect.assign
        lines = [*assign("k", kind), *assign(f"{loose}[k]", f"{loose}[k] - 1"), *self._count_cells(cells, size, "g")]
        return [*lines, *assign(f"{cells}[g]", "k + 1"), *self._settle(zone)]

    def peek(self, zone: str, local: str, *, from_bottom: bool) -> Lines:
        """The kind at one end, where it is known; -1 if there is none."""
        top, size = self._cells(zone)
        if not from_bottom or self._plan.system.segmented:
            return self._dialect.assign(local, f"{self._under(zone) if from_bottom else top}[0] - 1")
        seen = self._dialect.branch(f"{top}[i] > 0", self._dialect.assign(local, f"{top}[i] - 1"), [])
        return [*self._dialect.assign(local, "0 - 1"), *self._dialect.repeat("i", 0, size - 1, seen)]

    def arrange(self, ordering: Ordering) -> Lines:
        """The order that the label chose becomes that of the pile, or of its uppermost cards."""
        top, size = self._cells(ordering.zone)
        if not self._plan.system.segmented:
            return self._dialect.arrange(ordering, top, size)
        zone, dialect, loose = ordering.zone, self._dialect, self._loose(ordering.zone)
        lines = [*self._count_cells(top, size, "g"), *dialect.count_chosen(ordering, "h", size)]
        taken = dialect.assign(f"{loose}[i]", f"{loose}[i] - (h - g)")
        taken = dialect.branch(f"h > g {dialect.both} {loose}[i] > 0", taken, [])
        lines += dialect.arrange(ordering, top, size)
        lines += dialect.repeat("i", 0, len(self._plan.system.kinds) - 1, taken)
        return [*lines, *self._settle(zone)]

    # ---- parts
    def _cells(self, zone: str) -> tuple[str, int]:
        return self._plan.array(order_array(zone)), self._plan.layout.arrays[order_array(zone)].size

    def _loose(self, zone: str) -> str:
        return self._plan.array(loose_array(zone))

    def _under(self, zone: str) -> str:
        return self._plan.array(under_array(zone))

    def _count_cells(self, cells: str, size: int, into: str) -> Lines:
        dialect = self._dialect
        seen = dialect.branch(f"{cells}[i] > 0", dialect.assign(into, "i + 1"), [])
        return [*dialect.assign(into, "0"), *dialect.repeat("i", 0, size - 1, seen)]

    def _count_kind(self, cells: str, size: int) -> Lines:
        """How many cells hold the kind, in g."""
        dialect = self._dialect
        seen = dialect.branch(f"{cells}[i] {dialect.equal} k + 1", dialect.assign("g", "g + 1"), [])
        return [*dialect.assign("g", "0"), *dialect.repeat("i", 0, size - 1, seen)]

    def _take_least(self, into: str, one: str, other: str) -> Lines:
        return self._dialect.assign(into, self._dialect.choose(f"{one} < {other}", one, other))

    def _settle(self, zone: str) -> Lines:
        """The canonical form: where one order only is left, its lowest run is loose and all cards above are on top."""
        dialect, (top, size) = self._dialect, self._cells(zone)
        loose, under = self._loose(zone), self._under(zone)
        assign, branch, repeat = dialect.assign, dialect.branch, dialect.repeat
        kinds = len(self._plan.system.kinds)
        run = repeat("r", 0, size - 1, branch("r < h", [*assign(f"{top}[g]", "i + 1"), *assign("g", "g + 1")], []))
        run = [*assign("h", f"{loose}[i]"), *assign(f"{loose}[i]", "0"), *run]
        lines = [*self._count_cells(top, size, "g"), *repeat("i", 0, kinds - 1, branch(f"{loose}[i] > 0", run, []))]
        card = f"{under}[{size - 1} - i]"
        raised = [*assign(f"{top}[g]", card), *assign(card, "0"), *assign("g", "g + 1")]
        lines += repeat("i", 0, size - 1, branch(f"{card} > 0", raised, []))
        card = f"{top}[{size - 1} - i]"
        freed = [*assign(card, "0"), *assign(f"{loose}[f - 1]", f"{loose}[f - 1] + 1")]
        freed = branch(f"{card} {dialect.equal} f", freed, assign("h", "1"))
        lines += [*assign("f", f"{top}[g - 1]"), *assign("h", "0")]
        lines += repeat("i", 0, size - 1, branch(f"{card} > 0 {dialect.both} h {dialect.equal} 0", freed, []))
        counted = repeat("i", 0, kinds - 1, branch(f"{loose}[i] > 0", assign("f", "f + 1"), []))
        is_any_known = f"({top}[0] > 0 {dialect.either} {under}[0] > 0)"
        return [*assign("f", "0"), *counted, *branch(f"f < 2 {dialect.both} {is_any_known}", lines, [])]
