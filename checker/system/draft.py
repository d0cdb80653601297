"""The System in the making: numbered blocks, locations, faults and coverage points, filled while rules are lowered."""

from __future__ import annotations

from collections.abc import Callable

from checker.system.ir import Branch, Fired, Instruction, Jump, Known, Origin, Return, Stop, Test, Tree, Wait, Win
from checker.system.lower_terms import BuildError, TermLowering
from checker.system.points import Choice, Location
from checker.system.scopes import Scope
from checker.system.table import PilePolicy, Table
from kittens_dsl.core.rules import Rules
from kittens_dsl.core.statements import Body
from kittens_dsl.records import dataclass, field
from kittens_dsl.source.span import Span

Continuation = Callable[[], Tree]


@dataclass(frozen=True, slots=True)
class FaultPoint:
    """A place where the play stops: what is wrong, in which rule."""

    words: str
    origin: Origin
    in_setup: bool


ENDLESS = FaultPoint("forced steps follow each other without end", Origin(""), False)


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """Something that should come to pass in some play: a rule, or one arm of a rule."""

    words: str
    origin: Origin
    is_rule: bool


@dataclass(frozen=True, slots=True)
class Later:
    """A block whose tree is still to be made: the parameters by which alone it is entered, and how to make it."""

    parameters: tuple[str, ...]
    make: Continuation


@dataclass(slots=True)
class Draft:
    """What lowering has produced so far, and the tables it reads.

    later: blocks to be lowered when they are first entered, by number; None if every block is lowered at once.
    """

    rules: Rules
    table: Table
    terms: TermLowering
    play_event: str
    blocking_events: frozenset[str]
    lower_body: Callable[[Draft, Body, Scope, Continuation], Tree]
    blocks: dict[int, tuple[str, Tree | None]] = field(default_factory=dict)
    locations: dict[int, Location] = field(default_factory=dict)
    faults: dict[FaultPoint, int] = field(default_factory=lambda: {ENDLESS: 0})
    coverage: dict[CoveragePoint, int] = field(default_factory=dict)
    clones: dict[tuple[str, ...], tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    inlining: tuple[str, ...] = ()
    instances: int = 0
    later: dict[int, Later] | None = None

    @property
    def pile(self) -> PilePolicy:
        """How piles are kept."""
        return self.table.pile

    def new_instance(self) -> int:
        """A fresh number for the variables of one rule instance."""
        self.instances += 1
        return self.instances

    def reserve_block(self, name: str) -> int:
        """A number for a block whose tree comes later."""
        number = len(self.blocks)
        self.blocks[number] = (name, None)
        return number

    def fill_block(self, number: int, tree: Tree) -> None:
        """The tree of a reserved block."""
        self.blocks[number] = (self.blocks[number][0], tree)

    def fill_apart(self, number: int, parameters: tuple[str, ...], make: Continuation) -> None:
        """The tree of a reserved block that may be entered from anywhere, by its parameters: now, or when it is."""
        if self.later is not None:
            self.later[number] = Later(parameters, make)
        else:
            self.fill_now(number, make)

    def fill_now(self, number: int, make: Continuation) -> None:
        """The tree of a reserved block, lowered outside of whatever is being lowered."""
        outside, self.inlining = self.inlining, ()
        tree = make()
        self.inlining = outside
        self.fill_block(number, tree)

    def reserve_location(self) -> int:
        """A number for a location that comes later."""
        number = len(self.locations)
        self.locations[number] = Location(number, "", ())
        return number

    def fill_decision(
        self, number: int, name: str, choices: list[Choice], scope: Scope, *, at_rest: bool = False
    ) -> None:
        """The choices of a reserved location."""
        self.locations[number] = Location(number, name, (), tuple(choices), None, at_rest, scope.in_setup, scope.origin)

    def decide(self, name: str, choices: list[Choice], scope: Scope, *, at_rest: bool = False) -> Tree:
        """A tree that waits for one of the choices."""
        number = self.reserve_location()
        self.fill_decision(number, name, choices, scope, at_rest=at_rest)
        return Tree((), Wait(number))

    def resume_at(self, name: str, tree: Tree, scope: Scope) -> int:
        """A location that waits for a callee and then runs a tree."""
        number = self.reserve_location()
        self.locations[number] = Location(number, name, (), (), tree, False, scope.in_setup, scope.origin)
        return number

    def stop(self, words: str, scope: Scope, span: Span | None = None) -> Tree:
        """A tree that stops the play with a fault."""
        origin = scope.origin if span is None else Origin(scope.origin.rule, scope.origin.clauses, span)
        point = FaultPoint(words, origin, scope.in_setup)
        return Tree((), Stop(self.faults.setdefault(point, len(self.faults))))

    def fired(self, words: str, origin: Origin, *, is_rule: bool) -> Fired:
        """The instruction that notes that something has come to pass."""
        point = CoveragePoint(words, origin, is_rule)
        return Fired(self.coverage.setdefault(point, len(self.coverage)))

    def share(self, name: str, make: Continuation) -> Continuation:
        """A continuation that may be used many times: its tree is made once and, unless tiny, becomes a block."""
        made: list[Tree] = []

        def use() -> Tree:
            if not made:
                tree = make()
                if not is_tiny(tree):
                    number = self.reserve_block(name)
                    self.fill_block(number, tree)
                    tree = Tree((), Jump(number))
                made.append(tree)
            return made[0]

        return use

    def finished_blocks(self) -> dict[int, tuple[str, Tree]]:
        """All blocks; a block without a tree is a bug of lowering."""
        finished: dict[int, tuple[str, Tree]] = {}
        for number, (name, tree) in self.blocks.items():
            if tree is None:
                raise BuildError(f"block {name} was never filled")
            finished[number] = (name, tree)
        return finished


def is_tiny(tree: Tree) -> bool:
    """Whether a tree is only a way to go somewhere else."""
    return not tree.instructions and isinstance(tree.ending, Return | Wait | Stop | Win | Jump)


def branch(test: Test, then: Tree, otherwise: Tree) -> Tree:
    """A branch, decided at once if the test is known."""
    if isinstance(test, Known):
        return then if test.value else otherwise
    return then if then == otherwise else Tree((), Branch(test, then, otherwise))


def before(instructions: list[Instruction], tree: Tree) -> Tree:
    """The tree with instructions in front."""
    return Tree((*instructions, *tree.instructions), tree.ending) if instructions else tree
