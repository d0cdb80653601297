"""Which C compiler to use, and running it: cc, gcc, clang, tcc, then the `ziglang` wheel."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from kittens_dsl.records import dataclass

CANDIDATES = ("cc", "gcc", "clang", "tcc")
CHOICE = "NATIVE_CC"
SECONDS = 300


class NativeUnavailable(Exception):
    """Why there is no native explorer here, in one line: the caller goes on with the machine and says so."""


@dataclass(frozen=True, slots=True)
class Compiler:
    """A compiler that works: how it is called, what it calls itself, and its flags for this processor."""

    command: tuple[str, ...]
    version: str
    flags: tuple[str, ...]

    def compile(self, source: Path, target: Path, level: str) -> None:
        """One translation unit to an object. NativeUnavailable with the first line of its complaint."""
        _run([*self.command, "-std=gnu11", level, *self.flags, "-fPIC", "-c", "-o", str(target), str(source)])

    def link(self, objects: Sequence[Path], target: Path) -> None:
        """Objects to a shared library."""
        threads = () if self.is_tcc else ("-pthread",)
        _run([*self.command, "-shared", *threads, "-o", str(target), *(str(one) for one in objects)])

    @property
    def is_tcc(self) -> bool:
        """Whether it is the one that knows few options."""
        return _is_tcc(self.command)

    @property
    def identity(self) -> str:
        """What a cached object depends on beside its text."""
        return "\n".join((*self.command, self.version, *self.flags))


def find_compiler(environment: Mapping[str, str] = os.environ) -> Compiler:
    """The compiler named by NATIVE_CC, else the first one there is. NativeUnavailable if there is none."""
    if sys.byteorder != "little":
        raise NativeUnavailable("packed states are written for little-endian machines only")
    wanted = environment.get(CHOICE)
    for name in [wanted] if wanted else CANDIDATES:
        path = shutil.which(name, path=environment.get("PATH"))
        if path is not None:
            return _examine((path,))
    if wanted:
        raise NativeUnavailable(f"there is no compiler {wanted!r} ({CHOICE})")
    if importlib.util.find_spec("ziglang") is not None:
        return _examine((sys.executable, "-m", "ziglang", "cc"))
    raise NativeUnavailable(f"no C compiler: none of {', '.join(CANDIDATES)} on the path, and no ziglang wheel")


def _examine(command: tuple[str, ...]) -> Compiler:
    is_tcc = _is_tcc(command)
    version = _run([*command, "-v" if is_tcc else "--version"])
    return Compiler(command, version, () if is_tcc else _processor_flags())


def _is_tcc(command: tuple[str, ...]) -> bool:
    return Path(command[0]).name.startswith("tcc")


def _processor_flags() -> tuple[str, ...]:
    """The one extension that packing is faster with. Part of every key, so a shared home directory does no harm."""
    try:
        words = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").split()
    except OSError:
        return ()
    return ("-mbmi2",) if "bmi2" in words else ()


def _run(command: Sequence[str]) -> str:
    """The output of a command. NativeUnavailable if it cannot be started, fails, or does not end."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NativeUnavailable(f"the compiler {command[0]} cannot be run: {error}") from error
    if done.returncode:
        complaint = next((line for line in done.stderr.splitlines() if "error" in line), done.stderr.strip()[:200])
        raise NativeUnavailable(f"the compiler {command[0]} failed with exit code {done.returncode}: {complaint}")
    return done.stdout + done.stderr
