"""A search kept in files: whatever ends the process, another one goes on from the last checkpoint to the same end.

A directory holds one search: `states`, `parents` and `agendas` only ever grow; `standing.json`, a checksum before it,
says how much of them counts and replaces the one before in a single step. Rows behind that are of a checkpoint that was
not finished.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

import msgspec

from checker.native.build import Printed, Sizes
from checker.native.library import Library
from kittens_dsl.records import dataclass, field

if sys.platform != "win32":
    import fcntl

VERSION = 1
ROWS = 1 << 16
PARENT_BYTES = 4


class CheckpointError(Exception):
    """What is wrong with the files of a kept search, in words for the user."""


class DiskFull(Exception):
    """The files may not, or cannot, grow any more. What was written before still counts."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where searches are kept (each in a folder of its own), how often, and how large one may become."""

    directory: Path
    most_bytes: int | None = None
    seconds: float = 30.0


class KeptStanding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """standing.json: how much of the files counts, and where the search stood."""

    version: int
    text: str
    agenda: int
    more_words: int
    states: int
    agendas: int
    agenda_bytes: int
    agenda_digest: str
    transitions: int
    deadlock: int
    expanded: int
    depth: int
    level_begin: int
    level_end: int
    digest: int
    hits: list[tuple[int, int, int, int]]
    fired: str


@dataclass(slots=True)
class Checkpoint:
    """The files of one search, open and locked; `standing` is the last that was written, None at the beginning."""

    directory: Path
    most_bytes: int | None
    standing: KeptStanding | None
    _lock: IO[bytes] = field(repr=False)

    # ---- out
    def save(self, library: Library, standing: KeptStanding) -> None:
        """Append what is new, then replace the standing. DiskFull if there is no room for it."""
        old_states = 0 if self.standing is None else self.standing.states
        old_bytes = 0 if self.standing is None else self.standing.agenda_bytes
        width = library.row_bytes
        every = b"".join(_frame(library.agenda(number)) for number in range(standing.agendas))
        agendas = every[old_bytes:]
        standing = msgspec.structs.replace(standing, agenda_bytes=len(every), agenda_digest=_digest(every))
        size = standing.states * (width + PARENT_BYTES) + standing.agenda_bytes
        if self.most_bytes is not None and size > self.most_bytes:
            raise DiskFull(f"{size:,} bytes are more than {self.most_bytes:,}")
        try:
            self._append("agendas", old_bytes, [agendas])
            with self._open("states", old_states * width) as states, self._open("parents", old_states * 4) as parents:
                for begin in range(old_states, standing.states, ROWS):
                    rows, numbers = library.rows(begin, min(ROWS, standing.states - begin))
                    states.write(rows)
                    parents.write(numbers)
                _flush(states)
                _flush(parents)
            contents = msgspec.json.encode(standing)
            self._append("standing.new", 0, [_digest(contents).encode(), b"\n", contents])
            os.replace(self.directory / "standing.new", self.directory / "standing.json")
        except OSError as error:
            raise DiskFull(f"the search cannot be kept: {error}") from error
        self.standing = standing

    def forget(self) -> None:
        """Begin anew."""
        self.standing = None
        (self.directory / "standing.json").unlink(missing_ok=True)

    def _open(self, name: str, size: int) -> IO[bytes]:
        """A file cut down to what counts, at its end."""
        file = open(self.directory / name, "ab", buffering=0)  # noqa: SIM115  # the caller closes it
        file.truncate(size)
        return file

    def _append(self, name: str, size: int, parts: Sequence[bytes]) -> None:
        with self._open(name, size) as file:
            for part in parts:
                file.write(part)
            _flush(file)

    # ---- in
    def load(self, library: Library, printed: Printed) -> KeptStanding:
        """Put everything that counts into the library. CheckpointError if it is not what was written."""
        standing = self.standing
        assert standing is not None
        if standing.text != name_text(printed):
            raise CheckpointError(f"{self.directory} was written by another version of the program")
        try:
            contents = (self.directory / "agendas").read_bytes()[: standing.agenda_bytes]
            if _digest(contents) != standing.agenda_digest:
                raise CheckpointError(f"{self.directory} is damaged: its agendas are not those that were written")
            self._load_agendas(library, contents)
            library.expect_states(standing.states)
            with open(self.directory / "states", "rb") as states, open(self.directory / "parents", "rb") as parents:
                for begin in range(0, standing.states, ROWS):
                    number = min(ROWS, standing.states - begin)
                    rows, numbers = states.read(number * library.row_bytes), parents.read(number * PARENT_BYTES)
                    is_whole = len(rows) == number * library.row_bytes and len(numbers) == number * PARENT_BYTES
                    if not is_whole or library.load_rows(rows, numbers, number) != number:
                        raise CheckpointError(f"{self.directory} is damaged at state {begin:,} or behind it")
        except OSError as error:
            raise CheckpointError(f"{self.directory} cannot be read: {error}") from error
        if library.totals().digest != standing.digest:
            raise CheckpointError(f"{self.directory} is damaged: its states are not those that were written")
        library.restore(standing.transitions, standing.deadlock, standing.expanded, standing.hits)
        library.set_fired(bytes.fromhex(standing.fired))
        return standing

    def _load_agendas(self, library: Library, contents: bytes) -> None:
        at = 0
        while at < len(contents):
            end = at + 2 + int.from_bytes(contents[at : at + 2], "little")
            library.load_agenda(contents[at + 2 : end])
            at = end

    def close(self) -> None:
        """Let another process have the directory."""
        self._lock.close()

    def sizes(self, sizes: Sizes) -> Sizes:
        """The sizes that the search had grown to."""
        if self.standing is None:
            return sizes
        return replace(sizes, agenda=self.standing.agenda, more_words=self.standing.more_words)


def name_text(printed: Printed) -> str:
    """The name of everything that numbers of states depend on."""
    return hashlib.sha256("\n".join(unit.text for unit in printed.units).encode()).hexdigest()


def name_search(printed: Printed, starts: Sequence[tuple[bytes, int]], stop_when: int) -> str:
    """The folder of a search: one for each System, set of start states and monitors to stop for."""
    return hashlib.sha256(repr((name_text(printed), list(starts), stop_when)).encode()).hexdigest()[:16]


def open_checkpoint(keeping: Keeping, name: str) -> Checkpoint:
    """The files of a search by its name. CheckpointError if they cannot be used, or another process uses them."""
    directory = keeping.directory / name
    try:
        directory.mkdir(parents=True, exist_ok=True)
        lock = open(directory / "lock", "ab")  # noqa: SIM115  # held until close
    except OSError as error:
        raise CheckpointError(f"{directory} cannot be written: {error}") from error
    try:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return Checkpoint(directory, keeping.most_bytes, _read_standing(directory), lock)
    except BlockingIOError as error:
        lock.close()
        raise CheckpointError(f"another process keeps its search in {directory}") from error
    except BaseException:
        lock.close()
        raise


def _read_standing(directory: Path) -> KeptStanding | None:
    try:
        digest, _, contents = (directory / "standing.json").read_bytes().partition(b"\n")
        if digest.decode("ascii", "replace") != _digest(contents):
            raise CheckpointError(f"{directory / 'standing.json'} is damaged")
        found = msgspec.json.decode(contents, type=KeptStanding)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise CheckpointError(f"{directory / 'standing.json'} cannot be read: {error}") from error
    if found.version != VERSION:
        raise CheckpointError(f"{directory} was written by another version of the program")
    return found


def _frame(agenda: bytes) -> bytes:
    return len(agenda).to_bytes(2, "little") + agenda


def _digest(contents: bytes) -> str:
    return hashlib.sha256(contents).hexdigest()


def _flush(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())
