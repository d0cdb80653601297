"""The reference semantics of a system, in plain Python."""
