"""The options of commands that search: which engine, and with how many threads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import click

from checker.analysis.engine import Engine, EngineName
from checker.cli.table_options import parse_bytes, refuse_ignored
from checker.native import Keeping

Command = TypeVar("Command", bound=Callable[..., None])


def engine_option(command: Command) -> Command:
    """Add the choice of an engine to a command."""
    return click.option(
        "--engine",
        type=click.Choice(["auto", "native", "machine"]),
        default="auto",
        help="The machine (plain Python), the same rules compiled by a C compiler, or what is quicker.",
    )(command)


def read_engine(values: dict[str, object]) -> Engine:
    """The chosen engine, where nothing else can be said of it."""
    return Engine(cast(EngineName, values["engine"]))  # one of the choices of the option


def engine_options(command: Command) -> Command:
    """Add the options of an engine to a command."""
    options = [
        engine_option,
        click.option(
            "--threads", type=click.IntRange(1, 64), default=1, help="Of the native engine: same answers, sooner."
        ),
        click.option(
            "--checkpoint",
            type=click.Path(path_type=Path, file_okay=False),
            help="Keep native searches in this folder, and go on from what is there.",
        ),
        click.option("--disk-limit", default="", help="How large one kept search may become, such as 20G."),
        click.option(
            "--lossy",
            is_flag=True,
            help="Native, in less memory: may take two points for one; nothing holds then, violations stay true.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def read_engine_options(values: dict[str, object]) -> Engine:
    """The options as data."""
    lossy = bool(values["lossy"])
    name = cast(EngineName, values["engine"])  # one of the choices of the option
    threads, directory = values["threads"], values["checkpoint"]
    assert isinstance(threads, int)
    if name == "machine":
        refuse_ignored(("threads",), "the machine has one thread")
    most_bytes = parse_bytes(str(values["disk_limit"]))
    if directory is None:
        if most_bytes is not None:
            raise click.UsageError("--disk-limit is of searches that are kept: name a folder by --checkpoint")
        if lossy and name == "machine":
            raise click.UsageError("the machine is exact: leave out --engine machine, or --lossy")
        return Engine(name, threads, lossy=lossy)
    if name == "machine":
        raise click.UsageError("the machine keeps no searches: leave out --engine machine, or --checkpoint")
    if lossy:
        raise click.UsageError("a lossy search cannot be kept: leave out --lossy, or --checkpoint")
    assert isinstance(directory, Path)
    return Engine(name, threads, Keeping(directory, most_bytes))
