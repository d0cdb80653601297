"""The console of every command: as wide as the terminal; into a pipe, lines are never broken."""

from __future__ import annotations

import sys

from rich.console import Console

PIPE_WIDTH = 200


class _PipedConsole(Console):
    """A console that leaves it to the program what a reader that has gone means: rich would end with code 1."""

    def on_broken_pipe(self) -> None:
        """Pass the error on."""
        raise BrokenPipeError


def make_console() -> Console:
    """A console for standard output."""
    return _PipedConsole(soft_wrap=True, width=None if sys.stdout.isatty() else PIPE_WIDTH)
