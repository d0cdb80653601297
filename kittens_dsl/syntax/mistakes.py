"""What the parser could not take, as problems in human words, with the caret under the word that is wrong."""

from kittens_dsl.problem.problem import Note, Problem, Suggestion
from kittens_dsl.problem.suggest import suggest_names
from kittens_dsl.records import dataclass
from kittens_dsl.source.span import Span
from kittens_dsl.source.text import Source
from kittens_dsl.syntax.automaton import Automaton
from kittens_dsl.syntax.everyday import list_declared, list_sayings, read_title
from kittens_dsl.syntax.fitting import describe_fitting, list_fitting
from kittens_dsl.syntax.lexer import DEDENT, DEEPEST, INDENT, LONGEST, NEWLINE, UNKNOWN, LayoutError, lex
from kittens_dsl.syntax.retry import OPENER, fits_below_opener, goes_on
from kittens_dsl.syntax.tables import Tables
from kittens_dsl.syntax.tree import Token

CURLY_MARKS = frozenset("“”„‟«»")
STATEMENT, DOER = "move", "you"
"""Words of the language: one that begins a line only where what happens is said; who does it."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the parser stopped: the token, what would have fitted, and the start and end of the chunk."""

    source: Source
    chunk: tuple[int, int]
    token: Token
    words: tuple[str, ...]
    sorts: tuple[str, ...]
    ended: int
    """Blocks that end just before it."""
    opening: tuple[str, ...]
    """The words that would have begun its line."""
    tables: Tables

    @property
    def span(self) -> Span:
        """The word itself; of a mark of indentation, the first word of its line."""
        start, end = self.token.start_pos, self.token.end_pos
        if self.token.type in (INDENT, DEDENT) and start < len(self.source.text):
            end = start + len(self.source.text[start:].split(maxsplit=1)[0])
        return self.source.span(start, end)


def explain_layout(error: LayoutError, source: Source) -> Problem:
    """The problem of indentation that cannot be read."""
    start = error.token.start_pos
    span = source.span(start, max(error.token.end_pos, _end_word(source, start)))
    opening = source.locate(error.opening.start_pos)[0]
    match error.reason:
        case "between":
            return Problem(
                "K016",
                "this line is indented less than the one above it, but like no line before",
                label="belongs to no block",
                notes=(Note("the block above begins below this line", span_words(source, opening)),),
                helps=("indent it like the other lines of the block it belongs to",),
                span=span,
            )
        case "too deep":
            return Problem(
                "K017",
                f"blocks are nested more than {DEEPEST} deep",
                label="one block too many",
                notes=(Note("the outermost one", span_words(source, opening)),),
                helps=("split it into several rules",),
                span=span,
            )
        case "line too deep":
            return Problem(
                "K017",
                f"this line has more than {DEEPEST} brackets open or more than {LONGEST} words",
                label="one too many",
                helps=("split the line",),
                span=span,
            )


def explain_token(wrong: Token, source: Source, chunk: tuple[int, int], tables: Tables) -> Problem:
    """The problem of a token that the parser could not take."""
    place, misspelt = _walk_to(wrong, source, chunk, tables)
    if not place.words and place.sorts == ("an indented block",):
        return _explain_missing_block(place)
    match wrong.type:
        case "OPEN_QUOTE":
            return Problem(
                "K018",
                "a quotation that is not closed",
                label="it begins here",
                helps=('close it with `"` before the line ends',),
                span=place.span,
            )
        case "_INDENT":
            return _explain_indentation(place)
        case "_DEDENT" | "$END":
            return _explain_early_end(place)
        case _:
            return misspelt or _explain_saying(place) or _explain_word(place)


def _walk_to(wrong: Token, source: Source, chunk: tuple[int, int], tables: Tables) -> tuple[_Place, Problem | None]:
    """Where the wrong token stands and what fits there, before it sets off reductions; and an earlier misspelt word.

    Such a word was taken for a name, but it looks like a word of the language that would have fitted there.
    """
    line_start = source.text.rfind("\n", 0, wrong.start_pos) + 1
    walk = Automaton(tables)
    misspelt: Problem | None = None
    ended = 0
    opening: tuple[str, ...] | None = None
    for token in lex(source.text, *chunk, walk):
        if token.start_pos == wrong.start_pos and token.type == wrong.type:
            if not walk.takes(token.type):
                break
            ended += 1
        if opening is None and token.start_pos >= line_start and token.type not in (NEWLINE, INDENT, DEDENT):
            opening, _ = list_fitting(walk)
        if misspelt is None and token.type == "NAME" and token.start_pos >= line_start:
            words, sorts = list_fitting(walk)
            nearest = suggest_names(token.value, words, limit=1)
            if nearest and _is_near(token.value, nearest[0]):
                refused = _refuse_word(token, words, sorts, source, chunk, tables)
                misspelt = refused if refused.suggestion is not None else None
        walk.feed(token)
    words, sorts = list_fitting(walk)
    return _Place(source, chunk, wrong, words, sorts, ended, opening or words, tables), misspelt


def _explain_missing_block(place: _Place) -> Problem:
    line = _find_last_line(place)
    return Problem(
        "K014",
        "a block is missing below this line",
        label="what belongs to it?",
        helps=("indent the lines that belong to it by two spaces",),
        span=span_words(place.source, line),
    )


def _explain_indentation(place: _Place) -> Problem:
    above = _find_last_line(place)
    if _lacks_opener(place):
        return _explain_missing_opener(place)
    return Problem(
        "K015",
        "this line is indented, but the line above takes no block",
        label="begins a block that belongs to nothing",
        notes=(Note("the line above", span_words(place.source, above)),),
        helps=("indent it like the line above, or take out what is too much",),
        span=place.span,
    )


def _lacks_opener(place: _Place) -> bool:
    """Whether the line says what happens and would fit, if it only stood below the word that opens such a block."""
    line, above = place.source.locate(place.span.start_offset)[0], _find_line_above(place)
    return OPENER in place.opening and fits_below_opener(place.source, line, above, place.chunk, place.tables)


def _explain_missing_opener(place: _Place) -> Problem:
    line = place.source.locate(place.span.start_offset)[0]
    return Problem(
        "K015",
        f"a line `{OPENER}` is missing above this one",
        label="it belongs below that line",
        notes=(Note("the line above", span_words(place.source, _find_line_above(place))),),
        helps=(f"write `{OPENER}` on a line of its own between the two, and indent what belongs below it",),
        span=span_words(place.source, line),
    )


def _explain_early_end(place: _Place) -> Problem:
    """A block ends although something must follow in it: the line that opens it is at fault."""
    last = _find_last_line(place)
    opening = _find_opening(place.source, last)
    for _ in range(place.ended):
        opening = _find_opening(place.source, opening)
    fitting = tuple(sort for sort in place.sorts if sort not in ("the end of the block", "the end of the line"))
    return Problem(
        "K013",
        "the block below this line ends too early",
        label="something is missing at the end of its block",
        notes=(Note("its last line", span_words(place.source, last)),),
        helps=describe_fitting(place.words, fitting),
        span=span_words(place.source, opening),
    )


def _explain_word(place: _Place) -> Problem:
    token = place.token
    if token.type == NEWLINE:
        return Problem(
            "K011",
            "this line ends too early",
            label="something is missing here",
            helps=describe_fitting(place.words, place.sorts),
            span=place.span,
        )
    if token.type == UNKNOWN or (token.type == "CLAUSE" and place.sorts and "a clause" not in " ".join(place.sorts)):
        return _explain_spelling(place)
    if token.start_pos == place.chunk[0]:
        return _explain_beginning(place)
    if "the end of the line" in place.sorts and not suggest_names(token.value, place.words):
        return Problem(
            "K012",
            f"this line goes on too long: `{token.value}` does not fit here",
            label="the line is complete before this",
            helps=describe_fitting(place.words, place.sorts) if place.words else (),
            span=place.span,
        )
    return _refuse_word(token, place.words, place.sorts, place.source, place.chunk, place.tables)


def _explain_saying(place: _Place) -> Problem | None:
    """What the language has for the words of a line that says what happens; None where nothing of the kind is said."""
    if _lacks_opener(place):
        return _explain_missing_opener(place)
    line = place.source.locate(place.token.start_pos)[0]
    helps = list_sayings(place.source.read_line(line)) if STATEMENT in place.opening else ()
    if not helps:
        return None
    label = f"`{place.token.value}` does not fit here"
    return Problem("K010", "the language says this in other words", label=label, helps=helps, span=place.span)


def _explain_beginning(place: _Place) -> Problem:
    nearest = suggest_names(place.token.value, place.words, limit=1)
    return Problem(
        "K019",
        f"`{place.token.value}` begins no declaration",
        label="a line at the left margin declares something",
        helps=() if nearest else describe_fitting(place.words, place.sorts),
        suggestion=Suggestion(nearest[0], place.span) if nearest else None,
        span=place.span,
    )


def _explain_spelling(place: _Place) -> Problem:
    text, span = place.token.value, place.span
    helps: tuple[str, ...]
    title = read_title(_read_on(place), list_declared(place.source.text))
    if title:
        span = place.source.span(place.token.start_pos, place.token.start_pos + len(title))
        label, helps = "names begin with a small letter", (f'a card is written in quotation marks: `"{title}"`',)
        return Problem("K020", f"`{title}` cannot be read", label=label, helps=helps, span=span)
    if text == '""':
        label, helps = "nothing is between the quotation marks", describe_fitting(place.words, place.sorts)
    elif text[0] in CURLY_MARKS:
        label, helps = "not a quotation mark of the language", ('write straight quotation marks: `"`',)
    else:
        label, helps = "the language has no such word", ("names are made of small letters, digits, hyphens and dots",)
    return Problem("K020", f"`{text}` cannot be read", label=label, helps=helps, span=span)


def _read_on(place: _Place) -> str:
    """The line from the token on."""
    return place.source.text[place.token.start_pos :].partition("\n")[0]


def _refuse_word(
    token: Token, words: tuple[str, ...], sorts: tuple[str, ...], source: Source, chunk: tuple[int, int], tables: Tables
) -> Problem:
    span = source.span(token.start_pos, token.end_pos)
    meant = suggest_names(token.value, words, alike=0.7)
    if STATEMENT in words and token.type == "NAME":
        meant = (*meant, f"{DOER} {token.value}")
    nearest = next(
        (one for one in meant if goes_on(source.text, chunk, span.start_offset, span.end_offset, one, tables)),
        None,
    )
    return Problem(
        "K010",
        f"`{token.value}` does not fit here",
        label="not expected here",
        helps=describe_fitting(words, sorts) if nearest is None else (),
        suggestion=None if nearest is None else Suggestion(nearest, span),
        span=span,
    )


def _is_near(word: str, wanted: str) -> bool:
    """Whether a word is one or two letters away, so that it is more likely misspelt than meant as a name."""
    return len(wanted) > 2 and word[0] == wanted[0] and abs(len(word) - len(wanted)) <= 2


# ---- lines -----------------------------------------------------------------------------------------------------------
def span_words(source: Source, line: int) -> Span:
    """A line (1-based) from its first word to its last, without its comment."""
    text = source.read_line(line)
    start = source.line_starts[line - 1] + len(text) - len(text.lstrip())
    said = _cut_comment(text).rstrip()
    return source.span(start, max(start, source.line_starts[line - 1] + len(said)))


def _cut_comment(text: str) -> str:
    """The line without its comment; `--` inside a quotation is none."""
    quoted = False
    for index, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif not quoted and text.startswith("--", index):
            return text[:index]
    return text


def _says_something(source: Source, line: int) -> bool:
    text = source.read_line(line).strip()
    return bool(text) and not text.startswith("--")


def _find_last_line(place: _Place) -> int:
    """The last line before the token that says something."""
    line = place.source.locate(place.token.start_pos)[0]
    if place.token.type in (INDENT, DEDENT) or place.token.start_pos == _find_first_word(place.source, line):
        line -= 1
    if place.token.type in (DEDENT, "$END") and place.token.end_pos == _find_end(place):
        line = place.source.locate(place.token.start_pos)[0]
    while line > 1 and not _says_something(place.source, line):
        line -= 1
    return line


def _find_line_above(place: _Place) -> int:
    """The last line before that of the token that says something."""
    line = place.source.locate(place.token.start_pos)[0] - 1
    while line > 1 and not _says_something(place.source, line):
        line -= 1
    return line


def _find_end(place: _Place) -> int:
    """Where the last word of the chunk ends, as far as tokens tell."""
    return len(place.source.text[: place.chunk[1]].rstrip())


def _find_first_word(source: Source, line: int) -> int:
    text = source.read_line(line)
    return source.line_starts[line - 1] + len(text) - len(text.lstrip())


def _end_word(source: Source, start: int) -> int:
    rest = source.text[start:].split(maxsplit=1)
    return start + (len(rest[0]) if rest else 0)


def _find_opening(source: Source, line: int) -> int:
    """The line whose block a line is in: the nearest one above that is indented less; itself at the margin."""
    indentation = _measure(source, line)
    for above in range(line - 1, 0, -1):
        if _says_something(source, above) and _measure(source, above) < indentation:
            return above
    return line


def _measure(source: Source, line: int) -> int:
    text = source.read_line(line)
    return len(text) - len(text.lstrip())
