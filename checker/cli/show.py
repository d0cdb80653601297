"""`kittens show`: what the program makes of the specification."""

from __future__ import annotations

import click

from checker.cli.table_options import load, read_table_options, spec_options
from checker.report.console import make_console
from kittens_dsl.core.show import show_rules


@click.command()
@spec_options
@click.option("--core", is_flag=True, help="The core language: every rule as the checker reads it.")
def show(core: bool, **values: object) -> None:
    """Print the rules of the loaded boxes: names and clauses, or (--core) what each rule does."""
    rules, _ = load(read_table_options(values))
    if core:
        click.echo(show_rules(rules))
        return
    console = make_console()
    for rule in rules.rules:
        place = f"{rule.span.source.rsplit('/', 1)[-1]}:{rule.span.start_line}"
        console.print(f"{rule.name:28} {place:24} {', '.join(rule.clauses)}")
    for one in rules.ambiguities:
        console.print(f"\nambiguity {one.name}: {one.question}")
        for name, words, clauses in one.readings:
            mark = "*" if name == one.default else " "
            console.print(f"  {mark} {name}: {words} [{', '.join(clauses)}]")
