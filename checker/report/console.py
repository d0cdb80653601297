"""The console of every command: as wide as the terminal; into a pipe, lines are never broken."""

from __future__ import annotations

import sys

from rich.console import Console

PIPE_WIDTH = 200


def make_console() -> Console:
    """A console for standard output."""
    return Console(soft_wrap=True) if sys.stdout.isatty() else Console(soft_wrap=True, width=PIPE_WIDTH)
