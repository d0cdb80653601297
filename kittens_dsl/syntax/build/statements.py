"""Statements of a tree."""

from kittens_dsl.source.text import Source
from kittens_dsl.syntax.ast import statements as ast
from kittens_dsl.syntax.ast.phrases import Condition, Filters, Noun
from kittens_dsl.syntax.ast.words import Word
from kittens_dsl.syntax.build.leaves import (
    Branch,
    Child,
    build_digits,
    build_phrase,
    build_word,
    expect_branch,
    first_child,
    list_branches,
    list_children,
    span_branch,
)
from kittens_dsl.syntax.build.phrases import build_condition, build_filters, build_noun, build_number
from kittens_dsl.syntax.tree import Token


def build_block(child: Child, source: Source) -> ast.Block:
    """The statements of an indented block."""
    return build_statements(list_branches(expect_branch(child)), source)


def build_statements(branches: list[Branch], source: Source) -> ast.Block:
    """Some statements in their order."""
    return tuple(build_statement(branch, source) for branch in branches)


def build_statement(branch: Branch, source: Source) -> ast.Statement:
    """One statement; of one with a block, the span is its first line."""
    match branch.data:
        case "choose_one":
            return _build_choose_one(branch, source)
        case "may":
            return _build_may(branch, source)
        case "if_":
            return _build_if(branch, source)
        case "play_out":
            head, block = list_branches(branch)
            noun = build_noun(first_child(head), source)
            return ast.PlayOut(noun, build_block(block, source), span_branch(head, source))
        case "repeat":
            head, block = list_branches(branch)
            until = _build_clause(first_child(head), source)
            return ast.Repeat(until, build_block(block, source), span_branch(head, source))
        case "for_each":
            head, block = list_branches(branch)
            start, condition = list_children(head)
            return ast.ForEach(
                build_noun(start, source),
                _build_clause(condition, source),
                build_block(block, source),
                span_branch(head, source),
            )
        case "under":
            head, block = list_branches(branch)
            reading, ambiguity = (build_word(part, source) for part in list_children(head))
            return ast.UnderBlock(reading, ambiguity, build_block(block, source), span_branch(head, source))
        case "under_same":
            first, second, same = list_children(branch)
            of = None if second is None else build_word(first_child(second), source)
            return ast.UnderSame(build_word(first, source), of, build_word(same, source), span_branch(branch, source))
        case _:
            return _build_card_statement(branch, source) or _build_state_statement(branch, source)


def _build_card_statement(branch: Branch, source: Source) -> ast.Statement | None:
    """A statement about cards; None if it is about something else."""
    span = span_branch(branch, source)
    parts = list_children(branch)

    def noun(index: int) -> Noun:
        return build_noun(parts[index], source)

    def word(index: int) -> Word:
        return build_word(parts[index], source)

    def filters() -> Filters:
        return build_filters(list_branches(branch), source)

    def sight() -> ast.Sight:
        return _build_sight(parts[-1], source)

    match branch.data:
        case "move_every_card":
            return ast.MoveEvery(None, noun(0), filters(), noun(-2), sight(), span)
        case "move_every_kind":
            return ast.MoveEvery(word(0), noun(1), (), noun(2), sight(), span)
        case "move_number":
            called = None if parts[4] is None else build_word(first_child(parts[4]), source)
            return ast.MoveNumber(build_number(parts[0], source), word(1), noun(2), noun(3), sight(), called, span)
        case "move_of":
            return ast.MoveNumber(build_digits(parts[0], source), noun(1), noun(2), noun(3), sight(), None, span)
        case "move_card":
            return ast.MoveCard(noun(0), noun(1), sight(), span)
        case "move_played":
            return ast.MovePlayed(noun(0), sight(), span)
        case "insert":
            return ast.Insert(noun(0), noun(1), noun(2), sight(), span)
        case "put_on_top" | "put_at_bottom" as form:
            return ast.PutOnPile(noun(0), noun(1), sight(), form == "put_at_bottom", span)
        case "take_top" | "take_bottom" as form:
            called = None if parts[2] is None else build_word(first_child(parts[2]), source)
            return ast.TakeTop(noun(0), noun(1), called, sight(), form == "take_bottom", span)
        case "turn_up" | "turn_down" as form:
            return ast.TurnCard(noun(0), form == "turn_up", span)
        case "rearrange":
            return ast.Rearrange(noun(0), build_number(parts[1], source), noun(2), span)
        case "shuffle" | "swap_ends" as form:
            return ast.Shuffle(noun(0), form == "swap_ends", span)
        case "look_at_top":
            return ast.LookAtTop(noun(0), build_number(parts[1], source), noun(2), span)
        case "look_at_zone":
            return ast.LookAtZone(noun(0), noun(1), span)
        case "show_everyone":
            return ast.Show(noun(0), span)
        case "everyone_looks":
            return ast.LookAtZone(None, noun(0), span)
        case "choose_card":
            return ast.ChooseCard(noun(0), noun(1), filters(), word(-1), span)
        case "chance_card":
            return ast.ChanceCard(noun(0), word(2), parts[1] is not None, span)
        case "deal":
            return ast.Deal(build_number(parts[0], source), noun(1), word(2), span)
        case "deal_once":
            return ast.Deal(build_number(parts[0], source), noun(1), noun(2), span)
        case _:
            return None


def _build_state_statement(branch: Branch, source: Source) -> ast.Statement:
    """A statement about players, counters, statuses, tokens, events or the play."""
    span = span_branch(branch, source)
    parts = list_children(branch)

    def noun(index: int) -> Noun:
        return build_noun(parts[index], source)

    match branch.data:
        case "choose_player" | "choose_another" as form:
            condition = _build_clause(parts[2], source)
            return ast.ChoosePlayer(noun(0), form == "choose_another", build_word(parts[1], source), condition, span)
        case "becomes" | "grows" | "falls" as operator:
            return ast.SetCounter(noun(0), operator, build_number(parts[1], source), span)
        case "gains" | "loses" as form:
            return ast.SetStatus(noun(0), build_word(parts[1], source), form == "gains", span)
        case "pass_token":
            return ast.PassToken(noun(0), noun(1), span)
        case "invoke":
            card, other = (None if part is None else build_noun(first_child(part), source) for part in parts[2:])
            return ast.Invoke(noun(0), build_phrase(parts[1], source), card, other, span)
        case "reverse":
            return ast.Plain("reverse", span)
        case "open_window":
            return ast.Plain("open window", span)
        case "pause":
            return ast.Plain("pause", span)
        case "carry_out":
            return ast.Plain("carry out", span)
        case "cancel_play":
            return ast.Plain("cancel play", span)
        case "nothing":
            return ast.Plain("nothing", span)
        case "leave_game":
            return ast.LeaveGame(noun(0), span)
        case "win_game":
            return ast.WinGame(noun(0), noun(1), span)
        case "fault":
            return ast.Fault(build_word(parts[0], source), span)
        case unknown:
            raise AssertionError(f"no statement: {unknown}")


def _build_sight(child: Child, source: Source) -> ast.Sight:
    """Who sees it, as far as it is said."""
    if child is None:
        return ast.UNSAID
    branch = expect_branch(child)
    span = span_branch(branch, source)
    match branch.data:
        case "sight_everyone":
            return ast.Sight(everyone=True, span=span)
        case "sight_nobody":
            return ast.Sight(span=span)
        case "sight_players":
            return ast.Sight(players=tuple(build_noun(part, source) for part in list_children(branch)), span=span)
        case other:
            raise AssertionError(f"no sight: {other}")


def _build_choose_one(branch: Branch, source: Source) -> ast.ChooseOne:
    head, *options = list_branches(branch)
    at_rest, chooser = list_children(head)
    return ast.ChooseOne(
        build_noun(chooser, source),
        tuple(_build_option(option, source) for option in options),
        at_rest is not None,
        span_branch(head, source),
    )


def _build_option(branch: Branch, source: Source) -> ast.Option:
    head, block = list_children(branch)
    words, condition = list_children(expect_branch(head))
    return ast.Option(
        _build_option_words(words, source),
        _build_clause(condition, source),
        None if block is None else build_block(block, source),
        span_branch(expect_branch(head), source),
    )


def _build_may(branch: Branch, source: Source) -> ast.May:
    head, block = list_branches(branch)
    chooser, words, condition = list_children(head)
    span = span_branch(head, source)
    option = ast.Option(
        _build_option_words(words, source), _build_clause(condition, source), build_block(block, source), span
    )
    return ast.May(build_noun(chooser, source), option, span)


def _build_option_words(child: Child, source: Source) -> Word:
    return build_word(child, source) if isinstance(child, Token) else build_phrase(child, source)


def _build_clause(child: Child, source: Source) -> Condition | None:
    """The condition after `for whom`, `if` or `until`."""
    return None if child is None else build_condition(first_child(child), source)


def _build_if(branch: Branch, source: Source) -> ast.If:
    head, block, otherwise = list_children(branch)
    head = expect_branch(head)
    rest: ast.Block = ()
    if otherwise is not None:
        inner = expect_branch(first_child(otherwise))
        rest = (_build_if(inner, source),) if inner.data == "if_" else build_block(inner, source)
    asked = build_word(first_child(head), source) if head.data == "if_asked" else None
    condition = build_condition(list_children(head)[-1], source)
    return ast.If(condition, build_block(block, source), rest, asked, span_branch(head, source))
