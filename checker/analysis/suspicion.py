"""Success is suspected: what never came to pass in the tables that were searched, and which kinds they lacked."""

from __future__ import annotations

from collections.abc import Sequence

from checker.analysis.check import TableResult
from checker.analysis.verdict import Verdict
from checker.system.build import find_play_event
from kittens_dsl.core.rules import Cannot, CannotPlay, PlayRule, ResponseRule, Rule, Rules, SingleCard
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Suspicions:
    """Names, each with its place where it has one. All of them speak of the searched tables only.

    never_fired: rules. never_taken: options and arms of rules that fired. never_played: kinds with a play or response
    rule that nobody could play. absent: kinds without a copy in any table. uncited: clauses that nothing cites.
    """

    never_fired: tuple[str, ...]
    never_taken: tuple[str, ...]
    never_played: tuple[str, ...]
    absent: tuple[str, ...]
    vacuous: tuple[str, ...]
    uncited: tuple[str, ...]

    def as_lists(self) -> dict[str, list[str]]:
        """The same for JSON."""
        return {
            "rules_never_fired": list(self.never_fired),
            "arms_never_taken": list(self.never_taken),
            "cards_never_played": list(self.never_played),
            "kinds_absent": list(self.absent),
            "vacuous_properties": list(self.vacuous),
            "uncited_clauses": list(self.uncited),
        }


def find_suspicions(rules: Rules, results: Sequence[TableResult], verdicts: Sequence[Verdict]) -> Suspicions:
    """What to doubt after some tables were searched."""
    fired: set[tuple[str, str]] = set()
    known: dict[tuple[str, str], bool] = {}
    for result in results:
        for number, point in enumerate(result.system.coverage):
            key = (point.origin.rule, point.words)
            known[key] = point.is_rule
            if result.machine.fired[number]:
                fired.add(key)
    happened = {rule for rule, _ in fired}
    alive = {one.name for result in results for one in result.system.rules.rules if not _forbids_plays(one, rules)}
    alive |= {step.name for result in results for step in result.system.rules.setup}
    present = {kind for result in results for kind in result.system.kinds}
    never_fired = [name for name in _in_order(rules) if name in alive and name not in happened]
    return Suspicions(
        never_fired=tuple(never_fired),
        never_taken=tuple(
            f"{rule}: {words}"
            for (rule, words), is_rule in known.items()
            if not is_rule and rule in happened and (rule, words) not in fired
        ),
        never_played=tuple(
            kind for rule in rules.rules if rule.name in never_fired and (kind := find_played_kind(rule)) is not None
        ),
        absent=tuple(kind.name for kind in rules.cards if kind.name not in present),
        vacuous=tuple(dict.fromkeys(one.name for one in verdicts if one.vacuous)),
        uncited=tuple(find_uncited(rules)),
    )


def _forbids_plays(rule: Rule, rules: Rules) -> bool:
    """Whether a rule keeps plays from being offered: it leaves no trace in a play."""
    return rule.attachment == Cannot(find_play_event(rules)) or isinstance(rule.attachment, CannotPlay)


def _in_order(rules: Rules) -> list[str]:
    return [step.name for step in rules.setup] + [rule.name for rule in rules.rules]


def find_uncited(rules: Rules) -> list[str]:
    """Clauses of the loaded boxes that no rule, ambiguity, property or scene cites and spec/open.kit does not list."""
    cited = set(cited_clauses(rules)) | set(rules.open_clauses)
    boxes = {box.name for box in rules.boxes}
    return [clause for clause, needed in rules.clause_boxes.items() if boxes.issuperset(needed) and clause not in cited]


def cited_clauses(rules: Rules) -> list[str]:
    """Every clause that something cites."""
    found: list[str] = []
    for group in (
        rules.boxes,
        rules.kinds,
        rules.zones,
        rules.counters,
        rules.statuses,
        rules.tokens,
        rules.events,
        rules.ambiguities,
        rules.rules,
        rules.setup,
        rules.rulings,
        rules.properties,
        rules.scenes,
    ):
        for one in group:
            found.extend(one.clauses)
    for ambiguity in rules.ambiguities:
        for _, _, clauses in ambiguity.readings:
            found.extend(clauses)
    return found


def find_played_kind(rule: Rule) -> str | None:
    """The kind of card that a rule lets a player play by itself."""
    match rule.attachment:
        case PlayRule(SingleCard(kind)) | ResponseRule(kind):
            return kind
        case _:
            return None
