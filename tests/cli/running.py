"""Commands run in this process, as a user would."""

from __future__ import annotations

from click.testing import CliRunner, Result

from checker.cli.main import commands


def run(*arguments: str, answers: str | None = None) -> Result:
    """Run a command; an exception that is not an exit is an error of ours and fails the test."""
    result = CliRunner().invoke(commands, list(arguments), input=answers)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    return result
