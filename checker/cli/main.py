"""The command line: one group, one file a command."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from checker.cli.check import check
from checker.cli.clauses import clauses
from checker.cli.pairs import pairs
from checker.cli.play import play
from checker.cli.scenes import scenes
from checker.cli.show import show
from checker.cli.table_options import refuse
from checker.system.lower_terms import BuildError
from kittens_dsl.problem.problem import Problem

PROGRAM = "kittens"
WITH_SOLVER = ("deal", "prove")
UNDETERMINED = 3


class LazyGroup(click.Group):
    """A group that imports some commands only when they are asked for: the solver takes a while to load.

    Rules that cannot be built are a mistake of the specification, whichever command builds them.
    """

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; exit code 2 with the place if the rules cannot become a transition system."""
        try:
            return super().invoke(ctx)
        except BuildError as error:
            refuse((Problem(error.code, str(error), span=error.span),))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, sorted."""
        return sorted([*super().list_commands(ctx), *WITH_SOLVER])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name in WITH_SOLVER:
            found = getattr(import_module(f"checker.cli.{cmd_name}"), cmd_name)
            assert isinstance(found, click.Command)
            return found
        return super().get_command(ctx, cmd_name)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=PROGRAM, prog_name=PROGRAM)
def commands() -> None:
    """Check the rules of a card game, written clause by clause in .kit files.

    Start with the command `check`.
    """


for command in (check, clauses, pairs, play, scenes, show):
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
