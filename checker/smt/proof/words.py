"""A failing obligation in card words: what lies where, who acts, which decision, what is broken."""

from __future__ import annotations

from checker.smt.certificate.cases import Group
from checker.smt.counts.commands import CountSystem, is_agenda, post_values
from checker.smt.counts.linear import GLOBAL, NO_KIND, PLAYERS, SUM, Constraint, Count, holder_name
from checker.smt.proof.demand import Failure

NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin")


def tell_failure(counted: CountSystem, failure: Failure) -> tuple[str, ...]:
    """The situation, the step, and what does not hold after it; one line each."""
    values = failure.values
    lines = [f"{values.get(PLAYERS, 2)} players at the table"]
    lines += [_situation(counted, holder, failure) for holder in sorted(_holders(failure))]
    command = failure.group.command
    if command is not None:
        saved = ", ".join(f"{local.split('.')[0]} is {_name(actor)}" for local, actor in command.top.seats)
        lines.append(f"decision: {command.examples[0]}{f' ({saved})' if saved else ''}")
        if command.ending in ("won", "stopped"):
            faults = sorted({counted.system.faults[one].words for one in command.faults})
            fault = f": {faults[0]}" if faults else ""
            lines.append(f"the play is then {command.ending}{fault}")
        lines += _changes(counted, failure)
    else:
        lines.append(failure.group.name)
    lines += [f"then this fails: {_say(counted, name)}" for name in broken_goals(failure.group, values)]
    return tuple(line for line in lines if line)


def broken_goals(group: Group, values: dict[Count, int]) -> tuple[str, ...]:
    """The names of the goals that some counts break."""
    return tuple(name for name, goal in group.goals if not goal.holds(values))


def _holders(failure: Failure) -> set[int]:
    return {count.holder for count in failure.values if count.holder >= 0} | {GLOBAL}


def _name(holder: int) -> str:
    return NAMES[holder] if holder < len(NAMES) else f"player {holder_name(holder)}"


def _situation(counted: CountSystem, holder: int, failure: Failure) -> str:
    parts: list[str] = []
    for count, value in sorted(failure.values.items()):
        if count.holder != holder or is_agenda(count) or not value or not count.name.startswith("zone "):
            continue
        parts.append(f"{value} {counted.class_names[count.kind]} in {count.name.removeprefix('zone ')}")
    for count, value in sorted(failure.values.items()):
        plain = count.holder == holder and count.kind == NO_KIND and not is_agenda(count)
        if plain and holder >= 0 and not count.name.startswith("zone ") and "#" not in count.name:
            parts.append(f"{count.name}: {value}")
    whose = "on the table" if holder == GLOBAL else _name(holder)
    return f"{whose}: {', '.join(parts)}" if parts else ""


def _changes(counted: CountSystem, failure: Failure) -> list[str]:
    assert failure.group.command is not None
    lines: list[str] = []
    values = dict(failure.values)
    counts = [count for count, _ in failure.group.command.updates if count.holder != SUM and not is_agenda(count)]
    after = post_values(failure.group.command, counts)
    for count in sorted(after):
        new = Constraint(after[count]).linear
        values |= {one: 0 for one, _ in new.terms if one not in values}
        old, now = values.get(count, 0), new.evaluate(values)
        if old != now:
            kind = "" if count.kind == NO_KIND else f"{counted.class_names[count.kind]} in "
            whose = "" if count.holder == GLOBAL else f" of {_name(count.holder)}"
            lines.append(f"  {kind}{count.name.removeprefix('zone ')}{whose}: {old} becomes {now}")
    return lines


def _say(counted: CountSystem, name: str) -> str:
    if name == "never":
        return "the property"
    return name_classes(counted, name.split(" | ")[-1])


def name_classes(counted: CountSystem, said: str) -> str:
    """Words about counts, with classes of kinds by their names."""
    for number, words in enumerate(counted.class_names):
        said = said.replace(f"[{number}]", f"({words})")
    return said
