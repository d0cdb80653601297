"""The command line: one group, one file a command."""

from __future__ import annotations

import gc
import io
import os
import sys
from importlib import import_module

import click

PROGRAM = "kittens"
COMMANDS = {
    "check": "Search small tables of the game and say of every property whether it holds.",
    "clauses": "Print clause -> rules -> scenes and tension -> decision -> scenes.",
    "deal": "Ask of setup alone: can it be carried out with the printed cards, for so many players and decks?",
    "invariants": "Give every numbered invariant a verdict for every set of boxes: the worst of its properties, "
    "players and decks.",
    "pairs": "Put every two kinds of cards into a small deck and search it.",
    "play": "Step through a game: every decision is yours, chance can be left to chance.",
    "prove": "Prove properties for any number of players and any card totals (no scope, no search).",
    "scenes": "Play the scenes of the specification: a situation, decisions, and what must then hold.",
    "show": "Print the rules of the loaded boxes: names and clauses, or (--core) what each rule does.",
}
"""The commands, and what the list of them says of each."""
WRONG_INPUT = 2
UNDETERMINED = 3
READER_GONE = 141
"""What a shell says of a program that ended because nobody reads its output any more: 128 and the signal's number."""


class ReaderGoneError(Exception):
    """Whoever read the output has closed it: not an OSError, of which click would make exit code 1, a violation."""


class UnwritableError(click.ClickException):
    """A file, a folder or the output could not be read or written, as the operating system says."""

    exit_code = WRONG_INPUT

    def __init__(self, error: OSError) -> None:
        where = f"{error.filename}: " if error.filename is not None else "the output: "
        super().__init__(where + (error.strerror or type(error).__name__))


class LazyGroup(click.Group):
    """A group that imports a command only when it is asked for: loading all of them takes longer than a small search.

    Rules that cannot be built are a mistake of the specification, whichever command builds them.
    """

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: object
    ) -> click.Context:
        """Read the arguments; click shows its own help meanwhile."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except BrokenPipeError as error:
            raise ReaderGoneError from error

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; exit code 2 with the place if the rules cannot become a transition system."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ReaderGoneError from error
        except OSError as error:
            raise UnwritableError(error) from error
        except Exception as error:
            _refuse_rules(error)
            raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, sorted."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"checker.cli.{cmd_name}"), cmd_name)
        assert isinstance(found, click.Command)
        return found


def _refuse_rules(error: Exception) -> None:
    """Exit with the words of an error that says that rules cannot be built."""
    from checker.cli.table_options import refuse
    from checker.system.lower_terms import BuildError
    from kittens_dsl.problem.problem import Problem

    if isinstance(error, BuildError):
        refuse((Problem(error.code, str(error), span=error.span),))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=PROGRAM, prog_name=PROGRAM)
def commands() -> None:
    """Check the rules of a card game, written clause by clause in .kit files.

    Start with the command `check`.
    """


def main() -> None:
    """Run the command line. Ctrl-C ends it undetermined (3); a closed pipe ends it quietly (141).

    No garbage is looked for until the rules are loaded: what is made by then stays to the end, and it is a lot. Nor at
    the end, when everything goes with the process.
    """
    gc.disable()
    _buffer_output()
    try:
        result = _run()
    except click.ClickException as error:
        error.show()
        _flush_or_drop()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted: nothing is determined", err=True)
        sys.exit(UNDETERMINED)
    except ReaderGoneError:
        _drop_output()
        sys.exit(READER_GONE)
    finally:
        gc.freeze()
    sys.exit(result if isinstance(result, int) else 0)


def _run() -> object:
    try:
        result = commands.main(prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError as error:
        raise ReaderGoneError from error
    except OSError as error:
        raise UnwritableError(error) from error
    return result


def _buffer_output() -> None:
    """An output without a buffer drops what a pipe has no room for, without an error: give it one, line by line."""
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(sys.stdout.buffer, io.RawIOBase):
        raw, encoding, errors = sys.stdout.buffer, sys.stdout.encoding, sys.stdout.errors
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors, line_buffering=True)


def _flush_or_drop() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        _drop_output()


def _drop_output() -> None:
    """What is still to be written goes nowhere: Python would complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
