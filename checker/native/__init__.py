"""The native explorer: a System printed as C, compiled, cached, and searched at the speed of memory."""

from checker.native.checkpoint import CheckpointError, Keeping
from checker.native.compiler import NativeUnavailable
from checker.native.explore import NativeError, explore_native, open_workshop
from checker.native.stored import NativeTree

__all__ = [
    "CheckpointError",
    "Keeping",
    "NativeError",
    "NativeTree",
    "NativeUnavailable",
    "explore_native",
    "open_workshop",
]
