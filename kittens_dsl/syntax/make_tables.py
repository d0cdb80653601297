"""Lark makes the tables of a grammar: python -m kittens_dsl.syntax.make_tables writes those that are shipped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from lark import Lark
from lark.common import LexerConf
from lark.grammar import Rule
from lark.lexer import Lexer, LexerState, PatternStr, Token
from lark.parse_tree_builder import maybe_create_child_filter
from lark.parsers.lalr_analysis import IntParseTable, Shift

from kittens_dsl.syntax.grammar import SHIPPED, digest_grammar, read_grammar
from kittens_dsl.syntax.tables import Alternative, Part, Tables, write_tables

START = "start"

Row: TypeAlias = Mapping[str, tuple[Any, Any]]  # Any: as in Lark
"""Of a table of Lark: by symbol, what is done and where it leads; Lark says no more of the type."""


class _NoLexer(Lexer):
    """Tokens are made by our own lexer: Lark is to make none, and to look for no collisions of terminals."""

    def __init__(self, _: LexerConf) -> None:
        pass

    def lex(self, *_: LexerState) -> Iterator[Token]:
        """Never called."""
        raise NotImplementedError  # a lexer of Lark must have it


def make_tables(grammar: str) -> Tables:
    """The tables of a grammar without conflicts (else Lark's error says where). Equal grammars give equal tables."""
    lark = Lark(grammar, parser="lalr", lexer=_NoLexer, strict=True, keep_all_tokens=True)
    table: IntParseTable = lark.parser.parser._parse_table  # Lark offers no other way to its tables
    rules = sorted({rule for row in table.states.values() for rule in _list_reduced(row).values()}, key=_sort_key)
    numbers = {rule: number for number, rule in enumerate(rules)}
    order = _order_states(table)
    states = [
        {name: order[target] for name, target in _list_targets(table.states[state]).items()}
        | {name: ~numbers[rule] for name, rule in _list_reduced(table.states[state]).items()}
        for state in order
    ]
    keywords = {one.pattern.value: str(one.name) for one in lark.terminals if isinstance(one.pattern, PatternStr)}
    alternatives = tuple(_make_alternative(rule) for rule in rules)
    return Tables(states, order[table.start_states[START]], order[table.end_states[START]], alternatives, keywords)


def _list_targets(row: Row) -> dict[str, int]:
    """By symbol, the state that it leads to."""
    return {str(name): target for name, (action, target) in row.items() if action is Shift}


def _list_reduced(row: Row) -> dict[str, Rule]:
    """By symbol, the rule that is reduced before it."""
    return {str(name): rule for name, (action, rule) in row.items() if action is not Shift}


def _sort_key(rule: Rule) -> tuple[str, ...]:
    return (str(rule.origin.name), *(str(symbol.name) for symbol in rule.expansion), str(rule.alias))


def _order_states(table: IntParseTable) -> dict[int, int]:
    """Numbers of the states by how they are reached, since Lark's own differ from one process to the next."""
    first = table.start_states[START]
    order, waiting = {first: 0}, [first]
    for state in waiting:
        for _, target in sorted(_list_targets(table.states[state]).items()):
            if target not in order:
                order[target] = len(order)
                waiting.append(target)
    return order


def _make_alternative(rule: Rule) -> Alternative:
    options = rule.options
    chosen = maybe_create_child_filter(rule.expansion, options.keep_all_tokens, False, list(options.empty_indices))
    parts, nones = None, 0
    if chosen is not None:
        listed = chosen.args[0]
        nones = chosen.args[1] if len(chosen.args) > 1 else 0
        parts = tuple(Part(one[0], bool(one[1]), one[2] if len(one) > 2 else 0) for one in listed)
    name = str(rule.alias or options.template_source or rule.origin.name)
    is_open = bool(options.expand1) and not rule.alias
    return Alternative(str(rule.origin.name), len(rule.expansion), name, is_open, parts, nones)


def main() -> None:
    """Write the shipped tables."""
    grammar = read_grammar()
    text = write_tables(make_tables(grammar), digest_grammar(grammar))
    Path(__file__).with_name(SHIPPED).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
