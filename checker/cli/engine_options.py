"""The options of commands that search: which engine, and with how many threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import click

from checker.analysis.engine import Engine, EngineName

Command = TypeVar("Command", bound=Callable[..., None])


def engine_options(command: Command) -> Command:
    """Add the options of an engine to a command."""
    options = [
        click.option(
            "--engine",
            type=click.Choice(["auto", "native", "machine"]),
            default="auto",
            help="The machine (plain Python), the same rules compiled by a C compiler, or what is quicker.",
        ),
        click.option(
            "--threads", type=click.IntRange(1, 64), default=1, help="Of the native engine: same answers, sooner."
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def read_engine_options(values: dict[str, object]) -> Engine:
    """The options as data."""
    threads = values["threads"]
    assert isinstance(threads, int)
    return Engine(cast(EngineName, values["engine"]), threads)
