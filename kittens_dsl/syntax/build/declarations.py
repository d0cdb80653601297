"""Declarations and rules of a tree."""

from typing import Literal as OneOf

from kittens_dsl.source.text import Source
from kittens_dsl.syntax.ast import declarations as ast
from kittens_dsl.syntax.ast.words import Digits, Word
from kittens_dsl.syntax.build.leaves import (
    Branch,
    Child,
    build_cites,
    build_digits,
    build_phrase,
    build_word,
    build_words,
    expect_branch,
    first_child,
    list_below,
    list_branches,
    list_children,
    span_branch,
)
from kittens_dsl.syntax.build.phrases import build_condition
from kittens_dsl.syntax.build.scenes import build_lemma, build_property, build_scene, build_template
from kittens_dsl.syntax.build.statements import build_block, build_statements
from kittens_dsl.syntax.tree import Token


def build_declaration(branch: Branch, source: Source) -> ast.Declaration:
    """What stands at the left margin, with all below it; its span is its name, the word to point at."""
    parts = list_children(branch)
    match branch.data:
        case "box" | "box_again" | "box_alone" | "box_either":
            return _build_box(branch, source)
        case "ambiguity":
            return _build_ambiguity(branch, source)
        case "card":
            return _build_card(branch, source)
        case "rule":
            return _build_rule(branch, source)
        case "setup":
            name, cites = build_word(parts[0], source), build_cites(parts[1], source)
            below = list_branches(branch)[1 if cites else 0 :]
            after, before, instead_of = (
                tuple(build_word(first_child(line), source) for line in below if line.data == relation)
                for relation in STEP_RELATIONS
            )
            statements = build_statements([line for line in below if line.data not in STEP_RELATIONS], source)
            return ast.Setup(name, after, before, instead_of, statements, cites, name.span)
        case "ruling":
            return _build_ruling(branch, source)
        case "property":
            return build_property(branch, source)
        case "lemma":
            return build_lemma(branch, source)
        case "template":
            return build_template(branch, source)
        case "scene":
            return build_scene(branch, source)
        case "tension":
            return _build_tension(branch, source)
        case "open_clause":
            clause = build_word(parts[0], source)
            return ast.OpenClause(clause, build_word(parts[1], source), clause.span)
        case _:
            return _build_noun_declaration(branch, source)


STEP_RELATIONS = ("after", "before", "instead_of")


def _build_noun_declaration(branch: Branch, source: Source) -> ast.Declaration:
    """A zone, token, counter, status, trait or event."""
    parts = list_children(branch)
    cites = build_cites(parts[-1], source)
    if branch.data == "event":
        phrase = build_phrase(parts[0], source)
        return ast.Event(phrase, _find_word(parts[1], source), _find_word(parts[2], source), cites, phrase.span)
    name = build_word(parts[0], source)
    match branch.data:
        case "zone":
            branches = list_branches(branch)
            notes = [str(note.data) for note in branches]
            around = next((note for note in branches if note.data in ("within", "part_of")), None)
            return ast.Zone(
                name,
                "of_player" in notes,
                _read_seers(notes),
                "in_order" in notes,
                "starts" in notes,
                "played_from" in notes,
                _find_word(around, source),
                "part_of" in notes,
                cites,
                name.span,
            )
        case "token":
            return ast.Token(name, parts[1] is not None, cites, name.span)
        case "counter":
            least, most = build_digits(parts[2], source), build_digits(parts[3], source)
            return ast.Counter(name, _is_of_player(parts[1]), least, most, cites, name.span)
        case "status":
            return ast.Status(name, _is_of_player(parts[1]), _find_word(parts[2], source), cites, name.span)
        case "trait_of_play" | "trait_of_card" as form:
            return ast.Trait(name, form == "trait_of_play", cites, name.span)
        case other:
            raise AssertionError(f"no declaration: {other}")


def _find_word(child: Child, source: Source) -> Word | None:
    return None if child is None else build_word(first_child(child), source)


def _is_of_player(child: Child) -> bool:
    return expect_branch(child).data == "of_player"


def _read_seers(notes: list[str]) -> tuple[ast.Seer, ...]:
    seers: dict[str, ast.Seer] = {
        "seen_by_owner": "owner",
        "seen_by_everyone": "everyone",
        "seen_by_nobody": "nobody",
    }
    return tuple(seers[note] for note in notes if note in seers)


def _build_box(branch: Branch, source: Source) -> ast.Box | ast.BoxAgain:
    parts = list_children(branch)
    if branch.data != "box":
        names = build_words([part for part in parts if isinstance(part, Token)], source)
        lacking = [word for below in list_branches(branch) for word in build_words(list_children(below), source)]
        return ast.BoxAgain(
            names, branch.data == "box_alone", branch.data == "box_either", tuple(lacking), names[0].span
        )
    name, title, fewest, most, cites, sources = parts
    return ast.Box(
        build_word(name, source),
        build_word(title, source),
        build_digits(fewest, source),
        build_digits(most, source),
        build_cites(cites, source),
        tuple(_build_source(line, source) for line in list_below(sources)),
        build_word(name, source).span,
    )


def _build_source(branch: Branch, source: Source) -> ast.BoxSource:
    number, words = build_words(list_children(branch), source)
    return ast.BoxSource(number, words, span_branch(branch, source))


def _build_ambiguity(branch: Branch, source: Source) -> ast.Ambiguity:
    name, question, cites, *below = list_children(branch)
    *readings, default = (expect_branch(line) for line in below)
    return ast.Ambiguity(
        build_word(name, source),
        build_word(question, source),
        tuple(_build_reading(reading, source) for reading in readings),
        build_word(first_child(default), source) if default.data == "default" else None,
        build_cites(cites, source),
        build_word(name, source).span,
    )


def _build_reading(branch: Branch, source: Source) -> ast.Reading:
    name, words, cites = list_children(branch)
    word = build_word(name, source)
    return ast.Reading(word, build_word(words, source), build_cites(cites, source), word.span)


def _build_card(branch: Branch, source: Source) -> ast.Card:
    title, box, copies, cites, lines = list_children(branch)
    below = list_below(lines)
    return ast.Card(
        build_word(title, source),
        build_word(box, source),
        build_digits(copies, source),
        tuple(_build_trait_line(line, source) for line in below if line.data == "trait_line"),
        any(line.data == "face_line" for line in below),
        tuple(_build_rule(line, source) for line in below if line.data == "rule"),
        build_cites(cites, source),
        build_word(title, source).span,
    )


def _build_trait_line(branch: Branch, source: Source) -> ast.TraitLine:
    return ast.TraitLine(build_word(first_child(branch), source), span_branch(branch, source))


CARRIERS: dict[str, OneOf["rule", "box"]] = {"carried_out": "rule", "carried_out_by_box": "box"}


def _build_ruling(branch: Branch, source: Source) -> ast.Ruling:
    name, words, cites, *lines = list_children(branch)
    word, below = build_word(name, source), [expect_branch(line) for line in lines]
    said = [(line.data, build_words(list_children(line), source)) for line in below]
    return ast.Ruling(
        word,
        None if words is None else build_word(words, source),
        tuple(clause for data, words in said if data == "over" for clause in words),
        tuple(ast.Carrier(CARRIERS[data], name) for data, words in said if data in CARRIERS for name in words),
        tuple((words[0], words[1]) for data, words in said if data == "beats"),
        build_cites(cites, source),
        word.span,
    )


def _build_tension(branch: Branch, source: Source) -> ast.Tension:
    name, question, cites, *lines = list_children(branch)
    word, below = build_word(name, source), [expect_branch(line) for line in lines]
    return ast.Tension(
        word,
        build_word(question, source),
        tuple(_build_decision(line, source) for line in below if line.data != "shown"),
        tuple(scene for line in below if line.data == "shown" for scene in build_words(list_children(line), source)),
        build_cites(cites, source),
        word.span,
    )


def _build_decision(branch: Branch, source: Source) -> ast.Decision:
    name, *more = build_words(list_children(branch), source)
    match branch.data:
        case "by_reading":
            return ast.Decision("reading", name, of=more[0])
        case "by_ruling":
            return ast.Decision("ruling", name)
        case "by_property":
            return ast.Decision("property", name)
        case other:
            raise AssertionError(f"no decision: {other}")


# ---- rules -----------------------------------------------------------------------------------------------------------
def _build_rule(branch: Branch, source: Source) -> ast.Rule:
    name, cites, *lines = list_children(branch)
    below = [line for line in lines if line is not None]
    branches = [expect_branch(line) for line in below]
    word = build_word(name, source)
    effects = [_build_effect(line, source) for line in branches if line.data == "effect"]
    return ast.Rule(
        word,
        tuple(build_word(first_child(line), source) for line in branches if line.data == "exception_to"),
        tuple(build_word(first_child(line), source) for line in branches if line.data == "happens_before"),
        tuple(_build_head(line, source) for line in branches if line.data in HEADS),
        tuple(build_condition(first_child(line), source) for line in branches if line.data == "guard"),
        tuple(_build_trait_line(line, source) for line in branches if line.data == "trait_line"),
        effects[0] if effects else None,
        build_cites(cites, source),
        word.span,
    )


HEADS = (
    "after_setup",
    "does",
    "would",
    "whenever",
    "card_leaves",
    "card_comes",
    "carrying",
    "cannot",
    "cannot_carry",
    "between_actions",
    "play_rule",
    "play_as",
    "response_rule",
)


def _build_head(branch: Branch, source: Source) -> ast.Head:
    span = span_branch(branch, source)
    match branch.data:
        case "after_setup":
            return ast.AfterSetup(span)
        case "does":
            return ast.EventHead("to", build_phrase(first_child(branch), source), span)
        case "would" | "whenever" | "cannot" as relation:
            return ast.EventHead(relation, build_phrase(first_child(branch), source), span)
        case "card_leaves" | "card_comes" as form:
            zone = build_word(first_child(branch), source)
            return ast.CardHead("leaves" if form == "card_leaves" else "comes", zone, span)
        case "carrying" | "cannot_carry" as form:
            return ast.CarryingHead(build_word(first_child(branch), source), form == "cannot_carry", span)
        case "between_actions":
            return ast.PlayHead(None, True, "none", False, between_actions=True, span=span)
        case "play_rule" | "play_as":
            return _build_play_head(branch, source)
        case "response_rule":
            return ast.ResponseHead(build_word(first_child(branch), source), span)
        case other:
            raise AssertionError(f"no head of a rule: {other}")


def _build_play_head(branch: Branch, source: Source) -> ast.PlayHead:
    first, *rest = list_children(branch)
    cost, span = expect_branch(first), span_branch(branch, source)
    stand_in: tuple[Digits, Word] | None = None
    if cost.data == "stand_in":
        number_of, title, inner = list_children(cost)
        stand_in, cost = (build_digits(number_of, source), build_word(title, source)), expect_branch(inner)
    number: Digits | None = None
    if cost.data != "single_card":
        number = build_digits(first_child(cost), source)
    same_name = cost.data != "different_names"
    if branch.data == "play_as":
        return ast.PlayHead(number, same_name, "none", False, stand_in, build_word(rest[0], source), span=span)
    target, naming = rest
    return ast.PlayHead(number, same_name, _read_target(target), naming is not None, stand_in, span=span)


def _read_target(child: Child) -> ast.Target:
    if child is None:
        return "none"
    return "other" if expect_branch(child).data == "other_target" else "any"


def _build_effect(branch: Branch, source: Source) -> ast.Effect:
    form, statements = list_branches(branch)
    block, span = build_block(statements, source), span_branch(form, source)
    match form.data:
        case "then":
            return ast.Effect("then", block, span)
        case "then_instead":
            return ast.Effect("then instead", block, span)
        case "then_may_instead":
            return ast.Effect("then you may instead", block, span)
        case other:
            raise AssertionError(f"no effect: {other}")
