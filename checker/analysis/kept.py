"""Rows of a long run in a file, a line each: what a run begun again does not search a second time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from checker.analysis.pairs import PairRow
from checker.analysis.plan import Request
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.show import show_rules
from kittens_dsl.records import dataclass


class _Line(msgspec.Struct):
    """A row, and the digest of what it is the row of."""

    digest: str
    row: PairRow


@dataclass(frozen=True, slots=True)
class KeptRows:
    """A file of rows; those of other rules, readings or limits are left alone. OSError if it cannot be used."""

    path: Path
    digest: str

    def read(self) -> Iterator[PairRow]:
        """The rows of an earlier run; none if there is no file."""
        if not self.path.exists():
            return
        for text in self.path.read_bytes().splitlines():
            try:
                line = msgspec.json.decode(text, type=_Line)
            except msgspec.DecodeError:
                continue  # cut off by a run that was killed
            if line.digest == self.digest:
                yield line.row

    def add(self, row: PairRow) -> None:
        """Write a row at the end, on a line of its own whatever stands there."""
        with self.path.open("ab+") as file:
            if file.tell() > 0:
                file.seek(-1, 2)
                torn = file.read(1) != b"\n"
                file.write(b"\n" * torn)
            file.write(msgspec.json.encode(_Line(self.digest, row)) + b"\n")


def keep_rows(path: Path, rules: Rules, request: Request) -> KeptRows:
    """The rows of these rules, readings and limits in a file."""
    said = (show_rules(rules), sorted(request.readings.items()), request.pile, request.bounds)
    return KeptRows(path, hashlib.sha256(repr(said).encode()).hexdigest())
