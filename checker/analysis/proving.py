"""Proving properties at full size: any number of players and card totals; certified, checked again, confirmed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from checker.analysis.check import SILENT_RULE, STUCK_RULE
from checker.analysis.ending import goals_of_winning, put_together
from checker.analysis.overlapping import find_overlaps
from checker.analysis.refining import Refining, refine_once
from checker.analysis.refuting import SECONDS, Refutation, Tables, refute
from checker.analysis.verifying import BUILT_IN, FINITE, MODES, UNIFORM, FullSize, find_form, say_premises
from checker.smt.candidates.lemmas import named_lemmas
from checker.smt.certificate.certificate import print_certificate
from checker.smt.certificate.rank_certificate import print_rank, verify_rank
from checker.smt.certificate.verify import Checked, verify_certificate
from checker.smt.counts.family import Counting, Family, count_family, property_hits
from checker.smt.counts.refused import NotCounted
from checker.smt.proof.confirm import Confirmation, confirm_certificate
from checker.smt.proof.demand import Demand, gather
from checker.smt.proof.find_rank import find_rank
from checker.smt.proof.prove import ProofResult, prove_property
from checker.smt.proof.words import tell_failure
from checker.smt.questions.overlaps import Overlap
from checker.smt.questions.questions import Answers, ask_questions
from checker.system.ir import Known
from checker.system.system import Monitor, System

BUILT_IN_FORMS = tuple(Monitor(rule, rule.forms[0], Known(False), False) for rule in (STUCK_RULE, SILENT_RULE))


@dataclass(frozen=True, slots=True)
class Proof:
    """What became of proving one form of one property.

    outcome: 'proved' only if start, every step, the property, the solver-free check of the certificate and cvc5 agree;
    'refuted' only with a play of a real deal that was replayed; otherwise 'undetermined'.
    """

    property: str
    form: str
    which: int
    clauses: tuple[str, ...]
    outcome: str
    words: str
    obligations: int
    invariants: tuple[str, ...]
    unseen: tuple[str, ...]
    failure: tuple[str, ...]
    certificate: str
    seconds: float
    refutation: Refutation | None = None


@dataclass(frozen=True, slots=True)
class Prover:
    """Proves properties of one specification under some readings; what is learned is shared between properties.

    seconds: of processor time, for all searches for plays that refute together; they come after the proofs. tables:
    where plays are looked for.
    """

    game: FullSize
    seconds: float = SECONDS
    tables: Tables = field(default_factory=Tables)

    def run(self, only: frozenset[str] | None, report: Callable[[str], None]) -> tuple[Proof, ...]:
        """Try every form of every property (of `only`) that speaks of points; one model for all of them."""
        report("counting the commands of the rules")
        try:
            family = count_family(self.game.build, single=self.game.named_kinds())
        except NotCounted as error:
            return (_undetermined(str(error)),)
        forms = self._forms(only)
        finders = [find_form(one) for one in forms]
        if forms:
            report("looking for invariants")
        hits = [hit for find in finders for hit in property_hits(family, find)]
        goals = [one for one in goals_of_winning(self.game.build(2)) if only is None or _name(one) in only]
        demand = gather(family, hits)
        again = Counting(self.game.build)  # what is checked is derived once more, for all certificates
        refining = Refining(self.game, tuple(finders))
        proofs = [self._prove_ending(family, again)] if goals or only is None or FINITE in only else []
        first = len(proofs)
        for form, find in zip(forms, finders, strict=True):
            report(_say(form))
            proofs.append(self._prove(family, demand, form, find, again, refining))
            report(f"{_say(form)}: {proofs[-1].outcome}")
        tried = [(first + number, form) for number, form in enumerate(forms) if proofs[first + number].failure]
        for goal in goals:
            report(_say(goal))
            whole = self._prove_goal(demand, goal, proofs[0].outcome)
            if whole.failure:
                tried.append((len(proofs), BUILT_IN_FORMS[1]))  # a play that a fault stops has no winner
            proofs.append(whole)
        for form in _built_in(only):
            tried.append((len(proofs), form))
            proofs.append(_open_proof(form, "nothing is proved of this from counts"))
        self._refute_all(proofs, tried, report)
        return tuple(proofs)

    def search(self, only: frozenset[str] | None, report: Callable[[str], None]) -> tuple[Proof, ...]:
        """Prove nothing: look for plays in which forms of properties (of `only`) fail, the built-in ones among them."""
        forms = [
            *self._forms(only),
            *_built_in(frozenset({STUCK_RULE.name, SILENT_RULE.name}) if only is None else only),
        ]
        proofs = [_open_proof(form, "nothing was to be proved") for form in forms]
        self._refute_all(proofs, list(enumerate(forms)), report)
        return tuple(proofs)

    def _forms(self, only: frozenset[str] | None) -> list[Monitor]:
        """The forms that speak of points, of properties (of `only`) and lemmas (all) that should hold."""
        return [
            one
            for one in self.game.build(2).monitors
            if one.rule is not None
            and one.form is not None
            and one.form.expect_violated is None
            and one.mode in MODES
            and (only is None or one.rule.name in only or one.rule.is_lemma)
        ]

    def _refute_all(
        self, proofs: list[Proof], tried: Sequence[tuple[int, Monitor]], report: Callable[[str], None]
    ) -> None:
        """Look for plays against some forms, which share the time, and put what is found in place of their proofs."""
        begin = time.process_time()
        for left, (number, form) in zip(range(len(tried), 0, -1), tried, strict=True):
            report(f"{_say(form)}: looking for a play in which it fails")
            share = (self.seconds - (time.process_time() - begin)) / left
            proofs[number] = self._refute(proofs[number], form, share)

    def _refute(self, proof: Proof, form: Monitor, seconds: float) -> Proof:
        refutation = refute(self.game, form, seconds=seconds, tables=self.tables)
        outcome = "undetermined" if refutation.machine is None else "refuted"
        words = f"{proof.words}; {refutation.tried}" if refutation.machine is None else _say_refuted(refutation)
        return replace(proof, outcome=outcome, words=words, refutation=refutation)

    def _prove_ending(self, family: Family, again: Counting) -> Proof:
        """That every play is finite, by a ranking function."""
        begin = time.monotonic()
        found = find_rank(family.counted)
        text, outcome, lost = "", "undetermined", tuple[str, ...]()
        words = f"no sum of counts falls with {len(found.left)} decisions"
        if found.left:
            lost = tuple(dict.fromkeys(f"decision: {one.examples[0]}" for one in found.left))
        else:
            about = self.game.about_ending()
            text = print_rank(about, family.counted, found.rank)
            outcome, words = _judge(verify_rank(text, again, about), confirm_certificate(text))
            words = f"a rank of {len(found.rank)} sums that every decision lowers: {words}"
        number, unseen = len(family.counted.commands), family.counted.unseen
        seconds = time.monotonic() - begin
        return Proof(FINITE, BUILT_IN, 1, (), outcome, words, number, (), unseen, lost, text, seconds)

    def _prove_goal(self, demand: Demand, goal: Monitor, finite: str) -> Proof:
        """That every play ends with the game won, from what is shown of its parts."""
        begin = time.monotonic()
        whole = put_together(demand.family.counted.system, finite, ask_questions(demand))
        seconds = time.monotonic() - begin
        return replace(
            _open_proof(goal, whole.words),
            outcome=whole.outcome,
            unseen=demand.family.counted.unseen,
            failure=whole.missing,
            seconds=seconds,
        )

    def ask(self, report: Callable[[str], None]) -> Answers:
        """What can never come to pass, for any number of players. NotCounted if no commands can be made."""
        report("counting the commands of the rules")
        family = count_family(self.game.build, single=self.game.named_kinds())
        report("looking for invariants")
        return ask_questions(gather(family))

    def ask_overlaps(self, report: Callable[[str], None]) -> tuple[Overlap, ...]:
        """Which rules without an order can apply together. NotCounted if no commands can be made."""
        report("asking which rules without an order can apply together")
        return find_overlaps(self.game)

    def _prove(
        self,
        family: Family,
        demand: Demand,
        form: Monitor,
        find: Callable[[System], Monitor],
        again: Counting,
        refining: Refining,
    ) -> Proof:
        assert form.rule is not None
        result = prove_property(family, find, demand=demand)
        about = self.game.about(form)
        text, words, outcome = "", result.words, "undetermined"
        refined = refine_once(refining, result, form, find) if result.verdict == "failed step" else None
        if refined is not None and refined.result is not None and refined.result.verdict == "proved":
            result, family = refined.result, refined.result.family
        if result.verdict == "proved":
            text = _certificate(result, about)
            checked = verify_certificate(text, again, find, about)
            outcome, words = _judge(checked, confirm_certificate(text))
        failure = tell_failure(family.counted, result.failures[0]) if result.failures else ()
        used = [name for name, facts in named_lemmas(family) if set(facts) & set(result.invariants)]
        if form.rule.is_lemma:
            words = f"a lemma{'' if outcome == 'proved' else ', which no proof uses'}: {words}"
        elif outcome == "proved" and used:
            words = f"{words}; with the lemma{'s' if len(used) > 1 else ''} {', '.join(used)}"
        if refined is not None:
            helped = "" if outcome == "proved" else ", which did not help"
            words = f"{words}; refined once: {refined.refinement.words}{helped}"
        return Proof(
            form.rule.name,
            form.mode,
            int(str(about["which"])),
            form.rule.clauses,
            outcome,
            words,
            len(result.certified),
            tuple(f"{one.shape}: {one.constraint}" for one in result.invariants) if outcome == "proved" else (),
            result.unseen,
            failure,
            text,
            sum(result.seconds.values()),
        )


def _certificate(result: ProofResult, about: Mapping[str, object]) -> str:
    counted = result.family.counted
    classes = counted.classes
    single = [kind for kind, own in zip(counted.system.kinds, classes, strict=True) if classes.count(own) == 1]
    return print_certificate(
        {**about, "by_steps": result.by_steps, "single": single, "tracked": sorted(counted.finder.terms.tracked)},
        [(one.shape, one.constraint) for one in result.invariants],
        [(one.obligation, one.multipliers) for one in result.certified],
    )


def _judge(checked: Checked, confirmation: Confirmation) -> tuple[str, str]:
    if not checked.accepted:
        return "undetermined", f"the certificate was not accepted: {checked.problems[0]}"
    if not confirmation.confirmed:
        return "undetermined", f"not confirmed: {confirmation.words}"
    words = f"{checked.obligations} obligations, checked without a solver and confirmed by cvc5"
    return "proved", f"{words}; {say_premises(checked)}{UNIFORM}"


def _name(form: Monitor) -> str:
    assert form.rule is not None
    return form.rule.name


def _say(form: Monitor) -> str:
    assert form.rule is not None
    return f"{form.rule.name}, {_mode(form)}"


def _mode(form: Monitor) -> str:
    return BUILT_IN if form in BUILT_IN_FORMS else form.mode


def _built_in(only: frozenset[str] | None) -> list[Monitor]:
    """The built-in properties of every point that are asked for by name."""
    return [one for one in BUILT_IN_FORMS if only is not None and one.rule is not None and one.rule.name in only]


def _say_refuted(refutation: Refutation) -> str:
    words = f"a play of a real deal with {refutation.players} players, replayed; not a shortest one"
    if refutation.like is None:
        return words
    return f"{words}; it begins like a shortest play of the small deck {refutation.like.scope.name}"


def _open_proof(form: Monitor, words: str) -> Proof:
    assert form.rule is not None
    clauses = form.rule.clauses
    return Proof(form.rule.name, _mode(form), 1, clauses, "undetermined", words, 0, (), (), (), "", 0.0)


def _undetermined(words: str) -> Proof:
    return Proof("", "", 1, (), "undetermined", words, 0, (), (), (), "", 0.0)
