"""What a library has stored, as sequences and as the tree that traces are rebuilt from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from checker.model import SearchTree
from checker.native.library import Library
from kittens_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows of a library's store by number, read when asked for."""

    library: Library
    length: int

    def __len__(self) -> int:
        return self.length

    def _numbers(self, index: slice) -> range:
        return range(self.length)[index]

    def _number(self, index: int) -> int:
        return range(self.length)[index]


class StoredStates(_Rows, Sequence[bytes]):
    """The stored states in visiting order, each unpacked when asked for."""

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | Sequence[bytes]:
        """One state, or a list of some."""
        if isinstance(index, slice):
            return [self.library.state(number) for number in self._numbers(index)]
        return self.library.state(self._number(index))


class StoredParents(_Rows, Sequence[int]):
    """The number of the state that each stored state was first reached from."""

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        """One parent, or a list of some."""
        if isinstance(index, slice):
            return [self.library.parent(number) for number in self._numbers(index)]
        return self.library.parent(self._number(index))


@dataclass(frozen=True, slots=True)
class NativeTree(SearchTree[bytes]):
    """The tree of a native search, whose library also answers what is asked of all states together.

    loaded: how many of its states came from a checkpoint. odds: that a state was left out; None: none was.
    """

    library: Library
    loaded: int = 0
    odds: float | None = None
