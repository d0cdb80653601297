"""The command line: one group, one file a command."""

from __future__ import annotations

import os
import sys

import click

from checker.cli.check import check
from checker.cli.clauses import clauses
from checker.cli.play import play
from checker.cli.scenes import scenes
from checker.cli.show import show

PROGRAM = "kittens"
UNDETERMINED = 3


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=PROGRAM, prog_name=PROGRAM)
def commands() -> None:
    """Check the rules of a card game, written clause by clause in .kit files.

    Start with the command `check`.
    """


for command in (check, clauses, play, scenes, show):
    commands.add_command(command)


def main() -> None:
    """Run the command line. Ctrl-C ends it undetermined (3); a closed pipe ends it quietly."""
    try:
        result = commands.main(prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted: nothing is determined", err=True)
        sys.exit(UNDETERMINED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(result if isinstance(result, int) else 0)
