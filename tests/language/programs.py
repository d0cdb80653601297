"""The small programs and what is expected of them. Run as a module, it writes the expectations: then read the diff."""

from pathlib import Path

from kittens_dsl.core.show import show_rules
from kittens_dsl.driver import Loaded, load_rules
from kittens_dsl.quote.quote import quote_problems

HERE = Path(__file__).resolve().parent
SUFFIX = ".expected"


def list_programs(folder: str) -> list[Path]:
    """The programs of `bad` or `good`."""
    return sorted((HERE / folder).glob("*.kit"))


def quote_loaded(loaded: Loaded, program: Path) -> str:
    """The problems as they are shown, the program called by its name alone, whatever the checkout is called."""
    quoted = quote_problems(loaded.problems, loaded.sources.get)
    return quoted.replace(program.as_posix(), program.name)


def run_program(program: Path) -> str:
    """What is expected of a program: the problems of a bad one, the core of a good one."""
    loaded = load_rules(program)
    if loaded.rules is None or loaded.problems:
        return quote_loaded(loaded, program) + "\n"
    return show_rules(loaded.rules) + "\n"


def write_expectations() -> None:
    """Write what every program gives now beside it."""
    for program in (*list_programs("bad"), *list_programs("good")):
        program.with_suffix(SUFFIX).write_text(run_program(program), encoding="utf-8")


if __name__ == "__main__":
    write_expectations()
