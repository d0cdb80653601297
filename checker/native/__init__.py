"""The native explorer: a System printed as C, compiled, cached, and searched at the speed of memory."""

from checker.native.compiler import NativeUnavailable
from checker.native.explore import explore_native

__all__ = ["NativeUnavailable", "explore_native"]
