"""The command line: one group, one file a command."""

from __future__ import annotations

import sys

import click

from checker.cli.check import check
from checker.cli.clauses import clauses
from checker.cli.play import play
from checker.cli.scenes import scenes
from checker.cli.show import show

PROGRAM = "kittens"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=PROGRAM, prog_name=PROGRAM)
def commands() -> None:
    """Check the rules of a card game, written clause by clause in .kit files.

    Start with the command `check`.
    """


for command in (check, clauses, play, scenes, show):
    commands.add_command(command)


def main() -> None:
    """Run the command line; a closed pipe ends it quietly."""
    try:
        commands(prog_name=PROGRAM)
    except BrokenPipeError:
        sys.exit(0)
