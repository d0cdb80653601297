"""Built objects and libraries by content, in the user's cache directory: whatever is wrong with it, nothing breaks.

An entry is one file: the SHA-256 of its contents, then the contents. It is written beside its place and moved there, so
a reader sees a whole entry or none; an entry whose contents do not match is not there.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from pathlib import Path

import platformdirs

from kittens_dsl.records import dataclass

DIGEST = hashlib.sha256().digest_size
STALE_SECONDS = 24 * 3600.0
MOST_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Cache:
    """A directory of entries. A directory that cannot be made or written to, or of another user, keeps nothing."""

    directory: Path

    def read(self, key: str) -> bytes | None:
        """The contents of an entry, or None."""
        try:
            if not self._is_ours():
                return None
            found = (self.directory / key).read_bytes()
        except OSError:
            return None
        contents = found[DIGEST:]
        return contents if hashlib.sha256(contents).digest() == found[:DIGEST] else None

    def write(self, key: str, contents: bytes) -> None:
        """Keep an entry if that is possible."""
        temporary: str | None = None
        try:
            self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._is_ours():
                return
            handle, temporary = tempfile.mkstemp(prefix="new-", dir=self.directory)
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(contents).digest() + contents)
            os.replace(temporary, self.directory / key)
        except OSError:
            if temporary is not None:
                _remove(Path(temporary))

    def prune(self, now: float | None = None) -> None:
        """Remove what killed builds left behind, and the oldest entries beyond the most bytes to keep."""
        now = time.time() if now is None else now
        try:
            if not self._is_ours():
                return
            entries = sorted(
                ((one.stat(), one) for one in self.directory.iterdir()), key=lambda pair: -pair[0].st_mtime
            )
        except OSError:
            return
        kept = 0
        for status, path in entries:
            kept += status.st_size
            is_left_behind = path.name.startswith("new-") and now - status.st_mtime > STALE_SECONDS
            if kept > MOST_BYTES or is_left_behind:
                _remove(path)

    def _is_ours(self) -> bool:
        """Whether nobody else could have put files there: ours, and not writable by others."""
        status = self.directory.stat()
        return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def _remove(path: Path) -> None:
    try:
        path.unlink()
    except OSError:
        return


def find_cache() -> Cache:
    """The cache of this user."""
    return Cache(Path(platformdirs.user_cache_dir("kittens", appauthor=False)) / "native")
