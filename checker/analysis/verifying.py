"""What a certificate is of, and checking one against a specification. No solver is imported here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from checker.smt.certificate.rank_certificate import is_rank, verify_rank
from checker.smt.certificate.verify import Checked, Unreadable, read_certificate, verify_certificate
from checker.smt.counts.family import Counting
from checker.smt.counts.refused import NotCounted
from checker.system.build import build_system
from checker.system.system import Monitor, System
from checker.system.table import Scope, Table
from kittens_dsl.core.counting import list_kinds
from kittens_dsl.core.rules import PlayRule, ResponseRule, Rules
from kittens_dsl.core.terms import Condition, Either, Every, IsKind, Negation

ANY_NUMBER = "any number of players"
UNIFORM = "the rules' commands were compared for 2 to 6 players and taken to be the same beyond"
FINITE, BUILT_IN = "every-play-is-finite", "built in"
MODES = ("at rest", "always", "never")
MOST_SAID = 120


@dataclass(frozen=True, slots=True)
class FullSize:
    """One specification under some readings, at full size: the Systems that proofs are about."""

    rules: Rules
    readings: Mapping[str, str]

    def build(self, players: int) -> System:
        """The System for a number of players, every kind as often as printed (how often does not matter)."""
        scope = Scope("full", {kind.name: kind.copies for kind in self.rules.cards})
        return build_system(self.rules, Table(players, scope, self.readings, "ordered"))

    def named_kinds(self) -> tuple[int, ...]:
        """The kinds that rules about events, lemmas and templates, tell apart: the others are counted together."""
        kinds = self.build(2).kinds
        named = [
            name
            for rule in self.rules.rules
            if not isinstance(rule.attachment, PlayRule | ResponseRule)
            for name in _kinds_tested(rule.guard)
        ]
        conditions = [form.condition for one in self.rules.properties if one.is_lemma for form in one.forms]
        conditions += [one.condition for one in self.rules.templates]
        named += [name for condition in conditions for name in list_kinds(condition)]
        return tuple(sorted({kinds.index(name) for name in named if name in kinds}))

    def about(self, form: Monitor) -> dict[str, object]:
        """What a certificate of one form says it is of: property and form, boxes and readings."""
        assert form.rule is not None
        assert form.form is not None
        same = [one for one in form.rule.forms if one.mode == form.mode]
        return {
            "property": form.rule.name,
            "form": form.mode,
            "which": next(index for index, one in enumerate(same, 1) if one is form.form or one == form.form),
            "players": None,
            "boxes": [box.name for box in self.rules.boxes],
            "readings": dict(sorted(self.readings.items())),
        }

    def about_ending(self) -> dict[str, object]:
        """What a certificate that every play is finite says it is of."""
        return {
            "property": FINITE,
            "form": BUILT_IN,
            "players": None,
            "boxes": [box.name for box in self.rules.boxes],
            "readings": dict(sorted(self.readings.items())),
        }

    def file_name(self, name: str, form: str, which: int) -> str:
        """The file of a certificate: boxes, readings that are not the defaults, property and form, unlike any other."""
        usual = all_readings(self.rules, {})
        chosen = ",".join(f"{one}={value}" for one, value in sorted(self.readings.items()) if value != usual[one])
        if len(chosen) > MOST_SAID:  # names of files have an end
            chosen = f"readings={sha256(chosen.encode()).hexdigest()[:12]}"
        parts = ("+".join(box.name for box in self.rules.boxes), chosen, name, form, str(which) if which > 1 else "")
        return ".".join(part.replace(" ", "-") for part in parts if part) + ".smt2"


def _kinds_tested(condition: Condition) -> Iterable[str]:
    match condition:
        case IsKind(_, kinds):
            yield from kinds
        case Every(parts) | Either(parts):
            for part in parts:
                yield from _kinds_tested(part)
        case Negation(inner):
            yield from _kinds_tested(inner)
        case _:
            return


def all_readings(rules: Rules, chosen: Mapping[str, str]) -> dict[str, str]:
    """A reading of every ambiguity: the chosen one or the default."""
    return {one.name: one.default or one.readings[0][0] for one in rules.ambiguities} | dict(chosen)


def find_form(form: Monitor) -> Callable[[System], Monitor]:
    """The same form in another System, by its place among the property's forms."""
    assert form.rule is not None
    name, condition, mode = form.rule.name, form.form, form.mode

    def find(system: System) -> Monitor:
        return next(
            one
            for one in system.monitors
            if one.rule is not None and one.rule.name == name and one.mode == mode and one.form == condition
        )

    return find


def say_premises(checked: Checked) -> str:
    """What a proof rests on beside the rules: kinds of which there is one at most, as printed."""
    return "".join(f"with one {name} at most, as printed; " for name in checked.premises)


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether a file proves what it says it does. claim: property and form in words, '' for a file that has none."""

    claim: str
    checked: Checked


def verify_file(text: str, game: FullSize, counting: Counting | None = None) -> Verified:
    """Check a certificate against the rules: its obligations are derived again, its multipliers added up.

    counting: of this game, where several files are checked; the commands are derived once for all of them.
    """
    counting = counting or Counting(game.build)
    if is_rank(text):
        return Verified(f"{FINITE}, {BUILT_IN}", verify_rank(text, counting, game.about_ending()))
    try:
        about = read_certificate(text).about
    except Unreadable as error:
        return Verified("", Checked(0, (str(error),)))
    forms = [one for one in counting.system(2).monitors if one.rule is not None and one.form is not None]
    named = [one for one in forms if (one.rule and one.rule.name) == about.get("property")]
    sought = [one for one in named if (one.mode, game.about(one)["which"]) == (about.get("form"), about.get("which"))]
    claim = f"{about.get('property')}, {about.get('form')}"
    if not sought:
        return Verified(claim, Checked(0, (f"this specification has no property {claim}",)))
    try:
        return Verified(claim, verify_certificate(text, counting, find_form(sought[0]), game.about(sought[0])))
    except NotCounted as error:
        return Verified(claim, Checked(0, (str(error),)))
