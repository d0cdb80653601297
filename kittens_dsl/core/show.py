"""Compact text of core, for engineers: every declaration a line or a block."""

from collections.abc import Iterator
from typing import assert_never

from kittens_dsl.core import rules as core
from kittens_dsl.core import scenes as told
from kittens_dsl.core.show_statements import show_body
from kittens_dsl.core.show_terms import show_condition
from kittens_dsl.core.templates import Template
from kittens_dsl.core.tensions import Tension
from kittens_dsl.core.terms import ALWAYS


def show_rules(rules: core.Rules) -> str:
    """Everything, in the order of core, without a newline at the end."""
    return "\n".join(
        [
            *(_show_box(box) for box in rules.boxes),
            *(_show_kind(kind) for kind in rules.kinds),
            *_show_nouns(rules),
            *(_show_event(event) for event in rules.events),
            *(_show_ambiguity(ambiguity) for ambiguity in rules.ambiguities),
            *(line for step in rules.setup for line in _show_setup(step)),
            *(line for rule in rules.rules for line in show_rule(rule)),
            *(line for ruling in rules.rulings for line in _show_ruling(ruling)),
            *(line for stated in rules.properties for line in _show_property(stated)),
            *(line for template in rules.templates for line in _show_template(template)),
            *(line for scene in rules.scenes for line in _show_scene(scene)),
            *(line for tension in rules.tensions for line in _show_tension(tension)),
            *(f'open {name}: "{reason}"' for name, reason in rules.open_clauses.items()),
        ]
    )


def _show_ruling(ruling: core.Ruling) -> Iterator[str]:
    yield f'ruling {ruling.name} "{ruling.words}"{_cite(ruling.clauses)}'
    if ruling.over:
        yield f"  over {', '.join(ruling.over)}"
    if ruling.carried_out_by:
        yield f"  carried out by {', '.join(ruling.carried_out_by)}"
    for winner, loser in ruling.pairs:
        yield f"  {winner} beats {loser}"


def _show_tension(tension: Tension) -> Iterator[str]:
    yield f'tension {tension.name} "{tension.question}"{_cite(tension.clauses)}'
    for decision in tension.decisions:
        words = f': "{decision.words}"' if decision.words else ""
        yield f"  {decision.sort} {decision.name}{words}"
    if tension.scenes:
        yield f"  shown by {', '.join(tension.scenes)}"


def _cite(clauses: core.Clauses) -> str:
    return f" [{', '.join(clauses)}]" if clauses else ""


def _show_box(box: core.Box) -> str:
    return f'box {box.name} "{box.title}": {box.fewest_players} to {box.most_players} players{_cite(box.clauses)}'


def _show_kind(kind: core.KindOfCard) -> str:
    traits = f", {', '.join(kind.traits)}" if kind.traits else ""
    copies = f"{kind.copies} copies" if kind.face_of is None else f'copies of "{kind.face_of}"'
    return f'kind "{kind.name}" of {kind.box}: {copies}{traits}{_cite(kind.clauses)}'


def _show_nouns(rules: core.Rules) -> Iterator[str]:
    for zone in rules.zones:
        notes = [f"seen by {zone.seen_by}"]
        notes += ["ordered"] if zone.ordered else []
        notes += ["starts"] if zone.starts else []
        notes += ["played from"] if zone.played_from else []
        notes += [f"{'part of' if zone.is_part else 'within'} {zone.within}"] if zone.within is not None else []
        yield f"zone {_own(zone.name, zone.of_player)}: {', '.join(notes)}{_cite(zone.clauses)}"
    for counter in rules.counters:
        named = _own(counter.name, counter.of_player)
        yield f"counter {named}: {counter.least} to {counter.most}{_cite(counter.clauses)}"
    for status in rules.statuses:
        hides = f": hides {status.hides}" if status.hides is not None else ""
        yield f"status {_own(status.name, status.of_player)}{hides}{_cite(status.clauses)}"
    for token in rules.tokens:
        yield f"token {_own(token.name, token.of_player)}{_cite(token.clauses)}"


def _own(name: str, of_player: bool) -> str:
    return f"{name}(player)" if of_player else name


def _show_event(event: core.Event) -> str:
    card = "" if event.card_zone is None else f" with $card in {event.card_zone}(you)"
    other = "" if event.other is None else f" on {event.other}"
    return f"event {event.name}(you){card}{other}{_cite(event.clauses)}"


def _show_ambiguity(ambiguity: core.Ambiguity) -> str:
    readings = (f"{name}{' (default)' if name == ambiguity.default else ''}" for name, _, _ in ambiguity.readings)
    return f"ambiguity {ambiguity.name}: {' | '.join(readings)}{_cite(ambiguity.clauses)}"


def _show_setup(step: core.SetupStep) -> Iterator[str]:
    after = f" after {', '.join(step.after)}" if step.after else ""
    yield f"setup {step.name} of {step.box}{after}{_cite(step.clauses)}"
    yield from show_body(step.body, "  ")


def show_rule(rule: core.Rule) -> Iterator[str]:
    """The lines of one rule."""
    yield f"rule {rule.name} of {rule.box}: {_show_attachment(rule.attachment)}{_cite(rule.clauses)}"
    for other in rule.exception_to:
        yield f"  exception to {other}"
    for other in rule.happens_before:
        yield f"  before {other}"
    if rule.guard != ALWAYS:
        yield f"  when {show_condition(rule.guard)}"
    if not isinstance(rule.attachment, core.Cannot | core.CannotPlay):
        yield from show_body(rule.body, "  ")


def _show_attachment(attachment: core.Attachment) -> str:
    match attachment:
        case core.AfterSetup():
            return "after setup"
        case core.Does(event=event):
            return f"does {event}"
        case core.Instead(event=event, optional=optional):
            return f"{'maybe ' if optional else ''}instead of {event}"
        case core.CannotPlay(rule=rule):
            return f"never as in {rule}"
        case core.InsteadOfEffect(rule=rule):
            return f"instead of the effect of {rule}"
        case core.CardLeaves(zone=zone):
            return f"whenever a card leaves {zone}"
        case core.CardComes(zone=zone):
            return f"whenever a card comes into {zone}"
        case core.Afterwards(event=event):
            return f"after {event}"
        case core.Cannot(event=event):
            return f"never {event}"
        case core.PlayRule(cost=cost, target=target, names_kind=names_kind, traits=traits):
            aim = "" if target == "none" else f" on {target} target"
            named = " naming $named" if names_kind else ""
            return f"play {_show_cost(cost)}{aim}{named}{_show_traits(traits)}"
        case core.ResponseRule(kind=kind, to_trait=to_trait, traits=traits):
            return f'answer a {to_trait} play with "{kind}"{_show_traits(traits)}'
        case _:
            assert_never(attachment)


def _show_traits(traits: tuple[str, ...]) -> str:
    return f", {', '.join(traits)}" if traits else ""


def _show_cost(cost: core.Cost) -> str:
    match cost:
        case core.SingleCard(kind=kind):
            return f'"{kind}"'
        case core.SameName(number=number):
            return f"{number} of one $played"
        case core.DifferentNames(number=number):
            return f"{number} of different names"
        case core.StandIn(kind=kind, number=number, besides=besides):
            return f'{number} "{kind}" and {_show_cost(besides)}'
        case _:
            assert_never(cost)


# ---- what is asked -------------------------------------------------------------------------------------------------
def _show_property(stated: core.PropertyRule) -> Iterator[str]:
    states = "" if stated.states is None else f" states {stated.states}"
    deck = "" if stated.deck is None else f" with deck {stated.deck}"
    sort = "lemma" if stated.is_lemma else "property"
    yield f'{sort} {stated.name} "{stated.words}"{states}{deck}{_cite(stated.clauses)}'
    for form in stated.forms:
        expect = "" if form.expect_violated is None else f' (violated: "{form.expect_violated}")'
        closed = f", closed by {' and '.join(form.closed_by)}" if form.closed_by else ""
        yield f"  {show_form(form)}{expect}{_cite(form.expect_clauses)}{closed}: {show_condition(form.condition)}"


def _show_template(template: Template) -> Iterator[str]:
    yield f'template {template.name} "{template.words}"{_cite(template.clauses)}'
    yield from (f'  any card "{name}"' for name in template.cards)
    yield from (f"  any zone {name}{'(player)' if of_player else ''}" for name, of_player in template.zones)
    yield f"  {show_condition(template.condition)}"


def show_form(form: core.PropertyForm) -> str:
    """The mode of a form and of which tables it is asked."""
    players = f", for {form.fewest_players} players or more" if form.fewest_players else ""
    under = "" if form.under is None else f", under {form.under[1]} of {form.under[0]}"
    return f"{form.mode}{players}{under}"


def _show_scene(scene: told.Scene) -> Iterator[str]:
    readings = ", ".join(f"{ambiguity} = {reading}" for ambiguity, reading in scene.readings)
    under = f" under {readings}" if readings else ""
    yield f"scene {scene.name}: {scene.players} players{under}{_cite(scene.clauses)}"
    yield from (f"  given {fact}" for fact in _show_given(scene.given))
    yield from (f"  when {_show_step(step)}" for step in scene.script)
    yield from (f"  then {show_condition(condition)}" for condition in scene.then)
    for seen in scene.seen:
        yield f'  then seat {seen.seat} has {"" if seen.positive else "not "}seen "{seen.kind}"'
    if scene.pile_from_top is not None:
        yield f"  then from the top {_list_kinds(scene.pile_from_top.kinds)}"
    yield from (f"  then can {_show_step(step)}" for step in scene.offered)
    yield from (f"  then cannot {_show_step(step)}" for step in scene.refused)
    if scene.winner is not None:
        yield f"  then seat {scene.winner.seat} has won"
    if scene.stops is not None:
        yield "  then nobody can go on"
    if scene.full is not None:
        yield "  then nobody can join"
    yield from (f"  then in some deal {show_condition(each.condition)}" for each in scene.dealt)


def _list_kinds(kinds: tuple[str, ...]) -> str:
    return ", ".join(f'"{kind}"' for kind in kinds) or "nothing"


def _show_given(given: told.Given) -> Iterator[str]:
    for zone, seat, kinds in given.cards:
        yield f"{_seat(zone, seat)}: {_list_kinds(kinds)}"
    for counter, seat, value in given.counters:
        yield f"{_seat(counter, seat)} = {value}"
    for status, seat in given.statuses:
        yield _seat(status, seat)
    for token, owner, seat in given.tokens:
        yield f"{_seat(token, owner)} with seat {seat}"
    for seat in given.gone:
        yield f"seat {seat} out of the game"


def _seat(name: str, seat: int | None) -> str:
    return name if seat is None else f"{name}(seat {seat})"


def _show_step(step: told.ScriptStep) -> str:
    who = "table" if step.seat is None else f"seat {step.seat}"
    parts = [f"{who}: {step.verb}"]
    parts += [f'"{step.words}"'] if step.words else []
    parts += [_list_kinds(step.cards)] if step.cards else []
    parts += [f"on seat {step.target}"] if step.target is not None else []
    parts += [f'naming "{step.named}"'] if step.named is not None else []
    parts += [f"at {step.position}"] if step.position is not None else []
    parts += [f"{step.odds[0]} of {step.odds[1]}"] if step.odds is not None else []
    return " ".join(parts)
