"""Rules, lowered to core."""

from dataclasses import replace
from typing import assert_never

from kittens_dsl.core import rules as core
from kittens_dsl.core.terms import KindVariable, PlayerVariable, ZoneOf
from kittens_dsl.elaborate.blocks import lower_block
from kittens_dsl.elaborate.conditions import join_conditions, lower_conditions
from kittens_dsl.elaborate.expected import find_zone_of_player
from kittens_dsl.elaborate.scope import Binding, CardBinding, PlayerBinding, Report, Scope
from kittens_dsl.elaborate.traits import find_play_trait
from kittens_dsl.elaborate.unknown import find_kind, refuse_unknown
from kittens_dsl.elaborate.verbs import inflect, name_event
from kittens_dsl.names.book import Book, PlacedRule
from kittens_dsl.problem.problem import Note, Problem, Suggestion
from kittens_dsl.source.span import Span
from kittens_dsl.syntax.ast.declarations import (
    AfterSetup,
    CardHead,
    CarryingHead,
    Event,
    EventHead,
    Head,
    PlayHead,
    ResponseHead,
    Rule,
)
from kittens_dsl.syntax.ast.words import Word

NO_SITE: frozenset[Span] = frozenset()


def list_clauses(cites: tuple[Word, ...]) -> core.Clauses:
    """The clauses that are cited."""
    return tuple(cite.text for cite in cites)


def lower_rule(placed: PlacedRule, book: Book, report: Report, play_event: str | None) -> core.Rule | None:
    """One rule; None, with a problem, if it is not clear what it attaches to."""
    head = _find_head(placed.rule, report)
    if isinstance(head, PlayHead) and head.like is not None:
        return _lower_like(placed, head, book, report, play_event)
    return None if head is None else _lower_whole(placed, head, book, report, play_event)


def _lower_like(
    placed: PlacedRule, head: PlayHead, book: Book, report: Report, play_event: str | None
) -> core.Rule | None:
    """A rule that is like another one in all but the cost: what both say must hold, the other one's effect."""
    assert head.like is not None
    other = book.rules.get(head.like.text)
    if other is None:
        refuse_unknown("K116", "rule", head.like, book.rules, report)
        return None
    if placed.rule.effect is not None:
        report.add(
            Problem(
                "K213",
                f"rule {placed.rule.name.text} says twice what happens",
                label="the effect is that of this rule",
                helps=("leave the effect out, or `as in`",),
                span=head.like.span,
            )
        )
        return None
    other_head = _find_play(head.like, book)
    if other_head is None:
        help_ = "`as in RULE` stands in the place of `on another player`, `naming a card` and the effect"
        _refuse_unplayed(head.like, other.rule, (help_,), report)
        return None
    whole = replace(head, target=other_head.target, names_kind=other_head.names_kind)
    rule = replace(
        placed.rule,
        guards=(*other.rule.guards, *placed.rule.guards),
        traits=(*other.rule.traits, *placed.rule.traits),
        effect=other.rule.effect,
    )
    return _lower_whole(replace(placed, rule=rule), whole, book, report, play_event)


def _lower_whole(
    placed: PlacedRule, head: Head, book: Book, report: Report, play_event: str | None
) -> core.Rule | None:
    rule = placed.rule
    scope = _make_scope(head, placed, book, report, play_event)
    attachment = _lower_head(head, placed, scope)
    _check_effect(head, rule, report)
    guards = lower_conditions(rule.guards, scope)
    body, _ = ((), scope) if rule.effect is None else lower_block(rule.effect.block, scope)
    if attachment is None or guards is None:
        return None
    return core.Rule(
        rule.name.text,
        placed.box,
        list_clauses(rule.cites),
        attachment,
        join_conditions(guards),
        body,
        tuple(word.text for word in rule.exception_to),
        tuple(word.text for word in rule.happens_before),
        placed.card or "",
        span=rule.span,
    )


def _find_head(rule: Rule, report: Report) -> Head | None:
    match rule.heads:
        case (head,):
            return head
        case ():
            report.add(
                Problem(
                    "K213",
                    f"rule {rule.name.text} does not say when it applies",
                    label="no head",
                    helps=("add a line such as `to VERB`, `when you would VERB` or `you may play this card`",),
                    span=rule.span,
                )
            )
            return None
        case _:
            first, second = rule.heads[:2]
            report.add(
                Problem(
                    "K213",
                    f"rule {rule.name.text} says twice when it applies",
                    label="a second head",
                    notes=(Note("the first one", first.span),),
                    helps=("write two rules",),
                    span=second.span,
                )
            )
            return None


def _make_scope(head: Head, placed: PlacedRule, book: Book, report: Report, play_event: str | None) -> Scope:
    bindings: dict[str, Binding] = {}
    in_play = plays = responds = False
    match head:
        case AfterSetup():
            pass
        case EventHead(relation=relation, phrase=phrase):
            event = book.events.get(phrase.text)
            in_play = phrase.text == play_event
            plays = in_play and relation == "to"
            bindings = {} if event is None else _bind_event(event)
        case CarryingHead(rule=carried):
            bindings = _bind_play(played) if (played := _find_play(carried, book)) is not None else {}
        case CardHead(relation=relation, zone=zone):
            bindings["card"] = _bind_moved(zone.text, leaves=relation == "leaves")
        case PlayHead():
            bindings = _bind_play(head)
        case ResponseHead():
            in_play = responds = True
            bindings["actor"] = PlayerBinding(PlayerVariable("actor"), NO_SITE)
        case _:
            assert_never(head)
    return Scope(
        book,
        report,
        "rule",
        bindings,
        you=not isinstance(head, AfterSetup),
        card=placed.card,
        in_play=in_play,
        plays=plays,
        responds=responds,
        play_event=play_event,
    )


def _bind_play(head: PlayHead) -> dict[str, Binding]:
    """What a play says when it is announced."""
    bindings: dict[str, Binding] = {}
    if head.number is not None and head.same_name:
        bindings["played"] = _bind_announced("played")
    if head.names_kind:
        bindings["named"] = _bind_announced("named")
    if head.target != "none":
        bindings["target"] = PlayerBinding(PlayerVariable("target"), NO_SITE)
    return bindings


def _find_play(name: Word, book: Book) -> PlayHead | None:
    """The head of a rule that says all of how something is played."""
    placed = book.rules.get(name.text)
    head = None if placed is None else next(iter(placed.rule.heads), None)
    return head if isinstance(head, PlayHead) and head.like is None else None


def _bind_announced(name: str) -> Binding:
    return CardBinding(KindVariable(name), None, False, NO_SITE, "it is a kind of card, not one card in one place")


def _bind_moved(zone: str, *, leaves: bool) -> Binding:
    """The card of a rule about every move out of a zone or into it."""
    if leaves:
        return CardBinding(KindVariable("card"), None, False, NO_SITE, "it has left, for whatever zone")
    return CardBinding(KindVariable("card"), ZoneOf(zone, PlayerVariable("you")), False, NO_SITE)


def _bind_event(event: Event) -> dict[str, Binding]:
    bindings: dict[str, Binding] = {}
    if event.card_zone is not None:
        zone = ZoneOf(event.card_zone.text, PlayerVariable("you"))
        bindings["card"] = CardBinding(KindVariable("card"), zone, False, NO_SITE)
    if event.other is not None:
        bindings[event.other.text] = PlayerBinding(PlayerVariable(event.other.text), NO_SITE)
    return bindings


def _lower_head(head: Head, placed: PlacedRule, scope: Scope) -> core.Attachment | None:
    match head:
        case AfterSetup():
            _refuse_traits(placed.rule, scope)
            return core.AfterSetup()
        case EventHead():
            _refuse_traits(placed.rule, scope)
            return _lower_event_head(head, placed.rule, scope)
        case CarryingHead(rule=carried, forbids=forbids):
            _refuse_traits(placed.rule, scope)
            if not _is_played(carried, scope):
                return None
            return core.CannotPlay(carried.text) if forbids else core.InsteadOfEffect(carried.text)
        case CardHead(relation=relation, zone=zone):
            _refuse_traits(placed.rule, scope)
            if (declared := find_zone_of_player(zone, scope)) is None:
                return None
            return core.CardLeaves(declared) if relation == "leaves" else core.CardComes(declared)
        case PlayHead():
            cost = _lower_cost(head, placed, scope)
            traits = _lower_traits(placed.rule, scope)
            if cost is None:
                return None
            like = None if head.like is None else head.like.text
            return core.PlayRule(cost, head.target, head.names_kind, traits, like, head.between_actions)
        case ResponseHead(to_trait=to_trait, span=span):
            trait = find_play_trait(to_trait, scope)
            traits = _lower_traits(placed.rule, scope)
            if placed.card is None:
                _refuse_cardless(span, scope)
            if trait is None or placed.card is None:
                return None
            return core.ResponseRule(placed.card, trait, traits)
        case _:
            assert_never(head)


def _lower_event_head(head: EventHead, rule: Rule, scope: Scope) -> core.Attachment | None:
    phrase = head.phrase
    if phrase.text not in scope.book.events:
        _refuse_phrase(head, scope)
        return None
    event = name_event(phrase.text)
    match head.relation:
        case "to":
            return core.Does(event)
        case "would":
            optional = rule.effect is not None and rule.effect.form == "then you may instead"
            return core.Instead(event, optional)
        case "whenever":
            return core.Afterwards(event)
        case "cannot":
            return core.Cannot(event)
        case _:
            assert_never(head.relation)


def _is_played(carried: Word, scope: Scope) -> bool:
    """Whether a word names a rule that says all of how something is played; a problem otherwise."""
    placed = scope.book.rules.get(carried.text)
    if placed is None:
        refuse_unknown("K116", "rule", carried, scope.book.rules, scope.report)
    elif _find_play(carried, scope.book) is None:
        _refuse_unplayed(carried, placed.rule, ("only what a play does can be done in another way here",), scope.report)
    else:
        return True
    return False


def _refuse_unplayed(word: Word, rule: Rule, helps: tuple[str, ...], report: Report) -> None:
    report.add(
        Problem(
            "K213",
            f"{word.text} does not say how this is played",
            label="a rule is needed here that says all of a play",
            notes=(Note("the rule", rule.name.span),),
            helps=helps,
            span=word.span,
        )
    )


def _refuse_phrase(head: EventHead, scope: Scope) -> None:
    phrase = head.phrase
    plain = next((name for name in scope.book.events if inflect(name) == phrase.text), None)
    if plain is None:
        refuse_unknown("K112", "verb", phrase, scope.book.events, scope.report)
        return
    scope.report.add(
        Problem(
            "K112",
            f"the verb does not fit its subject: {phrase.text}",
            label="wrong person",
            suggestion=Suggestion(plain, phrase.span),
            span=phrase.span,
        )
    )


def _lower_cost(head: PlayHead, placed: PlacedRule, scope: Scope) -> core.Cost | None:
    if head.number is None:
        if placed.card is None:
            _refuse_cardless(head.span, scope)
            return None
        return core.SingleCard(placed.card)
    numbers = [head.number, *([] if head.stand_in is None else [head.stand_in[0]])]
    for number in numbers:
        if number.value < 1:
            scope.report.add(Problem("K218", "a play needs at least one card", label="too few", span=number.span))
            return None
    several = core.SameName(head.number.value) if head.same_name else core.DifferentNames(head.number.value)
    if head.stand_in is None:
        return several
    number, title = head.stand_in
    kind = find_kind(title, scope)
    return None if kind is None else core.StandIn(kind, number.value, several)


def _refuse_cardless(span: Span, scope: Scope) -> None:
    scope.report.add(
        Problem(
            "K110",
            "this rule stands in no card",
            label="which card is `this card`?",
            helps=("move the rule into the block of its card",),
            span=span,
        )
    )


def _lower_traits(rule: Rule, scope: Scope) -> tuple[str, ...]:
    found = [find_play_trait(line.trait, scope) for line in rule.traits]
    return tuple(trait for trait in found if trait is not None)


def _refuse_traits(rule: Rule, scope: Scope) -> None:
    for line in rule.traits:
        scope.report.add(
            Problem(
                "K220",
                "this rule is not about a play",
                label="only a play has such a trait",
                helps=("in a card, beside its rules, `it is a TRAIT` is said of the card",),
                span=line.span,
            )
        )


def _check_effect(head: Head, rule: Rule, report: Report) -> None:
    """Whether `then`, `then instead` or nothing stands where the head needs it."""
    fitting: tuple[str, ...]
    match head:
        case EventHead(relation="would"):
            fitting = ("then instead", "then you may instead")
        case CarryingHead(forbids=False):
            fitting = ("then instead",)
        case EventHead(relation="cannot") | CarryingHead():
            fitting = ()
        case _:
            fitting = ("then",)
    if rule.effect is None:
        if fitting:
            report.add(
                Problem(
                    "K214",
                    f"rule {rule.name.text} does not say what happens",
                    label="after this line, no effect follows",
                    helps=(
                        " or ".join(f"`{form}`" for form in fitting) + " and a block belong at the end of the rule",
                    ),
                    span=head.span,
                )
            )
        return
    if rule.effect.form not in fitting:
        report.add(
            Problem(
                "K214",
                f"`{rule.effect.form}` does not fit this rule",
                label="not after this head",
                notes=(Note("the head of the rule", head.span),),
                helps=(
                    " or ".join(f"`{form}`" for form in fitting) + " fits here" if fitting else "leave the effect out",
                ),
                span=rule.effect.span,
            )
        )
