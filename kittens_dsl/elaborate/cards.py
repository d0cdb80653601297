"""Statements that move, choose and show cards; each knows where the cards with a name lie afterwards."""

from dataclasses import replace
from typing import assert_never

from kittens_dsl.core import statements as core
from kittens_dsl.core.terms import Kind, KindName, KindVariable, Literal, Player, PlayerVariable, ZoneOf
from kittens_dsl.elaborate.conditions import lower_number
from kittens_dsl.elaborate.counts import lower_filters
from kittens_dsl.elaborate.expected import find_card, find_pile, find_zone, find_zone_of_player
from kittens_dsl.elaborate.local_names import check_local_name
from kittens_dsl.elaborate.meaning import CardMeaning, ZoneMeaning
from kittens_dsl.elaborate.nouns import find_player
from kittens_dsl.elaborate.piles import fixed_number, refuse_in_pile
from kittens_dsl.elaborate.scope import CardBinding, Scope
from kittens_dsl.elaborate.unknown import find_kind, find_kinds
from kittens_dsl.problem.problem import Note, Problem
from kittens_dsl.syntax.ast import statements as ast
from kittens_dsl.syntax.ast.declarations import Zone
from kittens_dsl.syntax.ast.phrases import Noun
from kittens_dsl.syntax.ast.words import Word

YOU = PlayerVariable("you")

CardStatement = (
    ast.MoveEvery
    | ast.MoveNumber
    | ast.MoveCard
    | ast.MovePlayed
    | ast.Insert
    | ast.PutOnPile
    | ast.TakeTop
    | ast.TurnCard
    | ast.Rearrange
    | ast.Shuffle
    | ast.LookAtTop
    | ast.LookAtZone
    | ast.Show
    | ast.ChooseCard
    | ast.ChanceCard
    | ast.Deal
)

Lowered = tuple[core.Body, Scope]


def lower_card_statement(statement: CardStatement, scope: Scope) -> Lowered:
    """What the statement does (nothing, if it has a problem), and the scope after it."""
    match statement:
        case ast.MoveEvery():
            return _lower_move_every(statement, scope)
        case ast.MoveNumber():
            return _lower_move_number(statement, scope)
        case ast.MoveCard():
            return _lower_move_card(statement, scope)
        case ast.MovePlayed():
            return _lower_move_played(statement, scope), scope
        case ast.Insert():
            return _lower_insert(statement, scope)
        case ast.PutOnPile():
            return _lower_put(statement, scope)
        case ast.TakeTop():
            return _lower_take_top(statement, scope)
        case ast.TurnCard():
            return _lower_turn(statement, scope)
        case ast.Rearrange(player=player, number=number, pile=pile, span=span):
            arranger, several, found = find_player(player, scope), fixed_number(number, scope), find_pile(pile, scope)
            if arranger is None or several is None or found is None:
                return (), scope
            return (core.Rearrange(arranger, several, found, span=span),), scope
        case ast.Shuffle(pile=pile, swaps_ends=swaps_ends, span=span):
            found = find_pile(pile, scope)
            if found is None:
                return (), scope
            return (core.SwapEnds(found, span=span) if swaps_ends else core.ShufflePile(found, span=span),), scope
        case ast.LookAtTop(player=player, number=number, pile=pile, span=span):
            looker, count, found = find_player(player, scope), lower_number(number, scope), find_pile(pile, scope)
            if looker is None or count is None or found is None:
                return (), scope
            return (core.LookAtTop(looker, count, found, span=span),), scope
        case ast.LookAtZone():
            return _lower_look(statement, scope), scope
        case ast.Show():
            return _lower_show(statement, scope)
        case ast.ChooseCard():
            return _lower_choose(statement, scope)
        case ast.ChanceCard():
            return _lower_chance(statement, scope)
        case ast.Deal():
            return _lower_deal(statement, scope), scope
        case _:
            assert_never(statement)


def lower_sight(sight: ast.Sight, scope: Scope) -> core.Sight | None:
    """Who sees it; None, with a problem, if one of them is no player."""
    players = [find_player(player, scope) for player in sight.players]
    seers = tuple(player for player in players if player is not None)
    return core.Sight(sight.everyone, seers) if len(seers) == len(players) else None


def _shows(sight: core.Sight) -> bool:
    return sight.everyone or bool(sight.players)


def may_see(zone: Zone, owner: Player | None) -> bool:
    """Whether `you`, whose rule tests the card, may see what lies in a zone of that owner."""
    match zone.seen_by:
        case ("everyone",):
            return True
        case ("owner",):
            return owner == YOU
        case _:
            return False


def _lower_move_every(statement: ast.MoveEvery, scope: Scope) -> Lowered:
    source, target = find_zone(statement.source, scope), find_zone(statement.target, scope)
    sight, chosen = lower_sight(statement.sight, scope), lower_filters(statement.filters, scope)
    if statement.card is not None and chosen is not None:
        kinds = find_kinds(statement.card, scope)
        chosen = None if kinds is None else replace(chosen, kinds=kinds)
    if source is None or target is None or sight is None or chosen is None:
        return (), scope
    if source.declared.ordered and target.declared.ordered:
        message = "a pile is not moved onto a pile as a whole"
        refuse_in_pile(message, "in which order would they lie?", statement.span, scope)
        return (), scope
    after = _lose_from(source.zone, "every card was moved from where it lay", scope)
    return (core.MoveEvery(chosen, source.zone, target.zone, sight, span=statement.span),), after


def _lose_from(zone: ZoneOf, why: str, scope: Scope) -> Scope:
    """The scope in which cards that lay in the zone lie nobody knows where."""
    return scope.with_bindings(
        {
            name: replace(binding, zone=None, lost=why)
            if isinstance(binding, CardBinding) and binding.zone == zone
            else binding
            for name, binding in scope.bindings.items()
        }
    )


def _lower_move_number(statement: ast.MoveNumber, scope: Scope) -> Lowered:
    number, sight = lower_number(statement.number, scope), lower_sight(statement.sight, scope)
    source, target = find_zone(statement.source, scope), find_zone(statement.target, scope)
    kind = _find_moved_kind(statement.card, scope)
    after = scope
    if statement.called is not None and check_local_name(statement.called, scope):
        if number != Literal(1):
            what = f"only a single card can be called {statement.called.text}"
            scope.report.add(Problem("K218", what, label="how many cards?", span=statement.number.span))
        lies = None if target is None else target.zone
        known = KindName("") if kind is None else kind
        sites = frozenset({statement.called.span})
        after = scope.bind(statement.called.text, CardBinding(known, lies, False, sites, "" if lies else POISONED))
    if number is None or sight is None or source is None or target is None or kind is None:
        return (), after
    return (core.Move(number, kind, source.zone, target.zone, sight, span=statement.span),), after


def _find_moved_kind(card: Word | Noun, scope: Scope) -> Kind | None:
    if isinstance(card, Word):
        title = find_kind(card, scope)
        return None if title is None else KindName(title)
    found = find_card(card, scope)
    return None if found is None else found.kind


def _lower_move_card(statement: ast.MoveCard, scope: Scope) -> Lowered:
    card, sight = find_card(statement.card, scope), lower_sight(statement.sight, scope)
    target = find_zone(statement.target, scope)
    place = None if card is None else find_place(card, statement.card, scope)
    if card is None or place is None or sight is None or target is None:
        return (), _forget(card, scope)
    shown = _shows(sight) or may_see(target.declared, target.zone.owner)
    after = _put(card, target.zone, scope, shown=shown)
    return (core.Move(Literal(1), card.kind, place, target.zone, sight, span=statement.span),), after


def find_place(card: CardMeaning, noun: Noun, scope: Scope) -> ZoneOf | None:
    """The zone where a card lies; a problem where nobody knows."""
    if card.binding is not None and card.binding.zone is not None:
        return card.binding.zone
    lost = "" if card.binding is None else card.binding.lost
    if lost == POISONED:
        return None
    sites = () if card.binding is None else sorted(card.binding.sites)
    scope.report.add(
        Problem(
            "K207",
            "nobody knows where this card lies",
            label=lost or "it is a kind of card, not one card in one place",
            notes=tuple(Note("it gets its name here", site) for site in sites),
            helps=('say how many cards, and from where: `move 1 "K" from ZONE to ZONE`',),
            span=noun.span,
        )
    )
    return None


POISONED = "a problem"
"""Why a card lies nobody knows where, if that was already said."""


def _put(card: CardMeaning, zone: ZoneOf, scope: Scope, *, shown: bool) -> Scope:
    """The scope in which the card lies in the zone."""
    if card.name is None or card.binding is None:
        return scope
    return scope.bind(
        card.name, replace(card.binding, zone=zone, face_down=card.binding.face_down and not shown, lost="")
    )


def _forget(card: CardMeaning | None, scope: Scope) -> Scope:
    """The scope in which it is not known where the card lies, because a move of it has a problem."""
    if card is None or card.name is None or card.binding is None:
        return scope
    return scope.bind(card.name, replace(card.binding, zone=None, face_down=False, lost=POISONED))


def _lower_move_played(statement: ast.MovePlayed, scope: Scope) -> core.Body:
    target, sight = find_zone(statement.target, scope), lower_sight(statement.sight, scope)
    if not scope.plays:
        scope.report.add(
            Problem(
                "K211",
                "no cards are being played here",
                label="only the rule that says what playing is can move them",
                span=statement.span,
            )
        )
        return ()
    if target is None or sight is None:
        return ()
    return (core.MovePlayed(target.zone, sight, span=statement.span),)


def _lower_insert(statement: ast.Insert, scope: Scope) -> Lowered:
    card, chooser = find_card(statement.card, scope), find_player(statement.chooser, scope)
    pile, sight = find_pile(statement.pile, scope), lower_sight(statement.sight, scope)
    place = None if card is None else find_place(card, statement.card, scope)
    if card is None or chooser is None or pile is None or sight is None or place is None:
        return (), _forget(card, scope)
    after = _put(card, pile, scope, shown=_shows(sight))
    if place.zone == pile.zone:
        message = f"a card of the {pile.zone} is put back there only from another zone"
        refuse_in_pile(message, "it lies there already", statement.card.span, scope)
        return (), after
    return (core.Insert(card.kind, place, pile, chooser, sight, span=statement.span),), after


def _lower_put(statement: ast.PutOnPile, scope: Scope) -> Lowered:
    card, pile = find_card(statement.card, scope), find_pile(statement.pile, scope)
    sight = lower_sight(statement.sight, scope)
    place = None if card is None else find_place(card, statement.card, scope)
    if card is None or pile is None or sight is None or place is None:
        return (), _forget(card, scope)
    after = _put(card, pile, scope, shown=_shows(sight))
    return (core.Move(Literal(1), card.kind, place, pile, sight, statement.to_bottom, span=statement.span),), after


def _lower_take_top(statement: ast.TakeTop, scope: Scope) -> Lowered:
    pile, target = find_pile(statement.pile, scope), find_zone(statement.target, scope)
    sight = lower_sight(statement.sight, scope)
    name = "taken" if statement.name is None else statement.name.text
    after = scope
    if statement.name is not None and check_local_name(statement.name, scope):
        shown = sight is None or _shows(sight) or target is None or may_see(target.declared, target.zone.owner)
        after = _bind_card(statement.name, target, scope, face_down=not shown)
    if pile is None or target is None or sight is None:
        return (), after
    return (core.TakeTop(pile, target.zone, name, sight, statement.from_bottom, span=statement.span),), after


def _lower_turn(statement: ast.TurnCard, scope: Scope) -> Lowered:
    """The card keeps its name in the text; in core, the turned card is another variable."""
    card = find_card(statement.card, scope)
    place = None if card is None else find_place(card, statement.card, scope)
    if card is None or place is None or card.name is None or card.binding is None:
        return (), _forget(card, scope)
    lying = scope.book.find_zone(place.zone)
    if lying is not None and lying.ordered:
        message = f"a card in the {place.zone} is not turned over where it lies"
        refuse_in_pile(message, "it lies in a pile", statement.card.span, scope)
        return (), _forget(card, scope)
    variable = f"{card.name} face {'up' if statement.face_up else 'down'}"
    hidden = card.binding.face_down and not statement.face_up
    turned = replace(card.binding, kind=KindVariable(variable), face_down=hidden)
    after = scope.bind(card.name, turned)
    return (core.TurnCard(card.kind, place, statement.face_up, variable, span=statement.span),), after


def _bind_card(name: Word, place: ZoneMeaning | None, scope: Scope, *, face_down: bool) -> Scope:
    zone = None if place is None else place.zone
    lost = POISONED if place is None else ""
    binding = CardBinding(KindVariable(name.text), zone, face_down, frozenset({name.span}), lost)
    return scope.bind(name.text, binding)


def _lower_show(statement: ast.Show, scope: Scope) -> Lowered:
    """A move that leaves the card where it lies, seen by everyone."""
    card = find_card(statement.card, scope)
    place = None if card is None else find_place(card, statement.card, scope)
    if card is None or place is None:
        return (), _forget(card, scope)
    shown = core.Move(Literal(1), card.kind, place, place, core.Sight(everyone=True), span=statement.span)
    return (shown,), _put(card, place, scope, shown=True)


def _lower_look(statement: ast.LookAtZone, scope: Scope) -> core.Body:
    zone = find_zone(statement.zone, scope)
    if statement.player is None:
        return () if zone is None else (core.LookAtZone(core.Sight(everyone=True), zone.zone, span=statement.span),)
    player = find_player(statement.player, scope)
    if player is None or zone is None:
        return ()
    return (core.LookAtZone(core.Sight(players=(player,)), zone.zone, span=statement.span),)


def _lower_choose(statement: ast.ChooseCard, scope: Scope) -> Lowered:
    chooser, zone = find_player(statement.chooser, scope), find_zone(statement.zone, scope)
    chosen = lower_filters(statement.filters, scope)
    after = scope
    if check_local_name(statement.name, scope):
        known = zone is None or chooser == YOU or may_see(zone.declared, zone.zone.owner)
        after = _bind_card(statement.name, zone, scope, face_down=not known)
    if chooser is None or zone is None or chosen is None:
        return (), after
    return (core.ChooseCard(chooser, zone.zone, statement.name.text, chosen, span=statement.span),), after


def _lower_chance(statement: ast.ChanceCard, scope: Scope) -> Lowered:
    zone = find_zone(statement.zone, scope)
    after = scope
    if check_local_name(statement.name, scope):
        face_down = zone is not None and zone.declared.seen_by != ("everyone",)
        after = _bind_card(statement.name, zone, scope, face_down=face_down)
    if zone is None:
        return (), after
    return (core.ChanceCard(zone.zone, statement.name.text, statement.itself, span=statement.span),), after


def _lower_deal(statement: ast.Deal, scope: Scope) -> core.Body:
    number, source = fixed_number(statement.number, scope), find_zone(statement.source, scope)
    to_table = not isinstance(statement.target, Word)
    declared = _find_dealt_to(statement.target, scope)
    if declared is None:
        return ()
    if scope.part != "setup":
        scope.report.add(Problem("K211", "cards are dealt in setup only", label="not here", span=statement.span))
        return ()
    if number is None or source is None:
        return ()
    return (core.Deal(number, source.zone, declared, to_table, span=statement.span),)


def _find_dealt_to(target: Word | Noun, scope: Scope) -> str | None:
    """The name of the zone of every player, or of the table, that cards are dealt to."""
    if isinstance(target, Word):
        return find_zone_of_player(target, scope)
    zone = find_zone(target, scope)
    if zone is not None and zone.declared.of_player:
        helps = (f"write `to each {zone.declared.name.text}`",)
        scope.report.add(
            Problem("K202", "one player alone is dealt nothing", label="of a player", helps=helps, span=target.span)
        )
        return None
    return None if zone is None else zone.zone.zone
