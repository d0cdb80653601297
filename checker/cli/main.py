"""The command line: `kittens COMMAND`."""

from __future__ import annotations

import sys

import click

from checker.cli.check import check
from checker.cli.clauses import clauses
from checker.cli.play import play
from checker.cli.scenes import scenes
from checker.cli.show import show


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kittens")
def kittens() -> None:
    """Check the rules of a card game, written clause by clause in .kit files.

    Start with: kittens check
    """


for command in (check, clauses, play, scenes, show):
    kittens.add_command(command)


def main() -> None:
    """Run the command line; a broken pipe and Ctrl-C end it quietly."""
    try:
        kittens(prog_name="kittens")
    except BrokenPipeError:
        sys.exit(0)
