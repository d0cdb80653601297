"""One ambiguity, every reading: a run of the tables under each, and each pair of readings compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations

from checker.analysis.check import leave_open
from checker.analysis.findings import INTERRUPTED
from checker.analysis.plan import Job, Request, Run, exit_code, plan_jobs, run_jobs
from checker.analysis.readings import Comparison, PairResult, compare_on_decks
from checker.analysis.verdict import Verdict, combine_families
from checker.model import Progress
from kittens_dsl.core.rules import Ambiguity, Rules
from kittens_dsl.problem.problem import Problem
from kittens_dsl.records import dataclass

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ReadingsResult:
    """What became of an ambiguity: a run for each reading, a comparison for each pair, both in declared order."""

    ambiguity: Ambiguity
    runs: Mapping[str, Run]
    pairs: Mapping[Pair, PairResult]

    @property
    def is_interrupted(self) -> bool:
        """Whether an interrupt left something out."""
        comparisons = [pair.comparison for pair in self.pairs.values()]
        return any(run.is_interrupted for run in self.runs.values()) or any(
            one.limit == INTERRUPTED for one in comparisons
        )

    @property
    def exit_code(self) -> int:
        """1 if something is not as expected under some reading, 3 if something is undetermined, else 0."""
        codes = {exit_code(run.verdicts) for run in self.runs.values()}
        comparisons = [pair.comparison for pair in self.pairs.values()]
        if 1 in codes:
            return 1
        is_open = any(one.difference is None and one.limit is not None for one in comparisons)
        return 3 if is_open or 3 in codes else 0


def run_ambiguity(
    rules: Rules, request: Request, ambiguity: Ambiguity, report: Callable[[Job, Progress], None]
) -> ReadingsResult | tuple[Problem, ...]:
    """Run every reading and compare every pair. After an interrupt, what is left is undetermined."""
    runs: dict[str, Run] = {}
    names = [name for name, _, _ in ambiguity.readings]
    is_interrupted = False
    for reading in names:
        wanted = replace(request, readings={**request.readings, ambiguity.name: reading}, fixed=True)
        jobs = plan_jobs(rules, wanted)
        problems = tuple(one for one in jobs if isinstance(one, Problem))
        if problems:
            return problems
        tables = [one for one in jobs if isinstance(one, Job)]
        if is_interrupted:
            left = tuple(one for job in tables for one in leave_open(rules, job.table, job.asked))
            runs[reading] = Run((), left)
            continue
        run = run_jobs(rules, tables, request.bounds, report, request.engine)
        if isinstance(run, Problem):
            return (run,)
        runs[reading] = run
        is_interrupted = run.is_interrupted
    pairs: dict[Pair, PairResult] = {}
    for pair in combinations(names, 2):
        if is_interrupted:
            pairs[pair] = PairResult((), Comparison(None, 0, INTERRUPTED))
            continue
        pairs[pair] = compare_on_decks(rules, request, ambiguity.name, pair)
        is_interrupted = pairs[pair].comparison.limit == INTERRUPTED
    return ReadingsResult(ambiguity, runs, pairs)


def list_rows(result: ReadingsResult) -> dict[str, dict[str, Verdict | None]]:
    """Each form of each property on each scope, by its words, with its verdict under each reading (None: not asked)."""
    rows: dict[str, dict[str, Verdict | None]] = {}
    for reading, run in result.runs.items():
        seen: dict[str, int] = {}
        for one in combine_families(run.verdicts):
            key = f"{one.name}, {one.label}, {one.table.players} players, {one.table.scope.name}"
            seen[key] = seen.get(key, 0) + 1
            key += f": {one.condition}" if seen[key] > 1 else ""
            rows.setdefault(key, dict.fromkeys(result.runs))[reading] = one
    return rows
