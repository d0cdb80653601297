"""Properties and scenes of a tree."""

from kittens_dsl.source.text import Source
from kittens_dsl.syntax.ast import scenes as ast
from kittens_dsl.syntax.ast.phrases import Condition
from kittens_dsl.syntax.ast.words import Digits, Word
from kittens_dsl.syntax.build.leaves import (
    Branch,
    Child,
    build_cites,
    build_digits,
    build_word,
    build_words,
    expect_branch,
    first_child,
    list_below,
    list_branches,
    list_children,
    read_phrase,
    span_branch,
)
from kittens_dsl.syntax.build.phrases import build_condition
from kittens_dsl.syntax.tree import Token


def build_property(branch: Branch, source: Source) -> ast.Property:
    """`property` and its forms."""
    name, words, cites, states, deck, *forms = list_children(branch)
    return ast.Property(
        build_word(name, source),
        build_word(words, source),
        _build_only_word(states, source),
        _build_only_word(deck, source),
        tuple(_build_form(expect_branch(form), source) for form in forms),
        build_cites(cites, source),
        span=build_word(name, source).span,
    )


def build_lemma(branch: Branch, source: Source) -> ast.Property:
    """`lemma`, whose only form is that it always holds."""
    name, words, cites, *stated = list_children(branch)
    conditions, read = _build_conditions([expect_branch(one) for one in stated], source)
    called = build_word(name, source)
    form = ast.Form("always", conditions, None, None, None, read, called.span)
    cited = build_cites(cites, source)
    return ast.Property(called, build_word(words, source), None, None, (form,), cited, True, called.span)


def build_template(branch: Branch, source: Source) -> ast.Template:
    """`template`: what is meant of any card and zone, and the facts."""
    name, words, cites, *rest = list_children(branch)
    below = [expect_branch(one) for one in rest]
    conditions, _ = _build_conditions([one for one in below if one.data not in ("any_card", "any_zone")], source)
    called = build_word(name, source)
    return ast.Template(
        called,
        build_word(words, source),
        tuple(build_word(first_child(one), source) for one in below if one.data == "any_card"),
        tuple(_build_any_zone(one, source) for one in below if one.data == "any_zone"),
        conditions,
        build_cites(cites, source),
        called.span,
    )


def _build_any_zone(branch: Branch, source: Source) -> tuple[Word, bool]:
    name, owner = list_children(branch)
    return build_word(name, source), expect_branch(owner).data == "of_player"


def _build_only_word(child: Child, source: Source) -> Word | None:
    return None if child is None else build_word(first_child(child), source)


def _build_form(branch: Branch, source: Source) -> ast.Form:
    head, *stated = list_branches(branch)
    mode, fewest, under, expect = list_children(head)
    conditions, words = _build_conditions(stated, source)
    return ast.Form(
        _read_mode(expect_branch(mode)),
        conditions,
        None if fewest is None else build_digits(first_child(fewest), source),
        None if under is None else _build_under(expect_branch(under), source),
        None if expect is None else _build_expect(expect_branch(expect), source),
        words,
        span_branch(head, source),
    )


def _build_conditions(branches: list[Branch], source: Source) -> tuple[tuple[Condition, ...], str]:
    """A condition and those that come after an `and`, and how they are written."""
    first, *guards = branches
    conditions = (build_condition(first, source), *(build_condition(first_child(one), source) for one in guards))
    return conditions, " ".join(read_phrase(one, source) for one in branches)


def _build_under(branch: Branch, source: Source) -> tuple[Word, Word]:
    reading, ambiguity = build_words(list_children(branch), source)
    return reading, ambiguity


def _read_mode(branch: Branch) -> ast.Mode:
    match branch.data:
        case "mode_at_rest":
            return "at rest"
        case "mode_always":
            return "always"
        case "mode_never":
            return "never"
        case "mode_can_happen":
            return "can happen"
        case "mode_eventually":
            return "eventually"
        case other:
            raise AssertionError(f"no mode: {other}")


def _build_expect(branch: Branch, source: Source) -> ast.Expect:
    reason, cites, closed_by = list_children(branch)
    return ast.Expect(
        build_word(reason, source),
        build_cites(cites, source),
        () if closed_by is None else build_words(list_children(expect_branch(closed_by)), source),
        span_branch(branch, source),
    )


def build_scene(branch: Branch, source: Source) -> ast.Scene:
    """`scene` with what is given, what happens and what must then hold."""
    name, cites, players, readings, given, script, outcomes = list_children(branch)
    return ast.Scene(
        build_word(name, source),
        build_digits(players, source),
        tuple(_build_reading(reading, source) for reading in list_below(readings)),
        tuple(_build_fact(fact, source) for fact in list_below(given)),
        tuple(_build_step(step, source) for step in list_below(script)),
        tuple(_build_outcome(outcome, source) for outcome in list_below(outcomes)),
        build_cites(cites, source),
        build_word(name, source).span,
    )


def _build_reading(branch: Branch, source: Source) -> ast.SceneReading:
    reading, ambiguity = build_words(list_children(branch), source)
    return ast.SceneReading(reading, ambiguity, span_branch(branch, source))


def _build_fact(branch: Branch, source: Source) -> Condition:
    if branch.data == "fact":
        return build_condition(first_child(branch), source)
    return build_condition(branch, source)


def _build_outcome(branch: Branch, source: Source) -> ast.Outcome:
    if branch.data == "in_some_deal":
        return ast.InSomeDeal(build_condition(first_child(branch), source), span_branch(branch, source))
    mode, _, verb = branch.data.partition("_")
    match mode, verb:
        case "cannot", "go_on":
            return ast.CannotGoOn(span_branch(branch, source))
        case "cannot", "join":
            return ast.CannotJoin(span_branch(branch, source))
        case "can" | "cannot", _:
            odds = _find_odds(list_children(branch), source) if branch.data == "can_chance" else None
            return ast.Offer(_build_decision(verb, branch, source), mode == "can", odds, span_branch(branch, source))
        case _:
            return _build_fact(branch, source)


def _find_odds(parts: list[Child], source: Source) -> tuple[Digits, Digits] | None:
    if parts[-1] is None:
        return None
    share, whole = list_children(expect_branch(parts[-1]))
    return build_digits(share, source), build_digits(whole, source)


def _build_plays(branch: Branch, source: Source) -> ast.Plays:
    player, cards, target, named = list_children(branch)
    return ast.Plays(
        build_digits(player, source),
        build_words(list_children(expect_branch(cards)), source),
        None if target is None else build_digits(first_child(target), source),
        _build_only_word(named, source),
        span_branch(branch, source),
    )


def _build_step(branch: Branch, source: Source) -> ast.Step:
    return _build_decision(branch.data.removeprefix("step_"), branch, source)


def _build_decision(verb: str, branch: Branch, source: Source) -> ast.Step:
    """A decision as a step of a script or as an offer: verb is what both forms of its rule are named after."""
    span = span_branch(branch, source)
    parts = list_children(branch)
    player = build_digits(parts[0], source) if parts and _is_number(parts[0]) else None
    match verb:
        case "play":
            return _build_plays(branch, source)
        case "answer":
            return ast.Answers(player, build_word(parts[1], source), span)
        case "nobody":
            return ast.Answers(None, None, span)
        case "chance":
            return ast.PicksCard(None, build_word(parts[0], source), span)
        case "order":
            return ast.ChanceOrders(build_words(parts, source), span)
        case _:
            pass
    assert player is not None
    match verb:
        case "choose":
            return ast.Chooses(player, build_word(parts[1], source), span)
        case "card":
            return ast.PicksCard(player, build_word(parts[1], source), span)
        case "point":
            return ast.PointsAt(player, build_digits(parts[1], source), span)
        case "place":
            return ast.PutsAt(player, build_digits(parts[1], source), span)
        case "arrange":
            return ast.Arranges(player, build_words(parts[1:], source), span)
        case "use":
            return ast.UsesRule(player, build_word(parts[1], source), True, span)
        case "decline":
            return ast.UsesRule(player, build_word(parts[1], source), False, span)
        case other:
            raise AssertionError(f"no step: {other}")


def _is_number(child: Child) -> bool:
    return isinstance(child, Token) and child.type == "INT"
